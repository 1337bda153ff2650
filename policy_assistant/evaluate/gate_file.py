"""The file of a gate: the figures that must not fall, and what they were measured on.

A file written by hand needs `figures` alone; what it does not state is not checked.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from policy_assistant.errors import UsageError, nearest
from policy_assistant.evaluate.figures import FIGURES, figures_of, values_of
from policy_assistant.evaluate.run import Evaluation
from policy_assistant.evaluate.writing import check_target, write_whole

MAX_FILE_BYTES = 20_000_000
EXAMPLE = "--write-gate gate.json"

Ranks = Mapping[str, int | None]
"""ID of a scored question -> rank of its first relevant result, None when it was not found."""


@dataclass(frozen=True)
class Made:
    """What figures were measured on. `questions` is how many were asked, `fingerprint` that of `fingerprint_of`."""

    questions: int
    fingerprint: str
    k: int
    as_of: str | None
    audience: str
    chunker: str
    model: str


@dataclass(frozen=True)
class KeptAnswers:
    """Shares of answers by name (see `answer_figures.shares`), the fingerprint of what they were measured on (empty: not
    checked), and the IDs of the questions that were answered correctly.
    """

    figures: Mapping[str, float]
    fingerprint: str = ""
    correct: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gate:
    """The kept figures by variant. `margin` is how far a figure may fall, `made` and `ranks` may lack variants.

    `answers` are those of answers, by the name of their evaluation.
    """

    figures: Mapping[str, Mapping[str, float]]
    margin: float = 0.0
    made: Mapping[str, Made] = field(default_factory=dict)
    ranks: Mapping[str, Ranks] = field(default_factory=dict)
    answers: Mapping[str, KeptAnswers] = field(default_factory=dict)


def fingerprint_of(evaluation: Evaluation) -> str:
    """The SHA-256 (first 16 hex digits) of what decides the scores of the questions asked; their order does not count."""
    questions = sorted(
        (q.id, q.question, q.language, q.as_of, q.relevant, q.wrong_version) for q in (asked.question for asked in evaluation.asked)
    )
    return hashlib.sha256(json.dumps(questions, sort_keys=True).encode()).hexdigest()[:16]


def made_of(evaluation: Evaluation) -> Made:
    """What an evaluation was measured on."""
    return Made(
        questions=len(evaluation.asked),
        fingerprint=fingerprint_of(evaluation),
        k=evaluation.k,
        as_of=evaluation.as_of,
        audience=evaluation.audience,
        chunker=evaluation.chunker,
        model=evaluation.model,
    )


def ranks_of(evaluation: Evaluation) -> Ranks:
    """The ranks of the first relevant results."""
    return {asked.question.id: asked.scores["first_rank"] for asked in evaluation.asked if asked.scores["scored"]}


def read_gate(path: Path) -> Gate:
    """The gate in a file.

    Raises:
        UsageError: no such file, or one that is no gate; the message says what is wrong in it.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UsageError(f"{path} is larger than {MAX_FILE_BYTES:,} bytes", hint="name a file that `--write-gate` wrote")
        values = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UsageError(f"no gate {path}", hint=f"write the present figures to it first: --write-gate {path}") from None
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or str(error)).lower()}", hint="name a file, for example --gate gate.json") from None
    except (ValueError, RecursionError):
        raise _wrong(path, "not JSON") from None
    return _gate(path, values)


def check_new_gate(path: Path) -> float:
    """Refuse a place that no gate can be written to, before the work is done; the margin of the gate that is there, else 0.

    Raises:
        UsageError: no such folder, or a file that is no gate.
    """
    check_target(path, EXAMPLE)
    return read_gate(path).margin if path.exists() else 0.0


