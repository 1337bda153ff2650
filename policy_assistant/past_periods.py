"""When each state of a file was in force: from its commit, or the day that it states, until the next state takes its place."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from policy_assistant.metadata import Metadata
from policy_assistant.settings import Settings
from policy_assistant.sources import Past

SHOWN_DIGITS = 7
"""Digits of a commit that tell apart two states which state the same version."""


def settle(found: Sequence[tuple[Metadata | None, Past]], settings: Settings) -> list[Metadata | None]:
    """The versions in the same order, each with its period; None for one that was in force on no day, or that cannot be read.

    A state that states the same first day as the one before is a correction: it holds from its commit on, or from that day where
    that is later. No state is less restricted than the newest of its file. Of states that state the same version the newest keeps
    it, the others are told apart by their commits. Where the newest cannot be read, nobody knows its label: all get the most restricted.
    """
    lines: dict[str, list[int]] = defaultdict(list)
    for number, (_, past) in enumerate(found):
        lines[past.document].append(number)
    settled: list[Metadata | None] = [None] * len(found)
    for numbers in lines.values():
        numbers.sort(key=lambda number: (not found[number][1].blob, found[number][1].day))
        for number, metadata in zip(numbers, _line([found[number] for number in numbers], settings), strict=True):
            settled[number] = metadata
    return settled


def _line(states: Sequence[tuple[Metadata | None, Past]], settings: Settings) -> list[Metadata | None]:
    """The states of one file, the earliest first."""
    newest = states[-1][0]
    least = newest.access if newest and not any(past.is_closed for _, past in states) else settings.most_restricted
    following = states[-1][1].ended
    seen: set[tuple[str, str]] = set()
    settled: list[Metadata | None] = []
    for number in reversed(range(len(states))):
        metadata, past = states[number]
        if metadata is None:
            following = min(filter(None, (following, past.day)))
            settled.append(None)
            continue
        begins = _begins(metadata, past, states[number - 1][0] if number else None)
        if following and begins >= following:
            settled.append(None)
            continue
        ends = min(filter(None, (metadata.effective_to, _day_before(following))), default="")
        following = begins
        if ends and ends < begins:
            settled.append(None)
            continue
        version = (
            metadata.version if (metadata.doc_id, metadata.version) not in seen else f"{metadata.version}@{past.version[:SHOWN_DIGITS]}"
        )
        seen.add((metadata.doc_id, metadata.version))
        label = max(metadata.access, least, key=settings.access.labels.index)
        settled.append(replace(metadata, version=version, effective_from=begins, effective_to=ends, access=label))
    return settled[::-1]


def _begins(metadata: Metadata, past: Past, before: Metadata | None) -> str:
    stated = metadata.effective_from
    return max(stated, past.day) if before and before.effective_from == stated else stated


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat() if day else ""
