"""What is kept of an answer: the question with what decided it, the answer, its claims, and what each of them cited.

Of passages only what was cited is kept: its place, the quote, and hashes of passage and quote. Nothing comes from the
environment, and no key is among it.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from policy_assistant.answer import Answer
from policy_assistant.claims import CheckedClaim, Citation
from policy_assistant.ledger.chain import canonical, text_hash


@dataclass(frozen=True)
class KeptCitation:
    """A place that a claim cited, as it was then. `text_hash` is SHA-256 of the whole chunk, `quote_hash` of the quote."""

    chunk_id: str
    doc_id: str
    version: str
    source: str
    sections: tuple[str, ...]
    pages: tuple[int, ...]
    start: int
    end: int
    quote: str
    text_hash: str
    quote_hash: str
    spots: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeptClaim:
    """A claim as it was checked; `problems` are the names of checks with their details."""

    text: str
    ok: bool
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    cited: tuple[str, ...]
    citations: tuple[KeptCitation, ...]


@dataclass(frozen=True)
class KeptAnswer:
    """An answer in the ledger.

    `kept_at` is in UTC, `labels` are those that the audience saw. `is_current` says that the question was about the day on
    which it was asked. `nearest` is the document of the best passage that was found, as `doc_id` and version, empty where
    nothing was. `is_disputed`: passages in force disagreed, or one contradicted a claim. `confidence` is the extractor's, None for a chat model's answer.
    """

    id: str
    number: int
    kept_at: str
    labels: frozenset[str]
    question: str
    question_id: str
    language: str
    as_of: str
    is_current: bool
    audience: str
    model: str
    method: str
    prompt: str
    generation: int
    answerable: bool
    text: str
    claims: tuple[KeptClaim, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    confidence: float | None
    nearest: tuple[str, str]
    is_disputed: bool

    @property
    def citations(self) -> Sequence[KeptCitation]:
        """What the standing claims cited, each place once, in order of first use."""
        return list(dict.fromkeys(citation for claim in self.claims if claim.ok for citation in claim.citations))

    @property
    def withheld(self) -> int:
        """How many claims were withheld."""
        return sum(not claim.ok for claim in self.claims)


def content_of(answer: Answer, today: str) -> str:
    """The record of an answer as canonical JSON. `today` is the day that `today` meant when it was asked."""
    asked = answer.asked
    return canonical(
        {
            "question": asked.text,
            "question_id": asked.id,
            "language": asked.language,
            "as_of": asked.as_of,
            "is_current": asked.as_of == today,
            "audience": asked.audience,
            "model": answer.model,
            "method": answer.method,
            "prompt": answer.prompt,
            "generation": answer.generation,
            "answerable": answer.answerable,
            "text": answer.text,
            "claims": [_claim(claim, asked.labels) for claim in answer.claims],
            "problems": list(answer.problems),
            "notes": list(answer.notes),
            "confidence": answer.decision.confidence if answer.decision else None,
            "is_disputed": answer.is_disputed or any(p.name == "contradicted" for claim in answer.claims for p in claim.problems),
            "nearest": [answer.passages[0].doc_id, answer.passages[0].version] if answer.passages else ["", ""],
        }
    )


def kept_answer(name: str, number: int, kept_at: str, labels: frozenset[str], content: str) -> KeptAnswer:
    """The answer of an entry. Raises `LookupError`, `TypeError` or `ValueError` when somebody changed the record's form."""
    values: dict[str, Any] = json.loads(content)
    values["claims"] = tuple(_kept_claim(claim) for claim in values["claims"])
    values |= {field: tuple(values[field]) for field in ("problems", "notes", "nearest")}
    return KeptAnswer(id=name, number=number, kept_at=kept_at, labels=labels, **values)


def answer_record(kept: KeptAnswer) -> dict[str, Any]:
    """A kept answer as the JSON object that commands print."""
    return asdict(kept) | {"labels": sorted(kept.labels)}


def _claim(claim: CheckedClaim, labels: frozenset[str]) -> dict[str, Any]:
    """A claim; of what it cites only that which the audience may see, as whoever sees the answer sees its record."""
    return {
        "text": claim.text,
        "ok": claim.ok,
        "problems": [str(problem) for problem in claim.problems],
        "notes": list(claim.notes),
        "cited": [cited.id for cited in claim.cited],
        "citations": [_citation(citation) for citation in claim.citations if citation.chunk.access in labels],
    }


def _citation(citation: Citation) -> dict[str, Any]:
    chunk = citation.chunk
    return {
        "chunk_id": chunk.chunk_id,
        "doc_id": chunk.doc_id,
        "version": chunk.version,
        "source": chunk.source,
        "sections": list(chunk.sections),
        "pages": list(citation.pages),
        "spots": list(citation.spots),
        "start": citation.start,
        "end": citation.end,
        "quote": citation.quote,
        "text_hash": text_hash(chunk.text),
        "quote_hash": text_hash(citation.quote),
    }


def _kept_citation(values: dict[str, Any]) -> KeptCitation:
    """Answers that were kept before places had names have none."""
    lists = {field: tuple(values.get(field, ())) for field in ("sections", "pages", "spots")}
    return KeptCitation(**(values | lists))


def _kept_claim(values: dict[str, Any]) -> KeptClaim:
    citations = tuple(_kept_citation(c) for c in values["citations"])
    texts = {field: tuple(values[field]) for field in ("problems", "notes", "cited")}
    return KeptClaim(values["text"], values["ok"], citations=citations, **texts)
