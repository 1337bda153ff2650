"""Fits the decision to abstain: `python -m benchmarks.train_abstention --write` makes policy_assistant/data/abstention.json.

Every question of the even halves of all collections is asked three ways: as it is; where it has no answer; and, where it has
one, with the documents that answer it left out. The weights make the first likely to be answered and the others not, under
logistic regression with a penalty on their squares; each weight keeps the sign that its signal must have, so that more of a
good signal never lowers the confidence. The threshold is the confidence under which `WRONGLY` of the answerable questions of
the even halves lie. Besides the fixed questions those of `benchmarks/questions` are asked, written for this: most of them have
no answer and are near misses, such as a product that no table lists. The odd halves are only reported.
"""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy import typing as npt

from benchmarks.projects import PROJECT, present, project
from policy_assistant.answer import Asked
from policy_assistant.ask import Answerer
from policy_assistant.assistant import Assistant
from policy_assistant.evaluate.halves import half_of
from policy_assistant.evaluate.questions import Question, load_questions
from policy_assistant.extract.decision import WORDS, Model, confidence_of

TARGET = PROJECT / "policy_assistant" / "data" / "abstention.json"
QUESTIONS = PROJECT / "benchmarks" / "questions"

SIGNS = {"lacking": -1, "distance": -1, "share": 1}
"""Signal -> the sign that its weight must have."""

NAMES = {"e5": ("lacking", "distance"), "use": ("lacking", "distance"), WORDS: ("lacking", "share")}
"""Embedder -> its signals."""

WEIGHT_OF = {"answerable": 1.0, "unanswerable": 2.0, "left out": 0.3}
COLLECTION_WEIGHT = {"cnil": 0.4}
"""A collection with four times as many questions as another must not decide alone."""

PENALTY = 2.0
WRONGLY = 0.18
STEPS = 4000
RATE = 0.05
DIGITS = 3

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Seen:
    """One way of asking a question, with the signals of the extractor's decision."""

    collection: str
    question: Question
    case: str
    signals: Mapping[str, float]

    @property
    def weight(self) -> float:
        """How much it counts in the fit."""
        return WEIGHT_OF[self.case] * COLLECTION_WEIGHT.get(self.collection, 1.0)


def seen(embedder: str) -> list[Seen]:
    """Every question of all collections in every case."""
    found: list[Seen] = []
    for collection in present():
        with project(collection, "none" if embedder == WORDS else embedder) as assistant:
            for question in questions_of(collection, assistant):
                found.extend(_cases(collection, question, assistant))
    return found


def questions_of(collection: str, assistant: Assistant) -> list[Question]:
    """The fixed questions of a collection and those written for calibration."""
    more = QUESTIONS / f"{collection}.jsonl"
    return [*load_questions(assistant.settings.questions_path).values(), *(load_questions(more).values() if more.exists() else ())]


def _cases(collection: str, question: Question, assistant: Assistant) -> Iterator[Seen]:
    settings = assistant.settings
    answerer = Answerer(assistant.searcher(), assistant.store, settings.answers)
    asked = Asked(question.question, question.language, question.as_of or settings.today, "staff", settings.labels_of("staff"))
    cases = [("unanswerable" if question.abstain else "answerable", frozenset[str]())]
    if not question.abstain:
        cases.append(("left out", frozenset(key["doc_id"] for key in question.relevant)))
    for case, hidden in cases:
        decision = replace(answerer, without_documents=hidden).answer(asked, settings.search.k).decision
        if decision and decision.signals:
            yield Seen(collection, question, case, decision.signals)


def fit(data: Sequence[Seen], names: Sequence[str]) -> Model:
    """The model of the even halves."""
    even = [one for one in data if half_of(one.question.id) == "even"]
    matrix = np.array([[one.signals[name] for name in names] for one in even])
    mean, spread = matrix.mean(axis=0), matrix.std(axis=0) + 1e-9
    scaled = np.column_stack([(matrix - mean) / spread, np.ones(len(even))])
    target = np.array([float(one.case == "answerable") for one in even])
    counts = np.array([one.weight for one in even])
    signs = np.array([SIGNS[name] for name in names])
    weights = np.zeros(len(names) + 1)
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-scaled @ weights))
        gradient = scaled.T @ (counts * (chances - target)) / counts.sum()
        gradient[:-1] += PENALTY * weights[:-1] / counts.sum()
        weights = weights - RATE * gradient * 4
        weights[:-1] = signs * np.maximum(signs * weights[:-1], 0)
    plain = {name: round(float(value), DIGITS) for name, value in zip(names, weights[:-1] / spread, strict=True) if abs(value) > 1e-6}
    bias = float(weights[-1] - (weights[:-1] * mean / spread).sum())
    model = Model(plain, round(bias, DIGITS), 0.0)
    answerable = sorted(confidence_of(one.signals, model) for one in even if one.case == "answerable")
    return replace(model, threshold=round(answerable[int(WRONGLY * len(answerable))], DIGITS))


def report(embedder: str, data: Sequence[Seen], model: Model) -> Iterator[str]:
    """What the model abstains from, by collection, half and case."""
    yield f"{embedder}: {json.dumps(model.__dict__)}"
    for collection in dict.fromkeys(one.collection for one in data):
        for half in ("even", "odd"):
            cells = []
            for case in WEIGHT_OF:
                part = [one for one in data if one.collection == collection and half_of(one.question.id) == half and one.case == case]
                abstained = sum(confidence_of(one.signals, model) < model.threshold for one in part)
                cells.append(f"{case} {abstained} of {len(part)}")
            yield f"  {collection}, {half}: abstained: {', '.join(cells)}"
    fixed = [one for one in data if one.collection == "larkfield" and one.question.id.startswith("Q")]
    for case in WEIGHT_OF:
        part = [one for one in fixed if one.case == case]
        yield f"  larkfield's own: {case}: abstained {sum(confidence_of(one.signals, model) < model.threshold for one in part)} of {len(part)}"


def main() -> None:
    """Print the models and what they abstain from; with `--write` put them into the package."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write policy_assistant/data/abstention.json")
    options = parser.parse_args()
    models = {}
    for embedder, names in NAMES.items():
        data = seen(embedder)
        models[embedder] = fit(data, names)
        print("\n".join(report(embedder, data, models[embedder])), flush=True)
    if options.write:
        made_by = "python -m benchmarks.train_abstention --write"
        values = {name: model.__dict__ for name, model in models.items()}
        TARGET.write_text(json.dumps({"made_by": made_by, "models": values}, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
