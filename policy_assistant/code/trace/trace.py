"""Trace: the rules of documents against the code that keeps them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from policy_assistant.code.trace.fit import Fits
from policy_assistant.code.trace.match import Kept, match
from policy_assistant.code.trace.pairs import relation_of
from policy_assistant.code.trace.rules import Rule, RuleValue, all_rules
from policy_assistant.code.trace.uses import Uses
from policy_assistant.code.trace.values import CodeValue, values_of
from policy_assistant.glossary import Glossary
from policy_assistant.metadata import Chunk

Find = Callable[[str, int], Sequence[tuple[Chunk, float]]]
"""A search over code: a question and how many pieces are wanted give pieces with their scores, best first."""

Verdict = Literal["agrees", "differs", "not found"]

PIECES = 30
"""So many pieces of code are looked into for a rule."""

MAX_PLACES = 12
"""So many places are named for a value."""


@dataclass(frozen=True)
class Finding:
    """What code says of one value of a rule.

    `code` are the places that decide: those that hold another value where the verdict is `differs`, else those that keep it.
    `also_in` are the further ones: with `differs` the places that keep the rule, and tests that hold its value. `note` says more
    in words, or is empty.
    """

    rule: Rule
    value: RuleValue
    verdict: Verdict
    code: tuple[CodeValue, ...] = ()
    also_in: tuple[CodeValue, ...] = ()
    note: str = ""


def trace_rules(
    asked: Sequence[Chunk],
    in_force: Sequence[Chunk],
    find: Find,
    glossary: Glossary,
    *,
    as_of: str = "",
    every_version: Sequence[Chunk] = (),
) -> list[Finding]:
    """The findings for the rules of passages, in their order.

    `in_force` are all passages in force on `as_of`: their rules compete for the code, so that what keeps one is no difference
    of another. `every_version` are all versions' passages; where code holds the value of another version, a note says so.
    """
    rules = all_rules(asked, as_of)
    known = {chunk.chunk_id for chunk in asked}
    competing = [*rules, *all_rules([chunk for chunk in in_force if chunk.chunk_id not in known], as_of)]
    known |= {chunk.chunk_id for chunk in in_force}
    others = all_rules([chunk for chunk in every_version if chunk.chunk_id not in known], as_of)
    fits = Fits([*competing, *others], glossary)
    pieces = _pieces(rules, find)
    uses = Uses(pieces)
    codes = [uses.explained(value) for chunk in pieces for value in values_of(chunk)]
    kept = match([value for rule in competing for value in rule.values], (value for rule in others for value in rule.values), codes, fits)
    return [_finding(rule, value, kept[value], others) for rule in rules for value in rule.values]


def trace_all(
    in_force: Sequence[Chunk], find: Find, glossary: Glossary, *, as_of: str = "", every_version: Sequence[Chunk] = ()
) -> list[Finding]:
    """The findings for all rules in force; as `trace_rules`."""
    return trace_rules(in_force, in_force, find, glossary, as_of=as_of, every_version=every_version)


def question_of(rule: Rule) -> str:
    """What code is searched for with: the rule with its title and headings."""
    return "\n".join([rule.chunk.title, rule.chunk.section, rule.text])


def _pieces(rules: Iterable[Rule], find: Find) -> list[Chunk]:
    """The pieces of code that a search finds for rules, each once."""
    found: dict[str, Chunk] = {}
    for rule in rules:
        for chunk, _ in find(question_of(rule), PIECES):
            found.setdefault(chunk.hash, chunk)
    return list(found.values())


def _finding(rule: Rule, value: RuleValue, kept: Kept, others: Sequence[Rule]) -> Finding:
    differs = tuple(pair.code for pair in kept.differs)[:MAX_PLACES]
    agrees = tuple(pair.code for pair in kept.agrees)[:MAX_PLACES]
    if differs:
        return Finding(rule, value, "differs", differs, agrees, _equals_another_version(rule, differs, others))
    deciding = tuple(code for code in agrees if code.role != "test")
    if not deciding:
        return Finding(rule, value, "not found", (), agrees, "only tests hold this value" if agrees else "")
    return Finding(rule, value, "agrees", deciding, tuple(code for code in agrees if code.role == "test"))


def _equals_another_version(rule: Rule, codes: Sequence[CodeValue], others: Sequence[Rule]) -> str:
    """A note where code holds the value that another version of the document states in the same section."""
    for other in others:
        if other.chunk.doc_id != rule.chunk.doc_id or other.chunk.version == rule.chunk.version:
            continue
        if set(other.chunk.sections).isdisjoint(rule.chunk.sections):
            continue
        if any(relation_of(value.amounts, code) == "same" for value in other.values for code in codes):
            return f"equals version {other.chunk.version} of the rule"
    return ""
