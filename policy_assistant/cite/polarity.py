"""Whether a claim affirms what the passage denies, or denies what it affirms."""

from collections.abc import Iterable, Sequence

from policy_assistant.cite.clauses import Clause, overlapping, parts
from policy_assistant.cite.evidence import Text

_SHARE = 0.5
"""Share of a clause's content terms that the passage's clause must hold to be about the same."""

_MIN_SHARED = 2
_MAX_CLAUSES = 100
"""So many clauses of a claim are compared: each with all of the passages."""


def opposed(claim: Text, passages: Sequence[Text]) -> str:
    """The claim's first clause whose best matching clauses all say the opposite, with one of those; empty where there is none."""
    known = [(passage, list(_distinct(passage.clauses))) for passage in passages]
    for clause in (piece for whole in claim.clauses[:_MAX_CLAUSES] for piece in _uniform(claim, whole)):
        best = _exceptions(clause, known) or _best(clause, known)
        if best and all(_says_opposite(clause, passage, other) for passage, other in best):
            passage, other = best[0]
            return f"{_words(claim, clause)!r}; the passage says {_words(passage, other)!r}"
    return ""


def _uniform(claim: Text, clause: Clause) -> Sequence[Clause]:
    """A clause, or its parts where they affirm and deny ("turn it off, do not light it"); nothing where that cannot be told."""
    if clause.denies is None:
        return ()
    pieces = [part for part in parts(claim.text, clause, claim.language) if part.terms]
    return pieces if len({part.denies for part in pieces}) > 1 else (clause,)


def _distinct(clauses: Sequence[Clause]) -> Iterable[Clause]:
    """The clauses, one of those that say the same."""
    return {(clause.terms, clause.denies, clause.excepted_from): clause for clause in reversed(clauses)}.values()


def _best(clause: Clause, known: Sequence[tuple[Text, Sequence[Clause]]]) -> list[tuple[Text, Clause]]:
    """The clauses of the passages that share most with one, where they share enough."""
    found = [(shared, passage, other) for passage, others in known for shared, other in overlapping(clause.terms, others)]
    most = max((shared for shared, _, _ in found), default=0)
    if most < _MIN_SHARED or most < _SHARE * len(clause.terms):
        return []
    return [(passage, other) for shared, passage, other in found if shared == most]


def _exceptions(clause: Clause, known: Sequence[tuple[Text, Sequence[Clause]]]) -> list[tuple[Text, Clause]]:
    """The exceptions that a clause speaks of together with their rule: "20% off gift cards" of "20% off all but gift cards"."""
    return [
        (passage, other)
        for passage, others in known
        for other in others
        if other.excepted_from and other.terms <= clause.terms and len(clause.terms & other.excepted_from) >= _MIN_SHARED
    ]


def _says_opposite(clause: Clause, passage: Text, other: Clause) -> bool:
    """Whether they differ, and no part of the other that shares nearly as much agrees."""
    if other.denies is None or other.denies == clause.denies:
        return False
    enough = max(_MIN_SHARED, len(clause.terms & other.terms) - 1)
    return not any(
        part.denies == clause.denies and len(clause.terms & part.terms) >= enough for part in parts(passage.text, other, passage.language)
    )


def _words(text: Text, clause: Clause) -> str:
    words = " ".join(text.text[clause.start : clause.end].split())
    return words if len(words) <= 80 else f"{words[:79]}…"
