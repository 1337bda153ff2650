"""Facts that a person read off the pages of real files hold in what our parsers give."""

import shutil
from functools import cache

import pytest

from benchmarks.real.check import Outcome, outcomes
from benchmarks.real.fetch import fetch
from benchmarks.real.files import groups, load

pytestmark = pytest.mark.slow

SHARE = 0.95
"""Of the facts, at least this share has to hold in each group of formats."""

REACHED = {"pdf": 0.92}
"""Groups that are not there yet, with the share that they may not fall below; to be raised, never lowered."""


@cache
def checked(group: str) -> tuple[Outcome, ...]:
    """All facts of a facts file with their results; the test is skipped where a package cannot be had."""
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        pytest.skip("the packages come through apt-get and dpkg-deb, which are not here")
    files = load([group])
    failed = fetch(files)
    if failed:
        pytest.skip("packages cannot be had: " + "; ".join(sorted(set(failed.values()))[:3]))
    return tuple(outcomes(files))


@pytest.mark.parametrize("group", groups())
def test_nearly_all_facts_hold(group: str) -> None:
    results = checked(group)
    lost = [f"{item.file.id}: {item.fact}" for item in results if not item.holds]
    assert len(lost) <= (1 - REACHED.get(group, SHARE)) * len(results), "\n".join(lost)


@pytest.mark.parametrize("group", groups())
def test_every_lost_fact_has_its_reason_and_only_those(group: str) -> None:
    wrong = [
        f"{item.file.id}: {item.fact} ({item.fact.why or 'no reason'})" for item in checked(group) if item.holds == bool(item.fact.why)
    ]
    assert wrong == []
