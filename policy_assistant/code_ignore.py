"""What `.gitignore` files say: nested ones, and those above a folder up to the top of its git checkout."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

FILE_NAME = ".gitignore"
MAX_BYTES = 1_000_000
MAX_PATTERNS = 5000
_MAX_STARS = 3
"""Stars in one part of a path; matching more of them could take minutes on a name made for that."""

_STARS = re.compile(r"\*+")


@dataclass(frozen=True)
class IgnoreRules:
    """Patterns that hold below a folder. `base` is the folder's path, empty or ending in `/`."""

    base: str
    spec: GitIgnoreSpec

    @classmethod
    def of(cls, base: str, lines: Iterable[str]) -> "IgnoreRules":
        """Rules from lines as in a `.gitignore` file; lines that `usable` refuses are left out."""
        return cls(base, GitIgnoreSpec.from_lines(line for line in lines if usable(line)))

    @classmethod
    def read(cls, base: str, folder: Path) -> "IgnoreRules | None":
        """Rules of a folder's `.gitignore`; None where it has none that can be read."""
        path = folder / FILE_NAME
        try:
            if path.is_symlink() or path.stat().st_size > MAX_BYTES:
                return None
            text = path.read_text(encoding="utf-8-sig", errors="replace")
        except OSError:
            return None
        rules = cls.of(base, text.splitlines()[:MAX_PATTERNS])
        return rules if rules.spec.patterns else None

    def says(self, path: str) -> bool | None:
        """Whether a path (a folder's ends in `/`) is ignored, is taken back by `!`, or is not spoken of (None)."""
        return self.spec.check_file(path.removeprefix(self.base)).include if path.startswith(self.base) else None

    def without(self, folder: str) -> "IgnoreRules":
        """The rules but for the patterns that ignore a whole folder (its path ends in `/`)."""
        inside = folder.removeprefix(self.base)
        kept = [pattern for pattern in self.spec.patterns if not (pattern.include and pattern.match_file(inside))]
        return IgnoreRules(self.base, GitIgnoreSpec(kept))


def usable(line: str) -> bool:
    """Whether a line is a pattern whose matching is quick on every name."""
    parts = line.split("/")
    return all(len(_STARS.findall(part)) <= _MAX_STARS for part in parts) and sum("**" in part for part in parts) <= _MAX_STARS


def ignored(rules: Iterable[IgnoreRules], path: str) -> bool:
    """Whether a path is ignored; of rules (the outermost folder's first), the last that speaks of it decides."""
    said = [answer for rule in rules if (answer := rule.says(path)) is not None]
    return bool(said) and said[-1]


def rules_above(folder: Path) -> tuple[tuple[IgnoreRules, ...], str]:
    """The rules above a folder up to the top of its git checkout, and the folder's own path from there (ending in `/`).

    Without a checkout there are none, and the path is empty. The folder's own `.gitignore` is not read here. What ignores
    the folder itself does not count: somebody named it to be read.
    """
    top = next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), None)
    if top is None or top == folder:
        return (), ""
    between = [parent for parent in folder.parents if parent.is_relative_to(top)]
    found = (IgnoreRules.read(_path(parent, top), parent) for parent in reversed(between))
    path = _path(folder, top)
    return tuple(rules.without(path) for rules in found if rules is not None), path


def _path(folder: Path, top: Path) -> str:
    return "" if folder == top else f"{folder.relative_to(top).as_posix()}/"
