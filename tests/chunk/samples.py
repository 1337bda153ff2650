"""Documents to cut, made of few words; and strategies for any of them."""

from collections.abc import Sequence

from hypothesis import strategies as st

import policy_assistant.steering.phrases  # noqa: F401  its rules take longer to compile than Hypothesis gives an example
from policy_assistant.blocks import ParsedDocument, RawBlock, assemble
from policy_assistant.metadata import Metadata

WHO = Metadata("shoes", "2", "Shoes", "2026-01-01", "", "Hall", "public", "en", "policy", "documents/shoes.md", "md")


def title(text: str = "Shoes") -> RawBlock:
    return RawBlock("title", text, 1)


def heading(text: str, level: int = 2) -> RawBlock:
    return RawBlock("heading", text, level)


def text(count: int, word: str = "w") -> RawBlock:
    """A paragraph of so many words."""
    return RawBlock("text", " ".join([word] * count))


def rows(count: int) -> RawBlock:
    """A table of so many words, five a row."""
    return RawBlock("table", "\n".join(["a | b | c"] * (count // 5)))


def document(*blocks: RawBlock) -> ParsedDocument:
    return assemble(blocks, {})


_kinds = st.sampled_from(["title", "heading", "heading", "text", "text", "table", "code"])
_texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12) | st.sampled_from(["A", "B", "A > B", "x y", "a\n\nb"])
_long = st.integers(60, 260).map(lambda n: " ".join(["w"] * n))


def _made(items: Sequence[tuple[str, str, int]]) -> ParsedDocument:
    raw = [RawBlock(kind, body, 1 if kind == "title" else level if kind == "heading" else 0) for kind, body, level in items]  # type: ignore[arg-type]
    return assemble(raw, {})


documents = st.lists(st.tuples(_kinds, _texts | _long, st.integers(2, 5)), max_size=14).map(_made)
