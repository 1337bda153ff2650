"""Which words of a text are those that were searched for, by the terms that the search compares."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

_WORD = re.compile(r"\w+")

Span = tuple[int, int]
"""First character of a word, and the one behind it."""


def matched(text: str, phrases: Iterable[str], terms_of: Callable[[str], Sequence[str]]) -> list[Span]:
    """The words of a text that have a term of the phrases, in order; of a phrase of several terms, all in a row.

    `terms_of` cuts a word into terms as the index was cut.
    """
    wanted = {tuple(phrase.split()) for phrase in phrases if phrase}
    words = [(match.span(), found) for match in _WORD.finditer(text) if (found := terms_of(match[0]))]
    return [words[number][0] for number in sorted(set(_numbers([found for _, found in words], wanted)))]


def _numbers(words: Sequence[Sequence[str]], wanted: set[tuple[str, ...]]) -> Iterator[int]:
    """The numbers of the words that match."""
    lengths = {len(phrase) for phrase in wanted}
    for number, found in enumerate(words):
        if any((term,) in wanted for term in found):
            yield number
        for length in lengths - {1}:
            row = words[number : number + length]
            if len(row) == length and tuple(next(iter(found)) for found in row) in wanted:
                yield from range(number, number + length)
