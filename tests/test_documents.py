"""Documents as written: the inventory, front matter, and the baseline's sections."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.documents import COLUMNS, DocInfo, load_inventory, read_front_matter, sections, slug, write_inventory
from policy_assistant.errors import InputRefusedError

HEADER = "file,doc_id,title,version,access"


def inventory(folder: Path, text: str | bytes) -> list[DocInfo]:
    path = folder / "inventory.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_inventory(path)


def refusal(folder: Path, text: str | bytes) -> InputRefusedError:
    with pytest.raises(InputRefusedError) as refused:
        inventory(folder, text)
    return refused.value


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_every_usual_form_of_csv_is_read(tmp_path: Path, separator: str, end: str, mark: str) -> None:
    text = mark + end.join([HEADER, "documents/a.md,a,A,1.10,public", ""]).replace(",", separator)
    row = inventory(tmp_path, text)[0]
    assert (row.file, row.version, row.access, row.path) == ("documents/a.md", "1.10", "public", tmp_path / "documents" / "a.md")


def test_columns_are_found_by_name_in_any_order_and_others_are_passed_over(tmp_path: Path) -> None:
    row = inventory(tmp_path, "Note, VERSION ,doc_id,file\nhello,3,a,a.md\n")[0]
    assert (row.doc_id, row.version, row.file, row.access) == ("a", "3", "a.md", "")


def test_a_quoted_value_may_hold_separators_quotes_and_line_ends(tmp_path: Path) -> None:
    row = inventory(tmp_path, f'{HEADER}\na.md,a,"Shoes, ""boots""\nand socks",1,public\n')[0]
    assert row.title == 'Shoes, "boots" and socks'


def test_an_unusual_line_separator_inside_a_value_ends_no_row(tmp_path: Path) -> None:
    rows = inventory(tmp_path, f"{HEADER}\na.md,a,Shoes\u2028boots,1,public\n")
    assert [(r.title, r.access) for r in rows] == [("Shoes\u2028boots", "public")]


def test_backslashes_are_slashes_and_empty_rows_are_passed_over(tmp_path: Path) -> None:
    rows = inventory(tmp_path, f"{HEADER}\n.\\documents\\hr\\a.md,a,A,1,public\n,,,,\n\n")
    assert [r.file for r in rows] == ["documents/hr/a.md"]


@pytest.mark.parametrize("path", ["../a.md", "documents/../../a.md", "/etc/a.md", "..\\a.md", "\\a.md"])
def test_a_path_that_leaves_the_corpus_is_refused_with_its_line(tmp_path: Path, path: str) -> None:
    error = refusal(tmp_path, f"{HEADER}\nb.md,b,B,1,public\n{path},a,A,1,public\n")
    assert str(error).startswith("inventory.csv line 3: ")
    assert "leaves the corpus" in str(error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("file,doc_id\na.md,a\n", "inventory.csv has no column 'version'"),
        ("\n", "inventory.csv has no column 'file'"),
        (f"{HEADER}\n,a,A,1,public\n", "inventory.csv line 2: no file"),
        (f"{HEADER}\na.md,a,A,1,public\nb.md,b,B,1,public\na.md,c,C,1,public\n", "inventory.csv line 4: a.md is also on line 2"),
        (f"{HEADER}\na.md,a,Shoes, boots,1,public\n", "inventory.csv line 2: 6 values for 5 columns"),
        (f"{HEADER}\na.md,a,{'x' * 200_000},1,public\n", "inventory.csv line 2: field larger than field limit (131072)"),
    ],
)
def test_a_wrong_inventory_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    assert str(refusal(tmp_path, text)) == message


def test_an_inventory_that_is_not_utf8_says_how_to_save_it(tmp_path: Path) -> None:
    error = refusal(tmp_path, HEADER.encode() + b"\na.md,a,Caf\xe9,1,public\n")
    assert str(error) == "inventory.csv is not UTF-8 (byte 43)"
    assert "CSV UTF-8" in error.hint


def test_an_empty_inventory_file_lists_nothing(tmp_path: Path) -> None:
    assert inventory(tmp_path, "") == []


def test_a_missing_inventory_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputRefusedError, match=r"inventory\.csv: no such file or directory"):
        load_inventory(tmp_path / "inventory.csv")


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    row = DocInfo("documents/a b.md", "a", 'Shoes; "boots", \u00e9t\u00e9', "1.10", "2026-01-01", root=tmp_path)
    write_inventory(tmp_path / "inventory.csv", [row])
    assert load_inventory(tmp_path / "inventory.csv") == [row]
    assert (tmp_path / "inventory.csv").read_text(encoding="utf-8").split("\n")[0] == ",".join(COLUMNS)


def test_front_matter_is_split_at_the_first_colon_and_stays_text() -> None:
    text = "---\ntitle: Shoes: indoors\nversion: 1.10\npublished: no\neffective_from: 2026-01-01\nowner: \"R: D\"\nnote: 'it''s'\nempty:\n---\nBody\n"
    values, body, lines = read_front_matter(text)
    assert values == {
        "title": "Shoes: indoors",
        "version": "1.10",
        "published": "no",
        "effective_from": "2026-01-01",
        "owner": "R: D",
        "note": "it's",
        "empty": "",
    }
    assert (body, lines) == ("Body\n", 9)


@pytest.mark.parametrize(
    "text", ["---\ntitle: x\n\n# T\n", "title: x\n", "", "----\na: b\n---\n", " ---\na: b\n---\n", "\n---\na: b\n---\n"]
)
def test_text_without_a_closed_front_matter_at_its_start_has_none(text: str) -> None:
    assert read_front_matter(text) == ({}, text, 0)


def test_comments_and_nested_lines_of_front_matter_are_no_fields() -> None:
    values, _, _ = read_front_matter("---\n# note: x\ntags:\n  deep: y\n- item: z\nplain\n: w\n---\n")
    assert values == {"tags": ""}


@given(st.text(max_size=200))
def test_reading_front_matter_never_fails_and_loses_no_line_of_the_body(text: str) -> None:
    _, body, lines = read_front_matter(text)
    assert text.endswith(body)
    assert lines == len(text.split("\n")) - len(body.split("\n")) or body == ""


def document(folder: Path, body: str) -> DocInfo:
    (folder / "a.md").write_bytes(body.encode())
    return DocInfo("a.md", "shoes", "Shoes", "2", access="public", language="en", root=folder)


def test_sections_begin_at_second_level_headings_with_the_title_before_them(tmp_path: Path) -> None:
    info = document(tmp_path, "---\ndoc_id: x\n---\n# Shoes\nIntro\n## In the hall\nOff.\n### Deep\nx\n## On & off!\n\nOn.\n")
    found = sections(info)
    assert [s.passage_id for s in found] == ["shoes@v2#in-the-hall", "shoes@v2#on-off"]
    assert [s.text for s in found] == ["Shoes\n## In the hall\nOff.\n### Deep\nx", "Shoes\n## On & off!\nOn."]
    assert found[0].sections == ("In the hall",)


def test_a_heading_that_comes_again_gets_a_number(tmp_path: Path) -> None:
    found = sections(document(tmp_path, "## A\nx\n## A\ny\n## a!\nz\n"))
    assert [s.passage_id.split("#")[1] for s in found] == ["a", "a-2", "a-3"]


def test_a_document_without_second_level_headings_has_no_section(tmp_path: Path) -> None:
    assert sections(document(tmp_path, "# T\n\ntext\n### deep\nx\n")) == []


@given(st.text(max_size=40))
def test_a_slug_holds_only_words_and_hyphens(text: str) -> None:
    assert set(slug(text)) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not slug(text).startswith("-")
