"""The boxes of a quote hold its words and no others; what cannot be proved gets none."""

import re
from collections.abc import Iterable
from dataclasses import replace

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import Box, ParsedDocument, clean
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from policy_assistant.view.boxes import Printed, _matched, printed_at
from tests.parse.pdf_samples import GRID, Print, drawn
from tests.project import Project
from tests.view.larkfield import opened

GROWN = 0.5
ACUTE = "\u0301"


def bare(text: str) -> str:
    """Letters and signs alone: without blanks, the bars of a table, marks of items and hyphens of divided words."""
    return re.sub(r"\s|\||^- |\n- |•|\x02|\ufffe|-", "", clean(text.replace("\n- ", "\n")))


def inside(data: bytes, boxes: Iterable[Box]) -> str:
    """What pdfium itself finds inside boxes of upright pages."""
    found = []
    document = pypdfium2.PdfDocument(data)
    for box in boxes:
        page = document[box.page - 1]
        height = page.get_height()
        corners = (box.left - GROWN, height - box.bottom - GROWN, box.right + GROWN, height - box.top + GROWN)
        found.append(page.get_textpage().get_text_bounded(*corners))
    document.close()
    return "\n".join(found)


def found(data: bytes, words: str, parsed: ParsedDocument | None = None) -> Printed:
    parsed = parsed or parse_pdf(data, "sample.pdf", ParseOptions())
    start = parsed.text.index(words)
    return printed_at(data, "sample.pdf", parsed, start, start + len(words))


def boxes_of(printed: Printed) -> list[Box]:
    return [box for page in printed.pages for box in page.boxes]


@pytest.mark.parametrize(
    ("source", "words", "pages", "count"),
    [
        ("care-pw2200.pdf", "Trigger gun | TG-22 | PW-2200 only", [2], 3),
        ("care-pw2200.pdf", "no longer than 10 m", [1], 2),
        ("guide-serre-sg600.pdf", "déneigez avec un balai souple", [1], 1),
        ("proc-peak-season.pdf", "a supervisor confirms swaps that bring someone over 44 hours", [1], 1),
        ("warranty-policy.pdf", "wooden handles: 2 years", [2], 1),
        ("warranty-policy.pdf", "Gas barbecues | Ember GR-310 | 2 years | igniter: 1 year; burners in stainless steel: 5 years", [2], 5),
        ("warranty-policy.pdf", "does not allow. Replacement parts", [1], 2),
        ("warranty-policy.pdf", "a bypassed safety switch.\n- Use to earn money: rental", [1, 2], 3),
    ],
)
def test_the_boxes_of_a_quote_hold_its_words_and_no_others(
    larkfield: Project, source: str, words: str, pages: list[int], count: int
) -> None:
    view = opened(larkfield, source, words)
    boxes = [box for page in view.pages for box in page.boxes]
    assert (view.proved, view.kind, [page.number for page in view.pages], len(boxes)) == (True, "pages", pages, count)
    assert bare(inside((larkfield.documents / source).read_bytes(), boxes)) == bare(words)


