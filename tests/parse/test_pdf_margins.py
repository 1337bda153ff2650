"""Running headers, footers and page numbers: left out with a reason, and nothing else with them."""

from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_samples import Print, drawn, new_page, running

Stamped = Callable[[Canvas], None]
BODY = "The desk opens at seven and closes at seven, on every day but the first of January. " * 3


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def pages_of(texts: list[str], header: str = "Rules | Version 3", footer: str = "Page {} of 9", size: float = 8) -> ParsedDocument:
    page = Print()
    story = [part for text in texts for part in (page.text(text), new_page())][:-1]
    return parsed(page.build(story, stamp=running(header, footer, size=size)))


def one_page(*lines: tuple[float, float, str], rule_at: float = 0) -> ParsedDocument:
    """A page of lines given by height, size and text."""

    def draw(canvas: Canvas) -> None:
        for height, size, text in lines:
            canvas.setFont("Helvetica", size)
            canvas.drawString(72, height, text)
        if rule_at:
            canvas.line(72, rule_at, 540, rule_at)

    return parsed(drawn(draw))


def test_what_repeats_in_the_margins_is_left_out_and_listed() -> None:
    document = pages_of(["One is here.", "Two is here.", "Three is here."])
    assert document.text == "One is here.\n\nTwo is here.\n\nThree is here."
    assert [(item.reason, item.text, item.place) for item in document.dropped if item.place == "page 2"] == [
        ("running header", "Rules | Version 3", "page 2"),
        ("running footer", "Page 2 of 9", "page 2"),
    ]


@pytest.mark.parametrize("footer", ["{}", "- {} -", "Page {}", "Seite {} von 12", "Larkfield, sheet {}"])
def test_page_numbers_in_any_dress_are_left_out(footer: str) -> None:
    assert pages_of(["One is here.", "Two is here."], footer=footer, size=10.5).text == "One is here.\n\nTwo is here."


def test_body_lines_that_differ_in_a_number_stay() -> None:
    texts = [f"Rule {number} of the house: keep door {number} shut. {BODY}" for number in (3, 14, 15)]
    assert pages_of(texts).text == "\n\n".join(text.strip() for text in texts)


def test_a_first_line_that_repeats_right_above_other_text_stays() -> None:
    texts = [f"{BODY}Page {name} ends here." for name in ("one", "two", "three")]
    assert pages_of(texts).text == "\n\n".join(texts)


def test_the_title_stays_on_the_first_page_though_all_pages_repeat_it() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 20)
        canvas.drawString(72, 740, "House rules")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 600, f"Text on page {canvas.getPageNumber()} of the rules, and a bit more of it to read.")

    document = parsed(drawn(draw, draw, draw))
    assert document.title == "House rules"
    assert document.text.count("House rules") == 1


def test_on_one_page_small_type_in_the_margin_is_left_out() -> None:
    document = one_page(
        (760, 8, "Rules | Version 3"),
        (700, 11, "The first line of the text."),
        (686, 11, "The second line of the text."),
        (30, 8, "Printed copies are void."),
    )
    assert document.text == "The first line of the text. The second line of the text."
    assert [item.reason for item in document.dropped] == ["page margin", "page margin"]


def test_on_one_page_a_ruled_off_line_is_left_out() -> None:
    document = one_page(
        (760, 11, "Rules | Version 3"), (700, 11, "The first line of the text."), (686, 11, "The second line of the text."), rule_at=750
    )
    assert [item.text for item in document.dropped] == ["Rules | Version 3"]


def test_on_one_page_a_line_of_text_in_the_margin_stays() -> None:
    document = one_page((760, 11, "The very first line."), (700, 11, "The next line."), (30, 11, "The last line."))
    assert document.dropped == ()
    assert "The very first line." in document.text


def test_a_footnote_above_the_margin_stays() -> None:
    document = one_page(
        (700, 11, "The first line of the text."), (686, 11, "The second line of the text."), (90, 8, "1 Not on holidays."), rule_at=102
    )
    assert "1 Not on holidays." in document.text


def test_a_number_that_belongs_to_the_text_stays() -> None:
    document = one_page((700, 11, "The first line says that the code of the door is"), (686, 11, "4711"))
    assert document.text.endswith("4711")


