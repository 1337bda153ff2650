"""The tables of terms: what is found, how it scores beside sums made independently, and that nothing stays behind."""

import math
import random
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.analysis import question_terms, terms
from policy_assistant.store import terms as term_tables
from policy_assistant.store import unit_scores
from policy_assistant.store.chunk_terms import analysed
from policy_assistant.store.fulltext import Fulltext, Row
from policy_assistant.store.keyword_rules import UNIT_WEIGHT
from policy_assistant.store.terms import CHUNK_TERMS_TABLE, TermWriter, clear_terms
from policy_assistant.store.unit_scores import UnitIndex
from policy_assistant.store.unit_table import UNIT_TABLES
from policy_assistant.units import units

Entry = tuple[str, tuple[str, ...], str, str]
"""Title, sections, body, language."""

COLLECTION: list[Entry] = [
    ("Returns", ("Time",), "Time\n\nYou have 30 days to return a kettle. Day one is the day after delivery.", "en"),
    ("Returns", ("Cost",), "Cost\n\nWe pay. Return labels are free.\n\n- kettle: no charge\n- pot: order PK-2200-07", "en"),
    ("Retours", ("Délais",), "Délais\n\nVous avez 30 jours pour renvoyer une bouilloire. C'est prévu.", "fr"),
    ("Fees", ("Table",), "Zone | Fee\nUnited States | 5.00\nCanada | 12.95", "en"),
    ("Care", (), "Descale the kettle. Kettles need care; a kettle is hot.", "en"),
]


def collection(entries: Sequence[Entry]) -> sqlite3.Connection:
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, chunk_id TEXT, access TEXT)")
    conn.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    for statement in (CHUNK_TERMS_TABLE, *UNIT_TABLES):
        conn.execute(statement)
    with conn:
        for rowid, entry in enumerate(entries, 1):
            conn.execute("INSERT INTO chunks VALUES (?, ?, ?)", (rowid, f"c{rowid * 7 % 100:02}", "staff" if rowid % 3 == 0 else "public"))
            add_terms(conn, rowid, *entry)
    return conn


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    with closing(collection(COLLECTION)) as made:
        yield made


def add_terms(conn: sqlite3.Connection, rowid: int, *entry: *Entry) -> None:
    writer = TermWriter(conn)
    writer.add(rowid, analysed(*entry))
    writer.flush()


def best_terms(conn: sqlite3.Connection, asked: Sequence[str], k: int, where: str = "1", values: Sequence[object] = ()) -> list[Row]:
    return term_tables.best_terms(UnitIndex(conn), Fulltext(conn, where, values), asked, k)


def term_scores(conn: sqlite3.Connection, asked: Sequence[str], rowids: Iterable[int]) -> dict[int, float]:
    return term_tables.term_scores(UnitIndex(conn), Fulltext(conn), asked, rowids)


def explain_terms(conn: sqlite3.Connection, asked: Sequence[str], rowid: int) -> term_tables.TermExplanation:
    return term_tables.explain_terms(UnitIndex(conn), asked, rowid)


def found(conn: sqlite3.Connection, question: str, k: int = 10) -> list[int]:
    return [rowid for rowid, _, _ in best_terms(conn, question_terms(question, ["en", "fr"]), k)]


def bm25(rows: Sequence[Counter[str]], asked: Sequence[str]) -> list[float]:
    """The formula, written down independently."""
    average = sum(row.total() for row in rows) / len(rows)
    scores = [0.0] * len(rows)
    for term in asked:
        holding = sum(term in row for row in rows)
        rarity = max(math.log((len(rows) - holding + 0.5) / (holding + 0.5)), 1e-6)
        for number, row in enumerate(rows):
            scores[number] += rarity * row[term] * 2.2 / (row[term] + 1.2 * (0.25 + 0.75 * row.total() / average))
    return scores


