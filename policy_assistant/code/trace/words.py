"""Words of rules and of names in code, in the forms by which the two are compared.

`refundDelayDays`, `REFUND_DELAY_DAYS` and "the delay of a refund" share words; so do `delai_remboursement` and "délai de
remboursement", and, by the glossary, both pairs.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from policy_assistant.analysis import folded, terms
from policy_assistant.quantities import UNITS
from policy_assistant.quantities.units import unit_at
from policy_assistant.stopwords import STOP_WORDS

_ALIKE = """
    window period deadline delay duration long longer term delai duree periode echeance longtemps temps
    fee price cost charge pay paid frais prix cout tarif coute
    maximum limit cap most plafond limite plus
    keep kept retention retain delete conserve conservation garde supprime
"""
"""Words of one line say the same of a value."""

Forms = frozenset[str]
"""What a word is compared by: its stem in English and in French, and its beginning where it is long."""

_PIECE = re.compile(r"[^\W\d_]+|\d+")
_CASE = re.compile(r"(?<=[a-zà-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-ZÀ-ÖØ-Þ])(?=[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ])")
_LONG, _BEGINNING = 7, 6
_SHORTEST = 3
_PLURALS = ("eux", "eaux", "oux")
"""French plurals that no stem reaches: feux, eaux, bijoux."""

_SHORT_FOR: Mapping[str, str] = {
    "amt": "amount",
    "addr": "address",
    "avg": "average",
    "cfg": "config",
    "cust": "customer",
    "del": "delivery",
    "dep": "deposit",
    "doc": "document",
    "docs": "documents",
    "emp": "employee",
    "exp": "expiry",
    "int": "integer",
    "inv": "invoice",
    "lim": "limit",
    "max": "maximum",
    "min": "minimum",
    "mgr": "manager",
    "ord": "order",
    "pct": "percent",
    "pmt": "payment",
    "prod": "product",
    "pwd": "password",
    "qty": "quantity",
    "reg": "registration",
    "req": "request",
    "res": "reservation",
    "ret": "return",
    "sub": "subscription",
    "tmp": "temporary",
    "wty": "warranty",
}
"""What people write short in names. Longer short forms are found by how the whole word begins."""

_GENERIC = """
    maximum minimum limit limits window period periods delay duration default defaults value values amount amounts rate rates fee fees price
    prices cost costs threshold cutoff count number numbers total per after before until since within allowed allow policy rule rules config
    configuration setting settings option options constant constants deadline term terms time date dates upper lower bound grace flat base
    standard level length size new old first last check calculate compute get set has can valid eligible eligibility test tests data table
    row rows end ends ending keep kept keeps more less than rest result weight wait list item items code codes type types kind name names charge charges share percent percentage ratio
    limite limites plafond seuil delai delais duree durees periode periodes defaut valeur valeurs montant montants taux frais prix cout couts
    tarif tarifs nombre total apres avant depuis jusque autorise autorisee regle regles politique parametre parametres constante echeance
    age validity lifetime interval frequency every intervalle frequence garde gardes conserve conserves fin debut poids attente date heure maximal maximale minimal minimale liste ligne type nom pourcentage mois jour jours calculer obtenir valide admissible
"""


def split_name(name: str) -> list[str]:
    """The words of an identifier in small letters: `maxWeightKG` gives max, weight, kg. Digits are left out."""
    return [part.lower() for run in _PIECE.findall(name) if not run.isdigit() for part in _CASE.split(run)]


def words_of(text: str) -> Iterator[str]:
    """The words of a text and of the identifiers in it. A word of one letter counts only as a capital: zone B."""
    for run in _PIECE.findall(unicodedata.normalize("NFC", text)):
        for part in [run] if run.isdigit() or run.isupper() else _CASE.split(run):
            if len(part) > 1 or part.isdigit() or part.isupper():
                yield part


def words_of_name(name: str) -> Iterator[str]:
    """The words of an identifier. In one that is all in capitals AND is no acronym: it is left out."""
    is_shouted = "_" in name and name.isupper()
    return (word for word in words_of(name) if not is_shouted or len(word) == 1 or word.isdigit() or forms(word.lower()))


def words_of_prose(text: str) -> Iterator[str]:
    """The words of a text that people read; a name such as `PayPal` also whole, as code may write it: `PAYPAL`."""
    for run in _PIECE.findall(unicodedata.normalize("NFC", text)):
        parts = list(words_of(run))
        yield from parts
        if len(parts) > 1:
            yield run.lower()


@lru_cache(maxsize=50_000)
def forms(word: str) -> Forms:
    """The forms of one word; none for a function word or a number."""
    small = folded(word)
    if not small or small.isdigit() or _is_function_word(word, small):
        return frozenset()
    if len(small) == 1:
        return frozenset([small.upper()]) if word.isupper() else frozenset()
    small = _SHORT_FOR.get(small, small)
    found = {term for language in ("en", "fr") for term in terms(small, language)}
    found |= {f"{_group_of()[form]}~" for form in found if form in _group_of()}
    if small.endswith(_PLURALS):
        found.add(small[:-1])
    if len(small) >= _LONG and small.isalpha():
        found.add(f"{small[:_BEGINNING]}-")
    return frozenset(found or {small})


@lru_cache(maxsize=50_000)
def is_unit(word: str) -> bool:
    """Whether a word is only the name of a unit of time, money, mass, length or the like."""
    found = unit_at(word, 0)
    return found is not None and found[1] == len(word) > 1 and UNITS[found[0]].dimension in _MEASURED


_MEASURED = frozenset({unit.dimension for unit in UNITS.values()}) - {"point", "item", "copy", "page", "person", "box", "occurrence"}


@lru_cache(maxsize=50_000)
def is_generic(word: str) -> bool:
    """Whether a word only says that there is a value (limit, fee, délai) or how it is counted (days), not of what it is."""
    return is_unit(folded(word)) or bool(forms(word) & _generic())


@lru_cache(maxsize=10_000)
def topics_of(text: str) -> tuple[Forms, ...]:
    """The forms of the words of a name or a short text that name a topic."""
    return tuple(own for word in words_of_name(text) if (own := forms(word)) and not is_generic(word))


def all_forms(words: Iterable[str]) -> Forms:
    """The forms of several words."""
    return frozenset().union(*(forms(word) for word in words))


@lru_cache(maxsize=1)
def _group_of() -> dict[str, str]:
    """Stem -> the first word of its line of `_ALIKE`."""
    return {
        term: line.split()[0]
        for line in _ALIKE.strip().splitlines()
        for word in line.split()
        for language in ("en", "fr")
        for term in terms(word, language)
    }


@lru_cache(maxsize=1)
def _generic() -> Forms:
    return frozenset(term for word in _GENERIC.split() for form in [forms(word)] for term in form)


def _is_function_word(word: str, small: str) -> bool:
    if word.isupper() and len(word) <= _SHORTEST:
        return False
    return any(small in words or word.lower() in words for words in STOP_WORDS.values())
