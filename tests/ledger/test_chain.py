"""The chain: each kind of tampering is found, and none where there was none."""

import json
from dataclasses import replace

import pytest

from policy_assistant.ledger.chain import ANSWER, BEGINNING, ERASURE, Entry, Head, canonical, chain_problems, link, text_hash

TIME = "2026-10-09T12:00:00Z"


def chain(count: int = 5) -> tuple[list[Entry], Head]:
    entries: list[Entry] = []
    head = Head()
    for number in range(count):
        entry = link(head, TIME, ANSWER, '["public"]', f"salt {number}", f"content {number}")
        entries.append(entry)
        head = Head(entry.number, entry.hash)
    return entries, head


def erased(numbers: list[int], *, announced: list[int] | None = None) -> tuple[list[Entry], Head]:
    """A chain in which the content of entries is gone, and the last entry says so."""
    entries, head = chain()
    said = canonical({"numbers": numbers if announced is None else announced, "by": "anna"})
    entries.append(link(head, TIME, ERASURE, "[]", "s", said))
    emptied = [replace(entry, salt=None, content=None) if entry.number in numbers else entry for entry in entries]
    return emptied, Head(entries[-1].number, entries[-1].hash)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_chain_as_it_was_made_is_whole(count: int) -> None:
    entries, head = chain(count)
    assert chain_problems(entries, head) == []
    assert [entry.number for entry in entries] == list(range(1, count + 1))


@pytest.mark.parametrize(
    ("field", "value"),
    [("kept_at", "2026-10-10T12:00:00Z"), ("kind", ERASURE), ("labels", '["staff"]'), ("content_hash", "0" * 64), ("hash", "1" * 64)],
)
def test_a_changed_field_breaks_the_chain_at_its_entry(field: str, value: str) -> None:
    entries, head = chain()
    entries[2] = replace(entries[2], **{field: value})  # type: ignore[arg-type]
    assert any(problem.startswith("entry 3 does not follow") for problem in chain_problems(entries, head))


@pytest.mark.parametrize(("field", "value"), [("content", "content 9"), ("salt", "salt 9"), ("content", "")])
def test_changed_content_is_found(field: str, value: str) -> None:
    entries, head = chain()
    entries[1] = replace(entries[1], **{field: value})  # type: ignore[arg-type]
    assert chain_problems(entries, head) == ["entry 2: its content was changed"]


def test_content_that_was_changed_with_its_own_hash_breaks_the_chain() -> None:
    entries, head = chain()
    entries[1] = replace(entries[1], content="other", content_hash=text_hash("salt 1other"))
    assert chain_problems(entries, head) == ["entry 2 does not follow the one before it: one of them was changed or put in another's place"]


@pytest.mark.parametrize(("taken", "problem"), [([2], "entry 2 is missing"), ([1, 2, 3], "entries 1 to 3 are missing")])
def test_entries_that_were_taken_out_are_missing(taken: list[int], problem: str) -> None:
    entries, head = chain()
    assert chain_problems([entry for entry in entries if entry.number not in taken], head) == [problem]


def test_entries_that_changed_places_are_found() -> None:
    entries, head = chain()
    entries[1], entries[2] = replace(entries[2], number=2), replace(entries[1], number=3)
    found = chain_problems(entries, head)
    assert [problem.split(" does")[0] for problem in found] == ["entry 2", "entry 3", "entry 4"]


def test_an_end_that_was_cut_off_is_missing() -> None:
    entries, head = chain()
    assert chain_problems(entries[:3], head) == ["the end is missing: 5 entries were kept, the last one found is number 3"]
    assert chain_problems([], head) == ["the end is missing: 5 entries were kept, the last one found is number 0"]


def test_entries_after_the_head_and_another_last_entry_are_found() -> None:
    entries, head = chain()
    assert chain_problems(entries, Head(4, entries[3].hash)) == ["there are entries after the last that was kept, which is number 4"]
    assert chain_problems(entries, replace(head, hash="1" * 64)) == ["the last entry, number 5, is not the one that was kept"]


def test_an_erasure_leaves_the_chain_whole() -> None:
    assert chain_problems(*erased([2, 3])) == []


def test_content_that_is_gone_without_an_erasure_is_found() -> None:
    assert chain_problems(*erased([2, 3], announced=[2])) == ["entry 3 was emptied, and no entry says by whom"]


def test_an_erasure_that_was_taken_back_is_found() -> None:
    entries, head = erased([2])
    back, _ = chain()
    assert chain_problems([*back, entries[-1]], head) == ["entry 2 is said to be erased (entry 6), but is not"]


@pytest.mark.parametrize("content", ["not json", "[]", '{"numbers": 3}', '{"numbers": ["2"]}', "null"])
def test_an_erasure_that_cannot_be_read_erases_nothing(content: str) -> None:
    entries, head = erased([2])
    entries[-1] = replace(entries[-1], content=content)
    assert chain_problems(entries, head) == ["entry 6: its content was changed", "entry 2 was emptied, and no entry says by whom"]


def test_a_chain_made_anew_is_whole_but_lacks_the_anchor() -> None:
    entries, head = chain()
    anew: list[Entry] = []
    made = Head()
    for entry in entries:
        anew.append(link(made, entry.kept_at, entry.kind, entry.labels, "s", "another answer"))
        made = Head(anew[-1].number, anew[-1].hash)
    assert chain_problems(anew, made) == []
    assert chain_problems(anew, made, head.hash) == [
        f"no entry has the hash {head.hash}: the ledger was made anew or cut since it was written down"
    ]


def test_an_anchor_may_be_any_earlier_head_or_the_beginning() -> None:
    entries, head = chain()
    for anchor in (BEGINNING, entries[0].hash, entries[2].hash[:12], head.hash):
        assert chain_problems(entries, head, anchor) == []


def test_canonical_json_is_the_same_for_the_same_value_and_keeps_lone_surrogates() -> None:
    assert canonical({"b": 1, "a": "é\ud800"}) == '{"a":"\\u00e9\\ud800","b":1}'
    assert json.loads(canonical("\ud800")) == "\ud800"
    assert len(text_hash("\ud800")) == 64