def plain(entries: Sequence[Entry], asked: Sequence[str]) -> dict[int, float]:
    """Combined scores from the texts, every chunk and unit scored."""
    heads = [terms(title, language) + terms("\n".join(sections), language) for title, sections, _, language in entries]
    parts = [[terms(body[u.start : u.end], language) for u in units(body)] for _, _, body, language in entries]
    wholes = [Counter([*head, *chain(*of_units)]) for head, of_units in zip(heads, parts, strict=True)]
    owners = [number for number, of_units in enumerate(parts) for _ in of_units]
    of_units = bm25([Counter(heads[number] + part) for number, of_one in enumerate(parts) for part in of_one], asked) if owners else []
    best = dict.fromkeys(range(len(entries)), 0.0)
    for number, score in zip(owners, of_units, strict=True):
        best[number] = max(best[number], score)
    return {n + 1: own + UNIT_WEIGHT * best[n] for n, own in enumerate(bm25(wholes, asked)) if own > 0}


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("returning kettles in how many days?", 1),
        ("pk2200 07", 2),
        ("bouilloires à renvoyer", 3),
        ("délai", 3),
        ("delai prevu", 3),
        ("fee for 12,95", 4),
        ("Care of a kettle", 5),
    ],
)
def test_stems_accents_codes_and_numbers_are_found(conn: sqlite3.Connection, question: str, first: int) -> None:
    assert found(conn, question)[0] == first


def test_title_and_headings_are_searched(conn: sqlite3.Connection) -> None:
    assert found(conn, "table") == [4]
    assert found(conn, "fees")[0] == 4


def test_a_phrase_is_found_in_a_row_only(conn: sqlite3.Connection) -> None:
    assert [row[0] for row in best_terms(conn, ["unit state"], 5)] == [4]
    assert best_terms(conn, ["state unit"], 5) == []


@pytest.mark.parametrize("asked", [[], ["absent"], ['" OR kettl'], ["*"]])
def test_nothing_is_found_for_what_is_not_there(conn: sqlite3.Connection, asked: list[str]) -> None:
    assert best_terms(conn, asked, 5) == []
    assert term_scores(conn, asked, [1, 2]) == {1: 0.0, 2: 0.0}


def test_the_filter_holds_inside_the_search(conn: sqlite3.Connection) -> None:
    assert [row[0] for row in best_terms(conn, ["30"], 1)] == [3]
    assert [row[0] for row in best_terms(conn, ["30"], 1, "c.access = ?", ["public"])] == [1]


def test_no_hits_where_none_are_wanted(conn: sqlite3.Connection) -> None:
    assert best_terms(conn, ["kettl"], 0) == []


WORDS = ("kettle", "pot", "cup", "tea", "refund", "fee")


