"""The words of all pages: each name once, each phrase in both languages, with the same values and the signs of its language."""

import importlib
import pkgutil
import re
import string

import pytest

from policy_assistant.server.page import words as package
from policy_assistant.server.page.words import Words
from policy_assistant.sharing.days import day_in_words, moment_in_words

MODULES = {
    module.name: importlib.import_module(f"{package.__name__}.{module.name}").PHRASES for module in pkgutil.iter_modules(package.__path__)
}
PHRASES = [(name, texts) for phrases in MODULES.values() for name, texts in phrases.items()]


def test_no_two_views_give_a_name_two_meanings() -> None:
    names = [name for name, _ in PHRASES]
    assert [name for name in set(names) if names.count(name) > 1] == []


def _fields(text: str) -> list[str]:
    return [f"{name}{spec}" for _, name, spec, _ in string.Formatter().parse(text) if name is not None]


@pytest.mark.parametrize(("name", "texts"), PHRASES, ids=[name for name, _ in PHRASES])
def test_both_languages_say_the_same(name: str, texts: tuple[str, str]) -> None:
    english, french = texts
    assert _fields(english) == _fields(french), name
    assert not re.search(r"[^\u00a0\u202f][:;?!»](?!\w)", french) or re.search(r"https?:", french), french
    assert not re.search("«[^\u00a0]", french), french
    assert "'" not in french


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("2026-10-09", "9 October 2026", "9 octobre 2026"),
        ("2026-03-01T10:00:00Z", "1 March 2026", "1er mars 2026"),
        ("", "", ""),
        ("soon", "soon", "soon"),
        ("2026-02-30", "2026-02-30", "2026-02-30"),
    ],
)
def test_days_in_words(text: str, english: str, french: str) -> None:
    assert day_in_words(text, "en").replace("\u00a0", " ") == english
    assert day_in_words(text, "fr").replace("\u00a0", " ") == french


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("2026-10-01T09:05:59Z", "1 October 2026, 09:05 UTC", "1er octobre 2026 à 09:05 UTC"),
        ("soon", "soon", "soon"),
    ],
)
def test_moments_in_words(text: str, english: str, french: str) -> None:
    assert moment_in_words(text, "en").replace("\u00a0", " ") == english
    assert moment_in_words(text, "fr").replace("\u00a0", " ") == french


def test_a_phrase_says_days_in_words_and_leaves_versions_that_are_named_like_days() -> None:
    assert Words("en")("kept.for", "staff", "2026-10-09") == "for staff, as of 9\u00a0October\u00a02026"
    assert Words("fr")("in force", "2026-10-01") == "En vigueur le 1er\u00a0octobre\u00a02026"
    assert Words("en")("version n", "2026-10-09") == "version 2026-10-09"
