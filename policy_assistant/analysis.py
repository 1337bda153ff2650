"""Words: how text and questions are cut for keyword search."""

import re
import unicodedata

_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """The words of a question: runs of letters, digits and underscores, lower-case, without repeats, in order."""
    return list(dict.fromkeys(match.lower() for match in _WORD.findall(unicodedata.normalize("NFC", text))))
