"""What Word, Excel and PowerPoint files share: the main part, the properties, alternatives, and drawn diagrams."""

import re
from collections.abc import Iterator

from policy_assistant.blocks import clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.office_zip import Element, OfficeFile, attribute, child, local

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"

_ESCAPED = re.compile(r"_x00[01][0-9A-Fa-f]_")
_KINDS = {
    "document": ("a text document", ".docx"),
    "glossaryDocument": ("building blocks of text", ".docx"),
    "workbook": ("a workbook", ".xlsx"),
    "presentation": ("a presentation", ".pptx"),
}
_NO_TITLE = re.compile(
    r"""(?ix) .*\.(dotx?|dotm|docx?|xlsx?|pptx?|potx?|odt|ott|rtf|tmp) | (microsoft\ (office\ )?(word|excel|powerpoint)|word).* |
    (document|classeur|workbook|book|presentation|présentation|dokument|mappe)\s?\d* | (untitled|sans\ titre|titre|title|template)\b.* |
    (powerpoint|pr[eé]sentation)\ (presentation|powerpoint) """
)


def main_part(file: OfficeFile, root: str, usual: str) -> tuple[str, Element]:
    """The name and root element of the main part, whose element is `root`; `usual` is its name where no link leads to it.

    Raises:
        UnreadableFileError: there is none, or it is that of another kind of file; the hint names the ending.
    """
    links = file.relations("").values()
    part = next((link.target for link in links if link.kind == "officeDocument" and not link.outside), usual)
    if part not in file:
        raise UnreadableFileError(file.name, f"is a zip without {_KINDS[root][0]} in it", hint="unpack it, and put the files there")
    element = file.xml(part)
    if local(element) != root:
        what, ending = _KINDS.get(local(element), (f"<{local(element)}>", ""))
        raise UnreadableFileError(file.name, f"holds {what}, not {_KINDS[root][0]}", hint=f"rename it to {ending}" if ending else "")
    return part, element


def properties(file: OfficeFile) -> dict[str, str]:
    """The title and language that the file states about itself; a title that a program made up is none.

    Its dates are those of the file, not of the rules in it, so they are not given.
    """
    part = next((link.target for link in file.relations("").values() if link.kind == "core-properties"), "docProps/core.xml")
    if part not in file:
        return {}
    stated = {local(e): clean(e.text or "") for e in file.xml(part)}
    return stated_properties(stated.get("title", ""), stated.get("language", ""))


def stated_properties(title: str, language: str) -> dict[str, str]:
    """Title and language as metadata, where they say something."""
    found = {}
    if title and not _NO_TITLE.fullmatch(title):
        found["title"] = title
    code = re.match(r"[A-Za-z]{2,3}(?=$|[-_])", language)
    if code:
        found["language"] = code.group(0).lower()
    return found


def chosen(alternatives: Element) -> list[Element]:
    """The children of the form that a program of today shows, of several forms of one thing (`AlternateContent`)."""
    form = child(alternatives, "Choice")
    if form is None:
        form = child(alternatives, "Fallback")
    return [] if form is None else list(form)


def diagram_lines(file: OfficeFile, part: str, drawing: Element) -> Iterator[str]:
    """The texts of a drawn diagram (SmartArt), one a shape."""
    for ids in drawing.iter("{*}relIds"):
        link = file.relations(part).get(attribute(ids, "dm"))
        if link is None or link.outside:
            continue
        for point in file.xml(link.target).iter("{*}t"):
            if point.tag != f"{A}t" and (text := clean(" ".join(t.text or "" for t in point.iter(f"{A}t")))):
                yield text


def unescaped(text: str) -> str:
    """A text of Office Open XML, cleaned, without the control characters that it writes as `_x000D_`."""
    return clean(_ESCAPED.sub(" ", text).replace("\n", " ").replace("\x0b", " "))


def symbol(font: str, code: str) -> str:
    """A character of a picture font as the one in Unicode that looks like it; empty where none is known."""
    try:
        number = int(code, 16) & 0xFF
    except ValueError:
        return ""
    return _WINGDINGS.get(number, "") if font.lower().startswith("wingdings") else _SYMBOL.get(number, "") if font == "Symbol" else ""


_WINGDINGS = {
    0x6F: "☐", 0xA8: "☐", 0x71: "☐", 0x72: "☐", 0xFE: "☑", 0xFC: "✓", 0xFD: "☒", 0x78: "☒", 0xFB: "✗",
    0xE0: "→", 0xE8: "→", 0xF0: "→", 0x4A: "☺", 0x28: "☎", 0x2A: "✉",
}  # fmt: skip
_SYMBOL = {0xA3: "≤", 0xB3: "≥", 0xB0: "°", 0xB1: "±", 0xB4: "×", 0xB7: "•", 0xAE: "→", 0xB9: "≠", 0x6D: "μ", 0x44: "Δ", 0x53: "Σ"}
