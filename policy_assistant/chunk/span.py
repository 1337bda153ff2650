"""What a chunker gives: a piece of the parsed text."""

from dataclasses import dataclass

from policy_assistant.blocks import Place


@dataclass(frozen=True)
class Span:
    """Characters start..end of the parsed text, the sections they cover, the lines to put before them, and the place in code."""

    start: int
    end: int
    sections: tuple[str, ...]
    prefix: str = ""
    place: Place | None = None
