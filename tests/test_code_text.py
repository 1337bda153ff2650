"""The text that a piece of code is embedded by."""

import pytest

from policy_assistant.code_text import MAX_CODE, MAX_DOCS, embedding_text, plain_words
from tests.code.samples import piece

FUNCTION = 'def may_return(days: int) -> bool:\n    """Whether a product may still be returned."""\n    return days <= 30  # after delivery'


def test_what_a_piece_is_called_and_says_stands_before_its_code() -> None:
    chunk = piece(FUNCTION, "shop/return_rules.py", name="Shop.mayReturn", title="Rules of returns.")
    said, code = embedding_text(chunk).split("\n", 1)
    assert said == "Shop may Return: Whether a product may still be returned. after delivery (return rules: Rules of returns.)"
    assert code.startswith("def may_return(days: int) -> bool:")
    assert "Whether" not in code


def test_a_file_that_says_nothing_is_named_only() -> None:
    assert embedding_text(piece("MAX = 3", "shop/limits.py", name="MAX")) == "MAX:  (limits)\nMAX = 3"


def test_of_long_texts_the_beginning_counts() -> None:
    text = '"""' + "word " * 1_000 + '"""\n' + "x = 1\n" * 1_000
    said, code = embedding_text(piece(text, "a.py", name="a")).split("\n", 1)
    assert len(said) <= MAX_DOCS + 20
    assert len(code) == MAX_CODE


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Shop.returnWindow_days", "Shop return Window days"),
        ("HTTPServer", "HTTP Server"),
        ("numéro", "numéro"),
        ("", ""),
        ("__init__", "init"),
    ],
)
def test_the_words_of_a_name(name: str, words: str) -> None:
    assert plain_words(name) == words
