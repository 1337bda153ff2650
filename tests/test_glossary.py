"""The glossary: what it adds to a question, and what its file may hold."""

from pathlib import Path

import pytest

from policy_assistant import glossary
from policy_assistant.errors import InputRefusedError
from policy_assistant.glossary import Glossary, load_glossary

LANGUAGES = ["en", "fr"]
GROUPS = Glossary(
    (
        ("PTO", "paid time off", "congés payés"),
        ("IT", "information technology"),
        ("time off", "leave"),
        ("US", "United States"),
        ("ISO 27001", "security standard"),
        ("leave", "absence"),
        ("time off work", "sabbatical"),
    )
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much PTO do I have?", ["paid time off", "paid tim off", "cong pay"]),
        ("Paid time-off rules", ["pto", "cong pay"]),
        ("mes congés payés", ["pto", "paid time off", "paid tim off"]),
        ("Can I take time off?", ["leav"]),
        ("sick leave", ["time off", "tim off", "absenc"]),
        ("iso27001 audit", ["secur standard", "security standard"]),
        ("off time", []),
        ("", []),
    ],
)
def test_the_other_terms_of_a_group_are_added(question: str, expected: list[str]) -> None:
    assert set(expected) == set(GROUPS.expand(question, LANGUAGES)) - {"iso 27001 iso27001"}


def test_of_overlapping_terms_the_longest_counts() -> None:
    assert "leav" not in GROUPS.expand("paid time off", ["en"])
    assert GROUPS.expand("take time off work", ["en"]) == ["sabbat"]
    assert GROUPS.expand("paid time off, and time off", ["en"]) == ["pto", "cong pay", "leav"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [("who runs IT?", ["inform technolog"]), ("is it late?", []), ("can us people", []), ("ITEM", [])],
)
def test_an_acronym_that_is_a_function_word_counts_only_in_capitals(question: str, expected: list[str]) -> None:
    assert GROUPS.expand(question, ["en"]) == expected


def test_another_acronym_counts_in_any_case() -> None:
    assert "paid time off" in GROUPS.expand("how much pto", ["en"])
    assert GROUPS.expand("how much pto", ["en"]) == GROUPS.expand("how much PTO", ["en"])


def test_an_acronym_is_found_by_its_words_in_any_case() -> None:
    assert GROUPS.expand("INFORMATION technology", ["en"]) == ["it"]


def test_a_project_of_one_language_gets_no_other_stems() -> None:
    assert GROUPS.expand("How much PTO?", ["fr-CA", "fr"]) == ["paid tim off", "cong pay"]


def write(folder: Path, content: str | bytes) -> Path:
    path = folder / "glossary.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_file_is_read(tmp_path: Path) -> None:
    text = "\ufeff# ours\r\nPTO = paid time off  =  congés payés # holidays\r\n\nC# = C sharp\nA=B = c\nPTO = PTO = leave\n"
    assert load_glossary(write(tmp_path, text)).groups == (
        ("PTO", "paid time off", "congés payés"),
        ("C#", "C sharp"),
        ("A=B", "c"),
        ("PTO", "leave"),
    )


def test_no_file_is_an_empty_glossary(tmp_path: Path) -> None:
    assert load_glossary(tmp_path / "glossary.txt") == Glossary()
    assert Glossary().expand("anything", LANGUAGES) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a = b\nalone", "glossary.txt line 2: 'alone' is not two terms or more"),
        ("a = ", "line 1: 'a =' is not two terms"),
        ("= a = b", "line 1: '= a = b' is not two terms"),
        ("a = a", "line 1: 'a = a' is not two terms"),
        (" = ".join(map(str, range(21))), "line 1: 21 terms; allowed: 20"),
        ("a = " + "b" * 201, "line 1: a term of 201 characters"),
        (b"a = caf\xe9", "glossary.txt is not UTF-8 \\(byte 7\\)"),
        ("#" * 1_000_001, "larger than 1,000,000 bytes"),
        ("a = b\n" * 5_001, "line 5001: more than 5,000 groups"),
    ],
)
def test_a_file_that_is_refused_names_the_line(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(InputRefusedError, match=message):
        load_glossary(write(tmp_path, content))


def test_the_limits_themselves_are_allowed(tmp_path: Path) -> None:
    line = " = ".join(f"{number} {'b' * 190}"[: glossary.MAX_CHARACTERS] for number in range(glossary.MAX_TERMS))
    assert len(load_glossary(write(tmp_path, line)).groups[0]) == glossary.MAX_TERMS


def test_a_folder_is_no_glossary(tmp_path: Path) -> None:
    with pytest.raises(InputRefusedError, match="is a directory"):
        load_glossary(tmp_path)
