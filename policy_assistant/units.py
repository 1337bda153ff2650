"""Units: the sentences, list items and table rows of a passage, each with its exact place.

A unit is what can be quoted as proof, so it is never smaller than what reads as a whole. The text is parsed text
(`policy_assistant.blocks`): blocks are joined by a blank line, list items and table rows stand on lines of their own, the
cells of a row are joined by ` | `.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

UnitKind = Literal["sentence", "item", "row", "line"]

MAX_ITEM = 300
"""A list item of more characters is cut into its sentences: it is a numbered paragraph."""


@dataclass(frozen=True)
class Unit:
    """A place in a text: `text[start:end]` is the unit, without blanks around it.

    `kind` is `item` or `row` for a list item or a table row, `line` for a line of its own that ends without a full stop
    (a heading, a line of code), else `sentence`.
    """

    start: int
    end: int
    kind: UnitKind


def units(text: str) -> list[Unit]:
    """The units of a text, in order. Together they hold every character that is not blank, each exactly once.

    A sentence ends with `.`, `!`, `?` or `…` and the quotes and brackets that close there, when no small letter follows:
    neither after an abbreviation or an initial, nor inside a number, a code or an address. Real exports lose the space
    after a full stop, so a small letter, a full stop and a capital are an end too ("prévue.Si").
    """
    return [unit for line in _lines(text) for unit in _units_of(text, line)]


# --- Lines -------------------------------------------------------------------------------------------------------------

_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_ITEM = re.compile(r"(?:[-*•–▪◦·]|\d{1,3}[.)]|\(?[a-zA-Z0-9]{1,3}\))\s")
_CELL = " | "
_LAST_CHARACTERS = '.!?…;:»”"'


def _lines(text: str) -> Iterator[Unit]:
    """The lines that hold something, as one unit each; one that goes on with a small letter is part of the one before."""
    line: Unit | None = None
    for match in _LINE.finditer(text):
        start, end = match.span()
        kind: UnitKind = "row" if _CELL in match[0] else "item" if _ITEM.match(match[0]) else "line"
        if line and kind == "line" and _goes_on(text, line, start):
            line = Unit(line.start, end, line.kind)
            continue
        if line:
            yield line
        line = Unit(start, end, kind)
    if line:
        yield line


def _goes_on(text: str, line: Unit, start: int) -> bool:
    """Whether what begins at `start` continues the line: no blank line between, no row, no end, no capital."""
    if line.kind == "row" or not text[start].islower() or text[line.end - 1] in _LAST_CHARACTERS:
        return False
    return text.count("\n", line.end, start) == 1


def _units_of(text: str, line: Unit) -> Iterator[Unit]:
    if line.kind == "row" or (line.kind == "item" and line.end - line.start <= MAX_ITEM):
        yield line
        return
    start = line.start
    for end in _sentence_ends(text, line.start, line.end):
        whole_line = start == line.start and end == line.end
        kind: UnitKind = "item" if line.kind == "item" and start == line.start else "sentence"
        yield Unit(start, end, "line" if kind == "sentence" and whole_line and not _ended(text, end) else kind)
        start = _next_character(text, end, line.end)


def _ended(text: str, end: int) -> bool:
    return bool(_CLOSED.search(text, max(0, end - 5), end))


def _next_character(text: str, position: int, stop: int) -> int:
    """Where the blanks from `position` on end."""
    found = _NOT_BLANK.search(text, position, stop)
    return found.start() if found else stop


# --- Sentences ---------------------------------------------------------------------------------------------------------

_END = re.compile(r"[.!?…][.!?…\"'”’»)\]]*(?:[ \u00a0\u202f]»)?")
_CLOSED = re.compile(r"[.!?…][\"'”’»)\] \u00a0\u202f]*$")
_NOT_BLANK = re.compile(r"\S")
_OPENING = re.compile(r"[\s«“‘\"'(\[]*")
_CAPITAL_LETTER = re.compile(r"[A-ZÀ-ÖØ-ÞŒ](?:[a-zß-öø-ÿœ]|['’ \u00a0])")

_CLOSING = (")", "]", "»", "”", '"')
_LONGEST_NUMBER = 3
_LONGEST_ABBREVIATION = 8
_INITIALS = re.compile(r"[A-ZÀ-ÖØ-Þ](?:\.[A-ZÀ-ÖØ-Þ])*")
_WORD_BEFORE = re.compile(r"(?:^|[^\w.])((?:\w\.)*\w+)$")
_LISTED = """
    m mm mme mmes mlle mlles mgr me dr pr st ste mr mrs ms prof art al alin cf ex env approx
    i.e e.g p.ex vs viz inc ltd corp co dept
"""
_LISTED_BEFORE_NUMBERS = "no nos p pp par fig tab ann chap sect vol ref réf tel tél min max"
_ABBREVIATIONS = frozenset(_LISTED.split())
_BEFORE_NUMBERS = frozenset(_LISTED_BEFORE_NUMBERS.split())


def _sentence_ends(text: str, start: int, stop: int) -> Iterator[int]:
    """Where the sentences of a line end; the last is the line's end."""
    for match in _END.finditer(text, start, stop):
        end = match.end()
        if end < stop and _is_end(text, start, match, stop):
            yield end
            start = _next_character(text, end, stop)
    if start < stop:
        yield stop


def _is_end(text: str, start: int, match: re.Match[str], stop: int) -> bool:
    """Whether a sentence that began at `start` ends with the match: by what follows, then by the word before."""
    if not text[match.end()].isspace():
        return _lost_its_space(text, match)
    opened = _OPENING.match(text, match.end(), stop)
    following = opened.end() if opened else match.end()
    if following == stop or text[following].islower():
        return False
    return match[0] != "." or not _is_abbreviation(text, start, match.start(), text[following])


def _lost_its_space(text: str, match: re.Match[str]) -> bool:
    """Whether a capital follows at once. A full stop must also follow a small letter: codes and addresses have capitals."""
    before = text[match.start() - 1 : match.start()]
    if match[0][0] == "." and not (before.islower() or before in _CLOSING):
        return False
    return bool(_CAPITAL_LETTER.match(text, match.end()))


def _is_abbreviation(text: str, start: int, dot: int, following: str) -> bool:
    """Whether the word before a full stop is an abbreviation, an initial, or the number that the sentence begins with."""
    if dot - start <= _LONGEST_NUMBER and text[start:dot].isdigit():
        return True
    # One character more than the longest: a word that is cut here is too long to be one of them.
    found = _WORD_BEFORE.search(text[max(start, dot - _LONGEST_ABBREVIATION - 1) : dot])
    if not found:
        return False
    word = found[1]
    known = _ABBREVIATIONS | _BEFORE_NUMBERS if following.isdigit() else _ABBREVIATIONS
    return word.lower() in known or bool(_INITIALS.fullmatch(word))
