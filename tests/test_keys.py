"""The keys of the service: what is kept of them, and when one counts."""

import hashlib
import re
import sqlite3
import threading
from contextlib import AbstractContextManager, closing
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from policy_assistant import keys
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.keys import MAX_NAME, KeyRing, expiry
from policy_assistant.settings import AccessSettings, Settings
from policy_assistant.state import SCHEMA, writing
from tests.ledger.samples import files_of

TODAY = date(2026, 10, 9)
NOON = datetime(2026, 10, 9, 12, tzinfo=UTC)


@pytest.fixture
def ring(tmp_path: Path) -> KeyRing:
    return KeyRing(tmp_path / "state.sqlite", ("public", "staff", "board"))


def change(ring: KeyRing, sql: str, *values: str) -> None:
    with closing(sqlite3.connect(ring.path)) as conn:
        conn.execute(sql, values)
        conn.commit()


def test_a_key_counts_and_says_who_asks(ring: KeyRing) -> None:
    record, text = ring.create("desk", ["staff", "public", "staff"], when=NOON)
    assert re.fullmatch(rf"pa_{record.id}_[\w-]{{43}}", text)
    assert (record.name, record.audiences, record.created) == ("desk", ("staff", "public"), "2026-10-09T12:00:00Z")
    assert ring.check(text, TODAY) == record


def test_only_the_hash_of_a_key_is_on_the_disk(ring: KeyRing) -> None:
    record, text = ring.create("desk", ["staff"])
    ring.check(text, TODAY)
    disk = files_of(ring.path)
    assert hashlib.sha256(text.encode()).hexdigest().encode() in disk
    assert text.removeprefix(f"pa_{record.id}_").encode() not in disk
    assert text not in repr(ring.list())


def test_keys_are_never_the_same(ring: KeyRing) -> None:
    made = [ring.create(f"desk {n}", ["staff"]) for n in range(20)]
    assert len({text for _, text in made}) == len({record.id for record, _ in made}) == 20


def test_what_is_no_key_is_none(ring: KeyRing, tmp_path: Path) -> None:
    record, text = ring.create("desk", ["staff"])
    other = "A" if text[-1] != "A" else "B"
    wrong = [
        "",
        "pa_",
        record.id,
        text[:-1],
        f"{text}A",
        f"{text[:-1]}{other}",
        f" {text}",
        f"{text}\n",
        text.upper(),
        f"{text[:-1]}é",
        text * 1000,
    ]
    wrong.append(text.replace(record.id, "00000000" if record.id != "00000000" else "11111111"))
    assert [ring.check(one, TODAY) for one in wrong] == [None] * len(wrong)
    assert KeyRing(tmp_path / "none.sqlite", ()).check(text, TODAY) is None
    assert not (tmp_path / "none.sqlite").exists()


def test_the_last_day_counts(ring: KeyRing) -> None:
    _, text = ring.create("desk", ["staff"], "2026-10-09")
    assert ring.check(text, TODAY)
    assert ring.check(text, date(2026, 10, 10)) is None
    assert [key.status(day) for key in ring.list() for day in (TODAY, date(2026, 10, 10))] == ["active", "expired"]


@pytest.mark.parametrize("by", ["id", "name", "key"])
def test_a_revoked_key_is_none_at_once_and_for_ever(ring: KeyRing, by: str) -> None:
    record, text = ring.create("desk", ["staff"])
    _, others = ring.create("other", ["staff"])
    named = {"id": record.id, "name": "desk", "key": text}[by]
    revoked = ring.revoke(named, when=NOON)
    assert (revoked.id, revoked.revoked, revoked.status(TODAY)) == (record.id, "2026-10-09T12:00:00Z", "revoked")
    assert ring.check(text, TODAY) is None
    assert ring.check(others, TODAY)
    assert ring.revoke(record.id).revoked == "2026-10-09T12:00:00Z"


def test_the_name_of_a_revoked_key_is_free_again_and_means_the_new_one(ring: KeyRing) -> None:
    first, _ = ring.create("desk", ["staff"])
    ring.revoke("desk")
    second, text = ring.create("desk", ["staff"])
    assert ring.revoke("desk").id == second.id != first.id
    assert ring.check(text, TODAY) is None
    with pytest.raises(NotFoundError, match="no key 'desk'"):
        ring.revoke("desk")


def test_a_name_in_use_is_refused(ring: KeyRing) -> None:
    ring.create("desk", ["staff"])
    with pytest.raises(UsageError, match="there is a key named 'desk' already"):
        ring.create(" desk ", ["staff"])
    assert len(ring.list()) == 1


