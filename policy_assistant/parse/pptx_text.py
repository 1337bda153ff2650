"""The text of a frame on a slide: its paragraphs, with the bullets and numbers that it has or inherits."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.parse.numbering import as_printed
from policy_assistant.parse.office_zip import Element, attribute, child, children, local
from policy_assistant.parse.ooxml import unescaped

INDENT = "  "
MOST_LEVELS = 9

_FORMS = {"arabic": "decimal", "alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"}
_SCHEME = re.compile(r"(arabic|alphaLc|alphaUc|romanLc|romanUc)[A-Za-z]*?(Plain|Period|ParenR|ParenBoth)")


@dataclass(frozen=True)
class Part:
    """A paragraph of a frame, or a list of several lines."""

    text: str
    is_list: bool


def frame_parts(body: Element, styles: Sequence[Element]) -> Iterator[Part]:
    """The paragraphs of a frame, items that follow each other as one list. `styles` are the lists of styles it inherits, nearest first."""
    lines: list[str] = []
    counts: dict[int, tuple[str, int]] = {}
    for paragraph in children(body, "p"):
        properties = child(paragraph, "pPr")
        level = min(_whole(attribute(properties, "lvl", "0")) if properties is not None else 0, MOST_LEVELS - 1)
        text = paragraph_words(paragraph)
        if not text:
            continue
        mark = _mark(properties, level, styles, counts)
        if mark:
            lines.append(f"{INDENT * level}{mark} {text}")
            continue
        counts.clear()
        yield from _list(lines)
        lines = []
        yield Part(text, is_list=False)
    yield from _list(lines)


def paragraph_words(paragraph: Element) -> str:
    """The words of a paragraph, line breaks as blanks."""
    words = []
    for run in paragraph:
        name = local(run)
        if name in ("r", "fld"):
            words.append("".join(t.text or "" for t in children(run, "t")))
        elif name == "br":
            words.append(" ")
        elif name in ("m", "AlternateContent"):
            words.extend(t.text or "" for t in run.iter("{http://schemas.openxmlformats.org/officeDocument/2006/math}t"))
    return unescaped("".join(words))


def _list(lines: list[str]) -> Iterator[Part]:
    if lines:
        least = min(len(line) - len(line.lstrip(" ")) for line in lines)
        yield Part("\n".join(line[least:] for line in lines), is_list=True)


def _mark(properties: Element | None, level: int, styles: Sequence[Element], counts: dict[int, tuple[str, int]]) -> str:
    """What stands before an item: a hyphen, a number that counts on, or nothing."""
    rules = [properties, *(child(style, f"lvl{level + 1}pPr") for style in styles)]
    for rule in rules:
        for bullet in () if rule is None else rule:
            kind = local(bullet)
            if kind == "buNone":
                return ""
            if kind in ("buChar", "buBlip"):
                return "-"
            if kind == "buAutoNum":
                return _number(bullet, level, counts)
    return ""


def _number(bullet: Element, level: int, counts: dict[int, tuple[str, int]]) -> str:
    scheme = attribute(bullet, "type")
    before, count = counts.get(level, ("", 0))
    count = count + 1 if before == scheme else _whole(attribute(bullet, "startAt", "1"))
    for deeper in [n for n in counts if n > level]:
        del counts[deeper]
    counts[level] = (scheme, count)
    found = _SCHEME.fullmatch(scheme)
    number = as_printed(count, _FORMS[found.group(1)] if found else "decimal")
    return {"Plain": number, "ParenR": f"{number})", "ParenBoth": f"({number})"}.get(found.group(2) if found else "", f"{number}.")


def _whole(text: str) -> int:
    try:
        return max(int(text), 0)
    except ValueError:
        return 0
