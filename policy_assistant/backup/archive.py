"""Reads a backup and trusts nothing in it: names, sizes and kinds of entries are checked before a byte is unpacked."""

import contextlib
import hashlib
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from policy_assistant.backup.manifest import LIMITS, MANIFEST, FileRecord, Manifest, read_manifest
from policy_assistant.errors import InputRefusedError, UsageError

MAX_BYTES = 100_000_000_000
"""What all files of a backup may have together when they are unpacked."""

PIECE = 1 << 20
_ENCRYPTED = 0x1
_HINT = "take another backup"


class Archive:
    """A backup whose entries and manifest fit together; the content of its files is checked as it is read."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._archive, self.manifest = archive, manifest

    def read(self, name: str) -> bytes:
        """A small file, whole. Raises `InputRefusedError` when its content is not what the manifest says."""
        return b"".join(self._pieces(self.record(name)))

    def record(self, name: str) -> FileRecord:
        """What the manifest says of a file."""
        return next(record for record in self.manifest.files if record.name == name)

    def unpack(self, name: str, target: BinaryIO | None = None) -> None:
        """Write a file to `target`, or only read it. Raises as `read`; then what was written is not to be used."""
        for piece in self._pieces(self.record(name)):
            if target:
                target.write(piece)

    def _pieces(self, record: FileRecord) -> Iterator[bytes]:
        digest = hashlib.sha256()
        with _told(record.name), self._archive.open(record.name) as source:
            while piece := source.read(PIECE):
                digest.update(piece)
                yield piece
        if digest.hexdigest() != record.sha256:
            raise InputRefusedError(f"{record.name} in the backup is not what its manifest says", hint=_HINT)


@contextlib.contextmanager
def open_backup(path: Path) -> Iterator[Archive]:
    """A backup for reading.

    Raises:
        UsageError: there is no such file.
        InputRefusedError: it is no backup, or one with a name, size or kind of entry that no backup of ours has.
    """
    if not path.is_file():
        raise UsageError(f"no backup at {path}", hint="name a file that `policy-assistant backup` wrote")
    with contextlib.ExitStack() as stack:
        with _told(path.name):
            archive = stack.enter_context(zipfile.ZipFile(path))
        entries = archive.infolist()
        _check_entries(entries)
        with _told(MANIFEST):
            manifest = read_manifest(archive.read(MANIFEST))
        sizes = {entry.filename: entry.file_size for entry in entries if entry.filename != MANIFEST}
        if {record.name: record.size for record in manifest.files} != sizes or len(manifest.files) != len(sizes):
            raise InputRefusedError("the files in the backup are not those of its manifest", hint=_HINT)
        yield Archive(archive, manifest)


def verify_backup(path: Path) -> Manifest:
    """Read a whole backup and compare every file with its hash; what it says of itself.

    Raises:
        As `open_backup`.
        InputRefusedError: a file is damaged.
    """
    with open_backup(path) as archive:
        verify(archive)
        return archive.manifest


def verify(archive: Archive) -> None:
    """Compare every file with its hash. Raises `InputRefusedError`."""
    for record in archive.manifest.files:
        archive.unpack(record.name)


def _check_entries(entries: list[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    for entry in entries:
        name = entry.filename
        if name not in LIMITS or entry.orig_filename != name:
            raise InputRefusedError(f"{entry.orig_filename!a:.100} is no name in a backup", hint=f"allowed: {', '.join(LIMITS)}")
        if name in seen:
            raise InputRefusedError(f"{name} is in the backup twice", hint=_HINT)
        seen.add(name)
        _check_entry(entry)
    if MANIFEST not in seen:
        raise InputRefusedError("the zip file has no manifest, so it is no backup", hint="name a file that `policy-assistant backup` wrote")
    if (total := sum(entry.file_size for entry in entries)) > MAX_BYTES:
        raise InputRefusedError(f"the backup would unpack to {total:,} bytes; allowed: {MAX_BYTES:,}")


def _check_entry(entry: zipfile.ZipInfo) -> None:
    name, kind = entry.filename, stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise InputRefusedError(f"{name} in the backup is not a file but a link or something else", hint=_HINT)
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputRefusedError(f"{name} in the backup is packed in another way than ours", hint=_HINT)
    if entry.file_size > LIMITS[name]:
        raise InputRefusedError(f"{name} would unpack to {entry.file_size:,} bytes; allowed: {LIMITS[name]:,}")


@contextlib.contextmanager
def _told(name: str) -> Iterator[None]:
    """What is wrong with a zip file, in our words."""
    try:
        yield
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, ValueError, struct.error) as error:
        raise InputRefusedError(f"{name} is damaged or is no backup ({error})", hint=_HINT) from error
