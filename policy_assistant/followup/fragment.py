"""A fragment as the rules see it: its text and the phrase that it begins with."""

from dataclasses import dataclass

from policy_assistant.followup.phrases import Phrase


@dataclass(frozen=True)
class Fragment:
    """The text of a fragment and its first phrase, as `phrases_of` reads it."""

    text: str
    phrase: Phrase

    @property
    def core(self) -> str:
        """All of it behind the preposition."""
        return self.text[self.phrase.core :]

    @property
    def bare(self) -> str:
        """All of it behind preposition and article."""
        return self.text[self.phrase.bare :]
