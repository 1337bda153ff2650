"""The context: format, budget and repetitions."""

from dataclasses import replace

import pytest

from policy_assistant.context import BUDGET, Context, make_context, passage_text, tokens
from policy_assistant.metadata import Chunk
from tests.retrieval import passage

WORDS = [f"word{chr(ord('a') + n)}" for n in range(20)]


def said(doc_id: str, *words: str, version: str = "1") -> Chunk:
    """A passage whose words below the title are these."""
    return replace(passage(doc_id, "", version=version), text=f"Title of {doc_id}\n{' '.join(words)}")


def of_tokens(doc_id: str, size: int) -> Chunk:
    """A passage that takes so many tokens with its header."""
    chunk = replace(passage(doc_id, ""), text=f"{doc_id}\n")
    chunk = replace(chunk, text=chunk.text + doc_id * ((4 * size - len(passage_text(chunk))) // len(doc_id)))
    assert tokens(passage_text(chunk)) == size
    return chunk


def reasons(context: Context) -> list[tuple[str, str]]:
    return [(chunk.doc_id, reason) for chunk, reason in context.dropped]


@pytest.mark.parametrize(("characters", "expected"), [(0, 0), (1, 1), (4, 1), (5, 2), (40, 10), (41, 11)])
def test_a_token_is_four_characters_rounded_up(characters: int, expected: int) -> None:
    assert tokens("x" * characters) == expected


def test_a_passage_stands_under_its_header() -> None:
    chunk = passage("returns", "Thirty days.", section="Return window", title="Returns policy", version="3", effective_from="2026-01-01")
    head = f"[{chunk.chunk_id}] Returns policy | policy, version 3, in force from 2026-01-01"
    text = "section: Return window\nReturns policy\nReturn window\nThirty days."
    assert passage_text(chunk) == f"{head} no end date | {text}"
    assert passage_text(replace(chunk, effective_to="2026-10-31")) == f"{head} to 2026-10-31 | {text}"


def test_a_header_says_what_is_not_stated() -> None:
    chunk = replace(passage("a", "x"), sections=(), doc_type="")
    assert passage_text(chunk).startswith(
        f"[{chunk.chunk_id}] Note | document, version 1, in force from the beginning no end date | section: -\n"
    )


def test_of_several_sections_the_first_is_named() -> None:
    assert "| section: One\n" in passage_text(replace(passage("a", "x"), sections=("One", "Two")))


def test_passages_keep_their_order_with_a_blank_line_between() -> None:
    chunks = [said("b", "zebra"), said("a", "hall"), said("c", "rain")]
    context = make_context(chunks)
    assert context.kept == tuple(chunks)
    assert context.text == "\n\n".join(map(passage_text, chunks))
    assert context.tokens == sum(tokens(passage_text(chunk)) for chunk in chunks)
    assert context.dropped == ()


def test_the_budget_is_filled_to_the_last_token_and_no_further() -> None:
    chunks = [of_tokens(name, 100) for name in ("a", "b", "c")]
    assert [chunk.doc_id for chunk in make_context(chunks, 300).kept] == ["a", "b", "c"]
    context = make_context(chunks, 299)
    assert ([chunk.doc_id for chunk in context.kept], context.tokens) == (["a", "b"], 200)
    assert reasons(context) == [("c", "over budget")]


def test_a_passage_that_does_not_fit_is_skipped_and_smaller_ones_are_tried() -> None:
    context = make_context([of_tokens("a", 100), of_tokens("b", 300), of_tokens("c", 50), of_tokens("d", 60)], 150)
    assert [chunk.doc_id for chunk in context.kept] == ["a", "c"]
    assert reasons(context) == [("b", "over budget"), ("d", "over budget")]


def test_the_usual_budget_is_1500_tokens() -> None:
    chunks = [of_tokens(name, 500) for name in ("a", "b", "c", "d")]
    assert BUDGET == 1500
    assert [chunk.doc_id for chunk in make_context(chunks).kept] == ["a", "b", "c"]


@pytest.mark.parametrize(("words", "shared", "kept"), [(20, 19, 1), (20, 18, 1), (19, 17, 2), (20, 1, 2)])
def test_nine_tenths_of_all_words_in_common_are_a_repetition(words: int, shared: int, kept: int) -> None:
    first, second = said("a", *WORDS[:words]), said("b", *WORDS[:shared])
    for chunks in ([first, second], [second, first]):
        context = make_context(chunks)
        assert len(context.kept) == kept
        assert reasons(context) == [(chunks[1].doc_id, f"near-duplicate of {chunks[0].chunk_id}")] * (2 - kept)


def test_words_of_their_own_count_on_both_sides() -> None:
    """18 of 20 words in common, and 18 of 21 together."""
    assert len(make_context([said("a", *WORDS), said("b", *WORDS[:18], "other")]).kept) == 2


@pytest.mark.parametrize("other", ["45", "PW-2400", "12.95"])
def test_another_number_or_code_is_no_repetition(other: str) -> None:
    chunks = [said("a", *WORDS, *WORDS[:5], "30", "PW-2200", "12.90"), said("b", *WORDS, other, "30", "PW-2200", "12.90")]
    assert make_context(chunks).kept == tuple(chunks)
    assert len(make_context([chunks[0], replace(chunks[0], doc_id="b")]).kept) == 1


def test_the_title_case_and_punctuation_make_no_difference() -> None:
    assert [chunk.doc_id for chunk in make_context([said("a", "Zebra,", "HALL!"), said("b", "zebra", "hall")]).kept] == ["a"]
    assert len(make_context([said("a", "zebra"), said("b", "hall")]).kept) == 2


def test_versions_of_one_document_are_never_merged() -> None:
    chunks = [said("a", *WORDS), said("a", *WORDS, version="2"), said("a", *WORDS)]
    assert make_context(chunks).kept == tuple(chunks)


def test_a_repetition_is_named_before_the_budget() -> None:
    first = said("a", *WORDS)
    context = make_context([first, said("b", *WORDS)], tokens(passage_text(first)))
    assert reasons(context) == [("b", f"near-duplicate of {first.chunk_id}")]


def test_a_dropped_passage_makes_no_other_a_repetition() -> None:
    large, small = said("a", *WORDS), said("b", *WORDS)
    context = make_context([replace(large, title="long " * 200), small], tokens(passage_text(small)))
    assert (context.kept, reasons(context)) == ((small,), [("a", "over budget")])


def test_passages_without_words_are_no_repetitions() -> None:
    assert len(make_context([said("a"), said("b"), replace(said("c"), text="Title")]).kept) == 3


def test_nothing_found_is_an_empty_context() -> None:
    assert make_context([]) == Context((), (), 0)
    assert make_context([]).text == ""
