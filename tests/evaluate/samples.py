"""Passages, questions and rankings to score, made of few words."""

from collections.abc import Mapping, Sequence

from policy_assistant.evaluate.measures import retrieval_scores
from policy_assistant.evaluate.questions import Question
from policy_assistant.evaluate.run import EACH_QUESTION, Asked, Evaluation
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk, chunk_hash

PUBLIC = frozenset({"public"})


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


def found_at(ranks: Mapping[str, int | None], method: str = "bm25", k: int = 5, milliseconds: float = 2.0, **fields: object) -> Evaluation:
    """An evaluation in which each question's only relevant passage stands at a rank, or nowhere; any field can be given."""
    rows = []
    for place, (name, rank) in enumerate(ranks.items()):
        asked = question(name, [key(f"doc-{place}")])
        others = [passage(f"other-{number}") for number in range(1, 13)]
        ranked = others if rank is None else [*others[: rank - 1], passage(f"doc-{place}"), *others[rank - 1 :]]
        hits = tuple(Hit(chunk.chunk_id, 20.0 - number, number) for number, chunk in enumerate(ranked, 1))
        scores = retrieval_scores(asked, ranked, k, PUBLIC)
        rows.append(Asked(asked, hits, tuple(ranked), scores, None, milliseconds))
    values: dict[str, object] = {"as_of": EACH_QUESTION, "audience": "public", "chunker": "structure", "labels": PUBLIC, "variant": method}
    return Evaluation(method=method, k=k, asked=tuple(rows), **(values | fields))  # type: ignore[arg-type]