@st.composite
def entries(draw: st.DrawFn) -> list[Entry]:
    """Short texts of few words, so that many tie; some hold no word at all."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    return [_entry(chance) for _ in range(draw(st.integers(1, 30)))]


def _entry(chance: random.Random) -> Entry:
    sentences = [" ".join(chance.choices(WORDS, k=chance.randint(1, 4))).capitalize() for _ in range(chance.randint(0, 4))]
    return chance.choice(WORDS), tuple(chance.sample(WORDS, chance.randint(0, 2))), ". ".join(sentences), "en"


@settings(max_examples=80, deadline=None)
@given(texts=entries(), asked=st.lists(st.sampled_from([terms(word, "en")[0] for word in WORDS]), min_size=1, max_size=4, unique=True))
def test_scores_are_those_of_the_formula(texts: list[Entry], asked: list[str]) -> None:
    with closing(collection(texts)) as conn:
        expected = plain(texts, asked)
        assert term_scores(conn, asked, range(1, len(texts) + 1)) == pytest.approx(
            {rowid: expected.get(rowid, 0.0) for rowid in range(1, len(texts) + 1)}, abs=1e-9
        )
        ranked = best_terms(conn, asked, 7)
        assert {rowid: score for rowid, _, score in ranked} == pytest.approx({rowid: expected[rowid] for rowid, _, _ in ranked}, abs=1e-9)
        assert [score for *_, score in ranked] == pytest.approx(sorted(expected.values(), reverse=True)[:7], abs=1e-9)
        assert ranked == sorted(ranked, key=lambda row: (-row[2], row[1]))
        for rowid, score in expected.items():
            assert explain_terms(conn, asked, rowid).score == pytest.approx(score, abs=1e-9)


def test_ties_are_broken_by_id() -> None:
    same: Entry = ("T", (), "tea", "en")
    with closing(collection([same, same, same, *[("x", (), "x", "en")] * 20])) as conn:
        assert [item for _, item, _ in best_terms(conn, ["tea"], 2)] == ["c07", "c14"]


HALF_TEA: list[Entry] = [("x", (), text, "en") for text in ("tea pot", "tea", "cup", "jug")]


def test_in_a_small_table_a_term_in_half_of_the_chunks_still_finds_them() -> None:
    with closing(collection(HALF_TEA)) as conn:
        assert [row[0] for row in best_terms(conn, ["tea", "pot"], 5)] == [1, 2]


def test_in_a_large_table_a_term_in_half_of_the_chunks_gives_nothing_beside_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(term_tables, "TELLING_FROM_CHUNKS", 0)
    with closing(collection(HALF_TEA)) as conn:
        assert [row[0] for row in best_terms(conn, ["tea", "pot"], 5)] == [1]
        assert [part.word for part in explain_terms(conn, ["tea", "pot"], 1).chunk] == ["pot"]
        assert {row[0] for row in best_terms(conn, ["tea"], 5)} == {1, 2}
        assert {row[0] for row in best_terms(conn, ["tea", "absent"], 5)} == {1, 2}


def test_rows_are_found_in_the_transaction_that_adds_them() -> None:
    """FTS5 counts rows only when they are committed, so that no term is known to be frequent."""
    with closing(collection([])) as conn:
        for rowid in (1, 2, 3):
            add_terms(conn, rowid, "x", (), "tea" if rowid == 1 else "pot", "en")
            conn.execute("INSERT INTO chunks VALUES (?, ?, '')", (rowid, str(rowid)))
        assert [row[0] for row in best_terms(conn, ["tea", "absent"], 5)] == [1]


def test_only_the_best_by_their_own_score_compete(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long chunk with one good sentence is behind by its own score and ahead with it."""
    short: Entry = ("x", (), "Tea of jug cup plate tray fork knife spoon dish bowl", "en")
    long: Entry = ("x", (), "Tea. " + "Spoon plate jug tray fork cup. " * 3, "en")
    with closing(collection([short, long, *[("x", (), "pan lid", "en")] * 6])) as conn:
        assert [row[0] for row in best_terms(conn, ["tea"], 1)] == [2]
        monkeypatch.setattr(term_tables, "POOL", 1)
        assert [row[0] for row in best_terms(conn, ["tea"], 1)] == [1]
        assert [row[0] for row in best_terms(conn, ["tea"], 2)] == [2, 1]


def test_the_explanation_names_the_best_unit_and_its_parts(conn: sqlite3.Connection) -> None:
    told = explain_terms(conn, ["charg", "pk220007"], 2)
    assert told.unit_number == 3
    assert [(part.word, part.count) for part in told.chunk] == [("charg", 1), ("pk220007", 1)]
    assert [(part.word, part.count) for part in told.unit] == [("charg", 1), ("pk220007", 0)]
    assert explain_terms(conn, ["absent"], 2).unit_number is None


