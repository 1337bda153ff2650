"""The ruling lines of a page: strokes, edges of drawn rectangles, and filled rectangles as thin as a line."""

import ctypes
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

import pypdfium2
import pypdfium2.raw as pdfium

from policy_assistant.parse.pdf_view import View

MAX_OBJECTS = 20_000
"""Pages with more drawing than this are maps and plans; their rules are not read."""

MAX_SEGMENTS = 2_000
"""A path with more segments is a drawing, not a table."""

MAX_FORM_DEPTH = 4
"""Drawings inside drawings, deeper than any publisher nests them."""

THICKEST = 2.5
"""Points: a filled rectangle up to this thick is a line, a thicker one a background."""

SHORTEST = 4.0
"""Points: a shorter stroke is a mark (a tick, an underlined letter), not a rule."""

TOUCHING = 2.0
"""Points: rules so near each other are drawn as one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line on the page: at the place `at`, from `start` to `end` along the other axis, in points."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Rules:
    """The lines of one page, those that continue each other joined. `at` is a height in `level`, an x in `upright`."""

    level: tuple[Rule, ...] = ()
    upright: tuple[Rule, ...] = ()


def read_rules(page: pypdfium2.PdfPage, view: View) -> Rules:
    """The ruling lines of an open page, in displayed points."""
    level: list[Rule] = []
    upright: list[Rule] = []
    for x1, y1, x2, y2 in _strokes(page, view):
        width, height = abs(x2 - x1), abs(y2 - y1)
        if height <= THICKEST < SHORTEST <= width:
            level.append(Rule((y1 + y2) / 2, min(x1, x2), max(x1, x2)))
        elif width <= THICKEST < SHORTEST <= height:
            upright.append(Rule((x1 + x2) / 2, min(y1, y2), max(y1, y2)))
    return Rules(joined(level), joined(upright))


def joined(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The same rules, those at one place that touch or overlap made one; ordered by place and start."""
    ordered = sorted(rules, key=lambda rule: rule.at)
    places: list[list[Rule]] = []
    for rule in ordered:
        if places and rule.at - places[-1][0].at <= TOUCHING:
            places[-1].append(rule)
        else:
            places.append([rule])
    return tuple(rule for place in places for rule in _joined_along(place))


def _joined_along(place: list[Rule]) -> Iterator[Rule]:
    at = sum(rule.at for rule in place) / len(place)
    ordered = sorted(place, key=lambda rule: rule.start)
    start, end = ordered[0].start, ordered[0].end
    for rule in ordered[1:]:
        if rule.start > end + TOUCHING:
            yield Rule(at, start, end)
            start = rule.start
        end = max(end, rule.end)
    yield Rule(at, start, end)


_Stroke = tuple[float, float, float, float]


def _strokes(page: pypdfium2.PdfPage, view: View) -> Iterator[_Stroke]:
    """Straight lines as displayed x1, y1, x2, y2."""
    count = pdfium.FPDFPage_CountObjects(page)
    if count > MAX_OBJECTS:
        return
    for item, outer in drawn_objects(page):
        if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_PATH:
            for stroke in _path_strokes(item, outer):
                yield (*view.point(*stroke[:2]), *view.point(*stroke[2:]))


Matrix = tuple[float, float, float, float, float, float]
"""a to f of ISO 32000-1, 8.3.3: x' = ax + cy + e, y' = bx + dy + f."""


def drawn_objects(page: pypdfium2.PdfPage) -> Iterator[tuple[object, Matrix]]:
    """The objects of a page in the order of drawing, those inside of drawings (forms) too, each with the map to the page.

    At most `MAX_OBJECTS` in all: a drawing may use another ten times, and that one a third.
    """
    objects = (pdfium.FPDFPage_GetObject(page, index) for index in range(pdfium.FPDFPage_CountObjects(page)))
    return islice(_with_parts(objects, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), 0), MAX_OBJECTS)


def _with_parts(objects: Iterable[object], outer: Matrix, depth: int) -> Iterator[tuple[object, Matrix]]:
    for item in objects:
        yield item, outer
        if depth < MAX_FORM_DEPTH and pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_FORM:
            parts = (pdfium.FPDFFormObj_GetObject(item, index) for index in range(pdfium.FPDFFormObj_CountObjects(item)))
            yield from _with_parts(parts, product(matrix_of(item), outer), depth + 1)


def _path_strokes(path: object, outer: Matrix) -> Iterator[_Stroke]:
    fill, stroked = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroked)
    if not (fill.value or stroked.value) or pdfium.FPDFPath_CountSegments(path) > MAX_SEGMENTS:
        return
    matrix = product(matrix_of(path), outer)
    for figure in _figures(path):
        points = [applied(matrix, x, y) for x, y in figure]
        if stroked.value:
            yield from ((*a, *b) for a, b in pairwise(points))
        else:
            yield from _thin(points)


def _thin(points: list[tuple[float, float]]) -> Iterator[_Stroke]:
    """The one line that a filled figure looks like, if it is thin enough."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if min(max(xs) - min(xs), max(ys) - min(ys)) <= THICKEST:
        yield min(xs), min(ys), max(xs), max(ys)


def _figures(path: object) -> Iterator[list[tuple[float, float]]]:
    """The corners of each connected figure of a path; a figure with a curve in it is left out."""
    x, y = ctypes.c_float(), ctypes.c_float()
    segments = (pdfium.FPDFPath_GetPathSegment(path, index) for index in range(pdfium.FPDFPath_CountSegments(path)))
    figure: list[tuple[float, float]] = []
    straight = True
    for segment in segments:
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if len(figure) > 1 and straight:
                yield figure
            figure, straight = [], True
        straight = straight and kind != pdfium.FPDF_SEGMENT_BEZIERTO
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        figure.append((x.value, y.value))
        if pdfium.FPDFPathSegment_GetClose(segment):
            figure.append(figure[0])
    if len(figure) > 1 and straight:
        yield figure


def matrix_of(item: object) -> Matrix:
    """The map from an object's own space to that of what holds it."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def product(inner: Matrix, outer: Matrix) -> Matrix:
    """The map that applies `inner`, then `outer`."""
    a, b, c, d, e, f = inner
    x, y = applied(outer, e, f)
    p, q, r, s, *_ = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, x, y


def applied(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a map puts a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
