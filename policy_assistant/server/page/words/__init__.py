"""Our own words on the pages, in the languages that we speak: one module a view, one line a phrase."""

from collections.abc import Mapping

from policy_assistant.server.page.words import asking, catalogue, common, office
from policy_assistant.sharing.days import Filling

LANGUAGES = ("en", "fr")

_PHRASES: Mapping[str, tuple[str, str]] = {**common.PHRASES, **asking.PHRASES, **catalogue.PHRASES, **office.PHRASES}


class Words:
    """The phrases of one language; English where we do not speak it."""

    def __init__(self, language: str) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self._filling = Filling(self.language)

    def __call__(self, name: str, *values: object) -> str:
        """A phrase with its values, days in words where it says `{:day}`. Raises `KeyError` where there is no such phrase."""
        return self._filling.format(_PHRASES[name][LANGUAGES.index(self.language)], *values)

    def count(self, name: str, number: int) -> str:
        """`NAME.one` or `NAME.many` with a number; French says one of 0, too."""
        is_one = number == 1 or (number == 0 and self.language == "fr")
        return self(f"{name}.{'one' if is_one else 'many'}", number)
