"""Versions in time: overlaps and gaps, with their dates and the edit that mends them."""

from pathlib import Path

import pytest

from tests.doctor.test_sample import Sample, sound_sample

Period = tuple[str, str]

OVERLAPS: dict[str, tuple[list[Period], str, str]] = {
    "an end after the next start": (
        [("2026-01-01", "2026-03-31"), ("2026-03-01", "")],
        "ramp: versions 1 and 2 are both in force from 2026-03-01 to 2026-03-31",
        "set effective_to of documents/ramp-1.md to 2026-02-28",
    ),
    "an end on the day of the next start": (
        [("2026-01-01", "2026-03-01"), ("2026-03-01", "")],
        "ramp: versions 1 and 2 are both in force from 2026-03-01 to 2026-03-01",
        "set effective_to of documents/ramp-1.md to 2026-02-28",
    ),
    "an open end": (
        [("2024-01-01", ""), ("2024-03-01", "")],
        "ramp: versions 1 and 2 are both in force from 2024-03-01 to no end",
        "set effective_to of documents/ramp-1.md to 2024-02-29",
    ),
    "identical starts": (
        [("2026-01-01", "2026-06-30"), ("2026-01-01", "")],
        "ramp: versions 1 and 2 are both in force from 2026-01-01 to 2026-06-30, and start together",
        "give one of documents/ramp-1.md and documents/ramp-2.md another effective_from",
    ),
    "a long version over two later ones": (
        [("2026-01-01", ""), ("2026-02-01", "2026-02-28"), ("2030-01-01", "")],
        "ramp: versions 1 and 2 are both in force from 2026-02-01 to 2026-02-28 | ramp: versions 1 and 3 are both in force from 2030-01-01 to no end",
        "set effective_to of documents/ramp-1.md to 2026-01-31 | set effective_to of documents/ramp-1.md to 2029-12-31",
    ),
}


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    return sound_sample(tmp_path, monkeypatch)


def _add_versions(sample: Sample, periods: list[Period]) -> None:
    for number, (start, end) in enumerate(periods, 1):
        sample.document(f"ramp-{number}", doc_id="ramp", version=str(number), effective_from=start, effective_to=end)
    sample.ingest()


@pytest.mark.parametrize(("periods", "finding", "mend"), OVERLAPS.values(), ids=list(OVERLAPS))
def test_versions_in_force_on_one_day_are_found(sample: Sample, periods: list[Period], finding: str, mend: str) -> None:
    _add_versions(sample, periods)
    found = sample.found()
    assert {f[:2] for f in found} == {("overlaps", "problem")}
    assert " | ".join(f[2] for f in found) == finding
    assert " | ".join(f[3] for f in found) == mend


def test_versions_without_any_start_overlap(sample: Sample) -> None:
    _add_versions(sample, [("", ""), ("", "")])
    overlaps = [f[2] for f in sample.found() if f[0] == "overlaps"]
    assert overlaps == ["ramp: versions 1 and 2 are both in force from the beginning to no end, and start together"]


def test_the_first_day_of_the_calendar_is_no_trouble(sample: Sample) -> None:
    _add_versions(sample, [("", ""), ("0001-01-01", "")])
    assert [f[0] for f in sample.found()] == ["overlaps", "no-start"]


@pytest.mark.parametrize(("start", "days"), [("2026-04-02", "2026-04-01 to 2026-04-01"), ("2026-05-01", "2026-04-01 to 2026-04-30")])
def test_a_day_without_a_version_is_found(sample: Sample, start: str, days: str) -> None:
    _add_versions(sample, [("2026-01-01", "2026-03-31"), (start, "")])
    first, _, last = days.partition(" to ")
    assert sample.found() == [
        (
            "gaps",
            "problem",
            f"ramp: nothing is in force from {days}, between versions 1 and 2",
            f"set effective_to of documents/ramp-1.md to {last}, or effective_from of documents/ramp-2.md to {first}",
        )
    ]


def test_a_version_that_starts_the_day_after_leaves_no_gap(sample: Sample) -> None:
    _add_versions(sample, [("2026-01-01", "2026-03-31"), ("2026-04-01", "2026-12-31"), ("2027-01-01", "")])
    assert sample.found() == []


def test_a_gap_is_measured_from_the_version_that_ends_last(sample: Sample) -> None:
    _add_versions(sample, [("2026-01-01", "2026-06-30"), ("2026-02-01", "2026-02-10"), ("2026-07-01", "")])
    assert [f[0] for f in sample.found()] == ["overlaps"]


def test_a_broken_file_of_an_earlier_version_leaves_no_gap(sample: Sample) -> None:
    _add_versions(sample, [("2026-01-01", "2026-03-31"), ("2026-04-01", "2026-04-30"), ("2026-05-01", "")])
    sample.write("corpus/documents/ramp-2.md", "")
    assert [f[0] for f in sample.found()] == ["unreadable"]


def test_an_end_today_has_not_ended_and_a_start_today_has_begun(sample: Sample) -> None:
    _add_versions(sample, [("2026-05-04", "2026-05-04")])
    assert sample.found() == []


def test_what_a_file_beside_a_document_states_counts(sample: Sample) -> None:
    sample.document("ramp", access="")
    sample.ingest()
    assert [f[0] for f in sample.found()] == ["no-label"]
    sample.write("corpus/documents/ramp.md.toml", 'access = "public"\n')
    assert [f[0] for f in sample.found()] == []
    sample.write("corpus/documents/ramp.md.toml", "access = public\n")
    assert [(f[0], f[2]) for f in sample.found() if "ramp" in f[2]] == [
        ("metadata", "refused: documents/ramp.md.toml: cannot be read as TOML: Invalid value (at line 1, column 10)")
    ]


def test_versions_that_names_tell_end_where_the_next_begins(sample: Sample) -> None:
    for number, start in ((1, "2026-01-01"), (2, "2026-03-01")):
        sample.document(f"ramp.v{number}", doc_id="ramp", version=str(number), effective_from=start)
    assert [f[0] for f in sample.found()] == ["age"]
    sample.ingest()
    assert sample.found() == []


def test_a_name_that_cannot_be_taken_in_is_a_problem(sample: Sample) -> None:
    sample.write("corpus/documents/two\nlines.md", "# T\n\nx\n")
    assert [f[:3] for f in sample.found()] == [
        ("unreadable", "problem", "documents/two\\nlines.md: its name is not UTF-8 or holds a control character; rename it")
    ]
