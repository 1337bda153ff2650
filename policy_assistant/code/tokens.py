"""The words of code and of questions about it, as the third lesson cuts them; the index has an analysis of its own."""

import re
import unicodedata

_SHORTEST = 3
_CASE_CHANGE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LETTERS = re.compile(r"[A-Za-z]+")


def tokens(text: str) -> list[str]:
    """The words of three letters or more, in order and with repeats, in lower case and without accents.

    A word ends where a capital follows a small letter, and at everything that is no letter from A to Z.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    found = _LETTERS.findall(_CASE_CHANGE.sub(" ", plain))
    return [word.lower() for word in found if len(word) >= _SHORTEST]
