"""Which language a text is in, told by its frequent words."""

import re
from collections import Counter

from policy_assistant.file_names import fold

CHARACTERS = 20_000
"""How much of a text is looked at."""

# Words that neighbour languages share (de, la, en, un; is, of, in, we) are left out: Spanish is not French, Dutch not English.
_FREQUENT = {
    "en": "the and to for are you your with be or this by not must from that our will when which",
    "fr": "les des du et une est pour vous votre dans sur aux avec cette nous pas ou sont qui au",
}
_LANGUAGE_OF = {word: language for language, words in _FREQUENT.items() for word in words.split()}
_LEAST = 3
_LEAD = 2

_WORD = re.compile(r"[^\W\d_]+")


def language_of(text: str) -> str:
    """`en` or `fr` by counting frequent words; empty when neither clearly leads."""
    counts = Counter(_LANGUAGE_OF.get(word, "") for word in _WORD.findall(fold(text[:CHARACTERS])))
    low, high = sorted(_FREQUENT, key=lambda language: counts[language])
    return "" if counts[high] < _LEAST or counts[high] < _LEAD * counts[low] else high
