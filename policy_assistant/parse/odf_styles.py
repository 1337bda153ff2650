"""The styles of an OpenDocument file: what is hidden, what is a title, and the numbers of its lists."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from policy_assistant.parse.heading_names import heading_level, is_title
from policy_assistant.parse.numbering import MOST_LEVELS, Level, ListRules, Numbering
from policy_assistant.parse.office_zip import Element, attribute, child, local

MOST_STEPS = 20
"""Styles based on each other; more is a circle."""

OUTLINE = "(outline)"
"""The name under which the numbers of headings are counted."""

_FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none"}


@dataclass
class OdfStyles:
    """The styles of one file by family and name; `numbering` counts its lists; `masters` are the styles of its master pages."""

    styles: dict[tuple[str, str], Element] = field(default_factory=dict)
    numbering: Numbering = field(default_factory=Numbering)
    masters: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, roots: list[Element]) -> "OdfStyles":
        """The styles of the parts of a file, of which the last wins."""
        found = cls()
        for root in roots:
            for holder in root:
                if local(holder) in ("styles", "automatic-styles"):
                    for style in holder:
                        found._keep(style)
                elif local(holder) == "master-styles":
                    found.masters.update({attribute(e, "name"): attribute(e, "style-name") for e in holder})
        return found

    def _keep(self, style: Element) -> None:
        kind, name = local(style), attribute(style, "name")
        if kind == "style":
            self.styles[attribute(style, "family"), name] = style
        elif kind == "list-style":
            self.numbering.lists[name] = ListRules(name, _levels(style), {})
        elif kind == "outline-style":
            self.numbering.lists[OUTLINE] = ListRules(OUTLINE, _levels(style), {})

    def is_title(self, name: str) -> bool:
        """Whether a paragraph's style, or what it is based on, is that of titles."""
        return any(
            is_title(attribute(s, "display-name") or attribute(s, "name").replace("_20_", " ")) for s in self._line("paragraph", name)
        )

    def heading(self, name: str) -> int:
        """The level that a paragraph's style names (`Heading 2`), 0 for none."""
        names = (attribute(s, "display-name") or attribute(s, "name").replace("_20_", " ") for s in self._line("paragraph", name))
        return next((level for n in names if (level := heading_level(n))), 0)

    def is_hidden(self, family: str, name: str) -> bool:
        """Whether a style of text hides it."""
        return self.property(family, name, "text-properties", "display") == "none"

    def is_conditional(self, family: str, name: str) -> bool:
        """Whether a style, or what it is based on, gives way to another on conditions."""
        return any(child(style, "map") is not None for style in self._line(family, name))

    def property(self, family: str, name: str, holder: str, key: str) -> str:
        """A property of a style, or of what it is based on; empty where none is stated."""
        for style in self._line(family, name):
            value = attribute(child(style, holder), key) if child(style, holder) is not None else ""
            if value:
                return value
        return ""

    def list_of(self, name: str) -> str:
        """The list that a paragraph's style names."""
        return next((n for s in self._line("paragraph", name) if (n := attribute(s, "list-style-name"))), "")

    def _line(self, family: str, name: str) -> Iterator[Element]:
        for _ in range(MOST_STEPS):
            style = self.styles.get((family, name))
            if style is None:
                return
            yield style
            name = attribute(style, "parent-style-name")


def _levels(style: Element) -> tuple[Level, ...]:
    levels = {}
    for rule in style:
        depth = _whole(attribute(rule, "level"), 0) - 1
        if not 0 <= depth < MOST_LEVELS:
            continue
        if local(rule) in ("list-level-style-number", "outline-level-style"):
            levels[depth] = _level(rule, depth)
        elif local(rule) in ("list-level-style-bullet", "list-level-style-image"):
            levels[depth] = Level(form="bullet")
    return tuple(levels.get(n, Level()) for n in range(MOST_LEVELS))


def _level(rule: Element, depth: int) -> Level:
    form = _FORMS.get(attribute(rule, "num-format"), "decimal")
    shown = max(1, min(_whole(attribute(rule, "display-levels"), 1), depth + 1))
    places = ".".join(f"%{n}" for n in range(depth + 2 - shown, depth + 2))
    template = attribute(rule, "num-list-format")
    if template:  # the newer way to say it: `%1%.%2%.`
        pattern = template
        for n in range(MOST_LEVELS, 0, -1):
            pattern = pattern.replace(f"%{n}%", f"%{n}")
    else:
        pattern = f"{attribute(rule, 'num-prefix')}{places}{attribute(rule, 'num-suffix')}" if form != "none" else ""
    return Level(form=form, pattern=pattern, start=_whole(attribute(rule, "start-value"), 1))


def _whole(text: str, default: int) -> int:
    try:
        return int(text)
    except ValueError:
        return default
