"""Codes and estimates, worked by hand and measured against dot products."""

import math

import numpy as np
import pytest

from policy_assistant.store.vector_codes import Codes, Floats, code_bytes, encode
from tests.store.vector_samples import unit


def codes_of(vectors: Floats, centre: Floats) -> Codes:
    codes, factors = encode(vectors, centre)
    return Codes.of(codes.tobytes(), factors.astype("<f4").tobytes(), centre)


def test_a_code_worked_by_hand() -> None:
    centre = np.array([0.5, 0, 0], np.float32)
    codes, factors = encode(np.array([[0.8, 0, -0.6]], np.float32), centre)
    assert codes.tolist() == [[0b1000_0000, 0, 0, 0, 0, 0, 0, 0]]
    assert factors[0] == pytest.approx([(0.3**2 + 0.6**2) / 0.9, 0.5 * 0.3])


def test_a_vector_at_the_centre_has_no_scale() -> None:
    centre = unit(1, 2, 3)
    _, factors = encode(centre[np.newaxis], centre)
    assert factors.tolist() == [[0, 0]]


@pytest.mark.parametrize(("dimension", "size"), [(1, 8), (64, 8), (65, 16), (384, 48), (4096, 512)])
def test_codes_fill_whole_words(dimension: int, size: int) -> None:
    codes, _ = encode(np.ones((2, dimension), np.float32), np.zeros(dimension, np.float32))
    assert codes.shape == (2, size)
    assert code_bytes(dimension) == size
    assert np.unpackbits(codes, axis=1).sum() == 2 * dimension


@pytest.mark.parametrize("dimension", [3, 64, 65, 384])
def test_the_estimates_are_exact_where_signs_say_all(dimension: int) -> None:
    """Numbers that differ from the centre's by one size: signs and scale are the whole vector, and the whole question."""
    chance = np.random.default_rng(dimension)
    centre = chance.normal(size=dimension).astype(np.float32)
    signs = chance.choice([-1, 1], (50, dimension)).astype(np.float32)
    vectors = centre + 0.25 * signs
    question = centre + 0.5 * signs[0]
    codes = codes_of(vectors, centre)
    exact = vectors @ question - centre @ question
    assert codes.fine(question, np.arange(50)) == pytest.approx(exact, abs=1e-3)
    assert codes.rough(question, [(0, len(codes.scale))]) == pytest.approx(exact, abs=1e-3)


def test_the_fine_estimate_of_some_rows_is_that_of_all() -> None:
    chance = np.random.default_rng(1)
    codes = codes_of(chance.normal(size=(30, 70)).astype(np.float32), np.ones(70, np.float32))
    question = chance.normal(size=70).astype(np.float32)
    rows = np.array([29, 3, 7])
    assert codes.fine(question, rows) == pytest.approx(codes.fine(question, np.arange(30))[rows], rel=1e-5)


def test_fine_estimates_are_unbiased_and_closer_than_rough_ones() -> None:
    chance = np.random.default_rng(2)
    vectors = chance.normal(size=(2_000, 256)).astype(np.float32)
    centre = vectors.mean(axis=0)
    codes = codes_of(vectors, centre)
    errors = []
    for question in chance.normal(size=(20, 256)).astype(np.float32):
        exact = vectors @ question - centre @ question
        errors.append(
            [estimate - exact for estimate in (codes.rough(question, [(0, len(codes.scale))]), codes.fine(question, np.arange(2_000)))]
        )
    rough, fine = np.moveaxis(np.array(errors), 1, 0)
    assert abs(fine.mean()) < 0.02 * math.sqrt(256)
    assert fine.std() < 0.8 * rough.std()
