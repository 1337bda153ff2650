"""Answers made by hand, for tests of what is kept of them."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from policy_assistant.answer import EXTRACTOR, Answer, Asked, Decision, silence
from policy_assistant.claims import CheckedClaim, Citation, Cited, Problem
from policy_assistant.context import Context
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from tests.evaluate.samples import passage

DAY = "2026-10-09"
NOON = datetime(2026, 10, 9, 12, tzinfo=UTC)
PUBLIC = frozenset({"public"})
STAFF = frozenset({"public", "staff"})
AUDIENCES = {PUBLIC: "public", STAFF: "staff"}


def claim(chunk: Chunk, quote: str = "", *problems: Problem) -> CheckedClaim:
    """A claim that quotes a chunk; without a quote it cites the whole chunk."""
    start = chunk.start + chunk.quote.index(quote)
    place = Citation(chunk, start, start + len(quote) if quote else chunk.end, quote)
    return CheckedClaim(quote or "It is so.", (Cited(chunk.chunk_id, quote, start),), (place,), problems)


def answer(
    question: str = "Where do shoes stay?",
    *claims: CheckedClaim,
    as_of: str = DAY,
    labels: frozenset[str] = STAFF,
    question_id: str = "",
    found: tuple[Chunk, ...] = (),
    **fields: object,
) -> Answer:
    """An answer of these claims; an abstention where none of them stands. Any field can be given."""
    asked = Asked(question, "en", as_of, AUDIENCES[labels], labels, question_id)
    standing = [one.text for one in claims if one.ok]
    hits = tuple(Hit(chunk.chunk_id, 1.0, rank) for rank, chunk in enumerate(found, 1))
    made = Answer(
        asked=asked,
        model=EXTRACTOR,
        method="keywords",
        answerable=bool(standing),
        text="\n".join(standing) or silence("en"),
        claims=claims,
        hits=hits,
        passages=found,
        context=Context(found, (), 0),
        decision=Decision(0.75, 0.5, {}),
    )
    return replace(made, **fields)  # type: ignore[arg-type]


def shoes(text: str = "Shoes stay outside. Hats stay on.", **fields: object) -> Chunk:
    """A chunk whose own text this is."""
    return passage("shoes", **({"text": f"Shoes\nRule\n{text}", "end": len(text)} | fields))  # type: ignore[arg-type]


def files_of(path: Path) -> bytes:
    """All that SQLite has on the disk of a database."""
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
