"""Make the PDF documents of the Larkfield example from the texts in pdf_sources/.

Run it with Python 3.11 and reportlab:  python make_pdfs.py
The output is byte-for-byte the same on each run with the same reportlab version.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "pdf_sources"
OUTPUT = HERE / "corpus" / "documents"

# The fields that go into the Keywords of the PDF, in this order.
FIELDS = (
    "doc_id",
    "title",
    "version",
    "effective_from",
    "effective_to",
    "owner",
    "access",
    "language",
    "doc_type",
)

# Places where a word may be divided at the end of a line ("-" marks the place).
DIVISIONS: dict[str, tuple[str, ...]] = {
    "en": (
        "ap-pli-ances",
        "author-ized",
        "bar-be-cues",
        "com-post-ers",
        "dam-ages",
        "de-ter-gent",
        "fur-ni-ture",
        "green-houses",
        "hard-ware",
        "in-ter-rupt-er",
        "man-u-fac-tur-er",
        "ma-te-ri-al",
        "pol-y-car-bon-ate",
        "pro-fes-sion-al",
        "re-charge-able",
        "re-place-ment",
        "sec-a-teurs",
        "stain-less",
        "super-visor",
        "sur-faces",
        "vol-un-teers",
        "ware-houses",
    ),
    "fr": (
        "an-crage",
        "char-pente",
        "cou-ver-ture",
        "di-a-go-na-les",
        "ex-té-rieur",
        "gal-va-ni-sé",
        "gra-tui-te-ment",
        "lan-ter-neau",
        "net-toyeur",
        "po-ly-car-bo-nate",
        "pro-fon-deur",
        "quan-ti-té",
        "struc-ture",
        "ul-tra-vio-lets",
    ),
}
SOFT_HYPHEN = "\u00ad"

# A backslash at the end of a source line asks for a line break at that place.
LINE_BREAK = "\\\n"

# Space that reportlab leaves between the frame of a page and its text.
FRAME_PADDING = 6


@dataclass(frozen=True)
class Layout:
    """Page size, margins (left, right, top, bottom) in points, fonts and sizes."""

    page: tuple[float, float]
    margins: tuple[float, float, float, float]
    regular: str
    bold: str
    body: float
    title: float
    heading: float
    subheading: float
    small: float


LAYOUTS = {
    "letter": Layout(LETTER, (72, 72, 84, 78), "Helvetica", "Helvetica-Bold", 10.2, 20, 13.5, 11, 8),
    "a4": Layout(A4, (96, 76, 104, 96), "Times-Roman", "Times-Bold", 11, 24, 15, 12, 9),
}


@dataclass(frozen=True)
class Source:
    """One text from pdf_sources/: its front matter and its body."""

    fields: dict[str, str]
    body: str


def read_source(path: Path) -> Source:
    """Split a source file into front matter and body."""
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    fields = {}
    for line in front.splitlines():
        key, _, value = line.partition(":")
        fields[key.strip()] = value.strip().strip('"')
    return Source(fields, body.strip())


def add_divisions(text: str, language: str) -> str:
    """Put a soft hyphen at each place where a listed word may be divided."""
    for divided in DIVISIONS[language]:
        word = re.compile(rf"\b{divided.replace('-', '')}", re.IGNORECASE)
        cuts = [len(part) for part in divided.split("-")]

        def divide(match: re.Match[str], cuts: list[int] = cuts) -> str:
            parts, start = [], 0
            for cut in cuts:
                parts.append(match.group()[start : start + cut])
                start += cut
            return SOFT_HYPHEN.join(parts)

        text = word.sub(divide, text)
    return text


def make_styles(layout: Layout) -> dict[str, ParagraphStyle]:
    """Paragraph styles of one layout."""
    body = ParagraphStyle(
        "body",
        fontName=layout.regular,
        fontSize=layout.body,
        leading=layout.body * 1.4,
        spaceAfter=layout.body * 0.7,
        embeddedHyphenation=1,
    )

    def bold(name: str, size: float, before: float) -> ParagraphStyle:
        return ParagraphStyle(
            name,
            parent=body,
            fontName=layout.bold,
            fontSize=size,
            leading=size * 1.25,
            spaceBefore=before,
            spaceAfter=size * 0.4,
            keepWithNext=1,
        )

    item = ParagraphStyle("item", parent=body, leftIndent=16, bulletIndent=4, spaceAfter=4)
    cell = ParagraphStyle("cell", parent=body, fontSize=layout.body - 0.7, spaceAfter=0)
    head = ParagraphStyle("head", parent=cell, fontName=layout.bold)
    return {
        "title": bold("title", layout.title, 0),
        "heading": bold("heading", layout.heading, layout.heading * 0.8),
        "subheading": bold("subheading", layout.subheading, layout.subheading * 0.5),
        "body": body,
        "item": item,
        "cell": cell,
        "head": head,
    }


def make_table(lines: list[str], styles: dict[str, ParagraphStyle], width: float, language: str) -> Table:
    """A ruled table; the dashes of the second line give the relative column widths."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    dashes = [len(cell) for cell in rows.pop(1)]
    cells = [
        [Paragraph(escape(add_divisions(cell, language)), styles["head" if number == 0 else "cell"]) for cell in row]
        for number, row in enumerate(rows)
    ]
    table = Table(cells, colWidths=[width * part / sum(dashes) for part in dashes], repeatRows=1)
    table.setStyle(
        TableStyle(
            [
                ("GRID", (0, 0), (-1, -1), 0.5, colors.grey),
                ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 3),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 5),
            ]
        )
    )
    return table


