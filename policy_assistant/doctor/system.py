"""Checks of what stands around a project: the drive, leftovers, Python, SQLite, and optional parts."""

import importlib.util
import platform
import re
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from policy_assistant.doctor.project import REBUILD, Finding, NotRunError, Project, note, problem
from policy_assistant.errors import MissingExtraError
from policy_assistant.settings import SQLITE
from policy_assistant.store.fulltext import TOKENIZER

MIN_PYTHON = (3, 11)
MOUNTS = Path("/proc/mounts")
NETWORK_DRIVE_TYPE = 4
"""What Windows' `GetDriveTypeW` gives for a drive of another machine."""

NETWORK_FILE_SYSTEMS = {
    *("9p", "afs", "beegfs", "ceph", "cifs", "davfs", "davfs2", "glusterfs", "gpfs", "lustre", "ncpfs"),
    *("nfs", "nfs4", "rclone", "s3fs", "smb3", "smbfs", "sshfs", "vboxsf"),
}
"""Types that Linux gives to drives of other machines and of a virtual machine's host, without `fuse.` before them."""

EXTRAS = {"report": ("`eval --report`", ("jinja2", "matplotlib"))}
"""Optional part -> what needs it, and the modules that it brings."""


def check_drive(project: Project) -> Iterator[Finding]:
    """The index is on a drive of this machine: SQLite's write-ahead log is not safe on another's."""
    kind = _network_drive(project.settings.index_path) if project.settings.store.engine == SQLITE else ""
    if kind:
        yield problem(
            f"the index is on a network drive ({kind}), where SQLite's write-ahead log is not safe",
            "set [store] path to a file on a local drive",
        )


def check_space(project: Project) -> Iterator[Finding]:
    """A rebuild, which writes a second index before it deletes the first, has room."""
    if project.settings.store.engine != SQLITE:
        return
    path = project.settings.index_path
    size, free = path.stat().st_size, shutil.disk_usage(path.parent).free
    if free < 2 * size:
        yield problem(
            f"{_megabytes(free)} free on the drive of the index; a rebuild wants {_megabytes(2 * size)}",
            f"free some space before the next `{REBUILD}`",
        )


def check_unfinished(project: Project) -> Iterator[Finding]:
    """No rebuild was interrupted."""
    path = project.settings.index_path
    unfinished = path.with_name(f"{path.name}.new")
    if unfinished.exists():
        yield problem(
            f"{unfinished.name} is left of a rebuild that did not end; the index is the one before it",
            f"when no ingest is running: {REBUILD}",
        )


def check_cache(project: Project) -> Iterator[Finding]:
    """The cache holds only files of the index."""
    known = {document.file.sha256 for document in project.documents}
    entries = (path for path in (project.settings.cache_path / "parsed").glob("*/*") if path.is_file())
    sizes = [path.stat().st_size for path in entries if path.name.split(".")[0] not in known]
    if sizes:
        kept = "entry of a file that is" if len(sizes) == 1 else "entries of files that are"
        yield note(
            f"the cache holds {len(sizes):,} {kept} not in the index ({_megabytes(sum(sizes))})",
            f"delete the folder {project.settings.store.cache}; it is made anew",
        )


def check_python(_: Project) -> Iterator[Finding]:
    """Python is new enough."""
    major, minor, _patch = platform.python_version_tuple()
    if (int(major), int(minor)) < MIN_PYTHON:
        wanted = ".".join(map(str, MIN_PYTHON))
        yield problem(
            f"Python {platform.python_version()} is too old; {wanted} is needed",
            f"install Python {wanted} or newer, then policy-assistant in it",
        )


def check_sqlite(_: Project) -> Iterator[Finding]:
    """SQLite has the full-text search that the index is made of."""
    conn = sqlite3.connect(":memory:")
    try:
        conn.execute(f"CREATE VIRTUAL TABLE probe USING fts5 (text, tokenize = '{TOKENIZER}')")
    except sqlite3.OperationalError as error:
        yield problem(
            f"SQLite {sqlite3.sqlite_version} of this Python cannot do full-text search as the index needs it ({error})",
            "use a Python from python.org, uv or conda: theirs has SQLite 3.27 or newer with FTS5",
        )
    finally:
        conn.close()


def check_extras(_: Project) -> Iterator[Finding]:
    """Optional parts that are not installed."""
    for extra, (what, modules) in EXTRAS.items():
        missing = [name for name in modules if importlib.util.find_spec(name) is None]
        if missing:
            error = MissingExtraError(what, extra)
            yield note(f"{error} (no {', '.join(missing)})", error.hint)


def file_system(path: str, mounts: str) -> str:
    """The type of the file system that holds an absolute path, from the text of `/proc/mounts`; empty where unknown."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        fields = line.split()[:3]
        if len(fields) == 3:
            point = PurePosixPath(re.sub(r"\\([0-7]{3})", lambda m: chr(int(m[1], 8)), fields[1]))
            if PurePosixPath(path).is_relative_to(point) and len(point.parts) >= best:
                best, kind = len(point.parts), fields[2]
    return kind


def _network_drive(path: Path) -> str:
    """The kind of network drive that a path is on; empty when it is on none."""
    path = path.resolve()
    if sys.platform == "win32":
        import ctypes

        is_remote = path.drive.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(f"{path.drive}\\") == NETWORK_DRIVE_TYPE
        return path.drive if is_remote else ""
    if not MOUNTS.exists():
        raise NotRunError(f"{platform.system() or 'this system'} does not say which drives are another machine's")
    kind = file_system(str(path), MOUNTS.read_text(encoding="utf-8", errors="surrogateescape"))
    return kind if kind.removeprefix("fuse.") in NETWORK_FILE_SYSTEMS else ""


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
