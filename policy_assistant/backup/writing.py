"""Writes a backup: copies first, then the zip file beside its place, then its name."""

import contextlib
import hashlib
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from policy_assistant import __version__
from policy_assistant.backup.databases import copy_out
from policy_assistant.backup.manifest import INDEX, LIMITS, MANIFEST, STATE, FileRecord, Manifest, places
from policy_assistant.errors import InputRefusedError, NoIndexError, NotFoundError, PolicyAssistantError, UsageError
from policy_assistant.settings import SQLITE, Settings
from policy_assistant.state import MODE, SCHEMA, reading, stamp
from policy_assistant.store.connection import connect, translated

PIECE = 1 << 20
"""Bytes that are in memory at once."""


def write_backup(settings: Settings, path: Path, *, with_index: bool = False, force: bool = False) -> Manifest:
    """Write a project's state, settings, inventory, questions and glossary, as far as they are there, into a zip file.

    Others may write to the project meanwhile: the state is as it was at one moment. The file is complete or not there,
    and only its owner may read it. With `with_index` the index is in it too, which could be made again from the documents.

    Raises:
        UsageError: there is such a file already and `force` is not given, it is one of the project's own, or it has no folder;
            or the index is wanted and is no file.
        NotFoundError: there is nothing to write.
        NoIndexError: the index is wanted and there is none.
        PolicyAssistantError: something cannot be read or written.
    """
    if with_index and settings.store.engine != SQLITE:
        raise UsageError(
            f"the index is kept by {settings.store.engine}, not in a file", hint="leave --with-index out, and take a snapshot there"
        )
    there = {name: place for name, place in places(settings).items() if (with_index if name == INDEX else place.is_file())}
    _check_target(settings, path, force=force)
    if not there:
        raise NotFoundError(f"there is nothing to back up in {settings.folder}", hint="name the project's folder with --project")
    with _unfinished(path) as folder:
        copies = {name: _copy(name, place, folder) for name, place in there.items()}
        made = folder / "backup.zip"
        manifest = _zip(copies, made)
        made.replace(path)
    return manifest


def _check_target(settings: Settings, path: Path, *, force: bool) -> None:
    if not path.parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}", hint="create the folder first")
    if path.resolve() in {place.resolve() for place in places(settings).values()}:
        raise UsageError(f"{path} is a file of the project itself", hint="name another file, best on another disk")
    if path.is_dir():
        raise UsageError(f"{path} is a folder", hint="name a file, for example backup.zip")
    if os.path.lexists(path) and not force:
        raise UsageError(f"{path} is there already", hint="name another file, or replace it with --force")


@contextlib.contextmanager
def _unfinished(path: Path) -> Iterator[Path]:
    """A folder beside a file, which only we may enter; it is gone afterwards. What fails in it is told in our words."""
    folder = None
    try:
        folder = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
        yield folder
    except (OSError, sqlite3.Error, zipfile.LargeZipFile) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise PolicyAssistantError(
            f"{path} cannot be written: {reason.lower()}", hint="name a file in a folder of yours with room"
        ) from error
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


def _copy(name: str, place: Path, folder: Path) -> Path:
    """The file to put into the zip: a copy of a database, else the file itself."""
    if name == STATE:
        with reading(place) as conn:
            if conn is not None:
                copy_out(conn, folder / name)
        return folder / name
    if name == INDEX:
        with translated(place), contextlib.closing(_index(place)) as conn:
            copy_out(conn, folder / name)
        return folder / name
    if (size := place.stat().st_size) > LIMITS[name]:
        raise InputRefusedError(f"{place} has {size:,} bytes; in a backup it may have {LIMITS[name]:,}")
    return place


def _index(place: Path) -> sqlite3.Connection:
    if not place.is_file():
        raise NoIndexError(f"No index at {place}", hint="leave --with-index out, or run `policy-assistant ingest` first")
    return connect(place, write=False)


def _zip(copies: dict[str, Path], made: Path) -> Manifest:
    now = datetime.now(UTC)
    with (
        os.fdopen(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, MODE), "w+b") as file,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        files = tuple(_add(archive, name, path, now) for name, path in copies.items())
        manifest = Manifest("policy-assistant", __version__, stamp(now), SCHEMA if STATE in copies else 0, files)
        archive.writestr(_entry(MANIFEST, now), manifest.as_json())
        archive.close()
        file.flush()
        os.fsync(file.fileno())
    return manifest


def _add(archive: zipfile.ZipFile, name: str, path: Path, now: datetime) -> FileRecord:
    """Copy a file into the zip; what is said of it is what was read, whatever becomes of the file."""
    entry, digest, size = _entry(name, now), hashlib.sha256(), 0
    entry.file_size = path.stat().st_size
    with path.open("rb") as source, archive.open(entry, "w") as target:
        while piece := source.read(PIECE):
            digest.update(piece)
            size += len(piece)
            target.write(piece)
    return FileRecord(name, size, digest.hexdigest())


def _entry(name: str, now: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, now.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = MODE << 16
    return entry
