"""The words of both languages that a draft looks for."""

import re
from collections import Counter
from dataclasses import dataclass

from policy_assistant.file_names import fold

# Words that neighbour languages share (de, la, en, un; is, of, in, we) are left out: Spanish is not French, Dutch not English.
FREQUENT = {
    "en": "the and to for are you your with be or this by not must from that our will when which",
    "fr": "les des du et une est pour vous votre dans sur aux avec cette nous pas ou sont qui au",
}
LANGUAGE_OF = {word: language for language, words in FREQUENT.items() for word in words.split()}
MIN_FREQUENT = 3
FREQUENT_LEAD = 2

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Guess:
    """A proposed value and what it was read from: nothing where it is assumed; both empty where nothing was found."""

    value: str = ""
    how: str = ""


NOTHING = Guess()


def guess_language(text: str) -> Guess:
    """`en` or `fr` by counting frequent words; nothing when neither clearly leads."""
    counts = Counter(LANGUAGE_OF.get(word, "") for word in _WORD.findall(fold(text)))
    low, high = sorted(FREQUENT, key=lambda language: counts[language])
    if counts[high] < MIN_FREQUENT or counts[high] < FREQUENT_LEAD * counts[low]:
        return NOTHING
    return Guess(high, "the words of the text")
