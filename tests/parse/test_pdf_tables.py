"""Tables in PDF: ruled and unruled, with wrapped, empty and joined cells, and over page breaks."""

from collections.abc import Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import UNRELIABLE, ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_samples import GRID, Print, drawn

PRICES = (("Item", "Price"), ("Hose", "12.00"), ("Reel, long, with a brass nozzle and a wall bracket", "1,400.00"), ("Tap", "7.50"))
PRICE_TEXT = "\n".join(" | ".join(row) for row in PRICES)


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def tables(document: ParsedDocument) -> list[str]:
    return [block.text for block in document.blocks if block.kind == "table"]


@pytest.mark.parametrize("place", ["TOP", "MIDDLE", "BOTTOM"])
@pytest.mark.parametrize("rules", [GRID, []], ids=["ruled", "unruled"])
def test_a_wrapped_cell_is_one_cell_wherever_its_neighbours_stand(place: str, rules: list[tuple[object, ...]]) -> None:
    page = Print()
    data = page.build(
        [page.text("Before."), page.table(PRICES, [130, 80], rules=[("VALIGN", (0, 0), (-1, -1), place), *rules]), page.text("After.")]
    )
    assert parsed(data).text == f"Before.\n\n{PRICE_TEXT}\n\nAfter."


def test_numbers_set_to_the_right_stand_in_one_column() -> None:
    def draw(canvas: Canvas) -> None:
        for row, (item, price) in enumerate(PRICES):
            canvas.drawString(72, 700 - 16 * row, item)
            canvas.drawRightString(500, 700 - 16 * row, price)

    assert tables(parsed(drawn(draw))) == [PRICE_TEXT]


def test_a_word_divided_in_a_cell_is_mended() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.grid([70, 150, 250], [660, 700, 720])
        for x, y, text in ((74, 706, "Kind"), (154, 706, "Years"), (74, 686, "Greenhou-"), (74, 672, "ses"), (154, 686, "5")):
            canvas.drawString(x, y, text)

    assert tables(parsed(drawn(draw))) == ["Kind | Years\nGreenhouses | 5"]


def test_thin_filled_rectangles_are_rules() -> None:
    def draw(canvas: Canvas) -> None:
        for y in (660, 680, 700):
            canvas.rect(70, y, 180, 0.6, stroke=0, fill=1)
        for x in (70, 150, 250):
            canvas.rect(x, 660, 0.6, 40, stroke=0, fill=1)
        for x, y, text in ((74, 686, "Kind of shed"), (152, 686, "Years"), (74, 666, "Wood"), (152, 666, "5")):
            canvas.drawString(x, y, text)

    assert tables(parsed(drawn(draw))) == ["Kind of shed | Years\nWood | 5"]


def test_a_joined_cell_stands_in_every_row_and_column_that_it_spans() -> None:
    page = Print()
    rows = [("Group", "Item", "2023", "2024"), ("", "", "Price", "Price"), ("A", "Hose", "12", "13"), ("", "Reel", "14", "")]
    spans = [("SPAN", (0, 2), (0, 3)), ("SPAN", (2, 3), (3, 3)), ("SPAN", (0, 0), (0, 1))]
    data = page.build([page.table(rows, [80, 150, 60, 60], rules=[*GRID, *spans])])
    assert tables(parsed(data)) == ["Group | Item | 2023 | 2024\nGroup |  | Price | Price\nA | Hose | 12 | 13\nA | Reel | 14 | 14"]


def test_a_row_that_is_one_cell_is_written_once() -> None:
    page = Print()
    rows = [("Item", "Price"), ("All year", ""), ("Hose", "12"), ("In summer", ""), ("Reel", "14")]
    data = page.build([page.table(rows, [150, 60], rules=[*GRID, ("SPAN", (0, 1), (-1, 1)), ("SPAN", (0, 3), (-1, 3))])])
    assert tables(parsed(data)) == ["Item | Price\nAll year |\nHose | 12\nIn summer |\nReel | 14"]


