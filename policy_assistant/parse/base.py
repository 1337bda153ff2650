"""The table of formats and the one way into them: `parse(path)`.

A parser is a function `(data, name, options) -> ParsedDocument`. It raises `UnreadableFileError` with a reason that a
person can act on; an exception of a library never leaves it (`parse` turns what is left into that error).
"""

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from policy_assistant.blocks import ParsedDocument
from policy_assistant.errors import PolicyAssistantError, UnreadableFileError

FORMATS: dict[str, tuple[str, str]] = {
    ".md": ("md", "policy_assistant.parse.markdown:parse_markdown"),
    ".html": ("html", "policy_assistant.parse.html:parse_html"),
    ".htm": ("html", "policy_assistant.parse.html:parse_html"),
    ".pdf": ("pdf", "policy_assistant.parse.pdf:parse_pdf"),
}
"""File ending -> (format name, "module:function"); modules are loaded when a file of theirs comes."""


@dataclass(frozen=True)
class ParseOptions:
    """What the settings say about parsing. `html_skip` are CSS selectors of parts to leave out; sizes in bytes."""

    html_skip: tuple[str, ...] = (".doc-meta",)
    max_bytes: int = 50_000_000
    max_pages: int = 5_000


class Parser(Protocol):
    """What a format's module offers."""

    def __call__(self, data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
        """Parse the bytes of the file called `name`."""
        ...


def format_of(path: Path) -> str:
    """The format that a file's ending names (`md`, `html`, `pdf`), or empty."""
    return FORMATS.get(path.suffix.lower(), ("", ""))[0]


def parse(path: Path | str, options: ParseOptions | None = None) -> ParsedDocument:
    """Parse one file.

    Raises:
        UnreadableFileError: no such file, an ending that is not in `FORMATS`, too large, empty, or its format's parser
            cannot read it; the message names the file and the reason.
    """
    path, options = Path(path), options or ParseOptions()
    try:
        size = path.stat().st_size
        if size > options.max_bytes:
            raise UnreadableFileError(
                path.name, f"{size:,} bytes; files over {options.max_bytes:,} bytes are not read", hint="raise [corpus] max_file_mb"
            )
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(str(path), (error.strerror or str(error)).lower()) from error
    return parse_bytes(data, path.name, options)


def parse_bytes(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse bytes that came from a file called `name`; errors as `parse`."""
    ending = Path(name).suffix.lower()
    if ending not in FORMATS:
        raise UnreadableFileError(name, f"cannot read files ending in `{ending or name}`", hint=f"formats: {', '.join(FORMATS)}")
    if not data.strip():
        raise UnreadableFileError(name, "the file is empty")
    parsed = _run(_parser(ending), data, name, options)
    if not parsed.text.strip():
        raise UnreadableFileError(name, "no text was found in it")
    return parsed


def _parser(ending: str) -> Parser:
    module, function = FORMATS[ending][1].split(":")
    parser: Parser = getattr(importlib.import_module(module), function)
    return parser


def _run(parser: Parser, data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    try:
        return parser(data, name, options)
    except PolicyAssistantError:
        raise
    except (MemoryError, KeyboardInterrupt):
        raise
    except Exception as error:
        raise UnreadableFileError(
            name, f"the parser failed on it ({type(error).__name__})", hint="it may be damaged; please report it"
        ) from error
