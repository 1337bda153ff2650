"""Units: where sentences, list items and table rows begin and end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.units import MAX_ITEM, units


def cut(text: str) -> list[str]:
    return [text[unit.start : unit.end] for unit in units(text)]


def kinds(text: str) -> list[str]:
    return [unit.kind for unit in units(text)]


@pytest.mark.parametrize(
    "sentences",
    [
        ["You have 30 days.", "Ask first!", "Why?", "Because…", "That is all"],
        ["He said “stop.”", "(It was late.)", 'She left."', "Then nothing."],
        ["« Oui. »", "Il dit « Non. » puis part."],
        ["Est-ce permis ?", "Oui !", "Voir l'article."],
        ["It costs 12.95 euros.", "Order PK-2200.07 now.", "See www.example.org for v2.0 today."],
        ["Ask M. Dupont, Mme. Martin or Dr. Who.", "J. R. Smith pays."],
        ["Send it, e.g. by post, i.e. slowly, etc. but today.", "Done."],
        ["See art. 5, p. 12 and no. 7 of vol. 2.", "The answer is no.", "Really."],
        ["Par courrier, p. ex. Chronopost.", "C'est approx. 3 jours."],
        ["Acme Inc. and Foo Ltd. The seller pays in the U.S. Army.", "End."],
        ["Delays: Shipping takes long; Returns too.", "Fine."],
        ["Quoi ? demanda-t-il.", "Yahoo! is a name."],
        ["Wait...", "What?!", "Yes."],
    ],
    ids=lambda sentences: sentences[0],
)
def test_sentences(sentences: list[str]) -> None:
    assert cut(" ".join(sentences)) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["C'est la date prévue.", "Si elle passe, annulez."],
        ["Non.", "Un employeur ne peut pas."],
        ["Attention !", "Si vous voulez."],
        ["par la loi (couleur de peau, etc.).", "Aucun texte."],
        ["Oui.", "L'employeur paie.", "À vous."],
        ["(voir 12).", "Aucun texte."],
    ],
    ids=lambda sentences: sentences[0],
)
def test_a_lost_space_after_a_sentence_is_an_end_too(sentences: list[str]) -> None:
    assert cut("".join(sentences)) == sentences


@pytest.mark.parametrize("text", ["the file a.b is", "PK.Type is a code", "ask Node.JS", "at 10.Main it", "recours :Adresser une lettre"])
def test_no_end_inside_codes_and_after_colons(text: str) -> None:
    assert cut(text) == [text]


def test_items_rows_and_lines_stand_for_themselves() -> None:
    text = "Refunds\n\nYou pay this. We pay the rest.\n\n- one. Two.\n  - deeper\n1. Screw it.\n(a) turn\n\nZone | Fee\nUS | 5. Net"
    assert cut(text) == [
        "Refunds",
        "You pay this.",
        "We pay the rest.",
        "- one. Two.",
        "- deeper",
        "1. Screw it.",
        "(a) turn",
        "Zone | Fee",
        "US | 5. Net",
    ]
    assert kinds(text) == ["line", "sentence", "sentence", "item", "item", "item", "item", "row", "row"]


def test_a_long_item_is_cut_into_sentences() -> None:
    text = f"1. First one. {'Word ' * (MAX_ITEM // 5)}. Last one."
    assert [cut(text)[0], cut(text)[-1]] == ["1. First one.", "Last one."]
    assert kinds(text) == ["item", "sentence", "sentence"]
    assert kinds("- A. B" + "b" * (MAX_ITEM - 6)) == ["item"]


def test_a_line_that_goes_on_with_a_small_letter_is_one_sentence() -> None:
    assert cut("A long line that\ncontinues here. Next one\nNot this\n\nnor that") == [
        "A long line that\ncontinues here.",
        "Next one",
        "Not this",
        "nor that",
    ]
    assert cut("- an item\n  over two lines\na | b\nafter a row\nends with:\nsmall") == [
        "- an item\n  over two lines",
        "a | b",
        "after a row\nends with:",
        "small",
    ]


PIECES = st.sampled_from(
    [
        "a",
        "Ab",
        "É",
        "é",
        ".",
        "!",
        "?",
        "…",
        "»",
        "«",
        '"',
        "’",
        ")",
        "(",
        " ",
        "\n",
        "\n\n",
        " | ",
        "- ",
        "1. ",
        "\u00a0",
        "M.",
        "art.",
        "etc.",
        "5",
        ":",
    ]
)


@given(st.lists(PIECES).map("".join) | st.text())
def test_units_cover_everything_that_is_not_blank_once_and_in_order(text: str) -> None:
    found = units(text)
    assert all(text[unit.start : unit.end].strip() == text[unit.start : unit.end] != "" for unit in found)
    ends = [0, *(unit.end for unit in found)]
    starts = [*(unit.start for unit in found), len(text)]
    assert all(end <= start and not text[end:start].strip() for end, start in zip(ends, starts, strict=True))


HOSTILE = {".": 1_000_000, '"': 1_000_000, "«": 1_000_000} | dict.fromkeys(
    [". ", "a.A", " \n", ".(", "a\n", "1. ", "M. ", ". »", "(", " | ", "- ", "a ", "..\n"], 200_000
)


@pytest.mark.parametrize(("piece", "characters"), HOSTILE.items())
def test_hostile_text_is_cut(piece: str, characters: int) -> None:
    """Each takes a fraction of a second; were time to grow with the square of the length, it would be minutes."""
    text = piece * (characters // len(piece))
    assert sum(unit.end - unit.start for unit in units(text)) <= len(text)
