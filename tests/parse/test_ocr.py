"""Text recognition on pages that are pictures, by the real program."""

import io
import shutil
from pathlib import Path

import pypdfium2
import pytest
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen import canvas

from policy_assistant.errors import MissingProgramError, UnreadableFileError
from policy_assistant.parse import tesseract
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.parse.tesseract import check_installed
from tests.project import Project

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed (apt-get install tesseract-ocr tesseract-ocr-fra)"
)
READ = ParseOptions(ocr=("en", "fr"))
LINES = (
    "Conditions générales de vente",
    "",
    "Les marchandises peuvent être renvoyées dans un délai",
    "de 14 jours après la livraison. Les frais de retour sont",
    "à la charge du client.",
)


def printed(lines: tuple[str, ...], size: int = 12) -> bytes:
    """A page with a text layer."""
    out = io.BytesIO()
    page = canvas.Canvas(out, invariant=1)
    page.setFont("Helvetica", size)
    for number, line in enumerate(lines):
        page.drawString(72, 760 - number * size * 1.4, line)
    page.save()
    return out.getvalue()


def scanned(*pages: bytes) -> bytes:
    """The first page of each PDF as a picture on a page without text."""
    out = io.BytesIO()
    document = canvas.Canvas(out, invariant=1)
    for data in pages:
        picture = pypdfium2.PdfDocument(data)[0].render(scale=200 / 72).to_pil()
        document.drawImage(ImageReader(picture), 0, 0, 595, 842)
        document.showPage()
    document.save()
    return out.getvalue()


@needs_tesseract
def test_a_scan_becomes_text_with_its_pages_and_how_sure_it_is() -> None:
    parsed = parse_bytes(scanned(printed(LINES)), "scan.pdf", READ)
    assert "renvoyées dans un délai de 14 jours après la livraison." in parsed.text
    start = parsed.text.index("14 jours")
    assert parsed.pages(start, start + 8) == (1,)
    (sure,) = [name for name in parsed.spots(start, start + 8) if name.startswith("OCR ")]
    assert 60 <= int(sure.split()[1]) <= 100


@needs_tesseract
def test_boxes_lie_on_the_lines_of_the_picture() -> None:
    parsed = parse_bytes(scanned(printed(LINES)), "scan.pdf", READ)
    plain = parse_bytes(printed(LINES), "plain.pdf", ParseOptions())

    def box_of(words: str, text: str, document: object) -> tuple[float, float]:
        start = text.index(words)
        lines = [line for block in document.blocks for line in block.lines if line.start <= start < line.end]  # type: ignore[attr-defined]
        return lines[0].box.left, lines[0].box.top

    for words in ("Les marchandises", "charge du client"):
        seen, real = box_of(words, parsed.text, parsed), box_of(words, plain.text, plain)
        assert abs(seen[0] - real[0]) < 6
        assert abs(seen[1] - real[1]) < 6


@needs_tesseract
def test_pages_with_a_text_layer_are_read_as_they_are() -> None:
    both = pypdfium2.PdfDocument.new()
    for data in (printed(("The first page is text.",)), scanned(printed(("The second page is a picture.",)))):
        both.import_pages(pypdfium2.PdfDocument(data))
    out = io.BytesIO()
    both.save(out)
    parsed = parse_bytes(out.getvalue(), "both.pdf", READ)
    first, second = parsed.text.index("The first"), parsed.text.index("The second")
    assert parsed.spots(first, first + 9) == ()
    assert parsed.spots(second, second + 9)[0].startswith("OCR ")
    assert parsed.pages(second, second + 9) == (2,)


def test_without_the_setting_a_scan_is_refused_with_what_to_do() -> None:
    with pytest.raises(UnreadableFileError, match="without a text layer") as refused:
        parse_bytes(scanned(printed(LINES)), "scan.pdf", ParseOptions())
    assert "[corpus] ocr = true" in refused.value.hint


def test_a_missing_program_or_language_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgramError) as refused:
        check_installed(("en",))
    assert refused.value.hint.endswith("apt-get install tesseract-ocr")
    with pytest.raises(UnreadableFileError, match="needs tesseract"):
        parse_bytes(scanned(printed(LINES)), "scan.pdf", READ)


@needs_tesseract
def test_a_language_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "_installed", lambda: frozenset({"eng"}))
    with pytest.raises(MissingProgramError) as refused:
        check_installed(("en", "fr"))
    assert refused.value.hint.endswith("apt-get install tesseract-ocr-fra")


@needs_tesseract
def test_a_project_ingests_its_scans_and_shows_that_they_were_recognised(project: Project) -> None:
    project.configure('[corpus]\nocr = true\nidentity = "path"\n')
    project.write("terms.pdf", scanned(printed(LINES)))
    project.ingest()
    (chunk,) = project.chunks()
    assert chunk.pages == (1,)
    assert [name for name in chunk.spots if name.startswith("OCR ")]
    found = project.run("search", "frais de retour", "--method", "keywords", "--full")
    assert "OCR " in found.out
