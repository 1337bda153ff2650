"""Ask every question, score every ranking, and say why each miss was missed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from policy_assistant.evaluate.causes import DEPTH, Cause, Known, cause_of
from policy_assistant.evaluate.measures import Scores, by_kind, retrieval_scores, summarise
from policy_assistant.evaluate.questions import Question
from policy_assistant.filters import Filters
from policy_assistant.lexical import Hit
from policy_assistant.search import Finder, Passage

EACH_QUESTION = "question"
"""`as_of` of an evaluation that uses every question's own date."""


@dataclass(frozen=True)
class Asked:
    """One question with its ranking (at least `DEPTH` deep), scores, the cause when it was missed, and ms of the search."""

    question: Question
    hits: tuple[Hit, ...]
    passages: tuple[Passage, ...]
    scores: Scores
    cause: Cause | None
    milliseconds: float


@dataclass(frozen=True)
class Evaluation:
    """All questions under one method. `as_of` is a date, `question`, or None for every version.

    `model` made the vectors (empty: none was used), `variant` is the method with its options as `variants` writes them
    (empty: as `method`), and `labels` are those that the audience sees (None = all).
    """

    method: str
    k: int
    as_of: str | None
    audience: str
    chunker: str
    asked: tuple[Asked, ...]
    model: str = ""
    variant: str = ""
    labels: frozenset[str] | None = None

    @property
    def name(self) -> str:
        """What this evaluation is called where several stand together."""
        return self.variant or self.method

    @property
    def summary(self) -> Scores:
        """Means and counts over all questions."""
        return summarise([a.scores for a in self.asked])

    @property
    def by_kind(self) -> dict[str, Scores]:
        """Means and counts by kind."""
        return by_kind([a.scores for a in self.asked])

    @property
    def missed(self) -> list[str]:
        """IDs of the scored questions without a hit, in file order."""
        return [a.question.id for a in self.asked if a.scores["scored"] and not a.scores["hit"]]


@dataclass(frozen=True)
class Setting:
    """What an evaluation varies."""

    k: int
    as_of: str | None
    audience: str
    labels: frozenset[str]
    today: str


def evaluate(
    questions: Sequence[Question],
    searcher: Finder,
    known: Known,
    setting: Setting,
    chunker: str,
    progress: Callable[[int, int], None] | None = None,
    model: str = "",
) -> Evaluation:
    """Score a method on questions. `model` is the name of the model that makes its vectors, if it has any."""
    asked = []
    for number, question in enumerate(questions, 1):
        asked.append(_ask(question, searcher, known, setting))
        if progress:
            progress(number, len(questions))
    return Evaluation(searcher.method, setting.k, setting.as_of, setting.audience, chunker, tuple(asked), model, "", setting.labels)


def _ask(question: Question, searcher: Finder, known: Known, setting: Setting) -> Asked:
    as_of = (question.as_of or setting.today) if setting.as_of == EACH_QUESTION else setting.as_of
    filters = Filters(as_of, setting.labels)
    begin = perf_counter()
    found = searcher.find_question(searcher.question(question.question), max(setting.k, DEPTH), filters)
    milliseconds = (perf_counter() - begin) * 1000
    hits, passages = tuple(hit for hit, _ in found), tuple(passage for _, passage in found)
    scores = retrieval_scores(question, passages, setting.k, setting.labels)
    is_missed = scores["scored"] and not scores["hit"]
    cause = cause_of(question, passages, scores, filters, known, setting.k, searcher.method) if is_missed else None
    return Asked(question, hits, passages, scores, cause, milliseconds)
