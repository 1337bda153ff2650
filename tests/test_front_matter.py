"""Front matter in YAML and TOML: every value is the text that is written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.front_matter import read_front_matter


def yaml(text: str) -> dict[str, str]:
    values, body, lines = read_front_matter(f"---\n{text}\n---\nBody")
    assert (body, lines) == ("Body", text.count("\n") + 3)
    return values


def toml(text: str) -> dict[str, str]:
    values, body, _ = read_front_matter(f"+++\n{text}\n+++\nBody")
    assert body == "Body"
    return values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1.10", "1.10"),
        ("a: 2026-01-01", "2026-01-01"),
        ("a: no", "no"),
        ("a: 007", "007"),
        ("a: b # a note", "b"),
        ("a: b#c", "b#c"),
        ("a: # nothing", ""),
        ("a: ~", ""),
        ("a: null", ""),
        ("a: b: c", "b: c"),
        ("a: http://h.example/x#y", "http://h.example/x#y"),
        ('a: "b: \\"c\\" \\u00e9 \\x41"', 'b: "c" \u00e9 A'),
        ('a: "b" # a note', "b"),
        ('a: "b # c"', "b # c"),
        ("a: 'it''s'", "it's"),
        ('a: "b', '"b'),
        ("a: b\n  c\n  d", "b c d"),
        ('a: "b\n  c"', "b c"),
        ("a: >\n  b\n  c\n\n  d", "b c\nd"),
        ("a: >-\n  b\n  c", "b c"),
        ("a: |\n  b\n    c\n\n  d", "b\n  c\n\nd"),
        ("a: |  # kept\n  b: c\n  # d", "b: c\n# d"),
        ("a: [b, 'c, d', \"e\"]", "b, c, d, e"),
        ("a: [b,\n  c,\n]", "b, c"),
        ("a: []", ""),
        ("a:\n  - b\n  - 'c' # a note\n  # - d\n  - e: f", "b, c"),
        ("a:\n- b\n-\n- c", "b, c"),
        ("a:\n  - b\n    - x\n  - c", "b, c"),
        ("a:\n  b: c", ""),
        ("a:\n  b c\n  d", "b c, d"),
        ('"a": b', "b"),
        ("a : b", "b"),
        ("a: {b: c}", "{b: c}"),
        ("a: &x b", "&x b"),
    ],
)
def test_a_value_in_yaml(text: str, value: str) -> None:
    assert yaml(f"{text}\nlast: 1") == {"a": value, "last": "1"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('a = "b # c"', "b # c"),
        ("a = 1.10", "1.10"),
        ("a = 2026-01-01", "2026-01-01"),
        ("a = true", "true"),
        ("a = 7", "7"),
        ('a = ["b", "c"]', "b, c"),
        ("a = '''\nb\nc'''", "b\nc"),
    ],
)
def test_a_value_in_toml(text: str, value: str) -> None:
    assert toml(f'{text}\nlast = "1"\n[extra]\nb = 2') == {"a": value, "last": "1"}


def test_what_is_no_toml_is_read_line_by_line() -> None:
    assert toml('a = b\n# c = d\ne = "f" # g\n[extra]\nh = 1') == {"a": "b", "e": "f"}


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nA paragraph between rules.\n\n---\n\nb",
        "---\n# Shoes\n---\n",
        "+++\nA paragraph.\n+++\n",
        "---\n- a\n- b\n---\n",
        "+++\na = 1\n---\n",
    ],
)
def test_text_between_rules_is_no_front_matter_and_is_not_lost(text: str) -> None:
    assert read_front_matter(text) == ({}, text, 0)


def test_three_dots_end_yaml_and_an_empty_one_is_none() -> None:
    assert read_front_matter("---\na: b\n...\nBody") == ({"a": "b"}, "Body", 3)
    assert read_front_matter("---\n---\nBody") == ({}, "Body", 2)


@pytest.mark.parametrize("sign", ["---", "+++"])
@pytest.mark.parametrize(
    "piece", ["a: [", 'a: "', "a: |\n", "- a\n", "a: >\n  b\n\n", "a:\n  - b\n", "a: [b, ", '"', "a: ''", "a = [", "a = {b="]
)
def test_hostile_front_matter_is_read_to_its_end(sign: str, piece: str) -> None:
    assert read_front_matter(f"{sign}\nz: y\n{piece * (60_000 // len(piece))}\n{sign}\nBody")[1].endswith("Body")


@pytest.mark.parametrize("text", ['---\n" title ": x\n---\n', '+++\n" title " = "x"\n+++\n'])
def test_a_name_in_quotes_loses_the_blanks_around_it(text: str) -> None:
    assert read_front_matter(text)[0] == {"title": "x"}


@given(
    st.lists(
        st.sampled_from(["a: ", "b = ", "- ", "  ", "[", "]", '"', "'", "#", "\n", "|", ">", "\\", "x", ", ", "{", "}", ": "]), max_size=40
    )
)
def test_any_front_matter_gives_text(pieces: list[str]) -> None:
    for sign in ("---", "+++"):
        text = f"{sign}\n{''.join(pieces)}\n{sign}\nBody"
        values, body, lines = read_front_matter(text)
        assert text.endswith(body)
        assert body.endswith("Body")
        assert lines in (0, text.count("\n") - body.count("\n"))
        assert all(isinstance(value, str) and name.strip() == name for name, value in values.items())
