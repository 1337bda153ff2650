"""The grammars: one package and a few query files a language, loaded when the first file of it comes.

A query file says which nodes are pieces. Its captures are `@class`, `@function`, `@constant` and `@table` (a piece of
that kind; a function inside a class is a method), `@scope` (gives names to what it holds and is no piece), `@outer`
(what stands in it before its first piece belongs to that piece), `@above` (belongs to the piece on the next line),
`@below` (belongs to the constant on the line before), `@name` and `@upper` (the name; `@upper` counts only where
written in capitals) and `@owner` (the type of a method that stands outside it).
"""

import importlib
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Query

OLDEST = (0, 26, 1)
_QUERIES = Path(__file__).with_name("queries")


@dataclass(frozen=True)
class Grammar:
    """Where a language's grammar is: the package, the function in it, and the query files that hold for it."""

    package: str
    queries: tuple[str, ...]
    function: str = "language"


GRAMMARS = {
    "bash": Grammar("tree_sitter_bash", ("bash",)),
    "c": Grammar("tree_sitter_c", ("c",)),
    "cpp": Grammar("tree_sitter_cpp", ("c", "cpp")),
    "csharp": Grammar("tree_sitter_c_sharp", ("csharp",)),
    "go": Grammar("tree_sitter_go", ("go",)),
    "java": Grammar("tree_sitter_java", ("java",)),
    "javascript": Grammar("tree_sitter_javascript", ("javascript", "javascript_only")),
    "kotlin": Grammar("tree_sitter_kotlin", ("kotlin",)),
    "php": Grammar("tree_sitter_php", ("php",), "language_php"),
    "python": Grammar("tree_sitter_python", ("python",)),
    "ruby": Grammar("tree_sitter_ruby", ("ruby",)),
    "rust": Grammar("tree_sitter_rust", ("rust",)),
    "sql": Grammar("tree_sitter_sql", ("sql",)),
    "typescript": Grammar("tree_sitter_typescript", ("javascript", "typescript"), "language_typescript"),
    "typescript jsx": Grammar("tree_sitter_typescript", ("javascript", "typescript"), "language_tsx"),
}
"""Key of `languages.grammar_key` -> grammar."""


@dataclass(frozen=True)
class Syntax:
    """A loaded grammar and its query."""

    language: "Language"
    query: "Query"


def syntax_available(language: str) -> bool:
    """Whether files in `language` are read by syntax here: we know its grammar and it is installed."""
    return bool(grammar_version(language))


@cache
def grammar_version(key: str) -> str:
    """The version of the installed grammar of a language, or empty where there is none."""
    grammar = GRAMMARS.get(key)
    if grammar is None or not _has_library() or find_spec(grammar.package) is None:
        return ""
    return _installed(grammar.package.replace("_", "-"))


def _installed(package: str) -> str:
    """The version of an installed package."""
    from importlib import metadata  # takes longer than to cut a small file

    return metadata.version(package)


def _has_library() -> bool:
    return find_spec("tree_sitter") is not None and recent_enough(_installed("tree-sitter"))


def recent_enough(version: str) -> bool:
    """Whether a version of tree-sitter is `OLDEST` or later; earlier ones crash the process when they read by parts."""
    return tuple(int(part) for part in version.split(".")[:3] if part.isdigit()) >= OLDEST


def has_grammar(language: str) -> bool:
    """Whether the extra `code` holds a grammar of a language."""
    return language in GRAMMARS


@cache
def load(key: str) -> Syntax:
    """The grammar of a language for which `grammar_version` is not empty."""
    from tree_sitter import Language, Query

    grammar = GRAMMARS[key]
    language = Language(getattr(importlib.import_module(grammar.package), grammar.function)())
    source = "\n".join((_QUERIES / f"{name}.scm").read_text(encoding="utf-8") for name in grammar.queries)
    return Syntax(language, Query(language, source))
