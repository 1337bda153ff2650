"""Where things lie on a page as a reader sees it: from PDF units to points from the displayed top left corner."""

import ctypes
from collections.abc import Iterable
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.blocks import Box

DEVICE_SCALE = 1000
"""pdfium answers in whole device units; a thousand to the point keeps positions exact enough."""


@dataclass(frozen=True, slots=True)
class View:
    """The page as displayed: its number (from 1), its size in points, and the map from PDF units to displayed points.

    A point (x, y) is displayed at (a*x + c*y + e, b*x + d*y + f), whatever the rotation and crop box of the page.
    A view may be `turned` so that sideways text can be read; `displayed` takes a box of it back to the page as displayed.
    """

    page: int
    width: float
    height: float
    a: float
    b: float
    c: float
    d: float
    e: float
    f: float
    quarters: int = 0

    @classmethod
    def of(cls, page: pypdfium2.PdfPage, number: int) -> "View":
        """The view of an open page."""
        width, height = page.get_size()
        e, f = _displayed(page, width, height, 0, 0)
        x_axis, y_axis = _displayed(page, width, height, 1000, 0), _displayed(page, width, height, 0, 1000)
        a, b = (x_axis[0] - e) / 1000, (x_axis[1] - f) / 1000
        c, d = (y_axis[0] - e) / 1000, (y_axis[1] - f) / 1000
        return cls(number, width, height, a, b, c, d, e, f)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point in PDF units is displayed."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def direction(self, x: float, y: float) -> tuple[float, float]:
        """How a direction in PDF units is displayed."""
        return self.a * x + self.c * y, self.b * x + self.d * y

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Where a rectangle in PDF units is displayed."""
        x1, y1 = self.point(left, bottom)
        x2, y2 = self.point(right, top)
        return Box(self.page, min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))

    def turned(self, direction: tuple[float, float]) -> "View":
        """The view of a reader who turned the page so that text in this direction runs from left to right."""
        x, y = direction
        view = self
        while not (x > 0 and abs(y) <= x) and view.quarters < 3:
            view = view._turned_clockwise()
            x, y = -y, x
        return view

    def _turned_clockwise(self) -> "View":
        return View(self.page, self.height, self.width, -self.b, self.a, -self.d, self.c, self.height - self.f, self.e, self.quarters + 1)

    def displayed(self, box: Box) -> Box:
        """Where a box of this view lies on the page as displayed."""
        width, height = self.width, self.height
        for _ in range(self.quarters):
            box = Box(box.page, box.top, width - box.right, box.bottom, width - box.left)
            width, height = height, width
        return box

    def shows(self, box: Box) -> bool:
        """Whether any of the box lies on the page."""
        return box.right > 0 and box.left < self.width and box.bottom > 0 and box.top < self.height


def enclosing(boxes: Iterable[Box]) -> Box:
    """The smallest box around boxes of one page."""
    first, *others = boxes
    left, top, right, bottom = first.left, first.top, first.right, first.bottom
    for box in others:
        left, top = min(left, box.left), min(top, box.top)
        right, bottom = max(right, box.right), max(bottom, box.bottom)
    return Box(first.page, left, top, right, bottom)


def _displayed(page: pypdfium2.PdfPage, width: float, height: float, x: float, y: float) -> tuple[float, float]:
    device_x, device_y = ctypes.c_int(), ctypes.c_int()
    size = int(width * DEVICE_SCALE), int(height * DEVICE_SCALE)
    pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, device_x, device_y)
    return device_x.value / DEVICE_SCALE, device_y.value / DEVICE_SCALE
