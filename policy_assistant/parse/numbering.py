"""Numbers of list items and clauses as word processors print them: `4.2`, `(b)`, `iv.`"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from policy_assistant.roman import MOST, roman

MOST_LETTERS = 5
"""How often a letter is repeated at most (`aaaaa` is item 105): a count beyond it is a number, not a wall of letters."""


def as_printed(number: int, form: str) -> str:
    """A number in a form of the office formats (`decimal`, `lowerLetter`, `upperRoman`, ...); unknown forms are decimal.

    Letters are repeated after z, as word processors do: 27 is `aa`, 28 `bb`.
    """
    if form in ("none", "bullet"):
        return ""
    if form in ("lowerLetter", "upperLetter") and 0 < number <= 26 * MOST_LETTERS:
        letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letters if form == "lowerLetter" else letters.upper()
    if form in ("lowerRoman", "upperRoman") and 0 < number <= MOST:
        return roman(number) if form == "lowerRoman" else roman(number).upper()
    if form == "decimalZero":
        return f"{number:02d}"
    if form == "ordinal":
        return f"{number}{'th' if number % 100 in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
    return str(number)


def fill(pattern: str, numbers: Sequence[str]) -> str:
    """A pattern such as `%1.%2` with the number of each level in its place."""
    for level in range(len(numbers), 0, -1):
        pattern = pattern.replace(f"%{level}", numbers[level - 1])
    return pattern


MOST_LEVELS = 9
"""Levels of a list in the format."""

_PLACE = re.compile(r"%[1-9]")


@dataclass(frozen=True)
class Level:
    """The rule of one level of a list. `restart` is the level (from 1) whose use starts it again; 0: none does."""

    form: str = "decimal"
    pattern: str = ""
    start: int = 1
    legal: bool = False
    restart: int | None = None
    style: str = ""

    @property
    def is_bullet(self) -> bool:
        """Whether a mark stands before each item instead of a number."""
        return self.form == "bullet"

    @property
    def is_clause(self) -> bool:
        """Whether its numbers hold those of the levels above, as `4.2` does."""
        return len(_PLACE.findall(self.pattern)) > 1


@dataclass(frozen=True)
class Number:
    """What stands before a paragraph, and how deep it lies (from 0). A `clause` stands for itself, another is an item of its list."""

    label: str
    depth: int
    clause: bool
    list_name: str


@dataclass(frozen=True)
class ListRules:
    """A list's rules: the family whose count it shares, its levels, and the levels that it starts anew at its first use."""

    family: str
    levels: tuple[Level, ...]
    starts: dict[int, int]

    @property
    def is_legal(self) -> bool:
        """Whether any of its levels is one of clauses."""
        return any(level.is_clause for level in self.levels)


@dataclass
class Numbering:
    """Counts paragraphs. Ask `number` once for each numbered paragraph, in the order of the text."""

    lists: dict[str, ListRules] = field(default_factory=dict)
    _counts: dict[str, list[int | None]] = field(default_factory=dict)
    _begun: set[str] = field(default_factory=set)

    def level_of_style(self, list_name: str, style: str) -> int:
        """The level of a list that is bound to a style; 0 where none is."""
        found = self.lists.get(list_name)
        return next((n for n, level in enumerate(found.levels) if level.style == style), 0) if found else 0

    def number(self, list_name: str, depth: int) -> Number | None:
        """Count one paragraph of a list at a level (from 0); None where the list has no rule for it or prints nothing."""
        rules = self.lists.get(list_name)
        if rules is None or not 0 <= depth < len(rules.levels):
            return None
        level = rules.levels[depth]
        counts = self._count(list_name, rules, depth)
        if level.is_bullet:
            return Number("-", depth, clause=False, list_name=list_name)
        forms = ["decimal" if level.legal else above.form for above in rules.levels[: depth + 1]]
        label = fill(level.pattern, [as_printed(n, form) for n, form in zip(counts, forms, strict=True)]).strip()
        clause = level.is_clause or (depth == 0 and rules.is_legal)
        return Number(label, depth, clause, list_name) if label else None

    def restart(self, list_name: str) -> None:
        """Begin the count of a list anew."""
        rules = self.lists.get(list_name)
        if rules is not None:
            self._counts.pop(rules.family, None)

    def _count(self, name: str, rules: ListRules, depth: int) -> list[int]:
        counts = self._counts.setdefault(rules.family, [None] * MOST_LEVELS)
        if name not in self._begun:
            self._begun.add(name)
            for level in rules.starts:
                counts[level] = None
        for above in range(depth):
            if counts[above] is None:
                counts[above] = _first(rules, above)
        now = counts[depth]
        counts[depth] = _first(rules, depth) if now is None else now + 1
        for below in range(depth + 1, len(rules.levels)):
            restart = rules.levels[below].restart
            if restart is None or 0 < depth + 1 <= restart:
                counts[below] = None
        return [n or 0 for n in counts[: depth + 1]]


def _first(rules: ListRules, depth: int) -> int:
    return rules.starts.get(depth, rules.levels[depth].start)
