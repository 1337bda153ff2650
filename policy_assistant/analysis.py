"""Words and terms: how text and questions are cut for keyword search.

`words` is the plain cut that `bm25` searches with. `terms` is the product's own analysis, the same for every engine; a
change of what it gives raises `ANALYSER_VERSION`, which an index keeps, and asks for a rebuild. Stems are those of the
Snowball stemmers (Porter 2001) for English and French.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from itertools import pairwise
from typing import Any

from policy_assistant.stopwords import ACRONYMS, STOP_WORDS

ANALYSER_VERSION = "1"

MAX_TERM = 40
"""A longer word is kept cut to so many characters; a longer code is kept in its parts only."""

_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """The words of a question: runs of letters, digits and underscores, lower-case, without repeats, in order."""
    return list(dict.fromkeys(match.lower() for match in _WORD.findall(unicodedata.normalize("NFC", text))))


def terms(text: str, language: str) -> list[str]:
    """The terms of a text in this language (`fr`, `fr-CA`), in order, with repeats and without function words.

    A term holds only a-z, 0-9 and letters of other scripts, in lower case and without accents. English and French words
    are stemmed, words with a digit never. Beside their parts stand, as one term without separators, codes (`PK-2200-07`:
    `pk 2200 07 pk220007`), identifiers (`snake_case`, `camelCase`) and words with a short first part (`e-mail`). A number
    loses its thousands separators, a decimal mark becomes `p` (`12,95`: `12p95`). Scripts that put no spaces between words
    give overlapping pairs of characters.
    """
    language = base_language(language)
    return _terms(_tokens(text, language), language, _function_words([language]))


def question_terms(text: str, languages: Sequence[str]) -> list[str]:
    """The terms of a question by each of the languages, without repeats: a text is stemmed by its own language.

    Dropped are the function words of the language that the question has most of (of all, where that is a draw), so that
    `comment` stays in an English question. When nothing else is left they are kept: in an index of other languages, or as
    acronyms, they may still be words.
    """
    bases = list(dict.fromkeys(base_language(language) for language in languages))
    stop = _function_words(likely_languages(text, bases))
    for dropped in (stop, frozenset[str]()):
        found = [term for language in bases for term in _terms(_tokens(text, language), language, dropped)]
        if found:
            return list(dict.fromkeys(found))
    return []


def base_language(language: str) -> str:
    """The language of a tag: `fr` of `fr-CA`."""
    return re.split("[-_]", language.strip().lower(), maxsplit=1)[0]


def _function_words(languages: Sequence[str]) -> frozenset[str]:
    return frozenset[str]().union(*(STOP_WORDS.get(language, frozenset()) for language in languages))


def likely_languages(text: str, languages: Sequence[str]) -> list[str]:
    """The languages whose function words a text has most of."""
    found = [word.lower() for word in re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", text))]
    counts = {language: sum(word in STOP_WORDS.get(language, ()) for word in found) for language in languages}
    most = max(counts.values(), default=0)
    return [language for language, count in counts.items() if count == most]


# --- From text to tokens: runs of letters and digits with what may join them -------------------------------------------

_CHARACTERS = str.maketrans(
    dict.fromkeys("\u2018\u2019\u02bc\u2032\u00b4`\uff07", "'")
    | dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-")
    | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", "")
    | dict.fromkeys("™®©℠", " ")
)
_NUMERIC_SPACE = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")
_TOKEN = re.compile(r"[^\W_]+(?:(?:['/.-]|_+)[^\W_]+)*")

_ALONE = r"(?<![^\W_])(?<![^\W_][./_,]){}(?![^\W_])(?![./_,][^\W_])"
"""A number that is no part of a code: neither letters nor other groups touch it; a hyphen may (1,000-2,000)."""

_COMMA_GROUPS = re.compile(_ALONE.format(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"))
_DOT_GROUPS = re.compile(_ALONE.format(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"))
_SPACE_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}(?: \d{3})+(?!\d)")
_POINT = re.compile(_ALONE.format(r"\d+\.\d+"))
_COMMA = re.compile(_ALONE.format(r"\d+,\d+"))
_COMMA_OF_PRICES = re.compile(_ALONE.format(r"\d+,\d\d"))

_DECIMAL_POINT_LANGUAGES = frozenset({"en", "ja", "ko", "zh"})
"""Where 2,200 is two thousand two hundred. Everywhere else 2.200 and 2 200 are, and 2,2 is a decimal number."""


def _tokens(text: str, language: str) -> list[str]:
    if not text.isascii():
        text = _NUMERIC_SPACE.sub("", text).translate(_CHARACTERS)
        text = unicodedata.normalize("NFKC", text)
        if any(map(_may_be_mark, set(text))):
            text = _without_marks(text)
    return _TOKEN.findall(_plain_numbers(text, language))


def _may_be_mark(char: str) -> bool:
    """Whether a character is in the ranges that hold marks; a quick look, far cheaper than a pattern of them."""
    return char >= "\u0300" and not "\u2000" <= char < "\u20d0" and not "\u2100" <= char < "\u2de0" and not "\u2e00" <= char < "\u3000"


def _without_marks(text: str) -> str:
    """Without the marks that no single character holds, as FTS5 and `\\w` would cut a word at them."""
    return "".join(char for char in text if unicodedata.category(char) not in ("Mn", "Mc", "Me"))


def _plain_numbers(text: str, language: str) -> str:
    """Numbers without thousands separators, their decimal mark as the letter p."""
    if language in _DECIMAL_POINT_LANGUAGES:
        text = _COMMA_GROUPS.sub(lambda match: match[0].replace(",", ""), text)
        text = _COMMA_OF_PRICES.sub(lambda match: match[0].replace(",", "p"), text)
    else:
        text = _SPACE_GROUPS.sub(lambda match: match[0].replace(" ", ""), text)
        text = _DOT_GROUPS.sub(lambda match: match[0].replace(".", ""), text)
        text = _COMMA.sub(lambda match: match[0].replace(",", "p"), text)
    return _POINT.sub(lambda match: match[0].replace(".", "p"), text)


# --- From tokens to terms ----------------------------------------------------------------------------------------------

_JOINER = re.compile(r"[-/._]+")
_LOWER, _UPPER = "a-zß-öø-ÿœ", "A-ZÀ-ÖØ-ÞŒ"
_CASE_BOUNDARY = re.compile(f"(?<=[{_LOWER}])(?=[{_UPPER}])|(?<=[{_UPPER}])(?=[{_UPPER}][{_LOWER}]{{2}})")
_DIGITS_OR_LETTERS = re.compile(r"\d+|\D+")
_UNSPACED = re.compile(
    r"([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
)

_ELIDED = frozenset({"l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu", "quelqu", "presqu"})
_CONTRACTED = frozenset({"s", "ll", "re", "ve", "m", "d"})
_SHORT_PREFIX = 3
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "ı": "i"})

_CACHED = 50_000
_LONGEST_CACHED = 64


def _terms(tokens: Sequence[str], language: str, stop: frozenset[str]) -> list[str]:
    found: list[str] = []
    for token in tokens:
        cut = _token_terms if len(token) <= _LONGEST_CACHED else _token_terms.__wrapped__
        found += cut(token, language, stop)
    return found


@lru_cache(maxsize=_CACHED)
def _token_terms(token: str, language: str, stop: frozenset[str]) -> tuple[str, ...]:
    def word(text: str) -> Iterator[str]:
        if text.lower() not in stop or (text.isupper() and text.lower() in ACRONYMS):
            yield from _written(text, language)

    return tuple(term for piece in _without_clitics(token) for term in _compound(piece, language, word))


def _without_clitics(token: str) -> list[str]:
    """The words between apostrophes, without elided ones (l', qu') and endings ('s, 'll); `n't` is `not`."""
    pieces = token.split("'")
    if len(pieces) > 1 and pieces[0].lower() in _ELIDED:
        del pieces[0]
    if len(pieces) > 1 and pieces[-1].lower() in _CONTRACTED:
        del pieces[-1]
    if len(pieces) > 1 and pieces[-1].lower() == "t" and pieces[-2].lower().endswith("n"):
        pieces[-2:] = ["not"]
    return pieces


def _compound(piece: str, language: str, word: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """Parts joined by hyphens, slashes, dots or underscores; then the whole where it is one name."""
    parts = _JOINER.split(piece)
    found = [list(_simple(part, language, word)) for part in parts]
    yield from (term for terms_of_part in found for term in terms_of_part)
    if len(parts) > 1 and (_is_code(piece, parts) or (_has_short_prefix(piece, parts) and all(found))):
        yield from _whole("".join(parts), language)


def _is_code(piece: str, parts: Sequence[str]) -> bool:
    """Whether it holds a digit, an underscore, or capitals only; of bare numbers at least three (3.1.2, not 10-14)."""
    if all(part.isdigit() for part in parts):
        return len(parts) > 2
    return "_" in piece or piece.isupper() or any(char.isdigit() for char in piece)


def _has_short_prefix(piece: str, parts: Sequence[str]) -> bool:
    return "-" in piece and len(parts) == 2 and len(parts[0]) <= _SHORT_PREFIX and parts[0].isalpha()


def _simple(part: str, language: str, word: Callable[[str], Iterator[str]]) -> Iterator[str]:
    """One run of letters and digits. `PW2200` and `camelCase` give parts and whole; longer mixtures (hashes) the whole."""
    groups = _DIGITS_OR_LETTERS.findall(part)
    if len(groups) > 2:
        yield from _whole(part, language)
        return
    if len(groups) == 1 and not groups[0].isdigit():
        groups = _CASE_BOUNDARY.split(part)
    for group in groups:
        yield from word(group)
    if len(groups) > 1:
        yield from _whole(part, language)


def _whole(text: str, language: str) -> Iterator[str]:
    if len(text) <= MAX_TERM:
        yield from _written(text, language)


def _written(text: str, language: str) -> Iterator[str]:
    """A word as a term; nothing of one that has no letter or digit left."""
    word = folded(text)
    runs = _UNSPACED.split(word) if not word.isascii() else [word]
    for number, run in enumerate(runs):
        if number % 2:
            yield from [run] if len(run) == 1 else map("".join, pairwise(run))
        elif run:
            yield stem(run, language) if len(run) <= MAX_TERM else run[:MAX_TERM]


def folded(text: str) -> str:
    """A word in lower case, without accents and ligatures; only letters and digits are left."""
    text = text.casefold()
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_LIGATURES))
    return unicodedata.normalize("NFC", "".join(char for char in decomposed if char.isalnum())).lower()


_STEMMERS = {"en": ("english_stemmer", "EnglishStemmer"), "fr": ("french_stemmer", "FrenchStemmer")}


@lru_cache(maxsize=_CACHED)
def stem(word: str, language: str) -> str:
    """A folded word's stem by the rules of a language; the word itself where there are none, or it is not a-z only."""
    if language not in _STEMMERS or not (word.isascii() and word.isalpha()):
        return word
    # A stemmer keeps the word that it works on, so that threads cannot share one; its tables belong to the class.
    return str(_stemmer(language)().stemWord(word))


@cache
def _stemmer(language: str) -> Callable[[], Any]:
    """The stemmer's class. Not through the package's own choice, which depends on what else is installed."""
    module, name = _STEMMERS[language]
    made: Callable[[], Any] = getattr(import_module(f"snowballstemmer.{module}"), name)
    return made
