"""What each word gives to a chunk: the parts of a score, checked against sums worked by hand."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import WordScore
from policy_assistant.store.sqlite import Store
from tests.store.samples import document, metadata, update

EXPECTED = Path(__file__).resolve().parents[3] / "shared" / "larkfield" / "expected.json"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "index.sqlite") as store:
        yield store


def fill(store: Store, *texts: str) -> list[Chunk]:
    store.publish(update(document(metadata("house"), *texts)))
    return store.chunks()


def parts(store: Store, chunk: Chunk, *words: str) -> list[WordScore]:
    return store.explain_text(words, chunk)


def test_a_score_worked_by_hand(store: Store) -> None:
    """Four chunks of 4, 2, 1 and 1 words: the mean is 2. `tea` is in one of four.

    Rarity: ln((4 - 1 + 0.5) / (1 + 0.5)) = ln(7 / 3) = 0.847298.
    Credit: 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 4 / 2)) = 4.4 / 4.1 = 1.073171.
    """
    first, *_ = fill(store, "tea with tea leaves", "hot water", "cups", "spoons")
    (tea,) = parts(store, first, "tea")
    assert (tea.word, tea.documents, tea.count, tea.length, tea.average) == ("tea", 1, 2, 4, 2.0)
    assert tea.rarity == pytest.approx(0.847298, abs=1e-6)
    assert tea.credit == pytest.approx(1.073171, abs=1e-6)
    assert tea.score == pytest.approx(0.847298 * 1.073171, abs=1e-6)


def test_the_parts_of_the_published_example(store: Store) -> None:
    """`kettle` in A: rarity 0.96, credit 1.45, score 1.38."""
    example = published()
    chunks = dict(zip(example["items"], fill(store, *example["items"].values()), strict=True))
    kettle, refund = parts(store, chunks["A"], "kettle", "refund")
    assert (round(kettle.rarity, 2), round(kettle.credit, 2), round(kettle.score, 2)) == (0.96, 1.45, 1.38)
    assert (kettle.documents, kettle.count, kettle.length, kettle.average) == (2, 2, 6, 7.25)
    assert (round(refund.rarity, 2), refund.documents, refund.count, refund.score) == (0.45, 3, 0, 0.0)
    sums = {name: round(sum(part.score for part in parts(store, chunks[name], "kettle", "refund")), 4) for name, _ in example["hits"]}
    assert sums == dict(example["hits"])


def published() -> dict[str, Any]:
    if not EXPECTED.exists():
        pytest.skip("the published collection (../shared) is not beside the project")
    example: dict[str, Any] = json.loads(EXPECTED.read_text(encoding="utf-8"))["worked_example"]
    return example


@pytest.mark.parametrize(
    "words",
    [("the", "tea"), ("tea", "tea"), ("a_a",), ("snake_case", "the"), ("absent", "tea"), ("_", "tea"), ("é", "the")],
    ids=" ".join,
)
def test_the_parts_add_up_to_the_score(store: Store, words: tuple[str, ...]) -> None:
    fill(store, "the tea, the tea", "the a a a b", "snake_case in the snake case", "the café É e", "", "the tea", "the end of tea")
    found = store.search_text(words, 10, Filters())
    assert found
    for chunk, score in found:
        assert sum(part.score for part in parts(store, chunk, *words)) == pytest.approx(score, abs=1e-12)


def test_matches_of_a_phrase_that_overlap_all_count(store: Store) -> None:
    first, *_ = fill(store, "a a a", "b", "c")
    assert parts(store, first, "a_a")[0].count == 2


def test_a_word_in_half_of_the_chunks_is_worth_almost_nothing(store: Store) -> None:
    first, *_ = fill(store, "the tea", "the cup", "a pot", "a tray")
    (the,) = parts(store, first, "the")
    assert (the.documents, the.rarity) == (2, 1e-6)
    assert 0 < the.score < 2.2e-6


def test_a_chunk_that_is_not_in_the_index_has_no_parts(store: Store, tmp_path: Path) -> None:
    (chunk,) = fill(store, "tea")
    store.publish(update(generation=1, removed=["house"]))
    assert parts(store, chunk, "tea") == []


def test_words_are_marked_in_a_chunk_as_they_are_found(store: Store) -> None:
    first, second = fill(store, "Café cups, and a CAFE.", "No such word")
    assert store.marked(["cafe"], first, "[", "]") == "[Café] cups, and a [CAFE]."
    assert store.marked(["cafe"], second, "[", "]") == "No such word"
    assert store.marked([], first, "[", "]") == "Café cups, and a CAFE."
