"""Parsed files by the hash of their content, so that an interrupted ingest resumes and a rebuild parses nothing twice.

Derived: the folder may be deleted at any time. An entry is written whole or not at all. Its first line is the SHA-256 of the
rest, so that a disk that errs costs a parse and not a word. That is no seal: whoever may write the folder can write the line, too,
and with it what the index will hold.
"""

import hashlib
import os
from collections.abc import Collection
from pathlib import Path

from policy_assistant.blocks import PARSER_VERSION, ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.form import pack, unpack

_FIRST_LINE = 65
"""Bytes: the digits of a SHA-256 and the end of the line."""


class ParseCache:
    """A folder of parsed files. What is in it depends on the file's bytes, the parser's version and its options."""

    def __init__(self, folder: Path, options: ParseOptions) -> None:
        self.folder = folder / "parsed"
        self._made_by = hashlib.sha256(f"{PARSER_VERSION}|{options.html_skip}|{options.ocr}".encode()).hexdigest()[:8]

    def load(self, sha256: str, ending: str) -> ParsedDocument | None:
        """The parsed file, or None when it is not kept or its entry is damaged."""
        try:
            with self._path(sha256, ending).open("rb") as entry:
                first, packed = entry.read(_FIRST_LINE), entry.read()
            return unpack(packed) if first == _first_line(packed) else None
        except (OSError, ValueError):
            return None

    def keep(self, sha256: str, ending: str, parsed: ParsedDocument) -> None:
        """Keep a parsed file. Raises `OSError` where the folder cannot be written."""
        self.keep_packed(sha256, ending, pack(parsed))

    def keep_packed(self, sha256: str, ending: str, packed: bytes) -> None:
        """Keep what `pack` made of a parsed file. Raises as `keep`."""
        path = self._path(sha256, ending)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        with unfinished.open("wb") as entry:
            entry.writelines((_first_line(packed), packed))
        unfinished.replace(path)

    def prune(self, keep: Collection[str]) -> None:
        """Delete the entries of files whose hash is not among `keep`, and what another parser or other options made."""
        for path in self.folder.glob("*/*"):
            sha256, made_by = [*path.name.split("."), ""][:2]
            if sha256 not in keep or made_by != self._made_by:
                path.unlink(missing_ok=True)

    def _path(self, sha256: str, ending: str) -> Path:
        return self.folder / sha256[:2] / f"{sha256}.{self._made_by}{ending}.json"


def _first_line(packed: bytes) -> bytes:
    return hashlib.sha256(packed).hexdigest().encode() + b"\n"
