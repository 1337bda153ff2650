"""Numbers and dates of a spreadsheet as their format shows them, without what no file says: the reader's own region.

A number's format is a code such as `#,##0.00 "€"` or `dd/mm/yyyy`. Points and commas are those of the code; the
short date of the reader's region is written `2026-11-30`, which no region reads wrongly.
"""

import math
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from fractions import Fraction

from policy_assistant.parse.date_format import date_shown
from policy_assistant.parse.format_code import Tokens, is_date, literal, sections_of, tokens_of

BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm", 37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""The codes that a file names by number only (ECMA-376, 18.8.30)."""

MAX_CODE = 500
"""Characters of a format's code; spreadsheet programs allow 255."""

_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]+)\]")


def as_shown(value: float, code: str, *, from_1904: bool = False) -> str:
    """A number in a format. `from_1904` is the workbook's setting for where days are counted from.

    A code that cannot be followed, or a date beyond the calendar, gives the number itself.
    """
    try:
        section, negative = _section(code[:MAX_CODE], value)
        tokens = tokens_of(section)
        if is_date(tokens):
            return date_shown(value, tokens, from_1904)
        return _number(value, tokens, negative)
    except (InvalidOperation, OverflowError, ValueError):
        return general(value)


def general(value: float) -> str:
    """A number without a format: whole numbers in full, others with ten digits."""
    if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.10g}".replace("e", "E")


def _section(code: str, value: float) -> tuple[str, bool]:
    """The part of a code for a value, and whether a minus must be put before the number."""
    parts = sections_of(code)
    for part in parts:
        found = _CONDITION.search(part)
        if found and _holds(value, found.group(1), float(found.group(2))):
            return part, value < 0
    if any(_CONDITION.search(part) for part in parts):
        rest = [part for part in parts if not _CONDITION.search(part)]
        return (rest[-1] if rest else "General"), value < 0
    if value < 0 and len(parts) > 1:
        return parts[1], False
    if value == 0 and len(parts) > 2:
        return parts[2], False
    return parts[0], value < 0


def _holds(value: float, sign: str, limit: float) -> bool:
    return {
        "<": value < limit, ">": value > limit, "=": value == limit, "<=": value <= limit, ">=": value >= limit, "<>": value != limit,
    }[sign]  # fmt: skip


def _number(value: float, tokens: Tokens, negative: bool) -> str:
    if any(kind == "general" for kind, _ in tokens):
        words = [general(abs(value)) if kind == "general" else literal(kind, text) for kind, text in tokens]
        return ("-" if negative else "") + "".join(words).strip()
    places = [n for n, (kind, text) in enumerate(tokens) if kind == "other" and text in "0#?"]
    if not places:
        return general(value) if ("other", "@") in tokens else "".join(literal(*t) for t in tokens).strip()
    if any(t == ("other", "/") for t in tokens):
        return _fraction(value, tokens)
    number = abs(Decimal(repr(value)))
    if any(kind == "science" for kind, _ in tokens):
        at = next(n for n, (kind, _) in enumerate(tokens) if kind == "science")
        shown = f"{float(number):.{_decimals(tokens[:at])}E}"
        return ("-" if negative else "") + shown
    shown = _fixed(number, tokens, places)
    zero = not any(c in "123456789" for c in shown)
    return ("-" if negative and not zero else "") + shown


def _decimals(tokens: Tokens) -> int:
    texts = [text for kind, text in tokens if kind == "other"]
    return sum(text in "0#?" for text in texts[texts.index(".") + 1 :]) if "." in texts else 0


def _fixed(number: Decimal, tokens: Tokens, places: list[int]) -> str:
    """A number in digits: scaled, rounded half up, and put into the places of the code from the point outwards."""
    first, last = places[0], places[-1]
    point = next((n for n, t in enumerate(tokens) if t == ("other", ".")), len(tokens))
    commas = [n for n, t in enumerate(tokens) if t == ("other", ",")]
    grouped = any(first < n < min(point, last) for n in commas)
    scale = sum(1 for n in commas if n > max((p for p in places if p < point), default=first) and (n < point or n > last))
    percent = sum(1 for t in tokens if t == ("other", "%"))
    decimals = sum(n > point for n in places)
    number = (number.scaleb(2 * percent - 3 * scale)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    whole, _, part = f"{number:f}".partition(".")
    digits = _whole_digits(whole.lstrip("0"), tokens, [n for n in places if n < point], grouped)
    after = dict(zip([n for n in places if n > point], part, strict=False))
    return _put_together(tokens, digits, after, point, commas)


def _whole_digits(whole: str, tokens: Tokens, places: list[int], grouped: bool) -> dict[int, str]:
    """The digits before the point, by place: filled from the right, the first place takes what is left."""
    if grouped:
        least = sum(tokens[n][1] == "0" for n in places)
        return {places[0]: f"{int(whole or 0):,}" if whole or least else ""} if least <= 1 else {places[0]: f"{int(whole or 0):0{least},}"}
    found = {}
    for n in reversed(places):
        taken = whole if n == places[0] else whole[-1:]
        found[n] = taken or {"0": "0", "?": ""}.get(tokens[n][1], "")
        whole = "" if n == places[0] else whole[:-1]
    return found


def _put_together(tokens: Tokens, whole: dict[int, str], after: dict[int, str], point: int, commas: list[int]) -> str:
    optional = {n for n in after if tokens[n][1] != "0"}
    for n in sorted(after, reverse=True):  # decimals that the code does not ask for end with the last that is not 0
        if n not in optional or after[n] != "0":
            break
        after[n] = ""
    words = []
    for n, (kind, text) in enumerate(tokens):
        if n in whole or n in after:
            words.append(whole.get(n, "") + after.get(n, ""))
        elif n == point:
            words.append("." if not after or any(after.values()) else "")
        elif n not in commas and not (kind == "other" and text in "0#?"):
            words.append(literal(kind, text))
    return "".join(words).strip()


def _fraction(value: float, tokens: Tokens) -> str:
    """A number as a fraction, whose denominator has as many digits as the code has places for."""
    texts = [text for kind, text in tokens if kind == "other"]
    places = sum(text in "0#?" for text in texts[texts.index("/") + 1 :])
    number = abs(Fraction(value)).limit_denominator(10 ** min(max(places, 1), 4) - 1)
    whole, part = divmod(number, 1)
    words = [str(whole)] if whole or not part else []
    return ("-" if value < 0 and number else "") + " ".join(words + ([f"{part.numerator}/{part.denominator}"] if part else []))
