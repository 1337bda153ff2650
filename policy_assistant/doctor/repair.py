"""`doctor --repair`: what the index derives from its passages is made anew."""

from pathlib import Path

from policy_assistant.errors import NoIndexError, UsageError
from policy_assistant.settings import SQLITE
from policy_assistant.settings_file import load_settings


def repair_index(folder: Path | str) -> None:
    """Make words, terms, posting lists and codes of a project's index anew from its passages, at once or not at all.

    Raises:
        UsageError: another engine than SQLite keeps the index.
        NoIndexError: there is none.
        IndexMismatchError: it is damaged beyond this, or of another schema.
        StoreBusyError: another process writes.
    """
    settings = load_settings(folder)
    if settings.store.engine != SQLITE:
        raise UsageError(
            f"the index is kept by {settings.store.engine}, which repairs itself",
            hint="run `policy-assistant ingest --rebuild` to write it anew",
        )
    if not settings.index_path.exists():
        raise NoIndexError(f"No index at {settings.index_path}", hint="run `policy-assistant ingest` first")
    from policy_assistant.store.sqlite import Store

    Store(settings.index_path).close()  # one of another schema is for a rebuild, not to be migrated here
    with Store.open(settings.index_path) as store:
        store.repair()
