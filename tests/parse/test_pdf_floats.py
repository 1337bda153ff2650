"""Paragraphs that go on behind a table, a picture's caption or small print."""

from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import Box, Line, ParsedDocument, RawBlock
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from policy_assistant.parse.pdf_floats import joined_over_floats
from tests.parse.pdf_samples import drawn

OPEN = (
    "The board meets on the first Monday of every month and at any",
    "other time when three of its members ask for it in a letter to the",
)
REST = ("chair that gives the reason. The chair then calls all members to a", "meeting within a week and says what it is about.")


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def written(canvas: Canvas, top: float, lines: tuple[str, ...], size: float = 11) -> None:
    canvas.setFont("Helvetica", size)
    for number, line in enumerate(lines):
        canvas.drawString(72, top - number * 14, line)


def over_page() -> ParsedDocument:
    def first(canvas: Canvas) -> None:
        written(canvas, 100, OPEN)

    def second(canvas: Canvas) -> None:
        written(canvas, 720, ("Figure 3: The way of a letter",), 8)
        written(canvas, 600, REST)

    return parsed(drawn(first, second))


def test_a_sentence_goes_on_behind_a_caption_on_the_next_page() -> None:
    document = over_page()
    assert [block.text for block in document.blocks] == [" ".join(OPEN + REST), "Figure 3: The way of a letter"]
    assert document.blocks[0].pages == (1, 2)


def test_boxes_of_both_parts_cover_their_words() -> None:
    block = over_page().blocks[0]
    assert [block.text[line.start - block.start : line.end - block.start] for line in block.lines] == [*OPEN, *REST]


def test_text_that_is_no_caption_stays_between() -> None:
    first, rest = raw("A sentence of many words is long enough for its use", 1, 700), raw("and goes on here. It ends here.", 2, 200)
    blocks = [first, raw("Letters go by post on every day of the week.", 2, 72), rest]
    assert joined_over_floats(blocks) == blocks
    assert len(joined_over_floats([first, raw("Table 2: Letters go by post on every day.", 2, 72), rest])) == 2


def raw(text: str, page: int, top: float, kind: str = "text") -> RawBlock:
    """Two full lines of 200 points, the text cut in the middle."""
    cut = text.index(" ", len(text) // 2)
    lines = (Line(0, cut, Box(page, 72, top, 272, top + 9)), Line(cut + 1, len(text), Box(page, 72, top + 12, 272, top + 21)))
    return RawBlock("table" if kind == "table" else "text", text, lines=lines)


def test_a_word_divided_between_both_parts_is_mended() -> None:
    blocks = [
        raw("A sentence of many words is long enough for its proce-", 1, 700),
        raw("A | B", 2, 72, "table"),
        raw("dure to go on. It ends here.", 2, 200),
    ]
    whole = joined_over_floats(blocks)
    assert [block.text for block in whole] == ["A sentence of many words is long enough for its procedure to go on. It ends here.", "A | B"]
    assert [whole[0].text[line.start : line.end] for line in whole[0].lines][1:3] == ["long enough for its proce", "dure to go on."]


def test_a_program_is_not_joined() -> None:
    blocks = [
        raw("x1 = f(a_1) y = g(x1) z2 = h(y, 3) w = k(z2) print(w,", 1, 700),
        raw("A | B", 2, 72, "table"),
        raw("v = g(x1) u = h(y, 3) print(u)", 2, 200),
    ]
    assert joined_over_floats(blocks) == blocks
