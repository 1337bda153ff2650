"""Quantities: numbers with what they count, as ranges and bounds, and when two of them are the same."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from policy_assistant.analysis import base_language
from policy_assistant.quantities.days import day_spans
from policy_assistant.quantities.numbers import Numeral, find_codes, masked, numerals
from policy_assistant.quantities.units import COUNTS, UNITS, are_loose, unit_after
from policy_assistant.quantities.words import HALF, half_more, number_words, scaled

Bound = Literal["", "at most", "at least", "more than", "less than", "about"]


@dataclass(frozen=True)
class Quantity:
    """What stands at `text[start:end]`, its unit and what limits it included.

    `low` and `high` are the same but in a range ("5 to 10 days"). `unit` is a name in `UNITS`, empty where the number
    stands alone. `is_article` says that the number is only an article ("a year", "un an"): proof for "1 year", but by
    itself it counts nothing.
    """

    start: int
    end: int
    low: Decimal
    high: Decimal
    unit: str = ""
    bound: Bound = ""
    is_article: bool = False

    @property
    def values(self) -> frozenset[Decimal]:
        """Both ends, or the one value."""
        return frozenset({self.low, self.high})


def quantities(text: str, language: str = "en") -> list[Quantity]:
    """The quantities of a text in order, none overlapping another.

    Numbers in codes and days are none, nor are ordinals. A number in words counts only before a unit. A time of day is a
    quantity of `o'clock`, in hours. "20 or 30 years" are two quantities of years.
    """
    base = base_language(language)
    hidden = masked(masked(text, find_codes(text)), [_Place(*span) for span in day_spans(text, base)])
    clock = list(_clock_times(hidden))
    counted = sorted([*clock, *_amounts(text, masked(hidden, clock), base)], key=lambda one: (one.start, -one.end))
    return [_bounded(text, one) for one in _joined(text, counted)]


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether both count in units of one dimension; numbers without a unit are comparable with each other."""
    if one.unit == other.unit or are_loose(one.unit, other.unit):
        return True
    return bool(one.unit and other.unit) and UNITS[one.unit].dimension == UNITS[other.unit].dimension


def same_values(value: Decimal, unit: str, other_value: Decimal, other_unit: str) -> bool:
    """Whether so many of one unit are so many of another: 24 months are 2 years, 30 days never 30 weeks."""
    if unit == other_unit or are_loose(unit, other_unit):
        return value == other_value
    if not unit or not other_unit or UNITS[unit].dimension != UNITS[other_unit].dimension:
        return False
    return value * UNITS[unit].factor == other_value * UNITS[other_unit].factor


