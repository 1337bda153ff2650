"""Hints on standard error about what a search or an answer may lack."""

from typing import TYPE_CHECKING

from policy_assistant.cli.output import excerpt, note

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant


def note_changes(assistant: "Assistant") -> None:
    """Newer files than the index are a hint, not an error."""
    from policy_assistant.stale import changed_sources

    changed = changed_sources(assistant.settings, assistant.store.documents(), assistant.store.unreadable())
    if changed:
        note(
            f"hint: {len(changed)} file{'s' if len(changed) > 1 else ''} changed since the last ingest ({excerpt(', '.join(changed), 80)}); run `policy-assistant ingest`"
        )
