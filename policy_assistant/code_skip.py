"""Why a file or folder is not read as code of ours: what its name says, what lies beside it, and how its text begins."""

import codecs
import re
from collections.abc import Collection
from pathlib import PurePosixPath

HEAD_BYTES = 8192
"""How much of a file is looked at."""

BINARY, VENDORED, BUILT, GENERATED, MINIFIED, LOCK, DATA = (
    "binary",
    "vendored",
    "build output",
    "generated",
    "minified",
    "lock file",
    "data",
)
MAX_DATA_BYTES = 100_000
_MAX_LINE = 2500
_FIRST_LINES = 10

_BINARY_ENDINGS = """
7z a avi bin bmp bz2 class db dll doc docx dylib eot exe flac gif gz ico jar jpeg jpg lib mkv mo mov mp3 mp4 npy npz o obj odt ogg otf
parquet pdb pdf pickle pkl png ppt pptx psd pyc pyd pyo rar so sqlite sqlite3 tar tgz tif tiff ttf wasm wav webm webp whl woff woff2
xls xlsx xz zip zst
"""
_BINARY = frozenset(f".{ending}" for ending in _BINARY_ENDINGS.split())
_DATA = frozenset({".csv", ".geojson", ".ipynb", ".json", ".jsonl", ".log", ".ndjson", ".po", ".pot", ".svg", ".tsv", ".txt", ".xml"})
_LOCKS = frozenset({"go.sum", "npm-shrinkwrap.json", "package-lock.json", "packages.lock.json", "pnpm-lock.yaml"})
_MINIFIED = (".min.js", ".min.css", ".min.mjs", "-min.js", ".bundle.js", ".chunk.js", ".map")

_VENDORED = frozenset(
    {"3rdparty", "_vendor", "bower_components", "jspm_packages", "node_modules", "pods", "site-packages", "third_party", "third-party"}
)
_CACHES = frozenset({"__pycache__", "htmlcov"})
_VENV_FILES = ("pyvenv.cfg", "conda-meta")
_PACKAGE = "__init__.py"
_BESIDE = {
    "vendor": (VENDORED, ("cargo.toml", "composer.json", "gemfile", "go.mod", "package.json")),
    "dist": (BUILT, ("package.json", "pyproject.toml", "setup.py")),
    "build": (BUILT, ("build.gradle", "build.gradle.kts", "cmakelists.txt", "pyproject.toml", "setup.py")),
    "target": (BUILT, ("build.sbt", "cargo.toml", "pom.xml")),
    "bin": (BUILT, (".csproj",)),
    "obj": (BUILT, (".csproj",)),
}
"""Folder -> what it is where one of these files lies beside it; elsewhere the name may be that of real code."""

_COMMENT = re.compile(r"[ \t]*(?:#|//|/\*+|\*|--|;|<!--|\"\"\")[ \t!*]*(.*)")
_GENERATED = re.compile(
    r"@generated\b|(?:this (?:file|code|module|script) (?:is|was|has been) )?(?:auto(?:matically)?[ -]?)?"
    r"generated (?:by|from|with|using|automatically|code|file)\b|(?:auto(?:matically)?[ -]?|code )generated\b"
    r"|(?:(?:ce )?fichier )?(?:est )?généré (?:par|automatiquement)\b",
    re.IGNORECASE,
)
_NOT_BY_HAND = re.compile(r"\bDO NOT (?:EDIT|MODIFY)\b|\bNE PAS MODIFIER\b")
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def folder_reason(name: str, beside: Collection[str], within: Collection[str]) -> str:
    """Why a folder is not entered, or empty: its name, the names beside it and those in it (all in lower case)."""
    if name in _VENDORED or name.endswith((".egg-info", ".dist-info")) or any(file in within for file in _VENV_FILES):
        return VENDORED
    if name in _CACHES:
        return BUILT
    reason, files = _BESIDE.get(name, ("", ()))
    if reason and _PACKAGE not in within and any(other.endswith(files) for other in beside):
        return reason
    return ""


def name_reason(name: str, size: int) -> str:
    """Why a file is not read, by its name and its size in bytes; empty where nothing speaks against it."""
    name = name.lower()
    ending = PurePosixPath(name).suffix
    if name.endswith(_MINIFIED):
        return MINIFIED
    if name in _LOCKS or ending == ".lock":
        return LOCK
    if ending in _BINARY:
        return BINARY
    return DATA if ending in _DATA and size > MAX_DATA_BYTES else ""


def head_reason(head: bytes) -> str:
    """Why a file is not read, by its first `HEAD_BYTES`; empty where nothing speaks against it."""
    if b"\0" in head and not head.startswith(_MARKS):
        return BINARY
    if any(len(line) > _MAX_LINE for line in head.splitlines()):
        return MINIFIED
    text = head.decode(errors="replace")
    return GENERATED if any(_says_generated(line) for line in text.splitlines()[:_FIRST_LINES]) else ""


def _says_generated(line: str) -> bool:
    """Whether a comment says that a program wrote the file."""
    comment = _COMMENT.match(line[:300])
    return comment is not None and bool(_GENERATED.match(comment[1]) or _NOT_BY_HAND.search(comment[1]))
