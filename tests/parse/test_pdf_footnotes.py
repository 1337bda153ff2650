"""Footnotes do not break the sentence that runs over the foot of their page, and are blocks of their own."""

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_raw import raw_pdf, text

FULL = "Every line of this paragraph is as long as the page is wide, so that the sentence goes{}"
RULE = b"72 {y} m 200 {y} l S\n"
AFTER = text("on over the break of the page and ends here.", y=720) + text("Another paragraph stands below it.", y=690)


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def page(notes: list[str], *, mark: str = "1", rule: tuple[int, int] | None = (72, 200), size: float = 8.5, gap: int = 0) -> bytes:
    """A page full of text in which a mark stands, and notes at its foot."""
    content = b"".join(text(FULL.format(""), y=y) for y in range(720, 170, -13))
    content += (
        text("A word", y=161)
        + text(mark, x=107, y=165, size=6)
        + text("in the middle bears a mark and the line is full, so that the sentence goes", x=116, y=161)
    )
    top = 150 - gap
    content += b"%d %d m %d %d l S\n" % (rule[0], top, rule[1], top) if rule else b""
    return content + b"".join(text(note, y=top - 12 - 10 * row, size=size) for row, note in enumerate(notes))


def texts(document: ParsedDocument) -> list[str]:
    return [block.text for block in document.blocks]


def test_the_sentence_goes_on_and_the_note_follows_its_paragraph() -> None:
    document = parsed(raw_pdf([page(["1 Of the first of May."]), AFTER]))
    paragraph, note, last = texts(document)
    assert paragraph.endswith("so that the sentence goes on over the break of the page and ends here.")
    assert (note, last) == ("1 Of the first of May.", "Another paragraph stands below it.")
    assert [block.pages for block in document.blocks] == [(1, 2), (1,), (2,)]
    assert all(document.text[line.start : line.end] == "1 Of the first of May." for line in document.blocks[1].lines)
    assert 792 - 150 < document.blocks[1].lines[0].box.top < document.blocks[1].lines[0].box.bottom < 792 - 130


def test_each_note_is_a_block_and_may_have_several_lines() -> None:
    notes = ["1 Of the first of May, as the board decided in its", "meeting of the year before.", "2 Or the second, where the first is a"]
    content = page(notes).replace(b"(in the middle bears", b"(in the middle2 bears")
    assert texts(parsed(raw_pdf([content, AFTER])))[1:3] == [
        "1 Of the first of May, as the board decided in its meeting of the year before.",
        "2 Or the second, where the first is a",
    ]


@pytest.mark.parametrize("mark", ["*", "**", "[1]", "(1)", "12"])
def test_marks_of_other_kinds(mark: str) -> None:
    assert texts(parsed(raw_pdf([page([f"{mark} Of the first of May."], mark=mark), AFTER])))[1] == f"{mark} Of the first of May."


def test_a_gap_does_where_there_is_no_rule() -> None:
    assert len(texts(parsed(raw_pdf([page(["1 Of the first of May."], rule=None, gap=20), AFTER])))) == 3


@pytest.mark.parametrize(
    "content",
    [
        page(["1 Of the first of May."], size=11),
    ],
    ids=["as large as the text"],
)
def test_what_is_no_note_stays_where_it_stands(content: bytes) -> None:
    document = parsed(raw_pdf([content, AFTER]))
    assert not any(block.pages == (1, 2) for block in document.blocks)


def test_nothing_is_lost_or_said_twice() -> None:
    document = parsed(raw_pdf([page(["1 Of the first of May."]), AFTER]))
    assert document.text.count("Of the first of May.") == 1
    assert document.text.count(FULL.format("")) == len(range(720, 170, -13))
