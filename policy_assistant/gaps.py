"""Questions that the documents do not answer well: what the ledger abstained on, disputed or withheld, in groups.

Two questions belong together when at least half of the content words that either has are in both (Jaccard similarity of
their terms); a question joins the first group whose latest question is that near. A question that was answered without a
doubt since, by the same words for the same audience, is no gap any more.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from policy_assistant.analysis import terms
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.versions import Versions

NEAR = 0.5


@dataclass(frozen=True)
class Gap:
    """A group of questions, the latest of which is `question`.

    `abstained`, `disputed` and `withheld` count the answers that abstained, where passages disagreed, and that lost claims;
    one answer may count in several. `nearest` is the document that was found best most often, `owner` who owns it; both are
    empty where nothing was found that may be seen. `answers` are the IDs, the latest last; `last` is their latest day.
    """

    question: str
    count: int
    last: str
    abstained: int
    disputed: int
    withheld: int
    nearest: str
    owner: str
    answers: tuple[str, ...]


def find_gaps(answers: Iterable[KeptAnswer], versions: Versions) -> list[Gap]:
    """The gaps of answers in the order in which they were kept: the largest first, of equal ones the latest."""
    groups: list[tuple[frozenset[str], list[KeptAnswer]]] = []
    for answer in _open(answers):
        its = frozenset(terms(answer.question, answer.language))
        for number, (others, members) in enumerate(groups):
            if _near(its, others) or _same_words(answer, members[-1]):
                members.append(answer)
                groups[number] = (its, members)
                break
        else:
            groups.append((its, [answer]))
    gaps = [_gap(members, versions) for _, members in groups]
    return sorted(sorted(gaps, key=lambda gap: gap.last, reverse=True), key=lambda gap: -gap.count)


def is_open(answer: KeptAnswer) -> bool:
    """Whether an answer left something to be wished for."""
    return not answer.answerable or answer.is_disputed or bool(answer.withheld)


def normal(question: str) -> str:
    """A question without what does not count when two are compared: case and blanks."""
    return " ".join(question.casefold().split())


def _open(answers: Iterable[KeptAnswer]) -> list[KeptAnswer]:
    waiting: dict[tuple[str, frozenset[str]], list[KeptAnswer]] = {}
    for answer in answers:
        key = normal(answer.question), answer.labels
        if is_open(answer):
            waiting.setdefault(key, []).append(answer)
        else:
            waiting.pop(key, None)
    return sorted((answer for members in waiting.values() for answer in members), key=lambda answer: answer.number)


def _near(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one & other) and len(one & other) >= NEAR * len(one | other)


def _same_words(one: KeptAnswer, other: KeptAnswer) -> bool:
    """For questions of function words only, which have no terms."""
    return normal(one.question) == normal(other.question)


def _gap(members: Sequence[KeptAnswer], versions: Versions) -> Gap:
    found = Counter(member.nearest[0] for member in members if versions.of(member.nearest[0]))
    nearest = found.most_common(1)[0][0] if found else ""
    return Gap(
        question=members[-1].question,
        count=len(members),
        last=members[-1].kept_at[:10],
        abstained=sum(not member.answerable for member in members),
        disputed=sum(member.is_disputed for member in members),
        withheld=sum(bool(member.withheld) for member in members),
        nearest=nearest,
        owner=versions.owner(nearest) if nearest else "",
        answers=tuple(member.id for member in members),
    )
