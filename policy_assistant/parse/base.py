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
    ".markdown": ("md", "policy_assistant.parse.markdown:parse_markdown"),
    ".mdx": ("md", "policy_assistant.parse.markdown:parse_markdown"),
    ".html": ("html", "policy_assistant.parse.html:parse_html"),
    ".htm": ("html", "policy_assistant.parse.html:parse_html"),
    ".xhtml": ("html", "policy_assistant.parse.html:parse_html"),
    ".pdf": ("pdf", "policy_assistant.parse.pdf:parse_pdf"),
    ".docx": ("docx", "policy_assistant.parse.docx:parse_docx"),
    ".docm": ("docx", "policy_assistant.parse.docx:parse_docx"),
    ".xlsx": ("xlsx", "policy_assistant.parse.xlsx:parse_xlsx"),
    ".xlsm": ("xlsx", "policy_assistant.parse.xlsx:parse_xlsx"),
    ".pptx": ("pptx", "policy_assistant.parse.pptx:parse_pptx"),
    ".pptm": ("pptx", "policy_assistant.parse.pptx:parse_pptx"),
    ".odt": ("odt", "policy_assistant.parse.odf:parse_odf"),
    ".ods": ("ods", "policy_assistant.parse.odf:parse_odf"),
    ".odp": ("odp", "policy_assistant.parse.odf:parse_odf"),
    ".rtf": ("rtf", "policy_assistant.parse.rtf:parse_rtf"),
    ".csv": ("csv", "policy_assistant.parse.csv_table:parse_csv"),
    ".tsv": ("csv", "policy_assistant.parse.csv_table:parse_csv"),
    ".eml": ("eml", "policy_assistant.parse.eml:parse_eml"),
    ".txt": ("txt", "policy_assistant.parse.text_file:parse_text"),
}
"""File ending -> (format name, "module:function"); modules are loaded when a file of theirs comes."""

_UNPACK = "unpack it, and put the files that are documents there"
REFUSED: dict[str, str] = {
    ".doc": "open it and save it as .docx",
    ".dot": "open it and save it as .docx",
    ".xls": "open it and save it as .xlsx",
    ".xlsb": "open it and save it as .xlsx",
    ".ppt": "open it and save it as .pptx",
    ".pps": "open it and save it as .pptx",
    ".odg": "export it as PDF",
    ".vsd": "export it as PDF",
    ".vsdx": "export it as PDF",
    ".pages": "export it as .docx",
    ".numbers": "export it as .xlsx",
    ".key": "export it as .pptx",
    ".wpd": "open it and save it as .docx",
    ".msg": "save it as .eml in the mail program",
    **dict.fromkeys((".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".zst"), _UNPACK),
}
"""File ending -> what to do with files that hold documents but are not read: older formats, and archives."""


@dataclass(frozen=True)
class ParseOptions:
    """What the settings say about parsing. `html_skip` are CSS selectors of parts to leave out; sizes in bytes.

    `ocr` are the languages in which text is
    recognised on pages that are pictures; empty where it is not. Seconds and memory hold for a process that parses (`apart`): it may be silent for `max_seconds`, and a parser that tells
    of the pages it has read may take `max_seconds_in_all`.
    """

    html_skip: tuple[str, ...] = (".doc-meta",)
    max_bytes: int = 50_000_000
    max_pages: int = 5_000
    max_seconds: int = 60
    max_seconds_in_all: int = 600
    max_memory_mb: int = 1_000
    ocr: tuple[str, ...] = ()


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
    return parse_bytes(read_file(path, options), path.name, options)


def read_file(path: Path, options: ParseOptions) -> bytes:
    """The bytes of a file. Raises `UnreadableFileError` for one that is too large or cannot be opened."""
    try:
        size = path.stat().st_size
        if size > options.max_bytes:
            raise UnreadableFileError(
                path.name, f"{size:,} bytes; files over {options.max_bytes:,} bytes are not read", hint="raise [corpus] max_file_mb"
            )
        return path.read_bytes()
    except OSError as error:
        raise UnreadableFileError(str(path), (error.strerror or str(error)).lower()) from error


def parse_bytes(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse bytes that came from a file called `name`; errors as `parse`."""
    ending = Path(name).suffix.lower()
    if ending not in FORMATS:
        hint = REFUSED.get(ending) or f"formats: {', '.join(FORMATS)}"
        raise UnreadableFileError(name, f"cannot read files ending in `{ending or name}`", hint=hint)
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
