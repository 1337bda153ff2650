"""The table of code: what is found, how it scores beside sums made independently, and that nothing stays behind."""

import math
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.code_terms import code_terms, path_terms, question_code_terms
from policy_assistant.store import code_table
from policy_assistant.store.base import Terms
from policy_assistant.store.code_table import (
    CODE_TABLES,
    add_code,
    best_code,
    clear_code,
    code_scores,
    count_code,
    remove_code,
)
from policy_assistant.store.keyword_rules import NAME_WEIGHT, PATH_WEIGHT

Piece = tuple[str, str, str]
"""Path, qualified name, text."""

PIECES: list[Piece] = [
    ("shop/numbering.py", "next_number", 'def next_number(last):\n    """What follows the last invoice."""\n    return last + 1'),
    ("shop/reminders.py", "GRACE_DAYS", "GRACE_DAYS = 15  # before a reminder"),
    ("shop/reminders.py", "plan", "def plan(invoices):\n    return [late(i, GRACE_DAYS) for i in invoices if number_of(i)]"),
    ("shop/relances.py", "Depot.derniere", "def derniere(self):\n    return self.facture"),
    ("web/page.js", "renderPage", "function renderPage(total) { return total.toFixed(2) }"),
]


def table_of(pieces: Sequence[Piece]) -> sqlite3.Connection:
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, chunk_id TEXT, access TEXT)")
    for statement in CODE_TABLES:
        conn.execute(statement)
    with conn:
        for rowid, piece in enumerate(pieces, 1):
            conn.execute("INSERT INTO chunks VALUES (?, ?, ?)", (rowid, f"c{rowid * 7 % 100:02}", "staff" if rowid % 2 else "public"))
            add_code(conn, rowid, *piece)
    return conn


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    with closing(table_of(PIECES)) as made:
        yield made


def found(conn: sqlite3.Connection, question: str, k: int = 10) -> list[int]:
    return [rowid for rowid, _, _ in best_code(conn, [(question_code_terms(question, ["en", "fr"]), 1.0)], k)]


def plain(pieces: Sequence[Piece], asked: Sequence[str]) -> dict[int, float]:
    """The formula with weighted columns, written down independently: a weight multiplies counts and no lengths."""
    columns = [(code_terms(name), path_terms(path), code_terms(text)) for path, name, text in pieces]
    lengths = [sum(map(len, row)) for row in columns]
    average = sum(lengths) / len(lengths)
    scores = dict.fromkeys(range(1, len(pieces) + 1), 0.0)
    for term in asked:
        counts = [
            sum(weight * Counter(column)[term] for weight, column in zip((NAME_WEIGHT, PATH_WEIGHT, 1), row, strict=True))
            for row in columns
        ]
        holding = sum(count > 0 for count in counts)
        rarity = max(math.log((len(pieces) - holding + 0.5) / (holding + 0.5)), 1e-6)
        for rowid, (count, length) in enumerate(zip(counts, lengths, strict=True), 1):
            scores[rowid] += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average))
    return scores


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("where are numbers made", 1),
        ("numérotation des relances", 4),
        ("GRACE_DAYS", 2),
        ("grace days", 2),
        ("renderPage", 5),
        ("to fixed", 5),
        ("the last invoice", 1),
    ],
)
def test_names_paths_and_bodies_are_searched(conn: sqlite3.Connection, question: str, first: int) -> None:
    assert found(conn, question)[0] == first


def test_a_name_counts_more_than_a_body_that_says_it_as_often() -> None:
    pieces = [("a.py", "other", "close() close()"), ("a.py", "close", "other() other()"), *[("b.py", "x1", "pass pass")] * 6]
    with closing(table_of(pieces)) as conn:
        assert found(conn, "close") == [2, 1]


@pytest.mark.parametrize("asked", [[], ["absent"], ['" OR last'], ["*"]])
def test_nothing_is_found_for_what_is_not_there(conn: sqlite3.Connection, asked: list[str]) -> None:
    assert best_code(conn, [(asked, 1.0)], 5) == []
    assert code_scores(conn, [(asked, 1.0)], [1, 2]) == {1: 0.0, 2: 0.0}


def test_nothing_is_found_without_terms_or_room(conn: sqlite3.Connection) -> None:
    assert best_code(conn, [], 5) == []
    assert best_code(conn, [(["last"], 1.0)], 0) == []


