"""What changed between two versions of a document, section by section, and which kept answers and fixed questions it touches.

Sections are compared by name, then, among those that are left, by their words, so that a section under a new heading is a
renamed one. Inside a section its units (sentences, list items, table rows) are compared, and the words of units that
resemble each other (`difflib`: Ratcliff and Obershelp's matching of longest common runs).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from policy_assistant.errors import UsageError
from policy_assistant.ledger.chain import text_hash
from policy_assistant.ledger.record import KeptAnswer, KeptCitation
from policy_assistant.metadata import Metadata
from policy_assistant.units import units
from policy_assistant.versions import Versions, chunk_with

if TYPE_CHECKING:
    from policy_assistant.evaluate.questions import Question

ALIKE = 0.6
"""From this share of common words on, two texts are the same one in two states."""

MAX_WORDS = 2_000
"""Longer texts are not compared word by word."""

MAX_PAIRED = 60
"""Of more units or sections than this in one place, none is looked for among the others."""

FIELDS = ("title", "effective_from", "effective_to", "owner", "access", "language", "doc_type", "source")

_WORDS = re.compile(r"\w+(?:[.,:/'’-]\w+)*|[^\w\s]")


@dataclass(frozen=True)
class WordChange:
    """Words in place of others; one of both may be empty."""

    before: str
    after: str

    @property
    def is_number(self) -> bool:
        """Whether a number or code is among them."""
        return any(char.isdigit() for char in self.before + self.after)


@dataclass(frozen=True)
class TextChange:
    """A sentence, list item or row that came (`before` is empty), went (`after` is empty) or changed in these `words`."""

    before: str
    after: str
    words: tuple[WordChange, ...] = ()


@dataclass(frozen=True)
class SectionChange:
    """A section that was added, removed, changed or renamed (`kind`); `earlier` is the old name of a renamed one."""

    kind: str
    section: str
    earlier: str
    changes: tuple[TextChange, ...]


@dataclass(frozen=True)
class FieldChange:
    """Metadata that the two versions state differently."""

    field: str
    before: str
    after: str


@dataclass(frozen=True)
class TouchedAnswer:
    """A kept answer that cites one of the two versions; `stands` says whether all its words also stand in the other one."""

    answer: KeptAnswer
    version: str
    stands: bool


@dataclass(frozen=True)
class TouchedQuestion:
    """A fixed question for which a section of one of the two versions is relevant; `change` is the section's, or empty."""

    question: str
    version: str
    section: str
    change: str


@dataclass(frozen=True)
class Difference:
    """All that differs between two versions; `unchanged` counts the sections that are the same."""

    before: Metadata
    after: Metadata
    fields: tuple[FieldChange, ...]
    sections: tuple[SectionChange, ...]
    unchanged: int
    answers: tuple[TouchedAnswer, ...]
    questions: tuple[TouchedQuestion, ...]


def compare_versions(
    versions: Versions, doc_id: str, one: str, two: str, answers: Iterable[KeptAnswer] = (), questions: "Iterable[Question]" = ()
) -> Difference:
    """What changed from version `one` of a document to version `two`.

    Raises:
        NotFoundError: there is no such document or version.
        UsageError: both are the same version.
    """
    before, after = versions.named(doc_id, one), versions.named(doc_id, two)
    if one == two:
        others = [metadata.version for metadata in versions.of(doc_id) if metadata.version != one]
        hint = f"compare it with {', '.join(f'`{name}`' for name in others)}" if others else f"{doc_id} has no other version"
        raise UsageError(f"both are version {one!r} of {doc_id}", hint=hint)
    old, new = versions.sections(before), versions.sections(after)
    sections = tuple(_section_changes(old, new))
    fields = (FieldChange(name, getattr(before, name), getattr(after, name)) for name in FIELDS)
    return Difference(
        before,
        after,
        tuple(change for change in fields if change.before != change.after),
        sections,
        len(new) - sum(section.kind != "removed" for section in sections),
        tuple(_touched_answers(versions, before, after, answers)),
        tuple(_touched_questions(before, after, sections, questions)),
    )


