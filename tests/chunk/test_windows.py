"""Cutting by count: windows of 100 words, with or without overlap."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import RawBlock
from policy_assistant.chunk.windows import cut_fixed, cut_overlap
from tests.chunk.samples import document, heading, rows, text, title


def numbered(count: int) -> RawBlock:
    return RawBlock("text", " ".join(f"w{n}" for n in range(count)))


@pytest.mark.parametrize(("count", "wanted"), [(1, [1]), (99, [99]), (100, [100]), (101, [100, 1]), (250, [100, 100, 50])])
def test_fixed_windows_hold_100_words_and_the_last_the_rest(count: int, wanted: list[int]) -> None:
    parsed = document(numbered(count))
    assert [len(parsed.text[s.start : s.end].split()) for s in cut_fixed(parsed, "")] == wanted


@pytest.mark.parametrize(("count", "wanted"), [(100, [100]), (101, [100, 26]), (175, [100, 100]), (176, [100, 100, 26])])
def test_overlapping_windows_begin_75_words_later_and_stop_at_the_end(count: int, wanted: list[int]) -> None:
    parsed = document(numbered(count))
    windows = [parsed.text[s.start : s.end].split() for s in cut_overlap(parsed, "")]
    assert [len(w) for w in windows] == wanted
    assert all(before[-25:] == after[:25] for before, after in pairwise(windows))


@given(st.integers(0, 700))
def test_no_window_is_inside_another_and_all_words_are_covered(count: int) -> None:
    parsed = document(numbered(count)) if count else document()
    for cut in (cut_fixed, cut_overlap):
        words = [word for s in cut(parsed, "") for word in parsed.text[s.start : s.end].split()]
        assert list(dict.fromkeys(words)) == [f"w{n}" for n in range(count)]


def test_windows_run_over_blocks_cut_tables_and_have_nothing_before_them() -> None:
    parsed = document(title(), heading("A"), text(60), heading("B"), rows(100))
    spans = list(cut_fixed(parsed, "Shoes"))
    assert [s.sections for s in spans] == [("A", "B"), ("B",)]
    assert {s.prefix for s in spans} == {""}
    assert parsed.text[: spans[0].end].startswith("Shoes\n\nA\n\n")
