"""Tricks with characters: some that print nothing where they have no business, and texts that only a program can read."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator

Span = tuple[int, int]

_SUSPECTS = re.compile("[\u200b-\u200d\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]+")
_OVERRIDES = frozenset("\u202d\u202e")
_DIRECTIONS = frozenset("\u202a\u202b\u202c\u2066\u2067\u2068\u2069")
_FLAG_OF_A_REGION = "\U0001f3f4"
"""The emoji that tag characters may follow (Unicode Technical Standard 51, 2.9)."""

_LONGEST_RUN = 15
"""Editors leave a few zero-width spaces in a row behind a sentence (up to six in the pages we measured)."""

_MESSAGE_RUN = 8
"""So many in a row of at least two kinds can spell letters."""

_JOINING_SCRIPTS = (
    ("\u0600", "\u08ff"),  # Arabic, Syriac, Thaana, N'Ko and others
    ("\u0900", "\u109f"),  # the scripts of India, Sri Lanka, Thailand, Laos, Tibet, Myanmar
    ("\u1780", "\u18af"),  # Khmer, Mongolian
    ("\u1900", "\u1cff"),
    ("\u3040", "\u9fff"),
    ("\ua800", "\uabff"),
    ("\ufb50", "\ufdff"),
    ("\ufe70", "\ufefc"),
    ("\U00010a00", "\U00011fff"),
)
"""Scripts in which joiners shape letters, or a zero-width space parts words."""

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{24,}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}){20,}(?![0-9A-Za-z])")
_LONGEST = 20_000
"""Characters of a run that are decoded: enough to know what it is."""

_UNREADABLE = 200
"""A run so long in mixed letters and digits is flagged even if what it decodes to is no text."""

_READABLE_SHARE = 0.95


def zero_width(text: str) -> Iterator[Span]:
    """The places of characters that print nothing and stand where no script, emoji or editor needs them.

    They are flagged inside a word, in long runs, and as characters that order text from right to left or copy letters
    unseen (tags). At the edge of a word, where editors leave them, they hide nothing.
    """
    if text.isascii():
        return
    for match in _SUSPECTS.finditer(text):
        if _is_trick(text, match):
            yield match.span()


def _is_trick(text: str, match: "re.Match[str]") -> bool:
    run = match[0]
    before, after = text[max(0, match.start() - 1) : match.start()], text[match.end() : match.end() + 1]
    if any(char >= "\U000e0000" for char in run):
        return before != _FLAG_OF_A_REGION or not run.endswith("\U000e007f")
    if _OVERRIDES & set(run):
        return True
    if _DIRECTIONS & set(run):
        return not _has_right_to_left(text, match)
    if len(run) > _LONGEST_RUN or (len(run) >= _MESSAGE_RUN and len(set(run)) > 1):
        return True
    return before.isalnum() and after.isalnum() and not (_joins(before) or _joins(after))


def _has_right_to_left(text: str, match: "re.Match[str]") -> bool:
    around = text[max(0, match.start() - 200) : match.end() + 200]
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in around)


def _joins(char: str) -> bool:
    return any(first <= char <= last for first, last in _JOINING_SCRIPTS)


def encoded(text: str) -> Iterator[Span]:
    """The places of long runs in base64 or hexadecimal that hold readable text, and of base64 too long to be a key or a hash."""
    for match in _BASE64.finditer(text):
        run = match[0][:_LONGEST]
        if _is_mixed(run) and (len(run) >= _UNREADABLE or _is_readable(_from_base64(run))):
            yield match.span()
    for match in _HEX.finditer(text):
        if _is_readable(bytes.fromhex(match[0][:_LONGEST])):
            yield match.span()


def _is_mixed(run: str) -> bool:
    """Whether a run has small and capital letters, as base64 of any text has and long words and numbers have not."""
    return any(char.islower() for char in run) and any(char.isupper() for char in run)


def _from_base64(run: str) -> bytes:
    run = run.rstrip("=").replace("-", "+").replace("_", "/")
    whole = len(run) - (len(run) % 4 == 1)
    try:
        return base64.b64decode(run[:whole] + "=" * (-whole % 4))
    except (binascii.Error, ValueError):
        return b""


def _is_readable(data: bytes) -> bool:
    text = data.decode("utf-8", errors="replace")
    if len(text) < 15 or " " not in text.strip():
        return False
    plain = sum(char.isalnum() or char in " \n\t.,;:!?'\"-()/@" for char in text if char != "\ufffd")
    return plain >= _READABLE_SHARE * len(text)
