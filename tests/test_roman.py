import pytest

from policy_assistant.roman import MOST, roman


@pytest.mark.parametrize(
    ("number", "letters"), [(1, "i"), (4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (1990, "mcmxc"), (2026, "mmxxvi"), (MOST, "mmmcmxcix")]
)
def test_numbers_as_the_romans_wrote_them(number: int, letters: str) -> None:
    assert roman(number) == letters
