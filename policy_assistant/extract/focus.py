"""The focus of a question: what a passage must hold to answer it, and how much each word of it tells.

Three kinds of words are told apart. What the question asks about counts fully. What it tells of a case before it asks
("A customer was charged twice. How quickly ...") counts less. Dates and amounts of the case count nothing, for a rule does
not repeat them, nor do the words that only say what kind of answer is wanted ("how long", "cost"): whether a passage
answers them is seen from what it holds, a duration or a price. Nor do words for whoever and whatever a rule is about
("customer", "item"): a rule says "you" and "it".
"""

import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from policy_assistant.analysis import base_language, question_terms
from policy_assistant.extract.wanted import Wanted, asking_sentences, wanted
from policy_assistant.quantities.days import day_spans
from policy_assistant.quantities.quantity import quantities
from policy_assistant.question import Question

_YEAR = re.compile(r"(?:19|20)\d\d")

TOLD_SHARE = 0.5
"""What a word of the case counts beside one of the question itself."""

FOREIGN_SHARE = 0.5
"""What a word without a translation counts that a text in another language does not hold."""

CountTerms = Callable[[Sequence[Sequence[str]]], Sequence[int]]
"""How many of the passages that may be seen hold any term of each group; a term with blanks is a phrase."""

_ENGLISH = """
    long soon quick quickly fast often much many big large high far late early
    take takes took taken get gets got give gives need needs want wants wish like happen happens happened mean means come comes
    say says said tell tells told ask asks asked know look looks use used using make makes made go goes went put work works keep kept
    allow allowed possible able right true still now today moment currently current again already exactly
    someone somebody anyone anybody people person thing things anything something kind kinds sort way ways case cases one ones
    time times day days week weeks month months year years hour hours minute minutes date dates period length window amount
    cost costs price prices fee fees pay pays paid charge dollar dollars euro euros number most least maximum minimum
    fit fits belong belongs contain contains include includes included
    customer customers client clients buyer buyers shopper shoppers consumer consumers employee employees
    item items article articles product products goods
    ago please two three four five six seven eight nine ten twice once first second third
    help offer offers apply applies exist exists cover covers covered coverage
    until within during after before since per through over up down out back off away around instead well else even ever rather together later
    heavy weigh weighs weight tall wide deep thick height width depth length hot cold warm temperature loud noisy decibels
"""
_FRENCH = """
    long longtemps vite souvent beaucoup grand grande
    prend prendre prennent pris dure durer durée duree faut falloir veut veux vouloir voulait besoin
    arrive arriver dire dit disent signifie savoir sait connaître demander demande utiliser mettre aller va vont fonctionne
    possible permis autorisé autorise vrai exact encore toujours maintenant aujourd hui actuellement déjà deja
    quelqu quelque chose choses personne personnes gens type sorte genre façon facon manière maniere cas
    temps jour jours semaine semaines mois an ans année annee années annees heure heures minute minutes date délai delai période periode
    coûte coute coûtent coutent coût cout prix frais tarif payer paie montant gratuit dollars euros nombre maximum minimum
    deux trois quatre cinq six sept huit neuf dix fois premier première deuxième troisième
    contient contiennent comprend comprennent inclut inclus incluse convient trouve trouvent
    client clients cliente clientes consommateur consommateurs salarié salariés salariée employé employés employée
    article articles produit produits objet objets marchandise marchandises
    merci svp obtenir avoir droit existe couvert couverte couverture
    pendant jusque durant après avant depuis selon parmi aussi même meme plutôt plutot ensemble ailleurs
    pèse pese poids hauteur largeur profondeur longueur température temperature décibels bruit
"""
_ASKING = {"en": _ENGLISH, "fr": _FRENCH}


@dataclass(frozen=True)
class Concept:
    """One word of a question: the terms that stand for it, and the phrases, each the terms that must all be there.

    `weight` is what it tells, 0 for nothing; `passages` how many that may be seen hold it; `word` is as it was written.
    `is_translated` says that the glossary or its form makes it found in another language.
    """

    word: str
    terms: frozenset[str]
    phrases: tuple[tuple[str, ...], ...] = ()
    weight: float = 0.0
    passages: int = 0
    is_translated: bool = True

    @property
    def is_number(self) -> bool:
        """Whether it is a bare number."""
        return all(term.isdigit() for term in self.terms)

    @property
    def is_code(self) -> bool:
        """Whether it is a code, such as `PW-2200`."""
        return any(char.isdigit() for char in self.word)

    def is_held(self, held: Collection[str]) -> bool:
        """Whether a text with these terms holds the concept."""
        return not self.terms.isdisjoint(held) or any(all(term in held for term in phrase) for phrase in self.phrases)


