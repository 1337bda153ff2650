"""Excel files become blocks: sheets as headings, regions as tables, each row with the name of its cells."""

import datetime
import io
import zipfile

import openpyxl
import pytest

from policy_assistant.blocks import HIDDEN
from policy_assistant.parse import grid
from tests.parse.office_samples import holds, left_out, links, parsed, refusal, shown, xlsx, zipped


def sheet(*rows: str, before: str = "", after: str = "") -> str:
    return f"{before}<sheetData>{''.join(rows)}</sheetData>{after}"


def row(*cells: str, number: int = 0, more: str = "") -> str:
    at = f' r="{number}"' if number else ""
    return f"<row{at}{more}>{''.join(cells)}</row>"


def text(words: str, at: str = "") -> str:
    return f'<c{at and f" r={chr(34)}{at}{chr(34)}"} t="inlineStr"><is><t>{words}</t></is></c>'


def tables(data: bytes) -> list[str]:
    return [block.text for block in parsed(data, "a.xlsx").blocks if block.kind == "table"]


def test_a_sheet_is_a_heading_and_each_row_names_its_cells() -> None:
    document = parsed(xlsx(sheet(row(text("Zone"), text("Fee")), row(text("EU"), text("5")))), "a.xlsx")
    holds(document)
    assert [(b.kind, b.text, b.level, b.section) for b in document.blocks] == [
        ("heading", "Rates", 2, "Rates"), ("table", "Zone | Fee\nEU | 5", 0, "Rates"),
    ]  # fmt: skip
    spots = document.blocks[1].spots
    assert [(document.text[s.start : s.end], s.name) for s in spots] == [("Zone | Fee", "Rates!A1:B1"), ("EU | 5", "Rates!A2:B2")]
    assert document.blocks[1].pages == ()


def test_cells_of_every_type_are_shown() -> None:
    kinds = (
        '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>9</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>'
        '<c t="str"><f>A1</f><v>so</v></c><c><v>1.50</v></c><c t="d"><v>2026-11-30</v></c><c><v>none</v></c><c t="str"><f>B1</f><v></v></c>'
    )
    shared = "<si><t>one_x000D_two</t></si><si><r><t>ri</t></r><r><t>ch</t></r><rPh><t>aid</t></rPh></si>"
    data = xlsx(sheet(row(kinds)), texts=shared)
    assert tables(data) == ["one two | rich", "TRUE | #N/A | so | 1.5 | 2026-11-30 | none"]
    assert left_out(data, "a.xlsx") == []


def test_numbers_are_shown_in_the_format_of_their_cell() -> None:
    cells = '<c s="1"><v>1234.5</v></c><c s="2"><v>46356</v></c><c s="3"><v>0.25</v></c><c s="77"><v>5</v></c>'
    formats = ("#,##0.00 &quot;€&quot;", "dd/mm/yyyy", "0%")
    assert tables(xlsx(sheet(row(cells)), formats=formats)) == ["1,234.50 € | 30/11/2026 | 25% | 5"]
    since_1904 = xlsx(sheet(row(cells)), formats=formats, book='<workbookPr date1904="1"/>')
    assert tables(since_1904) == ["1,234.50 € | 01/12/2030 | 25% | 5"]


def test_regions_are_parted_by_empty_rows_and_columns_and_a_lone_cell_is_text() -> None:
    rows = [
        row(text("Fees of 2026", "A1"), number=1), row(text("Zone", "A3"), text("Fee", "B3"), text("Key", "D3"), text("Value", "E3"), number=3),
        row(text("EU", "A4"), text("5", "B4"), text("x", "D4"), text("y", "E4"), number=4), row(text("end", "C9"), number=9),
    ]  # fmt: skip
    document = parsed(xlsx(sheet(*rows)), "a.xlsx")
    assert [(b.kind, b.text, b.spots[0].name) for b in document.blocks[1:]] == [
        ("text", "Fees of 2026", "Rates!A1"), ("table", "Zone | Fee\nEU | 5", "Rates!A3:B3"), ("table", "Key | Value\nx | y", "Rates!D3:E3"),
        ("text", "end", "Rates!C9"),
    ]  # fmt: skip


def test_a_caption_over_a_table_is_text() -> None:
    rows = row(text("Fees", "A1")), row(text("Zone"), text("Fee")), row(text("EU"), text("5"))
    for merged in ("", '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>'):
        assert shown(xlsx(sheet(*rows, after=merged)), "a.xlsx")[1:] == [("text", "Fees"), ("table", "Zone | Fee\nEU | 5")]


def test_merged_cells_repeat_their_text_and_empty_cells_keep_their_place() -> None:
    rows = row(text("wide", "A1"), text("tall", "C1")), row(text("a", "A2"), text("b", "B2")), row(text("c", "A3"), text("d", "C3"))
    merged = '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="C1:C2"/><mergeCell ref="A9:XFD1048576"/></mergeCells>'
    assert tables(xlsx(sheet(*rows, after=merged))) == ["wide | wide | tall\na | b | tall\nc |  | d"]


