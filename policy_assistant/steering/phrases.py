"""Words addressed to an assistant: rules on phrases, each worth some points; enough points close together are a sign.

One phrase that people have no use for is enough ("ignore all previous instructions"). Most others also stand in honest
documents (what a chatbot must tell, how a reply starts), so two or three must come together: somebody who is addressed,
an order, a secret to be kept. Phrases of one point only support others.
"""

import itertools
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from policy_assistant.steering.fold import Folded
from policy_assistant.steering.rules import MENTION, RULES, Rule

ENOUGH = 3
"""Points that make a sign."""

NEAR = 300
"""Characters that lie at most between the beginnings of phrases that count together."""

NEAR_SUPPORT = 80
"""Characters between a phrase and one of a single point that supports it: about a sentence, since such phrases are common."""

MAX_HITS = 500
"""Of one rule in one text: more can only be a text made to waste time, and what was found is flagged."""

_SPACED_ORDER = re.compile(
    r"(?:ignor|disregard|forget|overrid|oublie)\w{0,40}(?:instruct|previous|prior|above|rule|policies|documents|consigne|precedent|directive|regle)"
    r"|(?:assistant|chatbot|languagemodel|llm)\w{0,20}(?:must|should|tell|say|answer|reply|doi|dit|repon|ignor)"
    r"|systemprompt|youareanai|jailbreak"
)


@dataclass(frozen=True, slots=True)
class _Hit:
    """Where a rule was found, in folded text."""

    start: int
    end: int
    rule: int
    points: int


def addressed(folded: Folded) -> Iterator[tuple[int, int]]:
    """The places of words addressed to an assistant, in the text that was folded, in order; they do not overlap."""
    hits = sorted(_hits(folded), key=lambda hit: (hit.start, hit.end))
    starts = [hit.start for hit in hits]
    end = -1
    for anchor in hits:
        if anchor.points == 1 or anchor.end <= end:
            continue
        near = hits[bisect_left(starts, anchor.start - NEAR) : bisect_right(starts, anchor.start + NEAR)]
        group = _enough(anchor, near)
        if group:
            start, end = max(end, min(hit.start for hit in group)), max(hit.end for hit in group)
            yield folded.span(start, end)


def _enough(anchor: _Hit, near: list[_Hit]) -> list[_Hit]:
    """The hits of different rules nearest to one that together with it make a sign; empty when they do not."""
    group, rules, points = [anchor], {anchor.rule}, anchor.points
    for hit in sorted(near, key=lambda hit: abs(hit.start - anchor.start)):
        if points >= ENOUGH:
            break
        if hit.rule not in rules and _gap(anchor, hit) <= (NEAR_SUPPORT if hit.points == 1 else NEAR):
            group.append(hit)
            rules.add(hit.rule)
            points += hit.points
    return group if points >= ENOUGH else []


def _gap(one: _Hit, other: _Hit) -> int:
    return max(one.start - other.end, other.start - one.end)


def _hits(folded: Folded) -> list[_Hit]:
    """All hits, or none where no hit is worth more than a point."""
    text = folded.text
    names_one = MENTION.search(text) is not None
    fit = [(n, rule) for n, rule in enumerate(RULES) if (any(word in text for word in rule.needs) if rule.needs else names_one)]
    hits = [hit for n, rule in fit if rule.points > 1 for hit in _hits_of(n, rule, text)]
    hits += (_Hit(start, end, -1, ENOUGH) for letters, start, end in folded.spaced if _SPACED_ORDER.search(letters))
    if hits:
        hits += (hit for n, rule in fit if rule.points == 1 for hit in _hits_of(n, rule, text))
    return hits


def _hits_of(number: int, rule: Rule, text: str) -> Iterator[_Hit]:
    for match in itertools.islice(rule.pattern.finditer(text), MAX_HITS):
        yield _Hit(match.start(), match.end(), number, rule.points)
