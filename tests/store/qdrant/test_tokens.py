"""Our cut of texts into words is FTS5's, for every character."""

import random
import sqlite3
from pathlib import Path

import pytest

from policy_assistant.store.fulltext import TOKENIZER
from policy_assistant.store.qdrant import tokens
from policy_assistant.store.qdrant.tokens import marked, terms_in, words_in

LARKFIELD = Path(__file__).parents[3] / "examples" / "larkfield" / "corpus" / "documents"


class Tables:
    """What FTS5 makes of texts."""

    def __init__(self, tokenizer: str) -> None:
        self.conn = sqlite3.connect(":memory:")
        self.conn.execute(f"CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = '{tokenizer}')")
        self.conn.execute("CREATE VIRTUAL TABLE seen USING fts5vocab (texts, instance)")

    def words(self, text: str) -> list[str]:
        self.conn.execute("DELETE FROM texts")
        self.conn.execute("INSERT INTO texts VALUES (?)", (text,))
        return [row[0] for row in self.conn.execute("SELECT term FROM seen ORDER BY offset")]


def characters() -> list[str]:
    """Of the basic plane and beyond, but for surrogates and the end of C strings; of the long runs of alike signs every 64th."""
    alike = (range(0x3400, 0xA000), range(0xAC00, 0xD7A0), range(0xD800, 0xF900), range(0x10000, 0x20000))
    every = (code for code in range(1, 0x20000) if not any(code in run for run in alike) or code % 64 == 0)
    return [chr(code) for code in every if not 0xD800 <= code < 0xE000]


def test_the_tokenizer_is_that_of_the_index() -> None:
    assert tokens.TOKENIZER == TOKENIZER


@pytest.mark.parametrize("around", ["{}", "a{}b", " {}b", "a{} ", "é{}\u0301"])
def test_words_for_every_character(around: str) -> None:
    tables = Tables(TOKENIZER)
    every = characters()
    for start in range(0, len(every), 2_048):
        text = " . ".join(around.format(char) for char in every[start : start + 2_048])
        assert words_in(text) == tables.words(text), f"from {ord(every[start]):#x}"


def test_words_of_random_texts() -> None:
    chance = random.Random(3)
    tables = Tables(TOKENIZER)
    some = [*"aB1 _-.'é\u0301\u0300ß\u2019\u00ad", "\u0345", "\U0001f375", "水", "ﬁ", "İ", "\ue000", "ⅷ", "²"]
    for _ in range(400):
        text = "".join(chance.choices(some, k=chance.randint(0, 20)))
        assert words_in(text) == tables.words(text), repr(text)


def test_terms_of_random_texts() -> None:
    chance = random.Random(4)
    tables = Tables("ascii")
    for _ in range(400):
        text = "".join(chance.choices([*"abZ09 _-\"'", "é", "水", "\u00a0", "\u0301"], k=chance.randint(0, 20)))
        assert terms_in(text) == tables.words(text), repr(text)


def test_words_of_real_documents() -> None:
    tables = Tables(TOKENIZER)
    for path in sorted(LARKFIELD.glob("*.*"))[:12]:
        text = path.read_bytes().decode("utf-8", "replace").replace("\0", "")
        assert words_in(text) == tables.words(text), path.name


def test_a_text_with_what_no_database_takes() -> None:
    assert words_in("a\0b \ud800c") == ["a", "b", "c"]
    assert marked("a\0b", ["a"], "[", "]") == "a\0b"


def test_marks() -> None:
    assert marked("The PW-2200, and pw 2200.", ["pw-2200"], "[", "]") == "The [PW-2200], and [pw 2200]."
    assert marked("Tea.", ["?"], "[", "]") == "Tea."
    assert marked("Tea.", ["tea", "tea"], "[", "]") == "[Tea]."
