"""Answers made by hand, for tests of how they are shown."""

from collections.abc import Sequence
from dataclasses import replace

from policy_assistant.answer import Answer, Asked, silence
from policy_assistant.claims import CheckedClaim, Citation, Cited, Problem
from policy_assistant.context import Context
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from tests.evaluate.samples import PUBLIC, passage

SHOES = passage(
    "shoes",
    "Hall",
    "2",
    title="House rules",
    text="Wet shoes stay outside.",
    end=23,
    pages=(3, 4),
    effective_from="2026-01-01",
    effective_to="2026-12-31",
)
GATE = passage("gate", "Code", text="The gate is shut at 22:00.", end=26, effective_from="2026-05-01")


def claim(text: str, chunk: Chunk = SHOES, quote: str = "", problems: Sequence[Problem] = (), notes: Sequence[str] = ()) -> CheckedClaim:
    """A claim that cites one passage; the quote begins where it stands in it."""
    start = chunk.start + chunk.quote.index(quote)
    citation = Citation(chunk, start, start + len(quote), quote)
    return CheckedClaim(text, (Cited(chunk.chunk_id, quote, start),), (citation,), tuple(problems), tuple(notes))


def answer(*claims: CheckedClaim, language: str = "en", passages: Sequence[Chunk] = (SHOES, GATE), **fields: object) -> Answer:
    """An answer of the claims that stand, or an abstention; any field can be given."""
    standing = [c.text for c in claims if c.ok]
    whole = Answer(
        asked=Asked("Where do shoes go?", language, "2026-10-09", "public", PUBLIC),
        model="extractor",
        method="keywords",
        answerable=bool(standing),
        text="\n".join(standing) or silence(language),
        claims=claims,
        hits=tuple(Hit(chunk.chunk_id, 9.0 - rank, rank) for rank, chunk in enumerate(passages, 1)),
        passages=tuple(passages),
        context=Context(tuple(passages), (), 40),
    )
    return replace(whole, **fields)  # type: ignore[arg-type]
