"""Feedback on kept answers: who may read it, and that it goes with what is erased."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant import feedback as module
from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.feedback import MAX_ANONYMOUS, MAX_COMMENT, MAX_KEYS, Feedback
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.ledger.store import Ledger
from tests.ledger.samples import NOON, PUBLIC, STAFF, answer, files_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state.sqlite"


def kept(path: Path, question: str = "Where?", labels: frozenset[str] = STAFF) -> KeptAnswer:
    return Ledger(path).keep(answer(question, labels=labels), NOON)


def test_what_is_said_is_read_again_in_order(path: Path) -> None:
    one, two = kept(path), kept(path, "Who?", PUBLIC)
    said = [Feedback(path).give(one, "wrong", " It is 45 days. ", "0123abcd", NOON), Feedback(path).give(two, "right")]
    assert Feedback(path).entries(labels=STAFF) == said
    assert (said[0].comment, said[0].who, said[0].given_at) == ("It is 45 days.", "0123abcd", "2026-10-09T12:00:00Z")


def test_without_a_file_nothing_was_said(path: Path) -> None:
    assert Feedback(path).entries(labels=STAFF) == []
    assert not path.exists()


def test_only_whoever_may_see_the_answer_reads_what_is_said_of_it(path: Path) -> None:
    Feedback(path).give(kept(path), "wrong", "The secret is out.")
    Feedback(path).give(kept(path, "Who?", PUBLIC), "right")
    assert [entry.verdict for entry in Feedback(path).entries(labels=PUBLIC)] == ["right"]
    assert Feedback(path).entries(labels=frozenset({"staff"})) == []


@pytest.mark.parametrize("labels", ["", "null", '"public"', "[1]", '{"public": 1}'])
def test_labels_that_cannot_be_read_hide(path: Path, labels: str) -> None:
    Feedback(path).give(kept(path), "wrong")
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("UPDATE feedback SET labels = ?", (labels,))
        conn.commit()
    assert Feedback(path).entries(labels=STAFF) == []


def test_the_last_word_of_a_key_counts_and_each_of_those_without(path: Path) -> None:
    one = kept(path)
    for verdict, who in (("wrong", "0123abcd"), ("right", "ffffffff"), ("right", "0123abcd"), ("wrong", ""), ("wrong", "")):
        Feedback(path).give(one, verdict, who=who)
    assert [(e.verdict, e.who) for e in Feedback(path).entries(labels=STAFF)] == [
        ("right", "ffffffff"),
        ("right", "0123abcd"),
        ("wrong", ""),
        ("wrong", ""),
    ]


def test_nobody_fills_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEYS", 2)
    one = kept(path)
    for who in ("a", "b", "b"):
        Feedback(path).give(one, "right", who=who)
    with pytest.raises(InputRefusedError, match=f"the answer {one.id} was judged 2 times by keys"):
        Feedback(path).give(one, "right", who="c")
    Feedback(path).give(one, "wrong", who="a")
    Feedback(path).give(kept(path, "Who?"), "right", who="c")
    assert len(Feedback(path).entries(labels=STAFF)) == 3


def test_people_without_a_key_shut_out_nobody_who_has_one(path: Path) -> None:
    one = kept(path)
    for _ in range(MAX_ANONYMOUS):
        Feedback(path).give(one, "wrong")
    with pytest.raises(InputRefusedError, match=f"was judged {MAX_ANONYMOUS} times without a key"):
        Feedback(path).give(one, "wrong")
    for number in range(MAX_KEYS):
        Feedback(path).give(one, "right", who=f"{number:08x}")
    assert len(Feedback(path).entries(labels=STAFF)) == MAX_ANONYMOUS + MAX_KEYS


def test_keys_shut_out_nobody_without_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEYS", 1)
    one = kept(path)
    Feedback(path).give(one, "right", who="a")
    Feedback(path).give(one, "wrong")
    assert len(Feedback(path).entries(labels=STAFF)) == 2


@pytest.mark.parametrize(
    ("verdict", "comment", "message"),
    [
        ("rihgt", "", "unknown verdict 'rihgt'"),
        ("", "", "unknown verdict"),
        ("right", "x" * (MAX_COMMENT + 1), "2,001 characters is too long"),
    ],
)
def test_what_would_not_do_is_refused(path: Path, verdict: str, comment: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Feedback(path).give(kept(path), verdict, comment)
    assert Feedback(path).entries(labels=STAFF) == []


def test_any_text_can_be_kept(path: Path) -> None:
    Feedback(path).give(kept(path), "wrong", "à \ud800 \0'; DROP TABLE feedback; --")
    assert [entry.comment for entry in Feedback(path).entries(labels=STAFF)] == ["à ? '; DROP TABLE feedback; --"]


def test_a_comment_is_erased_with_its_answer(path: Path) -> None:
    one, two = kept(path), kept(path, "Who?")
    for each in (one, two):
        Feedback(path).give(each, "wrong", f"Mr Smith says no to {each.id}")
    Ledger(path).erase(one.id, labels=STAFF, by="test")
    assert [(e.verdict, e.comment) for e in Feedback(path).entries(labels=STAFF)] == [
        ("wrong", ""),
        ("wrong", f"Mr Smith says no to {two.id}"),
    ]
    assert f"no to {one.id}".encode() not in files_of(path)
