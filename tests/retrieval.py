"""Passages with vectors made by hand, and small projects with real ones, for tests of search."""

import functools
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from policy_assistant.assistant import Assistant
from policy_assistant.glossary import Glossary
from policy_assistant.hybrid import Candidate
from policy_assistant.metadata import Chunk
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.question import Question
from policy_assistant.store.base import Embedding, PreparedDocument
from policy_assistant.store.sqlite import Store
from tests.evaluate.samples import passage as chunk_with
from tests.project import Project, page
from tests.store.samples import document, metadata, update

if TYPE_CHECKING:
    from collections.abc import Iterator

    from policy_assistant.models.base import Embedder, Vectors

EMBEDDER = "use"
"""The embedder of small projects: it is the faster one."""


@dataclass(frozen=True)
class Known:
    """An embedder that looks vectors up: `vectors` by text, all of one dimension."""

    vectors: Mapping[str, Sequence[float]]
    name: str = "known"
    revision: str = "1"

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        return len(next(iter(self.vectors.values())))

    def questions(self, texts: Sequence[str]) -> "Vectors":
        """See `Embedder`."""
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """See `Embedder`."""
        import numpy as np

        return np.array([self.vectors[text] for text in texts], np.float32)


def asked(text: str, vector: Sequence[float] | None = None, *, glossary: Sequence[tuple[str, ...]] = (), model: str = "known") -> Question:
    """A question; its vector is this one."""
    embedder = None if vector is None else Known({text: vector}, model)
    return Question(text, ("en", "fr"), Glossary(tuple(glossary)), embedder)


def prepared(name: str, texts: Mapping[str, Sequence[float] | None], *, language: str = "en", **fields: str) -> PreparedDocument:
    """A document of one chunk a text, with these vectors; it has none when they are None."""
    import numpy as np

    made = document(replace(metadata(name, **fields), language=language), *texts)
    vectors = [np.array(vector, np.float32) for vector in texts.values() if vector is not None]
    return replace(made, vectors=vectors or None)


def indexed(path: Path, *documents: PreparedDocument, dimension: int = 2) -> Store:
    """An index of these documents, open."""
    store = Store.open(path / "index.sqlite")
    store.conn.execute("PRAGMA synchronous = OFF")
    store.publish(replace(update(*documents), embedding=Embedding("known", "1", dimension)))
    return store


def passage(doc_id: str, body: str, section: str = "Rule", title: str = "Note", **fields: object) -> Chunk:
    """A chunk whose own text is `body`; any field can be given."""
    text = f"{title}\n{section}\n{body}"
    return chunk_with(doc_id, section, title=title, text=text, end=len(body), **fields)  # type: ignore[arg-type]


def candidate(chunk: Chunk, score: float = 0.0, **fields: Any) -> Candidate:
    """A candidate with this fused score; any field can be given."""
    values: dict[str, Any] = {"keywords": 0.0, "vectors": 0.0, "keyword_rank": None, "vector_rank": None}
    values |= {"keyword_scaled": 0.0, "vector_scaled": 0.0}
    return Candidate(chunk, score=score, **(values | fields))


@functools.cache
def real_embedder(spec: str = EMBEDDER) -> "Embedder":
    """An embedder, loaded once."""
    return open_embedder(spec)


@contextmanager
def loaded_once() -> "Iterator[None]":
    """Ingests take an embedder that is loaded already: opening it is most of their time."""
    with (
        mock.patch("policy_assistant.vector_maker.open_embedder", lambda spec, *_: real_embedder(spec)),
        mock.patch("policy_assistant.index_model.open_embedder", lambda spec, *_: real_embedder(spec)),
    ):
        yield


def ingested(
    folder: Path,
    pages: Mapping[str, Mapping[str, str]],
    *,
    settings: str = "",
    cache: str = "cache",
    chunker: str = "",
    embedder: str = EMBEDDER,
) -> Assistant:
    """A project of Markdown documents (name -> fields, of which `body` is the text), ingested with real vectors."""
    (folder / "corpus" / "documents").mkdir(parents=True, exist_ok=True)
    project = Project(folder)
    project.configure(f'[models]\nembedder = "{embedder}"\n[store]\ncache = "{cache}"\n{settings}')
    for name, fields in pages.items():
        project.write(f"{name}.md", page(name, fields["body"], **{field: value for field, value in fields.items() if field != "body"}))
    with loaded_once():
        project.ingest(chunker=chunker)
    assistant = project.assistant
    assistant.__dict__["embedder"] = real_embedder(embedder)
    return assistant
