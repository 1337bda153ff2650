"""Numbers of lists and clauses: how they are printed, and how they count."""

import pytest

from policy_assistant.parse.numbering import Level, ListRules, Numbering, as_printed, fill

CLAUSES = (Level(pattern="%1."), Level(pattern="%1.%2"), Level("lowerLetter", "(%3)"), Level("lowerRoman", "%4)"))


def numbering(*levels: Level, starts: dict[int, int] | None = None) -> Numbering:
    return Numbering({"1": ListRules("a", levels, {}), "2": ListRules("a", levels, starts or {})})


def labels(counts: Numbering, steps: list[tuple[str, int]]) -> list[str]:
    return [number.label if (number := counts.number(*step)) else "" for step in steps]


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        (4, "decimal", "4"), (4, "decimalZero", "04"), (12, "decimalZero", "12"), (1, "lowerLetter", "a"), (26, "upperLetter", "Z"),
        (27, "lowerLetter", "aa"), (28, "lowerLetter", "bb"), (131, "lowerLetter", "131"), (4, "lowerRoman", "iv"), (1994, "upperRoman", "MCMXCIV"),
        (0, "upperRoman", "0"), (4000, "lowerRoman", "4000"), (1, "ordinal", "1st"), (12, "ordinal", "12th"), (23, "ordinal", "23rd"),
        (3, "none", ""), (3, "thaiNumbers", "3"),
    ],
)  # fmt: skip
def test_a_number_is_printed_in_its_form(number: int, form: str, text: str) -> None:
    assert as_printed(number, form) == text


def test_a_pattern_is_filled_level_by_level() -> None:
    assert fill("Article %1 - %2.%3", ["IV", "2", "c"]) == "Article IV - 2.c"


def test_clauses_count_below_each_other() -> None:
    steps = [("1", 0), ("1", 1), ("1", 1), ("1", 2), ("1", 2), ("1", 3), ("1", 1), ("1", 2), ("1", 0), ("1", 1)]
    assert labels(numbering(*CLAUSES), steps) == ["1.", "1.1", "1.2", "(a)", "(b)", "i)", "1.3", "(a)", "2.", "2.1"]


def test_a_level_that_was_passed_over_counts_as_its_first() -> None:
    assert labels(numbering(*CLAUSES), [("1", 1), ("1", 1), ("1", 0)]) == ["1.1", "1.2", "2."]


def test_lists_of_one_family_share_their_count_until_one_starts_anew() -> None:
    assert labels(numbering(*CLAUSES), [("1", 0), ("2", 0), ("1", 0)]) == ["1.", "2.", "3."]
    assert labels(numbering(*CLAUSES, starts={0: 7}), [("1", 0), ("2", 0), ("2", 0)]) == ["1.", "7.", "8."]


def test_a_level_may_go_on_whatever_stands_above_it() -> None:
    goes_on = numbering(Level(pattern="%1."), Level(pattern="%2)", restart=0))
    assert labels(goes_on, [("1", 0), ("1", 1), ("1", 0), ("1", 1)]) == ["1.", "1)", "2.", "2)"]


def test_a_level_may_start_anew_only_below_a_certain_one() -> None:
    rules = numbering(Level(pattern="%1."), Level(pattern="%1.%2"), Level(pattern="(%3)", restart=1))
    assert labels(rules, [("1", 0), ("1", 1), ("1", 2), ("1", 1), ("1", 2), ("1", 0), ("1", 2)]) == [
        "1.",
        "1.1",
        "(1)",
        "1.2",
        "(2)",
        "2.",
        "(1)",
    ]


def test_legal_numbers_are_decimal_at_every_level() -> None:
    rules = numbering(Level("upperRoman", "%1."), Level(pattern="%1.%2", legal=True))
    assert labels(rules, [("1", 0), ("1", 0), ("1", 1)]) == ["I.", "II.", "2.1"]


def test_what_is_no_list_or_prints_nothing_has_no_number() -> None:
    counts = numbering(Level("none", ""), Level("bullet", "x"))
    assert counts.number("9", 0) is None
    assert counts.number("1", 99) is None
    assert counts.number("1", 0) is None
    found = counts.number("1", 1)
    assert found is not None
    assert found.label == "-"


def test_clauses_stand_for_themselves_and_items_do_not() -> None:
    counts = numbering(*CLAUSES)
    assert [number.clause for depth in (0, 1, 2) if (number := counts.number("1", depth))] == [True, True, False]
    simple = numbering(Level(pattern="%1."), Level("lowerLetter", "%2."))
    assert [number.clause for depth in (0, 1) if (number := simple.number("1", depth))] == [False, False]


def test_a_list_can_be_begun_anew() -> None:
    counts = numbering(*CLAUSES)
    assert labels(counts, [("1", 0), ("1", 0)]) == ["1.", "2."]
    counts.restart("1")
    assert labels(counts, [("1", 0)]) == ["1."]
