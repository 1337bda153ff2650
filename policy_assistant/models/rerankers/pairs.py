"""Scores for pairs of a question and passages, checked, whatever model gives them."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from policy_assistant.errors import ModelError
from policy_assistant.models.text import clean

MAX_CHARACTERS = 30_000
"""Above the window of most models, which cut the text to it themselves."""


def score_pairs(
    question: str, passages: Sequence[str], score: Callable[[str, list[str]], Sequence[Any]], *, name: str, batch_size: int
) -> list[float]:
    """Clean the texts, have them scored in batches, and check what comes back.

    `score` never sees an empty text: an empty passage gets the lowest score of the others, and all get 0 when the question
    or every passage is empty.

    Raises:
        ModelError: other than one finite number a passage came back.
    """
    question = clean(question, MAX_CHARACTERS)
    cleaned = [clean(passage, MAX_CHARACTERS) for passage in passages]
    filled = [place for place, passage in enumerate(cleaned) if passage and question]
    given: list[float] = []
    for start in range(0, len(filled), batch_size):
        batch = [cleaned[place] for place in filled[start : start + batch_size]]
        given += _numbers(score(question, batch), len(batch), name)
    scores = [min(given, default=0.0)] * len(passages)
    for place, value in zip(filled, given, strict=True):
        scores[place] = value
    return scores


def _numbers(values: Sequence[Any], count: int, name: str) -> list[float]:
    if len(values) != count:
        raise ModelError(f"`{name}` gave {len(values)} scores for {count} passages")
    try:
        numbers = [float(value) for value in values]
    except (TypeError, ValueError, OverflowError):
        raise ModelError(f"`{name}` gave scores that are not one number a passage", hint="a reranker has one output") from None
    if not all(math.isfinite(number) for number in numbers):
        raise ModelError(f"`{name}` gave scores that are not finite")
    return numbers
