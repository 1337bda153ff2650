"""Addresses of our own pages."""

import hashlib
from urllib.parse import quote, urlencode

MARK = "cited"
"""The ID of the first mark on the page of a source."""

HASH_DIGITS = 16


def place_link(address: str, chunk_id: str, start: int, end: int, words: str = "") -> str:
    """Where a place opens in its source. It holds a hash of the words, so that other words are never marked in their place."""
    hashed = {"words": hash_of(words)} if words else {}
    return f"{address}/source/{quote(chunk_id, safe='')}?{urlencode({'start': start, 'end': end, **hashed})}#{MARK}"


def hash_of(words: str) -> str:
    """What the address of a place says about its words."""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_DIGITS]


def answer_link(address: str, name: str) -> str:
    """Where a kept answer is shown for ever."""
    return f"{address}/answers/{quote(name)}"


def document_link(address: str, doc_id: str, **values: str) -> str:
    """Where a document is shown; `values` go into the address, those that say something."""
    query = urlencode({name: value for name, value in values.items() if value})
    return f"{address}/documents/{quote(doc_id)}{f'?{query}' if query else ''}"
