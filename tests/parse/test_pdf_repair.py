"""Damaged files: what can still be read, and what is said of it."""

import re

import pytest

from policy_assistant.blocks import ParsedDocument
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import CUT_OFF, parse_pdf
from policy_assistant.parse.pdf_repair import with_end
from policy_assistant.view.boxes import printed_at
from tests.parse.pdf_raw import raw_pdf, text

WHOLE = raw_pdf([text("Shoes stay outside.", y=500), text("Hats stay on.", y=480)])
TEXT = "Shoes stay outside.\n\nHats stay on."


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


@pytest.mark.parametrize(
    "damaged",
    [
        re.sub(rb"startxref\n\d+", b"startxref\n7", WHOLE),
        WHOLE.replace(b"\nxref\n", b"\nxxxx\n"),
        re.sub(rb"\d{10} 00000 n", b"0000000009 00000 n", WHOLE),
        b"Content-Type: application/pdf\r\n\r\n" + WHOLE,
    ],
    ids=["wrong place of the table", "no table", "wrong places in the table", "something before it"],
)
def test_a_damaged_table_of_objects_does_not_matter(damaged: bytes) -> None:
    document = parsed(damaged)
    assert (document.text, document.dropped) == (TEXT, ())


@pytest.mark.parametrize("end", [b"xref\n", b"trailer"])
def test_a_file_without_its_end_is_read_and_flagged(end: bytes) -> None:
    data = WHOLE[: WHOLE.index(end)]
    document = parsed(data)
    assert document.text == TEXT
    assert [(item.reason, item.place) for item in document.dropped] == [(CUT_OFF, "end of the file")]
    assert printed_at(data, "sample.pdf", document, 0, 19).proved


def test_a_page_that_was_cut_off_is_missing_and_listed() -> None:
    data = WHOLE[: WHOLE.index(b"(Hats")]
    document = parsed(data)
    assert document.text == "Shoes stay outside."
    assert [item.reason for item in document.dropped] == [CUT_OFF, "no text layer"]


@pytest.mark.parametrize(
    "data", [b"%PDF-1.4\nno catalog here", WHOLE[: WHOLE.index(b"/Pages")].replace(b"/Catalog", b"/Other"), b"%PDF-1.4\n/Type /Catalog"]
)
def test_a_file_without_a_catalog_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="is damaged: it cannot be opened"):
        parsed(data)


def test_an_encrypted_file_is_not_mended() -> None:
    assert with_end(WHOLE)
    assert with_end(WHOLE + b"/Encrypt 9 0 R") == b""


def test_the_last_catalog_counts() -> None:
    later = WHOLE + b"70 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n71 0 obj\n<< /Type /Other >>\nendobj\n"
    assert b"/Root 70 0 R" in with_end(later)
