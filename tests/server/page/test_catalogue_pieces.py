"""Texts in pieces: excerpts, marks, the words that differ."""

from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.changes import MAX_WORDS
from policy_assistant.server.page.pieces import MAX_EXCERPT, Pieces, excerpt, likeness, marked, sides

TEXTS = st.text("ab 1,.\n", max_size=80)


def shown(pieces: Pieces) -> str:
    return "".join(f"[{piece.text}]" if piece.is_marked else piece.text for piece in pieces)


def test_matched_words_with_only_blanks_between_them_are_one_mark() -> None:
    assert shown(marked("a big red dog", [(2, 5), (6, 9)])) == "a [big red] dog"


def test_an_excerpt_shows_the_sentence_with_most_matched_words_and_names_its_place() -> None:
    text = f"Kit one. {'Nothing here at all. ' * 30}The kit fits the pump. {'More of nothing. ' * 40}"
    spans = [(text.index("Kit"), 3), (text.index("kit fits"), text.index("kit fits") + 3), (text.index("pump"), text.index("pump") + 4)]
    found = excerpt(text, spans)
    assert text[found.start : found.end] == "The kit fits the pump."
    assert "The [kit] fits the [pump]." in shown(found.pieces)
    assert found.is_cut_before
    assert found.is_cut_after
    assert sum(len(piece.text) for piece in found.pieces) <= MAX_EXCERPT


def test_an_excerpt_without_matches_is_the_beginning() -> None:
    found = excerpt("word " * 200, [])
    assert shown(found.pieces).startswith("word word")
    assert (found.is_cut_before, found.is_cut_after) == (False, True)


def test_an_excerpt_leaves_out_what_stands_before_its_first_character() -> None:
    found = excerpt("Heading kit\n\nThe kit.", [(8, 11), (17, 20)], 13)
    assert shown(found.pieces) == "The [kit]."
    assert not found.is_cut_before


def test_an_excerpt_does_not_cut_a_word() -> None:
    found = excerpt("abcdefgh " * 100, [])
    assert shown(found.pieces).rstrip().endswith("abcdefgh")


@given(text=TEXTS, spans=st.lists(st.tuples(st.integers(0, 79), st.integers(0, 79)), max_size=4), first=st.integers(0, 20))
def test_an_excerpt_is_part_of_its_text(text: str, spans: list[tuple[int, int]], first: int) -> None:
    ordered = sorted({(a, b) for a, b in spans if a < b <= len(text)})
    apart = [span for number, span in enumerate(ordered) if all(span[0] >= other[1] for other in ordered[:number])]
    found = excerpt(text, apart, min(first, len(text)))
    assert "".join(piece.text for piece in found.pieces) in text


def test_the_words_that_differ_are_marked_on_both_sides() -> None:
    before, after = sides("You have 30 days to return it.", "You have 45 days to send it back.")
    assert shown(before) == "You have [30] days to [return] it."
    assert shown(after) == "You have [45] days to [send] it [back]."


def test_a_side_without_another_one_is_marked_as_a_whole() -> None:
    assert (shown(sides("Gone.", "")[0]), sides("Gone.", "")[1]) == ("[Gone.]", ())


def test_texts_that_are_too_long_are_marked_as_a_whole() -> None:
    before, after = "a " * (MAX_WORDS + 1), "a b"
    assert [[piece.is_marked for piece in side] for side in sides(before, after)] == [[True], [True]]


@given(before=TEXTS, after=TEXTS)
def test_no_character_of_either_side_is_lost(before: str, after: str) -> None:
    one, two = sides(before, after)
    assert ("".join(piece.text for piece in one), "".join(piece.text for piece in two)) == (before, after)


def test_numbers_and_codes_stand_by_themselves() -> None:
    piece = marked("from 1,200.50 to PK-2200-07 days", [(0, 32)])[0]
    assert [text for text, is_number in piece.parts if is_number] == ["1,200.50", "PK-2200-07"]
    assert "".join(text for text, _ in piece.parts) == piece.text


def test_likeness_is_the_share_of_common_words() -> None:
    assert likeness("a b c d", "a b x y") == 0.5
    assert likeness("", "") == 0.0