def test_hidden_rows_and_columns_are_left_out_and_do_not_part_a_table() -> None:
    rows = (
        row(text("Zone"), text("Inner cost"), text("Fee")), row(text("not for sale yet"), text("1"), text("2"), number=2, more=' hidden="1"'),
        row(text("EU"), text("3"), text("5"), number=3),
    )  # fmt: skip
    document = parsed(xlsx(sheet(*rows, before='<cols><col min="2" max="2" hidden="1"/></cols>')), "a.xlsx")
    assert document.blocks[1].text == "Zone | Fee\nEU | 5"
    assert document.blocks[1].flags == (HIDDEN,)
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [
        ("hidden row", "not for sale yet 1 2", "Rates row 2"), ("hidden column", "Inner cost 3", "Rates column B"),
    ]  # fmt: skip


def test_a_formula_without_a_kept_value_is_listed() -> None:
    data = xlsx(sheet(row(text("Sum"), "<c><f>SUM(A2:A3)</f></c>", "<c><f>B1</f><v>7</v></c>")))
    document = parsed(data, "a.xlsx")
    assert document.blocks[-1].text.endswith("7")
    assert [(d.text, d.place) for d in document.dropped] == [("=SUM(A2:A3)", "Rates!B1")]


def test_a_long_table_is_several_blocks_that_lie_in_a_row() -> None:
    document = parsed(xlsx(sheet(*(row(text(f"a{n}"), text(f"b{n}")) for n in range(1, 131)))), "a.xlsx")
    holds(document)
    assert [len(b.text.split("\n")) for b in document.blocks[1:]] == [60, 60, 10]
    assert document.blocks[2].spots[0].name == "Rates!A61:B61"


def test_sizes_that_lie_are_not_believed() -> None:
    lies = '<dimension ref="A1:XFD1048576"/>'
    rows = row(text("a", "A1"), text("b", "B1")), row(text("far", "XFD1048576"), number=1048576), row(text("beyond", "ZZZ1"), number=9)
    assert shown(xlsx(sheet(*rows, before=lies)), "a.xlsx")[1:] == [("table", "a | b"), ("text", "far")]


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "MAX_CELLS", 5)
    error = refusal(xlsx(sheet(*[row(text("a"), text("b"))] * 3)), "a.xlsx")
    assert error.reason == "holds more than 5 filled cells"
    wide = '<mergeCells><mergeCell ref="A1:B3"/></mergeCells>'
    assert "filled cells" in refusal(xlsx(sheet(row(text("a")), row(text("b", "B2")), row(text("c", "A3")), after=wide)), "a.xlsx").reason


def test_a_scattered_sheet_does_not_become_a_giant_table() -> None:
    rows = [row(text(f"v{n}", grid.cell_name(n, n + 1)), text("w", grid.cell_name(n + 1, n + 1)), number=n + 1) for n in range(400)]
    document = parsed(xlsx(sheet(*rows)), "a.xlsx")
    assert len(document.text) < 5_000
    assert "v399" in document.text


def test_a_merge_beyond_the_filled_cells_is_cut() -> None:
    merged = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    assert shown(xlsx(sheet(row(text("x", "A1")), row(text("y", "B2")), after=merged)), "a.xlsx")[1:] == [("text", "x"), ("table", "x | x")]


def several(*sheets: tuple[str, str, str]) -> bytes:
    """A workbook from (name, attributes of its entry, sheet)."""
    whole = zipfile.ZipFile(io.BytesIO(xlsx("")))
    parts: dict[str, str | bytes] = {name: whole.read(name) for name in whole.namelist() if "sheet1" not in name}
    entries = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="rId{n}"{more}/>' for n, (name, more, _) in enumerate(sheets, 1))
    book = whole.read("xl/workbook.xml").decode()
    parts["xl/workbook.xml"] = book[: book.index("<sheets>")] + f"<sheets>{entries}</sheets></workbook>"
    parts["xl/_rels/workbook.xml.rels"] = links(
        *((("chartsheet" if "chart" in name else "worksheet"), f"s{n}.xml") for n, (name, _, _) in enumerate(sheets, 1))
    )
    parts.update(
        {
            f"xl/s{n}.xml": f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{xml}</worksheet>'
            for n, (_, _, xml) in enumerate(sheets, 1)
        }
    )
    return zipped(parts)


def test_sheets_keep_their_order_and_hidden_ones_are_left_out() -> None:
    words = sheet(row(text("what nobody should read")))
    data = several(
        ("B", "", sheet(row(text("b")))),
        ("chart", "", ""),
        ("Plan", ' state="veryHidden"', words),
        ("Empty", "", "<sheetData/>"),
        ("A", "", sheet(row(text("a")))),
    )
    document = parsed(data, "a.xlsx")
    assert [block.text for block in document.blocks] == ["B", "b", "A", "a"]
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [
        ("a sheet without cells", "chart", "chart"), ("hidden sheet", "what nobody should read", "Plan"),
    ]  # fmt: skip
    assert HIDDEN in document.blocks[1].flags