def test_a_form_of_joined_cells_says_nothing_twice() -> None:
    page = Print()
    rows = [("Name of the visitor", "", "", "Day", ""), ("Street", "", "Town", "", ""), ("a", "b", "c", "d", "e")]
    spans = [(0, 0, 2, 0), (3, 0, 4, 0), (0, 1, 1, 1), (2, 1, 4, 1)]
    rules = [*GRID, *(("SPAN", (left, top), (right, bottom)) for left, top, right, bottom in spans)]
    text = tables(parsed(page.build([page.table([*rows[:2], ("", "", "c", "", "")], [80] * 5, rules=rules)])))[0]
    assert [text.count(word) for word in ("Name", "Day", "Street", "Town")] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "rules",
    [
        [
            ("LINEABOVE", (0, 0), (-1, 0), 1, "black"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.5, "black"),
            ("LINEBELOW", (0, -1), (-1, -1), 1, "black"),
        ],
        [("ROWBACKGROUNDS", (0, 0), (-1, -1), ("lightgrey", "white"))],
    ],
    ids=["three level rules", "shaded rows"],
)
def test_rules_and_shades_without_uprights_leave_the_columns(rules: list[tuple[object, ...]]) -> None:
    page = Print()
    data = page.build([page.text("Before."), page.table(PRICES, [130, 80], rules=rules), page.text("After.")])
    assert parsed(data).text == f"Before.\n\n{PRICE_TEXT}\n\nAfter."


def test_rows_that_no_rule_parts_are_rows_and_flagged() -> None:
    page = Print()
    rows = [("Item", "Price"), ("Hose", "12.00"), ("Reel", "14.00"), ("Tap", "7.50"), ("Clip", "0.20")]
    rules = [
        ("BOX", (0, 0), (-1, -1), 0.5, "black"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, "black"),
        ("LINEAFTER", (0, 0), (0, -1), 0.5, "black"),
    ]
    document = parsed(page.build([page.table(rows, [130, 80], rules=rules)]))
    assert tables(document) == ["\n".join(" | ".join(row) for row in rows)]
    assert [block.flags for block in document.blocks] == [(UNRELIABLE,)]


def test_wrapped_cells_in_one_row_stay_one_row() -> None:
    page = Print()
    cell = "Keep it dry and away from the frost that comes early in the year, then oil it"
    document = parsed(page.build([page.table([("Hose", "Reel"), (cell, cell)], [90, 90])]))
    assert tables(document) == [f"Hose | Reel\n{cell} | {cell}"]
    assert [block.flags for block in document.blocks] == [()]


def test_a_rule_through_words_makes_a_table_unreliable() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.grid([70, 150, 250], [660, 680, 700])
        for x, y, text in ((74, 686, "Kind"), (154, 686, "Years"), (74, 666, "Greenhouses-and-sheds"), (220, 666, "5")):
            canvas.drawString(x, y, text)

    document = parsed(drawn(draw))
    assert [block.flags for block in document.blocks if block.kind == "table"] == [(UNRELIABLE,)]


def test_a_head_of_two_rows_is_dropped_where_it_repeats() -> None:
    page = Print(page="a5")
    rows = [("Number", "Name"), ("from stock", "as printed"), *((f"PK-{number}", f"Part number {number}") for number in range(60))]
    document = parsed(page.build([page.table(rows, [90, 150], repeat=2)]))
    assert tables(document) == ["\n".join(" | ".join(row) for row in rows)]
    assert {item.text for item in document.dropped} == {"Number | Name\nfrom stock | as printed"}


def test_a_ruled_column_without_entries_stays_only_if_it_has_a_head() -> None:
    page = Print()
    named = page.table([("Part", "Number", "Notes"), ("Kit", "PK-1", "")], [80, 80, 80])
    nameless = page.table([("Part", "Number", ""), ("Kit", "PK-1", "")], [80, 80, 80])
    assert tables(parsed(page.build([named]))) == ["Part | Number | Notes\nKit | PK-1 |"]
    assert tables(parsed(page.build([nameless]))) == ["Part | Number\nKit | PK-1"]


@pytest.mark.parametrize("rules", [GRID, []], ids=["ruled", "unruled"])
def test_a_table_over_pages_is_one_table_with_one_head(rules: list[tuple[object, ...]]) -> None:
    page = Print(page="a5")
    rows = [("Number", "Name of the part"), *((f"PK-{number}", f"Part number {number}") for number in range(60))]
    document = parsed(
        page.build([page.text("All parts:"), page.table(rows, [90, 150], rules=rules, repeat=1), page.text("The end of it.")])
    )
    assert tables(document) == ["\n".join(" | ".join(row) for row in rows)]
    assert document.blocks[1].pages == tuple(range(1, document.page_count + 1))
    assert {item.reason for item in document.dropped} == {"repeated table header"}


def test_a_document_of_nothing_but_a_table_is_a_table() -> None:
    page = Print()
    assert [block.kind for block in parsed(page.build([page.table(PRICES, [130, 80])])).blocks] == ["table"]


