"""Values of rules and values in code that can be compared."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.code.trace.amounts import Amount, Relation, apart, compare
from policy_assistant.code.trace.fit import Fit, Fits, is_named
from policy_assistant.code.trace.rules import RuleValue
from policy_assistant.code.trace.values import CodeValue

LEAST = 0.1
"""Pairs that fit less are not looked at,"""

MAX_PAIRS = 1_000_000
"""and of the others no more than these: the search gives the best pieces first."""


@dataclass(frozen=True)
class Pair:
    """A value of a rule and a value in code that can be compared."""

    rule: RuleValue
    code: CodeValue
    fit: Fit
    relation: Relation

    @property
    def score(self) -> float:
        """How well they fit."""
        return self.fit.score


def pairs(wanted: Iterable[RuleValue], codes: Iterable[CodeValue], fits: Fits) -> Iterator[Pair]:
    """The pairs with a word in common and amounts that can be compared."""
    by_form: Mapping[str, Sequence[RuleValue]] = fits.by_form
    known = frozenset(wanted)
    made = 0
    for code in codes:
        near = dict.fromkeys(rule for form in code.forms for rule in by_form.get(form, ()) if rule in known)
        relations = {rule: relation for rule in near if (relation := relation_of(rule.amounts, code))}
        for rule in _meant(relations, code):
            relation = relations[rule]
            if (fit := fits.fit(rule, code)).score >= LEAST:
                yield Pair(rule, code, fit, relation)
                made += 1
                if made >= MAX_PAIRS:
                    return


def _meant(rules: Iterable[RuleValue], code: CodeValue) -> list[RuleValue]:
    """Where the code has the label of a value for a name, the other values of that rule are not meant: `"charger": 12`."""
    found = list(rules)
    named = {rule: is_named(rule.label, code) for rule in found if rule.label}
    labelled = {(rule.chunk, rule.rule) for rule, is_meant in named.items() if is_meant}
    return [rule for rule in found if (rule.chunk, rule.rule) not in labelled or named.get(rule)]


def relation_of(amounts: Sequence[Amount], code: CodeValue) -> Relation:
    """How a value in code stands to a rule's: the same as one end of a range is the same, unless the code names the other end."""
    found = {compare(amount, code.amount) for amount in amounts_meant(amounts, code)}
    return "same" if "same" in found else "other" if "other" in found else ""


def amounts_meant(amounts: Sequence[Amount], code: CodeValue) -> Sequence[Amount]:
    """Of a range the end that a value in code names (`MIN_DAYS`), else both."""
    end = _end(code)
    return amounts if len(amounts) < 2 or end is None else [amounts[end]]


_LOW, _HIGH = (
    frozenset({"min", "minimum", "minimal", "minimale", "lowest", "low"}),
    frozenset({"max", "maximum", "maximal", "maximale", "highest", "high"}),
)


def _end(code: CodeValue) -> int | None:
    """The end of a range that a value names: 0 the lower, -1 the upper, None neither or both."""
    words = {word.lower() for word in code.own}
    is_low, is_high = not words.isdisjoint(_LOW), not words.isdisjoint(_HIGH)
    return None if is_low == is_high else 0 if is_low else -1


def is_same_end(pair: Pair, agreeing: Pair) -> bool:
    """Whether a value in code and one that agrees do not stand for different ends of a range."""
    amounts, end = pair.rule.amounts, _end(pair.code)
    if len(amounts) < 2 or end is None:
        return True
    return compare(amounts[end], agreeing.code.amount) == "same"


def distance(pair: Pair) -> float:
    """How many times a value in code is the rule's, or the rule's is it."""
    return min(apart(amount, pair.code.amount) for amount in amounts_meant(pair.rule.amounts, pair.code))
