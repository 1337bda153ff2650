"""Pieces of code made by hand, and an index of them, for tests of search."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from policy_assistant.blocks import Place
from policy_assistant.metadata import CODE_CHUNKER, Chunk, Metadata, chunk_hash
from policy_assistant.store.base import Embedding, FileState, IndexedDocument, PreparedDocument
from policy_assistant.store.sqlite import Store
from tests.store.samples import update


def piece(name: str, text: str = "pass", *, path: str = "shop/till.py", kind: str = "function", first: int = 1) -> Chunk:
    """A piece; its ID follows from path, name and first line."""
    start = first * 1_000
    digest = chunk_hash(path, name, start, start + len(text))
    place = Place(kind, name, first, first + text.count("\n"))
    where = (0, start, start + len(text), text, (name,), (), "", "", "staff", "python", "code", path, digest)
    return Chunk(digest[:12], path, "1", path, CODE_CHUNKER, *where, place=place)


def indexed_code(folder: Path, pieces: Mapping[Chunk, Sequence[float] | None]) -> Store:
    """An index of pieces with vectors made by hand, open; the pieces of a file all have vectors or none."""
    import numpy as np

    store = Store.open(folder / "index.sqlite")
    store.conn.execute("PRAGMA synchronous = OFF")
    documents = []
    for path, group in groupby(sorted(pieces, key=lambda chunk: chunk.source), key=lambda chunk: chunk.source):
        chunks = list(group)
        vectors = [np.array(vector, np.float32) for chunk in chunks if (vector := pieces[chunk]) is not None]
        documents.append(PreparedDocument(_document(path), chunks, [], vectors or None))
    store.publish(replace(update(*documents), embedding=Embedding("known", "1", 2)))
    return store


def _document(path: str) -> IndexedDocument:
    meta = Metadata(path, "1", path, "", "", "", "staff", "python", "code", path, "python", (), part="code")
    return IndexedDocument(meta, FileState(9, 8, path, {}, ""))
