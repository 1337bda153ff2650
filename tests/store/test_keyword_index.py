"""The small index of (ID, text) pairs, and questions that try to be more than words."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant.filters import Filters
from policy_assistant.glossary import Glossary
from policy_assistant.lexical import Hit, KeywordIndex, fts_query, search_bm25, words
from policy_assistant.question import Question
from policy_assistant.store.sqlite import Store
from tests.store.samples import document, metadata, update

EXPECTED = Path(__file__).resolve().parents[3] / "shared" / "larkfield" / "expected.json"

HOSTILE = {
    "quotes": 'the "return" ""window"" "',
    "operators": "AND OR NOT NEAR(kettle, refund) (( ) + ^kettle {a b} : kettle* NEAR/2",
    "column filter": "text: kettle - {item_id text}: refund",
    "SQL": "'; DROP TABLE chunks; --",
    "5,000 characters": "kettle " * 715,
    "one word of 5,000 characters": "k" * 5_000,
    "thousands of words": " ".join(f"word{number}" for number in range(5_000)),
    "NUL": "kettle\0 \0refund\0",
    "lone surrogates": "kettle \ud800 re\udfffund \udc80",
    "underscores": "_ __ ___",
    "marks alone": "?!…",
    "emoji and private characters": "🫖 \ue000 \U0010ffff kettle",
    "right to left": "\u202ekettle \u0642\u0647\u0648\u0629",
    "combining marks alone": "\u0301\u0302 kettle",
    "nothing": "",
}


@pytest.fixture
def index() -> Iterator[KeywordIndex]:
    with closing(sqlite3.connect(":memory:")) as conn:
        yield KeywordIndex(conn)


def ids(hits: list[Hit]) -> list[str]:
    return [hit.id for hit in hits]


def test_the_published_example_has_its_published_scores(index: KeywordIndex) -> None:
    if not EXPECTED.exists():
        pytest.skip("the published collection (../shared) is not beside the project")
    example = json.loads(EXPECTED.read_text(encoding="utf-8"))["worked_example"]
    index.add(example["items"].items())
    assert [[hit.id, hit.score] for hit in index.search(example["query"], k=8)] == example["hits"]


def test_hits_are_ranked_from_one_and_ties_stand_in_order_of_their_ids(index: KeywordIndex) -> None:
    index.add([("c", "tea"), ("a", "tea"), ("b", "tea"), ("d", "water"), ("e", "milk"), ("f", "cups"), ("g", "pots")])
    hits = index.search("tea")
    assert [(hit.id, hit.rank) for hit in hits] == [("a", 1), ("b", 2), ("c", 3)]
    assert len({hit.score for hit in hits}) == 1


def test_a_code_is_found_by_its_parts(index: KeywordIndex) -> None:
    index.add([("other", "the pump kit of the PW-2100"), ("right", "the pump kit of the PW-2200"), ("none", "nothing of the kind")])
    assert ids(index.search("PW-2200", k=1)) == ["right"]
    assert fts_query("PW-2200") == '"pw" OR "2200"'


def test_accents_and_case_do_not_matter(index: KeywordIndex) -> None:
    index.add([("accent", "Le délai de RÉTRACTATION"), ("other", "le prix")])
    assert ids(index.search("delai")) == ids(index.search("DÉLAI")) == ids(index.search("de\u0301lai")) == ["accent"]


def test_what_is_not_allowed_does_not_take_a_place_among_the_first(index: KeywordIndex) -> None:
    index.add([("secret1", "tea tea"), ("secret2", "tea tea"), ("open", "tea and cake"), ("x", "x"), ("y", "y"), ("z", "z")])
    assert ids(index.search("tea", k=1)) == ["secret1"]
    assert ids(index.search("tea", k=1, allowed=lambda item: item == "open")) == ["open"]


def test_a_removed_item_is_not_found_and_no_longer_counts(index: KeywordIndex) -> None:
    index.add([("a", "tea"), ("b", "tea"), ("c", "water"), ("d", "milk")])
    before = index.search("tea", k=1)[0].score
    index.remove(["b", "unknown"])
    (hit,) = index.search("tea")
    assert (hit.id, hit.rank) == ("a", 1)
    assert hit.score > before


@pytest.mark.parametrize("k", [0, 3, 50])
def test_no_more_hits_come_than_were_asked_for(index: KeywordIndex, k: int) -> None:
    index.add([(f"{number:02}", "tea") for number in range(20)])
    assert len(index.search("tea", k=k)) == min(k, 20)


def test_words_come_once_each_in_the_order_of_the_question() -> None:
    assert words("The tea, the TEA and the pot_2") == ["the", "tea", "and", "pot_2"]


@pytest.mark.parametrize("question", HOSTILE.values(), ids=HOSTILE)
def test_no_question_is_an_error_to_the_small_index(index: KeywordIndex, question: str) -> None:
    index.add([("a", "kettle"), ("b", "refund"), ("c", "x"), ("d", "y"), ("e", "z")])
    assert ids(index.search(question)) == [item for item, word in (("a", "kettle"), ("b", "refund")) if word in words(question)]


@pytest.mark.parametrize("question", HOSTILE.values(), ids=HOSTILE)
def test_no_question_is_an_error_to_the_index_file(tmp_path: Path, question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("policy_assistant.store.fulltext.SPLIT_FROM_ROWS", 0)
    with Store.open(tmp_path / "index.sqlite") as store:
        store.publish(update(document(metadata("house"), "kettle", "refund", "x", "y", "z")))
        found = search_bm25(store, Question(question, ("en",), Glossary()), 5, Filters())
        assert sorted(chunk.text for chunk, _ in found) == [word for word in ("kettle", "refund") if word in words(question)]
        assert store.problems() == []
        for chunk, _ in found:
            assert len(store.explain_text(words(question), chunk)) == len(words(question))
