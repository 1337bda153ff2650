"""What a claim about code cites: lines that must lie inside a passage that was given."""

import pytest

from policy_assistant.cite import check
from policy_assistant.claims import CheckedClaim, Cited, Claim
from policy_assistant.metadata import Chunk
from tests.cite.samples import asked
from tests.code.samples import piece

TAX = piece("def rate(kind):\n    # per cent\n    return 5\n\n\ndef other():\n    return 7", "shop/tax.py", first_line=6, start=80)
NEXT = piece("def total(net):\n    return net * 2", "shop/tax.py", name="total", first_line=13, start=200)
HIDDEN = piece("SECRET = 1", "shop/keys.py", name="SECRET", kind="constant", access="board")
INDEX = (TAX, NEXT, HIDDEN, piece("A = 1", "shop/other.py", name="A", kind="constant"))


def find(name: str) -> list[Chunk]:
    """The chunks of a file, or none for what is no path."""
    return [chunk for chunk in INDEX if chunk.source == name]


def claim(cited: str, text: str = "The rate comes from rate.", quote: str = "", given: tuple[Chunk, ...] = (TAX,)) -> CheckedClaim:
    return check(Claim(text, (Cited(cited, quote),)), asked(), given, find)


def names(done: CheckedClaim) -> list[str]:
    return [problem.name for problem in done.problems if problem.is_hard]


@pytest.mark.parametrize(
    ("cited", "lines", "quote"),
    [
        ("shop/tax.py:6-8", (6, 8), "def rate(kind):\n    # per cent\n    return 5"),
        ("shop/tax.py:8", (8, 8), "    return 5"),
        ("`./shop/tax.py:8`", (8, 8), "    return 5"),
        ("[shop/tax.py:6-12]", (6, 12), TAX.text),
    ],
)
def test_lines_inside_a_given_passage_are_cited_exactly(cited: str, lines: tuple[int, int], quote: str) -> None:
    (citation,) = claim(cited).citations
    assert citation.lines == lines
    assert citation.quote == quote
    assert TAX.text[citation.start - TAX.start : citation.end - TAX.start] == quote


@pytest.mark.parametrize(
    "cited", ["shop/tax.py:5-8", "shop/tax.py:6-13", "shop/tax.py:40", "shop/tax.py:8-6", "shop/tax.py:13", "shop/other.py:1"]
)
def test_lines_outside_the_given_passages_are_not_in_context(cited: str) -> None:
    assert names(claim(cited)) == ["not_in_context"]


def test_lines_over_two_given_passages_lie_inside_none() -> None:
    assert names(claim("shop/tax.py:11-14", given=(TAX, NEXT))) == ["not_in_context"]


@pytest.mark.parametrize("cited", ["shop/absent.py:1", "absent:1", "shop/keys.py:1"])
def test_a_file_that_is_not_indexed_or_not_to_be_seen_is_missing(cited: str) -> None:
    done = claim(cited)
    assert names(done) == ["missing_id"]
    assert not done.citations


def test_a_given_passage_that_may_not_be_seen_is_not_allowed() -> None:
    done = claim("shop/keys.py:1", given=(HIDDEN,))
    assert names(done) == ["not_allowed"]
    assert not done.citations


def test_a_passage_of_code_may_be_cited_by_its_id_too() -> None:
    (citation,) = claim(TAX.chunk_id).citations
    assert citation.lines == (6, 12)


def test_a_quote_must_stand_in_the_lines_that_are_cited() -> None:
    (citation,) = claim("shop/tax.py:6-8", quote="return 5").citations
    assert (citation.lines, citation.quote) == ((8, 8), "return 5")
    assert names(claim("shop/tax.py:6-7", quote="return 5")) == ["quote_not_found"]


def test_places_that_the_text_names_are_checked_as_citations() -> None:
    assert not names(claim("shop/tax.py:6-8", "The rate comes from rate (shop/tax.py:8)."))
    assert names(claim("shop/tax.py:6-8", "The rate comes from rate (shop/tax.py:40).")) == ["not_in_context"]
    assert names(claim("shop/tax.py:6-8", "The rate comes from rate, see `shop/absent.py:3`.")) == ["missing_id"]


def test_the_numbers_of_lines_prove_nothing() -> None:
    assert names(claim("shop/tax.py:6-12", "The rate is 12.")) == ["number_not_found"]
    assert not names(claim("shop/tax.py:6-12", "The rate is 5."))


def test_the_path_and_the_name_are_words_of_the_passage() -> None:
    done = claim("shop/tax.py:6", "Tax rate, shop.")
    assert not done.problems
