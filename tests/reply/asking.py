"""Questions and passages for tests of replies."""

from policy_assistant.answer import Asked
from policy_assistant.metadata import Chunk, chunk_hash


def asked(text: str, language: str = "en") -> Asked:
    """A question of the staff on a day."""
    return Asked(text, language, "2026-10-09", "staff", frozenset({"public", "staff"}))


def chunk(title: str, body: str, doc_type: str = "policy", flags: tuple[str, ...] = (), version: str = "3") -> Chunk:
    """A passage of one section."""
    doc_id = title.lower().replace(" ", "-")
    key = chunk_hash(doc_id, version, 0, len(body))
    return Chunk(
        chunk_id=key[:12],
        doc_id=doc_id,
        version=version,
        title=title,
        chunker="structure",
        position=0,
        start=0,
        end=len(body),
        text=f"{title}\n{body}",
        sections=("Rule",),
        pages=(),
        effective_from="2026-01-01",
        effective_to="",
        access="public",
        language="en",
        doc_type=doc_type,
        source=f"documents/{doc_id}.md",
        hash=key,
        flags=flags,
    )
