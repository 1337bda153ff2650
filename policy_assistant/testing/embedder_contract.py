"""What every embedder must keep, as functions for the tests of an adapter: each takes an open embedder and asserts.

```python
@pytest.mark.parametrize("promise", PROMISES)
def test_my_embedder(promise):
    promise(my_embedder)
```
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from policy_assistant.models.base import Embedder, Vectors

ORDINARY = (
    "The customer may return an unused product within thirty days.",
    "Le client peut retourner un produit inutilisé dans les trente jours.",
    "Watering the greenhouse twice a week is enough in spring.",
)
ODD = {
    "empty": "",
    "blanks": " \t\n ",
    "NUL inside": "a pump\0 for the garden",
    "only control characters": "\x00\x01\x1b\x7f\x85",
    "lone surrogates": "a \ud800 pump \udc80",
    "emoji": "👩‍👩‍👧 🌱 garden 🇨🇦",
    "right to left": "مرحبا بالعالم שלום \u202etxt",
    "noncharacters": "\ufffe\uffff\U0010ffff",
    "100,000 characters": "The pump is cleaned every week. " * 3_125,
    "one word of 100,000 characters": "x" * 100_000,
}
"""Name -> a text that has broken tokenizers."""

BATCH_TOLERANCE = 1e-5
"""How far a number may be from itself when its text is embedded in other company: sums in another order differ in the last digits."""

LENGTH_TOLERANCE = 1e-5


def has_a_name_a_revision_and_a_dimension(embedder: Embedder) -> None:
    """All three are stated, and the dimension is that of the vectors."""
    _check(bool(embedder.name and embedder.revision), "name and revision are not empty")
    for vectors in (embedder.passages(ORDINARY[:1]), embedder.questions(ORDINARY[:1])):
        _check(vectors.shape == (1, embedder.dimension), f"{embedder.dimension} numbers were stated, the vectors are {vectors.shape}")


def gives_a_unit_row_for_each_text(embedder: Embedder) -> None:
    """Rows as many as texts, float32, of unit length; no texts give no rows of the same width."""
    for embed in (embedder.questions, embedder.passages):
        _check_rows(embed(ORDINARY), len(ORDINARY), embedder.dimension)
        _check(bool(_lengths(embed(ORDINARY)).all()), "an ordinary text has a row of zeros")
        _check_rows(embed([]), 0, embedder.dimension)


def gives_the_same_vectors_again(embedder: Embedder) -> None:
    """The same call gives the same numbers, to the last bit."""
    for embed in (embedder.questions, embedder.passages):
        _check(np.array_equal(embed(ORDINARY), embed(ORDINARY)), "the same texts gave other vectors")


def does_not_mix_texts(embedder: Embedder) -> None:
    """A text's vector does not depend on the texts beside it, nor on their order or number."""
    texts = [*ORDINARY, "", *(f"{text} {number}." for number, text in enumerate(ORDINARY * 6))]
    together = embedder.passages(texts)
    alone = np.concatenate([embedder.passages([text]) for text in texts])
    _check_near(together, alone, "a text alone has another vector than among others")
    _check_near(together, embedder.passages(texts[::-1])[::-1], "a text has another vector when the order changes")


def takes_odd_texts(embedder: Embedder) -> None:
    """Every text of `ODD` gives a row of unit length, or of zeros; one without a readable character gives zeros."""
    vectors = embedder.passages(list(ODD.values()))
    _check_rows(vectors, len(ODD), embedder.dimension)
    lengths = dict(zip(ODD, _lengths(vectors), strict=True))
    for name in ("empty", "blanks", "only control characters"):
        _check(lengths[name] == 0, f"the row of {name!r} is not zeros")
    short = [text for text in ODD.values() if len(text) < 1_000]
    _check_rows(embedder.questions(short), len(short), embedder.dimension)


def tells_texts_apart(embedder: Embedder) -> None:
    """A question is nearer to the passage that repeats it than to one on something else."""
    question = embedder.questions(ORDINARY[:1])[0]
    own, _, other = embedder.passages(ORDINARY) @ question
    _check(bool(own > other), "a passage on something else is nearer than the question's own words")


PROMISES: tuple[Callable[[Embedder], None], ...] = (
    has_a_name_a_revision_and_a_dimension,
    gives_a_unit_row_for_each_text,
    gives_the_same_vectors_again,
    does_not_mix_texts,
    takes_odd_texts,
    tells_texts_apart,
)
"""All of them, for parametrised tests."""


def _check(holds: bool, broken: str) -> None:
    if not holds:
        raise AssertionError(broken)


def _check_rows(vectors: Vectors, rows: int, dimension: int) -> None:
    _check(vectors.shape == (rows, dimension), f"the shape is {vectors.shape}, not {(rows, dimension)}")
    _check(vectors.dtype == np.float32, f"the numbers are {vectors.dtype}, not float32")
    _check(bool(np.isfinite(vectors).all()), "not all numbers are finite")
    lengths = _lengths(vectors)
    _check(bool(((np.abs(lengths - 1) < LENGTH_TOLERANCE) | (lengths == 0)).all()), f"rows are neither of unit length nor zeros: {lengths}")


def _check_near(ours: Vectors, theirs: Vectors, broken: str) -> None:
    apart = float(np.abs(ours - theirs).max(initial=0))
    _check(apart <= BATCH_TOLERANCE, f"{broken}, by up to {apart:.2g} a number")


def _lengths(vectors: Vectors) -> Any:
    return np.linalg.norm(vectors, axis=1)
