"""The file of questions: what is read, and what each mistake is answered with."""

from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError
from policy_assistant.evaluate import questions as module
from policy_assistant.evaluate.questions import load_questions

GOOD = '{"id": "Q1", "question": "How long?"}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "questions.jsonl"


def refusal(file: Path, text: str) -> InputRefusedError:
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(InputRefusedError) as caught:
        load_questions(file)
    return caught.value


def test_questions_come_by_id_in_file_order_with_every_default(file: Path) -> None:
    file.write_text(f'{{"id": "Q2", "question": "Who?"}}\n{GOOD}\n', encoding="utf-8")
    loaded = load_questions(file)
    assert list(loaded) == ["Q2", "Q1"]
    first = loaded["Q1"]
    assert (first.question, first.kind, first.as_of, first.public_ok, first.abstain) == ("How long?", "answerable", "", True, False)
    assert (first.relevant, first.keys, first.wrong_version) == ([], [], [])


def test_lists_of_two_questions_are_not_shared(file: Path) -> None:
    file.write_text(f'{GOOD}\n{{"id": "Q2", "question": "Who?"}}', encoding="utf-8")
    one, two = load_questions(file).values()
    assert one.relevant is not two.relevant


def test_every_field_is_read(file: Path) -> None:
    file.write_text(
        '{"id": "Q1", "question": "Quand?", "language": "fr", "kind": "table", "as_of": "2026-10-09", "public_ok": false, "abstain": true,'
        ' "reference_answer": "r", "keys": ["k"], "must_not": ["m"], "relevant_chunks": ["c"], "tags": ["t"], "notes": "n",'
        ' "relevant": [{"doc_id": "a", "version": "1", "section": "S", "access": "staff"}],'
        ' "wrong_version": [{"doc_id": "a", "version": "0", "section": "S"}]}',
        encoding="utf-8",
    )
    asked = load_questions(file)["Q1"]
    assert (asked.language, asked.as_of, asked.public_ok, asked.abstain, asked.keys) == ("fr", "2026-10-09", False, True, ["k"])
    assert asked.relevant == [{"doc_id": "a", "version": "1", "section": "S", "access": "staff"}]
    assert asked.wrong_version == [{"doc_id": "a", "version": "0", "section": "S"}]


@pytest.mark.parametrize("before", ["\ufeff", "\n\n  \n", "\ufeff\r\n"])
def test_a_byte_order_mark_and_empty_lines_are_passed_over(file: Path, before: str) -> None:
    file.write_bytes(f"{before}{GOOD}\n\n".encode())
    assert list(load_questions(file)) == ["Q1"]


def test_windows_line_ends_are_read_and_counted_as_one(file: Path) -> None:
    file.write_bytes(f"{GOOD}\r\n\r\n".encode())
    assert load_questions(file)["Q1"].question == "How long?"
    assert "questions.jsonl line 3:" in str(refusal(file, f"{GOOD}\r\n\r\n{{\r\n"))


def test_line_separators_inside_a_text_do_not_end_the_line(file: Path) -> None:
    file.write_text('{"id": "Q1", "question": "one\u2028two\x85three"}', encoding="utf-8")
    assert load_questions(file)["Q1"].question == "one\u2028two\x85three"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "Q1"', "not JSON (Expecting ',' delimiter at character 12)"),
        ('["Q1"]', "not a JSON object"),
        ("5", "not a JSON object"),
        ("null", "not a JSON object"),
        ('{"id": "Q1", "question": "?", "relevent": []}', "unknown field 'relevent'"),
        ('{"id": 7, "question": "?"}', "id is a text, not 7"),
        ('{"id": "Q1", "question": "?", "abstain": "no"}', "abstain is true or false, not 'no'"),
        ('{"id": "Q1", "question": "?", "abstain": 1}', "abstain is true or false, not 1"),
        ('{"id": "Q1", "question": "?", "keys": "30"}', "keys is a list, not '30'"),
        ('{"id": "Q1", "question": "?", "keys": [30]}', "keys is a list of texts, not of 30"),
        ('{"id": "Q1", "question": "?", "as_of": "2026-02-30"}', "as_of '2026-02-30' is not a day written as YYYY-MM-DD"),
        ('{"id": "Q1", "question": "?", "as_of": "20261009"}', "as_of '20261009' is not a day written as YYYY-MM-DD"),
        ('{"id": "Q1"}', "no question"),
        ('{"id": "Q1", "question": "  "}', "no question"),
        ('{"question": "?"}', "no id"),
        ("9" * 5000, "holds a number that is too long"),
        ("[" * 200_000, "too many brackets in brackets"),
    ],
)
def test_a_mistake_is_named_with_file_and_line(file: Path, line: str, message: str) -> None:
    error = refusal(file, f'{{"id": "Q0", "question": "fine?"}}\n\n{line}\n')
    assert str(error).startswith("questions.jsonl line 3: ")
    assert message in str(error)


@pytest.mark.parametrize("wrong", ['"a"', "{}", '{"doc_id": "a", "version": "1"}', '{"doc_id": "a", "version": 1, "section": "S"}'])
@pytest.mark.parametrize("field", ["relevant", "wrong_version"])
def test_a_passage_is_an_object_of_texts_that_names_document_version_and_section(file: Path, field: str, wrong: str) -> None:
    error = refusal(file, f'{{"id": "Q1", "question": "?", "{field}": [{wrong}]}}')
    assert (
        f"line 1: {field} is a list of passages (objects of texts with doc_id, version and section, or with path, start_line and end_line), not of"
        in str(error)
    )


def test_the_nearest_field_is_proposed(file: Path) -> None:
    assert refusal(file, '{"id": "Q1", "question": "?", "relevent": []}').hint.startswith("did you mean `relevant`")


def test_a_long_wrong_value_is_shown_in_short(file: Path) -> None:
    assert len(str(refusal(file, f'{{"id": {"9" * 4000}, "question": "?"}}'))) < 200


def test_an_id_that_is_used_twice_is_named(file: Path) -> None:
    assert str(refusal(file, f"{GOOD}\n{GOOD}")) == "questions.jsonl line 2: ID 'Q1' is used twice"


def test_a_file_that_is_not_utf_8_is_refused_with_the_byte(file: Path) -> None:
    file.write_bytes(b'{"id": "Q1", "question": "\xe9t\xe9?"}')
    with pytest.raises(InputRefusedError, match=r"questions\.jsonl is not UTF-8 \(byte 26\)"):
        load_questions(file)


def test_a_missing_file_is_named_with_what_belongs_there(file: Path) -> None:
    with pytest.raises(InputRefusedError, match="no such file") as caught:
        load_questions(file)
    assert "one JSON object a line" in caught.value.hint


def test_a_file_beyond_the_limit_is_not_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_FILE_BYTES", 10)
    assert "larger than 10 bytes" in str(refusal(file, GOOD))


def test_without_a_path_the_current_project_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "questions.jsonl").write_text(GOOD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert list(load_questions()) == ["Q1"]