def same(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities are comparable and equal, whatever bounds them; ranges at both ends."""
    return same_values(one.low, one.unit, other.low, other.unit) and same_values(one.high, one.unit, other.high, other.unit)


@dataclass(frozen=True)
class _Place:
    start: int
    end: int


# --- Times of day ------------------------------------------------------------------------------------------------------

_CLOCK = re.compile(
    r"(?<![\d.,:])(?P<hour>[01]?\d|2[0-4])(?:(?P<colon>:|[ \u00a0]?h[ \u00a0]?)(?P<minute>[0-5]\d)(?![\d:]|[ \u00a0]?min)"
    r"(?:[ \u00a0]?(?P<half>[ap])\.?m\b\.?)?|[ \u00a0]?(?P<only>[ap])(?:m\b|\.m\.))",
    re.IGNORECASE,
)


def _clock_times(text: str) -> Iterator[Quantity]:
    for match in _CLOCK.finditer(text):
        hour = Decimal(match["hour"])
        half = (match["half"] or match["only"] or "").lower()
        if half == "p" and hour < 12:
            hour += 12
        elif half == "a" and hour == 12:
            hour = Decimal(0)
        value = hour + Decimal(match["minute"] or 0) / 60
        yield Quantity(match.start(), match.end(), value, value, "o'clock")


# --- Amounts -----------------------------------------------------------------------------------------------------------

_MORE_WORDS = (
    "more|extra|additional|full|consecutive|whole|last|first|next|further|other|past|previous|following|"
    "derniers|dernières|premiers|premières|prochains|prochaines|autres|pleins|longs|longues"
)
_FILLER = re.compile(rf"[ \u00a0-](?:{_MORE_WORDS})(?=[ \u00a0-])", re.IGNORECASE)
_CURRENCY = re.compile(r"(?:(?<![^\W_])(?:US|CAN|CA|AU|C|A)?\$|[€£]|(?<![^\W_])(?:CAD|USD|EUR|GBP))[ \u00a0\u202f]?$")
_CURRENCY_LENGTH = 5
_CURRENCY_NAMES = {"EUR": "euro", "€": "euro", "GBP": "sterling", "£": "sterling"}
_FRACTION = re.compile(r"/(2|3|4|8|16)(?![\d/])(?=[ \u00a0-]?[^\W\d_])")
_VULGAR = {"½": HALF, "¼": Decimal("0.25"), "¾": Decimal("0.75")}
_VULGAR_AT = re.compile("[½¼¾]")
_ARTICLE = re.compile("an?|une?", re.IGNORECASE)
"""Before things these only say that there is one: "a parcel", "un article"."""

_MAX_SCALED = Decimal(10**30)


def _amounts(text: str, hidden: str, language: str) -> Iterator[Quantity]:
    """The numbers of a text with their units; `hidden` is the text with codes, days and times masked."""
    done = 0
    for numeral in numerals(hidden, language):
        if numeral.start >= done and not numeral.is_ordinal:
            found = _in_digits(text, hidden, numeral, language)
            done = found.end
            yield found
    for match in _VULGAR_AT.finditer(hidden):
        if unit := unit_after(hidden, match.end(), language):
            yield Quantity(match.start(), unit[1], _VULGAR[match[0]], _VULGAR[match[0]], unit[0])
    yield from _in_words(hidden, language)


def _in_words(hidden: str, language: str) -> Iterator[Quantity]:
    """The number words before a unit, and those that a range or an alternative gives one ("three to five years")."""
    before: Quantity | None = None
    for word in number_words(hidden):
        quantity = Quantity(word.start, word.end, word.value, word.value, "", "", word.is_article)
        unit = _unit(hidden, word.end, language)
        if unit and not (word.value == 1 and _is_thing(unit[0]) and _ARTICLE.fullmatch(hidden, word.start, word.end)):
            quantity = _with_half(hidden, replace(quantity, end=unit[1], unit=unit[0]))
            if before and not before.unit and (_range(hidden, before, quantity) or _sharing_unit(hidden, before, quantity).unit):
                yield before
            yield quantity
        before = quantity


def _is_thing(unit: str) -> bool:
    return UNITS[unit].dimension in COUNTS


def _in_digits(text: str, hidden: str, numeral: Numeral, language: str) -> Quantity:
    value, end = numeral.value, numeral.end
    if (fraction := _FRACTION.match(hidden, end)) and value < int(fraction[1]):
        value, end = value / int(fraction[1]), fraction.end()
    scale, end = scaled(hidden, end)
    value = value * scale if scale > 1 and value < _MAX_SCALED else value
    if currency := _CURRENCY.search(text, max(0, numeral.start - _CURRENCY_LENGTH), numeral.start):
        unit = _CURRENCY_NAMES.get(currency[0].strip(" \u00a0\u202f"), "dollar")
        after = unit_after(hidden, end, language)
        return Quantity(currency.start(), after[1] if after and after[0] == unit else end, value, value, unit)
    if found := _unit(hidden, end, language):
        return _with_half(hidden, Quantity(numeral.start, found[1], value, value, found[0]))
    return Quantity(numeral.start, end, value, value)


def _unit(text: str, position: int, language: str) -> tuple[str, int] | None:
    """The unit after a number, over one word such as "more" or "derniers" ("in 6 more business days")."""
    found = unit_after(text, position, language)
    if found is None and (filler := _FILLER.match(text, position)):
        found = unit_after(text, filler.end(), language)
    return found


def _with_half(text: str, quantity: Quantity) -> Quantity:
    """With "and a half" after it, where that stands."""
    end = half_more(text, quantity.end)
    return replace(quantity, end=end, low=quantity.low + HALF, high=quantity.high + HALF, is_article=False) if end else quantity


# --- Ranges and alternatives -------------------------------------------------------------------------------------------

_TO = re.compile(r"\s?(?:-|–|—)\s?|\s(?:to|up to|à|a|jusqu['’]à|through)\s(?:the\s|les?\s)?", re.IGNORECASE)
_AND = re.compile(r"\s(?:and|et)\s", re.IGNORECASE)
_OR = re.compile(r"\s(?:or|ou)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"(?<![^\W_])(?:between|entre)\s(?:the\s|les?\s)?$", re.IGNORECASE)
_FROM = re.compile(r"(?<![^\W_])(?:from|de|between|entre)\s$", re.IGNORECASE)
_LOOK_BACK = 14
_NAMED = re.compile(r"(?:version|lot|lots|rule|règle|article|articles|art\.|step|étape|page|section|no\.|n°|numéro)\s?$", re.IGNORECASE)


def _joined(text: str, found: list[Quantity]) -> Iterator[Quantity]:
    """The quantities with ranges made one; of two that overlap the first, of two that begin together the longer."""
    last: Quantity | None = None
    for one in found:
        if last is None:
            last = one
        elif one.start >= last.end:
            joined = _range(text, last, one)
            if joined is None:
                yield _sharing_unit(text, last, one)
            last = joined or one
    if last:
        yield last


def _range(text: str, one: Quantity, other: Quantity) -> Quantity | None:
    """Both as a range, where they are one: in words or with a dash, the second the greater, in one unit."""
    if one.low != one.high or other.low != other.high or one.low >= other.low or one.unit not in ("", other.unit):
        return None
    linked = _TO.fullmatch(text, one.end, other.start)
    if linked and not other.unit:
        linked = _FROM.search(text, max(0, one.start - _LOOK_BACK), one.start)
    if linked is None and _AND.fullmatch(text, one.end, other.start):
        linked = _BETWEEN.search(text, max(0, one.start - _LOOK_BACK), one.start)
    return Quantity(one.start, other.end, one.low, other.high, other.unit) if linked else None


def _sharing_unit(text: str, one: Quantity, other: Quantity) -> Quantity:
    """With the unit of the next, as 20 has it in "20 or 30 years"."""
    if one.unit or not other.unit or not _OR.fullmatch(text, one.end, other.start):
        return one
    return one if _NAMED.search(text, max(0, one.start - _LOOK_BACK), one.start) else replace(one, unit=other.unit)


# --- Bounds ------------------------------------------------------------------------------------------------------------

_BEFORE: Mapping[Bound, str] = {
    "at most": "up to|at most|no more than|not more than|a maximum of|maximum of|maximum|no later than|not later than|within|"
    "no longer than|jusqu'à|au plus|au maximum|au maximum de|maximum de|pas plus de|dans les|sous|d'ici",
    "at least": "at least|no less than|not less than|no fewer than|a minimum of|minimum of|minimum|from|au moins|minimum de|"
    "au minimum|à partir de|a partir de|dès|pas moins de",
    "more than": "over|more than|above|beyond|exceeding|exceeds|exceed|longer than|greater than|plus de|supérieur à|supérieure à|au-delà de|dépassant|"
    "au-dessus de",
    "less than": "under|less than|fewer than|below|shorter than|moins de|inférieur à|inférieure à|au-dessous de|en dessous de",
    "about": "about|around|approximately|approx.|roughly|nearly|almost|environ|à peu près|près de|approximativement",
}
_AFTER: Mapping[Bound, str] = {
    "at most": "or less|or fewer|or under|at most|maximum|ou moins|au plus|au maximum",
    "at least": "or more|and more|and up|and over|or over|or above|at least|minimum|onwards?|ou plus|et plus|au moins|au minimum|et au-delà",
}
_BOUND_OF = {phrase: bound for bound, phrases in _BEFORE.items() for phrase in phrases.split("|")}
_PHRASES_BEFORE = tuple(sorted(_BOUND_OF, key=len, reverse=True))
_PLAIN = str.maketrans({"’": "'", "\u00a0": " ", "\u202f": " ", "\n": " "})
_DETERMINER = re.compile(r" (?:the|les|la|an?|une?)$")
_AFTER_PATTERN = re.compile(
    "[\\s\u00a0](?:" + "|".join(f"(?P<b{n}>{names})" for n, names in enumerate(_AFTER.values())) + ")(?![^\\W_])", re.IGNORECASE
)
_LONGEST_BOUND = 24


def _bounded(text: str, quantity: Quantity) -> Quantity:
    """With what limits it: before it ("up to 500") or after ("500 or more"). A range is its own limit."""
    if quantity.low != quantity.high:
        return quantity
    if before := _bound_before(text, quantity.start):
        return replace(quantity, start=before[0], bound=before[1])
    if after := _AFTER_PATTERN.match(text, quantity.end):
        return replace(quantity, end=after.end(), bound=next(bound for n, bound in enumerate(_AFTER) if after[f"b{n}"] is not None))
    return quantity


def _bound_before(text: str, position: int) -> tuple[int, Bound] | None:
    """Where the phrase that ends before a position begins, and how it bounds what follows; None where there is none."""
    before = _plain(text[max(0, position - _LONGEST_BOUND) : position])
    head = before.rstrip()
    if head == before:
        return None
    head = head if head.endswith(_PHRASES_BEFORE) else _DETERMINER.sub("", head)
    if not head.endswith(_PHRASES_BEFORE):
        return None
    phrase = next(phrase for phrase in _PHRASES_BEFORE if head.endswith(phrase))
    start = len(head) - len(phrase)
    if start and before[start - 1].isalnum():
        return None
    return position - len(before) + start, _BOUND_OF[phrase]


def _plain(text: str) -> str:
    """In small letters, with plain blanks and apostrophes; unchanged letters where small ones would move the places."""
    small = text.lower()
    return (small if len(small) == len(text) else text).translate(_PLAIN)
