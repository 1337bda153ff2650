"""What a trace is asked for: the passages whose rules are meant, by document and section or by topic."""

from collections.abc import Sequence

from policy_assistant.errors import NotFoundError, nearest
from policy_assistant.metadata import Chunk

PASSAGES = 5
"""So many passages that a search finds for a topic are looked into."""


def passages_of(chunks: Sequence[Chunk], doc_id: str, section: str) -> list[Chunk]:
    """The passages of a section, or of a whole document where the section is empty; a section may be named by its last heading.

    Raises:
        NotFoundError: none of these passages is of the document, or of the section.
    """
    of_document = [chunk for chunk in chunks if chunk.doc_id == doc_id]
    if not of_document:
        raise NotFoundError(f"no document {doc_id!r} is in force", hint=nearest(doc_id, {chunk.doc_id for chunk in chunks}))
    wanted = section.strip().casefold()
    found = [chunk for chunk in of_document if not wanted or any(_is_called(name, wanted) for name in chunk.sections)]
    if not found:
        names = {name for chunk in of_document for name in chunk.sections}
        raise NotFoundError(f"{doc_id} has no section {section!r}", hint=nearest(section, names))
    return found


def _is_called(section: str, wanted: str) -> bool:
    path = section.casefold().split(" > ")
    return wanted in (section.casefold(), path[-1])
