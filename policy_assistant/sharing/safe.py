"""Text of documents and questions as plain data: no control characters, no way out of a line, no link that runs or breaks out."""

import re

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Characters that are no text, turn a line's direction, or cannot be written; line feeds and tabs stay."""

_LINK = re.compile(r"(?:https?://|/(?!/))[^\s<>\"'`\\^{|}()\[\]]{1,2000}", re.ASCII)


def tidy(text: str) -> str:
    """A text without control characters; its lines stay."""
    return _CONTROLS.sub(" ", text)


def one_line(text: str) -> str:
    """A text on one line, runs of blanks as one."""
    return " ".join(tidy(text).split())


def safe_link(address: str) -> str:
    """An address of the web or a path of the service; empty for anything else, such as one that runs something."""
    return address if address.isascii() and address.isprintable() and _LINK.fullmatch(address) else ""
