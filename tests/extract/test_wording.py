"""What a candidate says."""

import pytest

from policy_assistant.extract.candidates import candidates
from policy_assistant.extract.wording import MAX_WORDS, cells, in_words
from tests.cite.samples import chunk


def words(body: str, section: str = "Care", matter: str = "") -> list[str]:
    return [in_words(one, lambda cell: bool(matter) and matter in cell) for one in candidates([chunk(body, section=section)])]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("A lamp is clean.", "A lamp is clean."),
        ("Bring:\n\n- the lamp", "Bring: the lamp"),
        ("- the old lamp", "Care: the old lamp"),
        ("- the old lamp that was sold to us here", "the old lamp that was sold to us here"),
        ("• l'ancienne lampe qui nous a été vendue ici", "l'ancienne lampe qui nous a été vendue ici"),
        ("1. the old lamp that was sold to us", "1. the old lamp that was sold to us"),
        ("Item | Days\nLamp | 30", "Lamp; Days: 30"),
        ("Item | Days | Price\nLamp |  | 9 dollars", "Lamp; Price: 9 dollars"),
        (" | Days | Price\nLamp | 30 | 9", "Lamp; Days: 30; Price: 9"),
        ("Item | Days | Price\n | 30 | 9", "Days: 30; Price: 9"),
        ("Item | Days | Price\nLamp | 30 |", "Lamp; Days: 30"),
        ("Item |  | Price\nLamp | x | 9", "Lamp; x; Price: 9"),
        ("Item | Days\nLamp | 30 | more", "Lamp; Days: 30; more"),
    ],
)
def test_in_words(body: str, said: str) -> None:
    assert words(body) == [said]


def test_the_deepest_heading_goes_before_a_short_item() -> None:
    assert words("- the lamp", section="House > Care") == ["Care: the lamp"]
    assert words("- the lamp", section="") == ["the lamp"]


def test_of_a_long_row_only_the_name_and_the_cells_that_matter_are_said() -> None:
    long = " ".join(["word"] * MAX_WORDS)
    body = f"Item | Note | Days\nLamp | {long} | 30"
    assert words(body, matter="30") == ["Lamp; Days: 30"]
    assert words(body, matter="word") == [f"Lamp; Note: {long}"]
    assert words(body) == ["Lamp"]
    short = " ".join(["word"] * (MAX_WORDS - 4))
    assert words(f"Item | Note | Days\nLamp | {short} | 30") == [f"Lamp; Note: {short}; Days: 30"]


def test_cells() -> None:
    row = candidates([chunk("Item | Days | \nLamp | 30 | x")])[0]
    assert cells(row) == ["Lamp", "Days: 30", "x"]
