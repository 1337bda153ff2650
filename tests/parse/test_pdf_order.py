"""The order in which a page in columns is read, and tables that only look like columns."""

import io
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, FrameBreak, NextPageTemplate, PageTemplate

from policy_assistant.blocks import UNRELIABLE, ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_samples import GRID, Print, drawn

WIDTH, HEIGHT = A4
MARGIN = 50
TOPICS = ("the boiler", "the garden gate", "every badge", "the loading bay", "a visitor", "the night shift", "our van", "the cold store")


def paragraph(number: int, sentences: int = 4) -> str:
    """A paragraph like no other, of sentences of unequal length."""
    return " ".join(
        f"Rule {number}.{part} says that {TOPICS[(number + part) % 8]} is checked "
        + ("by two people who write down what they saw and " * (1 + (number * part) % 3))
        + f"before {TOPICS[(number * 3 + part) % 8]} is used again."
        for part in range(1, sentences + 1)
    )


PARAGRAPHS = tuple(paragraph(number, 2 + number % 4) for number in range(1, 15))


@dataclass(frozen=True)
class Columns:
    """How many columns of text a page has, with what between them, and how the text is set; points."""

    count: int
    gutter: float
    page: Print
    head: float = 0

    def build(self, story: Sequence[Flowable]) -> bytes:
        """The PDF: columns on every page, below a frame of height `head` over all of them on the first."""
        width = (WIDTH - 2 * MARGIN - (self.count - 1) * self.gutter) / self.count
        lefts = [MARGIN + number * (width + self.gutter) for number in range(self.count)]
        height = HEIGHT - 2 * MARGIN
        plain = [_frame(left, MARGIN, width, height) for left in lefts]
        below = [_frame(left, MARGIN, width, height - self.head) for left in lefts]
        top = [_frame(MARGIN, HEIGHT - MARGIN - self.head, WIDTH - 2 * MARGIN, self.head)] if self.head else []
        target = io.BytesIO()
        template = BaseDocTemplate(target, pagesize=A4)
        template.addPageTemplates([PageTemplate("first", [*top, *below]), PageTemplate("later", plain)])
        template.build([NextPageTemplate("later"), *story])
        return target.getvalue()


