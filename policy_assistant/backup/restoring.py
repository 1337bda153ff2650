"""Puts the files of a backup into a project: all of them are unpacked and checked beside their places first."""

import contextlib
import hashlib
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from policy_assistant.backup.archive import Archive, open_backup, verify
from policy_assistant.backup.databases import SIDES, WAIT_SECONDS, check_database, copy_in, copy_out
from policy_assistant.backup.manifest import INDEX, STATE, Manifest, places
from policy_assistant.backup.revoked import revoke_again, revoked_in
from policy_assistant.errors import InputRefusedError, PolicyAssistantError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, load_settings
from policy_assistant.state import MODE, SCHEMA, stamp
from policy_assistant.store.connection import is_busy, open_reader

_DATABASES = (STATE, INDEX)


@dataclass(frozen=True)
class Restored:
    """What a restore did: files that it wrote, files that were as in the backup, and where the state before it is now.

    `revoked` is how many keys of the backup were revoked since it was made and stay so, None where the state before could not
    be read.
    """

    manifest: Manifest
    written: tuple[Path, ...]
    unchanged: tuple[Path, ...]
    state_before: Path | None = None
    revoked: int | None = 0


def restore_backup(folder: Path, path: Path, *, force: bool = False) -> Restored:
    """Put the files of a backup where its settings say they are in the project `folder`.

    Nothing is written before every hash is checked. With `force` files that differ are replaced; of a state that is there
    a copy stays beside it, and the keys that are revoked in it stay revoked. Services of the project are to be stopped
    meanwhile: what they keep during it may be lost.

    Raises:
        UsageError: no such folder or backup, or files differ and `force` is not given.
        SettingsError: the settings in the backup are not allowed.
        InputRefusedError: the backup is damaged or hostile, its state is of a newer version, or a place is outside the
            project and not named by the settings that the project has now.
        PolicyAssistantError: something cannot be written.
    """
    if not folder.is_dir():
        raise UsageError(f"no project folder {str(folder)!r}", hint="create it first, or name another with --project")
    with open_backup(path) as archive:
        _check_schema(archive.manifest.schema)
        verify(archive)
        present = _present(folder.resolve())
        targets = _targets(archive, present)
        same = {name for name, target in targets.items() if _is_same(target, archive.record(name).sha256)}
        changed = {name: target for name, target in targets.items() if name not in same}
        _check_replaced(changed, force=force)
        with _translated(folder), _staged(archive, changed) as files:
            revoked = _revoked_again(files[STATE], {targets[STATE], present.state_path}) if STATE in files else 0
            before = _put(files, changed)
    unchanged = tuple(targets[name] for name in targets if name in same)
    return Restored(archive.manifest, tuple(changed.values()), unchanged, before, revoked)


# --- Where files go ----------------------------------------------------------------------------------------------------


def _targets(archive: Archive, present: Settings) -> dict[str, Path]:
    """Name -> place. The settings in a backup cannot send a file out of the project, nor two files to one place."""
    names, folder = [record.name for record in archive.manifest.files], present.folder
    wanted = places(_settings_in(archive, folder) if FILE_NAME in names else present)
    trusted = places(present)
    for name in names:
        if wanted[name] != trusted[name]:
            _check_inside(name, wanted[name], folder)
    everything = [Path(os.path.normcase(place)).resolve() for place in wanted.values()]
    if len(set(everything)) < len(everything):
        raise InputRefusedError("the settings in the backup name one file for two things", hint="restore another backup")
    return {name: wanted[name] for name in names}


def _present(folder: Path) -> Settings:
    """The settings that the project has now; what is wrong with them is no reason not to restore."""
    try:
        return load_settings(folder)
    except UsageError:
        return Settings(folder)


def _settings_in(archive: Archive, folder: Path) -> Settings:
    """The settings of the backup, as those of the project."""
    with tempfile.TemporaryDirectory() as name:
        Path(name, FILE_NAME).write_bytes(archive.read(FILE_NAME))
        return replace(load_settings(name), folder=folder)


def _check_inside(name: str, place: Path, folder: Path) -> None:
    real = place.resolve()
    if not real.is_relative_to(folder):
        raise InputRefusedError(
            f"{name} would be written to {place}, which is outside the project {folder}",
            hint=f"if that is meant, put {FILE_NAME} there yourself first, then restore again",
        )
    if any(part.startswith(".") for part in real.relative_to(folder).parts):
        raise InputRefusedError(
            f"{name} would be written to {place}, which is hidden", hint=f"if that is meant, put {FILE_NAME} there yourself first"
        )


def _is_same(target: Path, sha256: str) -> bool:
    """Whether a file has this content already, with nothing in a log beside it."""
    log = target.with_name(f"{target.name}-wal")
    if not target.is_file() or (log.exists() and log.stat().st_size):
        return False
    with target.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == sha256


