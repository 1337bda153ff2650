"""Halves of the questions: one to choose settings with, the other to report.

A question is in the half that the last bit of its ID's SHA-256 gives, so that new questions fall into halves by
themselves and nobody can choose which.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import replace

from policy_assistant.evaluate.questions import Question
from policy_assistant.evaluate.run import Evaluation

HALVES = ("even", "odd")
EVERY = "all"


def half_of(question_id: str) -> str:
    """`even` or `odd`: the SHA-256 of the ID (UTF-8), read as a whole number."""
    digest = hashlib.sha256(question_id.encode("utf-8", "surrogatepass")).digest()
    return HALVES[digest[-1] % 2]


def only(evaluation: Evaluation, half: str) -> Evaluation:
    """The evaluation with the questions of one half; unchanged for `all`."""
    if half == EVERY:
        return evaluation
    return replace(evaluation, asked=tuple(a for a in evaluation.asked if half_of(a.question.id) == half))


def chosen(questions: Iterable[Question], half: str) -> list[Question]:
    """The questions of one half; all of them for `all`."""
    return [question for question in questions if half in (EVERY, half_of(question.id))]
