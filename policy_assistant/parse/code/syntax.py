"""One parse: text and grammar to what the grammar's query captured, under a limit of time."""

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from policy_assistant.parse.code.grammars import Syntax
from policy_assistant.parse.code.names import piece_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node, Point

    _Argument = Literal["capture", "string"]

MAX_SECONDS = 3.0
MAX_OPEN = 1000
"""Signs `<` in one statement: where each may open a list of types, a parser follows all readings of them at once."""

MAX_BROKEN = 2000
"""Children of one node that could not be parsed: a query takes quadratic time on them."""

_NO_NAMES = ("catch", "else", "if", "namespace", "switch", "while")
"""What a function in C seems to be called where macros hide what stands there."""

_STATEMENT_END = re.compile(rb"[;{}]")
_WORD = re.compile(r"\w+")
_KINDS = ("outer", "class", "function", "constant", "table", "scope")


@dataclass(frozen=True)
class Capture:
    """A node that a query named: what it is (`_KINDS`), its own name, the bytes and the rows (from 0) that it covers.

    `owned` says that its name holds the type that it is a method of.
    """

    kind: str
    name: str
    owned: bool
    start: int
    end: int
    first: int
    last: int


@dataclass(frozen=True)
class Parsed:
    """A file's tree, its captures in reading order, and the rows of `@above` and of `@below` nodes."""

    root: "Node"
    captures: tuple[Capture, ...]
    above: frozenset[int]
    below: frozenset[int]


def read_syntax(data: bytes, syntax: Syntax) -> Parsed | None:
    """Parse a file in UTF-8; None where that takes longer than `MAX_SECONDS`, or finds next to no syntax in it."""
    root = None if _explodes(data) else _parse(data, syntax)
    return None if root is None or _hopeless(root) else _captured(root, data, syntax)


def last_row(node: "Node") -> int:
    """The last row that a node has text on: some nodes end with their line feed, at the start of the next row."""
    row, column = node.end_point
    return row - 1 if column == 0 and row > node.start_point.row else row


def _parse(data: bytes, syntax: Syntax) -> "Node | None":
    from tree_sitter import Parser

    deadline = time.monotonic() + MAX_SECONDS
    views: list[memoryview] = []

    def read(offset: int, _: "Point") -> memoryview:
        views.append(memoryview(data)[offset:])
        return views[-1]

    def late(_offset: int, _in_error: bool) -> bool:
        return time.monotonic() > deadline

    try:
        return Parser(syntax.language).parse(read, encoding="utf8", progress_callback=late).root_node
    except ValueError:  # how the library says that it was told to stop
        return None
    finally:
        for view in views:  # tree-sitter 0.26.1 never lets go of what was read
            view.release()


def _explodes(data: bytes) -> bool:
    """Whether a statement holds more than `MAX_OPEN` signs `<`: the parser's memory grows with their square."""
    return data.count(b"<") > MAX_OPEN and any(part.count(b"<") > MAX_OPEN for part in _STATEMENT_END.split(data))


def _hopeless(root: "Node") -> bool:
    """Whether a node that could not be parsed has more than `MAX_BROKEN` children."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error and node.child_count > MAX_BROKEN:
            return True
        if node.has_error:
            waiting.extend(node.children)
    return False


def _captured(root: "Node", data: bytes, syntax: Syntax) -> Parsed:
    from tree_sitter import QueryCursor

    def holds(predicate: str, args: "list[tuple[str, _Argument]]", pattern_index: int, captures: "dict[str, list[Node]]") -> bool:
        """The predicate `#has? @node "word" ...`: one of the words stands in the node."""
        text = " ".join(_text(node, data) for node in captures.get(args[0][0], ()))
        return not {word for word, _ in args[1:]}.isdisjoint(_WORD.findall(text))

    beside: dict[str, set[int]] = {"above": set(), "below": set()}
    found: list[tuple[int, Capture]] = []
    for pattern, nodes in QueryCursor(syntax.query).matches(root, holds):
        if (where := next((name for name in beside if name in nodes), "")) != "":
            beside[where].update(_whole_rows(nodes[where][0], data))
        elif (capture := _capture(nodes, data)) is not None:
            found.append((pattern, capture))
    found.sort(key=lambda item: (item[1].start, -item[1].end, item[0]))
    return Parsed(root, tuple(_once(found)), frozenset(beside["above"]), frozenset(beside["below"]))


def _once(found: list[tuple[int, Capture]]) -> list[Capture]:
    """The captures without those of a node that an earlier pattern captured."""
    kept: list[Capture] = []
    for _, capture in found:
        before = kept[-1] if kept else None
        if before is None or (before.start, before.end) != (capture.start, capture.end):
            kept.append(capture)
    return kept


def _capture(nodes: "Mapping[str, list[Node]]", data: bytes) -> Capture | None:
    kind = next(kind for kind in _KINDS if kind in nodes)
    node = nodes[kind][0]
    named = nodes.get("name") or nodes.get("upper")
    name = piece_name(named[0], data) if named else ""
    if name in _NO_NAMES or ("upper" in nodes and not (name.isupper() and len(name) > 1)):
        return None
    if "owner" in nodes:
        name = f"{piece_name(nodes['owner'][0], data)}.{name}"
    return Capture(kind, name or "default", "." in name, node.start_byte, node.end_byte, node.start_point.row, last_row(node))


def _whole_rows(node: "Node", data: bytes) -> range:
    """The rows of a node that shares none of them with anything before it or after it."""
    line_start = data.rfind(b"\n", 0, node.start_byte) + 1
    line_end = data.find(b"\n", node.end_byte)
    before, after = data[line_start : node.start_byte], data[node.end_byte : line_end if line_end >= 0 else len(data)]
    ends_line = data[node.end_byte - 1 : node.end_byte] == b"\n"
    alone = not before.strip() and (ends_line or not after.strip())
    return range(node.start_point.row, last_row(node) + 1) if alone else range(0)


def _text(node: "Node", data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode(errors="replace")
