"""Questionnaires: how they are read, asked row by row and written."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant import batch
from policy_assistant.answer import Answer, Decision
from policy_assistant.batch import COLUMNS, MAX_MODEL_FAILURES, Batch, Outcome, answer_values, harmless, read_questionnaire
from policy_assistant.claims import Problem
from policy_assistant.errors import InputRefusedError, ModelError, NoIndexError, SettingsError, UsageError
from tests.cli.ask_samples import GATE, SHOES, answer, claim

STAFF = frozenset({"public", "staff"})
LABELS = {"staff": STAFF, "public": frozenset({"public"})}


def labels_of(audience: str) -> frozenset[str]:
    if audience not in LABELS:
        raise UsageError(f"unknown audience {audience!r}")
    return LABELS[audience]


class Asking:
    """Notes what is asked. A question that names an error raises it; all others are answered, but not those with `unknown`."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []

    def __call__(self, question: str, *, as_of: str, audience: str) -> Answer:
        self.asked.append((question, as_of, audience))
        for error in (UsageError, ModelError, NoIndexError, SettingsError):
            if error.__name__ in question:
                raise error(f"no {question}", hint="try another")
        return answer() if "unknown" in question else answer(claim("They stay outside.", quote="Wet shoes"))


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "questions.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def outcomes(path: Path, asking: Asking, audience: str = "staff", as_of: str = "") -> list[Outcome]:
    return list(Batch(asking, labels_of, audience, as_of).outcomes(read_questionnaire(path)))


def result(path: Path, asking: Asking, audience: str = "staff") -> list[dict[str, str]]:
    """The rows of the result by column."""
    names = read_questionnaire(path).columns
    return [dict(zip(names, outcome.cells, strict=True)) for outcome in outcomes(path, asking, audience)]


def test_the_columns_of_the_file_come_first_then_ours(tmp_path: Path) -> None:
    path = write(tmp_path, "id,question\nA1,Where do shoes go?\n")
    assert read_questionnaire(path).columns == ("id", "question", *COLUMNS)
    row = result(path, Asking())[0]
    assert (row["id"], row["question"]) == ("A1", "Where do shoes go?")
    assert (row["answer"], row["answerable"], row["quotes"]) == ("They stay outside.", "yes", "Wet shoes")
    assert (row["document"], row["version"], row["section"], row["page"]) == ("House rules (shoes)", "2", "Hall", "3-4")
    assert row["in_force"] == "2026-01-01/2026-12-31"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_any_usual_separator_is_read_and_kept(tmp_path: Path, delimiter: str) -> None:
    path = write(tmp_path, delimiter.join(("id", "question", "note")) + "\n" + delimiter.join(("7", "Where?", "x")) + "\n")
    read = read_questionnaire(path)
    assert (read.names, read.rows[0].cells) == (("id", "question", "note"), ("7", "Where?", "x"))
    assert read.text(("a", "b")) == f"a{delimiter}b\n"


def test_a_byte_order_mark_is_no_part_of_the_first_name_and_is_remembered(tmp_path: Path) -> None:
    read = read_questionnaire(write(tmp_path, b"\xef\xbb\xbfquestion\n\xc3\x89t\xc3\xa9 ?\n"))
    assert (read.names, read.has_mark) == (("question",), True)
    assert read.question(read.rows[0]) == "\u00c9t\u00e9 ?"
    assert not read_questionnaire(write(tmp_path, "question\nWhere?\n")).has_mark


def test_without_a_column_question_the_first_one_is_asked(tmp_path: Path) -> None:
    asking = Asking()
    path = write(tmp_path, "Requirement,owner\nWhere?,Ada\n")
    outcomes(path, asking)
    assert read_questionnaire(path).question_column == "Requirement"
    assert [question for question, _, _ in asking.asked] == ["Where?"]


def test_a_row_has_a_day_and_an_audience_of_its_own(tmp_path: Path) -> None:
    asking = Asking()
    outcomes(write(tmp_path, "question,as_of,audience\nOne?,2026-01-02,public\nTwo?,,\n"), asking, as_of="2026-10-09")
    assert asking.asked == [("One?", "2026-01-02", "public"), ("Two?", "2026-10-09", "staff")]


