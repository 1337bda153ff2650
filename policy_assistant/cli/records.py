"""Passages and hits as the JSON objects that every surface gives."""

from typing import Any

from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage, SearchResult


def chunk_record(passage: Passage) -> dict[str, Any]:
    """A passage with its place. A section of the baseline has no characters and no pages."""
    if isinstance(passage, Chunk):
        name, start, end, pages = passage.chunk_id, passage.start, passage.end, list(passage.pages)
    else:
        name, start, end, pages = passage.passage_id, None, None, []
    return {
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
    }


def hit_record(hit: Hit, passage: Passage) -> dict[str, Any]:
    """A hit: rank and score before the passage."""
    return {"rank": hit.rank, "score": hit.score} | chunk_record(passage)


def search_record(result: SearchResult) -> dict[str, Any]:
    """A whole search."""
    hits = [hit_record(hit, passage) for hit, passage in zip(result.hits, result.passages, strict=True)]
    return {"query": result.query, "method": result.method, "as_of": result.as_of, "audience": result.audience, "hits": hits}
