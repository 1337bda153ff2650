"""Number words of both languages."""

import pytest

from policy_assistant.quantities.words import number_words

ENGLISH = [
    (7, "seven"),
    (13, "thirteen"),
    (21, "twenty-one"),
    (99, "ninety-nine"),
    (100, "one hundred"),
    (342, "three hundred and forty-two"),
]
ENGLISH += [(1000, "one thousand"), (2500, "two thousand five hundred"), (3_000_000, "three million")]
FRENCH = [
    (17, "dix-sept"),
    (21, "vingt et un"),
    (71, "soixante et onze"),
    (77, "soixante-dix-sept"),
    (80, "quatre-vingts"),
    (81, "quatre-vingt-un"),
]
FRENCH += [(91, "quatre-vingt-onze"), (99, "quatre-vingt-dix-neuf"), (200, "deux cents"), (1250, "mille deux cent cinquante")]


@pytest.mark.parametrize(("value", "text"), ENGLISH + FRENCH)
def test_number_words(value: int, text: str) -> None:
    assert [(word.start, word.end, int(word.value)) for word in number_words(f"({text})")] == [(1, len(text) + 1, value)]


def test_numbers_that_do_not_go_together_are_two() -> None:
    assert [word.value for word in number_words("two three")] == [2, 3]


@pytest.mark.parametrize("text", ["someone", "tension", "oneself", "canine", ""])
def test_parts_of_words_are_no_numbers(text: str) -> None:
    assert list(number_words(text)) == []
