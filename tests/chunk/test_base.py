"""What holds for every way of cutting."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import Box, Line, ParsedDocument, RawBlock
from policy_assistant.chunk import CHUNKERS, DEFAULT_CHUNKER, chunk
from policy_assistant.errors import UsageError
from policy_assistant.metadata import chunk_hash
from tests.chunk.samples import WHO, document, documents, heading, text, title

chunkers = st.sampled_from(sorted(CHUNKERS))


@given(documents, chunkers)
def test_the_quote_of_a_chunk_is_the_source_at_its_place(parsed: ParsedDocument, chunker: str) -> None:
    for position, piece in enumerate(chunk(parsed, WHO, chunker)):
        assert piece.quote == parsed.text[piece.start : piece.end]
        assert piece.text.endswith(piece.quote)
        assert piece.position == position
        assert piece.hash == chunk_hash("shoes", "2", piece.start, piece.end)
        assert piece.chunk_id == piece.hash[:12]


@given(documents, chunkers)
def test_chunks_are_in_reading_order_and_no_two_are_the_same(parsed: ParsedDocument, chunker: str) -> None:
    places = [(piece.start, piece.end) for piece in chunk(parsed, WHO, chunker)]
    assert places == sorted(set(places))
    assert all(start < end for start, end in places)


@given(documents, chunkers)
def test_every_word_of_the_text_is_in_a_chunk(parsed: ParsedDocument, chunker: str) -> None:
    """For `structure` a title, and a heading with nothing but deeper sections under it, stand before others instead."""
    pieces = chunk(parsed, replace(WHO, title=parsed.title or "Shoes"), chunker)
    for block in parsed.blocks:
        is_covered = any(piece.start < block.end and piece.end > block.start for piece in pieces)
        if block.kind == "title":
            assert is_covered or chunker == "structure"
        elif not is_covered:
            assert block.kind == "heading"
            assert any(block.text in piece.text.removesuffix(piece.quote) for piece in pieces)


@given(documents, chunkers)
def test_sections_are_those_that_the_characters_touch(parsed: ParsedDocument, chunker: str) -> None:
    for piece in chunk(parsed, WHO, chunker):
        touched = {b.section for b in parsed.blocks if b.start < piece.end and b.end > piece.start} - {""}
        assert set(piece.sections) == touched
        assert piece.section == (piece.sections[0] if piece.sections else "")


def test_a_chunk_carries_the_metadata_of_its_document() -> None:
    piece = chunk(document(title(), heading("A"), text(3)), replace(WHO, effective_to="2026-12-31"))[0]
    assert (piece.doc_id, piece.version, piece.title, piece.access, piece.language) == ("shoes", "2", "Shoes", "public", "en")
    assert (piece.effective_from, piece.effective_to, piece.source, piece.chunker) == (
        "2026-01-01",
        "2026-12-31",
        WHO.source,
        DEFAULT_CHUNKER,
    )
    assert (piece.doc_type, piece.pages, piece.words) == ("policy", (), 5)


def test_another_version_of_the_same_text_has_other_ids() -> None:
    parsed = document(title(), heading("A"), text(3), heading("B"), text(3))
    old, new = (chunk(parsed, replace(WHO, version=version)) for version in "23")
    assert [piece.text for piece in old] == [piece.text for piece in new]
    assert not {piece.chunk_id for piece in old} & {piece.chunk_id for piece in new}


def test_text_that_is_added_behind_moves_no_id() -> None:
    parts = (title(), heading("A"), text(3), heading("B"), text(3))
    before = chunk(document(*parts), WHO)
    after = chunk(document(*parts, heading("C"), text(3)), WHO)
    assert [piece.chunk_id for piece in after[: len(before)]] == [piece.chunk_id for piece in before]


def test_pages_are_all_that_the_chunk_touches() -> None:
    lines = tuple(Line(n, n + 1, Box(page, 0, 0, 1, 1)) for n, page in enumerate((2, 3, 4)))
    pieces = chunk(document(heading("A"), RawBlock("text", "abc", lines=lines), heading("B"), text(2)), WHO)
    assert [piece.pages for piece in pieces] == [(2, 3, 4), ()]


def test_an_empty_document_has_no_chunk() -> None:
    assert all(chunk(document(), WHO, name) == [] for name in CHUNKERS)


def test_an_unknown_chunker_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown chunker 'structur'") as refused:
        chunk(document(), WHO, "structur")
    assert refused.value.hint == "did you mean `structure`?"
