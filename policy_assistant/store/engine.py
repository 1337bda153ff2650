"""Which engine keeps a project's index, by `[store] engine`: opened for reading, or for one change."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.settings import SQLITE

if TYPE_CHECKING:
    from policy_assistant.settings import Settings
    from policy_assistant.store.base import Engine, StagingEngine


def has_index(settings: "Settings") -> bool:
    """Whether something was ingested, whatever made it. Raises `EngineError` when the engine cannot be reached."""
    if settings.store.engine == SQLITE:
        return settings.index_path.exists()
    from policy_assistant.store.qdrant import opening

    return opening.has_index(settings)


def is_index(path: Path) -> bool:
    """Whether a file is an index of ours, of whatever schema."""
    import sqlite3
    from contextlib import closing

    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as conn:
            tables = {row[0] for row in conn.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        return False
    return {"documents", "chunks", "meta"} <= tables


def open_engine(settings: "Settings") -> "Engine":
    """The index, for reading; close it after use.

    Raises:
        NoIndexError: nothing was ingested.
        IndexMismatchError: it is damaged, or of another schema.
        MissingExtraError: the engine's packages are not installed.
        EngineError: the engine cannot be reached.
    """
    if settings.store.engine == SQLITE:
        from policy_assistant.store.sqlite import Store

        return Store(settings.index_path)
    from policy_assistant.store.qdrant import opening

    return opening.open_engine(settings)


@contextlib.contextmanager
def staging(settings: "Settings") -> "Iterator[StagingEngine]":
    """The index of an engine that takes a corpus in parts, which SQLite's is not. Raises as `writing`."""
    from policy_assistant.store.qdrant import opening

    with opening.writing(settings) as engine:
        yield engine


@contextlib.contextmanager
def writing(settings: "Settings", *, anew: bool = False) -> "Iterator[Engine]":
    """The index for one change, made where there is none. With `anew` it is one that cannot be used, and is replaced at the end.

    Raises as `open_engine`, but for `NoIndexError`.
    """
    if settings.store.engine != SQLITE:
        from policy_assistant.store.qdrant import opening

        with opening.writing(settings, anew=anew) as engine:
            yield engine
        return
    from policy_assistant.store.connection import delete_database
    from policy_assistant.store.sqlite import Store

    path = settings.index_path
    new = path.with_name(f"{path.name}.new") if anew else path
    if anew:
        delete_database(new)
    with Store.open(new) as store:
        yield store
    if anew:
        delete_database(path)
        new.replace(path)