@dataclass(frozen=True)
class Focus:
    """What a question in `language` asks for: the concepts that tell something, and the kinds of answer.

    `rarest` is the weight of a word that no passage holds, the most that any can have.
    """

    question: Question
    language: str
    wanted: Wanted
    concepts: tuple[Concept, ...]
    rarest: float

    @cached_property
    def total(self) -> float:
        """The sum of all weights, never 0."""
        return sum(concept.weight for concept in self.concepts) or 1.0

    def share(self, held: Collection[str]) -> float:
        """The weight of the concepts that are held, as a share of all."""
        return sum(concept.weight for concept in self.concepts if concept.is_held(held)) / self.total

    def missing(self, held: Collection[str]) -> Sequence[Concept]:
        """The concepts that are not held, the weightiest first."""
        return sorted((concept for concept in self.concepts if not concept.is_held(held)), key=lambda concept: -concept.weight)

    def lack(self, held: Collection[str], language: str) -> float:
        """The weight of the weightiest concept that a text in a language does not hold, as a share of the most that one can weigh.

        What a text in another language lacks may be there in a word that the glossary does not know: it counts less.
        """
        foreign = base_language(language) != self.language
        lacking = (c.weight * (FOREIGN_SHARE if foreign and not c.is_translated else 1) for c in self.concepts if not c.is_held(held))
        return max(lacking, default=0.0) / self.rarest

    def codes_missing(self, held: Collection[str]) -> int:
        """How many of the question's codes are not held."""
        return sum(concept.is_code and not concept.is_held(held) for concept in self.concepts)

    def holds_any(self, held: Collection[str]) -> bool:
        """Whether any concept is held."""
        return any(concept.is_held(held) for concept in self.concepts)

    def widened(self, terms: Collection[str]) -> "Focus":
        """The same, but a word that no passage holds as it is stands for other forms of it among `terms`.

        Stemmers part some forms of a word ("vend", "vendons"): one that begins with the other is taken for the same.
        """
        return replace(self, concepts=tuple(_widened(concept, terms) for concept in self.concepts))


def focus_of(question: Question, language: str, passages: int, count: CountTerms, as_of: str = "") -> Focus:
    """The focus of a question over an index of `passages`, of which `count` sees those that may be seen.

    A concept's weight is its rarity, ln(1 + (N - n + 0.5) / (n + 0.5)), times its role. A year by itself counts when it is not
    that of `as_of`. Where no word tells anything, those
    do that some passage holds.
    """
    concepts = list(_concepts(question))
    roles = _Roles(question, language, as_of[:4])
    telling = [(concept, role) for concept in concepts if (role := roles.of(concept))]
    counts = count([[*concept.terms, *map(" ".join, concept.phrases)] for concept in concepts])
    held = dict(zip(concepts, counts, strict=True))
    chosen = telling or [(concept, 1.0) for concept in concepts if held[concept] and not concept.is_number]
    weighed = [replace(concept, weight=role * _rarity(passages, held[concept]), passages=held[concept]) for concept, role in chosen]
    return Focus(question, language, wanted(question.text, language), tuple(weighed), _rarity(passages, 0))


def _rarity(passages: int, held: int) -> float:
    held = min(held, passages)
    return math.log(1 + (passages - held + 0.5) / (held + 0.5))


def _concepts(question: Question) -> Iterator[Concept]:
    """The concepts of a question, each once, with the phrases that the glossary has for its words.

    A code is one concept, found as a whole: its parts alone are other codes.
    """
    known: set[frozenset[str]] = set()
    asked = frozenset(question.terms)
    for word in dict.fromkeys(question.text.split()):
        forms = frozenset(term for term in question_terms(word, question.languages) if term in asked)
        name = word.strip("?!.,;:()«»\"'")
        if any(char.isdigit() for char in name):
            whole = frozenset([max(forms, key=len)]) if forms else frozenset[str]()
            if whole and whole not in known:
                known.add(whole)
                yield Concept(name, whole)
            continue
        for concept in question.concepts:
            if concept not in known and not forms.isdisjoint(concept):
                known.add(concept)
                phrases = _phrases(question, word)
                yield Concept(name, concept, phrases, is_translated=bool(phrases) or not concept <= forms)


def _phrases(question: Question, word: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(phrase.split()) for phrase in question.glossary.expand(word, question.languages) if " " in phrase)


class _Roles:
    """What part of its rarity each concept counts."""

    def __init__(self, question: Question, language: str, year: str) -> None:
        self._year = year
        self._asked = {term for sentence in asking_sentences(question.text) for term in question_terms(sentence, question.languages)}
        self._telling = set(question_terms(_without_amounts(question.text, language), question.languages))
        self._asking = _asking_terms(language)

    def of(self, concept: Concept) -> float:
        """0 for what tells nothing, 1 for what is asked about."""
        terms = concept.terms
        if (
            (concept.is_number and not self._is_other_year(concept.word))
            or terms.isdisjoint(self._telling)
            or not terms.isdisjoint(self._asking)
        ):
            return 0.0
        return TOLD_SHARE if terms.isdisjoint(self._asked) else 1.0

    def _is_other_year(self, word: str) -> bool:
        """Whether a number is a year, and not that of the question's day: a rule for another year is another rule."""
        return bool(self._year) and word != self._year and bool(_YEAR.fullmatch(word))


def _without_amounts(text: str, language: str) -> str:
    """The text without its days and its amounts with a unit."""
    spans = [*day_spans(text, language), *((q.start, q.end) for q in quantities(text, language) if q.unit)]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return text


@lru_cache(maxsize=8)
def _asking_terms(language: str) -> frozenset[str]:
    """The terms of the words that only say what kind of answer is wanted."""
    return frozenset(term for word in _ASKING.get(language, "").split() for term in question_terms(word, [language]))


# --- Other forms of a word ---------------------------------------------------------------------------------------------

_SHORT, _LONG = 4, 5
"""The least letters that two forms share, and from which"""
_ENDING, _LONG_ENDING = 3, 4
"""so many more may follow."""


def _widened(concept: Concept, terms: Collection[str]) -> Concept:
    if concept.passages or concept.is_held(terms):
        return concept
    forms = frozenset(term for term in terms if any(_is_form(term, own) for own in concept.terms))
    return replace(concept, terms=concept.terms | forms) if forms else concept


def _is_form(one: str, other: str) -> bool:
    """Whether one of two words begins with the other, and is not much longer."""
    shared, whole = sorted((one, other), key=len)
    if len(shared) < _SHORT or not whole.startswith(shared) or not whole.isalpha():
        return False
    return len(whole) - len(shared) <= (_LONG_ENDING if len(shared) >= _LONG else _ENDING)
