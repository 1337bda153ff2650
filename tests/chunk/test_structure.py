"""Cutting by structure: a section a chunk, split between blocks, with title and headings before it."""

from hypothesis import given

from policy_assistant.blocks import ParsedDocument, RawBlock, assemble
from policy_assistant.chunk.structure import MAX_WORDS, cut_sections
from policy_assistant.spots import Spot
from tests.chunk.samples import document, documents, heading, rows, text, title


def cut(*blocks: RawBlock) -> list[tuple[int, str, tuple[str, ...]]]:
    """Words of the source, lines before it and sections of every chunk."""
    parsed = document(*blocks)
    return [(len(parsed.text[s.start : s.end].split()), s.prefix, s.sections) for s in cut_sections(parsed, "Shoes")]


def test_a_section_is_a_chunk_from_its_heading_on_with_the_title_before_it() -> None:
    assert cut(title(), heading("A"), text(3), text(2), heading("B"), text(4)) == [(6, "Shoes\n", ("A",)), (5, "Shoes\n", ("B",))]


def test_exactly_200_words_with_the_heading_stay_together() -> None:
    assert [words for words, _, _ in cut(heading("A"), text(150), text(49))] == [200]


def test_the_block_that_would_pass_200_words_begins_a_part_with_its_heading_repeated() -> None:
    assert cut(title(), heading("Two words"), text(150), text(49), text(2)) == [
        (152, "Shoes\n", ("Two words",)),
        (51, "Shoes\nTwo words\n", ("Two words",)),
    ]


def test_a_longer_block_is_never_cut_and_keeps_its_heading() -> None:
    assert [words for words, _, _ in cut(heading("A"), rows(500), text(5))] == [501, 5]
    assert [words for words, _, _ in cut(heading("A"), text(5), rows(500), text(5))] == [6, 500, 5]


def test_text_before_the_first_heading_is_in_no_section() -> None:
    assert cut(title(), text(3), heading("A"), text(2)) == [(3, "Shoes\n", ()), (3, "Shoes\n", ("A",))]


def test_a_later_part_of_text_without_heading_has_only_the_title_before_it() -> None:
    assert [prefix for _, prefix, _ in cut(title(), text(150), text(150))] == ["Shoes\n", "Shoes\n"]


def test_a_heading_with_only_deeper_sections_stands_before_them() -> None:
    found = cut(title(), heading("A"), heading("B", 3), text(3), heading("C", 3), text(2))
    assert found == [(4, "Shoes\nA\n", ("A > B",)), (3, "Shoes\nA\n", ("A > C",))]


def test_a_heading_with_text_of_its_own_is_a_chunk_and_stands_before_its_children_too() -> None:
    found = cut(heading("A"), text(1), heading("B", 3), text(1), heading("C", 4), text(1))
    assert [(prefix, sections) for _, prefix, sections in found] == [
        ("Shoes\n", ("A",)),
        ("Shoes\nA\n", ("A > B",)),
        ("Shoes\nA > B\n", ("A > B > C",)),
    ]


def test_a_heading_without_anything_under_it_is_a_chunk() -> None:
    assert cut(title(), heading("A"), heading("B"), text(1), heading("C")) == [
        (1, "Shoes\n", ("A",)),
        (2, "Shoes\n", ("B",)),
        (1, "Shoes\n", ("C",)),
    ]


def test_a_heading_that_only_looks_like_a_path_is_no_child() -> None:
    assert [words for words, _, _ in cut(heading("A"), heading("A > B"), text(1))] == [1, 4]


def test_two_sections_with_one_name_are_two_chunks() -> None:
    assert [words for words, _, _ in cut(heading("A"), text(1), heading("A"), text(2))] == [2, 3]


def test_without_a_title_nothing_stands_before() -> None:
    parsed = document(heading("A"), text(1))
    assert [span.prefix for span in cut_sections(parsed, "")] == [""]


@given(documents)
def test_a_chunk_is_whole_blocks_of_one_section_and_short_unless_it_is_one_block(parsed: ParsedDocument) -> None:
    for span in cut_sections(parsed, "Shoes"):
        inside = [b for b in parsed.blocks if span.start <= b.start and b.end <= span.end and b.kind != "title"]
        assert {b.start for b in inside} | {b.end for b in inside} >= {span.start, span.end}
        body = [b for b in inside if b.kind != "heading"]
        assert len(body) <= 1 or sum(len(b.text.split()) for b in inside) <= MAX_WORDS
        assert sum(b.kind == "heading" for b in inside) <= 1


def test_a_block_that_is_too_long_is_cut_between_its_lines_and_a_table_repeats_its_first_row_before_them() -> None:
    rows = ["code | price", *(f"item {number} | {number} euros a piece" for number in range(300))]
    parsed = assemble([RawBlock("heading", "Prices", 2), RawBlock("table", "\n".join(rows))], {})
    spans = list(cut_sections(parsed, "Shoes"))
    texts = [parsed.text[span.start : span.end] for span in spans]
    assert len(spans) > 2
    assert "\n".join(texts).split("\n") == ["Prices", "", *rows]
    assert [span.prefix for span in spans] == ["Shoes\n", *["Shoes\nPrices\ncode | price\n"] * (len(spans) - 1)]
    assert all(len(part.split()) <= MAX_WORDS + 1 for part in texts)


def test_a_long_paragraph_is_cut_between_sentences_and_one_without_any_between_words() -> None:
    sentences = " ".join(f"The rule number {number} says that we pay." for number in range(200))
    parsed = assemble([RawBlock("text", sentences), RawBlock("text", " ".join(["word"] * 2000))], {})
    texts = [parsed.text[span.start : span.end] for span in cut_sections(parsed, "")]
    assert all(len(part.split()) <= MAX_WORDS for part in texts)
    assert [part[-1] for part in texts[:3]] == ["."] * 3
    assert " ".join(" ".join(texts).split()) == " ".join(parsed.text.split())


def test_a_table_in_several_blocks_repeats_its_first_row_before_each_and_another_table_does_not() -> None:
    def table(first: int, last: int, *head: str) -> RawBlock:
        lines = [*head, *(f"item {number} | {number} euros a piece for all of us here" for number in range(first, last))]
        spots, start = [], 0
        for number, line in enumerate(lines, first - len(head)):
            spots.append(Spot(start, start + len(line), f"Rates!A{number}:B{number}"))
            start += len(line) + 1
        return RawBlock("table", "\n".join(lines), spots=tuple(spots))

    parsed = assemble([RawBlock("heading", "Rates", 2), table(2, 22, "code | price"), table(22, 42), table(50, 70)], {})
    assert [span.prefix for span in cut_sections(parsed, "Shoes")] == ["Shoes\n", "Shoes\nRates\ncode | price\n", "Shoes\nRates\n"]
