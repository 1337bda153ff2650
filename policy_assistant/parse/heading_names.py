"""Which names of styles mean a heading, in the languages in which word processors name them."""

import re

MAX_LEVEL = 9

_HEADING = re.compile(
    r"(?:heading|titre|überschrift|uberschrift|berschrift|título|titulo|ttulo|titolo|kop|rubrik|overskrift|nagłówek|nadpis|otsikko|заголовок|"
    r"标题|見出し|제목)[ _]?(?:numéroté |numbered )?([1-9])",
    re.IGNORECASE,
)
_TITLE = {"title", "titre", "titel", "título", "titulo", "titolo", "tytuł", "document title", "titre du document", "titre principal"}
_CONTENTS = re.compile(
    r"(?:toc|contents|tm|verzeichnis|table des matières|table of contents|sommaire)[ _]?(?:[1-9]|heading)?", re.IGNORECASE
)


def heading_level(style: str) -> int:
    """The level of a style's name or ID (`heading 2`, `Titre 2`, `Überschrift 2`), 0 when it is no heading."""
    found = _HEADING.fullmatch(style.strip())
    return int(found.group(1)) if found else 0


def is_title(style: str) -> bool:
    """Whether a style's name says that it is the document's title."""
    return style.strip().lower() in _TITLE


def is_contents(style: str) -> bool:
    """Whether a style's name says that it is a line of a table of contents."""
    return bool(_CONTENTS.fullmatch(style.strip()))