def test_a_file_of_a_writing_library_is_read() -> None:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.title = "Rates & more"
    for values in (["Zone", "Fee", "From"], ["EU", 12.5, datetime.date(2026, 1, 31)], ["UK", 0.2, datetime.datetime(2026, 1, 31, 8, 30)]):
        page.append(values)
    page["B2"].number_format = '#,##0.00 "€"'
    page["A1"].comment = openpyxl.comments.Comment("checked in May", "Ada")
    buffer = io.BytesIO()
    book.save(buffer)
    document = parsed(buffer.getvalue(), "a.xlsx")
    assert document.text == "Rates & more\n\nZone | Fee | From\nEU | 12.50 € | 2026-01-31\nUK | 0.2 | 2026-01-31 8:30:00"
    assert document.blocks[1].spots[2].name == "Rates & more!A3:C3"
    assert [(d.reason, d.place) for d in document.dropped] == [("comment", "Rates & more!A1")]


SECRET = "the price nobody knows"
LOOKS = """<numFmts><numFmt numFmtId="200" formatCode=";;;"/><numFmt numFmtId="201" formatCode="0;-0;;@"/></numFmts>
<fonts><font/><font><color rgb="FFFFFFFF"/></font><font><sz val="1"/></font><font><color theme="0"/></font></fonts>
<fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FF000080"/></patternFill></fill></fills>
<cellXfs><xf/><xf numFmtId="200"/><xf fontId="1"/><xf fontId="2"/><xf fontId="3"/><xf fontId="1" fillId="2"/><xf fontId="1" fillId="1"/><xf numFmtId="201"/></cellXfs>"""
TINY_RUN = '<r><rPr><sz val="1"/></rPr><t>the price nobody knows</t></r>'


def look(words: str, style: int) -> str:
    return text(words).replace("<c", f'<c s="{style}"', 1)


@pytest.mark.parametrize("style", [1, 2, 3, 4])
def test_text_that_nobody_can_see_in_a_cell_is_left_out(style: int) -> None:
    document = parsed(xlsx(sheet(row(text("a"), text("b")), row(text("c"), look(SECRET, style))), looks=LOOKS), "a.xlsx")
    assert (document.blocks[1].text, document.blocks[1].flags) == ("a | b\nc |", (HIDDEN,))
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [("hidden text", SECRET, "Rates!B2")]


@pytest.mark.parametrize("style", [0, 5, 6, 7])
def test_a_header_row_on_a_dark_ground_is_text(style: int) -> None:
    document = parsed(xlsx(sheet(row(look(SECRET, style), text("b"))), looks=LOOKS), "a.xlsx")
    assert (document.blocks[1].text, document.dropped) == (f"{SECRET} | b", ())


def test_white_letters_are_text_where_a_table_or_a_condition_paints_the_ground() -> None:
    rows = row(look(SECRET, 2), text("b"), number=1), row(look("white", 2), text("c"), number=2)
    painted = '<conditionalFormatting sqref="C9 A1:B1"/>'
    assert tables(xlsx(sheet(*rows, after=painted), looks=LOOKS)) == [f"{SECRET} | b\n | c"]
    table = {
        "xl/worksheets/_rels/sheet1.xml.rels": links(("table", "../table.xml")),
        "xl/table.xml": '<table ref="A1:B1"><tableStyleInfo name="Dark"/></table>',
    }
    assert tables(xlsx(sheet(*rows), looks=LOOKS, beside=table)) == [f"{SECRET} | b\n | c"]


def test_runs_of_a_text_that_nobody_can_see_are_left_out() -> None:
    inline = f'<c t="inlineStr"><is><r><t>seen</t></r>{TINY_RUN}</is></c>'
    shared = '<c t="s"><v>0</v></c>'
    document = parsed(xlsx(sheet(row(inline, shared)), texts=f"<si><r><t>kept</t></r>{TINY_RUN}</si>", looks=LOOKS), "a.xlsx")
    assert document.blocks[1].text == "seen | kept"
    assert [(d.text, d.place) for d in document.dropped] == [(SECRET, "Rates!A1"), (SECRET, "Rates!B1")]


def test_numbers_that_a_format_hides_are_listed_and_zeros_are_not() -> None:
    cells = text("a"), '<c s="1"><v>4242</v></c>', '<c s="7"><v>0</v></c>', text("d")
    data = xlsx(sheet(row(*cells)), looks=LOOKS)
    assert left_out(data, "a.xlsx") == [("hidden text", "4242")]


def test_rows_and_columns_without_room_are_hidden() -> None:
    columns = '<cols><col min="2" max="2" width="0.01"/></cols>'
    rows = (
        row(text("a"), text("x"), text("c"), number=1),
        row(text("flat"), number=2, more=' ht="0"'),
        row(text("d"), number=3, more=' ht="9"'),
    )
    data = xlsx(sheet(*rows, before=columns))
    assert tables(data) == ["a | c\nd |"]
    assert left_out(data, "a.xlsx") == [("hidden row", "flat"), ("hidden column", "x")]
