"""On PDFs of every kind, the boxes of any words hold these words and no others, as pdfium itself finds them."""

import io
import random
import re
from collections.abc import Callable, Iterable, Iterator

import pypdfium2
import pytest
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import Box, clean
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from policy_assistant.parse.pdf_fields import OFF, ON, opened_page
from policy_assistant.view.boxes import printed_at
from tests.parse.pdf_raw import annotated, raw_pdf, text
from tests.parse.pdf_samples import GRID, PAGE_SIZES, Print
from tests.parse.test_pdf_fields import FIELD, LABEL, form, lettered
from tests.parse.test_pdf_footnotes import AFTER, page
from tests.parse.test_pdf_structure import PLAIN, tagged
from tests.parse.test_pdf_words import mapped

GROWN = 0.4
RANGES = 1
ROW = "Sheds of wood and metal are covered for five years"


def rotated(turn: int) -> bytes:
    """A table and some text on a page that is displayed turned."""
    target = io.BytesIO()
    width, height = PAGE_SIZES["letter"]
    canvas = Canvas(target, pagesize=(width, height))
    canvas.setPageRotation(turn)
    canvas.translate(*{0: (0, 0), 90: (height, 0), 180: (width, height), 270: (0, width)}[turn])
    canvas.rotate(turn)
    for row in range(3):
        canvas.drawString(72, 500 - 14 * row, f"{ROW}, line {row},")
        for column in range(2):
            canvas.rect(72 + 120 * column, 380 - 20 * row, 120, 20)
            canvas.drawString(78 + 120 * column, 386 - 20 * row, f"cell {row} of {column}")
    canvas.save()
    return target.getvalue()


def turned_form(turn: int) -> bytes:
    """A form whose label and field are printed along a page that is displayed turned."""
    along = {90: b"0 1 -1 0 100 72", 180: b"-1 0 0 -1 500 300", 270: b"0 -1 1 0 300 700"}[turn]
    place = {90: b"86 120 106 320", 180: b"260 294 460 314", 270: b"290 450 314 650"}[turn]
    field = b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) /DA (/Helv 11 Tf 0 g) /V (Ada Lovelace) /MK << /R %d >> /Rect [%s] >>"
    button = b"<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /V /Yes /AS /Yes /Rect [400 600 412 612] >>"
    return annotated(
        [field % (turn, place), button],
        content=b"BT /H 11 Tf %s Tm (Name:) Tj ET\n" % along,
        page=b"/Rotate %d" % turn,
        fields=[0, 1],
    )


def sideways() -> bytes:
    """Text that was turned before it was printed."""
    lines = b"".join(b"BT /H 11 Tf 0 1 -1 0 %d 72 Tm (%s, line %d,) Tj ET\n" % (200 + 14 * row, ROW.encode(), row) for row in range(4))
    return raw_pdf([lines])


def rows() -> bytes:
    """A table with cells that wrap, and lists."""
    layout = Print()
    table = layout.table([("Kind", "Years"), ("wooden and metal sheds", "5"), ("hoses", "2")], [70, 60], rules=GRID)
    return layout.build(
        [layout.title("House rules"), table, layout.bullets(["Shoes stay outside.", "Hats stay on."]), layout.text(ROW * 4)]
    )


SAMPLES: dict[str, Callable[[], bytes]] = {
    "form": form,
    "field without a drawing": lambda: annotated([FIELD + b" /V (Ada Lovelace) >>"], content=LABEL, fields=[0]),
    "footnotes": lambda: raw_pdf([page(["1 Of the first of May.", "and of June"]), AFTER]),
    "tags": lambda: tagged([PLAIN]),
    "labels": lambda: raw_pdf([text(ROW, y=500)], catalog=b"/PageLabels << /Nums [0 << /S /r >>] >>"),
    "ligatures": lambda: mapped({"W": b"006600660069"}, "An oWce for eWcient people"),
    "two units": lambda: mapped({"X": b"D835DC65"}, "Let X be a number"),
    "tables and lists": rows,
    "sideways": sideways,
    **{f"form rotated by {turn}": lambda turn=turn: turned_form(turn) for turn in (90, 180, 270)},  # type: ignore[misc]
    **{f"rotated by {turn}": lambda turn=turn: rotated(turn) for turn in (0, 90, 180, 270)},  # type: ignore[misc]
}


@pytest.mark.parametrize("name", SAMPLES)
def test_the_boxes_of_any_words_hold_them_and_no_others(name: str) -> None:
    data = SAMPLES[name]()
    parsed = parse_pdf(data, "sample.pdf", ParseOptions())
    for start, end in [(0, len(parsed.text)), *_ranges(parsed.text, name)]:
        printed = printed_at(data, "sample.pdf", parsed, start, end)
        boxes = [box for view in printed.pages for box in view.boxes]
        assert printed.proved, parsed.text[start:end]
        assert sorted(_bare(_inside(data, boxes))) == sorted(_bare(parsed.text[start:end]))
        assert all(
            box.left >= 0 and box.top >= 0 and box.right <= view.width and box.bottom <= view.height
            for view in printed.pages
            for box in view.boxes
        )


def test_a_letter_that_draws_a_check_is_proved_as_its_sign() -> None:
    data = lettered()
    parsed = parse_pdf(data, "sample.pdf", ParseOptions())
    assert parsed.text.startswith(ON)
    assert printed_at(data, "sample.pdf", parsed, 0, len(parsed.text)).proved


def _ranges(words: str, seed: str) -> Iterator[tuple[int, int]]:
    """`RANGES` runs of whole words."""
    places = [match.span() for match in re.finditer(r"\S+", words)]
    chosen = random.Random(seed)
    for _ in range(RANGES):
        first = chosen.randrange(len(places))
        last = min(first + chosen.randrange(8), len(places) - 1)
        yield places[first][0], places[last][1]


def _bare(words: str) -> str:
    """Letters alone: without blanks, bars of tables, signs of buttons and marks of items."""
    return re.sub(rf"[\s|•{ON}{OFF}-]|(?<!\S)- ", "", clean(words))


def _inside(data: bytes, boxes: Iterable[Box]) -> str:
    """What pdfium finds in boxes of the pages as displayed."""
    found = []
    document = pypdfium2.PdfDocument(data)
    for box in boxes:
        with opened_page(document, box.page) as (opened, _):
            width, height = opened.get_size()
            left, top, right, bottom = box.left - GROWN, box.top - GROWN, box.right + GROWN, box.bottom + GROWN
            corners = {
                0: (left, height - bottom, right, height - top),
                90: (top, left, bottom, right),
                180: (width - right, top, width - left, bottom),
                270: (height - bottom, width - right, height - top, width - left),
            }[opened.get_rotation()]
            textpage = opened.get_textpage()
            found.append(textpage.get_text_bounded(*corners))
            textpage.close()
    document.close()
    return "\n".join(found)