def test_a_row_cannot_see_more_than_whoever_runs_it(tmp_path: Path) -> None:
    asking = Asking()
    rows = result(write(tmp_path, "question,audience\nOne?,staff\nTwo?,public\n"), asking, audience="public")
    assert asking.asked == [("Two?", "", "public")]
    assert "sees more than 'public'" in rows[0]["problems"]


def test_a_bad_row_does_not_stop_the_others(tmp_path: Path) -> None:
    text = "question,audience\nUsageError?,\nWhere?,nobody\nHow many, if, any?\n,public\nunknown?,\nWhere?,\n"
    asking = Asking()
    path = write(tmp_path, text)
    assert [outcome.kind for outcome in outcomes(path, asking)] == ["refused", "refused", "refused", "empty", "silent", "answered"]
    assert [question for question, _, _ in asking.asked] == ["UsageError?", "unknown?", "Where?"]
    assert [row["problems"] for row in result(path, Asking())][:4] == [
        "refused: no UsageError? (try another)",
        "refused: unknown audience 'nobody'",
        "refused: line 4 has 3 values for 2 columns; write a value that holds the separator in quotes",
        "",
    ]


def test_a_passage_without_section_or_page_leaves_its_line_empty() -> None:
    plain = replace(SHOES, sections=(), pages=())
    values = answer_values(answer(claim("Outside.", plain, "Wet shoes")))
    assert (values["section"], values["page"]) == ("", "")
    other = replace(GATE, pages=(7,))
    values = answer_values(answer(claim("Outside.", plain, "Wet shoes"), claim("22:00.", other, "The gate")))
    assert (values["section"], values["page"]) == ("\nCode", "\n7")


def test_an_answer_that_is_none_has_no_quote(tmp_path: Path) -> None:
    row = result(write(tmp_path, "question\nunknown?\n"), Asking())[0]
    assert (row["answer"], row["answerable"], row["quotes"], row["document"]) == ("The documents do not say.", "no", "", "")


def test_claims_of_a_reply_that_says_no_answer_are_not_cited() -> None:
    values = answer_values(answer(claim("Outside.", quote="Wet shoes"), answerable=False))
    assert (values["quotes"], values["document"], values["in_force"]) == ("", "", "")


def test_a_cut_row_is_refused_even_where_its_question_is_missing(tmp_path: Path) -> None:
    text = "id,question\n1,Where?\n2,,How many, if any?\n"
    assert [outcome.kind for outcome in outcomes(write(tmp_path, text), Asking())] == ["answered", "refused"]


@pytest.mark.parametrize("error", ["NoIndexError", "SettingsError"])
def test_what_stops_every_question_stops_the_run(tmp_path: Path, error: str) -> None:
    with pytest.raises((NoIndexError, SettingsError), match=error):
        outcomes(write(tmp_path, f"question\n{error}?\n"), Asking())


def test_a_model_that_fails_now_and_then_is_reported_in_its_rows(tmp_path: Path) -> None:
    text = "question\n" + "ModelError?\nWhere?\n" * (MAX_MODEL_FAILURES + 1)
    kinds = [outcome.kind for outcome in outcomes(write(tmp_path, text), Asking())]
    assert kinds == ["failed", "answered"] * (MAX_MODEL_FAILURES + 1)


def test_a_model_that_fails_again_and_again_stops_the_run_after_its_rows(tmp_path: Path) -> None:
    asking = Asking()
    run = Batch(asking, labels_of, "staff").outcomes(read_questionnaire(write(tmp_path, "question\n" + "ModelError?\n" * 9)))
    assert [next(run).kind for _ in range(MAX_MODEL_FAILURES)] == ["failed"] * MAX_MODEL_FAILURES
    with pytest.raises(ModelError):
        next(run)
    assert len(asking.asked) == MAX_MODEL_FAILURES


def test_an_empty_column_of_ours_is_filled_in_its_place(tmp_path: Path) -> None:
    path = write(tmp_path, "Answer,question,comment\n,Where?,mine\n")
    assert read_questionnaire(path).columns[:3] == ("Answer", "question", "comment")
    assert "answer" not in read_questionnaire(path).columns
    assert outcomes(path, Asking())[0].cells[:3] == ("They stay outside.", "Where?", "mine")


def test_a_column_of_ours_that_holds_something_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputRefusedError, match="line 3: the column `answer`"):
        read_questionnaire(write(tmp_path, "question,answer\nOne?,\nTwo?,outside\n"))