def test_a_key_that_is_not_there_is_told_without_its_secret(ring: KeyRing) -> None:
    _, text = ring.create("desk", ["staff"])
    unknown = f"pa_{'0' * 8}_{text[12:]}"
    with pytest.raises(NotFoundError, match="no key '00000000'") as caught:
        ring.revoke(unknown)
    assert text[12:] not in f"{caught.value}{caught.value.hint}"


@pytest.mark.parametrize(
    ("name", "audiences", "expires", "message"),
    [
        ("desk", [], "", "a key needs an audience"),
        ("desk", ["stuff"], "", "unknown audience 'stuff'"),
        ("desk", ["staff"], "soon", "expiry 'soon' is not a day"),
        ("", ["staff"], "", "is no name for a key"),
        ("  ", ["staff"], "", "is no name for a key"),
        ("a\nb", ["staff"], "", "is no name for a key"),
        ("x" * (MAX_NAME + 1), ["staff"], "", "is no name for a key"),
        ("0123abcd", ["staff"], "", "looks like the ID of a key"),
        ("pa_0123abcd_x", ["staff"], "", "looks like the ID of a key"),
    ],
)
def test_a_key_that_would_not_do_is_refused(ring: KeyRing, name: str, audiences: list[str], expires: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ring.create(name, audiences, expires)
    assert ring.list() == []


def test_the_nearest_audience_is_named(ring: KeyRing) -> None:
    with pytest.raises(UsageError) as caught:
        ring.create("desk", ["stuff"])
    assert caught.value.hint == "did you mean `staff`?"


def test_an_audience_that_left_the_settings_is_none_of_the_key(ring: KeyRing, tmp_path: Path) -> None:
    record, _ = ring.create("desk", ["board", "staff"])
    now = Settings(tmp_path, access=AccessSettings(audiences={"public": ("public",), "staff": ("public",)}))
    assert record.audiences_in(now) == ("staff",)
    assert record.audiences_in(Settings(tmp_path, access=AccessSettings(audiences={"public": ("public",)}))) == ()


@pytest.mark.parametrize("text", ["", "staff", '"staff"', "[1]", "{}"])
def test_a_key_whose_audiences_were_changed_by_hand_has_none(ring: KeyRing, text: str) -> None:
    _, key = ring.create("desk", ["staff"])
    change(ring, "UPDATE keys SET audiences = ?", text)
    found = ring.check(key, TODAY)
    assert found is not None
    assert found.audiences == ()


def test_the_day_of_use_is_written_once_a_day_and_never_waited_for(ring: KeyRing, monkeypatch: pytest.MonkeyPatch) -> None:
    _, text = ring.create("desk", ["staff"])
    waits: list[object] = []

    def noted(path: Path, **options: Any) -> AbstractContextManager[sqlite3.Connection]:
        waits.append(options.get("wait"))
        return writing(path, **options)

    monkeypatch.setattr(keys, "writing", noted)
    days = []
    for day in (9, 9, 9, 10, 9):
        ring.check(text, date(2026, 10, day))
        days.append(ring.list()[0].last_used)
    assert days == ["2026-10-09"] * 3 + ["2026-10-10"] * 2
    assert waits == [0, 0]


def test_a_key_counts_while_somebody_else_writes(ring: KeyRing) -> None:
    record, text = ring.create("desk", ["staff"])
    with closing(sqlite3.connect(ring.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert ring.check(text, TODAY) == record
    assert ring.list()[0].last_used == ""


def test_threads_may_use_one_ring(ring: KeyRing) -> None:
    _, text = ring.create("desk", ["staff"])
    found: list[object] = []

    def work(number: int) -> None:
        ring.create(f"thread {number}", ["public"])
        found.append(ring.check(text, TODAY))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert None not in found
    assert len(ring.list()) == 9


def test_one_statement_finds_a_key_by_its_index(ring: KeyRing) -> None:
    ring.create("desk", ["staff"])
    with closing(sqlite3.connect(ring.path)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        plan = " ".join(row[3] for row in conn.execute("EXPLAIN QUERY PLAN SELECT hash FROM keys WHERE id = 'x'"))
    assert "PRIMARY KEY" in plan
    assert "SCAN" not in plan


@pytest.mark.parametrize(("text", "day"), [("", ""), ("90d", "2027-01-07"), ("1d", "2026-10-10"), ("2026-10-09", "2026-10-09")])
def test_an_expiry_is_a_day_or_so_many_days(text: str, day: str) -> None:
    assert expiry(text, TODAY) == day


@pytest.mark.parametrize("text", ["0d", "-1d", "90", "d", "90 d", "999999d", "2026-10-08", "2026-02-30", "９d", "tomorrow"])
def test_another_expiry_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="expiry"):
        expiry(text, TODAY)