def still_stands(versions: Versions, citation: KeptCitation, metadata: Metadata) -> str | None:
    """The section of a version in which the cited words stand, None where they do not.

    The words are the quote; for a citation without one, the whole chunk.
    """
    chunks = versions.chunks(metadata)
    if citation.quote:
        found = chunk_with(citation.quote, chunks)
    else:
        found = next((chunk for chunk in chunks if text_hash(chunk.text) == citation.text_hash), None)
    return None if found is None else found.section


def _section_changes(old: dict[str, str], new: dict[str, str]) -> Iterator[SectionChange]:
    """The changes in the order of the new version, then what it no longer has."""
    gone = {name: text for name, text in old.items() if name not in new}
    came = {name: text for name, text in new.items() if name not in old}
    renamed = _renamed(gone, came)
    for name, text in new.items():
        earlier = renamed.get(name, name)
        changes = tuple(_text_changes(old.get(earlier, ""), text))
        if earlier not in old:
            yield SectionChange("added", name, "", changes)
        elif earlier != name:
            yield SectionChange("renamed", name, earlier, changes)
        elif changes:
            yield SectionChange("changed", name, "", changes)
    for name, text in gone.items():
        if name not in renamed.values():
            yield SectionChange("removed", name, "", tuple(_text_changes(text, "")))


def _renamed(gone: dict[str, str], came: dict[str, str]) -> dict[str, str]:
    """New name -> old name of sections that say much the same."""
    found: dict[str, str] = {}
    if max(len(gone), len(came)) > MAX_PAIRED:
        return found
    for name, text in came.items():
        likeness = {earlier: _likeness(its, text) for earlier, its in gone.items() if earlier not in found.values()}
        best = max(likeness, key=lambda earlier: likeness[earlier], default="")
        if likeness.get(best, 0.0) >= ALIKE:
            found[name] = best
    return found


def _text_changes(before: str, after: str) -> Iterator[TextChange]:
    old, new = ([" ".join(text[unit.start : unit.end].split()) for unit in units(text)] for text in (before, after))
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield from _paired(old[i1:i2], new[j1:j2])


def _paired(old: Sequence[str], new: Sequence[str]) -> Iterator[TextChange]:
    """Each unit that went with the one like it that came after the last pair; the others alone, in order."""
    at = 0
    can_pair = max(len(old), len(new)) <= MAX_PAIRED
    for before in old:
        likeness = [_likeness(before, after) for after in new[at:]] if can_pair else []
        best = max(range(len(likeness)), key=likeness.__getitem__, default=-1)
        if best < 0 or likeness[best] < ALIKE:
            yield TextChange(before, "")
            continue
        yield from (TextChange("", after) for after in new[at : at + best])
        yield TextChange(before, new[at + best], tuple(_word_changes(before, new[at + best])))
        at += best + 1
    yield from (TextChange("", after) for after in new[at:])


def _likeness(before: str, after: str) -> float:
    one, two = _WORDS.findall(before), _WORDS.findall(after)
    if not one or not two or max(len(one), len(two)) > MAX_WORDS:
        return float(before == after)
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= ALIKE else 0.0


def _word_changes(before: str, after: str) -> Iterator[WordChange]:
    one, two = _WORDS.findall(before), _WORDS.findall(after)
    if max(len(one), len(two)) > MAX_WORDS:
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if tag != "equal":
            yield WordChange(" ".join(one[i1:i2]), " ".join(two[j1:j2]))


def _touched_answers(versions: Versions, before: Metadata, after: Metadata, answers: Iterable[KeptAnswer]) -> Iterator[TouchedAnswer]:
    others = {before.version: after, after.version: before}
    for answer in answers:
        cited: dict[str, list[KeptCitation]] = {}
        for citation in answer.citations:
            if citation.doc_id == before.doc_id and citation.version in others:
                cited.setdefault(citation.version, []).append(citation)
        for version, citations in cited.items():
            stands = all(still_stands(versions, citation, others[version]) is not None for citation in citations)
            yield TouchedAnswer(answer, version, stands)


def _touched_questions(
    before: Metadata, after: Metadata, sections: Sequence[SectionChange], questions: "Iterable[Question]"
) -> Iterator[TouchedQuestion]:
    kinds = {name: change.kind for change in sections for name in (change.section, change.earlier) if name}
    for question in questions:
        for key in question.relevant:
            if key["doc_id"] == before.doc_id and key["version"] in (before.version, after.version):
                yield TouchedQuestion(question.id, key["version"], key["section"], kinds.get(key["section"], ""))
