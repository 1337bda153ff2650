"""Bits of Markdown files that are a program's, not a reader's: Liquid, Jinja and Hugo tags, attribute lists, JSX, imports.

They become tokens of the type `template`, which are no text; what they stand for is made by another program and is not in
the file.
"""

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

if TYPE_CHECKING:
    from markdown_it.ruler import RuleOptionsType

TEMPLATE = "template"
"""The type of the tokens."""

MAX_TAG = 1_000
"""Characters of one tag; what is longer is text."""

MAX_BRACES = 20
"""Braces inside each other in an expression."""

MAX_HELD = 500
"""Lines between the tags of a comment or of code."""

_TAG = re.compile(
    rf"\{{\{{.{{0,{MAX_TAG}}}?\}}\}}|\{{%.{{0,{MAX_TAG}}}?%\}}|\{{/\*.{{0,{MAX_TAG}}}?\*/\}}|\{{:?[ ]?[#.][\w.-][^{{}}\n]{{0,200}}\}}|\{{[#.][\w-]\}}",
    re.DOTALL,
)
_ESM = re.compile(r"import\s+(?:[\w{}*,\s]{1,300}\s+from\s+)?(['\"])[^'\"\n]+\1;?\s*$")
_ESM_BEGIN = re.compile(r"(?:import|export)\s")
_HELD = re.compile(r"\{%-?\s*(highlight|code|comment|raw)\b[^%\n]{0,200}%\}\s*$")
_JSX_NAME = re.compile(r"</?([A-Z][\w.]{0,100})(?=[\s/>])|</?>")
_HTML_NAMES = frozenset(
    {"a", "abbr", "address", "article", "aside", "b", "big", "blockquote", "body", "br", "button", "caption", "center", "code", "col", "dd"}
    | {
        "del",
        "details",
        "dfn",
        "div",
        "dl",
        "dt",
        "em",
        "figcaption",
        "figure",
        "font",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
    }
    | {"head", "header", "hr", "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "li", "link", "main", "map", "mark", "meta"}
    | {"nav", "ol", "option", "p", "pre", "q", "s", "samp", "script", "section", "select", "small", "span", "strike", "strong", "style"}
    | {"sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "tt"}
    | {"u", "ul", "var", "video"}
)
"""Names of HTML in capitals are HTML."""
_HIDING = re.compile(r"""\sstyle\s*=\s*["']|\shidden[\s/>=]""", re.IGNORECASE)


def template_plugin(md: MarkdownIt, *, is_mdx: bool = False) -> None:
    """Make tokens of template tags; with `is_mdx` also of all imports, exports and expressions between braces."""
    options: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}

    def program(state: StateBlock, first: int, last: int, silent: bool) -> bool:
        return _program_lines(state, first, last, silent, is_mdx)

    def tag(state: StateInline, silent: bool) -> bool:
        return _inline_tag(state, silent, is_mdx)

    md.block.ruler.before("html_block", "template_lines", _held_lines, options)
    md.block.ruler.before("html_block", "template_program", program, options)
    md.block.ruler.before("html_block", "jsx_lines", _jsx_lines, options)
    md.inline.ruler.before("html_inline", "template_tag", tag)


def _inline_tag(state: StateInline, silent: bool, is_mdx: bool) -> bool:
    start = state.src[state.pos]
    if start == "{":
        found = _TAG.match(state.src, state.pos)
        end = found.end() if found else _braces_end(state.src, state.pos) if is_mdx else -1
    else:
        end = _jsx_end(state.src, state.pos, _hiding(state)) if start == "<" else -1
    if end < 0 or end > state.posMax:
        return False
    if not silent:
        state.push(TEMPLATE, "", 0).content = state.src[state.pos : end]
    state.pos = end
    return True


def _jsx_lines(state: StateBlock, first: int, _last: int, silent: bool) -> bool:
    """A JSX tag that has its lines to itself."""
    if state.is_code_block(first):
        return False
    start = state.bMarks[first] + state.tShift[first]
    end = _jsx_end(state.src, start, _hiding(state))
    line_end = state.src.find("\n", end) if end >= 0 else -1
    rest = state.src[end : line_end if line_end >= 0 else len(state.src)] if end >= 0 else ""
    if end < 0 or rest.strip():
        return False
    return _take(state, first, first + state.src.count("\n", start, end) + 1, silent)


def _program_lines(state: StateBlock, first: int, last: int, silent: bool, is_mdx: bool) -> bool:
    """Imports and exports: in MDX all of them, up to an empty line; elsewhere lines that can only be imports."""
    line = state.getLines(first, first + 1, 0, False)  # with its indent and marks: only a line of the document itself begins so
    if is_mdx and _ESM_BEGIN.match(line):
        end = first + 1
        while end < last and not state.isEmpty(end):
            end += 1
        return _take(state, first, end, silent)
    return bool(_ESM.match(line)) and _take(state, first, first + 1, silent)


def _held_lines(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """Lines between Liquid tags that make them code or a comment: nothing in them is Markdown."""
    if state.is_code_block(first):
        return False
    opening = _HELD.match(state.getLines(first, first + 1, state.blkIndent, False).strip())
    if not opening or opening[1] == "raw":
        return False
    if f"end{opening[1]}" not in state.src[state.eMarks[first] :]:
        return False
    closing = re.compile(r"\{%-?\s*end" + opening[1])
    end = next((n for n in range(first + 1, min(last, first + MAX_HELD)) if closing.match(state.getLines(n, n + 1, 0, False).strip())), -1)
    if end < 0:
        return False
    if opening[1] == "comment":
        return _take(state, first, end + 1, silent)
    if not silent:
        token = state.push("code_block", "code", 0)
        token.content = state.getLines(first + 1, end, state.blkIndent, True)
        token.map = [first, end + 1]
        state.line = end + 1
    return True


def _take(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    if not silent:
        token = state.push(TEMPLATE, "", 0)
        token.content = state.getLines(first, end, 0, False)
        token.map = [first, end]
        state.line = end
    return True


def _hiding(state: StateBlock | StateInline) -> set[str]:
    """The names of components of this document that a tag with a hiding style had: their ends are left to HTML too."""
    names: set[str] = state.env.setdefault("hiding", set())
    return names


def _jsx_end(text: str, start: int, hiding: set[str]) -> int:
    """Where the JSX tag at `start` ends; -1 where there is none. A tag that could hide text is left to the rules of HTML."""
    name = _JSX_NAME.match(text, start)
    if not name or (name[1] or "").lower() in _HTML_NAMES:
        return -1
    position = name.end() if name[1] is None else _tag_end(text, name.end())
    if position >= 0 and _HIDING.search(text, start, position):
        hiding.add(name[1])
    return -1 if name[1] in hiding else position


def _tag_end(text: str, position: int) -> int:
    limit = min(len(text), position + MAX_TAG)
    while position < limit:
        c = text[position]
        if c == ">":
            return position + 1
        if c == "<":
            return -1
        if c in "\"'":
            position = text.find(c, position + 1, limit)
        elif c == "{":
            position = _braces_end(text, position) - 1
        if position < 0:
            return -1
        position += 1
    return -1


def _braces_end(text: str, start: int) -> int:
    """Where the braces that open at `start` are closed, or -1."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, start, min(len(text), start + MAX_TAG)):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.end()
        if depth > MAX_BRACES:
            return -1
    return -1
