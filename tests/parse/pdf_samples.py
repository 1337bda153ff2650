"""PDFs made for the tests: the same small document in any page size, type, size and table style."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reportlab.lib.pagesizes import A4, letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, ListFlowable, ListItem, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

PAGE_SIZES: dict[str, tuple[float, float]] = {"a4": A4, "letter": letter, "a5": (148 * mm, 210 * mm), "card": (120, 60)}
BOLD = {"Helvetica": "Helvetica-Bold", "Times-Roman": "Times-Bold", "Courier": "Courier-Bold"}
GRID = [("GRID", (0, 0), (-1, -1), 0.5, "black")]
HEAD_RULE = [("LINEBELOW", (0, 0), (-1, 0), 0.5, "black")]

FRAME_PADDING = 6
"""reportlab leaves it between the margin and the text."""

Stamp = Callable[[Canvas, int], None]
Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Print:
    """How a sample is printed; sizes in points."""

    page: str = "letter"
    font: str = "Helvetica"
    size: float = 10.5
    margin: float = 72
    gap: float = 6
    indent: float = 0
    justified: bool = False

    @property
    def text_width(self) -> float:
        """The width of a line of text."""
        return PAGE_SIZES[self.page][0] - 2 * self.margin - 2 * FRAME_PADDING

    def style(self, scale: float = 1.0, *, bold: bool = False, before: float = 0) -> ParagraphStyle:
        """A paragraph style, `scale` times the size of the text."""
        size = self.size * scale
        return ParagraphStyle(
            f"{scale}{bold}",
            fontName=BOLD[self.font] if bold else self.font,
            fontSize=size,
            leading=size * 1.25,
            spaceBefore=before,
            spaceAfter=self.gap,
            firstLineIndent=0 if bold else self.indent,
            alignment=4 if self.justified and not bold else 0,
        )

    def title(self, text: str) -> Flowable:
        """The document's title."""
        return Paragraph(text, self.style(1.8, bold=True))

    def heading(self, text: str, scale: float = 1.25) -> Flowable:
        """A heading, `scale` times the size of the text."""
        return Paragraph(text, self.style(scale, bold=True, before=self.size))

    def text(self, text: str) -> Flowable:
        """A paragraph."""
        return Paragraph(text, self.style())

    def bullets(self, items: Sequence[str], *, numbered: bool = False) -> Flowable:
        """A list with bullets or numbers."""
        parts = [ListItem(Paragraph(item, ParagraphStyle("item", parent=self.style(), firstLineIndent=0, spaceAfter=0))) for item in items]
        form = {"bulletType": "1", "bulletFormat": "%s."} if numbered else {"bulletType": "bullet", "start": "•"}
        return ListFlowable(parts, leftIndent=18, bulletFontName=self.font, bulletFontSize=self.size, **form)

    def table(self, rows: Rows, widths: Sequence[float], *, rules: Sequence[tuple[object, ...]] = GRID, repeat: int = 0) -> Flowable:
        """A table; cells wrap in their column."""
        cell = ParagraphStyle("cell", parent=self.style(), firstLineIndent=0, spaceAfter=0)
        body = [[Paragraph(text, cell) for text in row] for row in rows]
        return Table(
            body,
            colWidths=list(widths),
            style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *rules],
            repeatRows=repeat,
            spaceBefore=6,
            spaceAfter=6,
        )

    def build(self, story: Sequence[Flowable], *, stamp: Stamp | None = None, **info: object) -> bytes:
        """The PDF; `stamp` draws on every page what is not part of the text."""
        target = io.BytesIO()
        margins = {f"{side}Margin": self.margin for side in ("left", "right", "top", "bottom")}
        template = SimpleDocTemplate(target, pagesize=PAGE_SIZES[self.page], **margins, **info)

        def draw(canvas: Canvas, _: object) -> None:
            if stamp:
                stamp(canvas, canvas.getPageNumber())

        template.build(list(story), onFirstPage=draw, onLaterPages=draw)
        return target.getvalue()


def running(header: str, footer: str, *, size: float = 8) -> Stamp:
    """A header and a footer in the margins; `{}` in them is the page number."""

    def draw(canvas: Canvas, number: int) -> None:
        canvas.setFont("Helvetica", size)
        _, height = canvas._pagesize
        canvas.drawString(60, height - 32, header.format(number))
        canvas.drawString(60, 28, footer.format(number))

    return draw


def drawn(*pages: Callable[[Canvas], None], page: str = "letter") -> bytes:
    """A PDF of pages drawn by hand."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=PAGE_SIZES[page])
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def blank_line(points: float) -> Flowable:
    """White space."""
    return Spacer(1, points)


def new_page() -> Flowable:
    """The rest of the page stays empty."""
    return PageBreak()
