"""The terms of code: how source text, paths, names and questions about code are cut for keyword search.

Identifiers are split where their case, an underscore or a digit says so, and kept whole beside their parts. A word is
stemmed by the English rules and then, unless it is short, by the French ones, because code says nowhere in which language
its names are: what either language takes for one word is nearly always one term (Snowball stemmers, Porter 2001). Every
term holds only letters and digits, in lower case and without accents.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from policy_assistant.analysis import MAX_TERM, base_language, folded, stem, terms
from policy_assistant.stopwords import STOP_WORDS

CODE_ANALYSER_VERSION = "1"
"""Changes with the terms that are given for the same text; an index keeps it."""

LANGUAGE_NAMES = frozenset(
    {
        "cpp",
        "csharp",
        "golang",
        "java",
        "javascript",
        "js",
        "kotlin",
        "php",
        "py",
        "python",
        "python2",
        "python3",
        "ruby",
        "rust",
        "typescript",
    }
)
"""Names of programming languages. A question says with them what all the code is written in, which the code itself seldom does."""

_ASKING = """
    done handled implemented managed defined happen happens decide decided
    fait geree gere gerees geres definie defini definies definis decide decidee implemente implementee trouve situe
"""
ASKING_WORDS = frozenset(_ASKING.split())
"""Words of "where is it handled?" that say nothing of what is handled."""

_ENGLISH_NOUNS = frozenset({"car", "comment"})
"""French function words that code writes as English words."""

_FUNCTION_WORDS_OF = {"en": STOP_WORDS["en"], "fr": STOP_WORDS["fr"] - _ENGLISH_NOUNS}
_FUNCTION_WORDS = _FUNCTION_WORDS_OF["en"] | _FUNCTION_WORDS_OF["fr"]
_ASKING_COMMENT = re.compile(r"^\s*comment\b", re.IGNORECASE)
"""How a French question begins."""

_GROUPED = re.compile(r"(?<![\w.])\d+(?:_\d+)+")
_DECIMAL = re.compile(r"(?<![\w.])(\d+)\.(\d+)(?![\w.])")
_PLAIN_DECIMAL = re.compile(r"\d+p\d+")
_TOKEN = re.compile(r"[^\W_]+(?:_+[^\W_]+)*")
_PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_WRITTEN_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}(?:[ ,\u00a0\u202f]\d{3})+(?![\w])")
_WRITTEN_COMMA = re.compile(r"(?<![\w.,])(\d+),(\d{1,2})(?![\w,])")

_LIGATURES = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O", "ß": "ss", "đ": "d", "ł": "l", "ı": "i"})

_CACHED = 50_000
_SHORTEST_WORD = 2
"""A single letter is a variable, or what elision leaves of a word."""

_SHORTEST_FRENCH = 5
"""A shorter English stem is left as it is: the French rules would take its last vowel for an ending."""

_LONGEST_TOKEN = 100
"""A longer run of letters and digits is data, not a name: only its beginning is a term."""


def code_terms(text: str) -> list[str]:
    """The terms of source text or of a name, in order, with repeats, without English and French function words.

    An identifier gives its parts, stemmed, and where there are several the whole as it is written, without underscores:
    `planifier_relances` gives `planifi relanc planifierrelances`, `HTTPServer2` `http server 2 httpserver2`. Single letters
    are dropped. A decimal mark becomes `p` (`12.95`: `12p95`), underscores in a number are dropped (`1_000`: `1000`).
    """
    return list(_terms(text, _FUNCTION_WORDS))


def path_terms(path: str) -> list[str]:
    """The terms of a file's path: those of its folders and of its name."""
    return code_terms(path.replace("/", " ").replace(".", " "))


def question_code_terms(text: str, languages: Sequence[str]) -> list[str]:
    """The terms of a question about code, without repeats.

    Dropped are function words of the languages, what only asks (`where is it handled`), and the names of programming
    languages; each only where something else is left.
    """
    plain = _ASKING_COMMENT.sub("", _plain_numbers(text))
    stop = frozenset[str]().union(*(_FUNCTION_WORDS_OF.get(base_language(language), frozenset()) for language in languages))
    for dropped in (stop | ASKING_WORDS | LANGUAGE_NAMES, stop | ASKING_WORDS, stop, frozenset[str]()):
        if found := list(dict.fromkeys(_terms(plain, dropped))):
            return found
    return []


def _plain_numbers(text: str) -> str:
    """Numbers as code writes them: no thousands separators, a point as the decimal mark."""
    text = _WRITTEN_GROUPS.sub(lambda match: "".join(filter(str.isdigit, match[0])), text)
    return _WRITTEN_COMMA.sub(r"\1.\2", text)


def _terms(text: str, stop: frozenset[str]) -> Iterator[str]:
    text = _DECIMAL.sub(r"\1p\2", _GROUPED.sub(lambda match: match[0].replace("_", ""), _without_accents(text)))
    for token in _TOKEN.findall(text):
        if len(token) <= _LONGEST_TOKEN:
            yield from _token_terms(token, stop)
        else:
            yield folded(token[:MAX_TERM])


def _without_accents(text: str) -> str:
    """The text without the marks on its letters, whose case is kept: it says where a name is to be split."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_LIGATURES))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


@lru_cache(maxsize=_CACHED)
def _token_terms(token: str, stop: frozenset[str]) -> tuple[str, ...]:
    if _PLAIN_DECIMAL.fullmatch(token):
        return (token,)
    parts = _PART.findall(token)
    found = [term for part in parts for term in _part_terms(part, stop)]
    whole = folded("".join(parts))
    if len(parts) > 1 and len(whole) <= MAX_TERM:
        found.append(whole)
    return tuple(found)


def _part_terms(part: str, stop: frozenset[str]) -> list[str]:
    word = folded(part)
    if not word.isascii():
        return terms(word, "")
    if word in stop or (len(word) < _SHORTEST_WORD and not word.isdigit()):
        return []
    return [term_of_stem(stem(word, "en"))]


def term_of_stem(english: str) -> str:
    """The term of a word that is stemmed by the English rules already."""
    return (stem(english, "fr") if len(english) >= _SHORTEST_FRENCH else english)[:MAX_TERM]
