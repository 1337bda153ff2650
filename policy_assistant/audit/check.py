"""Kept answers against today's index: does each cited passage still prove what it was cited for?"""

from collections.abc import Iterable, Iterator, Sequence

from policy_assistant.audit.findings import CHANGED, ENDED, NEWER, NOT_ALLOWED, NOT_IN_FORCE, REMOVED, Finding
from policy_assistant.changes import still_stands
from policy_assistant.filters import in_force
from policy_assistant.ledger.chain import text_hash
from policy_assistant.ledger.record import KeptAnswer, KeptCitation
from policy_assistant.metadata import Metadata
from policy_assistant.versions import Versions


def audit(answers: Iterable[KeptAnswer], versions: Versions, today: str) -> list[Finding]:
    """What no longer holds of answers, in their order. `versions` shows what the reader of the audit may see.

    A version that he may not see is told as one that is not in the index. `today` is an ISO date.
    """
    return [finding for answer in answers if answer.answerable for finding in _of_answer(answer, versions, today)]


def _of_answer(answer: KeptAnswer, versions: Versions, today: str) -> Iterator[Finding]:
    places: dict[str, list[KeptCitation]] = {}
    for citation in answer.citations:
        places.setdefault(citation.chunk_id, []).append(citation)
    for citations in places.values():
        yield from _Place(answer, citations, versions, today).findings()


class _Place:
    """One passage that an answer cites, with all that it quotes of it."""

    def __init__(self, answer: KeptAnswer, citations: Sequence[KeptCitation], versions: Versions, today: str) -> None:
        self.answer, self.citations, self.versions, self.today = answer, citations, versions, today
        self.cited = citations[0]
        self.name = f"{self.cited.doc_id} v{self.cited.version}"
        self.metadata = versions.get(self.cited.doc_id, self.cited.version)

    def findings(self) -> Iterator[Finding]:
        """All that is to be said of it."""
        is_code = any(metadata.part == "code" for metadata in self.versions.of(self.cited.doc_id))
        if self.metadata is None and is_code:
            pass  # of a file only the newest version is kept: that it changed is told below, with what still stands
        elif self.metadata is None:
            yield self._finding(REMOVED, f"{self.name} is no longer in the index")
        else:
            yield from self._changed(self.metadata)
            if not _holds(self.metadata, self.answer.as_of):
                yield self._finding(NOT_IN_FORCE, f"{self.name} is not in force on {self.answer.as_of}")
            if self.metadata.access not in self.answer.labels:
                detail = f"{self.name} is labelled {self.metadata.access}; the answer was for {self.answer.audience}"
                yield self._finding(NOT_ALLOWED, detail)
        yield from self._newer()

    def _changed(self, metadata: Metadata) -> Iterator[Finding]:
        chunk = next((c for c in self.versions.chunks(metadata) if c.chunk_id == self.cited.chunk_id), None)
        if chunk and text_hash(chunk.text) == self.cited.text_hash:
            return
        what = "reads otherwise now" if chunk else "is no longer cut like this"
        stands = self._stands(metadata)
        detail = f"the passage {self.name} | {self.cited.sections[0] if self.cited.sections else '-'} {what}; {_words(stands, self.name)}"
        yield self._finding(CHANGED, detail, stands=stands)

    def _newer(self) -> Iterator[Finding]:
        """Another version in force; on the question's day first, then on today where that was its day."""
        for day in dict.fromkeys([self.answer.as_of, *([self.today] if self.answer.is_current else [])]):
            other = self._other(day)
            if other:
                stands = self._stands(other)
                name = f"{other.doc_id} v{other.version}"
                since = f" since {other.effective_from}" if other.effective_from else ""
                detail = f"{name} is in force on {day}{since}; {_words(stands, name)}"
                yield self._finding(NEWER, detail, stands=stands, other=other.version)
                return
        if self.answer.is_current and self.metadata and self._has_ended(self.metadata):
            detail = f"{self.name} ended on {self.metadata.effective_to}, and no other version is in force on {self.today}"
            yield self._finding(ENDED, detail)

    def _other(self, day: str) -> Metadata | None:
        """The version in force on a day that the answer's audience sees and that goes before the cited one."""
        cited = {citation.version for citation in self.answer.citations if citation.doc_id == self.cited.doc_id}
        others = [
            metadata
            for metadata in self.versions.in_force(self.cited.doc_id, day)
            if metadata.version not in cited and metadata.access in self.answer.labels
        ]
        if not others:
            return None
        is_later = self.metadata is None or others[-1].effective_from > self.metadata.effective_from
        return others[-1] if is_later or not (self.metadata and _holds(self.metadata, day)) else None

    def _has_ended(self, metadata: Metadata) -> bool:
        return bool(metadata.effective_to) and metadata.effective_to < self.today and self.answer.as_of <= metadata.effective_to

    def _stands(self, metadata: Metadata) -> bool:
        """Whether all that is cited of the passage stands in a version."""
        return all(still_stands(self.versions, citation, metadata) is not None for citation in self.citations)

    def _finding(self, kind: str, detail: str, *, stands: bool | None = None, other: str = "") -> Finding:
        answer, cited = self.answer, self.cited
        return Finding(
            kind=kind,
            detail=detail,
            answer_id=answer.id,
            question=answer.question,
            question_id=answer.question_id,
            as_of=answer.as_of,
            audience=answer.audience,
            doc_id=cited.doc_id,
            version=cited.version,
            chunk_id=cited.chunk_id,
            section=cited.sections[0] if cited.sections else "",
            owner=self.versions.owner(cited.doc_id, cited.version),
            stands=stands,
            other_version=other,
        )


def _holds(metadata: Metadata, day: str) -> bool:
    return not day or in_force(metadata.effective_from, metadata.effective_to, day)


def _words(stands: bool, name: str) -> str:
    return f"the cited words still stand in {name}" if stands else f"the cited words do not stand in {name}"
