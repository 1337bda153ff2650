"""The words of both languages that a draft looks for."""

from dataclasses import dataclass

from policy_assistant.language import language_of


@dataclass(frozen=True)
class Guess:
    """A proposed value and what it was read from: nothing where it is assumed; both empty where nothing was found."""

    value: str = ""
    how: str = ""


NOTHING = Guess()


def guess_language(text: str) -> Guess:
    """The language of a text; nothing when none clearly leads."""
    language = language_of(text)
    return Guess(language, "the words of the text") if language else NOTHING
