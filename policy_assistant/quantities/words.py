"""Numbers written in words, English and French: `forty-five`, `vingt et un`, `half a`, `une`.

A word is a number only before a unit: "one of them" and "une cliente" count nothing. Who reads a text decides that; here
is only where the words stand and what they come to.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_ENGLISH = """
    zero=0 one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13
    fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60
    seventy=70 eighty=80 ninety=90 hundred=100 thousand=1000 million=1000000 billion=1000000000
"""
_FRENCH = """
    zéro=0 un=1 une=1 deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13
    quatorze=14 quinze=15 seize=16 vingt=20 vingts=20 trente=30 quarante=40 cinquante=50 soixante=60 septante=70
    huitante=80 nonante=90 cent=100 cents=100 mille=1000 million=1000000 millions=1000000 milliard=1000000000
    milliards=1000000000
"""


def _values(table: str) -> dict[str, int]:
    return {name: int(value) for name, _, value in (word.partition("=") for word in table.split())}


_VALUES = _values(_ENGLISH) | _values(_FRENCH)
_ONLY_ENGLISH = _values(_ENGLISH).keys() - _values(_FRENCH).keys()
_SCALES = {name: value for name, value in _VALUES.items() if value >= 100 and name not in ("cent", "cents")}

_NAMES = "|".join(sorted(_VALUES, key=len, reverse=True))
_MAX_WORDS = 12
_RUN = re.compile(
    rf"(?<![^\W_])(?:{_NAMES})(?:(?:[ \u00a0-]|[ -]et[ -]| and )(?:{_NAMES})(?![^\W_])){{0,{_MAX_WORDS}}}(?![^\W_])", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_ARTICLE = re.compile(r"(?<![^\W_])(?:(?P<half>half(?:[ -]an?| of an?)?|an?[ -]half|(?:une?[ -])?demie?)|an?)(?=[ \u00a0-])", re.IGNORECASE)
_LIMITING = re.compile(
    r"(?:within|for|after|before|during|least|most|in|under|over|than|about|pendant|dans|sous|après|durant|d['’]|moins|plus|avant|environ)\s?$",
    re.IGNORECASE,
)
_LOOK_BACK = 10
_ARTICLES = frozenset({"un", "une"})
_BEGINNINGS = frozenset(_VALUES) | {"a", "an", "half", "demi", "demie"}

_HALF_MORE = re.compile(r" (?:and a half|et demie?)(?![^\W_])", re.IGNORECASE)
_SCALE = re.compile(
    rf"[ \u00a0-]({'|'.join(sorted(_SCALES, key=len, reverse=True))})(?![^\W_])(?: (?:of|de)(?= )| d(?=['’]))?", re.IGNORECASE
)
_ELISION = re.compile(r" d['’]")

HALF = Decimal("0.5")


@dataclass(frozen=True)
class NumberWord:
    """Words at `text[start:end]` that come to `value`.

    `is_article` where they are only `a`, `an`, `un` or `une` and nothing before them makes them count ("within a week").
    """

    start: int
    end: int
    value: Decimal
    is_article: bool = False


def number_words(text: str) -> Iterator[NumberWord]:
    """The number words of a text, in order."""
    done = 0
    for word in _WORD.finditer(text):
        if word.start() < done or (name := word[0].lower()) not in _BEGINNINGS:
            continue
        article = _ARTICLE.match(text, word.start())
        if name in _VALUES and not (article and article["half"]) and (run := _RUN.match(text, word.start())):
            yield from _numbers_of(text, run)
            done = run.end()
        elif article:
            yield _article(text, article)
            done = article.end()


def scaled(text: str, position: int) -> tuple[int, int]:
    """The scale word after a number that ends here ("20 millions d'euros") and where it ends; else 1 and the position."""
    match = _SCALE.match(text, position)
    if match is None:
        return 1, position
    elided = _ELISION.match(text, match.end(1))
    return _SCALES[match[1].lower()], elided.end() if elided else match.end()


def half_more(text: str, position: int) -> int:
    """Where "and a half" or "et demi" after a unit ends; else 0."""
    match = _HALF_MORE.match(text, position)
    return match.end() if match else 0


def _numbers_of(text: str, run: re.Match[str]) -> Iterator[NumberWord]:
    """The numbers of a run of number words: "twenty-one" is one, "two three" are two."""
    total = current = 0
    start = end = run.start()
    previous = ""
    for word in _WORD.finditer(run[0]):
        name = word[0].lower()
        if name in ("et", "and"):
            continue
        value = _VALUES[name]
        joined = _joined(current, value, previous, name) if previous else value
        if joined is None:
            yield _number(text, start, end, total + current)
            total, current, start = 0, value, run.start() + word.start()
        elif value >= 1000:
            total, current = total + joined, 0
        else:
            current = joined
        end, previous = run.start() + word.end(), name
    yield _number(text, start, end, total + current)


def _joined(current: int, value: int, previous: str, name: str) -> int | None:
    """What a number and the next word come to together; None where the word begins another number."""
    if name in ("cent", "cents") and previous in _ONLY_ENGLISH:
        return None
    if value >= 100:
        return max(1, current) * value if current < value else None
    if value == 20 and previous == "quatre":
        return current + 76
    unit_fits = current % 10 == 0 and value < 10 and (current % 100 != 10 or (previous == "dix" and value >= 7))
    teen_fits = current % 100 in (60, 80) and 10 <= value < 20
    return current + value if current % 100 == 0 or unit_fits or teen_fits else None


def _number(text: str, start: int, end: int, value: int) -> NumberWord:
    is_article = text[start:end].lower() in _ARTICLES and not _counts(text, start)
    return NumberWord(start, end, Decimal(value), is_article)


def _article(text: str, match: re.Match[str]) -> NumberWord:
    if match["half"]:
        return NumberWord(match.start(), match.end(), HALF)
    return NumberWord(match.start(), match.end(), Decimal(1), not _counts(text, match.start()))


def _counts(text: str, position: int) -> bool:
    """Whether what stands before an article makes it a number: "within a week", "un délai d'un mois"."""
    return _LIMITING.search(text, max(0, position - _LOOK_BACK), position) is not None
