import pytest

from policy_assistant.blocks import RawBlock, assemble
from policy_assistant.spots import Spot, goes_on, is_range, spot_names, spot_range


def named(*names: str) -> tuple[str, ...]:
    return spot_names(Spot(0, 1, name) for name in names)


def test_cells_of_one_sheet_become_one_range() -> None:
    assert named("Rates!A4:C4", "Rates!A5:D5", "Rates!A6:C6") == ("Rates!A4:D6",)
    assert named("Rates!Z1:AA1", "Rates!B2:Z2") == ("Rates!B1:AA2",)


def test_cells_of_two_sheets_stay_apart() -> None:
    assert named("Rates!A4:C4", "Old!A5:C5") == ("Rates!A4:C4", "Old!A5:C5")


def test_rows_are_joined_and_other_names_come_once() -> None:
    assert named("row 4", "row 5", "row 6") == ("rows 4-6",)
    assert named("slide 3", "slide 3", "slide 4") == ("slide 3", "slide 4")
    assert named("row 4", "row 4") == ("row 4",)


@pytest.mark.parametrize(
    ("names", "english", "french"),
    [
        ([], "", ""),
        (["slide 3"], "slide 3", "diapositive 3"),
        (["rows 4-6"], "rows 4-6", "lignes 4-6"),
        (["p. iv", "clause 4.2(b)"], "p. iv, clause 4.2(b)", "p. iv, clause 4.2(b)"),
        (["slide 1", "slide 2", "slide 3", "slide 4"], "slide 1 … slide 4", "diapositive 1 … diapositive 4"),
        (["slide show!A1:B2"], "slide show!A1:B2", "slide show!A1:B2"),
        (["a\nsheet!A1:B2"], "a sheet!A1:B2", "a sheet!A1:B2"),
    ],
)
def test_names_as_people_read_them(names: list[str], english: str, french: str) -> None:
    assert spot_range(names) == english
    assert spot_range(names, "fr") == french


@pytest.mark.parametrize(
    ("before", "name", "follows"),
    [
        ("Rates!A4:C4", "Rates!A5:C5", True),
        ("Rates!A4:C60", "Rates!A61:C61", True),
        ("Rates!A4:C4", "Rates!A6:C6", False),
        ("Rates!A4:C4", "Rates!A5:D5", False),
        ("Rates!A4:C4", "Old!A5:C5", False),
        ("row 4", "row 5", True),
        ("rows 4-9", "row 10", True),
        ("row 4", "row 6", False),
        ("slide 3", "slide 4", False),
    ],
)
def test_a_row_goes_on_from_the_one_above_it(before: str, name: str, follows: bool) -> None:
    assert goes_on(before, name) is follows


def test_only_cells_and_rows_are_ranges() -> None:
    assert [name for name in ("Rates!A1:C9", "rows 4-6", "row 4", "slide 3", "clause 4", "p. iv") if is_range(name)] == [
        "Rates!A1:C9",
        "rows 4-6",
        "row 4",
    ]


def test_spots_move_with_their_block_and_are_found_by_characters() -> None:
    rows = (Spot(0, 5, "Rates!A1:B1"), Spot(6, 11, "Rates!A2:B2"))
    parsed = assemble([RawBlock("title", "Prices", 1), RawBlock("table", "a | b\nc | d", spots=rows)], {})
    (table,) = [block for block in parsed.blocks if block.kind == "table"]
    assert [parsed.text[spot.start : spot.end] for spot in table.spots] == ["a | b", "c | d"]
    assert parsed.spots(0, len(parsed.text)) == ("Rates!A1:B2",)
    second = parsed.text.index("c | d")
    assert parsed.spots(second, second + 5) == ("Rates!A2:B2",)
    assert parsed.spots(0, 3) == ()
