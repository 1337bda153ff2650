"""What stands now where a kept answer cited something: for each sentence of a quote the one most like it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.audit.findings import CHANGED, NEWER, Finding
from policy_assistant.ledger.record import KeptAnswer
from policy_assistant.metadata import Metadata
from policy_assistant.server.page.pieces import LIKE, Pieces, counted, shared, sides
from policy_assistant.units import units
from policy_assistant.versions import Versions, text_of

MAX_QUOTED = 12
"""Sentences of a quote that are compared; of a longer one the rest is left out."""

MAX_LOOKED_AT = 3_000
"""Sentences of a version that are looked at."""


@dataclass(frozen=True)
class Standing:
    """A cited sentence, and what stands now: the same, another one with the words that differ marked, or nothing."""

    then: Pieces
    now: Pieces
    is_same: bool


def version_now(finding: Finding, versions: Versions) -> Metadata | None:
    """The version in which a finding's words are looked for; None where there is nothing to look into."""
    if finding.kind == NEWER:
        return versions.get(finding.doc_id, finding.other_version)
    return versions.get(finding.doc_id, finding.version) if finding.kind == CHANGED else None


def standing(finding: Finding, answer: KeptAnswer, versions: Versions) -> list[Standing]:
    """All that an answer cites of a finding's passage, beside what stands now."""
    now = version_now(finding, versions)
    quotes = dict.fromkeys(citation.quote for citation in answer.citations if citation.chunk_id == finding.chunk_id and citation.quote)
    said = [part for quote in quotes for part in _sentences(quote)][:MAX_QUOTED]
    there = list(dict.fromkeys(_sentences(text_of(versions.chunks(now)))))[:MAX_LOOKED_AT] if now else []
    return list(_compared(said, there))


def _compared(said: Sequence[str], there: Sequence[str]) -> Iterator[Standing]:
    words = [counted(text) for text in there]
    for text in said:
        own = counted(text)
        likeness = [shared(own, other) for other in words]
        best = max(range(len(there)), key=likeness.__getitem__, default=-1)
        if best >= 0 and likeness[best] >= LIKE:
            then, now = sides(text, there[best])
            yield Standing(then, now, text == there[best])
        else:
            yield Standing(sides(text, "")[0], (), is_same=False)


def _sentences(text: str) -> list[str]:
    return [" ".join(text[unit.start : unit.end].split()) for unit in units(text)]
