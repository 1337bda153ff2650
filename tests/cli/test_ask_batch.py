"""`ask --batch` on real projects: the CSV that comes out, where it goes, and how a run ends."""

import csv
import io
from pathlib import Path

import pytest

from policy_assistant.batch import COLUMNS, MAX_MODEL_FAILURES
from policy_assistant.cli import ask_batch, output
from policy_assistant.testing.model_server import Fault, ModelServer
from tests.project import Done, Project

QUESTIONS = "id,question,as_of,audience\nA,Where do wet shoes stay?,2026-01-31,\nB,What is the code of the garden gate?,,public\n"


@pytest.fixture
def house(project: Project) -> Project:
    project.configure("[project]\ntoday = 2026-10-09\n[answers]\nledger = false\n")
    project.add("shoes", "## In the hall\n\nWet shoes stay outside the door.\n", effective_from="2026-01-01")
    project.add("gate", "## Gate code\n\nThe code of the garden gate is zebra750.\n", access="staff")
    project.ingest()
    return project


def questionnaire(project: Project, text: str | bytes = QUESTIONS) -> str:
    path = project.folder / "questionnaire.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def test_answers_go_to_standard_output_beside_the_questions(house: Project) -> None:
    done = house.run("ask", "--batch", questionnaire(house))
    assert done.code == 0, done.err
    first, second = rows(done.out)
    assert list(first) == ["id", "question", "as_of", "audience", *COLUMNS]
    assert (first["id"], first["answer"], first["answerable"]) == ("A", "Wet shoes stay outside the door.", "yes")
    assert (first["quotes"], first["document"]) == ("Wet shoes stay outside the door.", "Shoes (shoes)")
    assert (first["section"], first["in_force"], first["version"]) == ("In the hall", "2026-01-01/..", "1")
    assert 0 < float(first["confidence"]) <= 1
    assert "zebra750" not in done.out + done.err, "the second row asks for the public"
    assert second["id"] == "B"
    assert done.err.splitlines()[-1].startswith("2 rows of 2: ")


def test_out_holds_the_same_and_standard_output_stays_empty(house: Project, tmp_path: Path) -> None:
    file = questionnaire(house)
    target = tmp_path / "answers.csv"
    printed = house.run("ask", "--batch", file).out
    done = house.run("ask", "--batch", file, "--out", str(target))
    assert (done.code, done.out) == (0, "")
    assert target.read_text() == printed
    assert [path.name for path in tmp_path.glob("answers*")] == ["answers.csv"]


def test_a_file_of_a_french_spreadsheet_comes_back_as_one(house: Project, tmp_path: Path) -> None:
    target = tmp_path / "answers.csv"
    file = questionnaire(house, "\ufeffid;question\n\u00e9;Where do wet shoes stay?\n".encode())
    assert house.run("ask", "--batch", file, "--out", str(target)).code == 0
    assert target.read_bytes().startswith(b"\xef\xbb\xbfid;question;answer;")
    assert rows(target.read_text(encoding="utf-8-sig"), ";")[0]["id"] == "\u00e9"


def test_a_refused_row_is_reported_in_its_place_and_the_code_is_6(house: Project) -> None:
    text = "question,as_of\nWhere do wet shoes stay?,soon\nQ99,none\nWhere do wet shoes stay?,\n"
    done = house.run("ask", "--batch", questionnaire(house, text))
    assert done.code == 6
    found = rows(done.out)
    assert [row["problems"].partition(":")[0] for row in found] == ["refused", "refused", ""]
    assert found[2]["answerable"] == "yes"
    assert "1 answered, 2 refused" in done.err


def test_the_options_hold_for_all_rows(house: Project) -> None:
    file = questionnaire(house, "question\nWhat is the code of the garden gate?\n")
    assert "zebra750" in house.run("ask", "--batch", file).out
    assert "zebra750" not in house.run("ask", "--batch", file, "--audience", "public").out
    early = rows(house.run("ask", "--batch", questionnaire(house, "question\nWhere do wet shoes stay?\n"), "--as-of", "2025-06-30").out)
    assert "outside" not in early[0]["answer"]


def test_a_row_cannot_ask_for_staff_when_the_public_is_asked_for(house: Project) -> None:
    file = questionnaire(house, "question,audience\nWhat is the code of the garden gate?,staff\n")
    done = house.run("ask", "--batch", file, "--audience", "public")
    assert done.code == 6
    assert "zebra750" not in done.out + done.err


def test_the_first_column_is_asked_where_none_is_called_question(house: Project) -> None:
    done = house.run("ask", "--batch", questionnaire(house, "Point,by\nWhere do wet shoes stay?,Ada\n"))
    assert "no column `question`: the questions of the first one, `Point`, are asked" in done.err
    assert rows(done.out)[0]["answerable"] == "yes"


