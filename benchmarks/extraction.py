"""What the parts of the extractor are worth: `python -m benchmarks.extraction --write` puts the tables into docs/concepts/answers.md.

The first table changes one part at a time and counts the questions whose keys all stand in the answer, nothing abstained. The
second shows how well the signals of the decision tell answerable from unanswerable questions, alone and together. Both are of
the e5 embedder, on each question's date, for the staff.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np

from benchmarks.figures import made_by
from benchmarks.marked import Page
from benchmarks.projects import PROJECT, present, project
from benchmarks.train_abstention import Seen, fit, seen
from policy_assistant.answer import Asked
from policy_assistant.ask import Answerer
from policy_assistant.evaluate.halves import half_of
from policy_assistant.evaluate.questions import Question, load_questions
from policy_assistant.extract import extractor, scoring, selection
from policy_assistant.extract.decision import Model, confidence_of
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.scoring import Scored
from policy_assistant.models.base import Embedder
from policy_assistant.models.embedders.base import open_embedder

PAGE = Page(PROJECT / "docs" / "concepts" / "answers.md")
COLLECTIONS = ("larkfield", "example")
EMBEDDER = "e5"
ALWAYS = 1
"""Per cent of confidence from which there is an answer here: nothing is abstained."""

SIGNAL_SETS = (("lacking",), ("distance",), ("share",), ("lacking", "share"), ("lacking", "distance"), ("lacking", "distance", "share"))


@dataclass(frozen=True)
class Project:
    """A collection, ready to be asked."""

    name: str
    answerer: Answerer
    questions: Sequence[tuple[Question, Asked]]


@contextmanager
def with_constants(module: Any, **values: Any) -> Iterator[None]:
    """The module with other constants."""
    with patch.multiple(module, **values):
        yield


@contextmanager
def with_sentence_vectors(weight: float) -> Iterator[None]:
    """Each candidate's cosine with the question as one more part of its score."""
    embedder: Embedder = open_embedder(EMBEDDER)
    plain = scoring._scored

    @cache
    def vector(text: str, is_question: bool) -> Any:
        return (embedder.questions if is_question else embedder.passages)([text])[0]

    def scored(candidate: Any, focus: Focus) -> Scored:
        one = plain(candidate, focus)
        cosine = float(vector(candidate.text, False) @ vector(focus.question.text, True))
        return replace(one, score=one.score + weight * (cosine - 0.8))

    with patch.object(scoring, "_scored", scored):
        yield


CHANGES: Mapping[str, Callable[[], AbstractContextManager[Any]]] = {
    "as shipped": ExitStack,
    "no kinds of answer": lambda: with_constants(scoring, KIND_WEIGHT=0.0, NO_KIND_PENALTY=0.0),
    "the order of the search does not count": lambda: with_constants(scoring, RANK_WEIGHT=0.0),
    "the order of the search counts three times as much": lambda: with_constants(scoring, RANK_WEIGHT=0.6),
    "title and headings do not count": lambda: with_constants(scoring, HEADED_SHARE=0.0),
    "the line before a list and the header of a table do not count": lambda: with_constants(scoring, LED_SHARE=0.0),
    "the name of a row does not count": lambda: with_constants(scoring, ROW_NAME_WEIGHT=0.0),
    "word pairs do not count": lambda: with_constants(scoring, PAIR_WEIGHT=0.0),
    "quotes within 0.3 of the best score": lambda: with_constants(selection, GAP=0.3),
    "quotes with 0.3 of the best one's share": lambda: with_constants(selection, LEAST_SHARE=0.3),
    "no sentences that follow each other for how something is done": lambda: patch.object(
        selection, "_steps", lambda found, focus, words: [one for one in found if selection._is_good(one, found[0], focus)]
    ),
    "no other forms of a word": lambda: patch.object(Focus, "widened", lambda self, terms: self),
    "no verdicts": lambda: patch.object(extractor, "verdict", lambda *_: None),
    "no disagreement": lambda: patch.object(extractor, "find_disagreement", lambda *_: None),
    "a vector for every sentence, weight 2": lambda: with_sentence_vectors(2.0),
    "a vector for every sentence, weight 6": lambda: with_sentence_vectors(6.0),
}
"""What is changed -> how. A cosine of e5 lies between 0.75 and 0.95, so that weight 6 moves a score by as much as all words do."""


def changes() -> Iterator[list[str]]:
    """A row for every change: the questions with all keys, by collection and half, and words of the answers."""
    with ExitStack() as stack:
        projects = [_opened(stack, name) for name in COLLECTIONS]
        for what, change in CHANGES.items():
            cells, words = [], []
            with change():
                for opened in projects:
                    right = {"even": 0, "odd": 0}
                    for question, asked in opened.questions:
                        text = opened.answerer.answer(asked, 5).text
                        words.append(len(text.split()))
                        right[half_of(question.id)] += all(re.search(key, text, re.IGNORECASE) for key in question.keys)
                    halves = [sum(half_of(question.id) == half for question, _ in opened.questions) for half in right]
                    cells += [f"{right['even']} of {halves[0]}", f"{right['odd']} of {halves[1]}"]
            yield [what, *cells, f"{np.mean(words):.0f}"]


def _opened(stack: ExitStack, name: str) -> Project:
    assistant = stack.enter_context(project(name, EMBEDDER))
    settings = assistant.settings
    answerer = Answerer(assistant.searcher(), assistant.store, replace(settings.answers, least_confidence=ALWAYS))
    labels = settings.labels_of("staff")
    questions = [q for q in load_questions(settings.questions_path).values() if not q.abstain]
    return Project(name, answerer, [(q, Asked(q.question, q.language, q.as_of or settings.today, "staff", labels)) for q in questions])


def signals() -> Iterator[list[str]]:
    """A row for every set of signals: how well it tells answerable from unanswerable questions."""
    data = seen(EMBEDDER)
    for names in SIGNAL_SETS:
        model = fit(data, names)
        cells = []
        for collection in present():
            shares = [_told_apart(data, collection, half, model) for half in ("even", "odd")]
            cells.append(", ".join(f"{share:.2f}" for share in shares))
        yield [", ".join(names), *cells]


def _told_apart(data: Sequence[Seen], collection: str, half: str, model: Model) -> float:
    """The chance that an answerable question has a higher confidence than an unanswerable one (area under the ROC curve)."""
    part = [one for one in data if one.collection == collection and half_of(one.question.id) == half]
    sure = np.array([confidence_of(one.signals, model) for one in part if one.case == "answerable"])
    unsure = np.array([confidence_of(one.signals, model) for one in part if one.case == "unanswerable"])
    above = (sure[:, None] > unsure).mean() + 0.5 * (sure[:, None] == unsure).mean()
    return float(above)


def main() -> None:
    """Print the tables; with `--write` put them into the page."""
    write = "--write" in sys.argv[1:]
    made = [made_by().replace("benchmarks.figures", "benchmarks.extraction")]
    header = ("what is changed", "Larkfield, even half", "odd half", "example, even half", "odd half", "words, mean")
    PAGE.put("changes", made, header, list(changes()), write=write)
    PAGE.put("signals", made, ("signals", *(f"{name}: even, odd half" for name in present())), list(signals()), write=write)


if __name__ == "__main__":
    main()