def write_gate(path: Path, evaluations: Mapping[str, Evaluation], answers: Mapping[str, KeptAnswers] | None = None) -> None:
    """Keep the figures of evaluations, by variant, and those of answers. The margin of a gate that is replaced stays.

    Raises:
        UsageError: the file cannot be written, or it exists and is no gate.
    """
    values = {
        "margin": check_new_gate(path),
        "figures": {name: _kept(evaluation) for name, evaluation in evaluations.items()},
        "made": {name: vars(made_of(evaluation)) for name, evaluation in evaluations.items()},
        "ranks": {name: ranks_of(evaluation) for name, evaluation in evaluations.items()},
        "answers": {name: vars(kept) for name, kept in (answers or {}).items()},
    }
    write_whole(path, json.dumps(values, indent=1) + "\n", EXAMPLE)


def _kept(evaluation: Evaluation) -> dict[str, float]:
    means = figures_of(values_of(evaluation)).means
    return {name: mean for name, mean in means.items() if mean is not None}


def _gate(path: Path, values: Any) -> Gate:
    tables = {name: _table(path, values, name) for name in ("figures", "made", "ranks", "answers")}
    if not tables["figures"]:
        raise _wrong(path, "no figures")
    for variant, figures in tables["figures"].items():
        _check_figures(path, variant, figures, FIGURES)
    margin = values.get("margin", 0.0)
    if not _is_share(margin):
        raise _wrong(path, f"margin is {margin!r:.80}; allowed: a number from 0 to 1")
    return Gate(
        tables["figures"],
        float(margin),
        {variant: _made(path, variant, made) for variant, made in tables["made"].items()},
        {variant: _ranks(path, variant, ranks) for variant, ranks in tables["ranks"].items()},
        {name: _answers(path, name, kept) for name, kept in tables["answers"].items()},
    )


def _table(path: Path, values: Any, name: str) -> dict[str, dict[str, Any]]:
    """One of the file's tables: an object of objects, by variant."""
    table = values.get(name, {}) if isinstance(values, dict) else None
    if not isinstance(table, dict) or not all(isinstance(row, dict) for row in table.values()):
        raise _wrong(path, f"{name} is not an object with one object for each variant")
    return table


def _check_figures(path: Path, variant: str, figures: Mapping[str, Any], known: Iterable[str]) -> None:
    for name, value in figures.items():
        if name not in known:
            raise UsageError(f"{path} is no gate: unknown figure {name!r:.80} of {variant!r:.80}", hint=nearest(name, known))
        if not _is_share(value):
            raise _wrong(path, f"{name} of {variant!r:.80} is {value!r:.80}; allowed: a number from 0 to 1")


def _made(path: Path, variant: str, values: Mapping[str, Any]) -> Made:
    types: dict[str, tuple[type, ...]] = {
        "questions": (int,),
        "fingerprint": (str,),
        "k": (int,),
        "as_of": (str, type(None)),
        "audience": (str,),
        "chunker": (str,),
        "model": (str,),
    }
    if set(values) != set(types) or not all(isinstance(values[name], kinds) for name, kinds in types.items()):
        raise _wrong(path, f"made of {variant!r:.80} does not have {', '.join(types)}, each of its kind")
    return Made(**values)


def _ranks(path: Path, variant: str, values: Mapping[str, Any]) -> Ranks:
    if not all(rank is None or (type(rank) is int and rank > 0) for rank in values.values()):
        raise _wrong(path, f"ranks of {variant!r:.80} are not whole numbers from 1 or null")
    return values


def _answers(path: Path, name: str, values: Mapping[str, Any]) -> KeptAnswers:
    from policy_assistant.evaluate.answer_figures import SHARES

    figures, fingerprint, correct = values.get("figures"), values.get("fingerprint", ""), values.get("correct", [])
    if not isinstance(figures, dict) or not isinstance(fingerprint, str) or not isinstance(correct, list):
        raise _wrong(path, f"answers of {name!r:.80} do not have figures, fingerprint and correct, each of its kind")
    _check_figures(path, name, figures, SHARES)
    if not all(isinstance(question_id, str) for question_id in correct):
        raise _wrong(path, f"correct of {name!r:.80} is not a list of IDs")
    return KeptAnswers(figures, fingerprint, tuple(correct))


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _wrong(path: Path, what: str) -> UsageError:
    return UsageError(f"{path} is no gate: {what}", hint="name a file that `--write-gate` wrote, or mend it")
