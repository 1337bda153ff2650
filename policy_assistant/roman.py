"""Roman numbers, as items of lists and clauses have them."""

MOST = 3999
"""Larger numbers have no Roman form of plain letters."""

_LETTERS = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


def roman(number: int) -> str:
    """A number from 1 to `MOST` in small Roman letters."""
    digits = []
    for value, letters in _LETTERS:
        count, number = divmod(number, value)
        digits.append(letters * count)
    return "".join(digits)
