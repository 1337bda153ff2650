"""Answers to judge, made of few words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from policy_assistant.answer import Answer, Asked, Decision, Trace, silence
from policy_assistant.claims import CheckedClaim, Citation, Cited, Problem
from policy_assistant.context import Context
from policy_assistant.evaluate.answers import AnswerEvaluation, Judged, judge
from policy_assistant.evaluate.exactness import Sources
from policy_assistant.evaluate.questions import Question
from policy_assistant.evaluate.run import EACH_QUESTION
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from policy_assistant.settings import Settings

PUBLIC = frozenset({"public"})
NO_FILES = Sources(Settings(Path("/nowhere")), [])
"""The files of a corpus without any: a quote of it is never exact."""


def claim(text: str, *chunks: Chunk, problems: Sequence[str] = (), quote: str = "") -> CheckedClaim:
    """A claim that cites chunks as a whole, or a quote at the beginning of each."""
    cited = tuple(Cited(chunk.chunk_id, quote) for chunk in chunks)
    places = tuple(Citation(chunk, chunk.start, chunk.start + len(quote) if quote else chunk.end, quote) for chunk in chunks)
    return CheckedClaim(text, cited, places, tuple(Problem(name) for name in problems))


def answer(one: Question, *claims: CheckedClaim, **fields: Any) -> Answer:
    """What was said to a question: the texts of its standing claims, or an abstention; any field can be given."""
    asked = Asked(one.question, one.language or "en", one.as_of or "2026-10-09", "public", PUBLIC, one.id)
    standing = [made.text for made in claims if made.ok]
    passages = tuple({c.chunk.chunk_id: c.chunk for made in claims for c in made.citations}.values())
    values: dict[str, Any] = {
        "asked": asked,
        "model": "extractor",
        "method": "bm25",
        "answerable": bool(standing),
        "text": "\n".join(standing) or silence("en"),
        "claims": claims,
        "hits": tuple(Hit(chunk.chunk_id, 1.0, rank) for rank, chunk in enumerate(passages, 1)),
        "passages": passages,
        "context": Context(passages, (), 10),
        "trace": Trace(milliseconds={"search": 4.0, "context": 0.5, "reply": 1.0, "checks": 0.5}),
    }
    return Answer(**(values | fields))


def sure(confidence: float, threshold: float = 0.5, reason: str = "") -> Decision:
    """A decision with this confidence."""
    return Decision(confidence, threshold, {}, (), reason)


def judged(one: Question, *claims: CheckedClaim, labels: frozenset[str] = PUBLIC, sources: Sources = NO_FILES, **fields: Any) -> Judged:
    """A question with the answer that these claims make, judged."""
    return judge(one, answer(one, *claims, **fields), sources, labels)


def evaluation(*rows: Judged, **fields: Any) -> AnswerEvaluation:
    """An evaluation of answers; any field can be given."""
    values: dict[str, Any] = {"k": 5, "as_of": EACH_QUESTION, "audience": "public", "labels": PUBLIC}
    return AnswerEvaluation(judged=rows, **(values | fields))
