"""From an outline to pieces: runs of lines with one owner, none too long, none of them closing brackets alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from policy_assistant.parse.code.limits import Lines
from policy_assistant.parse.code.outline import Outline, outline
from policy_assistant.parse.code.split import split, statement_levels
from policy_assistant.parse.code.syntax import Parsed

_PARTING = ("end", "public", "protected", "private")


@dataclass(frozen=True)
class Piece:
    """A piece of code: what it is, its qualified name, its first and last row (from 0)."""

    kind: str
    name: str
    first: int
    last: int


def pieces(parsed: Parsed, lines: Lines, module: str) -> list[Piece]:
    """The pieces of a file in order. Every line that is not blank is in exactly one."""
    plan = outline(parsed, lines, module)
    runs = _without_closing(list(_runs(plan, lines)), lines, parsed.above)
    levels = statement_levels(parsed.root, lines, parsed.above) if any(lines.share(a, b) > 1 for _, a, b in runs) else {}
    found: list[Piece] = []
    for owner, first, last in runs:
        label = plan.labels[owner]
        parts = (trimmed(lines, *part) for part in split(lines, first, last, levels))
        found.extend(Piece(label.kind, label.name, *part) for part in parts if part is not None)
    return found


def trimmed(lines: Lines, first: int, last: int) -> tuple[int, int] | None:
    """The rows without blank ones at the ends; None where all are blank."""
    while first <= last and lines.blank(first):
        first += 1
    while last >= first and lines.blank(last):
        last -= 1
    return (first, last) if first <= last else None


def _runs(plan: Outline, lines: Lines) -> Iterator[tuple[int, int, int]]:
    """The runs of rows with one owner: (owner, first, last), without blank rows at the ends."""
    start = 0
    for row in range(1, len(plan.owners) + 1):
        if row == len(plan.owners) or plan.owners[row] != plan.owners[start]:
            if (whole := trimmed(lines, start, row - 1)) is not None:
                yield plan.owners[start], *whole
            start = row


def _without_closing(runs: list[tuple[int, int, int]], lines: Lines, above: frozenset[int]) -> list[tuple[int, int, int]]:
    """Runs that only close what was opened before belong to the run before them."""
    kept: list[tuple[int, int, int]] = []
    for owner, first, last in runs:
        if kept and all(_closes(lines.texts[row]) and row not in above for row in range(first, last + 1)):
            kept[-1] = (*kept[-1][:2], last)
        else:
            kept.append((owner, first, last))
    return kept


def _closes(line: str) -> bool:
    """Whether a line has nothing but brackets, or words that only end or part a block (`end`, `#endif`, `private:`)."""
    text = line.strip()
    if text.startswith("}"):  # }  // namespace shop
        text = text.partition("//")[0].partition("/*")[0]
    return not any(mark.isalnum() for mark in text) or text.rstrip(":") in _PARTING or text.startswith(("#endif", "#else"))
