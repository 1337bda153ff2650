"""An evaluation as one HTML page: scores, plots, and for every miss what was wanted and what was found instead."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from policy_assistant.evaluate.causes import CAUSES
from policy_assistant.evaluate.measures import MEASURES, covers, visible
from policy_assistant.evaluate.page import EXAMPLE, Plot, check_extra, fill, in_words, shown
from policy_assistant.evaluate.run import EACH_QUESTION, Asked, Evaluation
from policy_assistant.evaluate.writing import check_target, write_whole
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from policy_assistant.evaluate.answers import AnswerEvaluation

HIT_AT = (1, 2, 3, 5, 10, 20, 50)
"""The values of k of the plot of hit@k; that of the evaluation joins them."""

EXCERPT = 160
MAX_SHOWN = 20
"""Of a question's results no more are shown, however large k is."""


@dataclass(frozen=True)
class Found:
    """One result of a question. `problem` is empty, or what it should not be."""

    rank: int
    score: float
    id: str
    passage: Passage
    excerpt: str
    problem: str = ""


@dataclass(frozen=True)
class Wanted:
    """A relevant passage as the question names it, and the rank of the first result that covers it (None = not found)."""

    key: Mapping[str, str]
    rank: int | None


@dataclass(frozen=True)
class Miss:
    """A missed question: what it wanted and what was found instead."""

    asked: Asked
    wanted: Sequence[Wanted]
    found: Sequence[Found]


def write_report(path: Path, evaluation: Evaluation, settings: Settings, answers: "AnswerEvaluation | None" = None) -> None:
    """Write the page, with a part about the answers where there are some. A file of this name is replaced in one step, so that a reader never sees half of one.

    Raises:
        MissingExtraError: the packages of the extra `report` are not installed.
        UsageError: the file cannot be written.
    """
    check_target(path, EXAMPLE)
    write_whole(path, render(evaluation, settings, answers), EXAMPLE)


def render(evaluation: Evaluation, settings: Settings, answers: "AnswerEvaluation | None" = None) -> str:
    """The page as text. Raises `MissingExtraError` when the packages of the extra `report` are not installed."""
    check_extra()
    from policy_assistant.evaluate import plots
    from policy_assistant.evaluate.answer_report import answers_content

    content = _content(evaluation, settings) | {"plots": [*_plots(evaluation, plots)]}
    return fill("report.html.jinja", content | {"answers": answers_content(answers) if answers else None})


def _content(evaluation: Evaluation, settings: Settings) -> dict[str, Any]:
    labels = settings.labels_of(evaluation.audience)
    missed = [a for a in evaluation.asked if a.cause]
    return {
        "evaluation": evaluation,
        "facts": _facts(evaluation, settings),
        "project": settings.name,
        "k": evaluation.k,
        "measures": MEASURES,
        "scores": [*evaluation.by_kind.items()],
        "summary": evaluation.summary,
        "offences": [(a, found) for a in evaluation.asked if (found := [f for f in _found(a, evaluation.k, labels) if f.problem])],
        "causes": CAUSES,
        "cause_counts": Counter(a.cause.name for a in missed if a.cause),
        "missed": [Miss(a, _wanted(a, labels), _found(a, evaluation.k, labels)[:MAX_SHOWN]) for a in missed],
        "dates": {a.question.id: _as_of(a, evaluation, settings) for a in evaluation.asked},
    }


def _facts(evaluation: Evaluation, settings: Settings) -> dict[str, object]:
    """What was measured, as the page's head lists it."""
    model = {"Model": evaluation.model} if evaluation.model else {}
    return {
        "Method": evaluation.method,
        "Results looked at (k)": evaluation.k,
        "As of": rule_of(evaluation.as_of, settings),
        "Audience": audience_of(evaluation, settings),
        "Chunker": evaluation.chunker or "none: sections of Markdown",
        **model,
        "Questions": f"{len(evaluation.asked)} asked, {evaluation.summary['questions']} scored",
        "Run on": now(),
    }


def rule_of(as_of: str | None, settings: Settings) -> str:
    """Which date decides, in words."""
    if as_of == EACH_QUESTION:
        return f"each question's own, {settings.today} where it has none"
    return as_of or "none: every version"


def audience_of(evaluation: Evaluation, settings: Settings) -> str:
    """Who asks, and the labels that are seen then."""
    return f"{evaluation.audience} (sees {', '.join(sorted(settings.labels_of(evaluation.audience)))})"


def now() -> str:
    """The present minute in local time."""
    return datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z")


def _as_of(asked: Asked, evaluation: Evaluation, settings: Settings) -> str:
    if evaluation.as_of == EACH_QUESTION:
        return asked.question.as_of or settings.today
    return evaluation.as_of or "every version"


def _wanted(asked: Asked, labels: frozenset[str]) -> list[Wanted]:
    return [
        Wanted(key, next((rank for rank, passage in enumerate(asked.passages, 1) if covers(passage, key)), None))
        for key in visible(asked.question, labels)
    ]


def _found(asked: Asked, k: int, labels: frozenset[str]) -> list[Found]:
    return [
        Found(hit.rank, hit.score, hit.id, passage, _excerpt(passage), _problem(asked, passage, labels))
        for hit, passage in zip(asked.hits[:k], asked.passages[:k], strict=True)
    ]


def _problem(asked: Asked, passage: Passage, labels: frozenset[str]) -> str:
    is_wrong = any(covers(passage, key) for key in asked.question.wrong_version)
    return ", ".join([*(["leak"] if passage.access not in labels else []), *(["wrong version"] if is_wrong else [])])


def _excerpt(passage: Passage) -> str:
    text = " ".join((passage.quote if isinstance(passage, Chunk) else passage.text).split())
    return text if len(text) <= EXCERPT else f"{text[: EXCERPT - 1]}…"


def _plots(evaluation: Evaluation, plots: Any) -> Iterator[Plot]:
    """The drawings; none where no question is scored."""
    k, summary = evaluation.k, evaluation.summary
    kinds = {kind: scores for kind, scores in evaluation.by_kind.items() if scores["questions"]}
    if not kinds:
        return
    counts = {kind: scores["questions"] for kind, scores in kinds.items()}
    for name in ("hit", "mrr"):
        measure = f"{MEASURES[name]}@{k}"
        means = {kind: scores[name] for kind, scores in kinds.items()}
        words = f"{in_words(means)}; all questions {shown(summary[name])}."
        yield Plot(f"{measure} by kind, with the number of questions", words, plots.bars(means, counts, summary[name], measure))
    hits = hit_at(evaluation.asked, sorted({*HIT_AT, k}))
    yield Plot("hit@k against k, all questions", f"{in_words({f'k {n}': hit for n, hit in hits.items()})}.", plots.curve(hits, k))


def hit_at(asked: Sequence[Asked], depths: Sequence[int]) -> dict[int, float]:
    """The hit rate at other values of k: the share of scored questions whose first relevant result is within k.

    Empty when no question is scored.
    """
    ranks = [a.scores["first_rank"] for a in asked if a.scores["scored"]]
    if not ranks:
        return {}
    return {k: sum(rank is not None and rank <= k for rank in ranks) / len(ranks) for k in depths}
