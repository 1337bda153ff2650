from itertools import permutations

import pytest

from policy_assistant.code.trace import Finding, trace_all
from tests.code.trace.samples import AS_OF, Key, collection, glossary, is_of, search_over

SETS = ("cycles", "hosting", "campsite")
PLANTED = 10
MOST_BETWEEN_STRANGERS = 5
LEAST_FOUND = {"cycles": 10, "hosting": 10, "campsite": 10}
LEAST_AGREEING = {"cycles": 1.0, "hosting": 1.0, "campsite": 0.97}


def shares(name: str, verdict: str) -> tuple[list[Key], list[Key]]:
    """The keys with a verdict, and those that the trace misses."""
    made = collection(name)
    keys = [key for key in made.key if key.verdict == verdict]
    return keys, [key for key in keys if not made.kept_by(key)]


@pytest.mark.parametrize("name", SETS)
def test_planted_differences_are_found(name: str) -> None:
    keys, missed = shares(name, "differs")
    assert len(keys) == PLANTED
    assert len(keys) - len(missed) >= LEAST_FOUND[name], missed


@pytest.mark.parametrize("name", SETS)
def test_nothing_that_agrees_is_called_a_difference(name: str) -> None:
    false = [(one.value.text, one.rule.text, [(code.path, code.line_text) for code in one.code]) for one in collection(name).false_alarms]
    assert not false


@pytest.mark.parametrize("name", SETS)
def test_code_that_keeps_a_rule_is_found(name: str) -> None:
    keys, missed = shares(name, "agrees")
    assert 1 - len(missed) / len(keys) >= LEAST_AGREEING[name], missed


@pytest.mark.parametrize("name", SETS)
def test_a_rule_that_no_code_keeps_is_not_found(name: str) -> None:
    keys, missed = shares(name, "not found")
    assert keys
    assert not missed


def test_code_of_another_organisation_is_hardly_ever_meant() -> None:
    """It speaks of late fees and answers too, so that a few of some 300 values seem to be meant."""
    differing = agreeing = 0
    for documents, code in permutations(SETS, 2):
        made = collection(documents)
        findings = trace_all(made.in_force, search_over(collection(code).code), glossary(), as_of=AS_OF, every_version=made.documents)
        differing += sum(finding.verdict == "differs" for finding in findings)
        agreeing += sum(finding.verdict == "agrees" for finding in findings)
    assert max(differing, agreeing) <= MOST_BETWEEN_STRANGERS


def the_finding(name: str, rule: str) -> Finding:
    """The only finding about a value."""
    (found,) = (one for one in collection(name).findings if is_of(one, Key("", "", "", rule)))
    return found


def test_code_that_fell_behind_says_which_version_it_equals() -> None:
    assert the_finding("cycles", "up to 60 days").note == "equals version 2 of the rule"
    assert the_finding("campsite", "120 days").note == "equals version 3 of the rule"
    assert the_finding("cycles", "notice of 14 days").note == ""


def test_tests_that_hold_the_value_are_named_apart() -> None:
    found = the_finding("cycles", "After 12 hours")
    assert {code.path for code in found.code} == {"velora/late.py"}
    assert {code.path for code in found.also_in} == {"tests/test_late.py"}


def test_citations_are_exact_on_both_sides() -> None:
    for finding in collection("hosting").findings:
        chunk, value = finding.rule.chunk, finding.value
        own = chunk.quote[value.start - chunk.start : value.end - chunk.start]
        assert own == value.text
        assert chunk.quote[finding.rule.start - chunk.start : finding.rule.end - chunk.start] == finding.rule.text
        for code in (*finding.code, *finding.also_in):
            assert code.text.split()[0] in " ".join(code.line_text.split())
