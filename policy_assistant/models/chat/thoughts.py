"""What some models write before they reply."""

import re

_THOUGHTS = re.compile(r"\A\s*<think>.*?(?:</think>|\Z)", re.DOTALL)
"""Without its end where the tokens ran out; only at the beginning, as the same words may be quoted from a document."""


def without_thoughts(text: str) -> str:
    """The text without what a model wrote to itself between `<think>` and `</think>`."""
    return _THOUGHTS.sub("", text)
