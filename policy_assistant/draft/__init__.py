"""Drafting a project from a folder of files without metadata, for a person to review."""

from policy_assistant.draft.folder import Draft, draft_rows

__all__ = ["Draft", "draft_rows"]
