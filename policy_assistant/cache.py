"""Parsed files by the hash of their content, so that an interrupted ingest resumes and a rebuild parses nothing twice.

Derived: the folder may be deleted at any time. An entry is written whole or not at all.
"""

import hashlib
import json
import os
from collections.abc import Collection
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

from policy_assistant.blocks import PARSER_VERSION, Block, Box, Dropped, Line, ParsedDocument
from policy_assistant.parse.base import ParseOptions


class ParseCache:
    """A folder of parsed files. What is in it depends on the file's bytes, the parser's version and its options."""

    def __init__(self, folder: Path, options: ParseOptions) -> None:
        self.folder = folder / "parsed"
        self._made_by = hashlib.sha256(f"{PARSER_VERSION}|{options.html_skip}".encode()).hexdigest()[:8]

    def load(self, sha256: str, ending: str) -> ParsedDocument | None:
        """The parsed file, or None when it is not kept or its entry is damaged."""
        try:
            return _parsed(json.loads(self._path(sha256, ending).read_bytes()))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def keep(self, sha256: str, ending: str, parsed: ParsedDocument) -> None:
        """Keep a parsed file."""
        path = self._path(sha256, ending)
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        unfinished.write_text(json.dumps(_values(parsed), ensure_ascii=False), encoding="utf-8")
        unfinished.replace(path)

    def prune(self, keep: Collection[str]) -> None:
        """Delete the entries of files whose hash is not among `keep`, and what another parser or other options made."""
        for path in self.folder.glob("*/*"):
            sha256, made_by = [*path.name.split("."), ""][:2]
            if sha256 not in keep or made_by != self._made_by:
                path.unlink(missing_ok=True)

    def _path(self, sha256: str, ending: str) -> Path:
        return self.folder / sha256[:2] / f"{sha256}.{self._made_by}{ending}.json"


def _values(parsed: ParsedDocument) -> dict[str, Any]:
    blocks = [
        (b.kind, b.text, b.level, b.start, b.end, b.section, b.source_lines, [(n.start, n.end, *astuple(n.box)) for n in b.lines], b.flags)
        for b in parsed.blocks
    ]
    return {
        "text": parsed.text,
        "blocks": blocks,
        "metadata": dict(parsed.metadata),
        "dropped": [asdict(d) for d in parsed.dropped],
        "page_count": parsed.page_count,
    }


def _parsed(values: dict[str, Any]) -> ParsedDocument:
    return ParsedDocument(
        text=values["text"],
        blocks=tuple(_block(*block) for block in values["blocks"]),
        metadata=values["metadata"],
        dropped=tuple(Dropped(**d) for d in values["dropped"]),
        page_count=values["page_count"],
    )


def _block(
    kind: Any,
    text: str,
    level: int,
    start: int,
    end: int,
    section: str,
    source_lines: list[int] | None,
    lines: list[list[Any]],
    flags: list[str],
) -> Block:
    places = tuple(Line(s, e, Box(*box)) for s, e, *box in lines)
    return Block(kind, text, level, start, end, section, (source_lines[0], source_lines[1]) if source_lines else None, places, tuple(flags))
