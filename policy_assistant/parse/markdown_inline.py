"""Runs of inline Markdown as words: no markup, breaks as blanks, an image as its description."""

from collections.abc import Iterator

from markdown_it.token import Token

from policy_assistant.blocks import clean
from policy_assistant.parse.markdown_hidden import OpenTags
from policy_assistant.parse.markdown_notes import number_of
from policy_assistant.parse.markdown_template import TEMPLATE
from policy_assistant.parse.marks import STRUCK, without_breaks


def inline_words(token: Token) -> str:
    """The words of a run that are shown."""
    return clean(without_breaks("".join(_word(child) for child in _shown(token))))


def hidden_words(token: Token) -> str:
    """The words of a run that HTML tags among them hide."""
    children = token.children or ()
    if not any(child.type == "html_inline" for child in children):
        return ""
    shown = {id(child) for child in _shown(token)}
    return " ".join(child.content for child in children if id(child) not in shown and child.type in ("text", "code_inline"))


def template_tags(token: Token) -> list[str]:
    """The template tags of a run, as written."""
    return [child.content for child in token.children or () if child.type == TEMPLATE]


def _word(child: Token) -> str:
    if child.type in ("softbreak", "hardbreak"):
        return " "
    if child.type in ("text", "code_inline"):
        return child.content
    if child.type == "image":
        return inline_words(child)
    if child.type in ("s_open", "s_close"):
        return STRUCK
    if child.type == "footnote_ref":
        return f"[{number_of(child)}]"
    return " " if child.type == "html_inline" and child.content.lower().startswith("<br") else ""


def _shown(token: Token) -> Iterator[Token]:
    """The tokens of a run that HTML tags among them do not hide."""
    children = token.children or ()
    if not any(child.type == "html_inline" for child in children):
        yield from children
        return
    tags = OpenTags()
    for child in children:
        if child.type == "html_inline":
            tags.read(child.content)
        if not tags.hides:
            yield child
