"""How well the words of a value in code fit those of a value of a rule.

Two shares make the fit: how much of what the names of the code value say stands in the rule, and how much of the rule's
words the code has. A word counts the more the fewer rules have it (inverse document frequency: Spärck Jones 1972). A word of a
name that other rules have and this one has not speaks against the rule; one that no rule has says little.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from policy_assistant.code.trace.naming import hint_of_names
from policy_assistant.code.trace.rules import NEAR, PASSAGE, SECTION, SENTENCE, TITLE, Rule, RuleValue
from policy_assistant.code.trace.values import CodeValue
from policy_assistant.code.trace.words import Forms, all_forms, forms, is_generic, topics_of, words_of
from policy_assistant.glossary import Glossary

ROW = 0.15
"""What it adds that the names of the code value hold all words of the first cell of the rule's row."""

GENERIC = 0.15
"""What a word such as `limit` weighs beside one that names a topic."""

UNHEARD = 0.4
"""What a word of a name weighs that no rule has; one for a kind of price, such as `surcharge`, is then generic."""

OF_NAMES, OF_RULE = 0.6, 0.4
"""What the two shares count. Names say what a value is for; a rule has many words that no code repeats."""

ENOUGH_OF_RULE = 0.4
"""From this share of a rule's words on, the code says all of it."""

_SCOPE, _CONTEXT = 0.8, 0.5
"""What a word counts that stands in the function's name or path, or only in a comment or the same statement."""

_ABSENT_FROM_SCOPE = 0.25
"""What a word of a path or a function's name weighs that the rule has not: folders are called as they are."""

_BY_PLACE = {0.0: 0.0, PASSAGE: 0.5, TITLE: 0.8, SECTION: 0.85, SENTENCE: 0.95, NEAR: 1.0}
"""What a word of a name counts by where the rule has it."""

_PRICED = ("money", "percent")
_LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Fit:
    """`score` from 0 to 1, and `ROW` more; `names` is the share of the names' words that the rule has, `named` how many of them name a topic.

    `topics` is how many of the rule's words that name a topic the code has anywhere.
    """

    score: float
    names: float
    topics: int
    named: int


def _is_row(row: str, code: CodeValue) -> bool:
    found = [own for word in words_of(row) if (own := forms(word))]
    return bool(found) and not any(own.isdisjoint(code.own_forms) for own in found)


def is_named(label: str, code: CodeValue) -> bool:
    """Whether the topic words of a label are those of one of the names of a value."""
    wanted = topics_of(label)
    return bool(wanted) and any(_are_alike(wanted, found) for found in code.names_topics)


def says(rule: RuleValue, name: str) -> bool:
    """Whether the sentence or row of a rule has all words of a name that name a topic."""
    wanted = topics_of(name)
    said = all_forms(word for word, weight in rule.words.items() if weight >= SENTENCE)
    return bool(wanted) and not any(own.isdisjoint(said) for own in wanted)


def _are_alike(one: Sequence[Forms], other: Sequence[Forms]) -> bool:
    return all(any(mine & its for its in other) for mine in one) and all(any(mine & its for mine in one) for its in other)


class _Words:
    """The words of a rule value, with the forms by which code may say them."""

    def __init__(self, value: RuleValue, glossary: "_Related", text: str) -> None:
        self.weights: dict[Forms, tuple[str, float]] = {}
        self.of_form: dict[str, float] = {}
        self.topics: set[str] = set(glossary.of_text(text))
        for word, weight in value.words.items():
            if own := forms(word):
                known = own | glossary.of_word(word)
                if weight > PASSAGE:
                    self.weights[known] = word, max(weight, self.weights.get(known, ("", 0.0))[1])
                self.topics |= frozenset() if is_generic(word) else known
                for form in known:
                    self.of_form[form] = max(weight, self.of_form.get(form, 0.0))
        for form in glossary.of_text(text):
            self.of_form.setdefault(form, SENTENCE)


class _Related:
    """The forms of what the glossary says for words and phrases."""

    def __init__(self, glossary: Glossary) -> None:
        self._glossary = glossary
        self._of_word: dict[str, Forms] = {}
        self._of_text: dict[str, Forms] = {}

    def of_word(self, word: str) -> Forms:
        """The single terms that mean the same as a word."""
        if word not in self._of_word:
            self._of_word[word] = frozenset(phrase for phrase in self._glossary.expand(word, _LANGUAGES) if " " not in phrase)
        return self._of_word[word]

    def of_text(self, text: str) -> Forms:
        """The terms of the phrases that mean the same as phrases of a text."""
        if text not in self._of_text:
            phrases = self._glossary.expand(text, _LANGUAGES)
            self._of_text[text] = frozenset(term for phrase in phrases for term in phrase.split())
        return self._of_text[text]


