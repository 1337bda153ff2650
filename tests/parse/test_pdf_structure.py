"""The tags of a tagged PDF: its headings, and its running headers and footers."""

from collections.abc import Sequence

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_raw import FIRST_OTHER, FIRST_PAGE, raw_pdf, text

BODY = "The text below it is set in the same type and says something."
Part = tuple[str, str, float]
"""Tag, text, type size."""


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def tagged(pages: Sequence[Sequence[Part]], *, extra: bytes = b"", roles: bytes = b"", is_tagged: bool = True) -> bytes:
    """Pages of tagged lines, each a paragraph of its own; `extra` is more content of each page."""
    root, parents, first = FIRST_OTHER, FIRST_OTHER + 1, FIRST_OTHER + 2
    printed: list[bytes] = []
    elements: list[bytes] = []
    numbers: list[bytes] = []
    kids: list[int] = []
    for number, parts in enumerate(pages):
        content, own = b"", []
        for mark, (tag, words, size) in enumerate(parts):
            content += b"/%s <</MCID %d>> BDC\n" % (tag.encode(), mark) + text(words, y=600 - 40 * mark, size=size) + b"EMC\n"
            own.append(first + len(elements))
            page = FIRST_PAGE + 2 * number
            elements.append(b"<< /Type /StructElem /S /%s /P %d 0 R /Pg %d 0 R /K %d >>" % (tag.encode(), root, page, mark))
        printed.append(content + extra)
        kids += own
        numbers.append(b"%d [%s]" % (number, b" ".join(b"%d 0 R" % place for place in own)))
    tree = b"<< /Type /StructTreeRoot /K [%s] /ParentTree %d 0 R /RoleMap << %s >> >>"
    others = [
        tree % (b" ".join(b"%d 0 R" % kid for kid in kids), parents, roles),
        b"<< /Nums [%s] >>" % b" ".join(numbers),
        *elements,
    ]
    data = raw_pdf(
        printed,
        catalog=b"/MarkInfo << /Marked %s >> /StructTreeRoot %d 0 R" % (b"true" if is_tagged else b"false", root),
        page=b"/StructParents 0",
        others=others,
    )
    for number in range(1, len(pages)):  # each page has its own row in the tree of parents
        start = b"\n%d 0 obj" % (FIRST_PAGE + 2 * number)
        head, tail = data.split(start)
        data = head + start + tail.replace(b"/StructParents 0", b"/StructParents %d" % number, 1)
    return data


def headings(document: ParsedDocument) -> list[tuple[str, int, str]]:
    return [(block.kind, block.level, block.text) for block in document.blocks if block.kind in ("title", "heading")]


PLAIN: list[Part] = [("H1", "House rules", 11), ("P", BODY, 11), ("H2", "Shoes", 11), ("P", BODY, 11), ("H3", "Boots", 11), ("P", BODY, 11)]


def test_tags_make_headings_of_plain_lines() -> None:
    assert headings(parsed(tagged([PLAIN]))) == [("title", 1, "House rules"), ("heading", 2, "Shoes"), ("heading", 3, "Boots")]


def test_tags_count_on_every_page() -> None:
    document = parsed(tagged([PLAIN, [("H2", "Hats", 11), ("P", BODY, 11)]]))
    assert headings(document)[-1] == ("heading", 2, "Hats")
    assert document.blocks[-2].pages == (2,)


def test_a_file_that_does_not_say_it_is_tagged_is_read_by_its_look() -> None:
    assert headings(parsed(tagged([PLAIN], is_tagged=False))) == []


def test_what_only_looks_like_a_heading_is_text_in_a_tagged_file() -> None:
    parts: list[Part] = [("H1", "House rules", 20), ("P", BODY, 11), ("H2", "Shoes", 14), ("P", "Mind the step!", 14), ("P", BODY, 11)]
    assert headings(parsed(tagged([parts]))) == [("title", 1, "House rules"), ("heading", 2, "Shoes")]


def test_where_few_of_the_lines_that_look_so_are_tagged_the_look_counts_too() -> None:
    looks = [("P", f"{name} and more", 14.0) for name in ("Hats", "Coats", "Gloves")]
    parts: list[Part] = [("H1", "House rules", 20), ("P", BODY, 11), ("H2", "Shoes", 14), ("P", BODY, 11)]
    for look in looks:
        parts += [look, ("P", BODY, 11)]
    found = headings(parsed(tagged([parts])))
    assert found[1:] == [("heading", 2, name) for name in ("Shoes", "Hats and more", "Coats and more", "Gloves and more")]


def test_where_hardly_any_are_tagged_the_look_is_one_of_emphasis() -> None:
    parts: list[Part] = [("H1", "House rules", 20), ("P", BODY, 11)]
    for name in ("Hats", "Coats", "Gloves", "Boots"):
        parts += [("P", f"{name} and more", 14), ("P", BODY, 11)]
    assert headings(parsed(tagged([parts]))) == [("title", 1, "House rules")]


def test_a_title_without_a_heading_tag_stays_above_the_headings() -> None:
    parts: list[Part] = [
        ("P", "House rules", 24),
        ("P", BODY, 11),
        ("H1", "Shoes", 14),
        ("P", BODY, 11),
        ("H1", "Hats", 14),
        ("P", BODY, 11),
    ]
    assert headings(parsed(tagged([parts]))) == [("title", 1, "House rules"), ("heading", 2, "Shoes"), ("heading", 2, "Hats")]


def test_names_of_a_program_count_by_the_role_that_they_play() -> None:
    document = parsed(tagged([[("Kapitel", "Shoes", 11), ("P", BODY, 11)]], roles=b"/Kapitel /H1"))
    assert headings(document) == [("title", 1, "Shoes")]


def test_a_word_that_is_tagged_within_a_line_makes_no_heading() -> None:
    parts: list[Part] = [("H1", "House rules", 11), ("P", BODY, 11), ("H2", "Shoes", 11)]
    data = tagged([parts], extra=text("are worn outside and nowhere else in this house.", x=110, y=520))
    assert headings(parsed(data)) == [("title", 1, "House rules")]


@pytest.mark.parametrize("kind", [b"<</Type /Pagination /Subtype /Header>> BDC", b"BMC"])
@pytest.mark.parametrize(("y", "reason"), [(760, "running header"), (40, "running footer")])
def test_a_running_header_that_the_tags_name_is_left_out(kind: bytes, y: float, reason: str) -> None:
    artifact = b"/Artifact " + kind + b"\n" + text("Draft of May, to be kept secret", y=y, size=11) + b"EMC\n"
    document = parsed(tagged([PLAIN], extra=artifact))
    assert "Draft" not in document.text
    assert [(item.reason, item.text, item.place) for item in document.dropped] == [(reason, "Draft of May, to be kept secret", "page 1")]


@pytest.mark.parametrize(("kind", "y"), [(b"<</Type /Layout>> BDC", 760), (b"<</Type /Pagination /Subtype /Header>> BDC", 300)])
def test_other_artifacts_and_those_in_the_text_stay(kind: bytes, y: float) -> None:
    artifact = b"/Artifact " + kind + b"\n" + text("Valid from the first of May on.", y=y) + b"EMC\n"
    assert "Valid from the first of May on." in parsed(tagged([PLAIN], extra=artifact)).text


def test_a_page_that_is_all_artifact_keeps_its_text() -> None:
    artifact = b"/Artifact BMC\n" + text("Valid from the first of May on.", y=760) + b"EMC\n"
    assert "Valid from" in parsed(tagged([[]], extra=artifact + text(BODY, y=500))).text
