"""The benchmark of sizes: every tool is asked the same, and what is counted is what the exact ranking says."""

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.scale import keyword_tools, ours, tables, vector_tools
from benchmarks.scale.data import FIVE, SEVEN, WORDS, _words, _write_passages
from benchmarks.scale.given import KEYWORDS, PASSAGES, QUESTIONS, SELECTIONS, VECTORS, Given
from benchmarks.scale.run import Kept, Measured
from benchmarks.scale.tools import KEYWORD_MEASURE, KEYWORD_TOOLS
from policy_assistant.analysis import question_terms

SIZE, DIMENSION = 400, 16


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Passages with vectors, and questions."""

    folder = tmp_path_factory.mktemp("data")
    chance = random.Random(1)
    asked = {kind: [_words(chance, frequent=kind == SEVEN) for _ in range(8)] for kind in (FIVE, SEVEN)}
    (folder / KEYWORDS).write_text(json.dumps(asked), encoding="utf-8")
    _write_passages(folder / PASSAGES, SIZE)
    made = np.random.default_rng(2).normal(size=(SIZE + 5, DIMENSION)).astype(np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    np.save(folder / VECTORS, made[:SIZE])
    np.save(folder / QUESTIONS, made[SIZE:])
    return folder


def test_words_are_found_as_plain_fts5_finds_them(data: Path, tmp_path: Path) -> None:
    given = Given(data, SIZE)
    ours.build_keywords(tmp_path, given)
    keyword_tools.build_fts5(tmp_path, given)
    assert given.reading > 0
    mine, exact = ours.words(tmp_path), keyword_tools.fts5(tmp_path)
    for questions in given.keyword_questions().values():
        for question in questions:
            for selection in SELECTIONS.values():
                found = mine(question, selection)
                assert set(found) <= set(exact(question, selection))
                assert len(found) == min(10, len(exact(question, selection)))


def test_terms_find_passages_too(data: Path, tmp_path: Path) -> None:
    given = Given(data, SIZE)
    ours.build_keywords(tmp_path, given)
    question = given.keyword_questions()[FIVE][0]
    texts = {passage.number: passage.text.lower() for passage in given.passages()}
    found = ours.terms(tmp_path)(question, SELECTIONS["24 %"])
    assert found
    assert all(any(term in texts[number] for term in question_terms(" ".join(question), ["en"])) for number in found)


def test_vectors_are_found_as_the_exact_scan_finds_them(data: Path, tmp_path: Path) -> None:
    given = Given(data, SIZE)
    ours.build_vectors(tmp_path, given)
    vector_tools.build_numpy(tmp_path, given)
    mine, exact = ours.vectors(tmp_path), vector_tools.numpy(tmp_path)
    for question in given.vector_questions()["vectors"]:
        for selection in SELECTIONS.values():
            assert mine(question, selection) == exact(question, selection)


def test_selections_leave_what_their_names_say(data: Path) -> None:
    passages = list(Given(data, SIZE).passages())
    staff = [passage for passage in passages if passage.label == "staff"]
    assert 0.1 < len(staff) / len(passages) < 0.4
    assert {passage.start // 10_000 for passage in passages} == {2023, 2024, 2025, 2026}


def test_less_is_the_beginning_of_more(data: Path) -> None:
    assert list(Given(data, 25).passages()) == list(Given(data, SIZE).passages())[:25]
    assert np.concatenate(list(Given(data, 25).vectors(10))).shape == (25, DIMENSION)


def test_questions_have_a_word_of_each_rarity(data: Path) -> None:
    asked = Given(data, SIZE).keyword_questions()
    assert {len(question) for question in asked[FIVE]} == {len(WORDS)}
    assert {len(question) for question in asked[SEVEN]} == {len(WORDS) + 2}


def result(tool: str, size: int, found: Sequence[Sequence[int]], times: Sequence[float] = (1.0, 2.0, 3.0), **numbers: Any) -> Measured:
    """The same answers under every selection."""
    answers: Mapping[str, Any] = {FIVE: {name: {"times": list(times), "found": [list(one) for one in found]} for name in SELECTIONS}}
    return Measured(tool, size, answers=answers, **numbers)


def test_agreement_counts_ties_of_the_tenth_and_no_more_than_ten() -> None:
    exact = result("exact", 100, [range(12), [7]])
    assert exact.agreement(exact, FIVE, "24 %") == 1.0
    assert result("other", 100, [[11, *range(9)], [7]]).agreement(exact, FIVE, "24 %") == 1.0
    assert result("other", 100, [[99, *range(9)], []]).agreement(exact, FIVE, "24 %") == pytest.approx(0.45)


def test_slopes_are_those_between_the_two_largest_sizes() -> None:
    sizes = [result("a", 10, [], [9.0], built=9.0, disk_mb=9.0), result("a", 100, [], [1.0], built=1.0, disk_mb=1.0)]
    sizes.append(result("a", 1_100, [], [2.0], built=3.0, disk_mb=2.0))
    slope = tables.slope_of(sizes[1], sizes[2], FIVE)
    assert slope["build_seconds"] == pytest.approx(0.002)
    assert slope["disk_bytes"] == pytest.approx(1_000)
    assert slope["question_ms"] == pytest.approx(0.001)
    assert [row[1] for row in tables.slopes(sizes, FIVE)] == ["100, 1,100"]


def test_a_tool_that_fails_is_in_the_table_with_its_reason() -> None:
    mine, other = result("ours", 100, [[1]], [2.0, 2.0]), result("exact", 100, [[1]], [4.0, 4.0])
    rows = list(tables.times([mine, other, Measured("broken", 100, "no such file")], [FIVE], "ours", "exact"))
    assert rows[0][2] == "2.00 / 2.00"
    assert rows[1][2] == "4.00 / 4.00 (2.0)"
    assert rows[2][:3] == ["100", "broken", "no such file"]
    assert {len(row) for row in rows} == {len(tables.time_header([FIVE]))}
    assert len(list(tables.costs([mine, Measured("broken", 100, "no such file")]))) == 1


def test_results_are_kept(tmp_path: Path) -> None:
    kept, one = Kept(tmp_path), result("ours, bm25", 100, [[1, 2]])
    kept.save("keywords", one)
    assert kept.load("keywords", "ours, bm25", 100) == one
    assert kept.load("keywords", "ours, bm25", 1_000) is None
    assert KEYWORD_MEASURE in KEYWORD_TOOLS
