"""Passages and hits as the JSON objects that every surface gives."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from policy_assistant.blocks import Place
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from policy_assistant.references import Reference
from policy_assistant.search import BY_MEANING, Passage, SearchResult

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant


def chunk_record(passage: Passage) -> dict[str, Any]:
    """A passage with its place. A section of the baseline has no characters, no pages, no spots and no flags."""
    if isinstance(passage, Chunk):
        name, start, end = passage.chunk_id, passage.start, passage.end
        pages, spots, flags = list(passage.pages), list(passage.spots), list(passage.flags)
    else:
        name, start, end = passage.passage_id, None, None
        pages, spots, flags = [], [], []
    record: dict[str, Any] = {
        "id": name,
        "doc_id": passage.doc_id,
        "version": passage.version,
        "title": passage.title,
        "sections": list(passage.sections),
        "access": passage.access,
        "source": passage.source,
        "start": start,
        "end": end,
        "pages": pages,
        "text": passage.text,
        "flags": flags,
        "spots": spots,
    }
    return record | place_record(passage.place) if isinstance(passage, Chunk) and passage.place else record


def reference_record(reference: Reference) -> dict[str, Any]:
    """A place in a passage that names another one: its words and characters, and the ID of the other."""
    return {"text": reference.text, "start": reference.start, "end": reference.end, "id": reference.target.chunk_id}


def place_record(place: Place) -> dict[str, Any]:
    """A place in code."""
    return {"start_line": place.first_line, "end_line": place.last_line, "kind": place.kind, "name": place.name}


def hit_record(hit: Hit, passage: Passage) -> dict[str, Any]:
    """A hit: rank and score before the passage."""
    return {"rank": hit.rank, "score": hit.score} | chunk_record(passage)


def search_record(result: SearchResult) -> dict[str, Any]:
    """A whole search."""
    hits = [hit_record(hit, passage) for hit, passage in zip(result.hits, result.passages, strict=True)]
    for hit in hits:
        if "kind" in hit:
            hit["stale"] = hit["id"] in result.stale
    return {"query": result.query, "method": result.method, "as_of": result.as_of, "audience": result.audience, "hits": hits}


def models_of(assistant: "Assistant", result: SearchResult) -> dict[str, str]:
    """The models that took part in a search, by what they do; `signals` is the reranker that is none."""
    models = {}
    embedding = assistant.store.embedding() if result.method in BY_MEANING else None
    if embedding:
        models["embedder"] = embedding.name
    if result.method == "rerank":
        from policy_assistant.models.rerankers.base import SIGNALS

        models["reranker"] = assistant.settings.models.reranker or SIGNALS
    if result.asked.text != result.query:
        models["rewriter"] = assistant.settings.models.chat_model
    return models


def named_method(method: str, models: Mapping[str, str]) -> str:
    """A method as people read it, with its models."""
    embedder, reranker, rewriter = (models.get(name, "") for name in ("embedder", "reranker", "rewriter"))
    name = {
        "bm25": "BM25",
        "dense": f"dense ({embedder})",
        "hybrid": f"hybrid (keywords + {embedder})",
        "rerank": f"rerank (keywords + {embedder}, {reranker})",
    }.get(method, method)
    return f"{name}, rewritten by {rewriter}" if rewriter else name
