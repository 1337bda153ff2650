"""Parsed files as bytes: what was packed comes back, and nothing else is taken for a document."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import Block, Box, Dropped, Line, ParsedDocument, Place
from policy_assistant.parse.form import pack, unpack
from policy_assistant.spots import Spot

TEXT = "Shoes\n\nThey stay outside."
SAMPLE = ParsedDocument(
    TEXT,
    (
        Block("title", TEXT[:5], 1, 0, 5, ""),
        Block(
            "text",
            TEXT[7:],
            0,
            7,
            len(TEXT),
            "Shoes",
            (3, 3),
            (Line(7, 12, Box(1, 50, 60.5, 90, 72)),),
            ("hidden text",),
            Place("lines", "shoes", 3, 3),
            (Spot(7, 12, "p. iv"),),
        ),
    ),
    {"owner": "Ada"},
    (Dropped("comment", "x", "page 1"),),
    1,
)
KIND, LEVEL, START, END, SECTION, ROWS, LINES, FLAGS, PLACE, SPOTS = range(10)
Values = dict[str, Any]


def test_what_is_packed_comes_back() -> None:
    assert unpack(pack(SAMPLE)) == SAMPLE


def _of_block(field: int, value: Any, block: int = 1) -> Callable[[Values], None]:
    def change(values: Values) -> None:
        values["blocks"][block][field] = value

    return change


def _of_document(field: str, value: Any) -> Callable[[Values], None]:
    def change(values: Values) -> None:
        values[field] = value

    return change


def _blocks_turned(values: Values) -> None:
    values["blocks"].reverse()


WRONG = {
    "a kind that no block has": _of_block(KIND, "picture"),
    "a level in words": _of_block(LEVEL, "1"),
    "a start before the text": _of_block(START, -3, 0),
    "a start within the block before": _of_block(START, 4),
    "a start behind the end": _of_block(START, 99),
    "a start that is no whole number": _of_block(START, 7.0),
    "a start that is none": _of_block(START, False, 0),
    "an end behind the text": _of_block(END, 99),
    "blocks out of order": _blocks_turned,
    "a section that is none": _of_block(SECTION, None),
    "half a character in a section": _of_block(SECTION, "\ud800"),
    "one source line": _of_block(ROWS, [3]),
    "source lines in words": _of_block(ROWS, ["3", "3"]),
    "a line without a box": _of_block(LINES, [[7, 12]]),
    "a line on page one and a half": _of_block(LINES, [[7, 12, 1.5, 50, 60, 90, 72]]),
    "a box in words": _of_block(LINES, [[7, 12, 1, 50, 60, 90, "72"]]),
    "a flag that is a number": _of_block(FLAGS, [1]),
    "a place of an unknown kind": _of_block(PLACE, ["garden", "shoes", 3, 3]),
    "a place without a name": _of_block(PLACE, ["lines", None, 3, 3]),
    "a place on no line": _of_block(PLACE, ["lines", "shoes", 3, None]),
    "a short place": _of_block(PLACE, ["lines"]),
    "a spot without a name": _of_block(SPOTS, [[7, 12, 3]]),
    "a spot at no character": _of_block(SPOTS, [["7", 12, "p. iv"]]),
    "a text that is a number": _of_document("text", 5),
    "half a character": _of_document("text", "\ud800" + TEXT[1:]),
    "metadata that are numbers": _of_document("metadata", {"owner": 5}),
    "metadata that are none": _of_document("metadata", 5),
    "something dropped for no reason": _of_document("dropped", [{"text": "x"}]),
    "a dropped number": _of_document("dropped", [{"reason": "comment", "text": 5}]),
    "dropped words": _of_document("dropped", ["comment"]),
    "pages in words": _of_document("page_count", "1"),
    "blocks that are a number": _of_document("blocks", 1),
    "a block that is a number": _of_document("blocks", [1]),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=list(WRONG))
def test_what_is_no_document_is_refused(change: Callable[[Values], None]) -> None:
    values = json.loads(pack(SAMPLE))
    change(values)
    with pytest.raises(ValueError, match=r"no parsed file|surrogates not allowed|unpack"):
        unpack(json.dumps(values).encode())


@pytest.mark.parametrize("packed", [b"", b"\xff", b"[]", b"null", b"3", b'"text"', b"[" * 200_000, b'{"a":' * 200_000])
def test_bytes_that_are_none_of_ours_are_refused(packed: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (the words are those of the standard library)
        unpack(packed)


@given(st.data())
def test_other_values_are_refused_with_one_kind_of_error_or_are_a_document(data: st.DataObject) -> None:
    values = json.loads(pack(SAMPLE))
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
    if field := data.draw(st.sampled_from(["", *values])):
        values[field] = data.draw(anything)
    else:
        values["blocks"][data.draw(st.integers(0, 1))][data.draw(st.integers(0, 9))] = data.draw(anything)
    try:
        document = unpack(json.dumps(values).encode())
    except ValueError:
        return
    assert unpack(pack(document)) == document or "NaN" in pack(document).decode()
