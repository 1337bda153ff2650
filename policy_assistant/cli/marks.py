"""Marks the question's words in a passage, by the terms that the search compares."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from policy_assistant.analysis import terms
from policy_assistant.records.matches import matched

if TYPE_CHECKING:
    from policy_assistant.metadata import Chunk

MARK = "**"


def marked(chunk: "Chunk", phrases: Iterable[str]) -> str:
    """The chunk's text with `**` around every word that has a term of the phrases; of several terms, all in a row."""
    parts: list[str] = []
    end = 0
    for start, stop in matched(chunk.text, phrases, lambda word: terms(word, chunk.language)):
        parts += [chunk.text[end:start], MARK, chunk.text[start:stop], MARK]
        end = stop
    return "".join([*parts, chunk.text[end:]])
