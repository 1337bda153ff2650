"""How an RTF file prints its letters: its table of colours, and the ground behind them."""

from dataclasses import dataclass, field

from policy_assistant.parse.hidden import WHITE, Colour, Print
from policy_assistant.parse.rtf_state import State

MOST = 10_000
"""Colours, and cells of a row, that are kept."""


@dataclass
class Colours:
    """The colours of a file in order, of which the first is the automatic one where it states none."""

    colours: list[Colour | None] = field(default_factory=list)
    _parts: dict[str, int] = field(default_factory=dict)

    def part(self, name: str, number: int) -> None:
        """A part of the colour that is being read: `red`, `green` or `blue`, from 0 to 255."""
        self._parts[name] = max(0, min(number, 255))

    def end(self, separators: str) -> None:
        """One or more colours are complete: a semicolon ends each."""
        for _ in range(min(separators.count(";"), MOST - len(self.colours))):
            red, green, blue = (self._parts.get(name, 0) / 255 for name in ("red", "green", "blue"))
            self.colours.append((red, green, blue) if self._parts else None)
            self._parts = {}

    def of(self, place: int) -> Colour | None:
        """The colour at a place; None for the automatic one, and where there is none."""
        return self.colours[place] if 0 <= place < len(self.colours) else None


@dataclass
class Cells:
    """The grounds of the cells of a row, and which of them is being read."""

    grounds: list[int | None] = field(default_factory=list)
    at: int = 0
    _ground: int | None = 0

    def define(self) -> None:
        """The definition of a row begins."""
        self.grounds, self._ground = [], 0

    def paint(self, ground: int | None) -> None:
        """The ground of the cell that is being defined: a place in the table of colours, None for a pattern."""
        self._ground = ground

    def edge(self) -> None:
        """The definition of a cell ends."""
        if len(self.grounds) < MOST:
            self.grounds.append(self._ground)
        self._ground = 0

    def ground(self) -> int | None:
        """That of the cell that is being read; None where it cannot be told."""
        return self.grounds[self.at] if self.at < len(self.grounds) else None


def is_hidden(state: State, colours: Colours, cells: Cells) -> bool:
    """Whether letters in a state are hidden, or printed so that nobody sees them."""
    if state.hidden:
        return True
    size = state.size / 2 * min(state.scale or 100, 100) / 100
    return not Print(size, colours.of(state.colour), _ground(state, colours, cells)).is_seen


def _ground(state: State, colours: Colours, cells: Cells) -> Colour | None:
    """The colour behind letters: theirs, their paragraph's, their cell's, or that of paper; None where it cannot be told."""
    if state.is_pattern or state.into == "box" or (state.in_table and state.nesting > 1):
        return None
    for place in (state.ground, state.shade, cells.ground() if state.in_table and state.into == "body" else 0):
        if place is None:
            return None
        if place:
            return colours.of(place)
    return WHITE
