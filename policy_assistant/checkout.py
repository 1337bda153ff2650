"""Git checkouts: which commit a folder is at, and whether a file's content is that of the commit.

Git itself is asked, where it is installed; a folder that is no checkout, or a machine without git, simply has no commit.
"""

import hashlib
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SECONDS = 30
_SAFE = (
    *("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "-c", "gpg.program=false"),
    *("-c", "gpg.ssh.program=false", "-c", "gpg.x509.program=false", "-c", "log.showRoot=true"),
)
"""Nothing that a checkout's own settings name is run, and they leave nothing out."""

_ENVIRONMENT = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_TERMINAL_PROMPT": "0"}
"""Nothing is fetched, and what is stored is what is read."""


@dataclass(frozen=True)
class Checkout:
    """A folder in a checkout: the `commit` that is checked out, the folder's `prefix` in it (`shop/`, or empty), and the
    hash of each file's content there, by path below the folder.
    """

    commit: str
    prefix: str
    blobs: Mapping[str, str]


@dataclass(frozen=True)
class Commit:
    """What an index keeps of the checkout that a folder of code was in.

    Names of the folder's files begin with `start`, and in the checkout with `prefix` instead. `others` are the names of those
    whose content is not the commit's, so that no link may lead there.
    """

    start: str
    prefix: str
    commit: str
    others: tuple[str, ...] = ()

    def path_of(self, name: str) -> str:
        """The path in the checkout of a file of the folder."""
        return f"{self.prefix}{name.removeprefix(self.start)}"


def read_checkout(folder: Path) -> Checkout | None:
    """The checkout that a folder is in, None where there is none or git does not say."""
    commit = _git(folder, "rev-parse", "--verify", "HEAD")
    prefix = _git(folder, "rev-parse", "--show-prefix") if commit else None
    listed = _git(folder, "ls-tree", "-r", "-z", "HEAD") if prefix is not None else None
    if commit is None or prefix is None or listed is None:
        return None
    entries = (entry.partition("\t") for entry in listed.split("\0") if entry)
    return Checkout(commit.strip(), prefix.removesuffix("\n"), {path: head.split(" ")[2] for head, _, path in entries})


def blobs_of(data: bytes) -> str:
    """The hashes that git may give to a file's content, with a blank between: as it is, and with the line ends that git keeps."""
    return " ".join(dict.fromkeys(map(_blob, (data, data.replace(b"\r\n", b"\n")))))


def _blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def ask_git(folder: Path, *args: str, given: bytes = b"", seconds: int = SECONDS) -> bytes | None:
    """What git prints when it is `given` some input, None when it fails. It runs nothing that the checkout names and fetches nothing."""
    command = ["git", *_SAFE, "-C", str(folder), *args]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}  # a hook's would mean its own checkout
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=seconds, check=False, env=environment | _ENVIRONMENT)  # noqa: S603 - fixed words and a folder
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None


def _git(folder: Path, *args: str) -> str | None:
    printed = ask_git(folder, *args)
    return None if printed is None else printed.decode("utf-8", errors="surrogateescape")
