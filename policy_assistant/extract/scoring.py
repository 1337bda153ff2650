"""How well each candidate answers: what it holds of the question's focus, and whether it holds the kind of answer.

The score is a sum of few parts with fixed weights, found on half of the questions of three collections; around them the
result hardly changes (docs/concepts/answers.md).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from policy_assistant.extract.candidates import Candidate, cells_in, ordered_terms, terms_in
from policy_assistant.extract.evidence import holds, is_visible
from policy_assistant.extract.focus import Concept, Focus

LED_SHARE = 0.8
"""What a concept counts that stands in the line before a list or in a table's header, beside one in the unit itself,"""
HEADED_SHARE = 0.5
"""and one that stands only in the title or a heading."""

RANK_WEIGHT = 0.2
"""How much a passage's place in the search counts, times ln(place)."""
KIND_WEIGHT = 0.3
NO_KIND_PENALTY = 0.2
PAIR_WEIGHT = 0.15
ROW_NAME_WEIGHT = 0.4
WORD_PENALTY = 0.004
LINE_PENALTY = 0.4


@dataclass(frozen=True)
class Scored:
    """A candidate with its score. `share` is the weight of the focus that it holds, with what leads into it, 0 to 1;
    `kinds` the share of the visible kinds of answer that it holds, 1 where none is wanted.
    """

    candidate: Candidate
    score: float
    share: float
    kinds: float


def scored(found: Sequence[Candidate], focus: Focus) -> list[Scored]:
    """The candidates with their scores, the best first; of equals the one that comes first."""
    return sorted((_scored(candidate, focus) for candidate in found), key=lambda one: -one.score)


def _scored(candidate: Candidate, focus: Focus) -> Scored:
    share = _share(candidate, focus)
    kinds = kinds_held(candidate, focus)
    text = candidate.text
    score = (
        share
        + (KIND_WEIGHT * (0.5 if kinds is None else kinds) - (NO_KIND_PENALTY if kinds == 0 else 0.0))
        + PAIR_WEIGHT * _pairs(candidate, focus)
        + ROW_NAME_WEIGHT * _row_name(candidate, focus)
        - RANK_WEIGHT * math.log(1 + candidate.rank)
        - WORD_PENALTY * len(text.split())
        - (LINE_PENALTY if candidate.unit.kind == "line" else 0.0)
    )
    return Scored(candidate, score, share, 1.0 if kinds is None else kinds)


def _share(candidate: Candidate, focus: Focus) -> float:
    """The weight of the focus's concepts that it holds, as a share of all."""
    return sum(concept.weight * _credit(concept, candidate) for concept in focus.concepts) / focus.total


def _credit(concept: Concept, candidate: Candidate) -> float:
    if concept.is_held(candidate.held):
        return 1.0
    if concept.is_held(candidate.led):
        return LED_SHARE
    return HEADED_SHARE if concept.is_held(candidate.headed) else 0.0


def kinds_held(candidate: Candidate, focus: Focus) -> float | None:
    """The share of the wanted kinds that it holds, None when no kind is wanted that a text can show."""
    visible = [kind for kind in focus.wanted.kinds if is_visible(kind)]
    if not visible:
        return None
    text = f"{candidate.header_text} {candidate.text}" if candidate.header else candidate.text
    return sum(holds(kind, text, candidate.chunk.language) for kind in visible) / len(visible)


def _pairs(candidate: Candidate, focus: Focus) -> float:
    """The share of the question's neighbouring terms that stand side by side."""
    wanted = focus.question.pairs
    if not wanted:
        return 0.0
    held = set(pairwise(ordered_terms(candidate.text, candidate.chunk.language)))
    return sum(pair in held for pair in wanted) / len(wanted)


def _row_name(candidate: Candidate, focus: Focus) -> float:
    """The share of the terms of a row's first cell, its name, that the question holds."""
    if candidate.header is None:
        return 0.0
    name = terms_in(cells_in(candidate.text)[0], candidate.chunk.language)
    asked = focus.question.concepts_of
    return sum(term in asked for term in name) / len(name) if name else 0.0