def test_a_box_around_a_paragraph_is_no_table() -> None:
    page = Print()
    document = parsed(page.build([page.text("Before."), page.table([("Ring the bell and wait for the guard.",)], [300])]))
    assert tables(document) == []


def test_justified_text_is_no_table() -> None:
    page = Print(page="a5", font="Times-Roman", size=12, margin=90, justified=True)
    text = (
        "Unquestionably extraordinary circumstances necessitate comprehensive documentation, notwithstanding considerable inconvenience. "
        * 6
    )
    assert tables(parsed(page.build([page.text(text)]))) == []


def test_an_item_list_and_its_prices_need_no_entry_in_the_first_column() -> None:
    def draw(canvas: Canvas) -> None:
        for row, (kind, item, price) in enumerate((("", "Hose", "12"), ("", "Reel", "14"), ("All", "Tap", "7"), ("", "Clip", "2"))):
            for x, text in ((72, kind), (150, item), (250, price)):
                canvas.drawString(x, 700 - 14 * row, text)

    assert tables(parsed(drawn(draw))) == [" | Hose | 12\n | Reel | 14\nAll | Tap | 7\n | Clip | 2"]


def rows_drawn(canvas: Canvas, rows: Sequence[Sequence[tuple[float, str]]], top: float = 700, pitch: float = 12) -> None:
    canvas.setFont("Helvetica", 9)
    for number, row in enumerate(rows):
        for x, text in row:
            canvas.drawString(x, top - number * pitch, text)


def test_rows_and_columns_that_no_rule_parts_are_found_in_a_frame() -> None:
    names = [("Hoses of all kinds", ("12", "3")), ("Reels and", ()), ("brackets", ("1,400", "20")), ("Taps", ("7", "–"))]

    def draw(canvas: Canvas) -> None:
        canvas.grid([70, 250, 400], [640, 692, 712])
        rows_drawn(canvas, [[(74, "Item"), (309, "Sold")]])
        rows_drawn(
            canvas, [[(74, f"{name} . . . . . ." if cells else name), *zip((280, 350), cells, strict=False)] for name, cells in names], 681
        )

    assert tables(parsed(drawn(draw))) == ["Item | Sold | Sold\nHoses of all kinds | 12 | 3\nReels and brackets | 1,400 | 20\nTaps | 7 | –"]


def test_an_entry_too_long_for_its_column_does_not_end_the_table() -> None:
    cells = ("MENA", "JUAN", "27.083"), ("MOLLE", "PABLO", "25.348"), ("PICARDI", "CARLOS", "27.382"), ("PISONI", "MARIO", "26.034")
    rows = [[(72, a), (142, b), (230, c)] for a, b, c in cells]
    rows += [[(72, "VALSANGIACOMOBLANCO"), (230, "26.800")], [(72, "VICENTE"), (142, "DIEGO"), (230, "21.897")]]
    document = parsed(drawn(lambda canvas: rows_drawn(canvas, rows)))
    assert len(document.blocks) == 1
    assert document.text.splitlines()[4:] == ["VALSANGIACOMOBLANCO |  | 26.800", "VICENTE | DIEGO | 21.897"]


def test_a_head_over_two_columns_stands_in_both() -> None:
    head = [(158, "Year of"), (260, "Kind")]
    rows = [[(72, name), (148, "2011"), (180, "2012"), (260, "word")] for name in ("Smep", "Avx", "Tsx", "Pku")]
    document = parsed(drawn(lambda canvas: rows_drawn(canvas, [head, *rows])))
    assert tables(document)[0].split("\n")[:2] == [" | Year of | Year of | Kind", "Smep | 2011 | 2012 | word"]


def test_a_name_over_two_lines_is_one_entry() -> None:
    rows = [[(72, "Talks on the phone"), (172, "never")], [(72, "Member of a club or"), (172, "often")], [(72, "organization")]]
    rows.append([(72, "Lives alone"), (172, "no")])
    document = parsed(drawn(lambda canvas: rows_drawn(canvas, rows)))
    assert document.text == "Talks on the phone | never\nMember of a club or organization | often\nLives alone | no"


def test_currency_signs_set_apart_belong_to_their_amounts() -> None:
    rows = [[(72, name), (200, "€"), (240, amount)] for name, amount in (("Hose", "12.00"), ("Reel", "14.00"), ("Tap", "17.50"))]
    rows.insert(1, [(72, "Rake"), (240, "99.00")])
    document = parsed(drawn(lambda canvas: rows_drawn(canvas, rows)))
    assert document.text == "Hose | € 12.00\nRake | 99.00\nReel | € 14.00\nTap | € 17.50"
