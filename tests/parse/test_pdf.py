"""PDF: opening, refusing, metadata, and the four documents whose text is known from their Markdown twins."""

import contextlib
import re
from pathlib import Path

import pypdfium2
import pytest

from policy_assistant.blocks import ParsedDocument, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse
from policy_assistant.parse.pdf import MAX_METADATA, parse_pdf
from tests.parse.pdf_samples import Print, blank_line, drawn, new_page

FORMATS = Path(__file__).resolve().parents[3] / "shared" / "larkfield" / "corpus" / "formats"
TWINS = ("warranty-policy", "product-care-pw2200", "delivery-policy", "returns-policy.v4")

needs_formats = pytest.mark.skipif(not FORMATS.is_dir(), reason=f"the collection in three formats is not at {FORMATS}")


def parsed(data: bytes, **limits: int) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions(**limits))  # type: ignore[arg-type]


def markdown_text(path: Path) -> str:
    """The text of a twin by the rules for Markdown, as far as these files need them."""
    _, _, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return "\n\n".join(_markdown_block(block.split("\n")) for block in re.split(r"\n{2,}", body.strip()))


def _markdown_block(lines: list[str]) -> str:
    if lines[0].startswith("|"):
        rows = [line.strip("|").split("|") for line in lines if not line.startswith("| ---")]
        return "\n".join(" | ".join(clean(cell) for cell in row).rstrip() for row in rows)
    return ("\n" if lines[0].startswith("- ") else " ").join(clean(line.lstrip("# ")) for line in lines)


@needs_formats
@pytest.mark.parametrize("name", TWINS)
def test_a_pdf_has_exactly_the_text_of_its_markdown_twin(name: str) -> None:
    assert parse(FORMATS / f"{name}.pdf").text == markdown_text(FORMATS / f"{name}.md")


@needs_formats
def test_the_warranty_table_and_the_list_over_two_pages_are_where_they_are_known_to_be() -> None:
    document = parse(FORMATS / "warranty-policy.pdf")
    table = next(block for block in document.blocks if block.kind == "table")
    items = next(block for block in document.blocks if block.text.startswith("- "))
    assert (table.start, table.end, table.pages) == (409, 1453, (1,))
    assert (items.section, items.pages) == ("What is not covered", (1, 2))


@needs_formats
def test_the_keywords_field_gives_the_metadata() -> None:
    metadata = parse(FORMATS / "warranty-policy.pdf").metadata
    assert (metadata["doc_id"], metadata["version"], metadata["owner"]) == ("warranty-policy", "5", "Support (Grace)")


@pytest.mark.parametrize("data", [b"hello", b"<html><body>no</body></html>", b" " * 2000 + b"%PDF-1.4"])
def test_a_file_without_the_signature_is_no_pdf(data: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="is not a PDF although its name says so"):
        parsed(data)


def test_a_cut_off_file_is_damaged() -> None:
    with pytest.raises(UnreadableFileError, match="damaged"):
        parsed(b"%PDF-1.4\n1 0 obj\n<<")


def _locked(user_password: str) -> bytes:
    from reportlab.lib.pdfencrypt import StandardEncryption

    return Print().build([Print().text("Secret.")], encrypt=StandardEncryption(user_password, "owner", strength=128))


def test_a_password_is_named_as_the_reason() -> None:
    with pytest.raises(UnreadableFileError, match="is protected by a password"):
        parsed(_locked("open sesame"))


def test_an_encrypted_file_that_opens_without_a_password_is_read() -> None:
    assert parsed(_locked("")).text == "Secret."


def test_a_scan_is_refused_with_its_number_of_pages() -> None:
    data = drawn(lambda canvas: canvas.rect(100, 100, 300, 300, fill=1), lambda canvas: canvas.rect(1, 1, 9, 9, fill=1))
    with pytest.raises(UnreadableFileError, match=r"2 pages without a text layer \(a scan\?\)"):
        parsed(data)


def test_more_pages_than_allowed_are_refused() -> None:
    page = Print()
    data = page.build([page.text("One."), new_page(), page.text("Two.")])
    with pytest.raises(UnreadableFileError, match="2 pages; files over 1 pages"):
        parsed(data, max_pages=1)


def test_a_page_without_text_is_listed() -> None:
    page = Print()
    document = parsed(page.build([page.text("One."), new_page(), blank_line(9), new_page(), page.text("Two.")]))
    assert (document.text, document.page_count) == ("One.\n\nTwo.", 3)
    assert [(item.reason, item.place) for item in document.dropped] == [("no text layer", "page 2")]


def test_the_title_field_counts_only_where_the_keywords_give_no_title() -> None:
    page = Print()
    both = parsed(page.build([page.text("x")], title="Field", keywords="title=Keyword; doc_id=a"))
    field = parsed(page.build([page.text("x")], title="Field", keywords="garden, hose", author="Nobody", subject="doc-1"))
    assert both.metadata == {"title": "Keyword", "doc_id": "a"}
    assert field.metadata == {"title": "Field"}


@pytest.mark.parametrize("title", ["untitled", "Microsoft Word - Leave rules v3", "leave_rules_final.docx", "Scan.PDF"])
def test_the_title_that_a_program_made_up_is_no_title(title: str) -> None:
    assert parsed(Print().build([Print().text("x")], title=title)).metadata == {}


def test_endless_keywords_are_cut() -> None:
    keywords = "; ".join(f"k{number}=v" for number in range(5_000))
    assert len(parsed(Print().build([Print().text("x")], keywords=keywords, title="t")).metadata) <= MAX_METADATA + 1


@pytest.mark.parametrize("position", range(40, 1_200, 97))
def test_damage_anywhere_raises_our_error_or_none(position: int) -> None:
    data = Print().build([Print().text("Some text. " * 50)])
    with contextlib.suppress(UnreadableFileError):
        parsed(data[:position] + b"\x00\xff" + data[position + 2 :])


def test_the_file_is_closed_after_parsing(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[pypdfium2.PdfDocument] = []
    close = pypdfium2.PdfDocument.close

    def noted(document: pypdfium2.PdfDocument) -> None:
        closed.append(document)
        close(document)

    monkeypatch.setattr(pypdfium2.PdfDocument, "close", noted)
    parsed(Print().build([Print().text("x")]))
    assert len(closed) == 1
