"""The styles of a Word file: which are headings, which hide text, which carry numbers; each inherits from what it is based on."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.parse.heading_names import heading_level, is_contents, is_title
from policy_assistant.parse.office_zip import Element, attribute, child, children

MOST_STEPS = 20
"""Styles based on each other; more is a circle."""

BODY_OUTLINE = 9
"""The outline level that says "not a heading"."""


@dataclass(frozen=True)
class Styles:
    """The styles of one file by their ID."""

    elements: dict[str, Element] = field(default_factory=dict)
    usual: str = ""
    defaults: Element | None = None

    @classmethod
    def read(cls, root: Element | None) -> "Styles":
        """The styles of a styles part."""
        elements = {attribute(e, "styleId"): e for e in children(root, "style")}
        usual = (n for n, e in elements.items() if attribute(e, "type") == "paragraph" and attribute(e, "default") in ("1", "true"))
        return cls(elements, next(usual, ""), child(child(child(root, "docDefaults"), "rPrDefault"), "rPr"))

    def name(self, style: str) -> str:
        """A style's name; its ID where it has none."""
        found = child(self.elements.get(style), "name")
        return style if found is None else attribute(found, "val", style)

    def is_title(self, style: str) -> bool:
        """Whether a style, or what it is based on, is that of the document's title."""
        return any(is_title(self.name(s)) for s in self._line(style))

    def is_contents(self, style: str) -> bool:
        """Whether a style is that of a line of a table of contents."""
        return is_contents(self.name(style))

    def heading(self, style: str) -> int:
        """The level of a style of headings (by name, by what it is based on, or by its outline level); 0 for others."""
        for step in self._line(style):
            outline = child(child(self.elements.get(step), "pPr"), "outlineLvl")
            if outline is not None:
                return outline_level(outline)
            level = heading_level(self.name(step)) or heading_level(step)
            if level:
                return level
        return 0

    def number(self, style: str) -> tuple[str, int | None, str]:
        """The list, its level where one is stated, and the style that says so: what a style says about numbers."""
        level: int | None = None
        for step in self._line(style):
            rule = child(child(self.elements.get(step), "pPr"), "numPr")
            if rule is None:
                continue
            depth, name = child(rule, "ilvl"), child(rule, "numId")
            if level is None and depth is not None:
                level = whole(attribute(depth, "val"))
            if name is not None:
                return attribute(name, "val"), level, step
        return "", None, ""

    def run_property(self, style: str, name: str) -> Element | None:
        """A property of characters that a style has or inherits (`vanish`, `color`), as its element."""
        for step in self._line(style):
            found = child(child(self.elements.get(step), "rPr"), name)
            if found is not None:
                return found
        return None

    def paragraph_property(self, style: str, name: str) -> Element | None:
        """A property of paragraphs that a style has or inherits (`shd`), as its element."""
        steps = (child(child(self.elements.get(step), "pPr"), name) for step in self._line(style))
        return next((found for found in steps if found is not None), None)

    def paints(self, style: str) -> bool:
        """Whether a style of tables, or what it is based on, paints any of a table's cells."""
        return any(next(self.elements[step].iter("{*}shd"), None) is not None for step in self._line(style) if step in self.elements)

    @property
    def lists(self) -> dict[str, str]:
        """The list that each style of numbering names."""
        styles = {name: e for name, e in self.elements.items() if attribute(e, "type") == "numbering"}
        return {name: self.number(name)[0] for name in styles}

    def _line(self, style: str) -> Iterator[str]:
        """A style and those that it is based on."""
        for _ in range(MOST_STEPS):
            if style not in self.elements:
                if style:
                    yield style
                return
            yield style
            above = child(self.elements[style], "basedOn")
            style = "" if above is None else attribute(above, "val")


def outline_level(element: Element) -> int:
    """The level of a heading that an outline level names; 0 for body text."""
    level = whole(attribute(element, "val", str(BODY_OUTLINE)))
    return level + 1 if 0 <= level < BODY_OUTLINE else 0


def is_on(element: Element | None) -> bool:
    """Whether a switch such as `vanish` is there and not turned off."""
    return element is not None and attribute(element, "val", "1") not in ("0", "false", "off")


def whole(text: str) -> int:
    """A whole number; 0 for what is none."""
    try:
        return int(text)
    except ValueError:
        return 0
