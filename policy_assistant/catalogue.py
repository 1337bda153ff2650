"""What somebody may see of a project: documents, passages, files, differences, kept answers and their audit.

Everything is seen through the labels of whoever asks. What they do not show is not there: it is told in the same words as
what does not exist.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from policy_assistant.changes import Difference, compare_versions
from policy_assistant.cite import parse_id
from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.store import Ledger
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.references import Reference, references
from policy_assistant.settings import Settings
from policy_assistant.versions import Versions

if TYPE_CHECKING:
    from policy_assistant.audit.findings import Finding
    from policy_assistant.evaluate.questions import Question
    from policy_assistant.ledger.record import KeptAnswer
    from policy_assistant.store.base import Engine

_OFFICE = "application/vnd.openxmlformats-officedocument"
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument"
MEDIA_TYPES = {
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "docx": f"{_OFFICE}.wordprocessingml.document",
    "xlsx": f"{_OFFICE}.spreadsheetml.sheet",
    "pptx": f"{_OFFICE}.presentationml.presentation",
    "odt": f"{_OPEN_DOCUMENT}.text",
    "ods": f"{_OPEN_DOCUMENT}.spreadsheet",
    "odp": f"{_OPEN_DOCUMENT}.presentation",
    "rtf": "application/rtf",
    "eml": "message/rfc822",
}
"""Format -> media type; code and what else there may be is plain text."""


@dataclass(frozen=True)
class Listed:
    """A document in a list: the version that is shown for it, and how many there are. `is_in_force` is meant on the day asked for."""

    shown: Metadata
    versions: int
    is_in_force: bool


@dataclass(frozen=True)
class SourceFile:
    """The file of a version, byte for byte as it was ingested."""

    metadata: Metadata
    data: bytes
    media_type: str


class Catalogue:
    """A project as whoever sees `labels` sees it, in the state that the index has when it is made."""

    def __init__(self, settings: Settings, engine: "Engine", labels: frozenset[str]) -> None:
        self._settings, self._engine, self._labels = settings, engine, labels

    @cached_property
    def versions(self) -> Versions:
        """All versions of documents and files of code."""
        return Versions(self._engine, self._labels)

    @property
    def ledger(self) -> Ledger:
        """The ledger of the project; whoever reads it says what labels he sees."""
        return Ledger.of(self._settings)

    def documents(self, as_of: str) -> list[Listed]:
        """All documents, by title: for each the version in force on a day, else the next to begin, else the last one."""
        ids = dict.fromkeys(metadata.doc_id for metadata in self.versions.all() if metadata.part == "docs")
        return sorted((self._listed(doc_id, as_of) for doc_id in ids), key=lambda listed: (listed.shown.title.lower(), listed.shown.doc_id))

    def document(self, doc_id: str) -> list[Metadata]:
        """The versions of a document, the earliest first.

        Raises:
            NotFoundError: there is no such document.
        """
        found = self.versions.of(doc_id)
        if not found:
            raise NotFoundError(f"no document {doc_id!r}")
        return found

    def version(self, doc_id: str, version: str = "", as_of: str = "") -> Metadata:
        """One version of a document: the one named, else the one in force on a day, else the last one.

        Raises:
            NotFoundError: there is no such document, or no such version of it.
        """
        found = self.document(doc_id)
        if not version:
            return ((self.versions.in_force(doc_id, as_of) if as_of else []) or found)[-1]
        named = self.versions.get(doc_id, version)
        if named is None:
            raise NotFoundError(f"no version {version!r} of {doc_id!r}")
        return named

    def chunk(self, chunk_id: str) -> Chunk:
        """The passage with this ID.

        Raises:
            NotFoundError: there is none, or several begin with these digits.
        """
        found = [chunk for chunk in self._engine.find(chunk_id) if chunk.access in self._labels] if parse_id(chunk_id) else []
        if len(found) != 1:
            raise NotFoundError(f"no passage {chunk_id!r}")
        return found[0]

    def references(self, chunk: Chunk) -> list[Reference]:
        """The places in a passage that name others of its version; none in code."""
        metadata = None if chunk.place else self.versions.get(chunk.doc_id, chunk.version)
        return references(chunk, self.versions.chunks(metadata)) if metadata else []

    def source(self, doc_id: str, version: str = "", as_of: str = "") -> SourceFile:
        """The file of a version, as it was ingested.

        Raises:
            NotFoundError: there is no such version, or its file is gone or has changed since: what its new text says, and
                who may see it, is known after the next ingest only.
        """
        metadata = self.version(doc_id, version, as_of)
        data = self._bytes_of(metadata)
        if data is None:
            raise NotFoundError(
                f"the file of {doc_id!r} version {metadata.version!r} is gone or has changed since it was ingested",
                hint="it can be had again after the next ingest",
            )
        return SourceFile(metadata, data, MEDIA_TYPES.get(metadata.format, "text/plain; charset=utf-8"))

    def difference(self, doc_id: str, one: str, two: str, questions: "Iterable[Question]" = (), *, with_answers: bool = True) -> Difference:
        """What changed between two versions, and which kept answers and `questions` it touches.

        Raises:
            NotFoundError, UsageError: as `compare_versions`.
        """
        for version in (one, two):
            self.version(doc_id, version)
        return compare_versions(self.versions, doc_id, one, two, self.answers() if with_answers else (), questions)

    def answers(self, since: str = "", until: str = "") -> "list[KeptAnswer]":
        """The kept answers, oldest first."""
        return self.ledger.answers(labels=self._labels, since=since, until=until)

    def answer(self, name: str) -> "KeptAnswer":
        """The kept answer with this ID. Raises `NotFoundError`."""
        return self.ledger.get(name, labels=self._labels)

    def findings(self, answers: "Iterable[KeptAnswer]") -> "list[Finding]":
        """What no longer holds of kept answers."""
        from policy_assistant.audit.check import audit

        return audit(answers, self.versions, self._settings.today)

    def _listed(self, doc_id: str, as_of: str) -> Listed:
        versions, in_force = self.versions.of(doc_id), self.versions.in_force(doc_id, as_of)
        coming = [metadata for metadata in versions if metadata.effective_from > as_of]
        return Listed([*in_force[-1:], *coming, *versions[-1:]][0], len(versions), bool(in_force))

    def _bytes_of(self, metadata: Metadata) -> bytes | None:
        """The bytes of a version's file, None where they are not those that were ingested."""
        from policy_assistant.view.file import proved_bytes

        document = self._engine.document(metadata.source)
        found = proved_bytes(self._settings, document) if document else None
        return found.data if found and not found.problem else None
