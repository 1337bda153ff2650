import pytest

from policy_assistant.blocks import Place
from policy_assistant.code.trace.uses import MAX_USES, MAX_WORDS, Uses
from policy_assistant.code.trace.values import CodeValue, values_of
from tests.code.trace.samples import piece, pieces

WAIT = "SILENCE_LIMIT = 7\n"
USE = '\n\ndef overdue(parcel):\n    """Whether a parcel went astray."""\n    return parcel.quiet > SILENCE_LIMIT\n'


def explained(path: str, text: str, others: str = "", other_path: str = "shop/post.py") -> CodeValue:
    """The first value of a file, with what its file and another one say of it."""
    found = pieces(path, text)
    value = next(value for chunk in found for value in values_of(chunk))
    return Uses([*found, *(pieces(other_path, others) if others else ())]).explained(value)


def test_a_constant_has_the_words_of_the_function_that_uses_it() -> None:
    found = explained("shop/post.py", WAIT + USE)
    assert {"overdue", "astray", "quiet"} <= set(found.context)
    assert "astray" not in found.own


def test_the_beginning_of_a_file_is_about_all_its_values() -> None:
    assert "dovecote" in explained("shop/post.py", '"""Letters to the dovecote."""\n\n' + WAIT).context


@pytest.mark.parametrize(
    ("text", "others", "other_path"),
    [
        (WAIT, USE, "shop/other.py"),
        ("DAYS = 7\n", USE.replace("SILENCE_LIMIT", "DAYS"), "shop/post.py"),
        (WAIT, "".join(USE.replace("overdue", f"overdue_{n}") for n in "abcde"[: MAX_USES + 1]), "shop/post.py"),
    ],
    ids=["another file", "a unit for a name", "a name for everything"],
)
def test_a_use_that_tells_nothing_is_left_out(text: str, others: str, other_path: str) -> None:
    assert "astray" not in explained("shop/post.py", text, others, other_path).context
    assert "astray" in explained("shop/post.py", WAIT, USE).context


def test_a_test_is_left_as_it_is() -> None:
    assert "astray" not in explained("tests/test_post.py", WAIT + USE).context


def test_a_function_of_many_words_adds_a_limited_number() -> None:
    body = "\n".join(f"    SILENCE_LIMIT = word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(2 * MAX_WORDS))
    user = piece("shop/post.py", f"def f():\n{body}\n", Place("function", "f", 1, 2 * MAX_WORDS + 1))
    (value,) = values_of(piece("shop/post.py", WAIT))
    assert len(Uses([user]).explained(value).context) <= MAX_WORDS
