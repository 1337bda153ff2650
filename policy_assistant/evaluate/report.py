"""An evaluation as one HTML page: scores, plots, and for every miss what was wanted and what was found instead.

The page loads nothing and runs nothing. All text of documents and questions is escaped by the template engine.
"""

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

from policy_assistant.errors import MissingExtraError, UsageError
from policy_assistant.evaluate.causes import CAUSES
from policy_assistant.evaluate.measures import MEASURES, covers, visible
from policy_assistant.evaluate.run import EACH_QUESTION, Asked, Evaluation
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage
from policy_assistant.settings import Settings

HIT_AT = (1, 2, 3, 5, 10, 20, 50)
"""The values of k of the plot of hit@k; that of the evaluation joins them."""

EXCERPT = 160
MAX_SHOWN = 20
"""Of a question's results no more are shown, however large k is."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Characters that have no place in a page, turn a line's direction, or cannot be written; line feeds and tabs stay."""


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


@dataclass(frozen=True)
class Plot:
    """A drawing, and the same in words."""

    title: str
    words: str
    svg: str


def write_report(path: Path, evaluation: Evaluation, settings: Settings) -> None:
    """Write the page. A file of this name is replaced in one step, so that a reader never sees half of one.

    Raises:
        MissingExtraError: the packages of the extra `report` are not installed.
        UsageError: the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise UsageError(
            f"{path} cannot be written: there is no folder {target.parent}", hint="create the folder first, or name another file"
        )
    if target.exists() and not target.is_file():
        raise UsageError(
            f"{path} is {'a folder' if target.is_dir() else 'not a file'}", hint="name a file, for example --report report.html"
        )
    page = render(evaluation, settings)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        unfinished.write_text(page, encoding="utf-8", newline="\n")
        unfinished.replace(target)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {(error.strerror or str(error)).lower()}", hint="name a file in a folder of yours"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink()


def render(evaluation: Evaluation, settings: Settings) -> str:
    """The page as text. Raises `MissingExtraError` when the packages of the extra `report` are not installed."""
    try:
        from jinja2 import Environment, StrictUndefined

        from policy_assistant.evaluate import plots
    except ImportError as error:
        raise MissingExtraError("the report", "report") from error
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["number"] = _number
    template = environment.from_string(files("policy_assistant.evaluate").joinpath("report.html.jinja").read_text(encoding="utf-8"))
    page = template.render(_content(evaluation, settings), plots=list(_plots(evaluation, plots)))
    return _CONTROLS.sub("", page)


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
    rule = {EACH_QUESTION: f"each question's own, {settings.today} where it has none", None: "none: every version"}
    return {
        "Method": evaluation.method,
        "Results looked at (k)": evaluation.k,
        "As of": rule.get(evaluation.as_of, evaluation.as_of),
        "Audience": f"{evaluation.audience} (sees {', '.join(sorted(settings.labels_of(evaluation.audience)))})",
        "Chunker": evaluation.chunker or "none: sections of Markdown",
        "Questions": f"{len(evaluation.asked)} asked, {evaluation.summary['questions']} scored",
        "Run on": datetime.now().astimezone().strftime("%Y-%m-%d %H:%M %Z"),
    }


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
        words = f"{_in_words(means)}; all questions {_number(summary[name])}."
        yield Plot(f"{measure} by kind, with the number of questions", words, plots.bars(means, counts, summary[name], measure))
    hits = _hit_at(evaluation.asked, sorted({*HIT_AT, k}))
    yield Plot("hit@k against k, all questions", f"{_in_words({f'k {n}': hit for n, hit in hits.items()})}.", plots.curve(hits, k))


def _hit_at(asked: Sequence[Asked], depths: Sequence[int]) -> dict[int, float]:
    """The hit rate at other values of k: the share of scored questions whose first relevant result is within k."""
    ranks = [a.scores["first_rank"] for a in asked if a.scores["scored"]]
    return {k: sum(rank is not None and rank <= k for rank in ranks) / len(ranks) for k in depths}


def _in_words(values: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {_number(value)}" for name, value in values.items())


def _number(value: float | None, digits: int = 3) -> str:
    """A score, or a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}"
