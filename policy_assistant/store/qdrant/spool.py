"""What a change brings, kept in a temporary file until all of it is known: the average length of all texts, with which the
first of them is written, among it.
"""

import pickle
import tempfile
from array import array
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from policy_assistant.errors import IndexMismatchError
from policy_assistant.filters import Part
from policy_assistant.store.base import IndexedDocument, PreparedDocument
from policy_assistant.store.qdrant.passages import Columns, payload_of
from policy_assistant.store.qdrant.tallies import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from policy_assistant.blocks import Block
    from policy_assistant.store.base import Vector
    from policy_assistant.store.chunk_terms import ChunkTerms


@dataclass(frozen=True)
class Spooled:
    """A document with the payloads of its chunks; `vectors` one a chunk, or none."""

    document: IndexedDocument
    payloads: "Sequence[Mapping[str, Any]]"
    blocks: "Sequence[Block]"
    vectors: "Sequence[Vector | None]"

    @property
    def part(self) -> Part:
        """Documents or code."""
        return self.document.metadata.part


class Spool:
    """Documents in the order in which they came; counted into a `Change` as they come."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self.sources: list[str] = []
        self.numbers = array("Q")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._file.close()

    def add(self, prepared: PreparedDocument) -> None:
        """Take a document in. Raises `InputRefusedError` and `IndexMismatchError` for vectors that are none."""
        vectors = self._change.vectors_of(prepared)
        payloads = []
        known: Sequence[ChunkTerms | None] = prepared.terms or [None] * len(prepared.chunks)
        for chunk, terms in zip(prepared.chunks, known, strict=True):
            columns = Columns.of(chunk, terms)
            payload = payload_of(chunk, columns)
            self._change.tally.add(columns, chunk.text)
            self.numbers.append(payload["number"])
            payloads.append(payload)
        part = prepared.document.metadata.part
        self._change.came[part] += len(payloads)
        self._change.documents[part] += 1
        self.sources.append(prepared.document.metadata.source)
        # Only what this process wrote a moment ago is read back.
        pickle.dump(Spooled(prepared.document, payloads, list(prepared.blocks), vectors), self._file, pickle.HIGHEST_PROTOCOL)

    def __iter__(self) -> Iterator[Spooled]:
        self._file.seek(0)
        for _ in self.sources:
            yield pickle.load(self._file)  # noqa: S301 - see `add`

    def hashes(self, numbers: Collection[int]) -> Iterator[str]:
        """The hashes of the chunks that have one of these numbers."""
        return (payload["hash"] for spooled in self for payload in spooled.payloads if payload["number"] in numbers)

    def check_sources(self) -> None:
        """Raise `IndexMismatchError` when a document came twice."""
        if len(set(self.sources)) < len(self.sources):
            twice = next(source for source in self.sources if self.sources.count(source) > 1)
            raise IndexMismatchError(f"{twice} came twice in one change", hint="run the ingest again")
