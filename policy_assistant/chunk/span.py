"""What a chunker gives: a piece of the parsed text."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """Characters start..end of the parsed text, the sections they cover, and the lines to put before them."""

    start: int
    end: int
    sections: tuple[str, ...]
    prefix: str = ""
