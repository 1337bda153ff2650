"""The name of a piece, as people write it: `Order.total`, whatever the language puts around it."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_NAME = 120
_MAX_STEPS = 20
_WRAPPERS = ("parenthesized_declarator", "reference_declarator", "attributed_declarator")
_BEFORE = re.compile(r"(?:[&*]|'\w+[ \t]|mut[ \t]|dyn[ \t]|crate::|self::|super::|[ \t])+")
_QUOTES = str.maketrans("", "", "\"'`[]")
_NO_NAMES = frozenset({"module", "exports", "prototype", "this", "self", "window", "globalThis"})
"""Parts of the left side of an assignment in JavaScript that say where a thing is put, not what it is called."""


def piece_name(node: "Node", data: bytes) -> str:
    """The name that a node holds, with dots between its parts; empty where nothing is left of it."""
    node = _inmost(node)
    text = data[node.start_byte : min(node.end_byte, node.start_byte + 4 * MAX_NAME)].decode(errors="replace")
    match node.type:
        case "member_expression":
            parts = "".join(text.split()).replace("?.", ".").split(".")
            text = ".".join(part for part in parts if part not in _NO_NAMES)
        case "object_reference" | "identifier" | "string" | "qualified_name":
            text = text.translate(_QUOTES)
        case "operator_name" | "operator_cast":
            text = "".join(text.split())
        case _:
            text = _plain(text)
    return text[:MAX_NAME]


def _inmost(node: "Node") -> "Node":
    """The name inside the declarators that C puts around it (`*names[]`, `(&total)(int)`)."""
    for _ in range(_MAX_STEPS):
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in _WRAPPERS:
            inner = next(iter(node.named_children), None)
        if inner is None:
            break
        node = inner
    return node


def _plain(text: str) -> str:
    before = _BEFORE.match(text)
    text = "".join(text[before.end() if before else 0 :].split())
    return _without_arguments(text).replace("::", ".").replace("\\", ".").strip(".")


def _without_arguments(text: str) -> str:
    """Without type arguments: `Box<T>::make` is `Box::make`, `Box[T]` is `Box`. An operator's name stays as it is."""
    if "operator" in text or not re.match(r"\w", text):
        return text
    kept: list[str] = []
    depth = 0
    for mark in text:
        if mark in "<[" and (kept or depth):
            depth += 1
        elif mark in ">]" and depth:
            depth -= 1
        elif not depth:
            kept.append(mark)
    return "".join(kept)
