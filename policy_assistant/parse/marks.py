"""Signs that the formats share, and signs that print nothing."""

import re

STRUCK = "~~"
"""Stands before and after struck words, as Markdown writes them: without it a repealed number reads as one in force."""

_SIGN = r"[\s!-/:-@\[-`{-~]"
_ZERO_WIDTH = "\u200b-\u200d\u2060-\u2064\ufeff"
_BREAKS = re.compile(rf"\u00ad|(?<![{_ZERO_WIDTH}])\u200b(?![{_ZERO_WIDTH}])(?:(?<=^\u200b)|(?<={_SIGN}\u200b)|(?=$|{_SIGN}))")


def without_breaks(text: str) -> str:
    """The text without the signs that only allow a line to end: soft hyphens, and a zero-width space beside a blank or a sign.

    Nobody sees them, and a quote that is typed has none. A zero-width space inside a word, and several of its kind, stay:
    they part the words of some scripts, and in others they are a trick that the reader is told of.
    """
    return text if text.isascii() else _BREAKS.sub("", text)


def plain_code(text: str) -> str:
    """Code as people type it: without such signs, no-break spaces as spaces."""
    return without_breaks(text).replace("\u00a0", " ")
