"""The outline names headings that the type does not, and their levels."""

from collections.abc import Iterable
from itertools import takewhile

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_raw import FIRST_OTHER, FIRST_PAGE, raw_pdf, text

BODY = "The text below it is set in the same type and says something."
Entry = tuple[str, int, int]
"""Text, level (1 or 2), page (from 1)."""


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def outlined(pages: list[list[str]], entries: list[Entry], sizes: dict[str, float] | None = None) -> bytes:
    """Pages of lines, each a paragraph of its own, and an outline."""
    printed = [
        b"".join(text(line, y=600 - 40 * row, size=(sizes or {}).get(line, 11)) for row, line in enumerate(lines)) for lines in pages
    ]
    items = [b"<< /Type /Outlines %s >>" % _kids(range(len(entries)), entries, 1)]
    for place, (title, level, page) in enumerate(entries):
        item = b"<< /Title (%s) /Dest [%d 0 R /Fit]" % (title.encode("cp1252"), FIRST_PAGE + 2 * (page - 1))
        following = next((below for below in _run(entries, place, level) if entries[below][1] == level), None)
        item += b" /Next %d 0 R" % (FIRST_OTHER + 1 + following) if following is not None else b""
        items.append(item + _kids(_run(entries, place, level + 1), entries, level + 1) + b" >>")
    return raw_pdf(printed, catalog=b"/Outlines %d 0 R" % FIRST_OTHER, others=items)


def _run(entries: list[Entry], place: int, level: int) -> Iterable[int]:
    """The entries behind one, up to the first that stands above a level."""
    return takewhile(lambda below: entries[below][1] >= level, range(place + 1, len(entries)))


def _kids(places: Iterable[int], entries: list[Entry], level: int) -> bytes:
    kids = [place for place in places if entries[place][1] == level]
    return b" /First %d 0 R /Last %d 0 R" % (FIRST_OTHER + 1 + kids[0], FIRST_OTHER + 1 + kids[-1]) if kids else b""


def headings(document: ParsedDocument) -> list[tuple[int, str]]:
    return [(block.level, block.text) for block in document.blocks if block.kind in ("title", "heading")]


def test_lines_that_the_outline_names_are_headings_of_its_levels() -> None:
    pages = [["Scope", BODY, "Leave", BODY, "Paid days", BODY], ["Unpaid days", BODY, "Duties", BODY]]
    entries = [("Scope", 1, 1), ("Leave", 1, 1), ("Paid days", 2, 1), ("Unpaid days", 2, 2), ("Duties", 1, 2)]
    document = parsed(outlined(pages, entries))
    assert headings(document) == [(1, "Scope"), (1, "Leave"), (2, "Paid days"), (2, "Unpaid days"), (1, "Duties")]
    assert document.blocks[5].section == "Leave > Paid days"


def test_the_only_entry_of_the_first_level_is_the_title() -> None:
    document = parsed(outlined([["House rules", BODY, "Shoes", BODY]], [("House rules", 1, 1), ("Shoes", 2, 1)]))
    assert (document.title, headings(document)[1]) == ("House rules", (2, "Shoes"))


def test_a_heading_within_a_paragraph_is_cut_out_of_it() -> None:
    data = raw_pdf(
        [text(BODY, y=500) + text("Shoes", y=486) + text("They stay outside.", y=472)],
        catalog=b"/Outlines 1000 0 R",
        others=[
            b"<< /Type /Outlines /First 1001 0 R /Last 1001 0 R /Count 1 >>",
            b"<< /Title (Shoes) /Parent 1000 0 R /Dest [10 0 R /Fit] >>",
        ],
    )
    blocks = parsed(data).blocks
    assert [(block.kind, block.text) for block in blocks] == [("text", BODY), ("title", "Shoes"), ("text", "They stay outside.")]
    assert all([(line.start, line.end) for line in block.lines] == [(block.start, block.end)] for block in blocks)


def test_a_heading_over_two_lines_is_one() -> None:
    pages = [["Chapter 1", "Leave and holidays", BODY, "Shoes", BODY]]
    document = parsed(outlined(pages, [("Chapter 1 Leave and holidays", 1, 1), ("Shoes", 1, 1)]))
    assert headings(document) == [(1, "Chapter 1 Leave and holidays"), (1, "Shoes")]
    assert [document.text[line.start : line.end] for line in document.blocks[0].lines] == ["Chapter 1", "Leave and holidays"]


def test_numbers_and_case_do_not_matter() -> None:
    document = parsed(outlined([["2.1 LEAVE OF ABSENCE", BODY, "Shoes", BODY]], [("Leave of absence", 1, 1), ("3 Shoes", 1, 1)]))
    assert headings(document) == [(1, "2.1 LEAVE OF ABSENCE"), (1, "Shoes")]


def test_a_line_on_another_page_is_not_named() -> None:
    document = parsed(outlined([["Scope", BODY], ["Leave", BODY, "Scope", BODY]], [("Scope", 1, 1), ("Leave", 1, 2)]))
    assert headings(document) == [(1, "Scope"), (1, "Leave")]


def test_an_outline_that_names_other_things_gives_no_headings() -> None:
    document = parsed(outlined([["Scope", BODY]], [("Scope", 1, 1), ("Slide 1", 1, 1), ("Slide 2", 1, 1)]))
    assert headings(document) == []


def test_headings_by_type_get_the_levels_of_the_outline_and_others_theirs_by_look() -> None:
    lines = ["House rules", "Scope", BODY, "Leave", BODY, "Details", BODY, "Shoes", BODY]
    sizes = {"House rules": 24.0, "Scope": 16.0, "Leave": 16.0, "Shoes": 16.0, "Details": 13.0}
    document = parsed(outlined([lines], [("Scope", 1, 1), ("Leave", 2, 1)], sizes))
    assert headings(document) == [(1, "House rules"), (2, "Scope"), (3, "Leave"), (4, "Details"), (2, "Shoes")]


def test_an_entry_without_a_page_is_left_out() -> None:
    data = outlined([["Scope", BODY]], [("Scope", 1, 1)]).replace(b"/Dest [10 0 R /Fit]", b"/Dest [99 0 R /Fit]")
    assert headings(parsed(data)) == []


def test_an_outline_that_goes_in_a_circle_is_read_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    data = outlined([["Shoes", BODY, "Hats", BODY]], [("Shoes", 1, 1), ("Hats", 1, 1)])
    circle = data.replace(b"/Title (Hats)", b"/Title (Hats) /Next %d 0 R" % (FIRST_OTHER + 1))
    assert headings(parsed(circle)) == [(1, "Shoes"), (1, "Hats")]
    assert not caplog.records


def test_an_entry_names_the_line_that_looks_like_a_heading_and_not_one_that_says_the_same() -> None:
    pages = [["Hats", BODY, "Hats and", BODY, "2.3 Hats", BODY]]
    found = headings(parsed(outlined([["Shoes", *pages[0]]], [("Shoes", 1, 1), ("Hats", 1, 1)], {"2.3 Hats": 14, "Shoes": 14})))
    assert found == [(1, "Shoes"), (1, "2.3 Hats")]
