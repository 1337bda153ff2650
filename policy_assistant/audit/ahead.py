"""What turns until a day: versions that start or end, with the fixed questions and kept answers that rest on them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from policy_assistant.errors import UsageError
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.metadata import Metadata
from policy_assistant.versions import Versions

if TYPE_CHECKING:
    from policy_assistant.evaluate.questions import Question

STARTS, ENDS = "starts", "ends"


@dataclass(frozen=True)
class Turn:
    """A version that starts on a day, or whose last day it is (`what`).

    `other` is the version that is in force the day before a start or the day after an end, empty where none is. `questions`
    are IDs of fixed questions and `answers` kept answers that rest on the version, or on the one that a start replaces.
    """

    owner: str
    day: str
    what: str
    doc_id: str
    version: str
    title: str
    other: str
    questions: tuple[str, ...]
    answers: tuple[KeptAnswer, ...]


def turns_until(
    day: str, today: str, versions: Versions, questions: "Iterable[Question]" = (), answers: Iterable[KeptAnswer] = ()
) -> list[Turn]:
    """The turns from today to a day (ISO dates), by owner, then by day. What starts today has turned already.

    Raises:
        UsageError: the day is before today.
    """
    if day < today:
        raise UsageError(f"{day} is before today, {today}", hint="give a day to come")
    questions, answers = list(questions), list(answers)
    turns = [
        _turn(metadata, what, when, versions, questions, answers)
        for metadata in versions.all()
        for what, when in _days(metadata)
        if (today < when if what == STARTS else today <= when) and when <= day
    ]
    return sorted(turns, key=lambda turn: (turn.owner == "", turn.owner, turn.day, turn.doc_id, turn.what == STARTS))


def _days(metadata: Metadata) -> Iterator[tuple[str, str]]:
    if metadata.effective_from:
        yield STARTS, metadata.effective_from
    if metadata.effective_to:
        yield ENDS, metadata.effective_to


def _turn(metadata: Metadata, what: str, day: str, versions: Versions, questions: "list[Question]", answers: list[KeptAnswer]) -> Turn:
    step = -1 if what == STARTS else 1
    beside = (date.fromisoformat(day) + timedelta(days=step)).isoformat()
    others = [other for other in versions.in_force(metadata.doc_id, beside) if other.version != metadata.version]
    other = others[-1].version if others else ""
    resting = {(metadata.doc_id, version) for version in (metadata.version, other if what == STARTS else metadata.version)}
    return Turn(
        owner=metadata.owner,
        day=day,
        what=what,
        doc_id=metadata.doc_id,
        version=metadata.version,
        title=metadata.title,
        other=other,
        questions=tuple(q.id for q in questions if any((key["doc_id"], key["version"]) in resting for key in q.relevant)),
        answers=tuple(a for a in answers if a.answerable and any((c.doc_id, c.version) in resting for c in a.citations)),
    )
