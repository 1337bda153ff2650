"""Words as SQLite's FTS5 cuts them, so that both engines count the same: by its tokenizers `unicode61` and `ascii`.

`unicode61` looks at one character at a time. What it makes of a character is asked of SQLite itself, once, and kept.
"""

import sqlite3
from collections.abc import Sequence
from functools import cache

TOKENIZER = "unicode61 remove_diacritics 2"
_SEPARATOR = " "


class _Folding(dict[int, str]):
    """For `str.translate`: what each character becomes in a word, a blank where it is in none, empty where it is only a mark."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _folded(chr(code))
        return found


_FOLDED = _Folding()
_ASCII = {code: chr(code).lower() if chr(code).isalnum() else _SEPARATOR for code in range(128)}


def words_in(text: str) -> list[str]:
    """The words of a text in order, as the tokenizer `unicode61 remove_diacritics 2` gives them."""
    return [word for word in text.translate(_FOLDED).split(_SEPARATOR) if word]


def terms_in(text: str) -> list[str]:
    """The terms of a text of analysed terms, as the tokenizer `ascii` gives them."""
    return [term for term in text.translate(_ASCII).split(_SEPARATOR) if term]


def marked(text: str, words: Sequence[str], before: str, after: str) -> str:
    """The text with each of the words, as `words_in` finds them, between marks; SQLite does it."""
    phrases = [" ".join(found) for word in words if (found := words_in(word))]
    if not phrases or "\0" in text:
        return text
    conn = _table()
    conn.execute("DELETE FROM words")
    conn.execute("INSERT INTO words (rowid, text) VALUES (1, ?)", (_encodable(text),))
    match = " OR ".join(f'"{phrase}"' for phrase in phrases)
    row = conn.execute("SELECT highlight(words, 0, ?, ?) FROM words WHERE words MATCH ?", (before, after, match)).fetchone()
    return str(row[0]) if row else text


def _folded(char: str) -> str:
    """What `unicode61` makes of a character between two letters."""
    if "\ud800" <= char <= "\udfff" or char == "\0":
        return _SEPARATOR
    conn = _table()
    conn.execute("DELETE FROM words")
    conn.execute("INSERT INTO words (rowid, text) VALUES (1, ?)", (f"x{char}x",))
    found = [row[0] for row in conn.execute("SELECT term FROM seen ORDER BY offset")]
    return found[0][1:-1] if len(found) == 1 else _SEPARATOR


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


@cache
def _table() -> sqlite3.Connection:
    """A table of one text, in memory, and the words in it; shared by all threads, under SQLite's own lock."""
    conn = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    conn.execute(f"CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = '{TOKENIZER}')")
    conn.execute("CREATE VIRTUAL TABLE seen USING fts5vocab (words, instance)")
    return conn
