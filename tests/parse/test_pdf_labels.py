"""The labels printed on pages, where they are not the pages' numbers."""

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from policy_assistant.parse.pdf_labels import LONGEST
from tests.parse.pdf_raw import raw_pdf, text

SENTENCE = "This sentence is long enough to fill its line up to the right margin of the"
ROMAN_THEN_ANNEX = b"/PageLabels << /Nums [0 << /S /r /St 4 >> 2 << /S /D /St 3 >> 3 << /S /D /P (A-) >>] >>"


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def names(document: ParsedDocument, words: str) -> tuple[str, ...]:
    start = document.text.index(words)
    return document.spots(start, start + len(words))


def pages(count: int) -> list[bytes]:
    return [text(f"Page {number} ends here.", y=500) for number in range(1, count + 1)]


def test_each_page_has_the_label_that_differs_from_its_number() -> None:
    document = parsed(raw_pdf(pages(4), catalog=ROMAN_THEN_ANNEX))
    found = [names(document, f"Page {number} ends here.") for number in range(1, 5)]
    assert found == [("p. iv",), ("p. v",), (), ("p. A-1",)]


def test_pages_without_labels_have_no_spots() -> None:
    assert [block.spots for block in parsed(raw_pdf(pages(2))).blocks] == [(), ()]


def test_labels_that_count_as_the_pages_do_say_nothing() -> None:
    document = parsed(raw_pdf(pages(2), catalog=b"/PageLabels << /Nums [0 << /S /D >>] >>"))
    assert [block.spots for block in document.blocks] == [(), ()]


def test_a_block_over_two_pages_has_a_spot_for_the_characters_of_each() -> None:
    data = raw_pdf([text(SENTENCE, y=93) + text(SENTENCE, y=80), text("page and goes on here.", y=700)], catalog=ROMAN_THEN_ANNEX)
    document = parsed(data)
    (block,) = document.blocks
    assert [(document.text[spot.start : spot.end], spot.name) for spot in block.spots] == [
        (f"{SENTENCE} {SENTENCE}", "p. iv"),
        ("page and goes on here.", "p. v"),
    ]


def test_an_endless_label_is_no_label() -> None:
    for length, kept in ((LONGEST, True), (LONGEST + 1, False)):
        catalog = b"/PageLabels << /Nums [0 << /P (%s) >>] >>" % (b"x" * length)
        assert bool(parsed(raw_pdf(pages(1), catalog=catalog)).blocks[0].spots) is kept
