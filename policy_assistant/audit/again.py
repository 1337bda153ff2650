"""Kept questions asked again: the old answer beside the one of today."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from policy_assistant.answer import Answer
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.ledger.record import KeptAnswer

SAME, CHANGED, NOW_ABSTAINS, NOW_ANSWERS, NOT_ASKED = "same", "changed", "now abstains", "now answers", "not asked"


class Ask(Protocol):
    """What answers a question: `Assistant.ask`."""

    def __call__(self, question: str, *, as_of: str, audience: str, keep: bool) -> Answer:
        """The answer to free text or to the fixed question of this ID."""
        ...


@dataclass(frozen=True)
class Reasked:
    """A kept answer and the new one: None with `outcome` "not asked", for which `reason` says why."""

    kept: KeptAnswer
    now: Answer | None
    outcome: str
    reason: str = ""


def ask_again(answers: Iterable[KeptAnswer], ask: Ask, audiences: dict[str, frozenset[str]]) -> Iterator[Reasked]:
    """The latest answer to each question (with its date and audience) beside a new one, in the order of keeping.

    A question about its own day is asked as of today, any other as of its date. `audiences` are those whose answers the
    reader may see, with their labels; a question of another audience is not asked. Errors of models are those of `ask`.
    """
    latest: dict[tuple[str, str, str], KeptAnswer] = {}
    for kept in answers:
        key = (kept.question_id or kept.question, "today" if kept.is_current else kept.as_of, kept.audience)
        latest.pop(key, None)
        latest[key] = kept
    for (_, as_of, audience), kept in latest.items():
        if audience not in audiences:
            yield Reasked(kept, None, NOT_ASKED, f"there is no audience {audience!r} any more, or it sees more than the reader")
            continue
        try:
            now = _asked(kept, as_of, audience, ask)
        except UsageError as error:
            yield Reasked(kept, None, NOT_ASKED, str(error))
            continue
        yield Reasked(kept, now, outcome(kept, now))


def outcome(kept: KeptAnswer, now: Answer) -> str:
    """What became of an answer. It is the same when claims and cited places (document, version, quote) are; links may differ."""
    if kept.answerable != now.answerable:
        return NOW_ANSWERS if now.answerable else NOW_ABSTAINS
    if not now.answerable:
        return SAME
    then = {(c.doc_id, c.version, c.quote) for c in kept.citations}
    today = {(c.chunk.doc_id, c.chunk.version, c.quote) for claim in now.standing for c in claim.citations}
    said_then = [claim.text for claim in kept.claims if claim.ok]
    return SAME if said_then == [claim.text for claim in now.standing] and then == today else CHANGED


def _asked(kept: KeptAnswer, as_of: str, audience: str, ask: Ask) -> Answer:
    """By the fixed question's ID while that still asks the same, for its language; else by its words."""
    if kept.question_id:
        try:
            now = ask(kept.question_id, as_of=as_of, audience=audience, keep=False)
        except NotFoundError:
            now = None
        if now and now.asked.text == kept.question:
            return now
    return ask(kept.question, as_of=as_of, audience=audience, keep=False)
