"""The fast ranking against the plain one: all words joined by OR, all rows fetched and sorted, filtered in Python, cut."""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.store import fulltext
from policy_assistant.store.fulltext import TOKENIZER, Table, best_rows

Hits = list[tuple[str, float]]

TABLE = Table("words", "items.name", "CROSS JOIN items ON items.id = words.rowid")
VOCABULARY = ("the", "of", "kettle", "refund", "a_a", "a", "é", "cup", "tea", "pot")


def collection(texts: Sequence[str]) -> sqlite3.Connection:
    """Rows named in an order that is not theirs, every third one hidden."""
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, hidden INTEGER)")
    conn.execute(f"CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = '{TOKENIZER}')")
    conn.executemany("INSERT INTO items VALUES (?, ?, ?)", [(n, f"N{n * 7 % 101:03}-{n}", n % 3 == 0) for n in range(len(texts))])
    conn.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts))
    conn.commit()
    return conn


def plain(conn: sqlite3.Connection, words: Sequence[str], k: int, *, only_shown: bool) -> Hits:
    """The plain design, written down independently."""
    hidden = {name for (name,) in conn.execute("SELECT name FROM items WHERE hidden")}
    query = " OR ".join(f'"{word}"' for word in words)
    rows = conn.execute(
        "SELECT name, bm25(words) FROM words JOIN items ON items.id = words.rowid WHERE words MATCH ? ORDER BY bm25(words), name", (query,)
    ).fetchall()
    return [(name, -score) for name, score in rows if not only_shown or name not in hidden][:k]


def fast(conn: sqlite3.Connection, words: Sequence[str], k: int, *, only_shown: bool) -> Hits:
    return [(name, score) for _, name, score in best_rows(conn, TABLE, words, k, "hidden = ?" if only_shown else "1", [0] * only_shown)]


def assert_same(texts: Sequence[str], words: Sequence[str], k: int, *, only_shown: bool = False) -> None:
    with closing(collection(texts)) as conn:
        expected, found = plain(conn, words, k, only_shown=only_shown), fast(conn, words, k, only_shown=only_shown)
    assert [(name, round(score, 4)) for name, score in found] == [(name, round(score, 4)) for name, score in expected]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-9)


@pytest.fixture(params=[0, 1, 3, fulltext._EXTRA_ROWS], ids="{} extra rows".format)
def _always_split(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fulltext, "SPLIT_FROM_ROWS", 0)
        patch.setattr(fulltext, "_EXTRA_ROWS", request.param)
        yield


@st.composite
def texts(draw: st.DrawFn) -> list[str]:
    """Up to 60 short rows of few words, so that many tie and some are empty; "the" stands in a share of them."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from((0.4, 0.5, 0.6, 1)))
    rows = draw(st.integers(1, 60))
    return [" ".join(["the"] * (chance.random() < share) + chance.choices(VOCABULARY, k=chance.randint(0, 3))) for _ in range(rows)]


@pytest.mark.usefixtures("_always_split")
class TestSplit:
    @settings(max_examples=200, deadline=None)
    @given(
        texts=texts(),
        words=st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=6),
        k=st.integers(1, 6) | st.integers(1, 65),
        only_shown=st.booleans(),
    )
    def test_any_collection_is_ranked_as_by_the_plain_design(self, texts: list[str], words: list[str], k: int, only_shown: bool) -> None:
        assert_same(texts, words, k, only_shown=only_shown)

    @pytest.mark.parametrize("k", [1, 2, 3, 4, 9])
    @pytest.mark.parametrize(
        "texts",
        [
            ["the kettle", "the", "kettle", ""],
            ["the the the kettle", "the kettle the", "kettle the the the", "the"],
            ["the kettle x x", "the the kettle x", "the of kettle x", "of the", "of of kettle the"],
            ["kettle"] * 2 + ["the"] * 7,
        ],
        ids=["exactly half", "repeated words", "two frequent words", "many ties"],
    )
    def test_frequent_words_decide_between_rows_that_tie_without_them(self, texts: list[str], k: int) -> None:
        assert_same(texts, ["the", "kettle", "of"], k)

    def test_only_frequent_words_are_ranked_too(self) -> None:
        assert_same(["the of", "the the of", "of", "the x y z"], ["the", "of"], 3)

    def test_a_frequent_word_lifts_a_row_over_its_twin(self) -> None:
        with closing(collection(["kettle x x", "kettle the x", "the", "the", "the", "of", "of"])) as conn:
            assert [name for name, _ in fast(conn, ["kettle", "the"], 1, only_shown=False)] == ["N007-1"]


def test_a_row_that_holds_only_a_frequent_word_can_outrank_a_very_long_row_with_a_rarer_one() -> None:
    """A word in just under half of the rows is nearly worthless too, and a long row gets little credit for it."""
    rows = ["half " + "x " * 300_000, *["half"] * 999, *["the"] * 1_001]
    with closing(collection(rows)) as conn:
        expected = plain(conn, ["half", "the"], 1_000, only_shown=False)
        assert fast(conn, ["half", "the"], 1_000, only_shown=False) == expected
    assert "N000-0" not in {name for name, _ in expected}


def test_frequent_words_are_set_aside_in_a_large_table(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    ranked = fulltext._ranked
    monkeypatch.setattr(fulltext, "_ranked", lambda *args: asked.append(args[2]) or ranked(*args))  # type: ignore[func-returns-value]
    rows = [f"the {'kettle' if n % 10 == 0 else 'cup'} {'x ' * (n % 17)}" for n in range(fulltext.SPLIT_FROM_ROWS)]
    assert_same(rows, ["the", "kettle"], 5)
    assert asked == [["kettle"], ["the", "kettle"]]


@pytest.mark.parametrize("k", [0, -1])
def test_no_hits_are_found_where_none_are_wanted(k: int) -> None:
    with closing(collection(["kettle"])) as conn:
        assert best_rows(conn, TABLE, ["kettle"], k) == []


def test_no_words_find_nothing() -> None:
    with closing(collection(["kettle"])) as conn:
        assert best_rows(conn, TABLE, [], 5) == []


def test_a_quotation_mark_in_a_word_is_not_syntax() -> None:
    with closing(collection(["kettle"])) as conn:
        assert [row[1] for row in best_rows(conn, TABLE, ['x" OR "kettle', 'kettle"'], 5)] == ["N000-0"]
