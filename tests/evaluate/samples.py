"""Passages, questions and rankings to score, made of few words."""

from collections.abc import Sequence

from policy_assistant.evaluate.questions import Question
from policy_assistant.metadata import Chunk, chunk_hash


def passage(doc_id: str, section: str = "Rules", version: str = "1", **fields: object) -> Chunk:
    """A chunk of one section; any field can be given."""
    text = f"{section} of {doc_id}"
    full = chunk_hash(f"{doc_id} {section}", version, 0, len(text))
    values: dict[str, object] = {
        "chunk_id": full[:12],
        "doc_id": doc_id,
        "version": version,
        "title": doc_id,
        "chunker": "structure",
        "position": 0,
        "start": 0,
        "end": len(text),
        "text": text,
        "sections": (section,),
        "pages": (),
        "effective_from": "",
        "effective_to": "",
        "access": "public",
        "language": "en",
        "doc_type": "policy",
        "source": f"documents/{doc_id}.md",
        "hash": full,
    }
    return Chunk(**(values | fields))  # type: ignore[arg-type]


def key(doc_id: str, section: str = "Rules", version: str = "1", access: str = "public") -> dict[str, str]:
    """A passage as a question names it."""
    return {"doc_id": doc_id, "version": version, "section": section, "access": access}


def question(name: str = "Q1", relevant: Sequence[dict[str, str]] = (), **fields: object) -> Question:
    """A question; any field can be given."""
    return Question(**({"id": name, "question": f"What of {name}?", "relevant": [*relevant]} | fields))  # type: ignore[arg-type]
