"""The values in a piece of code, each with its line, its amount, and the words that say what it is about."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice
from typing import Literal as Choice

from policy_assistant.blocks import Place
from policy_assistant.code.trace.amounts import Amount
from policy_assistant.code.trace.around import Around
from policy_assistant.code.trace.comments import docstrings, told_by_comment
from policy_assistant.code.trace.lex import suffix, tokens
from policy_assistant.code.trace.literals import Literal, in_unit, literals
from policy_assistant.code.trace.naming import hint_of_names, unit_of_name
from policy_assistant.code.trace.scope import Names, Scopes
from policy_assistant.code.trace.words import Forms, all_forms, split_name, topics_of, words_of, words_of_name
from policy_assistant.metadata import Chunk

Role = Choice["code", "configuration", "message", "test"]
"""Where a value stands: in code, in a file of settings, in a text that people read, or in a test."""

MAX_VALUES = 400
"""Of one piece no more values are read."""

MAX_LOOKED_AT = 1_000
"""So many numbers and strings are looked at for them."""

MAX_DOC_WORDS = 60

_PROSE = frozenset({"md", "rst", "txt", "adoc", "html", "htm", "csv", "tsv", "svg", "lock", "po"})
_CONFIGURATION = frozenset({"toml", "yaml", "yml", "ini", "cfg", "conf", "properties", "json", "json5", "env", "xml", "tf", "hcl"})
_MONTHS_FROM_ZERO = frozenset({"js", "jsx", "ts", "tsx", "mjs", "mts", "vue"})
_TEST = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|testing)/|(?:^|/)test_[^/]*$|[._-](?:test|tests|spec)\.[^/]*$|(?:Test|Tests|Spec)\.[^/]*$"
)
_NO_TOPICS = """
    port ports version versions status statuscode errno exit exitcode indent padding margin px font zindex precision scale decimals places
    seed ndigits schema revision build utf encoding color colour argv argc len
