"""Versions on a time line: where the bar of each begins and ends, and where the chosen day is, in per cent of its width."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from policy_assistant.filters import in_force
from policy_assistant.metadata import Metadata

MARGIN = 0.06
"""Of the time between the first and the last day, what is shown before and after them."""


@dataclass(frozen=True)
class Bar:
    """A version on the line. `x` and `width` are per cents."""

    version: Metadata
    x: float
    width: float
    is_in_force: bool
    is_coming: bool


@dataclass(frozen=True)
class TimeLine:
    """All bars, the earliest version first, and the chosen day in per cent."""

    bars: Sequence[Bar]
    day: float


def time_line(versions: Sequence[Metadata], day: str) -> TimeLine:
    """The versions of a document; an open end reaches the border of the line."""
    ends = [text for version in versions for text in (version.effective_from, version.effective_to) if text]
    days = [date.fromisoformat(text).toordinal() for text in (*ends, day)]
    room = max(1.0, (max(days) - min(days)) * MARGIN)
    first, last = min(days) - room, max(days) + room

    def place(text: str, open_end: float) -> float:
        return 100 * (date.fromisoformat(text).toordinal() - first) / (last - first) if text else open_end

    def bar(version: Metadata) -> Bar:
        x, end = place(version.effective_from, 0.0), place(version.effective_to, 100.0)
        holds = in_force(version.effective_from, version.effective_to, day)
        return Bar(version, round(x, 2), round(max(end - x, 0.8), 2), holds, version.effective_from > day)

    return TimeLine([bar(version) for version in versions], round(place(day, 0.0), 2))
