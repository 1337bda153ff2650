"""Which words of a text were searched for."""

from collections.abc import Sequence

from policy_assistant.analysis import terms
from policy_assistant.records.matches import matched


def words(text: str, *phrases: str, language: str = "en") -> Sequence[str]:
    return [text[start:end] for start, end in matched(text, phrases, lambda word: terms(word, language))]


def test_other_forms_of_a_word_match() -> None:
    assert words("The Returns desk: returned, return, turn.", "return") == ["Returns", "returned", "return"]


def test_a_phrase_matches_only_as_a_whole() -> None:
    assert words("gift card, card gift, gift", "gift card") == ["gift", "card"]


def test_words_are_cut_by_the_language_of_the_text() -> None:
    assert words("Délais de livraison", "livraison", language="fr") == ["livraison"]


def test_nothing_matches_no_phrase() -> None:
    assert words("Anything", "") == []
