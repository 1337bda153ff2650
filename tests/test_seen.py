"""Marks on what an audit found."""

from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.audit.findings import CHANGED, Finding
from policy_assistant.seen import Seen, SeenMark, mark_of
from tests.ledger.samples import NOON

FOUND = Finding(
    CHANGED, "reads otherwise", "a" * 12, "Where?", "", "2026-10-09", "staff", "shoes", "1", "c" * 12, "Rule", "Desk", other_version="2"
)
OTHER = {"kind": "removed", "answer_id": "b" * 12, "doc_id": "hats", "version": "9", "chunk_id": "d" * 12, "other_version": "3"}


@pytest.fixture
def seen(tmp_path: Path) -> Seen:
    return Seen(tmp_path / "state.sqlite")


def test_a_mark_says_who_and_when_and_the_first_one_stays(seen: Seen) -> None:
    seen.mark(FOUND, who="0123abcd", when=NOON)
    seen.mark(FOUND, who="ffffffff")
    assert seen.among([FOUND]) == {FOUND: SeenMark("0123abcd", "2026-10-09T12:00:00Z")}


def test_a_mark_can_be_taken_away(seen: Seen) -> None:
    others = [replace(FOUND, version=str(n)) for n in range(2, 5)]
    seen.mark(FOUND, *others)
    seen.unmark(FOUND, others[0], replace(FOUND, version="never marked"))
    assert list(seen.among([FOUND, *others])) == others[1:]


def test_nothing_is_marked_where_there_is_no_file(seen: Seen) -> None:
    assert seen.among([FOUND]) == {}
    assert not seen.path.exists()


@pytest.mark.parametrize("field", OTHER)
def test_a_finding_about_something_else_is_unmarked(seen: Seen, field: str) -> None:
    seen.mark(FOUND)
    assert seen.among([replace(FOUND, **{field: OTHER[field]})]) == {}  # type: ignore[arg-type]


def test_other_words_about_the_same_thing_stay_marked(seen: Seen) -> None:
    seen.mark(FOUND)
    again = replace(FOUND, detail="is no longer cut like this", owner="HR", section="Rules", stands=True)
    assert list(seen.among([again])) == [again]
    assert mark_of(again) == mark_of(FOUND)
    assert len(mark_of(FOUND)) == 64
