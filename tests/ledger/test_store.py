"""The ledger in its file: keeping, reading by labels, erasing, retention, two writers at once."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from policy_assistant.errors import NotFoundError, PolicyAssistantError
from policy_assistant.ledger.store import ID_DIGITS, Ledger
from tests.ledger.samples import NOON, PUBLIC, STAFF, answer, claim, files_of, shoes

NOBODY: frozenset[str] = frozenset()
WRITERS, EACH = 3, 15


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "state.sqlite")


def questions(ledger: Ledger, labels: frozenset[str] = STAFF, **days: str) -> list[str]:
    return [kept.question for kept in ledger.answers(labels=labels, **days)]


def tamper(ledger: Ledger, sql: str, values: Sequence[object] = ()) -> None:
    with closing(sqlite3.connect(ledger.path, isolation_level=None)) as conn:
        assert conn.execute(sql, values).rowcount != 0


def test_what_is_kept_is_read_again_in_order(ledger: Ledger) -> None:
    made = answer("One?", claim(shoes(), "Shoes stay outside."))
    first = ledger.keep(made, NOON, today="2026-10-09")
    second = ledger.keep(answer("Two?"), NOON)
    assert ledger.answers(labels=STAFF) == [first, second]
    assert (first.kept_at, first.labels, first.is_current) == ("2026-10-09T12:00:00Z", STAFF, True)
    assert len(first.id) == ID_DIGITS
    assert ledger.get(first.id, labels=STAFF) == ledger.get(first.id[:6].upper(), labels=STAFF) == first
    assert ledger.verify() == []
    assert ledger.head().entries == 2


def test_times_are_kept_in_utc(ledger: Ledger) -> None:
    assert ledger.keep(answer(), datetime.fromisoformat("2026-10-10T00:30:00+02:00")).kept_at == "2026-10-09T22:30:00Z"


def test_a_ledger_that_holds_nothing_yet_can_be_read(ledger: Ledger) -> None:
    assert ledger.answers(labels=STAFF) == []
    assert ledger.verify() == []
    assert ledger.head().entries == 0
    assert not ledger.path.exists()
    with pytest.raises(NotFoundError, match="no kept answer has the ID 'abcd'"):
        ledger.get("abcd", labels=STAFF)


def test_both_days_of_a_period_count(ledger: Ledger) -> None:
    for day in (8, 9, 10):
        ledger.keep(answer(f"{day}?"), datetime(2026, 10, day, 23, 59, 59, tzinfo=UTC))
    assert questions(ledger, since="2026-10-09", until="2026-10-09") == ["9?"]
    assert questions(ledger, since="2026-10-09") == ["9?", "10?"]
    assert questions(ledger, until="2026-10-09") == ["8?", "9?"]


def test_an_answer_is_seen_only_by_who_sees_all_its_labels(ledger: Ledger) -> None:
    public, staff = ledger.keep(answer("Public?", labels=PUBLIC)), ledger.keep(answer("Staff?", labels=STAFF))
    assert questions(ledger, STAFF) == ["Public?", "Staff?"]
    assert questions(ledger, PUBLIC) == ["Public?"]
    assert questions(ledger, NOBODY) == []
    assert ledger.get(public.id, labels=PUBLIC).question == "Public?"
    told = set()
    for name in (staff.id, "f" * 12, "zz", "", "%"):
        with pytest.raises(NotFoundError) as caught:
            ledger.get(name, labels=PUBLIC)
        told.add((str(caught.value).replace(repr(name), "ID"), caught.value.hint))
    assert len(told) == 1
    with pytest.raises(NotFoundError):
        ledger.erase(staff.id, labels=PUBLIC, by="anna")
    assert ledger.get(staff.id, labels=STAFF) == staff


@pytest.mark.parametrize("labels", ["", "null", '"public"', "{}", "[1]", "[null]", "[[]]", '["public"'])
def test_labels_that_cannot_be_read_hide_the_answer(ledger: Ledger, labels: str) -> None:
    ledger.keep(answer(labels=PUBLIC))
    tamper(ledger, "UPDATE ledger SET labels = ?", [labels])
    assert questions(ledger, STAFF) == []
    assert ledger.verify() != []


def test_a_record_that_somebody_damaged_hides_only_itself(ledger: Ledger) -> None:
    kept = ledger.keep(answer("One?"))
    ledger.keep(answer("Two?"))
    tamper(ledger, "UPDATE ledger SET content = '{}' WHERE number = 1")
    assert questions(ledger) == ["Two?"]
    with pytest.raises(NotFoundError, match="was erased, or its record is damaged"):
        ledger.get(kept.id, labels=STAFF)
    assert ledger.verify() == ["entry 1: its content was changed"]


def test_an_erased_answer_is_gone_from_the_file_and_the_chain_says_who_erased_it(ledger: Ledger) -> None:
    kept = ledger.keep(answer("Who is the zebra?"))
    ledger.keep(answer("Two?"))
    with closing(sqlite3.connect(ledger.path)) as reader:  # keeps the log from being deleted with the last connection
        reader.execute("SELECT count(*) FROM ledger").fetchone()
        assert b"zebra" in files_of(ledger.path)
        assert ledger.erase(kept.id[:8], labels=STAFF, by="anna") == kept.id
        assert b"zebra" not in files_of(ledger.path)
    assert questions(ledger) == ["Two?"]
    assert ledger.verify() == []
    with closing(sqlite3.connect(ledger.path)) as conn:
        row = conn.execute("SELECT number, kept_at, hash, salt, content FROM ledger WHERE number = 1").fetchone()
        said = conn.execute("SELECT content FROM ledger WHERE kind = 'erasure'").fetchall()
    assert row[1] == kept.kept_at
    assert row[2].startswith(kept.id)
    assert row[3:] == (None, None)
    assert [json.loads(content) for (content,) in said] == [{"by": "anna", "numbers": [1]}]
    with pytest.raises(NotFoundError, match="was erased"):
        ledger.erase(kept.id, labels=STAFF, by="anna")


def test_equal_answers_have_unlike_hashes_so_that_erased_ones_cannot_be_guessed(ledger: Ledger) -> None:
    for _ in range(2):
        ledger.keep(answer("Same?"), NOON)
    with closing(sqlite3.connect(ledger.path)) as conn:
        assert conn.execute("SELECT count(DISTINCT content_hash) FROM ledger").fetchone() == (2,)


def test_old_answers_are_erased_as_far_as_the_labels_go(ledger: Ledger) -> None:
    for day in (1, 2):
        for labels in (PUBLIC, STAFF):
            ledger.keep(answer(f"{day} {len(labels)}?", labels=labels), datetime(2026, 10, day, tzinfo=UTC))
    assert ledger.erase_before("2026-10-02", labels=PUBLIC, by="anna") == 1
    assert questions(ledger) == ["1 2?", "2 1?", "2 2?"]
    assert ledger.erase_before("2026-10-03", labels=STAFF, by="anna") == 3
    assert ledger.erase_before("2026-10-03", labels=STAFF, by="anna") == 0
    assert ledger.verify() == []
    assert ledger.head().entries == 6


def test_what_is_older_than_the_days_of_keeping_is_erased_with_the_next_answer(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "state.sqlite", keep_days=30)
    for days in (31, 30, 0):
        ledger.keep(answer(f"{days}?"), NOON - timedelta(days=days))
    assert questions(ledger) == ["30?", "0?"]
    assert ledger.verify() == []


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("UPDATE ledger SET content = replace(content, 'Two', 'Six') WHERE number = 2", "entry 2: its content was changed"),
        ("DELETE FROM ledger WHERE number = 2", "entry 2 is missing"),
        ("DELETE FROM ledger WHERE number = 3", "the end is missing: 3 entries were kept, the last one found is number 2"),
        ("UPDATE ledger SET content = NULL, salt = NULL WHERE number = 2", "entry 2 was emptied, and no entry says by whom"),
    ],
)
def test_tampering_with_the_file_is_found(ledger: Ledger, sql: str, problem: str) -> None:
    for question in ("One?", "Two?", "Three?"):
        ledger.keep(answer(question))
    tamper(ledger, sql)
    assert ledger.verify() == [problem]


def test_a_cut_end_still_shows_after_further_answers(ledger: Ledger) -> None:
    for question in ("One?", "Two?", "Three?"):
        ledger.keep(answer(question))
    tamper(ledger, "DELETE FROM ledger WHERE number = 3")
    ledger.keep(answer("Four?"))
    assert ledger.verify() == ["entry 3 is missing"]


def test_answers_are_kept_even_when_somebody_took_the_head_away(ledger: Ledger) -> None:
    ledger.keep(answer("One?"))
    tamper(ledger, "DELETE FROM ledger_head")
    ledger.keep(answer("Two?"))
    assert questions(ledger) == ["One?", "Two?"]
    assert ledger.verify() == []


def test_a_ledger_made_anew_lacks_what_was_written_down(ledger: Ledger, tmp_path: Path) -> None:
    ledger.keep(answer("One?"))
    anchor = ledger.head().hash
    ledger.keep(answer("Two?"))
    assert ledger.verify(anchor) == ledger.verify(anchor.upper()) == []
    other = Ledger(tmp_path / "other.sqlite")
    other.keep(answer("Two?"))
    assert other.verify(anchor) == [f"no entry has the hash {anchor}: the ledger was made anew or cut since it was written down"]


def test_an_answer_that_cannot_be_kept_raises_an_error_of_ours(tmp_path: Path) -> None:
    with pytest.raises(PolicyAssistantError, match="cannot be used"):
        Ledger(tmp_path).keep(answer())


def test_processes_that_keep_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "state.sqlite"
    code = f"""
import sys
from pathlib import Path
from policy_assistant.ledger.store import Ledger
from tests.ledger.samples import answer
for number in range({EACH}):
    Ledger(Path(sys.argv[1])).keep(answer(f"{{sys.argv[2]}} {{number}}?"))
"""
    root = Path(__file__).resolve().parents[2]
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), str(n)], cwd=root) for n in range(WRITERS)]
    assert [process.wait(60) for process in running] == [0] * WRITERS
    ledger = Ledger(path)
    assert sorted(questions(ledger)) == sorted(f"{n} {number}?" for n in range(WRITERS) for number in range(EACH))
    assert ledger.verify() == []