"""
_MEANINGLESS = frozenset(_NO_TOPICS.split())
_ROUNDING = frozenset(
    {"round", "tofixed", "quantize", "setscale", "toprecision", "round_half_up", "number_format", "substring", "slice", "sleep"}
)
_CONVERTING = frozenset(map(Decimal, (7, 12, 24, 60, 100, 365, 1000, 1024, 3600, 86_400, 1_000_000)))
_PRICE = re.compile(r"\d+[.]\d\d[mM]?")
"""A number with two decimals, as amounts of money are written."""

_SIZED = frozenset({"numeric", "decimal", "varchar", "char", "character", "number", "float"})


@dataclass(frozen=True)
class CodeValue:
    """A value in code: `text` as it is written at `line` of the file (from 1).

    `name` is the nearest name that it has, or empty, `names` are all. `own` are the words of its names, `scope` those of the function or
    class and of the path, `context` those of comments and of the statement around it.
    """

    chunk: Chunk
    line: int
    text: str
    amount: Amount
    role: Role
    name: str
    names: tuple[str, ...]
    own: tuple[str, ...]
    scope: tuple[str, ...]
    context: tuple[str, ...]

    @property
    def path(self) -> str:
        """The file."""
        return self.chunk.source

    @property
    def line_text(self) -> str:
        """The line that it stands on."""
        first = self.chunk.place.first_line if self.chunk.place else 1
        return self.chunk.text.split("\n")[self.line - first]

    @cached_property
    def names_topics(self) -> Sequence[Sequence[Forms]]:
        """For each of its names the forms of the words that name a topic."""
        return [found for name in self.names if (found := topics_of(name))]

    @cached_property
    def own_forms(self) -> Forms:
        """The forms of the words of its names."""
        return all_forms(self.own)

    @cached_property
    def scope_forms(self) -> Forms:
        """The forms of the words of its function and path."""
        return all_forms(self.scope)

    @cached_property
    def forms(self) -> Forms:
        """The forms of all its words."""
        return all_forms([*self.own, *self.scope, *self.context])


def values_of(chunk: Chunk) -> tuple[CodeValue, ...]:
    """The values of a piece of code, in order; none where the file holds prose.

    Left out are 0 and 1 unless a name gives them a unit, indices, digits to round to, versions, ports, status codes, and
    numbers that no name says anything of.
    """
    if suffix(chunk.source) in _PROSE or chunk.place is None:
        return ()
    return _values(chunk)


@lru_cache(maxsize=2_048)
def _values(chunk: Chunk) -> tuple[CodeValue, ...]:
    found: list[CodeValue] = []
    for value in _Piece(chunk).values():
        found.append(value)
        if len(found) == MAX_VALUES:
            break
    return tuple(found)


@lru_cache(maxsize=2_048)
def said_in(chunk: Chunk) -> tuple[str, ...]:
    """The words of the name, the docstrings and the comments of a piece of code."""
    piece = _Piece(chunk)
    told = " ".join(token.text for token in sorted([*piece.docs, *piece.comments], key=lambda token: token.start))
    return tuple(islice(words_of(f"{piece.place.name} {told}"), MAX_DOC_WORDS))


class _Piece:
    """A piece of code while its values are read."""

    def __init__(self, chunk: Chunk) -> None:
        self.chunk = chunk
        self.place: Place = chunk.place or Place("lines", "", 1, 1)
        self.ending = suffix(chunk.source)
        self.text = chunk.text
        read = tokens(self.text, chunk.source)
        self.docs = docstrings(read, self.text)
        self.comments = [token for token in read if token.kind == "comment"]
        self.tokens = [token for token in read if token.kind != "comment" and token not in self.docs]
        self.scopes = Scopes(self.tokens)
        self.around = Around(self.text, self.ending, self.tokens, self.comments)

    def values(self) -> Iterator[CodeValue]:
        """The values in order."""
        found = literals(self.tokens, self.text, months_from_zero=self.ending in _MONTHS_FROM_ZERO)
        for literal in islice(found, MAX_LOOKED_AT):
            if value := self._value(literal):
                yield value

    @cached_property
    def role(self) -> Role:
        """Where its values stand."""
        if _TEST.search(self.chunk.source):
            return "test"
        return "configuration" if self.ending in _CONFIGURATION else "code"

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The words of its qualified name and its path."""
        path = self.chunk.source.rsplit("/", 2)[-2:]
        name = "" if self.place.kind == "lines" else self.place.name
        return tuple(dict.fromkeys([*words_of_name(name), *words_of(" ".join([path[-1].partition(".")[0], *path[:-1]]))]))

    @cached_property
    def doc(self) -> tuple[str, ...]:
        """The words of its first comment or docstring."""
        told = [token for token in self.docs or self.comments if "\n" in token.text or self.docs]
        return tuple(list(words_of(told[0].text))[:MAX_DOC_WORDS]) if told else ()

    def _value(self, literal: Literal) -> CodeValue | None:
        if self._is_trivial(literal):
            return None
        token = self.tokens[literal.first]
        if literal.in_message:
            return self._made(literal, literal.amount, Names((), ()), tuple(words_of(token.text)))
        names = self.scopes.names(literal.first, literal.last)
        path = self.around.keys(token.line)
        if any(word in _MEANINGLESS for name in names.own[:2] for word in split_name(name)):
            return None
        comment, heading = self.around.comment(token.line), self.around.heading(token.line, self.scopes.head_line(literal.first))
        amount = self._amount(literal, [*names.own, *path], comment, heading)
        if not amount.value or (amount.value == 1 and not amount.unit):
            return None
        named = Names((*names.own, *path), names.around)
        value = self._made(literal, amount, named, (*words_of(f"{comment}\n{heading}"), *self.around.above(token.line)))
        return value if value.own or value.scope else None

    def _made(self, literal: Literal, amount: Amount, names: Names, context: Iterable[str]) -> CodeValue:
        line = self.tokens[literal.first].line
        own = [word for name in names.own for word in words_of_name(name)]
        if self.place.kind in ("class", "table"):
            own += words_of_name(self.place.name)
        if literal.in_message:
            own = list(context)
        return CodeValue(
            chunk=self.chunk,
            line=self.place.first_line + line,
            text=" ".join(literal.text.split()),
            amount=amount,
            role="message" if literal.in_message and self.role == "code" else self.role,
            name=names.own[0] if names.own else "",
            names=names.own,
            own=tuple(dict.fromkeys(own)),
            scope=self.scope,
            context=tuple(dict.fromkeys([*context, *(word for name in names.around for word in words_of_name(name)), *self.doc])),
        )

    # --- What it is not --------------------------------------------------------------------------------------------------

    def _is_trivial(self, literal: Literal) -> bool:
        """Whether it is an index, or the digits to round to."""
        opener = self.scopes.opener[literal.first]
        if literal.in_message or self._converts(literal):
            return not literal.in_message
        if opener < 1:
            return False
        before = self.tokens[opener - 1]
        if self.tokens[opener].text == "[" and opener + 2 == literal.first + 1 and literal.last == literal.first:
            is_alone = literal.last + 1 < len(self.tokens) and self.tokens[literal.last + 1].text == "]"
            return is_alone and self.tokens[literal.first].kind == "number" and (before.kind == "name" or before.text in ")]")
        name = before.text.lower() if before.kind == "name" else ""
        return name in _ROUNDING or (self.ending == "sql" and name in _SIZED)

    def _converts(self, literal: Literal) -> bool:
        """Whether it only turns one unit into another: `hours * 60`, `seconds / 86_400`."""
        before = self.tokens[literal.first - 1].text if literal.first else ""
        after = self.tokens[literal.last + 1].text if literal.last + 1 < len(self.tokens) else ""
        return literal.amount.value in _CONVERTING and not literal.amount.unit and (before in ("/", "%", "*") or after == "*")

    # --- What names it ---------------------------------------------------------------------------------------------------

    def _amount(self, literal: Literal, own: Sequence[str], comment: str, heading: str) -> Amount:
        """With the unit, or at least the kind, that its names, its comment or the comment of its table state."""
        amount = literal.amount
        if amount.unit:
            return amount
        named = [*own, self.place.name] if self.place.kind not in ("module", "lines") else own
        if unit := next((unit for name in named if (unit := unit_of_name(name))), ""):
            return in_unit(amount.value, unit)
        if read := told_by_comment(amount, comment) or told_by_comment(amount, heading):
            return read
        if amount.value < 2 and amount.value != amount.value.to_integral_value() and self.scopes.multiplies(literal.first, literal.last):
            return replace(amount, hint="percent")
        hint = amount.hint or hint_of_names(named)
        if hint in ("", "count") and _PRICE.fullmatch(literal.text):
            hint = "money"
        elif hint == "count" and amount.value != amount.value.to_integral_value():
            hint = ""
        return replace(amount, hint=hint)