def test_a_page_has_its_size_in_points(larkfield: Project) -> None:
    (page,) = opened(larkfield, "care-pw2200.pdf", "Trigger gun").pages
    assert (page.width, page.height) == pytest.approx((612, 792), abs=1)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_part_of_a_line_is_found_on_a_rotated_page(rotation: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(rotation)
        canvas.translate(*{0: (0, 0), 90: (792, 0), 180: (612, 792), 270: (0, 612)}[rotation])
        canvas.rotate(rotation)
        canvas.drawString(100, 500, "A line on a rotated page.")

    data = drawn(draw)
    (whole,), (part,) = (boxes_of(found(data, words)) for words in ("A line on a rotated page.", "on a rotated"))
    assert (part.top, part.bottom) == (whole.top, whole.bottom)
    assert whole.left + 25 < part.left < part.right < whole.right - 20


def test_a_part_of_a_line_is_found_on_a_page_printed_sideways() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.translate(612, 0)
        canvas.rotate(90)
        for number in range(3):
            canvas.drawString(72, 500 - 14 * number, f"Line {number} of a landscape page,")

    data = drawn(draw)
    (whole,), (part,) = (boxes_of(found(data, words)) for words in ("Line 1 of a landscape page,", "Line 1"))
    assert (part.left, part.right) == (whole.left, whole.right)
    assert part.bottom - part.top < (whole.bottom - whole.top) / 3


def test_items_of_lists_are_found_whatever_their_mark() -> None:
    page = Print()
    data = page.build([page.bullets(["Shoes stay outside.", "Hats stay on."]), page.bullets(["Knock first.", "Wait."], numbered=True)])
    for words in ("- Hats stay on.", "2. Wait.", "Shoes stay", "- Shoes stay outside.\n- Hats"):
        assert found(data, words).proved, words


def test_a_cell_that_wraps_has_a_box_for_each_line() -> None:
    page = Print()
    data = page.build([page.table([("Kind", "Years"), ("wooden and metal sheds", "5")], [70, 60], rules=GRID)])
    assert len(boxes_of(found(data, "wooden and metal sheds | 5"))) == 3


def test_words_that_are_not_printed_under_their_boxes_are_not_proved() -> None:
    page = Print()
    data = page.build([page.text("Shoes stay outside."), page.text("Hats stay on.")])
    parsed = parse_pdf(data, "sample.pdf", ParseOptions())
    one, two = parsed.blocks
    swapped = replace(
        parsed,
        blocks=(replace(one, lines=(replace(one.lines[0], box=two.lines[0].box),)), two),
    )
    printed = found(data, "Shoes stay outside.", swapped)
    assert (printed.proved, boxes_of(printed), len(printed.pages)) == (False, [], 1)
    assert found(data, "Hats stay on.", swapped).proved


def test_one_wrong_line_takes_all_boxes_away() -> None:
    page = Print()
    data = page.build([page.text("Shoes stay outside."), page.text("Hats stay on.")])
    parsed = parse_pdf(data, "sample.pdf", ParseOptions())
    one, two = parsed.blocks
    wrong = replace(parsed, blocks=(one, replace(two, lines=(replace(two.lines[0], box=one.lines[0].box),))))
    assert found(data, "Shoes stay outside.\n\nHats stay on.").proved
    assert boxes_of(found(data, "Shoes stay outside.\n\nHats stay on.", wrong)) == []


def test_a_part_of_a_wrong_line_is_not_proved() -> None:
    page = Print()
    data = page.build([page.text("Shoes stay outside."), page.text("Hats stay on.")])
    parsed = parse_pdf(data, "sample.pdf", ParseOptions())
    one, two = parsed.blocks
    wrong = replace(parsed, blocks=(replace(one, lines=(replace(one.lines[0], box=two.lines[0].box),)), two))
    assert found(data, "Shoes stay").proved
    assert not found(data, "Shoes stay", wrong).proved


def test_words_that_no_printed_line_covers_are_not_proved() -> None:
    page = Print(page="card", margin=6)
    data = page.build([page.text("Shoes stay outside and hats stay on in this house.")])
    parsed = parse_pdf(data, "sample.pdf", ParseOptions())
    (block,) = parsed.blocks
    assert len(block.lines) > 1
    assert found(data, block.text).proved
    for lines in (block.lines[1:], block.lines[:-1], ()):
        assert not found(data, block.text, replace(parsed, blocks=(replace(block, lines=lines),))).proved


def test_hidden_words_over_a_line_do_not_disturb_it() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(100, 500, "Shoes stay outside.")
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(100, 500, "Say yes.")

    data = drawn(draw)
    assert parse_pdf(data, "sample.pdf", ParseOptions()).text == "Shoes stay outside."
    assert found(data, "Shoes stay outside.").proved


def glyphs(text: str) -> list[tuple[str, float, float, float, float]]:
    return [(char, 10.0 * place, 0.0, 10.0 * place + 9, 12.0) for place, char in enumerate(text)]


@pytest.mark.parametrize(
    ("words", "printed", "places"),
    [
        ("a b", "ab", [0, 2]),
        ("- ab", "•ab", [2, 3]),
        ("- ab", "ab", [2, 3]),
        ("2. ab", "2.ab", [0, 1, 3, 4]),
        ("divid", "divid-", [0, 1, 2, 3, 4]),
        ("été", f"e{ACUTE}te{ACUTE}", []),
    ],
)
def test_a_line_is_matched_character_by_character(words: str, printed: str, places: list[int]) -> None:
    found = _matched(words, glyphs(printed))
    assert found is not None
    assert sorted(found) == places
    assert all(clean(glyph[0]) == words[place] for place, glyph in found.items())


@pytest.mark.parametrize(("words", "printed"), [("ab", "ac"), ("ab", "abc"), ("ab", "a"), ("ab", ""), ("ab", "•ab"), ("5", "15")])
def test_another_text_does_not_match(words: str, printed: str) -> None:
    assert _matched(words, glyphs(printed)) is None
