"""Addresses of our own pages."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode


def place_link(address: str, citation: Mapping[str, Any]) -> str:
    """Where a citation opens in its source."""
    return f"{address}/source/{quote(citation['id'])}?{urlencode({'start': citation['start'], 'end': citation['end']})}"


def answer_link(address: str, name: str) -> str:
    """Where a kept answer is shown for ever."""
    return f"{address}/answers/{quote(name)}"


def document_link(address: str, doc_id: str, **values: str) -> str:
    """Where a document is shown; `values` go into the address, those that say something."""
    query = urlencode({name: value for name, value in values.items() if value})
    return f"{address}/documents/{quote(doc_id)}{f'?{query}' if query else ''}"