def rows_left(conn: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Every term of the table with its place, and every row of the tables of units."""
    conn.execute("CREATE VIRTUAL TABLE IF NOT EXISTS chunk_terms_v USING fts5vocab (chunk_terms, 'instance')")
    left = {
        "terms": conn.execute("SELECT * FROM chunk_terms_v ORDER BY doc, col, offset").fetchall(),
        "sizes": conn.execute("SELECT id, sz FROM chunk_terms_docsize ORDER BY id").fetchall(),
    }
    tables = ("chunk_units", "unit_counts", "unit_totals")
    return left | {table: conn.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() for table in tables}


def test_what_is_removed_leaves_nothing_behind(conn: sqlite3.Connection) -> None:
    with conn:
        writer = TermWriter(conn)
        for rowid in (2, 4):
            writer.remove(rowid)
        writer.flush()
    with closing(sqlite3.connect(":memory:")) as other:
        other.execute("CREATE TABLE chunks (id INTEGER PRIMARY KEY, chunk_id TEXT)")
        other.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
        for statement in (CHUNK_TERMS_TABLE, *UNIT_TABLES):
            other.execute(statement)
        with other:
            for rowid in (1, 3, 5):
                add_terms(other, rowid, *COLLECTION[rowid - 1])
        assert rows_left(conn) == rows_left(other)
        assert term_scores(conn, ["kettl"], [1, 5]) == term_scores(other, ["kettl"], [1, 5])


def test_clearing_leaves_nothing_behind(conn: sqlite3.Connection) -> None:
    with conn:
        clear_terms(conn)
    assert not any(rows_left(conn).values())
    assert best_terms(conn, ["kettl"], 5) == []
    with conn:
        add_terms(conn, 1, *COLLECTION[0])
    assert [row[0] for row in best_terms(conn, ["kettl"], 5)] == [1]


def test_a_chunk_without_units_is_found_by_its_headings() -> None:
    with closing(collection([("Tea", ("Pot",), "", "en"), *[("x", (), "lid", "en")] * 9])) as conn:
        assert [row[0] for row in best_terms(conn, ["pot"], 5)] == [1]
        assert explain_terms(conn, ["pot"], 1).unit_number is None


def test_the_units_of_a_phrase_in_very_many_chunks_are_counted_in_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two chunks stand for all six; four of the units that they do not stand for have the phrase as well."""
    many: list[Entry] = [("x", (), "Tea pot. Tea pot. Jug.", "en")] * 6
    with closing(collection(many)) as conn:
        counted = UnitIndex(conn).scores(["tea pot"]).holding
        monkeypatch.setattr(unit_scores, "PHRASES_COUNTED", 2)
        assert UnitIndex(conn).scores(["tea pot", "pot tea"]).holding == {**counted, "pot tea": 0} == {"tea pot": 12, "pot tea": 0}


def test_what_is_kept_in_memory_goes_with_the_state_that_it_is_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_scores, "KEPT_CHUNKS", 3)
    with closing(collection([("x", (), f"Tea pot. Cup {n}.", "en") for n in range(5)])) as conn:
        units = UnitIndex(conn)
        first = units.of([1, 2, 3, 4, 5])
        assert len(first) == 5
        assert units.of([5])[5] is first[5]
        assert units.of([1])[1] is not first[1]
        assert units.scores(["tea pot"]).holding["tea pot"] == 5
        with conn:
            writer = TermWriter(conn)
            writer.remove(1)
            writer.flush()
            conn.execute("INSERT INTO meta VALUES ('generation', '1')")
        assert units.scores(["tea pot"]).holding["tea pot"] == 4
        assert units.of([1, 5]).keys() == {5}


def test_a_unit_leads_to_its_chunk_at_large_rowids() -> None:
    with closing(collection([])) as conn:
        with conn:
            for rowid in (2**40, 2**40 + 1, 3, 4, 5):
                conn.execute("INSERT INTO chunks VALUES (?, ?, '')", (rowid, str(rowid)))
                add_terms(conn, rowid, "x", (), "Tea. Pot." if rowid == 2**40 + 1 else "Cup.", "en")
        assert [row[0] for row in best_terms(conn, ["pot"], 5)] == [2**40 + 1]
        assert explain_terms(conn, ["pot"], 2**40 + 1).unit_number == 1
