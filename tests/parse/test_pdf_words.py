"""Characters that are no single letters: ligatures, soft hyphens, and what takes two units in UTF-16."""

import pytest

from policy_assistant.analysis import question_terms, terms
from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from policy_assistant.view.boxes import printed_at
from tests.parse.pdf_raw import FIRST_OTHER, raw_pdf, stream, text


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def mapped(meanings: dict[str, bytes], words: str) -> bytes:
    """A page of words in which some letters mean other characters (UTF-16 in hex digits), as fonts with ligatures say."""
    rows = b"".join(b"<%02X> <%s>\n" % (ord(char), meanings.get(char, b"%04X" % ord(char))) for char in map(chr, range(32, 127)))
    cmap = b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n"
    cmap += b"95 beginbfchar\n" + rows + b"endbfchar endcmap end"
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode %d 0 R >>" % FIRST_OTHER
    return raw_pdf([text(words, y=500)], font=font, others=[stream(cmap)])


def is_proved(data: bytes, words: str) -> bool:
    document = parsed(data)
    start = document.text.index(words)
    return printed_at(data, "sample.pdf", document, start, start + len(words)).proved


def test_the_letters_of_a_wide_ligature_stay_in_their_word() -> None:
    data = mapped({"W": b"006600660069"}, "An oWce for eWcient people")
    assert parsed(data).text == "An office for efficient people"
    assert is_proved(data, "office for")


@pytest.mark.parametrize(("ligature", "letters"), [("FB00", "ff"), ("FB01", "fi"), ("FB02", "fl"), ("FB03", "ffi"), ("FB04", "ffl")])
def test_a_ligature_is_read_as_its_letters(ligature: str, letters: str) -> None:
    data = mapped({"X": ligature.encode()}, "An oXce for people")
    assert parsed(data).text == f"An o{letters}ce for people"
    assert is_proved(data, f"o{letters}ce for")


def test_text_with_ligatures_is_found_by_its_letters_and_the_other_way_round() -> None:
    assert terms("An o\ufb03ce, a \ufb01ne \ufb02oor", "en") == terms("An office, a fine floor", "en")
    assert set(question_terms("o\ufb03ce", ["en"])) == set(question_terms("office", ["en"]))


def test_a_soft_hyphen_that_ends_a_line_is_mended() -> None:
    lines = text("The committee decides on all requests for para", y=500) + text("graphs that follow from the first of May on", y=487)
    printed = lines.replace(b"para)", b"para\\255)")
    assert "for paragraphs that follow" in parsed(raw_pdf([printed])).text


def test_a_soft_hyphen_within_a_word_does_not_part_its_terms() -> None:
    assert terms("para\u00adgraphs", "en") == terms("paragraphs", "en")
    assert question_terms("para\u00adgraphs", ["en"]) == question_terms("paragraphs", ["en"])


def test_a_character_of_two_units_is_one() -> None:
    data = mapped({"X": b"D835DC65"}, "Let X be a number")
    assert parsed(data).text == "Let \U0001d465 be a number"
    assert is_proved(data, "\U0001d465 be a")


def test_half_a_character_is_unknown() -> None:
    for half in (b"D835", b"DC65"):
        document = parsed(mapped({"X": half}, "Let X be a number"))
        assert document.text == "Let \ufffd be a number"
        assert document.text.encode()
