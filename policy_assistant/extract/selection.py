"""Which candidates are quoted: the best ones, few and short enough to be read at a glance.

A question how something is done is answered by sentences that follow each other in one passage; every other one by the best
sentences, wherever they stand.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from policy_assistant.extract.candidates import head_terms, terms_in
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.scoring import RANK_WEIGHT, Scored
from policy_assistant.extract.wording import in_words
from policy_assistant.metadata import Chunk

MAX_QUOTES = 3
MAX_WORDS = 60
"""Of all quotes together."""

SUPPLIER = "supplier"
"""The document type of what others say: it is quoted as theirs, and never beside a rule."""

GAP = 0.5
LEAST_SHARE = 0.5
"""A candidate that scores so much less than the best one, or holds less than this part of its share, is not quoted."""


@dataclass(frozen=True)
class Chosen:
    """A candidate that is quoted, and what it says in words."""

    scored: Scored
    text: str


def choose(found: Sequence[Scored], focus: Focus, first: Sequence[Scored] = (), words: int = MAX_WORDS) -> list[Chosen]:
    """The quotes: those that must come `first`, then the best of the others, none saying what another says.

    A candidate that is too long for what is left of the words is passed over; one that is too long by itself is quoted alone,
    where no other is good.
    """
    if not found:
        return []
    if "how" in focus.wanted and not first:
        return _fitting(_steps(found, focus, words), focus, words)
    good = sorted((one for one in found if _is_good(one, found[0], focus)), key=lambda one: _is_long(one, words))
    return _fitting([*first, *(other for other in good if other not in first)], focus, words)


def _is_good(one: Scored, best: Scored, focus: Focus) -> bool:
    """Whether a candidate may stand beside the best: near it in score and share, about the same codes, no lesser row of its table, and not a supplier's word beside a rule."""
    if one.score < best.score - GAP or one.share < LEAST_SHARE * best.share:
        return False
    if one.candidate.chunk.doc_type == SUPPLIER != best.candidate.chunk.doc_type:
        return False
    if best.kinds == 1 and focus.codes_missing(best.candidate.all_terms) < focus.codes_missing(one.candidate.all_terms):
        return False
    same_table = (
        one.candidate.header is not None and one.candidate.header == best.candidate.header and one.candidate.chunk is best.candidate.chunk
    )
    return not same_table or focus.share(one.candidate.held) >= focus.share(best.candidate.held)


def _is_long(one: Scored, words: int) -> bool:
    """Whether a candidate is too long by itself."""
    return len(one.candidate.text.split()) > words


def worded(one: Scored, focus: Focus) -> str:
    """What a candidate says; of a long row the cells that hold something of the focus."""
    language = one.candidate.chunk.language
    return in_words(one.candidate, lambda cell: focus.holds_any(terms_in(cell, language)))


def _fitting(wanted: Sequence[Scored], focus: Focus, words: int) -> list[Chosen]:
    chosen: list[Chosen] = []
    for one in wanted:
        said = worded(one, focus)
        size = len(said.split())
        if said not in (other.text for other in chosen) and (size <= words or not chosen):
            chosen.append(Chosen(one, said))
            words -= size
        if len(chosen) == MAX_QUOTES:
            break
    return chosen


def _steps(found: Sequence[Scored], focus: Focus, words: int) -> Sequence[Scored]:
    """The best run of sentences around the best one of the passage that holds most of the focus."""
    passages = {one.candidate.chunk: one.candidate.rank for one in found}
    chunk = max(passages, key=lambda passage: _passage_share(passage, focus) - RANK_WEIGHT * math.log(1 + passages[passage]))
    best = next(one for one in found if one.candidate.chunk is chunk)
    same = sorted((one for one in found if one.candidate.chunk is chunk), key=lambda one: one.candidate.unit.start)
    place = same.index(best)
    runs = [same[start : start + MAX_QUOTES] for start in range(max(0, place - MAX_QUOTES + 1), place + 1)]
    return max((_shortened(run, best, words) for run in runs), key=lambda run: sum(one.score for one in run))


def _passage_share(chunk: Chunk, focus: Focus) -> float:
    return focus.share(terms_in(chunk.text, chunk.language) | head_terms(chunk))


def _shortened(run: Sequence[Scored], best: Scored, words: int) -> Sequence[Scored]:
    """A run without its ends, as far as it is too long; the best of it stays."""
    while len(run) > 1 and sum(len(one.candidate.text.split()) for one in run) > words:
        run = run[1:] if run[-1] is best else run[:-1]
    return run
