"""The words of both languages that a draft looks for, and how text is folded before they are looked for."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from policy_assistant.documents import slug

MONTHS = {
    1: ("january", "janvier", "janv", "jan"),
    2: ("february", "fevrier", "fevr", "fev", "feb"),
    3: ("march", "mars", "mar"),
    4: ("april", "avril", "avr", "apr"),
    5: ("may", "mai"),
    6: ("june", "juin", "jun"),
    7: ("july", "juillet", "juil", "jul"),
    8: ("august", "aout", "aug"),
    9: ("september", "septembre", "sept", "sep"),
    10: ("october", "octobre", "oct"),
    11: ("november", "novembre", "nov"),
    12: ("december", "decembre", "dec"),
}
MONTH_NUMBERS = {name: number for number, names in MONTHS.items() for name in names}

# Words that neighbour languages share (de, la, en, un; is, of, in, we) are left out: Spanish is not French, Dutch not English.
FREQUENT = {
    "en": "the and to for are you your with be or this by not must from that our will when which",
    "fr": "les des du et une est pour vous votre dans sur aux avec cette nous pas ou sont qui au",
}
LANGUAGE_OF = {word: language for language, words in FREQUENT.items() for word in words.split()}
MIN_FREQUENT = 3
FREQUENT_LEAD = 2

_LETTERS = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"})
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Guess:
    """A proposed value and what it was read from: nothing where it is assumed; both empty where nothing was found."""

    value: str = ""
    how: str = ""


NOTHING = Guess()


def fold(text: str) -> str:
    """Lower case without accents, typographic apostrophes as plain ones. Every character stays one, so places agree."""
    return "".join(unicodedata.normalize("NFD", letter.lower())[0] for letter in text).replace("’", "'")


def ascii_id(text: str) -> str:
    """Lower-case ASCII words joined by hyphens; empty when no letter or digit of the text has an ASCII form."""
    return slug(fold(unicodedata.normalize("NFC", text).translate(_LETTERS)))


def guess_language(text: str) -> Guess:
    """`en` or `fr` by counting frequent words; nothing when neither clearly leads."""
    counts = Counter(LANGUAGE_OF.get(word, "") for word in _WORD.findall(fold(text)))
    low, high = sorted(FREQUENT, key=lambda language: counts[language])
    if counts[high] < MIN_FREQUENT or counts[high] < FREQUENT_LEAD * counts[low]:
        return NOTHING
    return Guess(high, "the words of the text")
