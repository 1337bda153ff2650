"""Which value in code keeps which value of a rule: decided for all rules of a collection together.

Precision comes first. A value that is the same as a rule's, in code that speaks of the same thing, agrees. A value that is
another differs only where the names say that it is for this very rule, no other rule fits them better or is kept by it, and
no better place keeps the rule.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from policy_assistant.code.trace.amounts import DATE, Amount, told_alike
from policy_assistant.code.trace.fit import Fits, says
from policy_assistant.code.trace.pairs import Pair, distance, is_same_end, pairs
from policy_assistant.code.trace.rules import RuleValue
from policy_assistant.code.trace.values import CodeValue

AGREES_FROM, AGREES_BARE_FROM, AGREES_RARE_FROM, AGREES_DAY_FROM = 0.33, 0.45, 0.25, 0.12
"""The least fit of a value that agrees; of one whose unit and kind nothing tells; of one that is rarely the same by chance (12.95); of
a day with its year."""

COMMON_UP_TO = 100
"""Whole numbers up to here, and those that end in two zeros, are often the same by chance."""

AMONG_AGREEING = 0.5
"""Of the places that agree those are named that fit so well, as a share of the best."""

DIFFERS_FROM, NAMES_FROM = 0.55, 0.52
"""The least fit of a value that differs, and the least share of its names' words that the rule has;"""

ONE_TOPIC_FROM, ONE_TOPIC_NAMES, ONE_TOPIC_ALONE = 0.6, 0.74, 0.6
"""the same where only one word names the topic of both: then no other document may fit the code so well, in shares of the fit;"""

MANY_TOPICS, MANY_NAMES = 5, 0.4
"""the least share of names where comments and functions around have so many words of the rule that name a topic;"""

OLD_FROM, OLD_NAMES = 0.45, 0.4
"""and the same where it is the value of another version of the document, which is how code falls behind."""

OTHER_UNIT = 0.8
"""What the fit counts where the code tells the value in hours and the rule in days: what drifts keeps its unit."""

BESIDE_FROM, BESIDE_NAMES = 0.4, 0.3
"""and the same where the same piece of code keeps another rule of the same passage: tables stand beside tables."""

MOST_APART = 10
"""Values of which one is so many times the other are of different rules: what drifts stays near."""

SURELY = 0.5
"""From this fit on code keeps a rule, beyond doubt enough to say something about what stands beside."""

CLAIMED = 0.8
"""A value that agrees with another rule at this share of the fit is kept for that rule, and differs from none."""

BEST_OF_CODE, BEST_OF_OPEN, BEST_OF_RULE = 0.8, 0.9, 0.85
"""A value differs only from the rules that fit it best, from those among them that no other code keeps, and a rule only from the values
that fit it best, up to these shares."""

MUCH_BETTER = 1.5
"""A value that fits a rule so many times better than the one that agrees may differ: the other agrees by chance."""

SAME_NAMES = 0.6
"""Two values with this share of words in common in their names are copies of one setting."""


@dataclass(frozen=True)
class Kept:
    """The places that keep a rule's value, best first; and those that should and hold another one."""

    agrees: tuple[Pair, ...] = ()
    differs: tuple[Pair, ...] = ()


def match(values: Sequence[RuleValue], others: Iterable[RuleValue], codes: Iterable[CodeValue], fits: Fits) -> dict[RuleValue, Kept]:
    """For each value of a rule in force the code that keeps it.

    `others` are values of rules that are not in force. Code that holds one of them does not differ from the rule in force where
    other code keeps that one; where none does, it is the code that fell behind.
    """
    return _Match(frozenset(values), list(pairs({*values, *others}, codes, fits))).kept()


_Beside = tuple[str, str, str | int]
"""A piece of code and a passage of which the one keeps a value of the other, and the value's dimension or where its rule begins."""