def test_the_filter_holds_inside_the_search(conn: sqlite3.Connection) -> None:
    assert [row[0] for row in best_code(conn, [(["numb"], 1.0)], 1)] == [1]
    assert [row[0] for row in best_code(conn, [(["invoic"], 1.0)], 5, "c.access = ?", ["public"])] == []
    assert [row[0] for row in best_code(conn, [(["remind", "relanc"], 1.0)], 5, "c.access = ?", ["public"])] == [4, 2]


def test_ties_are_broken_by_id() -> None:
    with closing(table_of([("a.py", "tea", "tea")] * 3 + [("b.py", "pot", "pot")] * 20)) as conn:
        assert [item for _, item, _ in best_code(conn, [(["tea"], 1.0)], 2)] == ["c07", "c14"]


WORDS = ("kettle", "pot", "cup", "tea", "refund", "fee")
TERMS = [code_terms(word)[0] for word in WORDS]


@st.composite
def pieces_of_few_words(draw: st.DrawFn) -> list[Piece]:
    """Short pieces, so that many tie."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    return [
        (f"{chance.choice(WORDS)}.py", "_".join(chance.sample(WORDS, chance.randint(1, 2))), " ".join(chance.choices(WORDS, k=5)))
        for _ in range(draw(st.integers(1, 30)))
    ]


GROUPS = st.lists(
    st.tuples(st.lists(st.sampled_from(TERMS), max_size=4, unique=True), st.sampled_from([0.25, 1.0])), min_size=1, max_size=3
)


@settings(max_examples=60, deadline=None)
@given(pieces=pieces_of_few_words(), groups=GROUPS)
def test_scores_are_those_of_the_formula(pieces: list[Piece], groups: Terms) -> None:
    with closing(table_of(pieces)) as conn:
        expected = dict.fromkeys(range(1, len(pieces) + 1), 0.0)
        for asked, weight in groups:
            for rowid, score in plain(pieces, asked).items():
                expected[rowid] += weight * score
        assert code_scores(conn, groups, expected) == pytest.approx(expected, abs=1e-9)
        ranked = best_code(conn, groups, 7)
        assert [score for *_, score in ranked] == pytest.approx(sorted(filter(None, expected.values()), reverse=True)[:7], abs=1e-9)
        assert {rowid: score for rowid, _, score in ranked} == pytest.approx({rowid: expected[rowid] for rowid, *_ in ranked}, abs=1e-9)


def test_a_piece_beyond_one_groups_best_gets_that_groups_score_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_table, "POOL", 1)
    pieces = [("a.py", "x1", "tea cup"), ("a.py", "x2", "tea tea"), ("a.py", "x3", "cup cup"), *[("b.py", "x4", "pot pot")] * 9]
    with closing(table_of(pieces)) as conn:
        groups = [(["tea"], 1.0), (["cup"], 0.5)]
        assert dict(row[::2] for row in best_code(conn, groups, 1)) == pytest.approx({2: plain(pieces, ["tea"])[2]})
        scores = {row[0]: row[2] for row in best_code(conn, groups, 3)}
    assert scores[1] == pytest.approx(plain(pieces, ["tea"])[1] + 0.5 * plain(pieces, ["cup"])[1])


def rows_left(conn: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Every term with its place, and the sizes of rows."""
    conn.execute("CREATE VIRTUAL TABLE IF NOT EXISTS seen USING fts5vocab (code_terms, 'instance')")
    terms = conn.execute("SELECT * FROM seen ORDER BY term, doc, col, offset").fetchall()
    return terms + conn.execute("SELECT id, sz FROM code_terms_docsize ORDER BY id").fetchall()


def test_what_is_removed_leaves_nothing_behind(conn: sqlite3.Connection) -> None:
    with conn:
        for rowid in (4, 5):
            remove_code(conn, rowid, *PIECES[rowid - 1])
    assert count_code(conn) == 3
    with closing(table_of(PIECES[:3])) as other:
        assert rows_left(conn) == rows_left(other)
        assert code_scores(conn, [(["numb"], 1.0)], [1, 3]) == code_scores(other, [(["numb"], 1.0)], [1, 3])


def test_clearing_leaves_nothing_behind(conn: sqlite3.Connection) -> None:
    with conn:
        clear_code(conn)
    assert rows_left(conn) == []
    assert count_code(conn) == 0
    with conn:
        add_code(conn, 1, *PIECES[0])
    assert found(conn, "number") == [1]
