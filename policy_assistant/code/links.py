"""Links to lines of code, in the forms of the hosts that show it.

A base may hold `{commit}`: then a link leads to the commit that was indexed, and only for a file whose content is the
commit's. Without a base a link is the path from the project's folder.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from policy_assistant.checkout import Commit
from policy_assistant.code_places import Lines
from policy_assistant.settings import Settings

COMMIT = "{commit}"


def _hash_lines(first: int, last: int) -> str:
    return f"#L{first}" if first == last else f"#L{first}-L{last}"


def _bitbucket_lines(first: int, last: int) -> str:
    return f"#lines-{first}" if first == last else f"#lines-{first}:{last}"


def _azure_lines(first: int, last: int) -> str:
    return f"&line={first}&lineEnd={last + 1}&lineStartColumn=1&lineEndColumn=1&_a=contents"


ANCHORS: Mapping[str, Callable[[int, int], str]] = {
    "github": _hash_lines,
    "gitlab": _hash_lines,
    "bitbucket": _bitbucket_lines,
    "azure": _azure_lines,
}
"""How each host names lines. Azure marks up to the first character of `lineEnd`."""

_HOSTS = (
    ("bitbucket", re.compile(r"https?://(?:[^/]*\.)?bitbucket\.", re.IGNORECASE)),
    ("azure", re.compile(r"https?://(?:dev\.azure\.com|[^/]*\.visualstudio\.com)/", re.IGNORECASE)),
    ("gitlab", re.compile(r"https?://[^/]*gitlab|/-/blob/", re.IGNORECASE)),
)


@dataclass(frozen=True)
class Linker:
    """Makes the links of a project. `commits` are those of its index; `paths` finds a file in the folders of code."""

    base: str
    style: str
    commits: Sequence[Commit]
    folder: Path
    path_of: Callable[[str], Path | None]

    @classmethod
    def of(cls, settings: Settings, commits: Sequence[Commit], path_of: Callable[[str], Path | None]) -> "Linker":
        """The linker that the settings ask for."""
        base = settings.code.link_base
        return cls(base, settings.code.link_style or style_of(base), commits, settings.folder, path_of)

    def link(self, indexed: Lines, now: Lines | None) -> str:
        """The address of lines, empty where none can be proved.

        `indexed` are the lines when the file was ingested, which a commit still has; `now` those of the file as it is, None
        where they are no longer in it.
        """
        commit = self._commit_of(indexed.path)
        if COMMIT in self.base:
            return self._address(indexed, commit) if commit and indexed.path not in commit.others else ""
        if now is None:
            return ""
        return self._address(now, commit) if self.base else self._local(now)

    def _commit_of(self, name: str) -> Commit | None:
        """The commit of the folder that a file is in; of nested folders the inner one."""
        return max((c for c in self.commits if name.startswith(c.start)), key=lambda c: len(c.start), default=None)

    def _address(self, lines: Lines, commit: Commit | None) -> str:
        path = quote(commit.path_of(lines.path) if commit else lines.path)
        base = self.base.replace(COMMIT, commit.commit if commit else COMMIT).rstrip("/")
        anchor = ANCHORS[self.style](lines.first, lines.last)
        if self.style == "azure":
            version = f"&version=GC{commit.commit}" if commit and COMMIT in self.base and COMMIT not in _path_part(self.base) else ""
            base = base.partition("?")[0]
            return f"{base}?path=/{path}{version}{anchor}"
        return f"{base}/{path}{anchor}"

    def _local(self, lines: Lines) -> str:
        path = self.path_of(lines.path)
        if path is None:
            return ""
        try:
            relative = Path(os.path.relpath(path, self.folder)).as_posix()
        except ValueError:  # another drive of Windows
            return path.as_uri() + _hash_lines(lines.first, lines.last)
        return f"{quote(relative)}{_hash_lines(lines.first, lines.last)}"


def style_of(base: str) -> str:
    """The host that a base looks like; GitHub's form where it looks like none, which most others understand."""
    return next((style for style, pattern in _HOSTS if pattern.search(base)), "github")


def _path_part(base: str) -> str:
    return base.partition("?")[0]