@dataclass
class _Match:
    """All pairs, while it is decided what they mean."""

    in_force: frozenset[RuleValue]
    pairs: list[Pair]
    agrees: dict[RuleValue, list[Pair]] = field(default_factory=lambda: defaultdict(list))
    beside: set[_Beside] = field(default_factory=set)
    differs: dict[RuleValue, list[Pair]] = field(default_factory=lambda: defaultdict(list))

    def kept(self) -> dict[RuleValue, Kept]:
        """What is decided, for every value in force."""
        by_code: dict[int, list[Pair]] = defaultdict(list)
        for pair in self.pairs:
            by_code[id(pair.code)].append(pair)
        for pair in self.pairs:
            if _agrees(pair):
                self._read_agreeing(pair)
        for rule, found in self.agrees.items():
            found.sort(key=lambda pair: -pair.score)
            self.agrees[rule] = [pair for pair in found if pair.score >= AMONG_AGREEING * found[0].score]
        for of_code in by_code.values():
            for pair in self._differing(of_code):
                self.differs[pair.rule].append(pair)
        return {rule: Kept(tuple(self.agrees.get(rule, ())), tuple(self._best_of(rule))) for rule in self.in_force}

    def _read_agreeing(self, pair: Pair) -> None:
        self.agrees[pair.rule].append(pair)
        amount = pair.code.amount
        if pair.score >= SURELY and (amount.unit or amount.hint) and pair.code.role != "test":
            self.beside.update(_beside(pair))

    def _best_of(self, rule: RuleValue) -> list[Pair]:
        """The differing places that fit best; messages, which have many words, by themselves."""
        found = sorted(self.differs.get(rule, ()), key=lambda pair: -pair.score)
        best = {role: pair.score for pair in reversed(found) for role in [pair.code.role == "message"]}
        return [pair for pair in found if pair.score >= BEST_OF_RULE * best[pair.code.role == "message"]]

    def _differing(self, of_code: Sequence[Pair]) -> Iterator[Pair]:
        """Of the pairs of one value in code those in which it is meant for the rule and is another value."""
        inside = [pair for pair in of_code if pair.rule in self.in_force]
        candidates = [pair for pair in inside if pair.relation == "other" and self._can_differ(pair, of_code)]
        if not candidates:
            return
        best = max(pair.score for pair in inside)
        agreeing = max((pair.score for pair in inside if pair.relation == "same"), default=0.0)
        by_document: dict[str, Pair] = {}
        for pair in sorted(candidates, key=lambda pair: (-pair.score, distance(pair), pair.rule.start)):
            by_document.setdefault(pair.rule.document, pair)
        least = max(BEST_OF_CODE * best, BEST_OF_OPEN * max(pair.score for pair in candidates))
        yield from (pair for pair in by_document.values() if pair.score >= least and agreeing < CLAIMED * pair.score)

    def _can_differ(self, pair: Pair, of_code: Sequence[Pair]) -> bool:
        code = pair.code
        is_beside = not self.beside.isdisjoint(_beside(pair))
        if code.role == "test" or not (code.amount.unit or code.amount.hint) or distance(pair) > MOST_APART:
            return False
        is_old = any(
            other.relation == "same" and other.rule not in self.in_force and _same_place(other.rule, pair.rule) for other in of_code
        )
        if not _fits(pair, of_code, is_old=is_old, is_beside=is_beside):
            return False
        keeping = (other for other in self.agrees.get(pair.rule, ()) if other.code.role != "test" and _is_for_the_same(pair, other))
        kept = next(keeping, None)
        if kept is None or pair.score >= MUCH_BETTER * kept.score:
            return True
        return not is_old and pair.score >= kept.score and _are_copies(pair, kept, of_code)


def _is_for_the_same(pair: Pair, agreeing: Pair) -> bool:
    """Whether what a value in code is for is kept by one that agrees, and not only the other end of a range or another row of a table."""
    return is_same_end(pair, agreeing) and not _is_other_row(pair, agreeing.code)


def _is_other_row(pair: Pair, other: CodeValue) -> bool:
    """Whether a row of a table in code is for one of the things that a row of the rule lists, and the other row for another."""
    one = pair.code
    are_rows = one.chunk.hash == other.chunk.hash and one.name != other.name and one.names[1:] == other.names[1:]
    return bool(pair.rule.row) and are_rows and says(pair.rule, one.name)


def _are_copies(pair: Pair, agreeing: Pair, of_code: Sequence[Pair]) -> bool:
    """Whether two values in code are for the same thing: they have the same names, and do not stand side by side as those of the rule do."""
    one, other = pair.code, agreeing.code
    are_beside = one.line == other.line and one.chunk.hash == other.chunk.hash
    has_another = any(found.rule != pair.rule and _same_rule(found.rule, pair.rule) for found in of_code)
    return _same_names(one, other) and not (are_beside and has_another)


def _same_rule(one: RuleValue, other: RuleValue) -> bool:
    return (one.chunk, one.rule) == (other.chunk, other.rule)


def _beside(pair: Pair) -> tuple[_Beside, _Beside]:
    piece, rule = pair.code.chunk.hash, pair.rule
    return (piece, rule.chunk, rule.amounts[0].dimension), (piece, rule.chunk, rule.rule)


def _agrees(pair: Pair) -> bool:
    return pair.relation == "same" and pair.score >= _least_to_agree(pair.code.amount) and pair.fit.topics > 0


def _least_to_agree(amount: Amount) -> float:
    value = amount.value
    if amount.unit == DATE:
        return AGREES_DAY_FROM
    is_rare = value > COMMON_UP_TO and value % COMMON_UP_TO != 0
    if is_rare or value * 10 != int(value * 10):
        return AGREES_RARE_FROM
    return AGREES_FROM if amount.unit or amount.hint else AGREES_BARE_FROM


def _fits(pair: Pair, of_code: Sequence[Pair], *, is_old: bool, is_beside: bool) -> bool:
    """Whether the names say that the code is for the rule."""
    fit, amount = pair.fit, pair.code.amount
    if not fit.named or not fit.topics:
        return False
    if not told_alike(pair.rule.amounts[0], amount):
        fit = replace(fit, score=OTHER_UNIT * fit.score)
    if is_old and fit.score >= OLD_FROM and fit.names >= OLD_NAMES:
        return True
    if is_beside and fit.score >= BESIDE_FROM and fit.names >= BESIDE_NAMES:
        return True
    if amount.hint == "count" and fit.named < 2 and fit.topics < 3:
        return False
    if fit.topics > 1:
        return fit.score >= DIFFERS_FROM and fit.names >= (MANY_NAMES if fit.topics >= MANY_TOPICS else NAMES_FROM)
    if any(_agrees(other) and other.fit.topics > fit.topics for other in of_code):
        return False
    rival = max((other.score for other in of_code if other.rule.document != pair.rule.document), default=0.0)
    return rival <= ONE_TOPIC_ALONE * fit.score and fit.score >= ONE_TOPIC_FROM and fit.names >= ONE_TOPIC_NAMES


def _same_place(one: RuleValue, other: RuleValue) -> bool:
    """Whether two values are of one section of a document, in whatever version."""
    return one.document == other.document and one.section == other.section


def _same_names(one: CodeValue, other: CodeValue) -> bool:
    mine, theirs = ({word.lower() for word in code.own} for code in (one, other))
    return bool(mine | theirs) and len(mine & theirs) / len(mine | theirs) >= SAME_NAMES
