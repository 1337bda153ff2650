"""The scores of answers: as tables, and as JSON."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from policy_assistant.cli.output import excerpt, number, say, table

if TYPE_CHECKING:
    from policy_assistant.evaluate.answer_figures import AnswerFigures, Selective
    from policy_assistant.evaluate.answers import AnswerEvaluation, Judged


def say_answers(evaluation: "AnswerEvaluation") -> None:
    """The figures of answers, by half, kind and language, and every question with a fault."""
    from policy_assistant.evaluate.answer_figures import answer_figures, by_kind, by_language, halves, selective

    figures = answer_figures(evaluation.judged)
    made_by = " ".join(filter(None, (evaluation.model, evaluation.prompt)))
    say(f"answers by {made_by or '-'} over {evaluation.method or '-'}, top {evaluation.k}: {_correct(figures)}")
    for line in _lines(figures):
        say(line)
    say()
    groups = [("all", figures), *halves(evaluation.judged).items(), *by_kind(evaluation.judged).items()]
    groups += [(f"in {language or '-'}", row) for language, row in by_language(evaluation.judged).items()]
    header = ("questions", "n", "valid", "correct", "abstained wrongly", "abstained rightly", "cites relevant", "must_not", "leaks")
    table(header, [_cells(name, row) for name, row in groups], right=range(1, len(header)))
    if found := selective(evaluation.judged):
        say()
        say(_in_words(found))
    for judged in evaluation.missed:
        said = f" | {excerpt(judged.answer.text)}" if judged.is_answered else ""
        say(f"missed {judged.question.id}: {'; '.join(judged.faults)}{said}")


def answers_record(evaluation: "AnswerEvaluation") -> dict[str, Any]:
    """The figures of answers as one JSON object."""
    from policy_assistant.evaluate.answer_figures import answer_figures, by_kind, by_language, halves, selective

    return {
        "model": evaluation.model or None,
        "prompt": evaluation.prompt or None,
        "method": evaluation.method or None,
        "k": evaluation.k,
        "as_of": evaluation.as_of,
        "audience": evaluation.audience,
        **_figures_record(answer_figures(evaluation.judged)),
        "halves": _group_records(halves(evaluation.judged)),
        "by_kind": _group_records(by_kind(evaluation.judged)),
        "by_language": _group_records(by_language(evaluation.judged)),
        "risk_coverage": _selective_record(selective(evaluation.judged)),
        "missed": [_judged_record(judged) for judged in evaluation.missed],
    }


def _lines(figures: "AnswerFigures") -> list[str]:
    """The figures in sentences."""
    from policy_assistant.evaluate.answers import MAX_WORDS

    hidden = f"passages not for this audience: {figures.hidden} questions, {figures.hidden_abstained} abstained, "
    hidden += f"{figures.hidden - figures.hidden_abstained} answered from allowed passages alone" if not figures.leaks else "with leaks"
    checks = ", ".join(f"{name} {count}" for name, count in figures.checks.items()) or "none"
    return [
        f"  valid: {figures.valid} of {figures.questions}; answered: {figures.answered}",
        f"  abstained rightly: {figures.abstained_rightly} of {figures.unanswerable} unanswerable;"
        f" wrongly: {figures.abstained_wrongly} of {figures.answerable} answerable",
        *([f"  {hidden}"] if figures.hidden else []),
        f"  must_not found: {figures.violations}; passages that the audience may not see: {figures.leaks}",
        f"  cites a relevant passage: {figures.relevant} of {figures.relevant_of} answered",
        f"  words: mean {number(figures.words_mean, 1)}, most {figures.words_max}; over {MAX_WORDS}: {figures.long}",
        f"  quotes exact: {figures.exact} of {figures.quotes}",
        f"  claims: {figures.claims}, withheld {figures.withheld}; checks failed: {checks}",
        f"  ms: search {number(figures.search_ms, 1)}; beyond it {number(figures.further_ms, 1)}"
        f" (median), {number(figures.further_ms_95, 1)} (95 %)",
    ]


def _correct(figures: "AnswerFigures") -> str:
    if not figures.scored:
        return "none scored (no question has keys)"
    low, high = figures.correct_interval or (0.0, 0.0)
    return f"{figures.correct} of {figures.scored} correct by keys [{low:.3f}, {high:.3f}]"


def _cells(name: str, figures: "AnswerFigures") -> Sequence[object]:
    pairs = (
        (figures.correct, figures.scored),
        (figures.abstained_wrongly, figures.answerable),
        (figures.abstained_rightly, figures.unanswerable),
        (figures.relevant, figures.relevant_of),
    )
    shares = (f"{count} of {of}" if of else "-" for count, of in pairs)
    return (name, figures.questions, figures.valid, *shares, figures.violations, figures.leaks)


def _in_words(found: "Selective") -> str:
    if found.risk is None:
        return "risk and coverage: nothing was answered"
    curve = found.curve
    return (
        f"risk and coverage: {found.risk:.3f} of the answers wrong at a coverage of {found.coverage:.3f};"
        f" area under the curve at most {curve.area:.3f} (best order {curve.best_area:.3f})"
    )


def _group_records(groups: "Mapping[str, AnswerFigures]") -> dict[str, dict[str, Any]]:
    return {name: _figures_record(figures) for name, figures in groups.items()}


def _figures_record(figures: "AnswerFigures") -> dict[str, Any]:
    interval = [round(end, 3) for end in figures.correct_interval] if figures.correct_interval else None
    values = {name: round(value, 2) if isinstance(value, float) else value for name, value in vars(figures).items()}
    return values | {"checks": dict(figures.checks), "correct_interval": interval}


def _selective_record(found: "Selective | None") -> dict[str, Any] | None:
    if found is None:
        return None
    points = [[round(value, 4) for value in (p.threshold, p.coverage, p.risk)] for p in found.curve.points]
    return {
        "coverage": round(found.coverage, 4),
        "risk": None if found.risk is None else round(found.risk, 4),
        "area": round(found.curve.area, 4),
        "best_area": round(found.curve.best_area, 4),
        "points": points,
    }


def _judged_record(judged: "Judged") -> dict[str, Any]:
    return {
        "id": judged.question.id,
        "expected": judged.expected,
        "answerable": judged.answer.answerable,
        "correct": judged.is_correct,
        "faults": [*judged.faults],
        "answer": excerpt(judged.answer.text, 500),
        "cited": [chunk.chunk_id for chunk in judged.answer.cited],
    }
