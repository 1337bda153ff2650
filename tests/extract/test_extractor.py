"""The extractor as a whole: exact quotes, limits, and texts that nobody would write."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.blocks import HIDDEN, ParsedDocument
from policy_assistant.chunk import chunk as chunks_of
from policy_assistant.extract.extractor import Extraction
from policy_assistant.extract.selection import MAX_QUOTES, MAX_WORDS
from policy_assistant.parse.base import ParseOptions, parse_bytes
from tests.chunk.samples import WHO
from tests.cite.samples import START, chunk
from tests.extract.samples import extracted, said

WORDS = [
    "lamp",
    "glass",
    "oil",
    "zebra",
    "30 days",
    "12.95 dollars",
    "PK-2200",
    "*cannot*",
    "lampe",
    "**verre**",
    "« été »",
    "3 mai 2026",
    "e.g.",
]
QUESTIONS = [
    "How long can a lamp be kept?",
    "How do I return the glass?",
    "Can a zebra be returned after 31 days?",
    "What does oil cost?",
    "Combien coûte la lampe ?",
    "PK-2200",
]

_sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(lambda words: " ".join(["The", *words]) + ".")
_paragraphs = st.lists(_sentences, min_size=1, max_size=4).map(" ".join)
_lists = st.tuples(_sentences, st.lists(_sentences, min_size=1, max_size=3), st.sampled_from(["-", "1."])).map(
    lambda made: made[0][:-1] + ":\n\n" + "\n".join(f"{made[2]} {item}" for item in made[1])
)
_cells = st.sampled_from([*WORDS, ""])
_tables = st.lists(st.tuples(_cells, _cells, _cells), min_size=2, max_size=4).map(
    lambda rows: "\n".join(["| " + " | ".join(rows[0]) + " |", "|---|---|---|", *("| " + " | ".join(row) + " |" for row in rows[1:])])
)
_headings = st.sampled_from(["## Lamp", "## Glass and oil", "### Zebra", "## Été"])
documents = st.lists(_headings | _paragraphs | _lists | _tables, min_size=1, max_size=8).map(
    lambda parts: "# House\n\n" + "\n\n".join(parts) + "\n"
)


def parsed(text: str) -> ParsedDocument:
    return parse_bytes(text.encode(), "house.md", ParseOptions())


@settings(max_examples=120, deadline=None)
@given(documents, st.sampled_from(QUESTIONS))
def test_every_quote_is_the_source_at_its_place(text: str, question: str) -> None:
    document = parsed(text)
    pieces = chunks_of(document, WHO)
    done = extracted(question, *pieces, language="fr" if question.startswith("Combien") else "en", least_confidence=0.001)
    ids = {piece.chunk_id for piece in pieces}
    for claim in done.reply.claims:
        assert claim.citations
        for cited in claim.citations:
            assert cited.id in ids
            assert cited.start is not None
            assert cited.quote
            assert document.text[cited.start : cited.start + len(cited.quote)] == cited.quote
    assert len(done.reply.claims) <= MAX_QUOTES + 1
    assert sum(len(claim.text.split()) for claim in done.reply.claims) <= MAX_WORDS
    assert done.reply.answer == ("\n".join(claim.text for claim in done.reply.claims) or done.reply.answer)


def test_a_row_is_cited_with_its_header_and_an_item_with_its_lead() -> None:
    table = chunk("Item | Days\nLamp | 30 days", "table")
    row = extracted("How many days for a lamp?", table, least_confidence=0.001).reply.claims[0]
    assert [(one.quote, one.start) for one in row.citations] == [("Lamp | 30 days", START + 12), ("Item | Days", START)]
    assert row.text == "Lamp; Days: 30 days"
    steps = chunk("For a lamp bring:\n\n- the glass zebra of it", "list")
    item = extracted("Is the zebra brought for a lamp?", steps, least_confidence=0.001).reply.claims[0]
    assert [(one.quote, one.start) for one in item.citations] == [("- the glass zebra of it", START + 19), ("For a lamp bring:", START)]
    assert item.text == "For a lamp bring: the glass zebra of it"


def test_a_sentence_is_cited_alone() -> None:
    claim = extracted("Is a lamp red?", chunk("It is so. A lamp is red."), least_confidence=0.001).reply.claims[0]
    assert [(one.quote, one.start) for one in claim.citations] == [("A lamp is red.", START + 10)]


def test_with_a_verdict_all_has_room_and_it_rests_on_its_quote() -> None:
    long = f"A lamp can be returned within 30 days {'of the lamp zebra ' * 10}end."
    done = extracted(
        "Can a lamp be returned after 31 days?", chunk(f"A lamp can be returned within 30 days. {long}"), least_confidence=0.001
    )
    assert done.reply.claims[0].text == "No. 31 days is more than 30 days."
    assert done.reply.claims[0].citations[0].quote == "A lamp can be returned within 30 days."
    assert sum(len(claim.text.split()) for claim in done.reply.claims) <= MAX_WORDS


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The documents do not say."), ("fr", "Les documents ne le disent pas."), ("de", "The documents do not say.")],
)
def test_an_abstention_has_no_claims_and_says_so_in_the_language_of_the_question(language: str, words: str) -> None:
    done = extracted("topaz yacht opal", chunk("A lamp is red.", language=language), language=language)
    assert (done.reply.answerable, done.reply.claims, done.reply.answer, done.notes) == (False, (), words, ())
    assert done.decision.confidence < done.decision.threshold


def test_what_steers_a_reader_is_not_quoted_unless_its_type_may_be() -> None:
    flagged = chunk("A lamp zebra lasts 3 years.", doc_type="guide", flags=("instruction",))
    assert said("How long does a lamp zebra last?", flagged) == []
    assert extracted("How long does a lamp zebra last?", flagged).decision.reason == "No passage that may be quoted was found."
    assert said("How long does a lamp zebra last?", flagged, quote_flagged=("policy",)) == []
    assert said("How long does a lamp zebra last?", flagged, quote_flagged=("guide",)) == ["A lamp zebra lasts 3 years."]
    hidden = chunk("A lamp zebra lasts 3 years.", flags=(HIDDEN,))
    assert said("How long does a lamp zebra last?", hidden) == ["A lamp zebra lasts 3 years."]


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "The first quote is what a supplier says; it changes no policy."),
        ("fr", "La première citation vient d’un fournisseur ; elle ne change aucune politique."),
    ],
)
def test_what_a_supplier_says_is_named_as_his(language: str, note: str) -> None:
    lamp = chunk("A lamp zebra lasts.", doc_type="supplier")
    assert extracted("lamp zebra", lamp, language=language, least_confidence=0.001).notes == (note,)
    assert extracted("lamp zebra", chunk("A lamp zebra lasts."), language=language, least_confidence=0.001).notes == ()


def test_no_passages() -> None:
    done = extracted("How long?")
    assert not done.reply.answerable
    assert done.decision.confidence == 0.0


@pytest.mark.parametrize(
    "question",
    [
        "of the",
        "le la les",
        "PK-2200",
        "14",
        "?",
        "…",
        "x" * 20_000,
        "lamp " * 4000,
        "1" * 20_000,
        "a? " * 2000,
        "ランプの保証",
        "\u202elamp\x00",
    ],
)
@pytest.mark.parametrize("language", ["en", "fr", "de", ""])
def test_any_question(question: str, language: str) -> None:
    body = chunk("The lamp PK-2200 lasts 14 days. ランプの保証は一年です。")
    done = extracted(question, body, language=language)
    assert isinstance(done, Extraction)
    assert done.reply.answerable == bool(done.reply.claims)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "body",
    ["", " ", "\n\n", "|", " | ", ":", "?", "-", "- ", "…", "\x00", "lamp:", "lamp?", "\u200b", "lamp | glass", "Lamp |  | \n |  | "],
)
def test_any_passage(body: str, question: str) -> None:
    assert isinstance(extracted(question, chunk(body), chunk(body, "other"), least_confidence=0.001), Extraction)


LONG: dict[str, Callable[[int], str]] = {
    "sentences": lambda n: "A lamp can be returned within 30 days. " * (n // 39),
    "one word": lambda n: "x" * n,
    "one sentence": lambda n: "lamp returned " * (n // 14),
    "rows": lambda n: "Item | Returned within\n" + "lamp | 30 days\n" * (n // 15),
    "cells": lambda n: "Item | a\n" + "lamp returned | " * (n // 16),
    "parts of a cell": lambda n: "Item | Days\nlamp returned" + "; 30 days" * (n // 9),
    "items": lambda n: "- lamp returned 30 days\n" * (n // 24),
    "days": lambda n: "A lamp returned until " + "3 May 2026 until " * (n // 17),
    "blanks": lambda n: "lamp by " + " " * n + "x",
    "negators": lambda n: "not " * (n // 4) + "lamp",
    "questions": lambda n: "lamp? " * (n // 6),
}


MANY_UNITS = ("sentences", "rows", "parts of a cell", "items")


@pytest.mark.parametrize("name", LONG)
def test_a_passage_that_is_far_too_long(name: str) -> None:
    body = LONG[name](50_000 if name in MANY_UNITS else 200_000)
    other = chunk(body.replace("30", "45"), "other", doc_type="guide")
    done = extracted("Can a lamp of 1 May 2026 be returned on 3 May 2026?", chunk(body), other, least_confidence=0.001)
    assert isinstance(done, Extraction)
    for claim in done.reply.claims:
        for cited in claim.citations:
            assert cited.start is not None
            texts = [one.quote[cited.start - START :] for one in (chunk(body), other)]
            assert any(text.startswith(cited.quote) for text in texts)
