"""What a model gives is made into unit vectors, or refused."""

from typing import Any

import numpy as np
import pytest

from policy_assistant.errors import ModelError
from policy_assistant.models.vectors import embed, unit_rows


def test_rows_get_unit_length_and_zeros_stay() -> None:
    rows = unit_rows([[3, 4], [0, 0], [1e300, 1e300], [1e-300, 0]], 4, "m")
    assert rows.dtype == np.float32
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0, 0], [0.5**0.5, 0.5**0.5], [1, 0]]), abs=1e-7)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([[1.0, 2.0]], "gave 1 x 2 numbers for 2 texts"),
        ([[1.0], [2.0, 3.0]], "different lengths"),
        ([["a"], ["b"]], "not of numbers"),
        ([1.0, 2.0], "gave 2 numbers for 2 texts"),
        ([[], []], "gave 2 x 0 numbers"),
        ([[1.0, float("nan")], [1.0, 1.0]], "not finite"),
        ([[float("inf"), 1.0], [1.0, 1.0]], "not finite"),
        ([[10**400, 1], [1, 1]], "not of numbers"),
        ([[1.0, 2.0, 3.0]] * 2, "vectors of 3 numbers, not of 2"),
        (None, "for 2 texts"),
    ],
)
def test_what_are_not_vectors_is_refused(values: Any, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        unit_rows(values, 2, "m", dimension=2)


def test_texts_are_cleaned_cut_and_batched_and_empty_ones_never_sent() -> None:
    seen: list[list[str]] = []

    def encode(texts: list[str]) -> list[list[int]]:
        seen.append(texts)
        return [[len(text), 1] for text in texts]

    vectors = embed(["a\0b", "", "long text", " \x01 ", "c"], encode, lambda: 2, name="m", max_characters=4, batch_size=2)
    assert seen == [["a b", "long"], ["c"]]
    assert vectors[1].tolist() == vectors[3].tolist() == [0, 0]
    assert vectors[2] == pytest.approx(np.array([4, 1]) / 17**0.5)


def test_the_dimension_is_asked_only_when_nothing_is_encoded() -> None:
    def refuse(*_: object) -> Any:
        raise AssertionError("not to be called")

    assert embed([""], refuse, lambda: 7, name="m", max_characters=9, batch_size=2).shape == (1, 7)
    assert embed(["a"], lambda texts: [[1.0]], refuse, name="m", max_characters=9, batch_size=2).shape == (1, 1)


def test_batches_of_different_dimensions_are_refused() -> None:
    sizes = iter([2, 3])
    with pytest.raises(ModelError, match="3 numbers, not of 2"):
        embed(["a", "b"], lambda texts: [[1.0] * next(sizes)], lambda: 9, name="m", max_characters=9, batch_size=1)


def test_a_known_dimension_holds_from_the_first_batch_on() -> None:
    with pytest.raises(ModelError, match="3 numbers, not of 2"):
        embed(["a"], lambda texts: [[1.0] * 3], 2, name="m", max_characters=9, batch_size=1)
    assert embed([""], lambda texts: [], 2, name="m", max_characters=9, batch_size=1).shape == (1, 2)