def make_story(source: Source, layout: Layout) -> list[Flowable]:
    """Turn the small Markdown of a source into paragraphs, lists and tables."""
    language = source.fields["language"]
    styles = make_styles(layout)
    left, right = layout.margins[:2]
    width = layout.page[0] - left - right - 2 * FRAME_PADDING
    story: list[Flowable] = []

    def add(text: str, style: str, bullet: str | None = None) -> None:
        marked = escape(add_divisions(text, language)).replace(LINE_BREAK, "<br/>")
        story.append(Paragraph(marked, styles[style], bulletText=bullet))

    for block in re.split(r"\n{2,}", source.body):
        lines = block.splitlines()
        if heading := re.fullmatch(r"(#{1,3}) (.+)", block):
            level = len(heading.group(1))
            add(heading.group(2), ("title", "heading", "subheading")[level - 1])
        elif block.startswith("|"):
            story.append(make_table(lines, styles, width, language))
            story.append(Spacer(1, layout.body))
        elif block.startswith(("- ", "1. ")):
            for line in lines:
                mark, _, text = line.partition(" ")
                add(text, "item", "\u2022" if mark == "-" else mark)
            story.append(Spacer(1, 4))
        else:
            add(block, "body")
    return story


def header_text(fields: dict[str, str]) -> str:
    """The running header: title, version and start date."""
    since = "en vigueur depuis le" if fields["language"] == "fr" else "in force from"
    return f"{fields['title']} | Version {fields['version']}, {since} {fields['effective_from']}"


def numbered_canvas(fields: dict[str, str], layout: Layout) -> Callable[..., Canvas]:
    """A canvas class that writes the header and 'Page N of M' once M is known."""
    left, right, top, bottom = layout.margins
    width, height = layout.page
    text_left, text_right = left + FRAME_PADDING, width - right - FRAME_PADDING
    of = "sur" if fields["language"] == "fr" else "of"

    class NumberedCanvas(Canvas):  # type: ignore[misc]
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)
            self._pages: list[dict[str, object]] = []

        def showPage(self) -> None:  # the name is reportlab's
            self._pages.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            total = len(self._pages)
            for number, page in enumerate(self._pages, start=1):
                self.__dict__.update(page)
                self.setFont(layout.regular, layout.small)
                self.drawString(text_left, height - top * 0.55, header_text(fields))
                self.drawString(text_left, bottom * 0.5, "Larkfield")
                self.drawRightString(text_right, bottom * 0.5, f"Page {number} {of} {total}")
                super().showPage()
            super().save()

    return NumberedCanvas


def make_pdf(path: Path) -> Path:
    """Lay out one source file and return the path of the PDF."""
    source = read_source(path)
    fields = source.fields
    layout = LAYOUTS[fields["layout"]]
    left, right, top, bottom = layout.margins
    target = OUTPUT / f"{path.stem}.pdf"
    document = SimpleDocTemplate(
        str(target),
        pagesize=layout.page,
        leftMargin=left,
        rightMargin=right,
        topMargin=top,
        bottomMargin=bottom,
        title=fields["title"],
        author="Larkfield",
        keywords="; ".join(f"{name}={fields[name]}" for name in FIELDS if name in fields),
        lang=fields["language"],
        invariant=1,
    )
    document.build(make_story(source, layout), canvasmaker=numbered_canvas(fields, layout))
    return target


def main() -> None:
    """Make every PDF."""
    for path in sorted(SOURCES.glob("*.md")):
        print(make_pdf(path).relative_to(HERE))


if __name__ == "__main__":
    main()