def book(heads: list[str], chapters: list[str], foot: float = 40) -> ParsedDocument:
    """Pages of a chapter each with a running head and a page number; `foot` is the height of the number."""

    def page(head: str, chapter: str) -> Stamped:
        def draw(canvas: Canvas) -> None:
            canvas.setFont("Helvetica", 10)
            canvas.drawString(72, 750, head)
            canvas.drawString(72, 700, chapter)
            for row in range(3):
                canvas.drawString(72, 670 - 12 * row, f"Line {row} of what {chapter} says, as long as all the others are.")
            canvas.drawString(300, foot, str(canvas.getPageNumber()))

        return draw

    return parsed(drawn(*map(page, heads, chapters)))


NAMES = ["Opening hours", "Lost keys", "Dogs and cats", "Fire drills", "Parking"]


def test_heads_that_say_what_the_headings_say_are_left_out() -> None:
    document = book([f"CHAPTER {number}. {name.upper()}" for number, name in enumerate(NAMES, 1)], NAMES)
    assert "CHAPTER" not in document.text
    assert next(item.text for item in document.dropped if item.reason == "running header") == "CHAPTER 1. OPENING HOURS"
    assert all(name in document.text for name in NAMES)


@pytest.mark.parametrize("first", [["Ring the bell", "Ask at the desk"], NAMES[:2]])
def test_first_lines_of_which_few_say_what_a_heading_says_stay(first: list[str]) -> None:
    heads = [*first, "Keep them on a lead", "Use the stairs", "Show your card"]
    assert "running header" not in {item.reason for item in book(heads, NAMES).dropped}


def test_titles_of_slides_that_repeat_stay() -> None:
    titles = ["Ring the bell", "Use the stairs", "Show your card", "Ask at the desk", "Pull the lever", "Mind the step"]

    def slide(title: str) -> Stamped:
        def draw(canvas: Canvas) -> None:
            canvas.setFont("Helvetica", 10)
            canvas.setFillColorRGB(0, 0, 0.8)
            canvas.drawString(72, 750, title)
            canvas.setFillColorRGB(0, 0, 0)
            for row in range(5):
                canvas.drawString(72, 650 - 30 * row, f"Point {canvas.getPageNumber()}.{row} of all that there is to say")

        return draw

    document = parsed(drawn(*(slide(title) for title in titles for _ in range(2))))
    assert [document.text.count(title) for title in titles] == [2] * len(titles)


def test_numbers_that_count_the_pages_are_left_out_far_above_the_foot_too() -> None:
    document = book(["Ring the bell", "Ask at the desk"], NAMES[:2], foot=150)
    assert [item.text for item in document.dropped] == ["1", "2"]


def test_a_number_that_does_not_count_the_pages_stays_above_the_foot() -> None:
    document = one_page((700, 11, "The first line of the text."), (686, 11, "The second line of the text."), (150, 11, "1"))
    assert document.text.endswith("1")


@pytest.mark.parametrize(("second", "stays"), [("50 THE SIEGE OF VICKSBUEG.", 0), ("50 THE SIEGE OF YORKTOWN.", 2)])
def test_a_head_that_was_recognised_differently_is_one_head(second: str, stays: int) -> None:
    document = book(["THE SIEGE OF VICKSBURG. 49", second], NAMES[:2])
    assert document.text.count("THE SIEGE") == stays


def test_a_header_as_large_as_a_title_goes_if_it_counts_the_pages() -> None:
    document = one_page(
        (770, 20, "Survey Page 1 of 9"), (700, 11, "The first line of the text."), (686, 11, "The second line of the text.")
    )
    assert [item.text for item in document.dropped] == ["Survey Page 1 of 9"]


def test_heads_of_left_and_right_pages_with_more_than_one_number_are_left_out() -> None:
    heads = ["USER MANUAL (VERSION 3.64) 1", "2 USER MANUAL (VERSION 3.64)", "USER MANUAL (VERSION 3.64) 3", "4 USER MANUAL (VERSION 3.64)"]
    assert "MANUAL" not in book(heads, NAMES[:4]).text
