"""The shapes of a slide in reading order, with what they inherit from its layout and master: place, kind and bullets."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from policy_assistant.parse.office_zip import Element, OfficeFile, attribute, child, local
from policy_assistant.parse.ooxml import chosen

ROW = 228_600
"""Shapes whose tops differ by less than this stand beside each other: a quarter of an inch, in the format's units."""

_KINDS = {"sp", "graphicFrame", "pic", "cxnSp"}
_BODY = {"", "obj", "body", "subTitle", "tbl", "clipArt", "chart", "dgm", "media", "half"}


@dataclass(frozen=True)
class Frame:
    """Where a shape stands on a slide: left, top, right, bottom in the format's units."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class Shape:
    """A shape, the kind of placeholder that it fills (empty for none), and the styles of lists that it inherits."""

    element: Element
    kind: str
    frame: Frame | None
    styles: tuple[Element, ...] = ()
    hidden: bool = False


@dataclass
class Layout:
    """A slide's layout and master, as far as shapes inherit from them: the roots, nearest first."""

    roots: list[Element] = field(default_factory=list)

    @classmethod
    def of(cls, file: OfficeFile, slide: str, known: dict[str, "Layout"]) -> "Layout":
        """That of a slide; `known` keeps those that were read, by the name of the layout's part."""
        links = file.relations(slide).values()
        part = next((link.target for link in links if link.kind == "slideLayout"), "")
        if not part:
            return cls()
        if part not in known:
            master = next((link.target for link in file.relations(part).values() if link.kind == "slideMaster"), "")
            known[part] = cls([file.xml(part), *([file.xml(master)] if master else [])])
        return known[part]

    def above(self, kind: str, index: str) -> list[Element]:
        """The placeholders that one of a slide stands for: by its number in the layout, by its kind in the master."""
        found = []
        for root in self.roots:
            holders = [(e, *_place(e)) for e in _shapes(_tree(root)) if _placeholder(e) is not None]
            match = [e for e, k, i in holders if index and i == index] or [e for e, k, _ in holders if _same(k, kind)]
            if match:
                found.append(match[0])
                kind, index = _place(match[0])[0], ""
        return found

    def text_style(self, kind: str) -> Element | None:
        """The master's style of titles, of bodies, or of other text."""
        styles = child(self.roots[-1], "txStyles") if self.roots else None
        name = "titleStyle" if kind in ("title", "ctrTitle") else "bodyStyle" if kind in _BODY else "otherStyle"
        return child(styles, name)


def shapes_of(slide: Element, layout: Layout) -> list[Shape]:
    """The shapes of a slide from top to bottom and left to right; those of a group stay together."""
    return _ordered(_tree(slide), layout, hidden=False)


def _ordered(tree: Iterable[Element], layout: Layout, *, hidden: bool) -> list[Shape]:
    groups: list[tuple[Frame | None, list[Shape]]] = []
    for element in _members(tree):
        gone = hidden or _is_hidden(element)
        if local(element) == "grpSp":
            groups.append((_frame(child(element, "grpSpPr")), _placeless(_ordered(element, layout, hidden=gone))))
        else:
            shape = _shape(element, layout, gone)
            groups.append((shape.frame, [shape]))
    groups.sort(key=lambda group: (group[0].top // ROW, group[0].left) if group[0] else (-1, 0))
    return [shape for _, shapes in groups for shape in shapes]


def _placeless(shapes: Iterable[Shape]) -> list[Shape]:
    """The shapes of a group without their places, which are measured in the group and not on the slide."""
    return [replace(shape, frame=None) for shape in shapes]


def _shape(element: Element, layout: Layout, hidden: bool) -> Shape:
    frame = _frame(child(element, "spPr")) if local(element) != "graphicFrame" else _frame(element)
    holder = _placeholder(element)
    own = child(child(element, "txBody"), "lstStyle")
    if holder is None:
        return Shape(element, "", frame, () if own is None else (own,), hidden)
    kind, index = _place(element)
    above = layout.above(kind, index)
    if frame is None:
        frame = next((f for e in above if (f := _frame(child(e, "spPr")))), None)
    styles = [own, *(child(child(e, "txBody"), "lstStyle") for e in above), layout.text_style(kind)]
    return Shape(element, kind or "body", frame, tuple(s for s in styles if s is not None), hidden)


def _tree(root: Element) -> Iterable[Element]:
    tree = child(child(root, "cSld"), "spTree")
    return [] if tree is None else tree


def _members(tree: Iterable[Element]) -> Iterator[Element]:
    for element in tree:
        name = local(element)
        if name in _KINDS or name == "grpSp":
            yield element
        elif name == "AlternateContent":
            yield from _members(chosen(element))


def _shapes(tree: Iterable[Element]) -> Iterator[Element]:
    return (e for e in _members(tree) if local(e) != "grpSp")


def _own(element: Element) -> Element | None:
    """The properties that every shape has, whatever its kind."""
    return next((e for e in element if local(e).startswith("nv")), None)


def _placeholder(element: Element) -> Element | None:
    return child(child(_own(element), "nvPr"), "ph")


def _place(element: Element) -> tuple[str, str]:
    """The kind and number of the placeholder of a shape."""
    holder = _placeholder(element)
    return ("", "") if holder is None else (attribute(holder, "type"), attribute(holder, "idx"))


def _same(first: str, second: str) -> bool:
    titles = ("title", "ctrTitle")
    return first == second or (first in titles and second in titles) or (first in _BODY and second in _BODY)


def _is_hidden(element: Element) -> bool:
    named = child(_own(element), "cNvPr")
    return named is not None and attribute(named, "hidden") in ("1", "true")


def _frame(holder: Element | None) -> Frame | None:
    place = child(holder, "xfrm")
    start, size = child(place, "off"), child(place, "ext")
    if start is None or size is None:
        return None
    try:
        left, top = int(attribute(start, "x")), int(attribute(start, "y"))
        return Frame(left, top, left + int(attribute(size, "cx")), top + int(attribute(size, "cy")))
    except ValueError:
        return None
