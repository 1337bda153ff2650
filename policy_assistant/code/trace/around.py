"""What stands around a line of code and tells of its values: comments, the condition above, the keys that no bracket shows."""

from collections.abc import Sequence
from functools import cached_property

from policy_assistant.code.trace.lex import Token
from policy_assistant.code.trace.words import words_of

MAX_COMMENT_LINES = 6
MAX_LINES_ABOVE = 12
"""So far above is a condition looked for."""

MAX_TOKENS = 24
"""Of the line above no more tokens are read."""

_TABLES = frozenset({"toml", "ini", "cfg", "conf"})
"""Files whose tables begin with a line of their own."""


class Around:
    """The lines of a piece of code of a file with this ending."""

    def __init__(self, text: str, ending: str, tokens: Sequence[Token], comments: Sequence[Token]) -> None:
        self.lines = text.split("\n")
        self.ending = ending
        self.tokens = tokens
        self._comments = {token.line: token.text for token in comments}

    @cached_property
    def _first(self) -> dict[int, int]:
        """Line -> its first token."""
        first: dict[int, int] = {}
        for at, token in enumerate(self.tokens):
            if token.kind != "line":
                first.setdefault(token.line, at)
        return first

    def comment(self, line: int) -> str:
        """The comment on a line, then those directly above."""
        told = [self._comments.get(line, "")]
        at = line - 1
        while at in self._comments and at not in self._first and len(told) < MAX_COMMENT_LINES:
            told.append(self._comments[at])
            at -= 1
        return "\n".join(filter(None, told))

    def heading(self, line: int, bracket: int) -> str:
        """The comment of the table or the call that a line stands in; `bracket` is where that begins, -1 for nowhere."""
        head = self._table(line) if self.ending in _TABLES else bracket
        return self.comment(head) if 0 <= head < line else ""

    def above(self, line: int) -> list[str]:
        """The words of the nearest line above that stands further left: the condition or the key that it belongs to."""
        indent = _indent(self.lines[line])
        for at in range(line - 1, max(-1, line - MAX_LINES_ABOVE), -1):
            if self.lines[at].strip() and _indent(self.lines[at]) < indent and at in self._first:
                start = self._first[at]
                found = self.tokens[start : start + MAX_TOKENS]
                return [word for token in found if token.line == at and token.kind in ("name", "string") for word in words_of(token.text)]
        return []

    def keys(self, line: int) -> list[str]:
        """The keys above a value whose nesting no bracket shows: those of YAML by how far in they stand, the table of TOML."""
        if self.ending in _TABLES:
            head = self._table(line)
            return [self.lines[head].strip(" []")] if head >= 0 else []
        return self._keys_by_indent(line) if self.ending in ("yaml", "yml") else []

    def _keys_by_indent(self, line: int) -> list[str]:
        keys: list[str] = []
        indent = _indent(self.lines[line])
        for text in reversed(self.lines[:line]):
            if text.strip() and _indent(text) < indent and ":" in text and not text.lstrip().startswith("#"):
                keys.append(text.partition(":")[0].strip(" -\"'"))
                indent = _indent(text)
        return keys

    def _table(self, line: int) -> int:
        """Where the table of a line of TOML begins, -1 for none."""
        heads = ((at, self.lines[at].strip()) for at in range(line, -1, -1))
        return next((at for at, head in heads if head.startswith("[") and head.endswith("]") and "=" not in head), -1)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
