"""The quotation marks that browsers print around `<q>`, by the language of the text around it (HTML Standard, 15.3.5)."""

from typing import Any, TypeAlias

Element: TypeAlias = Any  # lxml has no types of its own

_OUTER_AND_INNER = {
    "en ga nl pt tr ko zh th hi": "\u201c\u201d\u2018\u2019",
    "fr it": "\u00ab\u00bb\u00ab\u00bb",
    "es ca el no nb nn uk": "\u00ab\u00bb\u201c\u201d",
    "ru": "\u00ab\u00bb\u201e\u201c",
    "de cs sk sl bg is lt": "\u201e\u201c\u201a\u2018",
    "pl ro hu": "\u201e\u201d\u00ab\u00bb",
    "da": "\u00bb\u00ab\u203a\u2039",
    "sv fi": "\u201d\u201d\u2019\u2019",
    "ja": "\u300c\u300d\u300e\u300f",
}
_MARKS = {language: marks for languages, marks in _OUTER_AND_INNER.items() for language in languages.split()}


def quotation_marks(element: Element) -> tuple[str, str]:
    """The marks before and after a `<q>`; English ones where no language is stated or it is not known."""
    depth, language = 0, ""
    for ancestor in element.iterancestors():
        depth += ancestor.tag == "q"
        language = language or ancestor.get("lang") or ancestor.get("xml:lang") or ""
    marks = _MARKS.get(language.lower().replace("_", "-").partition("-")[0], _MARKS["en"])
    return (marks[2], marks[3]) if depth % 2 else (marks[0], marks[1])
