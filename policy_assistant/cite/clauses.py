"""Clauses: the pieces of a sentence that affirm or deny by themselves, in English and French.

"All products, except gift cards" affirms of products and denies of gift cards; "gift cards cannot be returned unless the law
requires it" denies, and leaves open what the law requires.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from policy_assistant.analysis import terms
from policy_assistant.units import Unit, units


@dataclass(frozen=True)
class Clause:
    """A clause at `text[start:end]` with its content terms; `denies` is None where that cannot be told.

    `excepted_from` are the content terms of the clause that an exception is made from.
    """

    start: int
    end: int
    terms: frozenset[str]
    denies: bool | None
    excepted_from: frozenset[str] = frozenset()


def clauses(text: str, language: str) -> list[Clause]:
    """The clauses of a text that hold a content term, in order."""
    return [clause for unit in units(text) for clause in _clauses_of(text, unit, language)]


def parts(text: str, clause: Clause, language: str) -> list[Clause]:
    """What commas and other marks set apart in a clause, as clauses of their own; the clause itself where nothing is."""
    edges = [clause.start, *(match.end() for match in _PART.finditer(text, clause.start, clause.end)), clause.end]
    return [_clause(text, start, end, language) for start, end in pairwise(edges)] if len(edges) > 2 else [clause]


_EXCEPTIONS = r"except(?:ing)?(?: for)?|excluding|other than|apart from|sauf|except(?:é|ée|és|ées)|hormis|à l['’]exception d(?:es?|u)|à l['’]exclusion d(?:es?|u)"
_OPEN = r"unless|except (?:if|when|where|as)|sauf (?:si|lorsqu|quand|en cas)|à moins que?"
_JOIN = r"but|whereas|while|because|since|if|when|where|until|after|before|mais|tandis|alors que|parce que|car|si|lorsque?|quand|après que|avant que"
_STARTS = re.compile(
    rf"(?<![^\W_])(?:(?P<open>{_OPEN})|(?P<exception>{_EXCEPTIONS})|(?P<without>without|sans)|(?P<join>{_JOIN}))(?![^\W_])|[;\n•]|[.!?…]\s",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"(?:if|when|where|unless|si|s['’]il|lorsque?|quand|à moins)\b[^,]{0,400},", re.IGNORECASE)
_PART = re.compile(r"[,():]\s?(?!\d)| \| | [-–—] ")
_VERDICT = re.compile(r"\W*(?:yes|no|oui|non)(?=[\s,.:;!–—-])[\s,.:;!–—-]*", re.IGNORECASE)


def _clauses_of(text: str, unit: Unit, language: str) -> Iterator[Clause]:
    if unit.kind == "row":
        yield from _row(text, unit, language)
        return
    before: Clause | None = None
    for first, last, kind in _pieces(text, unit.start, unit.end):
        clause = _clause(text, first, last, language)
        if kind == "open":
            clause = replace(clause, denies=None)
        elif kind == "without":
            clause = replace(clause, denies=True)
        elif kind == "exception":
            clause = _exception(clause, before)
        if clause.terms:
            before = clause
            yield clause


def _exception(clause: Clause, before: Clause | None) -> Clause:
    """A clause that says of its terms the opposite of the one before it."""
    if before is None or before.denies is None:
        return replace(clause, denies=None)
    return replace(clause, denies=not before.denies, excepted_from=before.terms)


def _row(text: str, unit: Unit, language: str) -> Iterator[Clause]:
    """A table row as one clause: when a cell denies, it cannot be told of what."""
    clause = _clause(text, unit.start, unit.end, language)
    if clause.terms:
        yield replace(clause, denies=None if clause.denies else False)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The places between marks and words that begin a clause, with the kind of what begins each."""
    verdict = _VERDICT.match(text, start, end)
    position = verdict.end() if verdict else start
    kind = ""
    condition = _CONDITION.match(text, position, end)
    if condition:
        yield position, condition.end(), "open" if condition[0].lower().startswith(("unless", "à moins")) else ""
        position = condition.end()
    for match in _STARTS.finditer(text, position, end):
        if match.start() > position:
            yield from _until_comma(text, position, match.start(), kind)
        position, kind = match.end(), match.lastgroup or ""
    if position < end:
        yield from _until_comma(text, position, end, kind)


def _until_comma(text: str, start: int, end: int, kind: str) -> Iterator[tuple[int, int, str]]:
    """A piece; an exception only up to its first comma, as it cannot be told how far it goes."""
    comma = text.find(", ", start, end) if kind == "exception" else -1
    if comma < 0:
        yield start, end, kind
    else:
        yield start, comma, kind
        yield comma + 1, end, "open"


def _clause(text: str, start: int, end: int, language: str) -> Clause:
    piece = text[start:end]
    return Clause(start, end, content(piece, language), denies(piece))


def content(text: str, language: str) -> frozenset[str]:
    """The terms of a text that say what it is about: neither numbers nor negation."""
    return frozenset(term for term in terms(text, language) if len(term) > 1 and term.isalpha()) - _NEGATION_TERMS


# --- Negation ----------------------------------------------------------------------------------------------------------

_NO_NEGATION = re.compile(
    r"\bat no (?:extra |additional |further )?(?:charge|cost)|(?:no|not) (?:later|more|less|fewer|earlier|sooner|longer than|only|just|exceed\w*|matter|doubt)\b|[|:] ?(?:none|aucune?|n/a)(?= ?(?:[|;.]|$))|whether or not|if not\b|or not\b|\bno\. ?\d|"
    r"pas (?:plus|moins)(?: tard)? (?:de|d['’]|que?)|(?:non|pas) (?:seulement|que)\b|oui ou non|ou non\b|non plus\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|nobody|nothing|none|neither|nor|cannot)\b|n['’]t\b|\b(?:pas|jamais|aucune?|rien|nulle?|ni|guère)\b|"
    r"(?:\bne\b|\bn['’])\W*(?:\w+\W+){1,4}?(?:plus|personne)\b",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(?:impossible|unable|prohibited|forbidden|ineligible|refused|declined|denied|excluded|interdite?s?|refusée?s?|exclue?s?|inéligibles?|"
    r"non[- ]\w{2,40}[ai]bles?)\b",
    re.IGNORECASE,
)
_NEGATION_TERMS = frozenset(
    {"not", "no", "never", "cannot", "none", "pas", "jam", "aucun", "ni", "rien", "without", "san", "yes", "oui", "non"}
)


def denies(text: str) -> bool:
    """Whether a clause denies: it holds a negation, or a word of refusal, but not both ("not refused").

    Bounds are none ("no later than", "pas plus de"), nor is French "ne ... que", nor an empty cell ("Exceptions: none").
    """
    text = _NO_NEGATION.sub(" ", text)
    return bool(_NEGATION.search(text)) != (len(_REFUSAL.findall(text)) % 2 == 1)


def overlapping(wanted: frozenset[str], found: Sequence[Clause]) -> list[tuple[int, Clause]]:
    """How many of these terms each clause holds, of those that hold any."""
    return [(shared, clause) for clause in found if (shared := len(wanted & clause.terms))]
