"""What stands around a value in code and names it: keys, keywords, the name that it is given to, what it is compared with.

Brackets are walked outwards from the value. Inside each, what stands in the same part (between commas, say) names it;
then what stands before the bracket. A bracket that holds statements ends the walk: the names before it are those of the
function, which names the value less.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from policy_assistant.code.trace.lex import Token

MAX_LEVELS = 6
MAX_TOKENS = 40
"""So many tokens of a part are read to each side."""

MAX_KEY = 40
"""A longer string names nothing."""

_OPENING, _CLOSING = "([{", ")]}"
_ENDS = frozenset(
    {",", ";", "&&", "||", "?", "and", "or", "AND", "OR", "if", "elif", "else", "then", "THEN", "ELSE", "when", "WHEN", "unless", "|"}
)
_JOINING = """
    = + - * / ( [ , . => -> := && || ? | or and : <-
"""
_CONTINUES = frozenset(_JOINING.split())
_HEAD_WORDS = """
    func function fn def fun class struct impl trait interface enum namespace module object record if for while switch match else
"""
_HEADS = frozenset(_HEAD_WORDS.split())
"""Words that begin what a brace with statements belongs to."""

_DATA = frozenset({"=", ":=", ":", ",", "(", "[", "return", "{"})
"""What stands before a brace that holds data, or before the name of its type; every other brace holds statements."""
_LANGUAGE_WORDS = """
    int float double long short str string String bool boolean Boolean Decimal decimal BigDecimal Money number Number const let var val
    final static public private protected internal readonly export pub mut default def fn func function return class struct enum self this
    cls cents Final Integer Optional list dict tuple set List Map Dict Tuple array Array new type interface None null nil true false True
    False NULL TRUE FALSE not NOT is in IN for while case switch match use import from require package usize time timedelta relativedelta
    date datetime Duration Period ChronoUnit LocalDate assert raise throw throws lambda yield async await elif unsigned signed void object
    Object integer INTEGER INT NUMERIC DECIMAL TEXT VARCHAR DATE SMALLINT BIGINT CHECK DEFAULT CREATE TABLE CONSTRAINT UNIQUE PRIMARY KEY
    REFERENCES BETWEEN INTERVAL SELECT WHERE FROM INSERT INTO VALUES UPDATE SET AS AND OR get env environ getenv os echo local declare
    math round max min abs
"""
_TYPES = frozenset(_LANGUAGE_WORDS.split())
"""Words of languages and types: they say nothing of what a value is about."""


_SIZED_TYPE = re.compile(r"(?:u?int|float|i|u|f|complex)\d+(?:_t)?")


@dataclass(frozen=True)
class Names:
    """The names of a value, the nearest first: `own` name the value itself, `around` stand in the same statement."""

    own: tuple[str, ...]
    around: tuple[str, ...]
    keys: tuple[str, ...] = ()
    """Of `own` those in strings or in small lists: the row of a table that the value stands in."""


@dataclass(frozen=True)
class Scopes:
    """The tokens of a piece without comments, and the bracket in which each stands."""

    tokens: Sequence[Token]

    @cached_property
    def opener(self) -> Sequence[int]:
        """For each token the place of the bracket around it, -1 for none; brackets that do not fit end at the next."""
        return [opener for opener, _ in self._walk]

    @cached_property
    def partner(self) -> Sequence[int]:
        """For each bracket the place of its partner, -1 for none."""
        found = [-1] * len(self.tokens)
        for at, (_, partner) in enumerate(self._walk):
            if partner >= 0:
                found[at], found[partner] = partner, at
        return found

    @cached_property
    def _walk(self) -> Sequence[tuple[int, int]]:
        stack: list[int] = []
        made: list[tuple[int, int]] = []
        for at, token in enumerate(self.tokens):
            partner = -1
            if token.kind == "mark" and token.text in _CLOSING and stack:
                partner = stack.pop()
            made.append((stack[-1] if stack else -1, partner))
            if token.kind == "mark" and token.text in _OPENING:
                stack.append(at)
        return made

    def names(self, first: int, last: int) -> Names:
        """The names of the value in the tokens `first` to `last`."""
        own: list[str] = []
        around: list[str] = []
        keys: list[str] = []
        start, end, calls = self._unwrapped(first, last)
        own += calls
        opener = self.opener[start]
        for level in range(MAX_LEVELS):
            part, rest = self._part(start, end)
            own += part
            around += rest
            if opener < 0 or self._holds_statements(opener):
                break
            if level == 0 and not part:
                keys += self._beside(opener, start, end)
            start = end = opener
            opener = self.opener[opener]
        return Names(_unique([*own, *keys]), _unique(around), tuple(keys))

    def head_line(self, at: int) -> int:
        """The line on which the outermost bracket around a token opens that holds no statements, -1 for none."""
        line = -1
        opener = self.opener[at]
        while opener >= 0 and not self._holds_statements(opener):
            line = self.tokens[opener].line
            opener = self.opener[opener]
        return line

    def multiplies(self, first: int, last: int) -> bool:
        """Whether the value in these tokens is multiplied with something."""
        start, end, _ = self._unwrapped(first, last)
        before, after = self.tokens[start - 1 : start], self.tokens[end + 1 : end + 2]
        return any(token.text == "*" for token in [*before, *after])

    def _unwrapped(self, first: int, last: int) -> tuple[int, int, list[str]]:
        """The first and last token of a value with the calls that hold nothing else (`Decimal("5")`), and their names."""
        calls: list[str] = []
        opener = self.opener[first]
        while opener >= 0 and opener + 1 == first and self.partner[opener] == last + 1 and self.tokens[opener].text == "(":
            first, last = opener, last + 1
            while first and (self.tokens[first - 1].kind == "name" or self.tokens[first - 1].text in (".", "::")):
                first -= 1
                if name := _name(self.tokens[first]):
                    calls.append(name)
            opener = self.opener[first]
        return first, last, calls

    def _part(self, start: int, end: int) -> tuple[list[str], list[str]]:
        """The names in the part of a statement that holds these tokens, the nearest first; and those beyond its ends."""
        left, beyond_left = self._side(start, -1)
        right, beyond_right = self._side(max(end, self.partner[end]), 1)
        return left + right, beyond_left + beyond_right

    def _side(self, at: int, step: int) -> tuple[list[str], list[str]]:
        """The names to one side, up to the end of the part; then those up to the end of the statement."""
        part: list[str] = []
        beyond: list[str] = []
        ended = False
        for place in self._steps(at, step):
            token = self.tokens[place]
            ended = ended or (token.kind != "string" and self.opener[place] == self.opener[at] and self._ends_part(place, step))
            if name := _name(token):
                (beyond if ended else part).append(name)
        return part, beyond

    def _steps(self, at: int, step: int) -> Iterator[int]:
        """The places to one side in the same bracket, and those in brackets beside it, up to the end of the statement."""
        inside = self.opener[at]
        place = at + step
        for _ in range(MAX_TOKENS):
            if not 0 <= place < len(self.tokens):
                return
            token = self.tokens[place]
            if token.kind == "line" and self._ends_statement(place, inside):
                return
            if token.kind == "mark" and token.text in _OPENING + _CLOSING and self._is_outer(place, step, inside):
                return
            if token.text == ";" and token.kind == "mark":
                return
            yield place
            place += step

    def _is_outer(self, place: int, step: int, inside: int) -> bool:
        """Whether a bracket is the end of the one that is walked in, or holds statements."""
        token = self.tokens[place]
        if step < 0 and token.text in _OPENING:
            return place == inside or (self.opener[place] == -1 and inside == -1 and self.partner[place] < 0)
        if step > 0 and token.text in _CLOSING:
            return self.partner[place] == inside or self.partner[place] < 0
        return token.text in "{}" and self._holds_statements(place if token.text == "{" else self.partner[place])

    def _ends_part(self, place: int, step: int) -> bool:
        token = self.tokens[place]
        if token.text == ":" and step < 0 and place and self._ends_condition(place):
            return True
        return token.text in _ENDS or token.kind == "line" or (token.text == ":" and step > 0)

    def _ends_condition(self, colon: int) -> bool:
        """Whether what stands before a colon is a condition or a case, not the key of a row."""
        before, inside = self.tokens[colon - 1], self.opener[colon]
        is_key = before.text == ")" and inside >= 0 and self.tokens[inside].text == "{" and not self._holds_statements(inside)
        return (before.kind == "number" or before.text == ")") and not is_key

    def _ends_statement(self, place: int, inside: int) -> bool:
        """Whether a line's end ends a statement: not in round or square brackets, nor behind a sign that asks for more."""
        if inside >= 0 and self.tokens[inside].text in "([":
            return False
        before = self.tokens[place - 1] if place else None
        return before is None or not (before.text in _CONTINUES and before.text != ":")

    def _holds_statements(self, opener: int) -> bool:
        if opener < 0 or self.tokens[opener].text != "{":
            return False
        before = opener - 1
        while before >= 0 and self.tokens[before].kind == "line":
            before -= 1
        if before < 0 or self.tokens[before].text in _DATA:
            return before < 0
        if self.tokens[before].kind != "name" and self.tokens[before].text != "]":
            return True
        line = self.tokens[before].line
        same = {token.text for token in self.tokens[max(0, before - MAX_TOKENS) : before] if token.line == line}
        return not same.isdisjoint(_HEADS) or same.isdisjoint(_DATA)

    def _beside(self, opener: int, first: int, last: int) -> list[str]:
        """The strings and names that stand beside a value in a short list: a row of a table."""
        closer = self.partner[opener]
        if closer < 0 or closer - opener > MAX_TOKENS:
            return []
        found = (self.tokens[place] for place in range(opener + 1, closer) if not first <= place <= last and self.opener[place] == opener)
        return [name for token in found if (name := _name(token))]


def _name(token: Token) -> str:
    """The name that a token is, or empty: a name or a short string that is not only a word of the language."""
    if token.kind == "name" and token.text not in _TYPES and not _SIZED_TYPE.fullmatch(token.text):
        return token.text.lstrip("$@")
    if token.kind == "string" and 0 < len(token.text) <= MAX_KEY and any(char.isalpha() for char in token.text):
        return token.text
    return ""


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
