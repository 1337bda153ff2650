"""What an engine is: it keeps documents with their chunks, and searches them under filters.

An engine applies `Filters` inside its search. One that cannot express a filter raises; it never filters afterwards.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol, Self

from policy_assistant.blocks import Block
from policy_assistant.checkout import Commit
from policy_assistant.filters import Filters, Part
from policy_assistant.metadata import Chunk, Metadata

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from policy_assistant.store.chunk_terms import ChunkTerms

    Vector = NDArray[np.float32]
    """(dimension,) float32 of unit length."""

Terms = Sequence[tuple[Sequence[str], float]]
"""Groups of analysed terms with the weight of their score. A term with blanks is a phrase."""


@dataclass(frozen=True)
class FileState:
    """What is known about a source file: size in bytes, modification time in ns, SHA-256, and what it says of itself."""

    size: int
    mtime: int
    sha256: str
    own: dict[str, str]
    own_title: str


@dataclass(frozen=True)
class IndexedDocument:
    """A document in the index. `flag` says why its file could not be read lately; empty when it could."""

    metadata: Metadata
    file: FileState
    flag: str = ""


@dataclass(frozen=True)
class PreparedDocument:
    """A document ready to be written: its record, chunks and blocks, and a vector a chunk (None = it gets none).

    `terms` are those of each chunk, where somebody has analysed them already.
    """

    document: IndexedDocument
    chunks: Sequence[Chunk]
    blocks: Sequence[Block]
    vectors: "Sequence[Vector] | None" = None
    terms: "Sequence[ChunkTerms] | None" = None


@dataclass(frozen=True)
class Embedding:
    """The model that made the vectors of an index: its name and revision, and how many numbers a vector has."""

    name: str
    revision: str
    dimension: int


@dataclass(frozen=True)
class Update:
    """One change of the index, visible at once or not at all.

    `removed` are sources that leave, `added` what comes in afterwards, `touched` files whose state changed but not their
    text, `flagged` sources that keep their last good version, with the reason (empty takes a flag away), `unreadable` all
    files that could not be read, with size and modification time. `generation` is that of the index when the change was
    planned. `embedding` is the model of the vectors (None = no vectors), `filled` brings vectors to documents that stay:
    source and a vector a chunk, in reading order. `commits` are those of the folders of code.
    """

    chunker: str
    generation: int
    removed: Sequence[str]
    added: Iterable[PreparedDocument]
    touched: Sequence[tuple[str, FileState]] = ()
    flagged: Sequence[tuple[str, str]] = ()
    replace_all: bool = False
    unreadable: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    embedding: Embedding | None = None
    filled: "Iterable[tuple[str, Sequence[Vector]]]" = ()
    commits: Sequence[Commit] = ()


@dataclass(frozen=True)
class Shard:
    """Part `number` (from 1) of the `of` parts of a corpus."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True)
class StagedShard:
    """What a shard has staged: for which `generation` it was planned, how it was made, what files it has `seen`, and its documents."""

    shard: Shard
    generation: int
    chunker: str
    embedding: Embedding | None
    seen: Sequence[str]
    documents: Sequence[IndexedDocument]
    unreadable: Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class IndexInfo:
    """The state of an index, whose `path` is its file or address. `last_sync` is in ns since 1970 (UTC); `generation` grows with every change.

    `embedding` is the model of its vectors, None when it has none; `without_vectors` counts the chunks that lack one.
    `steering` is the version of the rules that flagged its oldest chunks. `documents` and `chunks` count documents,
    `code_files` and `code_chunks` code; vectors are those of both. `commits` are those that folders of code had.
    """

    path: str
    documents: int
    chunks: int
    chunker: str
    parser: str
    schema: int
    generation: int
    last_sync: int
    fingerprint: str
    analyser: str = ""
    embedding: Embedding | None = None
    vectors: int = 0
    without_vectors: int = 0
    steering: str = ""
    code_files: int = 0
    code_chunks: int = 0
    code_analyser: str = ""
    commits: Sequence[Commit] = ()

    @property
    def name(self) -> str:
        """The name of its file, or its address."""
        return self.path if "://" in self.path else PurePath(self.path).name


@dataclass(frozen=True)
class WordScore:
    """What one word of a question gives to one chunk: `score = rarity * credit`.

    `documents` is the number of chunks with the word, `count` how often this one has it, `length` and `average` the
    words of this chunk and of the mean chunk.
    """

    word: str
    documents: int
    rarity: float
    count: int
    length: int
    average: float
    credit: float
    score: float


