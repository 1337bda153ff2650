"""Metadata: who states what, which label wins, what is refused; and the identity of chunks."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.errors import InputRefusedError
from policy_assistant.metadata import FIELDS, Metadata, chunk_hash, chunk_id, differences, page_range, resolve, rule_matches, stricter
from policy_assistant.settings import AccessSettings, CorpusSettings, Rule, Settings

LABELS = ("public", "staff", "board")
WHO = {"doc_id": "shoes", "version": "2"}


def settings(*rules: Rule, labels: tuple[str, ...] = LABELS) -> Settings:
    return Settings(Path("/project"), corpus=CorpusSettings(rules=rules), access=AccessSettings(labels=labels))


def resolved(
    own: dict[str, str], listed: dict[str, str] | None = None, *rules: Rule, source: str = "documents/hr/shoes.md", title: str = ""
) -> Metadata:
    return resolve(source, "md", own, listed or {}, title, settings(*rules))


def refusal(own: dict[str, str]) -> InputRefusedError:
    with pytest.raises(InputRefusedError) as refused:
        resolved(own)
    return refused.value


def test_the_file_wins_over_the_inventory_and_that_over_rules() -> None:
    rule = Rule("documents/*", owner="Rule", language="fr", doc_type="guide")
    found = resolved(WHO | {"owner": "File"}, {"owner": "Row", "language": "de"}, rule)
    assert (found.owner, found.language, found.doc_type) == ("File", "de", "guide")


def test_the_first_rule_that_says_something_holds_and_others_do_not_apply() -> None:
    rules = (
        Rule("documents/it/*", owner="IT"),
        Rule("documents/hr/*", doc_type="policy"),
        Rule("documents/*", owner="All", doc_type="help"),
    )
    assert (resolved(WHO, {}, *rules).owner, resolved(WHO, {}, *rules).doc_type) == ("All", "policy")


@given(st.lists(st.sampled_from(["", "unknown", *LABELS]), min_size=3, max_size=3))
def test_of_several_labels_the_strictest_wins_and_none_is_the_most_restricted(labels: list[str]) -> None:
    own, listed, rule = labels
    rules = (Rule("documents/*", access=rule),)
    found = resolved(WHO | {"access": own}, {"access": listed}, *rules)
    stated = [LABELS.index(label) for label in labels if label in LABELS]
    assert found.access == LABELS[max(stated, default=-1)]


def test_unknown_in_an_optional_field_means_not_stated() -> None:
    found = resolved(WHO | {"access": "Unknown", "effective_from": "unknown", "owner": "UNKNOWN"}, {"owner": "Row"})
    assert (found.access, found.effective_from, found.owner) == ("board", "", "Row")
    assert found.unstated == ("title", "effective_from", "access", "language", "doc_type")


def test_a_title_comes_from_metadata_then_the_text_then_the_file() -> None:
    assert resolved(WHO | {"title": "Stated"}, title="Parsed").title == "Stated"
    assert resolved(WHO, title="Parsed").title == "Parsed"
    assert resolved(WHO).title == "shoes"


def test_a_version_stays_text() -> None:
    assert resolved({"doc_id": "a", "version": "1.10"}).version == "1.10"


@pytest.mark.parametrize("value", ["", "unknown", "Unknown"])
@pytest.mark.parametrize("field", ["doc_id", "version"])
def test_a_document_without_identity_is_refused_by_file_and_field(field: str, value: str) -> None:
    error = refusal(WHO | {field: value})
    assert str(error) == f"documents/hr/shoes.md: no {field}"
    assert f"state `{field}`" in error.hint


@pytest.mark.parametrize("value", ["a|b", "a\nb", "a\tb", "a\\b", "<b>", 'a"b', "x" * 501])
def test_an_identity_that_could_break_ids_or_pages_is_refused(value: str) -> None:
    assert "doc_id" in str(refusal(WHO | {"doc_id": value}))
    assert "version" in str(refusal(WHO | {"version": value}))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"effective_from": "2026-02-30"}, "documents/hr/shoes.md: effective_from '2026-02-30' is not a day written as YYYY-MM-DD"),
        ({"effective_to": "soon"}, "documents/hr/shoes.md: effective_to 'soon' is not a day written as YYYY-MM-DD"),
        (
            {"effective_from": "2026-02-02", "effective_to": "2026-02-01"},
            "documents/hr/shoes.md: effective_to 2026-02-01 is before effective_from 2026-02-02",
        ),
        ({"access": "Public"}, "documents/hr/shoes.md: unknown access label 'Public'"),
    ],
)
def test_a_wrong_date_or_label_is_refused_by_file_and_field(fields: dict[str, str], message: str) -> None:
    assert str(refusal(WHO | fields)) == message


def test_a_period_of_one_day_is_a_period() -> None:
    assert resolved(WHO | {"effective_from": "2026-02-02", "effective_to": "2026-02-02"}).effective_to == "2026-02-02"


def test_an_unknown_label_is_refused_even_where_a_stricter_one_wins() -> None:
    with pytest.raises(InputRefusedError, match="unknown access label 'pubic'") as refused:
        resolved(WHO | {"access": "board"}, {"access": "pubic"})
    assert refused.value.hint == "did you mean `public`?"


def test_differences_name_the_fields_that_both_state() -> None:
    assert differences({"title": "A", "owner": "x", "access": "unknown"}, {"title": "B", "access": "staff", "language": "en"}) == [
        "title is 'A' in the file, 'B' in the inventory"
    ]


def test_the_language_is_the_first_of_the_project_where_none_is_stated() -> None:
    assert resolved(WHO).language == "en"


@given(st.text(max_size=20), st.text(max_size=8), st.integers(0, 10**6), st.integers(0, 10**6))
def test_an_id_is_the_beginning_of_the_hash_of_its_place(doc_id: str, version: str, start: int, end: int) -> None:
    full = hashlib.sha256(f"{doc_id}|{version}|{start}|{end}".encode()).hexdigest()
    assert chunk_hash(doc_id, version, start, end) == full
    assert chunk_id(doc_id, version, start, end) == full[:12]


@pytest.mark.parametrize(("pages", "shown"), [((), "-"), ((4,), "4"), ((1, 2), "1-2"), ((1, 2, 3), "1-3")])
def test_pages_are_written_as_people_write_them(pages: tuple[int, ...], shown: str) -> None:
    assert page_range(pages) == shown


def test_the_fields_are_those_of_the_inventory_in_its_order() -> None:
    assert FIELDS == ("doc_id", "title", "version", "effective_from", "effective_to", "owner", "access", "language", "doc_type")


def named(source: str, own: dict[str, str] | None = None, identity: str = "stated") -> Metadata:
    return resolve(source, "md", own or {}, {}, "", Settings(Path("/project"), corpus=CorpusSettings(identity=identity)))


def test_a_sidecar_stands_between_the_file_and_the_inventory() -> None:
    own, beside, listed = {"owner": "File"}, {"owner": "Beside", "language": "fr"}, {"language": "de", "doc_type": "guide"}
    found = resolve("documents/a.md", "md", WHO | own, listed, "", settings(), beside=beside)
    assert (found.owner, found.language, found.doc_type) == ("File", "fr", "guide")


def test_the_strictest_label_wins_wherever_it_is_stated() -> None:
    found = resolve("documents/a.md", "md", WHO | {"access": "public"}, {"access": "staff"}, "", settings(), beside={"access": "board"})
    assert found.access == "board"


def test_a_rule_may_state_any_field() -> None:
    rule = Rule("documents/hr/*", doc_id="shoes", version="2", title="Shoes", effective_from="2026-01-01", effective_to="2026-12-31")
    found = resolved({}, {}, rule)
    assert (found.doc_id, found.version, found.title, found.effective_from, found.effective_to) == (
        "shoes",
        "2",
        "Shoes",
        "2026-01-01",
        "2026-12-31",
    )


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("documents/**/x.md", "documents/x.md", True),
        ("documents/**/x.md", "documents/a/b/x.md", True),
        ("documents\\hr\\*", "documents/hr/x.md", True),
        ("documents/\u00e9t\u00e9/*", "documents/e\u0301te\u0301/x.md", True),
        ("documents/hr/*", "documents/it/x.md", False),
    ],
)
def test_paths_of_rules(path: str, source: str, expected: bool) -> None:
    assert rule_matches(Rule(path), source) is expected


def test_a_name_that_tells_both_gives_an_identity_and_a_day() -> None:
    found = named("documents/leave-v3-2024-01-01.md")
    assert (found.doc_id, found.version, found.effective_from) == ("leave", "3", "2024-01-01")
    assert named("documents/leave.v3.md", {"doc_id": "holidays"}).doc_id == "holidays"


def test_the_name_of_a_file_that_states_who_it_is_does_not_count() -> None:
    assert named("documents/leave-v3-2024-01-01.md", WHO).effective_from == ""


@pytest.mark.parametrize("source", ["documents/leave.md", "documents/v3.md"])
def test_a_name_that_does_not_tell_both_is_refused_with_the_way_out(source: str) -> None:
    with pytest.raises(InputRefusedError, match=f"{source}: no doc_id") as refused:
        named(source)
    assert '[corpus] identity = "path"' in refused.value.hint


def test_by_path_every_file_has_an_identity() -> None:
    found = named("documents/hr/leave.md", identity="path")
    assert (found.doc_id, found.version, found.effective_from) == ("documents/hr/leave.md", "1", "")
    found = named("documents/hr/leave_2024-01-01.md", identity="path")
    assert (found.doc_id, found.version, found.effective_from) == ("documents/hr/leave.md", "2024-01-01", "2024-01-01")
    assert named("documents/leave.md", {"doc_id": "leave"}, identity="path").doc_id == "leave"


def test_the_last_known_metadata_take_only_a_stricter_label() -> None:
    last = resolved(WHO | {"access": "staff", "owner": "File"})
    assert stricter(last, {"access": "board", "owner": "Row"}, settings()) == replace(last, access="board")
    assert stricter(last, {"access": "public"}, settings(Rule("documents/*", access="public"))) == last
    assert stricter(last, {}, settings(Rule("documents/*", access="board"))).access == "board"
    assert stricter(replace(last, access="gone"), {}, settings()).access == "board"
