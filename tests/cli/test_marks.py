"""Marking the question's words in a passage."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.cli.marks import MARK, marked
from policy_assistant.metadata import Chunk
from tests.store.samples import document, metadata


def passage(text: str, language: str = "en") -> Chunk:
    return replace(document(metadata("shoes"), text).chunks[0], language=language)


@pytest.mark.parametrize(
    ("phrases", "shown"),
    [
        (["shoe"], "Wet **shoes** stay out; no **shoe** inside."),
        (["wet shoe"], "**Wet** **shoes** stay out; no shoe inside."),
        (["shoe wet"], "Wet shoes stay out; no shoe inside."),
        (["wet", "insid"], "**Wet** shoes stay out; no shoe **inside**."),
        ([], "Wet shoes stay out; no shoe inside."),
        ([""], "Wet shoes stay out; no shoe inside."),
    ],
)
def test_words_are_marked_by_their_terms_and_phrases_in_a_row(phrases: list[str], shown: str) -> None:
    assert marked(passage("Wet shoes stay out; no shoe inside."), phrases) == shown


def test_words_are_cut_by_the_language_of_the_passage() -> None:
    assert (
        marked(passage("L\u2019\u00e9t\u00e9, des chaussures.", "fr"), ["ete", "chaussur"])
        == "L\u2019**\u00e9t\u00e9**, des **chaussures**."
    )


@given(st.text(), st.lists(st.text(max_size=8), max_size=3))
def test_nothing_but_marks_is_added(text: str, phrases: list[str]) -> None:
    assert marked(passage(text), phrases).replace(MARK, "") == text.replace(MARK, "")
