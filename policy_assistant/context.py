"""The context: which of the passages found are shown to a model, and how they are written.

Passages keep the order of the search. One that repeats a kept passage of another document is left out, and so is one that
does not fit into what is left of the budget; later, smaller ones are still tried. Two versions of one document are never
taken for repetitions of each other: which of them holds is what the reader must see. Nor are passages with other numbers or
codes: 30 days and 45 days contradict each other, however alike the rest is.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from policy_assistant.code_places import header
from policy_assistant.metadata import Chunk

BUDGET = 1500
"""Tokens, as `tokens` estimates them."""

SAME_FROM = 0.9
"""Jaccard similarity of the word sets from which two passages say the same."""

CHARACTERS_A_TOKEN = 4
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Context:
    """`kept` passages in order, `dropped` ones with the reason, and the estimated tokens of what is kept."""

    kept: tuple[Chunk, ...]
    dropped: tuple[tuple[Chunk, str], ...]
    tokens: int

    @property
    def text(self) -> str:
        """The kept passages as a model reads them, a blank line between two."""
        return "\n\n".join(passage_text(chunk) for chunk in self.kept)


def make_context(chunks: Iterable[Chunk], budget: int = BUDGET) -> Context:
    """The passages of a search that fit into the budget and repeat none before them."""
    kept: list[tuple[Chunk, frozenset[str]]] = []
    dropped: list[tuple[Chunk, str]] = []
    used = 0
    for chunk in chunks:
        words = _words(chunk)
        original = next((other for other, its in kept if other.doc_id != chunk.doc_id and _alike(words, its)), None)
        size = tokens(passage_text(chunk))
        if original:
            dropped.append((chunk, f"near-duplicate of {original.chunk_id}"))
        elif used + size > budget:
            dropped.append((chunk, "over budget"))
        else:
            kept.append((chunk, words))
            used += size
    return Context(tuple(chunk for chunk, _ in kept), tuple(dropped), used)


def passage_text(chunk: Chunk, language: str = "en") -> str:
    """A passage under a header line: ID, title, type, version, period and section; of code its place, in the reader's language."""
    if chunk.place:
        return f"{header(chunk, language)}\n{chunk.text}"
    end = f"to {chunk.effective_to}" if chunk.effective_to else "no end date"
    period = f"in force from {chunk.effective_from or 'the beginning'} {end}"
    what = f"{chunk.doc_type or 'document'}, version {chunk.version}, {period}"
    return f"[{chunk.chunk_id}] {chunk.title} | {what} | section: {chunk.section or '-'}\n{chunk.text}"


def tokens(text: str) -> int:
    """The estimated number of tokens: a quarter of the characters, rounded up."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def _words(chunk: Chunk) -> frozenset[str]:
    """The word set of a passage, its first line (the title) left out; of code, which has none, that of the whole."""
    return frozenset(_WORD.findall((chunk.text if chunk.place else chunk.text.partition("\n")[2]).lower()))


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    if not one or not other or len(one & other) < SAME_FROM * len(one | other):
        return False
    return not any(char.isdigit() for word in one ^ other for char in word)
