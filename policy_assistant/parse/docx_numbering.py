"""The rules of numbered paragraphs in a Word file; the numbers themselves are nowhere in it and must be counted."""

from policy_assistant.parse.docx_styles import is_on, whole
from policy_assistant.parse.numbering import MOST_LEVELS, Level, ListRules, Numbering
from policy_assistant.parse.office_zip import Element, attribute, child, children
from policy_assistant.parse.ooxml import W


def read_numbering(root: Element | None, style_lists: dict[str, str]) -> Numbering:
    """The rules of a numbering part. `style_lists` gives the list that a style of numbering names."""
    families = {attribute(e, "abstractNumId"): e for e in children(root, "abstractNum")}
    numbers = {attribute(e, "numId"): e for e in children(root, "num")}
    lists = {}
    for name, element in numbers.items():
        family = _family(name, numbers, families, style_lists)
        if family in families:
            lists[name] = _read_list(family, families[family], element)
    return Numbering(lists)


def _family(name: str, numbers: dict[str, Element], families: dict[str, Element], style_lists: dict[str, str]) -> str:
    """The family of a list; one that only names a style of numbering leads to that style's list."""
    for _ in range(MOST_LEVELS):
        family = attribute(child(numbers[name], "abstractNumId"), "val") if child(numbers.get(name), "abstractNumId") is not None else ""
        link = child(families.get(family), "numStyleLink")
        other = style_lists.get(attribute(link, "val"), "") if link is not None else ""
        if not other or other not in numbers or other == name:
            return family
        name = other
    return ""


def _read_list(family: str, element: Element, number: Element) -> ListRules:
    levels = {whole(attribute(e, "ilvl")): _level(e) for e in children(element, "lvl")}
    starts = {}
    for change in children(number, "lvlOverride"):
        depth = whole(attribute(change, "ilvl"))
        rule, start = child(change, "lvl"), child(change, "startOverride")
        if rule is not None:
            levels[depth] = _level(rule)
        if start is not None and 0 <= depth < MOST_LEVELS:
            starts[depth] = whole(attribute(start, "val"))
    return ListRules(family, tuple(levels.get(n, Level()) for n in range(MOST_LEVELS)), starts)


def _level(element: Element) -> Level:
    def value(name: str, default: str = "") -> str:
        found = child(element, name)
        return default if found is None else attribute(found, "val", default)

    form = value("numFmt", "decimal")
    if element.find(f"{W}lvlPicBulletId") is not None:
        form = "bullet"
    restart, legal = child(element, "lvlRestart"), child(element, "isLgl")
    return Level(
        form=form,
        pattern=value("lvlText"),
        start=whole(value("start", "1")),
        legal=is_on(legal),
        restart=None if restart is None else whole(attribute(restart, "val")),
        style=value("pStyle"),
    )
