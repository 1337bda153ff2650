"""Bullets that are drawn as figures."""

import io

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf

ITEMS = ("Rinse the tank after every season.", "Keep the lid closed in the rain.", "Never burn the filter.")


def page(*, radius: float = 1.6, distance: float = 8, shape: str = "circle") -> bytes:
    """A page with a lead-in and three items, a figure drawn before each; sizes in points."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=letter)
    canvas.setFont("Helvetica", 10)
    canvas.drawString(72, 700, "The barrel stays sound for years if you do three things every year without fail:")
    for number, item in enumerate(ITEMS):
        y = 680 - 13 * number
        canvas.drawString(90, y, item)
        if shape == "circle":
            canvas.circle(90 - distance, y + 3.5, radius, stroke=0, fill=1)
        else:
            canvas.rect(90 - distance - radius, y + 3.5 - radius, 2 * radius, 2 * radius, stroke=0, fill=1)
    canvas.drawString(72, 620, "Then store it in a dry place until spring comes round again.")
    canvas.save()
    return buffer.getvalue()


def text_of(data: bytes) -> str:
    return parse_pdf(data, "barrel.pdf", ParseOptions()).text


@pytest.mark.parametrize("shape", ["circle", "square"])
def test_a_figure_before_a_line_is_a_bullet(shape: str) -> None:
    assert "\n".join(f"- {item}" for item in ITEMS) in text_of(page(shape=shape))


@pytest.mark.parametrize(("radius", "distance"), [(0.3, 8.0), (6.0, 12.0), (1.6, 40.0)])
def test_a_speck_a_picture_or_a_figure_far_away_is_none(radius: float, distance: float) -> None:
    assert "- Rinse" not in text_of(page(radius=radius, distance=distance))
