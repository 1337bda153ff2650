"""Backups: what cannot be made again, in one zip file, and back. Documents are not in it, nor the cache."""

from policy_assistant.backup.archive import verify_backup
from policy_assistant.backup.manifest import FileRecord, Manifest
from policy_assistant.backup.restoring import Restored, restore_backup
from policy_assistant.backup.writing import write_backup

__all__ = ["FileRecord", "Manifest", "Restored", "restore_backup", "verify_backup", "write_backup"]