class Fits:
    """The rules of a collection, ready to be compared with values in code."""

    def __init__(self, rules: Sequence[Rule], glossary: Glossary) -> None:
        related = _Related(glossary)
        self._words: dict[RuleValue, _Words] = {}
        passages: dict[str, set[str]] = defaultdict(set)
        for rule in rules:
            for value in rule.values:
                words = _Words(value, related, f"{rule.chunk.title}\n{rule.chunk.section}\n{rule.text}")
                self._words[value] = words
                for form in words.of_form:
                    passages[form].add(rule.chunk.chunk_id)
        self._passages = {form: len(found) for form, found in passages.items()}
        self._count = max(1, len({rule.chunk.chunk_id for rule in rules}))
        self._rarest = math.log(1 + self._count)
        self._weighed = {value: self._weigh(words) for value, words in self._words.items()}
        self._of_name: dict[str, tuple[Forms, float]] = {}

    @cached_property
    def by_form(self) -> Mapping[str, Sequence[RuleValue]]:
        """Form -> the values of rules that have it in a word that names a topic."""
        found: dict[str, list[RuleValue]] = defaultdict(list)
        for value, words in self._words.items():
            for form in words.topics:
                found[form].append(value)
        return found

    def fit(self, value: RuleValue, code: CodeValue) -> Fit:
        """How well they fit."""
        words = self._words[value]
        names, met = self._of_names(words, code.own)
        with_scope, met_with_scope = self._of_names(words, code.own, code.scope)
        if with_scope * _SCOPE > names or not met:
            names, met = with_scope * _SCOPE, met_with_scope
        of_rule, common = self._of_rule(value, code)
        score = OF_NAMES * names + OF_RULE * min(1.0, of_rule / ENOUGH_OF_RULE)
        return Fit(score + ROW * _is_row(value.row, code), names, common, met)

    def _of_names(self, words: _Words, names: Sequence[str], scope: Sequence[str] = ()) -> tuple[float, int]:
        """The share of the names' words that the rule has, and how many of those that name a topic it has."""
        had = total = 0.0
        topics = 0
        for word in dict.fromkeys([*names, *scope]):
            own, weight = self._name(word)
            if not own:
                continue
            where = max((words.of_form.get(form, 0.0) for form in own), default=0.0)
            weight *= 1.0 if where or word in names else _ABSENT_FROM_SCOPE
            total += weight
            had += weight * _BY_PLACE[where]
            topics += bool(where) and not is_generic(word)
        return (had / total if total else 0.0), topics

    def _name(self, word: str) -> tuple[Forms, float]:
        """The forms of a word of a name, and what it weighs."""
        if word not in self._of_name:
            own = forms(word)
            self._of_name[word] = own, self._weight(word, own) if own else 0.0
        return self._of_name[word]

    def _weigh(self, words: _Words) -> list[tuple[Forms, float, bool]]:
        """The words of a rule, each with what it weighs and whether it names a topic."""
        return [(known, where * self._weight(word, known), not is_generic(word)) for known, (word, where) in words.weights.items()]

    def _of_rule(self, value: RuleValue, code: CodeValue) -> tuple[float, int]:
        """The share of the rule's words that the code has, and how many of those that name a topic."""
        had = total = 0.0
        topics = 0
        own, scope, every = code.own_forms, code.scope_forms, code.forms
        for known, weight, is_topic in self._weighed[value]:
            total += weight
            if not known.isdisjoint(every):
                had += weight * (1.0 if not known.isdisjoint(own) else _SCOPE if not known.isdisjoint(scope) else _CONTEXT)
                topics += is_topic
        return (had / total if total else 0.0), topics

    def _weight(self, word: str, own: Forms) -> float:
        """What a word weighs: the rarer among the rules, the more."""
        if is_generic(word):
            return GENERIC
        seen = max((self._passages.get(form, 0) for form in own if not form.endswith("-")), default=0) or max(
            (self._passages.get(form, 0) for form in own), default=0
        )
        if not seen:
            return GENERIC if hint_of_names([word]) in _PRICED else UNHEARD
        return math.log(1 + self._count / seen) / self._rarest
