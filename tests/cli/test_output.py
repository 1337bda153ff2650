"""What is printed: harmless, aligned, and silent where work is short."""

import json
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.cli import output
from policy_assistant.cli.output import Progress, excerpt, note, number, reading_progress, say, say_json, table
from policy_assistant.parse.steps import step

STEERING = "\x00\x07\x08\x0b\x1b\r\x7f\x9b\u202e\u2066"


def test_what_could_steer_a_terminal_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"a{STEERING}b\tc\nd")
    note(f"a{STEERING}b")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("ab\tc\nd\n", "ab\n")


def test_json_escapes_it_and_is_read_back_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"text": f"\u00e9{STEERING}\n"})
    printed = capsys.readouterr().out
    assert not set(STEERING) & set(printed)
    assert "\u00e9" in printed
    assert json.loads(printed) == {"text": f"\u00e9{STEERING}\n"}


@given(st.text(), st.integers(1, 200))
def test_an_excerpt_is_one_line_of_at_most_its_length(text: str, length: int) -> None:
    line = excerpt(text, length)
    assert len(line) <= length
    assert "\n" not in line
    assert " ".join(text.split()).startswith(line.removesuffix("\u2026"))


def test_columns_are_as_wide_as_their_longest_cell(capsys: pytest.CaptureFixture[str]) -> None:
    table(("name", "n"), [("shoes", 7), ("a", 100)], right=(1,))
    assert capsys.readouterr().out == "name     n\nshoes    7\na      100\n"


@pytest.mark.parametrize(("value", "shown"), [(None, "-"), (0.0, "0.000"), (0.8636, "0.864"), (1, "1.000")])
def test_a_number_has_three_digits_and_none_is_a_hyphen(value: float | None, shown: str) -> None:
    assert number(value) == shown


def test_short_work_shows_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("read") as progress:
        progress(1, 2, "a.md")
    assert capsys.readouterr() == ("", "")


def test_longer_work_shows_rate_and_time_left_on_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 0.5, 20.0, 20.1, 40.0])
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with Progress("read", "files") as progress:
        for done in (1, 100, 101, 150):
            progress(done, 200, "documents/a\x1b.md")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "read 100 of 200 files, 5.0/s, about 20 s left: documents/a.md\nread 150 of 200 files, 3.8/s, about 13 s left: documents/a.md\n"
    )


def test_work_without_names_ends_with_the_time_left(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 20.0])
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with Progress("embedded") as progress:
        progress(100, 200)
    assert capsys.readouterr().err == "embedded 100 of 200, 5.0/s, about 20 s left\n"


def test_the_clock_starts_when_nothing_is_done_yet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 100.0, 120.0])
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with Progress("embedded") as progress:
        progress(0, 200)
        progress(100, 200)
    assert capsys.readouterr().err == "embedded 100 of 200, 5.0/s, about 20 s left\n"


def told(monkeypatch: pytest.MonkeyPatch, seconds: float, done: int, total: int) -> None:
    """Tell of so much work after so many seconds."""
    clock = iter([0.0, seconds])
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with Progress("read") as progress:
        progress(done, total)


@pytest.mark.parametrize(
    ("seconds", "done", "total", "said"),
    [
        (20, 4_000, 10_000, "read 4,000 of 10,000, 200/s, about 30 s left"),
        (20, 2, 20, "read 2 of 20, 6.0/min, about 3 min left"),
        (100, 10, 2_010, "read 10 of 2,010, 6.0/min, about 5 h 33 min left"),
        (20, 20, 10, "read 20 of 10, 1.0/s, about 0 s left"),
    ],
)
def test_rate_and_time_left_are_said_as_people_read_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seconds: float, done: int, total: int, said: str
) -> None:
    told(monkeypatch, seconds, done, total)
    assert capsys.readouterr().err == f"{said}\n"


def test_the_pages_of_a_long_file_are_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 20.0, 40.0, 50.0, 70.0])
    monkeypatch.setattr(output, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    with reading_progress() as progress:
        step(400, 1_600)
        progress(1, 3, "manual.pdf")
        step(100, 200)
        step(150, 200)
    assert capsys.readouterr().err.splitlines() == [
        "read page 400 of 1,600, 20/s, about 60 s left",
        "read 1 of 3 files, 1.5/min, about 80 s left: manual.pdf",
        "read 1 of 3 files, 1.5/min, about 80 s left; now page 100 of 200, 10/s, about 10 s left",
        "read 1 of 3 files, 1.5/min, about 80 s left; now page 150 of 200, 5.0/s, about 10 s left",
    ]
    step(1, 2)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("no_color", "shown"), [("", "\r\x1b[Kread 1 of 9, 0.5/s, about 16 s left\r\x1b[K"), ("1", "")])
def test_one_line_changes_on_a_terminal_that_may_be_coloured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, no_color: str, shown: str
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", no_color)
    told(monkeypatch, 2.0, 1, 9)
    assert capsys.readouterr().err == shown
