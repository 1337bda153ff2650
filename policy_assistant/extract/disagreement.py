"""Passages in force that disagree: the same thing said with another value, in two documents.

Which of them holds is decided by the precedence of document types, never by what a document says of itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from policy_assistant.analysis import question_terms
from policy_assistant.extract.candidates import Candidate, terms_in
from policy_assistant.extract.evidence import DIMENSIONS, quantities_of
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.wanted import Kind
from policy_assistant.extract.wording import cells
from policy_assistant.quantities import Quantity, codes, comparable, same

SAME_HEADING = 0.6
"""Share of the headings' terms from which two passages are about the same thing, if they are among the first"""
FIRST_PASSAGES = 3

LEAST_COVERED, MOST_COVERED = 0.5, 0.7
"""Two sentences say the same thing when each holds so much of the other, and one of them so much;"""

WITHIN, OF_FOCUS = 0.9, 0.5
"""or when one holds nearly all of the other, and both so much of what the question asks about."""

MAX_LOOKED_AT = 12
MAX_QUOTED = 2
MAX_VALUES = 20
NEAR = 0.35
"""A sentence that scores so much less than the best one is not what the question is about."""


@dataclass(frozen=True)
class Disagreement:
    """`held` wins over `overruled`; `by_rank` is false where both are of one type, so that neither wins.

    `quoted` is what an answer says first: the values of the passage that wins, or both sides.
    """

    held: Scored
    overruled: Scored
    by_rank: bool
    quoted: tuple[Scored, ...]


def find_disagreement(found: Sequence[Scored], focus: Focus, precedence: Sequence[str]) -> Disagreement | None:
    """The first disagreement with the best candidate that has a value of the wanted kind, or None."""
    valued = [one for one in found[:MAX_LOOKED_AT] if _values(one, focus)]
    if not valued or valued[0].score < found[0].score - NEAR:
        return None
    best = valued[0]
    for other in found:
        if _differ(best, other, focus):
            likeness = _likeness(best.candidate, other.candidate, focus)
            ranks = [rank_of(one.candidate, precedence) for one in (best, other)]
            if likeness and ranks[0] != ranks[1]:
                held, overruled = (best, other) if ranks[0] < ranks[1] else (other, best)
                return Disagreement(held, overruled, True, _quoted(held, likeness, found, focus))
            if likeness == "whole":
                return Disagreement(best, other, False, (best, other))
    return None


def _quoted(held: Scored, likeness: str, found: Sequence[Scored], focus: Focus) -> tuple[Scored, ...]:
    """The sentence that wins; where only headings are alike, the first of its passage with a value: rules come before special cases."""
    if likeness != "heading":
        return (held,)
    same_passage = [one for one in found if one.candidate.chunk is held.candidate.chunk and _values(one, focus)]
    return tuple(sorted(same_passage, key=lambda one: one.candidate.unit.start)[:MAX_QUOTED])


def rank_of(candidate: Candidate, precedence: Sequence[str]) -> int:
    """The place of its document's type in the precedence, 0 for the one that wins; a type that is not named comes last."""
    kind = candidate.chunk.doc_type
    return precedence.index(kind) if kind in precedence else len(precedence)


def _values(one: Scored, focus: Focus) -> list[Quantity]:
    candidate = one.candidate
    kinds: frozenset[Kind] = focus.wanted.kinds & frozenset(DIMENSIONS) or frozenset(["duration", "money"])
    return quantities_of(kinds, _telling_text(candidate, focus), candidate.chunk.language)[:MAX_VALUES]


def _telling_text(candidate: Candidate, focus: Focus) -> str:
    """Its words; of a row the cell that holds most of the focus, for the others are about other things."""
    if candidate.header is None:
        return candidate.text
    parts = [part for cell in cells(candidate) for part in cell.split(";")]
    return max(parts, key=lambda part: focus.share(terms_in(part, candidate.chunk.language)), default="")


def _differ(best: Scored, other: Scored, focus: Focus) -> bool:
    """Whether they are of different documents, about the same things as far as codes tell, and hold different values of one unit."""
    one, two = best.candidate, other.candidate
    if one.chunk.doc_id == two.chunk.doc_id or _names_others(one, two):
        return False
    mine, theirs = _values(best, focus), _values(other, focus)
    return any(comparable(a, b) for a in mine for b in theirs) and not any(same(a, b) for a in mine for b in theirs)


def _names_others(one: Candidate, two: Candidate) -> bool:
    """Whether both name things by code, and different ones."""
    mine, theirs = (codes(f"{c.chunk.title} {c.text}") for c in (one, two))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _heading_share(one: Candidate, two: Candidate) -> float:
    mine, theirs = (terms_in("\n".join(c.chunk.sections), c.chunk.language) for c in (one, two))
    return len(mine & theirs) / len(mine | theirs) if mine and theirs else 0.0


def _likeness(one: Candidate, two: Candidate, focus: Focus) -> str:
    """By what they say the same thing: `whole`, `sentence` (most of it), `part` (one is within the other) or `heading`; empty when they do not."""
    least, most = sorted((_covered(_telling_text(one, focus), two, focus), _covered(_telling_text(two, focus), one, focus)))
    if least >= MOST_COVERED:
        return "whole"
    if least >= LEAST_COVERED and most >= MOST_COVERED:
        return "sentence"
    if most >= WITHIN and min(focus.share(c.all_terms) for c in (one, two)) >= OF_FOCUS:
        return "part"
    among_first = max(one.rank, two.rank) < FIRST_PASSAGES
    return "heading" if among_first and _heading_share(one, two) >= SAME_HEADING else ""


def _covered(text: str, by: Candidate, focus: Focus) -> float:
    """The share of a text's words, but for bare numbers, that a candidate holds, as they are or by the glossary."""
    glossary, languages = focus.question.glossary, tuple(focus.question.languages)
    told = _told(text, languages)
    held = by.held | by.led
    covered = sum(not forms.isdisjoint(held) or not held.isdisjoint(glossary.expand(word, languages)) for word, forms in told)
    return covered / len(told) if told else 0.0


@lru_cache(maxsize=4096)
def _told(text: str, languages: tuple[str, ...]) -> Sequence[tuple[str, frozenset[str]]]:
    """The content words of a text but for bare numbers, each once, with its terms; each term of a code for itself."""
    asked = frozenset(question_terms(text, languages))
    found: dict[frozenset[str], str] = {}
    for word in text.split():
        forms = frozenset(term for term in question_terms(word, languages) if term in asked)
        if any(char.isdigit() for term in forms for char in term):
            found |= {frozenset([term]): term for term in forms if not term.isdigit()}
        elif forms:
            found.setdefault(forms, word)
    return [(word, forms) for forms, word in found.items()]