def test_what_would_be_a_formula_is_text_in_the_result(house: Project) -> None:
    done = house.run("ask", "--batch", questionnaire(house, "question,id\nWhere do wet shoes stay?,=1+1\n-What?,@x\n"))
    assert [row["id"] for row in rows(done.out)] == ["'=1+1", "'@x"]
    assert rows(done.out)[1]["question"] == "'-What?"


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "is empty"), ("question\n", "has no question"), (b"PK\xff", "not a CSV file in UTF-8"), ('question\n"a\n', "not CSV")],
)
def test_what_is_no_questionnaire_is_refused(house: Project, text: str | bytes, message: str) -> None:
    done = house.run("ask", "--batch", questionnaire(house, text))
    assert (done.code, done.out) == (6, "")
    assert message in done.err


def wrong(house: Project, *args: str) -> Done:
    done = house.run("ask", "--batch", questionnaire(house), *args)
    assert (done.code, done.out) == (2, ""), done.err
    return done


def test_a_file_that_is_there_is_only_replaced_by_force(house: Project, tmp_path: Path) -> None:
    target = tmp_path / "answers.csv"
    target.write_text("mine")
    assert "is there already" in wrong(house, "--out", str(target)).err
    assert target.read_text() == "mine"
    assert house.run("ask", "--batch", questionnaire(house), "--out", str(target), "--force").code == 0
    assert target.read_text().startswith("id,question")


def test_the_questionnaire_itself_is_never_replaced(house: Project) -> None:
    file = questionnaire(house)
    assert "is the questionnaire itself" in wrong(house, "--out", file, "--force").err
    assert Path(file).read_text() == QUESTIONS


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--out", "no/such/folder.csv"), "there is no folder"),
        (("--audience", "everyone"), "everyone"),
        (("--as-of", "none"), "an answer needs a day"),
        (("--method", "fast"), "unknown method"),
        (("--method", "baseline"), "the baseline has no dates"),
        (("--k", "0"), "k is 0"),
        (("--model", "mind"), "mind"),
        (("--model", "openai:m", "--prompt", "nowhere.txt"), "no prompt 'nowhere.txt'"),
    ],
)
def test_what_is_wrong_for_every_row_is_told_before_the_first(house: Project, args: tuple[str, ...], message: str) -> None:
    assert message in wrong(house, *args).err


def test_without_an_index_the_code_is_4_and_nothing_is_written(project: Project, tmp_path: Path) -> None:
    done = project.run("ask", "--batch", questionnaire(project), "--out", str(tmp_path / "answers.csv"))
    assert (done.code, done.out) == (4, "")
    assert not list(tmp_path.glob("answers*"))


def test_a_model_that_fails_stops_the_run_and_what_is_done_is_kept(house: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "answers.csv"
    file = questionnaire(house, "question\n" + "Where do wet shoes stay?\n" * (MAX_MODEL_FAILURES + 2))
    with ModelServer() as server:
        monkeypatch.setenv("POLICY_ASSISTANT_CHAT_BASE_URL", server.base_url)
        server.script(*[Fault(401)] * MAX_MODEL_FAILURES)
        done = house.run("ask", "--batch", file, "--out", str(target), "--model", "openai:m")
        assert len(server.requests) == MAX_MODEL_FAILURES
    assert done.code == 5
    assert not target.exists()
    kept = rows((tmp_path / "answers.csv.part").read_text())
    assert [row["problems"].partition(":")[0] for row in kept] == ["the model failed"] * MAX_MODEL_FAILURES
    assert f"hint: {MAX_MODEL_FAILURES} rows are kept in {target}.part" in done.err


def test_a_model_that_fails_for_one_row_is_code_5_and_the_others_are_done(
    house: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "answers.csv"
    file = questionnaire(house, "question\n" + "Where do wet shoes stay?\n" * 2)
    with ModelServer() as server:
        monkeypatch.setenv("POLICY_ASSISTANT_CHAT_BASE_URL", server.base_url)
        server.script(Fault(401))
        done = house.run("ask", "--batch", file, "--out", str(target), "--model", "openai:m")
    assert done.code == 5
    failed, other = rows(target.read_text())
    assert failed["problems"].startswith("the model failed: ")
    assert "the model failed" not in other["problems"]


class Impatient(output.Progress):
    """A person who breaks off after so many rows."""

    after = 1

    def __call__(self, done: int, total: int, name: str = "") -> None:
        if done == self.after:
            raise KeyboardInterrupt


@pytest.fixture
def interrupted(house: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Done:
    (tmp_path / "answers.csv").write_text("old")
    monkeypatch.setattr(ask_batch, "Progress", Impatient)
    return house.run("ask", "--batch", questionnaire(house), "--out", str(tmp_path / "answers.csv"), "--force")


def test_an_interrupted_run_keeps_what_is_done_beside_the_file(interrupted: Done, tmp_path: Path) -> None:
    assert interrupted.code == 130
    assert (tmp_path / "answers.csv").read_text() == "old"
    assert [row["id"] for row in rows((tmp_path / "answers.csv.part").read_text())] == ["A"]
    assert "hint: 1 row is kept" in interrupted.err


def test_a_run_that_is_interrupted_at_once_leaves_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Impatient, "after", 0)
    done = request.getfixturevalue("interrupted")
    assert done.code == 130
    assert [path.name for path in tmp_path.glob("answers*")] == ["answers.csv"]
