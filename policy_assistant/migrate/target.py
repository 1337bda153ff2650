"""Where an index is moved to, and the settings that use it there."""

import json
from dataclasses import replace

from policy_assistant.errors import UsageError
from policy_assistant.settings import QDRANT, SQLITE, Settings
from policy_assistant.settings_file import check_qdrant_folder, check_store
from policy_assistant.store.engine import is_index

FILE_ENDINGS = (".sqlite", ".sqlite3", ".db")


def target_settings(settings: Settings, to: str) -> Settings:
    """The settings of the project with its index at `to`.

    Raises:
        UsageError: `to` is no place, or the index is there already.
    """
    if to == SQLITE or (to.lower().endswith(FILE_ENDINGS) and "://" not in to):
        wanted = replace(settings.store, engine=SQLITE, path=settings.store.path if to == SQLITE else to, url="")
    elif "://" in to or "/" in to or "\\" in to:
        wanted = replace(settings.store, engine=QDRANT, url=to)
    else:
        raise UsageError(
            f"{to!r} is no place for an index",
            hint="allowed: `sqlite`, a file whose name ends in .sqlite, the address of a Qdrant server (http://127.0.0.1:6333), or a folder for "
            "Qdrant without a server, with a slash (./qdrant)",
        )
    moved = replace(settings, store=wanted)
    check_store(wanted)
    check_qdrant_folder(moved)
    _check_file(moved)
    if name_of(moved) == name_of(settings):
        raise UsageError(f"the index is at {name_of(moved)} already", hint="name another place with --to")
    return moved


def _check_file(settings: Settings) -> None:
    """Raise `UsageError` unless an index may be written to the file: no file of another kind is ever replaced."""
    if settings.store.engine != SQLITE:
        return
    path = settings.index_path.resolve()
    if path == settings.state_path.resolve() or path.is_relative_to(settings.cache_path.resolve()):
        raise UsageError(f"{settings.index_path} is a place of the project's own", hint="name another file, such as index.sqlite")
    if not path.parent.is_dir():
        raise UsageError(f"{settings.index_path} cannot be written: there is no folder {path.parent}", hint="create the folder first")
    if path.exists() and not is_index(path):
        raise UsageError(f"{settings.index_path} is there and is no index", hint="name another file; what is no index is never replaced")


def name_of(settings: Settings) -> str:
    """The place of a project's index, for people."""
    if settings.store.engine == SQLITE:
        return str(settings.index_path)
    return str(settings.qdrant_path or settings.store.url.rstrip("/"))


def settings_text(settings: Settings) -> str:
    """The lines of the settings file that name the place of the index."""
    store = settings.store
    values = {"engine": store.engine} | ({"path": store.path} if store.engine == SQLITE else {"url": store.url})
    return "\n".join(["[store]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())])
