"""A gate for answers: kept shares below which they may not fall."""

import hashlib
import json
from collections.abc import Iterator

from policy_assistant.errors import UsageError, nearest
from policy_assistant.evaluate.answer_figures import answer_figures, shares
from policy_assistant.evaluate.answers import AnswerEvaluation
from policy_assistant.evaluate.gate import AGAIN, Failure
from policy_assistant.evaluate.gate_file import Gate, KeptAnswers
from policy_assistant.evaluate.measures import DIGITS


def kept_of(evaluation: AnswerEvaluation) -> KeptAnswers:
    """What a gate keeps of answers."""
    right = tuple(one.question.id for one in evaluation.judged if one.is_correct)
    return KeptAnswers(shares(answer_figures(evaluation.judged)), fingerprint_of(evaluation), right)


def fingerprint_of(evaluation: AnswerEvaluation) -> str:
    """The SHA-256 (first 16 hex digits) of the questions with all that decides how they are judged; their order does not count."""
    questions = sorted(
        (q.id, q.question, q.language, q.as_of, q.abstain, q.keys, q.must_not, q.relevant)
        for q in (one.question for one in evaluation.judged)
    )
    made = (evaluation.k, evaluation.as_of, evaluation.audience, questions)
    return hashlib.sha256(json.dumps(made, sort_keys=True).encode()).hexdigest()[:16]


def check_answers(gate: Gate, evaluation: AnswerEvaluation) -> list[Failure]:
    """What fell, of the shares that the gate keeps of these answers; leaks count in any case.

    Raises:
        UsageError: the gate keeps no answers of this kind, or it was made on other questions, k, date or audience.
    """
    name = evaluation.name
    if name not in gate.answers:
        hint = nearest(name, gate.answers) if gate.answers else "keep some with --answers --write-gate"
        raise UsageError(f"the gate keeps no answers of {name!r}", hint=hint)
    kept = gate.answers[name]
    if kept.fingerprint not in ("", fingerprint_of(evaluation)):
        raise UsageError(f"the gate for {name!r} was made on other questions, or with another k, date or audience", hint=AGAIN)
    return [*leaks_of(evaluation), *_fallen(gate, kept, evaluation)]


def leaks_of(evaluation: AnswerEvaluation) -> list[Failure]:
    """Passages, found or cited, that the audience may not see: one failure, or none."""
    leaking = [one for one in evaluation.judged if one.leaks]
    count = sum(len(one.leaks) for one in leaking)
    return [Failure(evaluation.name, "leaks", 0.0, count, tuple(one.question.id for one in leaking))] if leaking else []


def _fallen(gate: Gate, kept: KeptAnswers, evaluation: AnswerEvaluation) -> Iterator[Failure]:
    now = shares(answer_figures(evaluation.judged))
    right = {one.question.id for one in evaluation.judged if one.is_correct}
    for figure, before in kept.figures.items():
        after = now.get(figure, 0.0)
        if after < round(before - gate.margin, DIGITS):
            lost = tuple(name for name in kept.correct if name not in right) if figure == "correct" else ()
            yield Failure(evaluation.name, figure, before, after, lost)
