"""What a text loses before a model reads it, the same for every model."""

import re

TEXT_RULES = 1
"""Part of every embedder's revision: raise it when `clean` changes, because vectors change with it."""

_PIECES = re.compile("[0-9A-Za-z\u00c0-\u2e7f]{1,40}|(\\S)")
_UNREADABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def clean(text: str, max_characters: int) -> str:
    """The text as a model gets it: at most `max_characters` long, without control characters and lone surrogates, trimmed.

    A NUL ends a text in C, and a lone surrogate cannot be written as UTF-8. A blank takes their place, so that words do not
    run together. A text of nothing else becomes empty.
    """
    return _UNREADABLE.sub(" ", text[:max_characters]).strip()


def beginning(text: str, tokens: int) -> str:
    """As much of a text as makes about so many tokens: four letters of a word, or one sign or ideograph, count as one."""
    for piece in _PIECES.finditer(text):
        tokens -= -(-len(piece[0]) // 4) if piece[1] is None else 1
        if tokens < 0:
            return text[: piece.start()]
    return text


def one_line(text: str, max_characters: int) -> str:
    """What others wrote, fit for a message: one line of printable characters, with an ellipsis where it was cut.

    Characters that steer a terminal or turn the writing direction are left out.
    """
    text = " ".join("".join(c if c.isprintable() else " " for c in text[: 4 * max_characters]).split())
    return text if len(text) <= max_characters else f"{text[: max_characters - 1]}…"
