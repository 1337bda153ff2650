"""Causes of misses: each once, in their order, with what stands in the way."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import cast

import pytest

from policy_assistant.documents import Section
from policy_assistant.evaluate.causes import CAUSES, DEPTH, Cause, Known, cause_of
from policy_assistant.evaluate.measures import retrieval_scores
from policy_assistant.evaluate.questions import Question
from policy_assistant.evaluate.run import EACH_QUESTION, Setting, evaluate
from policy_assistant.filters import Filters
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage, Searcher
from policy_assistant.store.base import Engine
from tests.evaluate.samples import key, passage, question

FILTERS = Filters("2026-10-09", frozenset({"public"}))
OTHER, WANTED = passage("b"), passage("a")
ASKED = question("Q1", [key("a")], language="en")
MANY = [passage(f"x{n}") for n in range(DEPTH)]


def cause(asked: Question, ranked: Sequence[Passage], existing: Sequence[Passage], k: int = 1, filters: Filters = FILTERS) -> Cause:
    return cause_of(asked, ranked, retrieval_scores(asked, ranked, k, filters.labels), filters, Known(existing), k)


def test_a_passage_that_no_chunk_covers_is_not_indexed() -> None:
    assert cause(ASKED, [OTHER], [OTHER, passage("a", "Costs")]) == Cause("not indexed", "a v1 | Rules")


@pytest.mark.parametrize(
    "hidden", [passage("a", effective_from="2026-11-01"), passage("a", effective_to="2026-10-08"), passage("a", access="staff")]
)
def test_a_passage_out_of_force_or_reach_is_filtered_out(hidden: Chunk) -> None:
    found = cause(ASKED, [OTHER], [OTHER, hidden])
    assert found == Cause("filtered out", "a v1 | Rules is not in force on 2026-10-09 or not for this audience")


def test_a_version_that_stands_in_its_place_is_named() -> None:
    newer = passage("a", version="2")
    assert cause(ASKED, [newer, WANTED], [newer, WANTED]) == Cause("wrong version", "a v2 is found instead; ranked 2, behind a v2 | Rules")


def test_another_version_below_k_is_not_the_cause() -> None:
    assert cause(ASKED, [OTHER, passage("a", version="2"), WANTED], [WANTED]).name == "other words"


def test_two_languages_are_named() -> None:
    french = passage("a", language="fr")
    found = cause(ASKED, [OTHER, french], [OTHER, french])
    assert found == Cause("other language", "the question is in en, the passage in fr; ranked 2, behind b v1 | Rules")


@pytest.mark.parametrize("asked", [question("Q1", [key("a")]), question("Q1", [key("a")], language="fr")])
def test_an_unknown_or_equal_language_is_not_the_cause(asked: Question) -> None:
    assert cause(asked, [OTHER], [passage("a", language="fr")]).name == "other words"


def test_a_passage_whose_language_is_unknown_is_not_in_another_one() -> None:
    assert cause(ASKED, [OTHER], [passage("a", language="")]).name == "other words"


def test_otherwise_other_words_stand_before_it() -> None:
    assert cause(ASKED, [OTHER, WANTED], [OTHER, WANTED]) == Cause("other words", "ranked 2, behind b v1 | Rules")


def test_a_first_result_without_a_section_is_named_by_its_document() -> None:
    assert cause(ASKED, [passage("b", sections=()), WANTED], [WANTED]).detail == "ranked 2, behind b v1 | -"


def test_a_ranking_that_is_not_full_says_that_no_word_is_shared() -> None:
    assert cause(ASKED, [OTHER], [OTHER, WANTED]).detail == "the passage has no word of the question"


def test_a_full_ranking_says_how_deep_it_was_read() -> None:
    assert cause(ASKED, MANY, [WANTED]).detail == f"not among the first {DEPTH}"
    assert cause(ASKED, MANY, [WANTED], k=DEPTH + 1).detail == "the passage has no word of the question"
    assert cause(ASKED, [*MANY, OTHER], [WANTED], k=DEPTH + 1).detail == f"not among the first {DEPTH + 1}"


def test_an_empty_ranking_says_that_nothing_was_found() -> None:
    assert cause(ASKED, [], [WANTED]).detail == "no passage has any word of the question"


@pytest.mark.parametrize(
    ("ranked", "place"), [([OTHER], "not among the 1 found"), ([], "nothing was found"), (MANY, f"not among the first {DEPTH}")]
)
def test_a_method_that_does_not_rank_by_words_alone_says_nothing_of_words(ranked: Sequence[Passage], place: str) -> None:
    scores = retrieval_scores(ASKED, ranked, 1, FILTERS.labels)
    assert cause_of(ASKED, ranked, scores, FILTERS, Known([WANTED]), 1, "hybrid") == Cause("other words", place)


def test_sections_of_the_baseline_have_no_period_that_could_hide_them() -> None:
    section = Section("a@v1#rules", "a", "1", "Rules", "text", access="public", language="en")
    assert cause(ASKED, [OTHER, section], [section]).name == "other words"


def test_every_cause_has_a_meaning() -> None:
    assert list(CAUSES) == ["not indexed", "filtered out", "wrong version", "other language", "other words"]


class FixedEngine:
    """Finds the same chunks for every question, and keeps what it was asked."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self.chunks = chunks
        self.asked: list[tuple[int, Filters]] = []

    def snapshot(self) -> AbstractContextManager[None]:
        return nullcontext()

    def search_text(self, words: Sequence[str], k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        self.asked.append((k, filters))
        return [(chunk, 1.0) for chunk in self.chunks]


def searcher(engine: FixedEngine) -> Searcher:
    return Searcher("bm25", engine=cast(Engine, engine))


def test_an_evaluation_names_the_cause_of_misses_alone_and_keeps_the_order_of_the_file() -> None:
    questions = [question("Q2", [key("a")]), question("Q1", [key("b")]), question("Q3", [])]
    steps: list[tuple[int, int]] = []
    setting = Setting(1, EACH_QUESTION, "public", frozenset({"public"}), "2026-10-09")
    done = evaluate(
        questions,
        searcher(FixedEngine([OTHER, WANTED])),
        Known([OTHER, WANTED]),
        setting,
        "structure",
        lambda n, total: steps.append((n, total)),
    )
    assert done.missed == ["Q2"]
    assert [a.cause.name if a.cause else "" for a in done.asked] == ["other words", "", ""]
    assert (done.summary["questions"], done.summary["hit"], steps) == (2, 0.5, [(1, 3), (2, 3), (3, 3)])


@pytest.mark.parametrize(
    ("as_of", "days"), [(EACH_QUESTION, ["2026-11-15", "2026-10-09"]), ("2026-01-01", ["2026-01-01"] * 2), (None, [None, None])]
)
def test_each_question_is_asked_on_its_own_date_unless_one_is_given(as_of: str | None, days: list[str | None]) -> None:
    engine = FixedEngine([])
    questions = [question("Q1", as_of="2026-11-15"), question("Q2")]
    evaluate(questions, searcher(engine), Known([]), Setting(3, as_of, "public", frozenset({"public"}), "2026-10-09"), "structure")
    assert [filters.as_of for _, filters in engine.asked] == days
    assert [depth for depth, _ in engine.asked] == [DEPTH, DEPTH]


class NothingFound:
    """A search by meaning that finds nothing."""

    method = "dense"

    def question(self, query: str) -> str:
        return query

    def find_question(self, question: str, k: int, filters: Filters) -> list[tuple[Hit, Passage]]:
        return []


def test_the_cause_of_a_miss_is_that_of_the_method_which_missed() -> None:
    setting = Setting(3, None, "public", frozenset({"public"}), "2026-10-09")
    done = evaluate([question("Q1", [key("a")])], cast(Searcher, NothingFound()), Known([WANTED]), setting, "structure", model="e5")
    assert [a.cause.detail if a.cause else "" for a in done.asked] == ["nothing was found"]
    assert (done.method, done.model, done.labels) == ("dense", "e5", frozenset({"public"}))
