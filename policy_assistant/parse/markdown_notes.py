"""Footnotes of Markdown: each one's text at the end of the section that first refers to it, as a block that begins with its number."""

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

OPEN, CLOSE = "footnote_reference_open", "footnote_reference_close"

_REFERENCE = re.compile(r"\[\^([^\]\s]{1,200})\]")


def notes_plugin(md: MarkdownIt) -> None:
    """Read `[^label]`, `[^label]: text` and `^[text]`; the definitions stay where they stand."""
    md.use(footnote_plugin, move_to_end=False)
    md.inline.ruler.at("footnote_ref", _reference)


def number_of(token: Token) -> str:
    """What a reference is printed as, counted from 1 in the order of the text; the label where nothing refers to a note."""
    return str(token.meta["id"] + 1) if "id" in token.meta else str(token.meta["label"])


def in_their_sections(tokens: Sequence[Token], env: dict[str, object]) -> list[Token]:
    """The tokens of a document with every note at the end of the section that first refers to it; others stay."""
    if "footnotes" not in env:
        return list(tokens)
    text, notes = _parted(tokens, _ids(env))
    notes |= _inline_notes(env)
    placed: list[Token] = []
    waiting: list[int] = []
    for token in text:
        if token.type == "heading_open" and not token.level:
            placed += _given(waiting, notes)
        placed.append(token)
        waiting += [child.meta["id"] for child in token.children or () if child.type == "footnote_ref"]
    return placed + _given(waiting, notes)


def _parted(tokens: Sequence[Token], ids: dict[str, int]) -> tuple[list[Token], dict[int, list[Token]]]:
    """The tokens outside notes that something refers to, and those of each such note."""
    text: list[Token] = []
    notes: dict[int, list[Token]] = {}
    into = text
    for token in tokens:
        if token.type == OPEN and ids.get(token.meta["label"], -1) >= 0:
            token.meta["id"] = ids[token.meta["label"]]
            into = into if token.level else notes.setdefault(token.meta["id"], [])
        into.append(token)
        if token.type == CLOSE and not token.level:
            into = text
    return text, notes


def _given(waiting: list[int], notes: dict[int, list[Token]]) -> list[Token]:
    """The notes that wait, each once, with those that they refer to."""
    given: list[Token] = []
    while waiting:
        note = notes.pop(waiting.pop(0), [])
        given += note
        waiting[:0] = [child.meta["id"] for token in note for child in token.children or () if child.type == "footnote_ref"]
    return given


def _ids(env: dict[str, object]) -> dict[str, int]:
    footnotes: dict[str, dict[str, int]] = env["footnotes"]  # type: ignore[assignment]
    return {label.removeprefix(":"): number for label, number in footnotes["refs"].items()}


def _inline_notes(env: dict[str, object]) -> dict[int, list[Token]]:
    footnotes: dict[str, dict[int, dict[str, object]]] = env["footnotes"]  # type: ignore[assignment]
    return {
        number: list(_note(number, str(note["content"]), note["tokens"]))  # type: ignore[arg-type]
        for number, note in footnotes["list"].items()
        if "tokens" in note
    }


def _note(number: int, content: str, children: list[Token]) -> Iterator[Token]:
    """An inline note as if it were defined in a paragraph of its own."""
    yield Token(OPEN, "", 1, meta={"label": "", "id": number})
    yield Token("paragraph_open", "p", 1, level=1)
    yield Token("inline", "", 0, level=2, content=content, children=children)
    yield Token("paragraph_close", "p", -1, level=1)
    yield Token(CLOSE, "", -1)


def _reference(state: StateInline, silent: bool) -> bool:
    """A reference to a note that is defined. In place of the library's rule, whose time grows with the square of a hostile line."""
    found = _REFERENCE.match(state.src, state.pos, state.posMax)
    footnotes = state.env.get("footnotes")
    if not found or not footnotes or f":{found[1]}" not in footnotes["refs"]:
        return False
    if not silent:
        key = f":{found[1]}"
        if footnotes["refs"][key] < 0:
            footnotes["refs"][key] = len(footnotes["list"])
            footnotes["list"][footnotes["refs"][key]] = {"label": found[1], "count": 1}
        state.push("footnote_ref", "", 0).meta = {"id": footnotes["refs"][key], "label": found[1]}
    state.pos = found.end()
    return True
