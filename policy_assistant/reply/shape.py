"""The shape of a reply, as a JSON schema. Every field is required and no other allowed: what strict servers ask for."""

from collections.abc import Mapping
from typing import Any


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


_TEXT = {"type": "string"}
_CITATION = _object(id=_TEXT, quote=_TEXT)
_CLAIM = _object(text=_TEXT, citations={"type": "array", "items": _CITATION})

SCHEMA: Mapping[str, Any] = {
    "title": "cited_answer",
    **_object(answerable={"type": "boolean"}, answer=_TEXT, claims={"type": "array", "items": _CLAIM}),
}
"""What a model is to reply: `answerable`, `answer`, and `claims` with their citations."""
