"""Addresses of passages and documents, as links in results name them and as they are read."""

from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from pydantic import ValidationError

from policy_assistant.errors import NotFoundError
from policy_assistant.mcp.arguments import DocumentArguments

PASSAGE, DOCUMENT = "passage", "document"

PASSAGE_TEMPLATE = "passage:///{id}"
DOCUMENT_TEMPLATE = "document:///{+doc_id}{?version,as_of,offset}"

MAX_ADDRESS = 4_000
_NAMES = frozenset({"version", "as_of", "offset"})


@dataclass(frozen=True)
class Passage:
    """The address of a passage."""

    chunk_id: str


def passage_address(chunk_id: str) -> str:
    """The address of a passage."""
    return f"{PASSAGE}:///{quote(chunk_id)}"


def document_address(doc_id: str, version: str = "", offset: int = 0) -> str:
    """The address of a page of a version, of the one in force where none is named."""
    query = urlencode({name: value for name, value in (("version", version), ("offset", offset)) if value})
    return f"{DOCUMENT}:///{quote(doc_id)}{f'?{query}' if query else ''}"


def parse(address: str) -> Passage | DocumentArguments:
    """What an address names.

    Raises:
        NotFoundError: nothing that there could be.
    """
    unknown = NotFoundError(f"no resource {address!r:.200}", hint=f"there are {PASSAGE_TEMPLATE} and {DOCUMENT_TEMPLATE}")
    if len(address) > MAX_ADDRESS:
        raise unknown
    try:
        parts = urlsplit(address)
        values = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query), max_num_fields=len(_NAMES)))
        name = unquote(parts.path.removeprefix("/"), errors="strict")
        if parts.netloc or not name or not values.keys() <= _NAMES:
            raise unknown
        if parts.scheme == PASSAGE and not values:
            return Passage(name)
        if parts.scheme == DOCUMENT:
            return DocumentArguments.model_validate({"doc_id": name, **values})
    except (ValueError, ValidationError):
        raise unknown from None
    raise unknown
