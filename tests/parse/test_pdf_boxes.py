"""Every printed line knows its place: what pdfium finds inside its box is the text that the line covers."""

import re
from collections.abc import Iterator

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import Box, Line, ParsedDocument, clean
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_samples import GRID, Print, drawn, running

GROWN = 0.5
_MARK = re.compile(r"^(?:[-•–—◦] )")

words = st.lists(st.from_regex(r"[A-Za-z]{1,12}", fullmatch=True), min_size=1, max_size=60).map(" ".join)
layouts = st.builds(
    Print,
    page=st.sampled_from(["a4", "letter", "a5"]),
    font=st.sampled_from(["Helvetica", "Times-Roman", "Courier"]),
    size=st.sampled_from([9.0, 10.5, 12.0]),
    gap=st.sampled_from([0.0, 6.0]),
)


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def lines_of(document: ParsedDocument) -> Iterator[Line]:
    return (line for block in document.blocks for line in block.lines)


def bare(text: str) -> str:
    """Without the mark of an item, the hyphen of a divided word, and white space."""
    text = clean(text.replace("\ufffe", "-").replace("\x02", "-"))
    return re.sub(r"\s", "", _MARK.sub("", text)).rstrip("-")


def inside(document: pypdfium2.PdfDocument, box: Box) -> str:
    page = document[box.page - 1]
    left, top, right, bottom = box.left - GROWN, box.top - GROWN, box.right + GROWN, box.bottom + GROWN
    width, height = page.get_size()
    corners = {
        0: (left, height - bottom, right, height - top),
        90: (top, left, bottom, right),
        180: (width - right, top, width - left, bottom),
        270: (height - bottom, width - right, height - top, width - left),
    }[page.get_rotation()]
    return str(page.get_textpage().get_text_bounded(*corners))


def assert_boxes_hold_their_text(data: bytes) -> None:
    document = parsed(data)
    file = pypdfium2.PdfDocument(data)
    try:
        for line in lines_of(document):
            assert bare(inside(file, line.box)) == bare(document.text[line.start : line.end])
    finally:
        file.close()


@settings(max_examples=40, deadline=None)
@given(layout=layouts, paragraphs=st.lists(words, min_size=1, max_size=6))
def test_the_box_of_a_line_holds_its_text_in_any_layout(layout: Print, paragraphs: list[str]) -> None:
    story = [layout.title("Title"), *(layout.text(text) for text in paragraphs), layout.bullets(paragraphs)]
    first, last = (text[:20] for text in (paragraphs[0], paragraphs[-1]))  # a row is never higher than a page
    assert_boxes_hold_their_text(layout.build([*story, layout.table([[first] * 2, [last] * 2], [120, 120])], stamp=running("Top", "{}")))


@settings(max_examples=40, deadline=None)
@given(layout=layouts, paragraphs=st.lists(words, min_size=1, max_size=6))
def test_lines_cover_their_block_in_order_and_without_overlap(layout: Print, paragraphs: list[str]) -> None:
    document = parsed(
        layout.build(
            [*(layout.text(text) for text in paragraphs), layout.bullets(paragraphs), layout.table([["a", "b"], ["c", ""]], [60, 60])]
        )
    )
    for block in document.blocks:
        places = [block.start, *(place for line in block.lines for place in (line.start, line.end)), block.end]
        assert places == sorted(places)
        assert all(line.start < line.end for line in block.lines)


@settings(max_examples=40, deadline=None)
@given(layout=layouts, paragraphs=st.lists(words, min_size=1, max_size=6))
def test_no_printed_word_is_lost_or_invented(layout: Print, paragraphs: list[str]) -> None:
    document = parsed(layout.build([layout.text(text) for text in paragraphs]))
    assert document.text.split() == " ".join(paragraphs).split()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_are_where_a_rotated_page_is_displayed(rotation: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(rotation)  # reportlab also turns the paper, so that it is displayed upright
        canvas.translate(*{0: (0, 0), 90: (792, 0), 180: (612, 792), 270: (0, 612)}[rotation])
        canvas.rotate(rotation)
        canvas.drawString(100, 500, "A line on a rotated page.")

    data = drawn(draw)
    document = parsed(data)
    (line,) = lines_of(document)
    assert document.text == "A line on a rotated page."
    assert (line.box.left, line.box.bottom) == pytest.approx((100, 792 - 500), abs=3)
    assert_boxes_hold_their_text(data)


def test_a_page_printed_sideways_is_read_and_its_boxes_are_where_it_is_displayed() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(612, 0)
        canvas.rotate(90)
        for number in range(3):
            canvas.drawString(72, 500 - 14 * number, f"Line {number} of a landscape page,")

    data = drawn(draw)
    assert parsed(data).text == "Line 0 of a landscape page, Line 1 of a landscape page, Line 2 of a landscape page,"
    assert_boxes_hold_their_text(data)


def test_each_line_of_a_cell_has_its_own_box() -> None:
    page = Print()
    document = parsed(page.build([page.table([("Kind", "Years"), ("wooden and metal sheds", "5")], [70, 60], rules=GRID)]))
    assert [document.text[line.start : line.end] for line in lines_of(document)] == ["Kind", "Years", "wooden and", "metal sheds", "5"]
