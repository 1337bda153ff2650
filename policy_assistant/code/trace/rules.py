"""The rules of documents: sentences, list items and table rows that hold a value, and the words that say what each value is for."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from policy_assistant.code.trace.amounts import MONTH_DAY, Amount
from policy_assistant.code.trace.literals import day_amount
from policy_assistant.code.trace.words import words_of_prose
from policy_assistant.metadata import Chunk
from policy_assistant.quantities import Quantity, days, mentioned, quantities
from policy_assistant.quantities.words import number_words
from policy_assistant.units import Unit, units

MAX_CHARACTERS = 1_200
"""A longer sentence or row is no rule that anyone reads."""

MAX_VALUES = 24
"""Of one rule no more values are read."""

NEAR, SENTENCE, LEAD, SECTION, TITLE, PASSAGE = 1.0, 0.7, 0.7, 0.6, 0.5, 0.3
"""What a word counts by where it stands: beside the value, elsewhere in its sentence or row, in the line before its list, in its
heading, in the title and the headings above, elsewhere in its passage."""


@dataclass(frozen=True)
class RuleValue:
    """A value of a rule of the chunk with this hash, as it is written at `start` to `end` of the parsed text. A range has two amounts.

    `document` is the chunk's doc_id, whatever its version, `section` its first section, `rule` where its rule begins, `row` the first
    cell of the row of a table, `label` what stands before the value in its cell: `chargers` in `3 years; chargers: 1 year`.

    `words` are the words of the rule, its headings, its title and its passage, each with what it counts (`NEAR` to `PASSAGE`).
    """

    chunk: str
    start: int
    end: int
    text: str
    amounts: tuple[Amount, ...]
    document: str
    section: str
    rule: int
    row: str
    label: str
    words: Mapping[str, float] = field(compare=False, hash=False)


@dataclass(frozen=True)
class Rule:
    """A rule: `text` stands at `start` to `end` of the parsed text of its chunk's document."""

    chunk: Chunk
    start: int
    end: int
    text: str
    values: tuple[RuleValue, ...]


def rules_of(chunk: Chunk, as_of: str = "") -> list[Rule]:
    """The rules of a passage of a document, in order. Headings, questions and heads of tables are none.

    A value is a quantity with a unit, a number before a noun, or a day; `as_of` (ISO date or empty) gives days without a year theirs.
    """
    found = (_rule(chunk, unit, lead, header, as_of) for unit, lead, header in _candidates(chunk))
    return [rule for rule in found if rule.values]


def _rule(chunk: Chunk, unit: Unit, lead: str, header: str, as_of: str) -> Rule:
    text = chunk.quote[unit.start : unit.end]
    start = chunk.start + unit.start
    head = _head_words(chunk, lead)
    values = []
    for found in _values(text, chunk.language, header, as_of)[:MAX_VALUES]:
        words = dict(head)
        _add(words, ["discount"] if _OFF.match(text, found.end) else [], PASSAGE)
        _add(words, words_of_prose(f"{text}\n{header}" if header else _ARTICLE.sub("", text)), SENTENCE)
        _add(words, (word for place in found.near for word in words_of_prose(place if header else _ARTICLE.sub("", place))), NEAR)
        values.append(
            RuleValue(
                chunk.hash,
                start + found.start,
                start + found.end,
                text[found.start : found.end],
                found.amounts,
                chunk.doc_id,
                chunk.section,
                start,
                text.split(_CELL)[0] if header else "",
                found.label,
                words,
            )
        )
    return Rule(chunk, start, start + len(text), text, tuple(values))


_OFF = re.compile(r"\s+off\b", re.IGNORECASE)
"""An amount off a price is a discount, as names in code call it."""

_ARTICLE = re.compile(r"(?:^|(?<=[.!?] ))A(?= )")
"""Not the letter of a zone or a class."""


def _head_words(chunk: Chunk, lead: str) -> dict[str, float]:
    words: dict[str, float] = {}
    own, *above = [part for section in chunk.sections[:1] for part in reversed(section.split(" > "))] or [""]
    _add(words, words_of_prose(" ".join([chunk.doc_id, chunk.title, *above])), TITLE)
    _add(words, words_of_prose(own), SECTION)
    _add(words, words_of_prose(lead), LEAD)
    _add(words, words_of_prose(chunk.quote), PASSAGE)
    return words


def _add(words: dict[str, float], more: Iterable[str], weight: float) -> None:
    for word in more:
        words[word] = max(weight, words.get(word, 0.0))


# --- Candidates --------------------------------------------------------------------------------------------------------

_CELL = " | "


def _candidates(chunk: Chunk) -> Iterator[tuple[Unit, str, str]]:
    """The units that can be rules, each with the line before its list and the head of its table."""
    lead, header = "", ""
    headings = {part for section in chunk.sections for part in (section, *section.split(" > "))}
    for unit in units(chunk.quote):
        text = chunk.quote[unit.start : unit.end]
        if unit.kind == "row":
            if header:
                yield unit, "", header
            header = header or text
            continue
        header = ""
        if text in headings or text.endswith("?") or len(text) > MAX_CHARACTERS:
            continue
        if text.endswith(":"):
            lead = text
        if unit.kind != "item":
            lead = text if text.endswith(":") else ""
        yield unit, lead if lead != text else "", ""


