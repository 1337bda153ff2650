"""The code of a number format, cut into what it is made of: `#,##0.00 "€"`, `dd/mm/yyyy`."""

import re
from functools import lru_cache

Tokens = list[tuple[str, str]]
"""Kind and text of each piece. Kinds: `text`, `bracket`, `general`, `half` (AM/PM), `fraction` (of a second), `date`, `science`, `other`."""

_TOKEN = re.compile(
    r"""(?ix) (?P<text>"[^"]*"?|\\.|_.|\*.) | (?P<bracket>\[[^\]]*\]) | (?P<general>general) | (?P<half>am/pm|a/p) |
    (?P<fraction>(?<=s)\.0+) | (?P<date>y+|m+|d+|h+|s+) | (?P<science>e[+-]) | (?P<other>.)""",
    re.DOTALL,
)
CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-([0-9A-Fa-f]+))?\]")
"""A currency's sign, a region's number, or both."""

_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)


@lru_cache(maxsize=500)
def tokens_of(code: str) -> Tokens:
    """The pieces of a code, in order."""
    return [(match.lastgroup or "", match.group()) for match in _TOKEN.finditer(code)]


@lru_cache(maxsize=500)
def sections_of(code: str) -> list[str]:
    """The parts of a code (for positive numbers, negative ones, zero, text), which semicolons part."""
    parts = [""]
    for _, text in tokens_of(code):
        if text == ";":
            parts.append("")
        else:
            parts[-1] += text
    return parts


def is_elapsed(text: str) -> bool:
    """Whether a piece counts hours, minutes or seconds on beyond a day: `[h]`."""
    return bool(_ELAPSED.fullmatch(text))


def is_date(tokens: Tokens) -> bool:
    """Whether a code shows a date or a time."""
    return any(kind in ("date", "half") or is_elapsed(text) for kind, text in tokens)


def literal(kind: str, text: str) -> str:
    """What a token that is no number and no date shows."""
    if kind == "text":
        return text.strip('"') if text[0] == '"' else text[1:] if text[0] == "\\" else " " if text[0] == "_" else ""
    if kind == "bracket":
        found = CURRENCY.fullmatch(text)
        return found.group(1) if found else ""
    return text