class Engine(Protocol):
    """The interface of an engine."""

    def info(self) -> IndexInfo:
        """The state of the index."""
        ...

    def generation(self) -> int:
        """The number that grows with every change: the part of `info` that costs nothing."""
        ...

    def embedding(self) -> Embedding | None:
        """The model of the vectors, None when there is none: the part of `info` that costs nothing."""
        ...

    def documents(self, part: Part = "docs") -> list[IndexedDocument]:
        """All documents, or all files of code, in order of source."""
        ...

    def document(self, source: str) -> IndexedDocument | None:
        """The document, or file of code, of a source; None where there is none."""
        ...

    def unreadable(self) -> dict[str, tuple[int, int]]:
        """The files that the last ingest could not read: source -> size, modification time."""
        ...

    def chunks(self, doc_id: str | None = None, part: Part = "docs") -> list[Chunk]:
        """All chunks of a part, or those of one document (or file of code) in all its versions, in reading order."""
        ...

    def find(self, chunk_id: str) -> list[Chunk]:
        """The chunks whose full hash begins with these digits."""
        ...

    def blocks(self, source: str) -> list[Block]:
        """The blocks of a document, with their places in its file; their text is empty."""
        ...

    def snapshot(self) -> AbstractContextManager[None]:
        """One state of the index for everything inside, whatever is published meanwhile."""
        ...

    def search_text(self, words: Sequence[str], k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for the words by BM25, best first, ties by ID; the score is not rounded."""
        ...

    def explain_text(self, words: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each word gives to the chunk; the scores add up to its BM25 score."""
        ...

    def search_terms(self, terms: Terms, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for analysed terms, best first, ties by ID; title, headings and single sentences count too."""
        ...

    def score_terms(self, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The score that `search_terms` gives to each of these chunks, by ID; 0 for one without any of the terms."""
        ...

    def search_code(self, terms: Terms, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best pieces of code for analysed terms, best first, ties by ID; names and paths count more than bodies."""
        ...

    def score_code(self, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The score that `search_code` gives to each of these pieces, by ID; 0 for one without any of the terms."""
        ...

    def count_chunks(self, filters: Filters) -> int:
        """How many chunks may be seen; of many some thousand are counted."""
        ...

    def count_terms(self, groups: Sequence[Sequence[str]], filters: Filters) -> list[int]:
        """How many of the chunks that `count_chunks` counts hold any term of each group."""
        ...

    def explain_terms(self, terms: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each term gives to the chunk as a whole; its best sentence adds to their sum."""
        ...

    def search_vectors(self, question: "Vector", k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k chunks with the highest dot product, best first, ties by ID; chunks without a vector are not found."""
        ...

    def score_vectors(self, question: "Vector", chunks: Sequence[Chunk]) -> dict[str, float]:
        """The dot product of each of these chunks, by ID; one without a vector is left out."""
        ...

    def language_means(self) -> "dict[str, tuple[int, Vector]]":
        """For each language: how many vectors there are, and their mean."""
        ...

    def lacking_vectors(self) -> set[str]:
        """The sources of documents of which a chunk has no vector."""
        ...

    def marked(self, words: Sequence[str], chunk: Chunk, before: str, after: str) -> str:
        """The chunk's text with every word of the question, as `search_text` finds it, between the marks."""
        ...

    def export(self, sources: Sequence[str] | None = None) -> Iterator[PreparedDocument]:
        """The documents of both parts, or those of these sources, as they were published, in order of source, one at a time."""
        ...

    def problems(self) -> list[str]:
        """What is wrong with the index itself: damage, or records without their other half. Empty when it is whole."""
        ...

    def sizes(self) -> Mapping[str, int]:
        """Bytes by part of the index, the largest first, as far as the engine tells; this may take seconds."""
        ...

    def publish(self, update: Update) -> Mapping[Part, tuple[int, int]]:
        """Apply a change in one transaction; of each part the numbers of chunks that came and went.

        Raises:
            StoreBusyError: another change was published since this one was planned.
        """
        ...

    def close(self) -> None:
        """Release the engine."""
        ...

    def __enter__(self) -> Self:
        """The engine, which is closed at the end."""
        ...

    def __exit__(self, *_: object) -> None: ...


class StagingEngine(Engine, Protocol):
    """An engine that takes the parts of a corpus from several machines, and makes them visible together."""

    def stage(self, shard: Shard, update: Update, seen: Sequence[str]) -> None:
        """Keep a shard's change of the index, invisible, in the place of what it staged before. `seen` are the sources of
        all files that are there, of every shard; `update.removed` names what its documents replace.

        Raises:
            StoreBusyError: another change was published since this one was planned.
        """
        ...

    def staged(self) -> list[StagedShard]:
        """What is staged for the next generation."""
        ...

    def publish_staged(self, removed: Sequence[str], changed: Mapping[str, Metadata]) -> Mapping[Part, tuple[int, int]]:
        """Make all that is staged visible at once; counts as `publish` does. `removed` are sources that leave besides,
        `changed` the metadata of sources, staged or visible, of which only the whole corpus tells the period.

        Raises:
            StoreBusyError: another change was published since it was staged.
        """
        ...