# --- Values ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    start: int
    end: int
    amounts: tuple[Amount, ...]
    label: str
    near: tuple[str, ...]


def _values(text: str, language: str, header: str, as_of: str) -> list[_Found]:
    if header:
        return list(_in_row(text, language, header, as_of))
    return [_Found(*span, "", (f"{left} {right}",)) for span, left, right in _clauses(text, _amounts(text, language, as_of))]


_Span = tuple[int, int, tuple[Amount, ...]]


def _in_row(text: str, language: str, header: str, as_of: str) -> Iterator[_Found]:
    """The values of a row: beside each stand its own cell, the head of its column, and the first cell of the row."""
    heads = _cells(header)
    cells = _cells(text)
    for column, (offset, cell) in enumerate(cells):
        head = heads[column][1] if column < len(heads) else ""
        for (start, end, amounts), left, right in _clauses(cell, _amounts(cell, language, as_of, head)):
            near = (f"{left} {right}", head, cells[0][1] if column else "")
            yield _Found(offset + start, offset + end, amounts, left, near)


def _cells(row: str) -> list[tuple[int, str]]:
    """The cells of a row with where each begins."""
    found: list[tuple[int, str]] = []
    at = 0
    for cell in row.split(_CELL):
        found.append((at, cell))
        at += len(cell) + len(_CELL)
    return found


_CLAUSE_END = re.compile(r"[;:()]|,\s|\.\s|\s[-–—]\s")


def _clauses(text: str, found: Iterable[_Span]) -> Iterator[tuple[_Span, str, str]]:
    """The values in order, each with the words around it up to the next values or the ends of its clause: before it, and behind it."""
    spans = sorted(found, key=lambda span: span[0])
    for n, (start, end, amounts) in enumerate(spans):
        before = spans[n - 1][1] if n else 0
        after = spans[n + 1][0] if n + 1 < len(spans) else len(text)
        lefts = [match.end() for match in _CLAUSE_END.finditer(text, before, start) if text[match.end() : start].strip()]
        right = next((match.start() for match in _CLAUSE_END.finditer(text, end, after)), after)
        yield (start, end, amounts), text[lefts[-1] if lefts else before : start], text[end:right]


def _amounts(text: str, language: str, as_of: str, head: str = "") -> Iterator[_Span]:
    taken: list[tuple[int, int]] = []
    for day in days(text, language, as_of):
        if day.precision == "day":
            iso = date.fromisoformat(day.iso)
            amount = day_amount(iso) if day.has_year else Amount(Decimal(iso.month * 100 + iso.day), MONTH_DAY)
            taken.append((day.start, day.end))
            yield day.start, day.end, (amount,)
    for quantity in quantities(text, language):
        taken.append((quantity.start, quantity.end))
        if amounts := _of_quantity(text, quantity, head, language):
            yield quantity.start, quantity.end, amounts
    for word in number_words(text):
        if word.value > 1 and _counts_something(text, word.end) and not any(start < word.end and word.start < end for start, end in taken):
            yield word.start, word.end, (Amount(word.value, hint="count"),)


_NOUN = re.compile(r"[ \u00a0-]([^\W\d_]{3,})(?:[ \u00a0-]([^\W\d_]{3,}))?")
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_NAMED = re.compile(
    r"(?:[#§№/-]|n°|(?:version|section|article|step|étape|page|room|no\.|number|numéro|form|formulaire|zone|class|code)\s?)$", re.IGNORECASE
)
_LOOK_BACK = 12


def _of_quantity(text: str, quantity: Quantity, head: str, language: str) -> tuple[Amount, ...]:
    """The amounts of a quantity; without a unit it needs one in the head of its column, or a noun behind it."""
    if quantity.is_article:
        return ()
    unit = quantity.unit
    values = sorted(quantity.values)
    if not unit and head and not _NOUN.match(text, quantity.end):
        units_of_head = mentioned(head, language)
        units_of_head -= {"day"} if "business day" in units_of_head else set()
        unit = next(iter(units_of_head), "") if len(units_of_head) == 1 else ""
        return tuple(Amount(value, unit, "" if unit else "count") for value in values)
    if unit:
        return tuple(Amount(value, unit) for value in values)
    if not _counts_something(text, quantity.end) or _FIRST_YEAR < values[0] < _LAST_YEAR:
        return ()
    if _NAMED.search(text, max(0, quantity.start - _LOOK_BACK), quantity.start):
        return ()
    return tuple(Amount(value, hint="count") for value in values)


def _counts_something(text: str, end: int) -> bool:
    noun = _NOUN.match(text, end)
    if noun is None or not noun[1][0].islower():
        return False
    return noun[0].startswith("-") or any(word and word[-1] in "sx" for word in noun.groups())


def all_rules(chunks: Sequence[Chunk], as_of: str = "") -> list[Rule]:
    """The rules of several passages, in order."""
    return [rule for chunk in chunks for rule in rules_of(chunk, as_of)]
