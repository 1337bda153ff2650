"""Tables in text files: which delimiter, which encoding, which line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.parse import csv_table, grid
from policy_assistant.parse.csv_table import guess_delimiter
from tests.parse.office_samples import holds, parsed, refusal


def table(data: str | bytes, name: str = "a.csv") -> str:
    return parsed(data if isinstance(data, bytes) else data.encode(), name).text


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_guessed(delimiter: str) -> None:
    rows = [["Zone", "Fee, net", "Note"], ["EU", "1;5", "a|b"], ["UK", "2,5", ""]]
    text = "\n".join(delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in row) for row in rows)
    assert table(text) == "Zone | Fee, net | Note\nEU | 1;5 | a|b\nUK | 2,5 |"


def test_the_usual_delimiter_decides_where_nothing_else_does() -> None:
    assert guess_delimiter("one\ntwo\n", ",") == ","
    assert table("one\ttwo\n", "a.tsv") == "one | two"


def test_commas_in_numbers_do_not_part_cells() -> None:
    assert table("1,5;2,5\n3,5;4,5\n") == "1,5 | 2,5\n3,5 | 4,5"


def test_a_line_for_excel_names_the_delimiter() -> None:
    document = parsed(b"sep=;\na,1;b\nc;d\n", "a.csv")
    assert document.text == "a,1 | b\nc | d"
    assert document.blocks[0].source_lines == (2, 3)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_the_encoding_is_guessed(encoding: str) -> None:
    assert table("Pays;Coût\nFrance;5 €\n".encode(encoding)) == "Pays | Coût\nFrance | 5 €"


def test_each_row_has_its_number_and_lines() -> None:
    document = parsed(b'Zone,Note\nEU,"two\nlines"\n\nUK,x\n', "a.csv")
    holds(document)
    block = document.blocks[0]
    assert [(document.text[s.start : s.end], s.name) for s in block.spots] == [
        ("Zone | Note", "row 1"), ("EU | two lines", "row 2"), ("UK | x", "row 4"),
    ]  # fmt: skip
    assert (block.source_lines, block.pages) == ((1, 5), ())


def test_a_long_table_is_several_blocks() -> None:
    document = parsed("\n".join(f"a{n},b{n}" for n in range(1, 131)).encode(), "a.csv")
    holds(document)
    assert [(len(b.text.split("\n")), b.source_lines) for b in document.blocks] == [(60, (1, 60)), (60, (61, 120)), (10, (121, 130))]


def test_a_quote_that_is_never_closed_and_binary_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_table, "MAX_FIELD", 50)
    error = refusal(b'a,b\nc,"' + b"word \n" * 50, "a.csv")
    assert "field larger than" in error.reason
    assert "quote" in error.hint
    assert "binary" in refusal(b"\x89PNG\x00\x01\x02\xff\xfe", "a.csv").reason
    monkeypatch.setattr(grid, "MAX_CELLS", 3)
    assert "more than 3 filled cells" in refusal(b"a,b\nc,d\n", "a.csv").reason


@given(st.lists(st.lists(st.text(st.characters(exclude_characters="\x00"), max_size=8), min_size=1, max_size=4), min_size=1, max_size=5))
def test_any_table_is_read_or_refused_and_places_hold(rows: list[list[str]]) -> None:
    text = "\n".join(",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in rows)
    if any(character.isalnum() for row in rows for cell in row for character in cell):
        holds(parsed(f"key,value\n{text}".encode("utf-8", "replace"), "a.csv"))
