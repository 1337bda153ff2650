from collections.abc import Sequence

import pytest

from policy_assistant.blocks import ParsedDocument, RawBlock, assemble
from policy_assistant.chunk.structure import cut_sections
from policy_assistant.clauses import Clauses


def heading(text: str, level: int = 2) -> RawBlock:
    return RawBlock("heading", text, level)


def text(words: str) -> RawBlock:
    return RawBlock("text", words)


def parsed(*blocks: RawBlock) -> ParsedDocument:
    return assemble([RawBlock("title", "Terms", 1), *blocks], {})


def clause_of(document: ParsedDocument, words: str) -> Sequence[str]:
    start = document.text.index(words)
    return document.spots(start, start + len(words))


CONTRACT = parsed(
    heading("1. Scope"),
    text("1.1 These terms hold for all sales."),
    text("1.2 The customer may:\n(a) return goods;\n(b) keep them:\n(i) for a week,\n(ii) for a month;\n(c) sell them."),
    text("Nothing else is allowed."),
    heading("2. Returns"),
    text("2.5 kg parcels are free."),
    text("2.1 Send it back.\nWithin a week."),
    text("2.1.1 Use the box."),
    text("2.4 Two clauses were repealed."),
    heading("Words"),
    text("(a) is a letter."),
)


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ("These terms hold", "clause 1.1"),
        ("The customer may", "clause 1.2"),
        ("return goods", "clause 1.2(a)"),
        ("keep them", "clause 1.2(b)"),
        ("for a month", "clause 1.2(b)(ii)"),
        ("sell them", "clause 1.2(c)"),
        ("Nothing else", "clause 1.2"),
        ("2. Returns", "clause 2"),
        ("Within a week", "clause 2.1"),
        ("Use the box", "clause 2.1.1"),
        ("were repealed", "clause 2.4"),
    ],
)
def test_a_place_has_the_number_of_its_clause(words: str, clause: str) -> None:
    assert clause_of(CONTRACT, words) == (clause,)


def test_numbers_that_do_not_go_on_from_others_number_nothing() -> None:
    assert clause_of(CONTRACT, "2.5 kg parcels") == ("clause 2",)
    assert clause_of(CONTRACT, "is a letter") == ()
    assert clause_of(parsed(heading("3 things to know"), text("2.5 kg are free.")), "2.5 kg") == ()


def test_a_clause_without_a_heading_is_a_section_with_its_path() -> None:
    sections = {block.text: block.section for block in CONTRACT.blocks}
    assert sections["1.1 These terms hold for all sales."] == "1. Scope > 1.1"
    assert sections["Nothing else is allowed."] == "1. Scope > 1.2"
    assert sections["2.1.1 Use the box."] == "2. Returns > 2.1.1"
    assert sections["(a) is a letter."] == "Words"


def test_each_clause_is_a_chunk_below_its_heading() -> None:
    spans = [CONTRACT.text[span.start : span.end] for span in cut_sections(CONTRACT, "Terms")]
    assert spans[0] == "1.1 These terms hold for all sales."
    assert spans[1].endswith("Nothing else is allowed.")
    assert spans[2] == "2. Returns\n\n2.5 kg parcels are free."


def test_articles_annexes_and_french_words_keep_their_name() -> None:
    document = parsed(
        heading("Article 5 - Retours"),
        text("Les retours sont gratuits."),
        heading("Annexe A"),
        text("Tarifs."),
        text("Article 6. Les frais suivent."),
        text("section 7 applies to it."),
    )
    assert clause_of(document, "gratuits") == ("article 5",)
    assert clause_of(document, "Tarifs") == ("annexe A",)
    assert clause_of(document, "frais suivent") == ("article 6",)
    assert clause_of(document, "applies to it") == ("article 6",)


def test_a_heading_without_a_number_stands_under_the_numbered_one_above_it() -> None:
    document = parsed(heading("4.2 Returns"), heading("Furniture", 3), text("By van."), heading("Contact"), text("By mail."))
    assert clause_of(document, "By van") == ("clause 4.2",)
    assert clause_of(document, "By mail") == ()


def test_after_h_comes_the_letter_i_and_after_a_colon_the_number_i() -> None:
    clauses = Clauses.of([])
    clauses.heading("4.1 List", 2)
    items = "\n".join(f"({mark}) x" for mark in "abcdefghij")
    assert [spot.name for spot in clauses.text(items)[0]][-2:] == ["clause 4.1(i)", "clause 4.1(j)"]


def test_items_in_a_sentence_are_told_apart_and_marks_that_begin_no_list_are_not() -> None:
    document = parsed(heading("4.1 Costs"), text("He pays: (a) the van; (b) the box; and (c) the tape, as (e) says (see (b) above)."))
    assert clause_of(document, "the van") == ("clause 4.1(a)",)
    assert clause_of(document, "the tape") == ("clause 4.1(c)",)
    assert clause_of(document, "see (b) above") == ("clause 4.1(c)",)
    assert clause_of(parsed(heading("4.1 Costs"), text("(c) is a mark.")), "is a mark") == ("clause 4.1",)


@pytest.mark.parametrize("text", ["Parts", "Section headings", "Article a day", "Part of it", "Titles"])
def test_a_word_that_only_begins_like_one_of_ours_numbers_nothing(text: str) -> None:
    assert clause_of(parsed(heading(text), RawBlock("text", "Some words.")), "Some words") == ()


def test_french_first_articles_and_items_without_an_opening_bracket() -> None:
    document = parsed(
        heading("Article 1er – Objet"), text("Les conditions."), heading("ARTICLE 2"), text("Le client peut :\na) garder ;\nb) rendre.")
    )
    assert clause_of(document, "Les conditions") == ("article 1",)
    assert clause_of(document, "rendre") == ("article 2(b)",)
    assert clause_of(parsed(heading("ARTICLE PREMIER"), text("Les conditions.")), "Les conditions") == ("article 1",)


def test_cells_of_a_table_begin_no_clause() -> None:
    document = parsed(heading("4.1 Rates"), RawBlock("table", "4.2 | x\n(a) | y"), text("End."))
    assert clause_of(document, "(a) | y") == ("clause 4.1",)
    assert clause_of(document, "End") == ("clause 4.1",)


@pytest.mark.parametrize("text", ["(a) " * 20_000, "(a) (i) (1) " * 20_000, "\n" * 300_000 + "x", "1.1." * 100_000, "(" * 300_000])
def test_text_that_is_made_to_be_slow_or_deep_stays_cheap(text: str) -> None:
    clauses = Clauses.of([])
    clauses.heading("4.1 List", 2)
    spots, _ = clauses.text(text)
    assert max(map(len, (spot.name for spot in spots))) < 40