def test_what_is_cited_stands_line_by_line_in_every_column() -> None:
    values = answer_values(
        answer(
            claim("Outside.", quote="Wet shoes"),
            claim("Twice.", quote="stay outside."),
            claim("Again.", quote="Wet shoes"),
            claim("22:00.", GATE, "The gate"),
        )
    )
    assert values["document"] == "House rules (shoes)\ngate (gate)"
    assert values["in_force"] == "2026-01-01/2026-12-31\n2026-05-01/.."
    assert (values["section"], values["page"], values["version"]) == ("Hall\nCode", "3-4\n", "2\n1")
    assert values["quotes"] == "Wet shoes\n\nstay outside.\n\nThe gate"


def test_what_is_withheld_is_in_the_problems_only() -> None:
    bad = claim("Shoes may stay 45 days.", problems=[Problem("number_not_found", "45")])
    values = answer_values(
        answer(bad, claim("They stay outside."), notes=("Two documents disagree.",), decision=Decision(0.875, 0.5, {}), kept="ab12")
    )
    assert (values["problems"], values["answer"], values["notes"]) == (
        "claim 1: number_not_found: 45",
        "They stay outside.",
        "Two documents disagree.",
    )
    assert (values["confidence"], values["kept_id"]) == ("0.88", "ab12")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("\n \n", "is empty"),
        ("question\n", "has no question"),
        ("question,id\n,7\n", "has no question"),
        ("Where do shoes go?\nAnd socks?\n", "has no column `question`"),
        (",id\nWhere?,7\n", "has no column `question`"),
        ('question\n"Where?\n', "line 2: not CSV"),
        ('question\nOne?\n"Two" or three?\n', "line 3: not CSV"),
        (b"PK\x03\x04\xff\xfe", "not a CSV file in UTF-8"),
        ("question" + "," * batch.MAX_COLUMNS + "\n", "columns; allowed"),
        ("question\n" + "x" * 200_000 + "\n", "line 2: not CSV"),
    ],
)
def test_what_is_no_questionnaire_is_refused_by_name(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputRefusedError, match=f"questions.csv.*{message}"):
        read_questionnaire(write(tmp_path, text))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputRefusedError, match=r"none\.csv: no such file"):
        read_questionnaire(tmp_path / "none.csv")


def test_too_many_rows_and_too_large_a_file_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "question\n1?\n2?\n3?\n")
    monkeypatch.setattr(batch, "MAX_ROWS", 2)
    with pytest.raises(InputRefusedError, match="more than 2 rows"):
        read_questionnaire(path)
    monkeypatch.setattr(batch, "MAX_FILE_BYTES", 10)
    with pytest.raises(InputRefusedError, match="larger than 10 bytes"):
        read_questionnaire(path)


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r\n=1", "\x00=1", "\u202e=1", "\uff1d1", "\ttext"])
def test_what_a_spreadsheet_would_run_is_made_text(cell: str) -> None:
    assert harmless(cell).startswith("'")


@pytest.mark.parametrize("cell", ["", "a=1", "'=1", "7", "caf\u00e9 \u2013 -3"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert harmless(cell) == cell


@given(st.lists(st.text(), min_size=2, max_size=4))
def test_cells_are_read_back_as_they_were_made_harmless(cells: list[str]) -> None:
    read = list(csv.reader(io.StringIO(batch.Questionnaire(("a",), (), ";").text(cells), newline=""), delimiter=";", strict=True))
    assert read == [[harmless(cell) for cell in cells]]


def test_what_is_echoed_is_made_harmless_too(tmp_path: Path) -> None:
    path = write(tmp_path, "question,=cmd\nWhere?,=2+3\n")
    read = read_questionnaire(path)
    assert read.text(read.columns).split(",")[1] == "'=cmd"
    assert read.text(outcomes(path, Asking())[0].cells).split(",")[1] == "'=2+3"


def test_the_number_of_a_row_is_its_line(tmp_path: Path) -> None:
    read = read_questionnaire(write(tmp_path, 'question\n\n"One\nor two?"\nThree?\n'))
    assert [row.line for row in read.rows] == [3, 5]
    assert read.rows[0].cells == ("One\nor two?",)


def test_the_samples_quote_what_stands_there() -> None:
    assert (SHOES.quote, GATE.quote) == (SHOES.text, GATE.text)
