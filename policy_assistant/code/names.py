"""Names that a question writes as code does, and the pieces that define or hold them."""

import re
from dataclasses import dataclass

from policy_assistant.metadata import Chunk

DEFINITIONS = frozenset({"class", "method", "function", "constant", "table"})
"""The kinds of pieces that are called what they define."""

MAX_NAMES = 10
"""Of a pasted text only the first names count."""

_WORD = r"[^\W\d]\w*"
_QUALIFIED = rf"{_WORD}(?:(?:\.|::|->|#){_WORD})*"
_SINGLE = re.compile(rf"`?({_QUALIFIED})(?:\(\))?`?")
_WRITTEN = re.compile(rf"`([^`\s]{{1,200}})`|({_QUALIFIED})")
_QUOTED = re.compile(r"«([^«»]{4,200})»|“([^“”]{4,200})”|\"([^\"]{4,200})\"|`([^`]{4,200})`")
_SEPARATOR = re.compile(r"\.|::|->|#")
_CAPITAL_INSIDE = re.compile(r"[a-z0-9][A-Z]")
_SHORTEST_DOTTED = 4
"""A shorter word with a dot inside is an abbreviation (e.g, p.ex)."""


@dataclass(frozen=True)
class Name:
    """A name as it is written. `is_code` is False for a plain word, which is a name only because nothing else was asked."""

    text: str
    is_code: bool = True

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of a qualified name: `Shop.close` has two."""
        return tuple(part for part in _SEPARATOR.split(self.text.removesuffix("()")) if part)

    def defines(self, chunk: Chunk) -> float:
        """1 where a piece is the definition of what has this name, less where only its capitals differ, else 0.

        A qualified name may be written without its beginning.
        """
        if chunk.place is None or chunk.place.kind not in DEFINITIONS or not self.parts:
            return 0.0
        qualified = tuple(chunk.place.name.split("."))[-len(self.parts) :]
        if qualified == self.parts:
            return 1.0
        return 0.5 if tuple(map(str.casefold, qualified)) == tuple(map(str.casefold, self.parts)) else 0.0

    def is_held(self, chunk: Chunk) -> bool:
        """Whether a piece is in the file with this name, or holds every part of it as a word."""
        if not self.is_code or not self.parts:
            return False
        if chunk.source == self.text or chunk.source.endswith(f"/{self.text}"):
            return True
        return all(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", chunk.text) for part in self.parts)


def names_in(question: str) -> list[Name]:
    """The names in a question, each once: in backticks, before a bracket, qualified, with an underscore or a capital inside.

    A question of one word is a name, however it is written.
    """
    if single := _SINGLE.fullmatch(question.strip().rstrip("? ")):
        return [Name(single[1], _is_code(single[1]) or single[0] != single[1])]
    found = []
    for match in _WRITTEN.finditer(question):
        quoted, plain = match.groups()
        if quoted or question.startswith("(", match.end()) or _is_code(plain):
            found.append(Name(quoted or plain))
    return list(dict.fromkeys(found))[:MAX_NAMES]


def phrases_in(question: str) -> list[str]:
    """The texts of several words that a question quotes, such as a message, each once and without blanks around."""
    found = (" ".join(filter(None, match.groups())).strip() for match in _QUOTED.finditer(question))
    return list(dict.fromkeys(text for text in found if " " in text))[:MAX_NAMES]


def _is_code(word: str) -> bool:
    is_dotted = _SEPARATOR.search(word) is not None and len(word) >= _SHORTEST_DOTTED
    return is_dotted or "_" in word.strip("_") or _CAPITAL_INSIDE.search(word) is not None
