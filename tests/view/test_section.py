"""What is shown around a place stays under its limits, holds the place, and says where it was cut."""

from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.blocks import BLOCK_JOIN, Block, RawBlock, assemble
from policy_assistant.view.section import MARGIN, MAX_BLOCKS, MAX_CHARACTERS, around, parts_of

raw_blocks = st.lists(
    st.builds(
        lambda kind, words, lines: RawBlock(kind, "\n".join([words] * lines), 2 if kind == "heading" else 0),
        st.sampled_from(["heading", "text", "table", "code"]),
        st.text("ab |-\n", min_size=1, max_size=80),
        st.sampled_from([1, 2, 30, 900]),
    ),
    min_size=1,
    max_size=90,
)


def assembled(blocks: list[RawBlock]) -> tuple[str, tuple[Block, ...]]:
    document = assemble(blocks, {})
    return document.text, document.blocks


@settings(max_examples=40, deadline=None)
@given(raw=raw_blocks, data=st.data())
def test_the_place_is_shown_and_the_limits_hold(raw: list[RawBlock], data: st.DataObject) -> None:
    text, blocks = assembled(raw)
    if not blocks:
        return
    start = data.draw(st.integers(blocks[0].start, blocks[-1].end - 1))
    end = data.draw(st.integers(start + 1, min(start + 300, len(text))))
    pieces = around(text, blocks, start, end)
    touched = [block for block in blocks if block.start < end and block.end > start]
    assert len(pieces) <= MAX_BLOCKS
    assert sum(piece.last - piece.first for piece in pieces) <= MAX_CHARACTERS + 4 * MARGIN
    assert [piece.first for piece in pieces] == sorted(piece.first for piece in pieces)
    for block in touched:
        (piece,) = [piece for piece in pieces if piece.block is block]
        assert piece.first <= max(block.start, start)
        assert min(block.end, end) <= piece.last
        assert (piece.first > block.start) <= piece.cut_before
        assert (piece.last < block.end) <= piece.cut_after


def test_the_end_of_a_long_section_is_cut_and_said_so() -> None:
    text, blocks = assembled([RawBlock("heading", "Rule", 2), *(RawBlock("text", f"Line {number}.") for number in range(200))])
    pieces = around(text, blocks, blocks[100].start, blocks[100].end)
    assert len(pieces) == MAX_BLOCKS
    assert [pieces[0].block.kind, pieces[0].cut_before] == ["heading", False]
    assert [pieces[1].cut_before, pieces[-1].cut_after] == [True, True]
    assert not any(piece.cut_before for piece in pieces[2:])


def test_a_place_outside_all_blocks_shows_nothing() -> None:
    text, blocks = assembled([RawBlock("text", "one"), RawBlock("text", "two")])
    assert around(text, blocks, 3, 3 + len(BLOCK_JOIN)) == []


@settings(max_examples=40, deadline=None)
@given(raw=raw_blocks)
def test_the_parts_of_a_version_hold_all_of_it_once(raw: list[RawBlock]) -> None:
    text, blocks = assembled(raw)
    parts = parts_of(text, blocks)
    for part in parts:
        assert len(part) <= MAX_BLOCKS
        assert sum(piece.last - piece.first for piece in part) <= MAX_CHARACTERS
    covered = [(piece.block.start, text[piece.first : piece.last]) for part in parts for piece in part]
    for block in blocks:
        own = "".join(words for start, words in covered if start == block.start)
        assert own.replace("\n", "") == block.text.replace("\n", "")
