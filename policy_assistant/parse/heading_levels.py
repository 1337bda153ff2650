"""Which heading of a text from a word processor is its title, and how deep the others lie below it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from policy_assistant.blocks import RawBlock

DEEPEST = 6
"""The deepest level of a heading; what is deeper stands at it."""


def with_levels(blocks: Iterable[RawBlock]) -> Iterator[RawBlock]:
    """Headings in their final levels: the title has level one, and headings of level one are sections below it.

    A file without a paragraph in the style of titles has its title in its only heading of level one, where that comes first.
    """
    found = list(blocks)
    levels = [block.level for block in found if block.kind == "heading" and block.text]
    titled = any(block.kind == "title" and block.text for block in found)
    first_is_title = not titled and levels.count(1) == 1 and levels[0] == 1
    deeper = 0 if first_is_title or 1 not in levels else 1
    before = ""
    for block in found:
        kind, before = before, block.kind if block.text else before
        if block.kind == "title" and kind == "title":  # a title of several paragraphs
            before = "title"
            yield replace(block, kind="text", level=0)
        elif block.kind != "heading":
            yield block
        elif first_is_title and block.level == 1:
            yield replace(block, kind="title")
        else:
            yield replace(block, level=min(block.level + deeper, DEEPEST))