def _check_replaced(changed: Mapping[str, Path], *, force: bool) -> None:
    for target in changed.values():
        if target.exists() and not target.is_file():
            raise UsageError(f"{target} is not a file", hint="move it away first")
    if not force and (there := [str(target) for target in changed.values() if os.path.lexists(target)]):
        raise UsageError(
            f"these files are there and differ from the backup: {', '.join(there)}",
            hint="restore into an empty folder, or replace them with --force",
        )


def _check_schema(schema: int) -> None:
    if schema > SCHEMA:
        raise InputRefusedError(
            f"the state in the backup was made by a newer version (schema {schema}; this one knows {SCHEMA})",
            hint="install the newer version",
        )


# --- Unpacking ---------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _staged(archive: Archive, targets: Mapping[str, Path]) -> Iterator[dict[str, Path]]:
    """Name -> unpacked and checked file beside its place. What is not put there is gone afterwards."""
    files: dict[str, Path] = {}
    token = secrets.token_hex(4)
    try:
        for name, target in targets.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            _check_room(target.parent, archive.record(name).size)
            files[name] = target.with_name(f".{target.name}.{token}")
            mode = MODE if name == STATE else 0o666
            with os.fdopen(os.open(files[name], os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "wb") as file:
                archive.unpack(name, file)
                file.flush()
                os.fsync(file.fileno())
            if name in _DATABASES:
                _check_staged(name, files[name])
        yield files
    finally:
        for path in files.values():
            path.unlink(missing_ok=True)


def _check_room(folder: Path, size: int) -> None:
    if (free := shutil.disk_usage(folder).free) < size:
        raise PolicyAssistantError(f"{size:,} bytes are to be written in {folder}, where {free:,} are free", hint="make room first")


def _check_staged(name: str, path: Path) -> None:
    version = check_database(path, name)
    if name == STATE:
        _check_schema(version)
        if version == 0:
            raise InputRefusedError(f"{name} in the backup is a database, but none of ours", hint="take another backup")


# --- Putting into place ------------------------------------------------------------------------------------------------


def _revoked_again(file: Path, states: set[Path]) -> int | None:
    """Revoke in an unpacked state what is revoked in states that it comes after; None where one of those cannot be read."""
    revoked = [revoked_in(state) for state in states]
    count = sum(revoke_again(keys, file) for keys in revoked if keys)
    return None if None in revoked else count


def _put(files: Mapping[str, Path], targets: Mapping[str, Path]) -> Path | None:
    """The databases first, because others may hold them. Where the state before is now, None where there was none."""
    before = _put_database(files[STATE], targets[STATE], keep=True) if STATE in files else None
    if INDEX in files:
        _put_database(files[INDEX], targets[INDEX], keep=False)
    for name, file in files.items():
        if name not in _DATABASES:
            file.replace(targets[name])
    return before


def _put_database(file: Path, target: Path, *, keep: bool) -> Path | None:
    """Put a database into the place of another. With `keep` that one stays beside it, and this is where."""
    if not target.exists():
        _take_place(file, target)
        return None
    before = _free_name(target) if keep else None
    try:
        if before:
            with contextlib.closing(open_reader(target, WAIT_SECONDS)) as conn:
                copy_out(conn, before)
        copy_in(file, target)
    except (PolicyAssistantError, sqlite3.Error) as error:
        if before:
            before.unlink(missing_ok=True)
        if isinstance(error, PolicyAssistantError) or (isinstance(error, sqlite3.OperationalError) and is_busy(error)):
            raise
        _move_away(target, before)
        _take_place(file, target)
    return before


def _take_place(file: Path, target: Path) -> None:
    """Give a file its name where no database is. A log that was left there would be taken for its own."""
    for side in SIDES:
        target.with_name(target.name + side).unlink(missing_ok=True)
    file.replace(target)


def _move_away(target: Path, before: Path | None) -> None:
    """Take a damaged database away with what stands beside it: to another name, or for ever."""
    for side in ("", *SIDES):
        path = target.with_name(target.name + side)
        if before and path.exists():
            path.replace(before.with_name(before.name + side))
        else:
            path.unlink(missing_ok=True)


def _free_name(target: Path) -> Path:
    """A name for the state that was there before; no earlier one is overwritten."""
    name = f"{target.name}.before-{stamp().replace(':', '')}"
    number = 1
    while (path := target.with_name(name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return path


@contextlib.contextmanager
def _translated(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        raise PolicyAssistantError(
            f"the backup cannot be restored into {folder}: {reason.lower()}",
            hint="stop the service, make the files writable, and restore again",
        ) from error
