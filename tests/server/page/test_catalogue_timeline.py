"""Versions on a time line."""

from dataclasses import replace

from policy_assistant.metadata import Metadata
from policy_assistant.server.page.timeline import time_line
from tests.store.samples import metadata


def version(name: str, first: str = "", last: str = "") -> Metadata:
    return replace(metadata("rules", version=name), effective_from=first, effective_to=last)


def test_bars_follow_each_other_and_the_day_lies_in_the_one_in_force() -> None:
    line = time_line([version("1", "2026-01-01", "2026-06-30"), version("2", "2026-07-01", "2026-12-31")], "2026-08-01")
    one, two = line.bars
    assert 0 < one.x < one.x + one.width < two.x < line.day < two.x + two.width < 100
    assert [bar.is_in_force for bar in line.bars] == [False, True]


def test_open_ends_reach_the_border() -> None:
    line = time_line([version("1", "", "2026-06-30"), version("2", "2026-07-01", "")], "2026-06-30")
    assert line.bars[0].x == 0
    assert line.bars[1].x + line.bars[1].width == 100
    assert [bar.is_in_force for bar in line.bars] == [True, False]
    assert [bar.is_coming for bar in line.bars] == [False, True]


def test_a_document_without_dates_is_in_force_all_the_time() -> None:
    line = time_line([version("1")], "2026-06-30")
    assert (line.bars[0].x, line.bars[0].width, line.bars[0].is_in_force) == (0, 100, True)
    assert 0 < line.day < 100


def test_a_day_outside_all_periods_is_on_the_line_too() -> None:
    line = time_line([version("1", "2026-01-01", "2026-01-01")], "2030-01-01")
    assert line.bars[0].width > 0
    assert line.bars[0].x + line.bars[0].width < line.day < 100
