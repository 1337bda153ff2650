"""Our index in one SQLite file, made and asked through the interface that the whole product uses; answers are read passages."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.passages import PASSAGES_A_DOCUMENT
from benchmarks.scale.given import Given, K, Passage, Selection
from policy_assistant.analysis import question_terms
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk, Metadata, chunk_hash
from policy_assistant.store.base import Embedding, FileState, IndexedDocument, PreparedDocument, Update
from policy_assistant.store.sqlite import Store

FILE = "index.sqlite"
Found = Sequence[tuple[Chunk, float]]


def build_keywords(folder: Path, given: Given) -> None:
    """Texts without vectors: the tables of both ways of searching words."""
    with Store.open(folder / FILE) as store:
        store.publish(Update("structure", 0, (), _documents(given.passages())))


def build_vectors(folder: Path, given: Given) -> None:
    """Vectors of passages without text."""
    with Store.open(folder / FILE) as store:
        first = next(given.vectors(1))
        model = Embedding("e5", "", first.shape[1])
        store.publish(Update("structure", 0, (), _with_vectors(given), embedding=model))


def words(folder: Path) -> Callable[[list[str], Selection], list[int]]:
    """BM25 over the words as they stand."""
    store = Store(folder / FILE)
    return lambda question, selection: _numbers(store.search_text(question, K, _filters(selection)))


def terms(folder: Path) -> Callable[[list[str], Selection], list[int]]:
    """Analysed terms, with title, headings and the best sentence."""
    store = Store(folder / FILE)

    def search(question: list[str], selection: Selection) -> list[int]:
        return _numbers(store.search_terms([(question_terms(" ".join(question), ["en"]), 1.0)], K, _filters(selection)))

    return search


def vectors(folder: Path) -> Callable[[Any, Selection], list[int]]:
    """Codes choose, vectors decide."""
    store = Store(folder / FILE)
    return lambda question, selection: _numbers(store.search_vectors(question, K, _filters(selection)))


def _filters(selection: Selection) -> Filters:
    labels = frozenset({selection.label}) if selection.label else None
    return Filters(_iso(selection.as_of) if selection.as_of else None, labels)


def _numbers(found: Found) -> list[int]:
    return [int(chunk.doc_id.removeprefix("doc-")) * PASSAGES_A_DOCUMENT + chunk.position for chunk, _ in found]


def _with_vectors(given: Given) -> Iterator[PreparedDocument]:
    rows = (row for part in given.vectors() for row in part)
    bare = (Passage(passage.number, passage.label, passage.start, "") for passage in given.passages())
    for document in _documents(bare):
        vectors = list(islice(rows, len(document.chunks)))
        yield PreparedDocument(document.document, document.chunks, document.blocks, vectors)


def _documents(passages: Iterator[Passage]) -> Iterator[PreparedDocument]:
    """The passages, twenty to a document."""
    while together := list(islice(passages, PASSAGES_A_DOCUMENT)):
        first = together[0]
        name = f"doc-{first.number // PASSAGES_A_DOCUMENT:05}"
        meta = Metadata(name, "1", name, _iso(first.start), "", "Desk", first.label, "en", "policy", f"documents/{name}.md", "md")
        yield PreparedDocument(IndexedDocument(meta, FileState(0, 0, name, {}, name)), list(_chunks(meta, together)), [])


def _chunks(meta: Metadata, passages: Sequence[Passage]) -> Iterator[Chunk]:
    start = 0
    for position, passage in enumerate(passages):
        end = start + len(passage.text)
        place = ("structure", position, start, end)
        origin = (meta.access, meta.language, meta.doc_type, meta.source, chunk_hash(meta.doc_id, meta.version, start, end))
        yield Chunk("", meta.doc_id, meta.version, meta.title, *place, passage.text, (), (), meta.effective_from, "", *origin)
        start = end + 2


def _iso(day: int) -> str:
    return f"{day // 10_000}-{day // 100 % 100:02}-{day % 100:02}"
