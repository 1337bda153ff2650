"""Which language a file is written in: by its name, its ending, its first line."""

import re
from pathlib import PurePosixPath

TEXT = "text"
"""The language of a file that no rule knows."""

_ENDINGS = {
    "bash": "bash bats ksh sh",
    "c": "c h",
    "cpp": "c++ cc cpp cxx h++ hh hpp hxx inl ipp",
    "csharp": "cs csx",
    "css": "css less sass scss",
    "html": "htm html svelte vue",
    "ini": "cfg conf ini properties",
    "java": "java",
    "javascript": "cjs js jsx mjs",
    "json": "json json5 jsonc",
    "kotlin": "kt kts",
    "markdown": "markdown md mdx",
    "php": "php phtml",
    "python": "py pyi pyw",
    "ruby": "gemspec rake rb ru",
    "rust": "rs",
    "sql": "ddl dml sql",
    "toml": "toml",
    "typescript": "cts mts ts",
    "typescript jsx": "tsx",
    "xml": "xml xsd xsl",
    "yaml": "yaml yml",
    "go": "go",
}
_BY_ENDING = {f".{ending}": language for language, endings in _ENDINGS.items() for ending in endings.split()}
_BY_NAME = {"dockerfile": "docker", "containerfile": "docker", "makefile": "make", "gemfile": "ruby", "rakefile": "ruby"}
_BY_PROGRAM = {
    "bash": "bash",
    "sh": "bash",
    "dash": "bash",
    "ksh": "bash",
    "node": "javascript",
    "php": "php",
    "python": "python",
    "ruby": "ruby",
}
_PROGRAM = re.compile(rb"#![^\n]{0,80}?([a-z]+)[0-9.]*(?:[ \t]+-[^\n]{0,80})?[ \t]*\r?(?:\n|\Z)")
_CPP = re.compile(rb"^[ \t]*(?:class|namespace|template|using)\b|\w::\w", re.MULTILINE)
_HEAD = 64 * 1024


def language_of(name: str, data: bytes = b"") -> str:
    """The language of a file: `python`, `typescript`, `markdown`, ..., or `text`.

    `data` is its content or the beginning of it: it tells a script without an ending by its first line, and C++ from C
    in a header.
    """
    return grammar_key(name, data).split()[0]


def grammar_key(name: str, data: bytes = b"") -> str:
    """As `language_of`, with a second word where one language has two grammars (`typescript jsx`)."""
    path = PurePosixPath(name)
    ending = path.suffix.lower()
    if ending == ".h" and _CPP.search(data[:_HEAD]):
        return "cpp"
    known = _BY_ENDING.get(ending) or _BY_NAME.get(path.name.lower())
    return known or (_by_first_line(data) if not ending else TEXT)


def _by_first_line(data: bytes) -> str:
    first = _PROGRAM.match(data[:200])
    return _BY_PROGRAM.get(first[1].decode(), TEXT) if first else TEXT