def _frame(left: float, bottom: float, width: float, height: float) -> Frame:
    return Frame(left, bottom, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


LAYOUTS = {
    "two columns": Columns(2, 20, Print(size=9)),
    "two columns, justified, narrow gutter": Columns(2, 10, Print(size=10, font="Times-Roman", justified=True)),
    "two columns, indented": Columns(2, 16, Print(size=9, gap=0, indent=12, justified=True, font="Times-Roman")),
    "two columns of a typewriter": Columns(2, 24, Print(size=8, font="Courier")),
    "three columns": Columns(3, 18, Print(size=8)),
    "three columns, justified": Columns(3, 14, Print(size=8, justified=True, font="Times-Roman")),
    "four columns": Columns(4, 16, Print(size=6)),
}


@pytest.mark.parametrize("columns", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("count", [14, 6], ids=["over pages", "a short last column"])
def test_columns_are_read_one_after_the_other(columns: Columns, count: int) -> None:
    story = [columns.page.text(text) for text in PARAGRAPHS[:count] * (3 if count == 14 else 2)]
    blocks = [block.text for block in parsed(columns.build(story)).blocks]
    assert " ".join(blocks) == " ".join(PARAGRAPHS[:count] * (3 if count == 14 else 2))
    # A paragraph is cut only where a column happens to end with one of its sentences.
    assert all(text in PARAGRAPHS or text.endswith("used again.") for text in blocks)
    assert sum(text in PARAGRAPHS for text in blocks) >= 0.8 * len(blocks)


@pytest.mark.parametrize("columns", [LAYOUTS["two columns"], LAYOUTS["three columns"]], ids=["two", "three"])
def test_what_stands_over_all_columns_is_read_first(columns: Columns) -> None:
    page = columns.page
    headed = Columns(columns.count, columns.gutter, page, head=120)
    story = [page.title("Rules of the house"), page.text(PARAGRAPHS[0]), FrameBreak()]
    story += [page.text(text) for text in PARAGRAPHS[1:10]]
    document = parsed(headed.build(story))
    assert document.title == "Rules of the house"
    assert document.text == "\n\n".join(["Rules of the house", *PARAGRAPHS[:10]])


def test_headings_stand_above_their_text_in_each_column() -> None:
    columns = LAYOUTS["two columns"]
    page = columns.page
    story = [part for number, text in enumerate(PARAGRAPHS) for part in (page.heading(f"Part {number}"), page.text(text))]
    document = parsed(columns.build([page.text(PARAGRAPHS[3]), *story]))
    assert [block.text for block in document.blocks if block.kind == "heading"] == [f"Part {number}" for number in range(14)]
    assert [block.section for block in document.blocks if block.text == PARAGRAPHS[9]] == ["Part 9"]


@pytest.mark.parametrize("rules", [GRID, []], ids=["ruled", "unruled"])
def test_a_table_in_a_column_stays_in_it(rules: list[tuple[object, ...]]) -> None:
    columns = LAYOUTS["two columns"]
    page = columns.page
    rows = [("Gate", "Opens", "Shuts"), *((f"Gate {number}", f"{number}:00", f"{number + 9}:30") for number in range(4, 9))]
    story: list[Flowable] = [page.text(text) for text in PARAGRAPHS[:4]]
    story += [page.table(rows, [70, 60, 60], rules=rules), *(page.text(text) for text in PARAGRAPHS[4:12])]
    table = "\n".join(" | ".join(row) for row in rows)
    assert parsed(columns.build(story)).text == "\n\n".join([*PARAGRAPHS[:4], table, *PARAGRAPHS[4:12]])


def test_a_list_goes_on_in_the_next_column() -> None:
    columns = LAYOUTS["two columns"]
    items = [paragraph(number, 1) for number in range(1, 40)]
    document = parsed(columns.build([columns.page.text(PARAGRAPHS[0]), columns.page.bullets(items)]))
    assert document.text == PARAGRAPHS[0] + "\n\n" + "\n".join(f"- {item}" for item in items)


def test_columns_of_unequal_length_end_where_they_end() -> None:
    columns = LAYOUTS["two columns"]
    page = columns.page
    story = [*(page.text(text) for text in PARAGRAPHS[:3]), FrameBreak(), *(page.text(text) for text in PARAGRAPHS[3:10])]
    assert parsed(columns.build(story)).text == "\n\n".join(PARAGRAPHS[:10])


SHORT = [(f"Item {number}", f"The price of item {number} in euros", f"{number},00") for number in range(1, 12)]
TERMS = [(f"Term {number}", paragraph(number, 1)) for number in range(1, 9)]
QUESTIONS = [(paragraph(number, 1), paragraph(number + 3, 1 + number % 2)) for number in range(1, 8)]


@pytest.mark.parametrize("gap", [0, 6, 12])
@pytest.mark.parametrize(
    ("rows", "shares"),
    [(SHORT, (0.3, 0.5, 0.2)), (TERMS, (0.2, 0.8)), (TERMS, (0.5, 0.5)), (QUESTIONS, (0.5, 0.5)), (QUESTIONS, (0.4, 0.6))],
    ids=["short cells", "terms", "terms in half", "questions", "questions, unequal"],
)
def test_an_unruled_table_is_not_taken_for_columns(rows: Sequence[tuple[str, ...]], shares: tuple[float, ...], gap: float) -> None:
    page = Print(page="a4", size=9)
    rules: list[tuple[object, ...]] = [("LEFTPADDING", (0, 0), (-1, -1), 0), ("RIGHTPADDING", (0, 0), (-1, -1), 14)]
    rules += [("TOPPADDING", (0, 0), (-1, -1), gap / 2), ("BOTTOMPADDING", (0, 0), (-1, -1), gap / 2)]
    story = [
        page.text(PARAGRAPHS[0]),
        page.table(rows, [page.text_width * share for share in shares], rules=rules),
        page.text(PARAGRAPHS[1]),
    ]
    document = parsed(page.build(story))
    if gap:
        assert document.text == "\n\n".join([PARAGRAPHS[0], "\n".join(" | ".join(row) for row in rows), PARAGRAPHS[1]])
    else:  # Nothing shows where a row of wrapped cells ends: the cells stay in one table, or it is flagged.
        tables = [block for block in document.blocks if block.kind == "table"]
        assert tables
        assert [block.text for block in tables] == ["\n".join(" | ".join(row) for row in rows)] or UNRELIABLE in tables[0].flags


def test_columns_whose_paragraphs_stand_beside_each_other_are_no_table() -> None:
    columns = LAYOUTS["two columns"]
    # Both sides start again at one height each time, as rows do.
    story = [columns.page.text(paragraph(number + 1, 1)) for number in range(6)]
    document = parsed(columns.build([*story, FrameBreak(), *story]))
    assert document.text == "\n\n".join([paragraph(number + 1, 1) for number in range(6)] * 2)


NAMES = ("Mara Holt", "Jan Vale", "Ida Kern", "Tom Rask", "Eva Lind", "Max Boor", "Ulf Sten", "Lea Fink")


def test_lists_that_keep_no_step_with_each_other_are_read_one_by_one() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for x, last, step in ((72, "Larkfield Gardens Club", 29), (320, "Hosewell Water Board of the Valley", 37)):
            for number, name in enumerate(NAMES):
                canvas.drawString(x, 700 - number * step, f"{name} {x}")
                canvas.drawString(x, 688 - number * step, last)

    text = parse_pdf(drawn(draw), "sample.pdf", ParseOptions()).text
    places = [text.index(f"{name} {x}") for x in (72, 320) for name in NAMES]
    assert places == sorted(places)


def test_a_rule_between_two_sides_parts_them() -> None:
    left = [(700, "DOCTOR HOLT, a company"), (686, "of Larkfield,"), (660, "Plaintiff,"), (634, "against"), (608, "the city of Hosewell.")]
    right = [(667, "No. 17 of 2024"), (647, "Order on the costs"), (633, "of the hearing")]

    def draw(canvas: Canvas) -> None:
        canvas.line(300, 715, 300, 600)
        for x, lines in ((72, left), (330, right)):
            for y, line in lines:
                canvas.drawString(x, y, line)

    text = parse_pdf(drawn(draw), "sample.pdf", ParseOptions()).text
    places = [text.index(line) for _, line in (*left, *right)]
    assert places == sorted(places)
