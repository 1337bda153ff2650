"""Pages without text: which of them only text recognition can read, and how it is asked."""

import pypdfium2
import pytest

from policy_assistant.blocks import Box
from policy_assistant.parse.pdf_page import Page, Recognise, read_page
from policy_assistant.parse.pdf_view import View
from policy_assistant.parse.pdf_words import Word
from tests.parse.pdf_raw import raw_pdf, text

PICTURE = b"q 200 0 0 200 72 500 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x00\xff\xff\x00 EI Q\n"
DRAWING = b"72 500 m 200 600 l S\n"


def page_of(content: bytes, recognise: Recognise | None = None) -> Page:
    document = pypdfium2.PdfDocument(raw_pdf([content]))
    try:
        return read_page(document, 1, recognise=recognise)
    finally:
        document.close()


@pytest.mark.parametrize(
    ("content", "needs"),
    [(PICTURE, True), (DRAWING, True), (b"", False), (text("Shoes stay outside."), False), (PICTURE + text("A"), False)],
)
def test_only_a_page_that_shows_something_and_holds_no_text_needs_recognition(content: bytes, needs: bool) -> None:
    assert page_of(content).needs_recognition is needs


def test_recognised_words_become_lines_of_the_page() -> None:
    def recognise(_: pypdfium2.PdfPage, view: View) -> list[Word]:
        assert (view.width, view.height) == (612, 792)
        return [Word("Shoes", Box(view.page, 72, 90, 100, 101), 100, 11, bold=False, direction=(1.0, 0.0))]

    page = page_of(PICTURE, recognise)
    assert [line.text for line in page.lines] == ["Shoes"]
    assert not page.needs_recognition


@pytest.mark.parametrize("content", [b"", text("Shoes stay outside.")])
def test_pages_that_need_none_are_not_sent_to_recognition(content: bytes) -> None:
    asked: list[int] = []
    page_of(content, lambda _, view: asked.append(view.page) or [])  # type: ignore[func-returns-value]
    assert asked == []
