"""Text recognition by the program tesseract, where it is installed: a grey picture in, words with their places and certainty out."""

import csv
import functools
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.errors import MissingProgramError

PROGRAM = "tesseract"
SECONDS = 50
"""A densely printed page takes some five seconds."""

LANGUAGES = {
    "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa", "fi": "fin", "fr": "fra", "hu": "hun", "it": "ita",
    "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sv": "swe", "tr": "tur", "uk": "ukr",
}  # fmt: skip
"""Our name of a language -> the program's."""

_WORD_LEVEL = "5"


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A word in a picture: its edges in pixels from the top left corner, its line's edges, and how sure it is, in per cent."""

    text: str
    left: int
    top: int
    right: int
    bottom: int
    line_top: int
    line_bottom: int
    sure: float


def recognise(grey: bytes, width: int, height: int, languages: Sequence[str], dpi: int) -> list[SeenWord]:
    """The words in a picture of `width` x `height` bytes, one for each pixel, in reading order.

    Raises:
        MissingProgramError: tesseract is not installed, or not for these languages.
        OSError, subprocess.SubprocessError: it fails or takes too long.
    """
    command = [_program(), "stdin", "stdout", "-l", "+".join(_names(languages)), "--dpi", str(dpi), "--psm", "3", "tsv"]
    picture = b"P5 %d %d 255\n" % (width, height) + grey
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    done = subprocess.run(command, input=picture, capture_output=True, timeout=SECONDS, check=True, env=environment)  # noqa: S603 - fixed words
    return list(_words(done.stdout.decode("utf-8", errors="replace")))


def check_installed(languages: Sequence[str]) -> None:
    """Raises `MissingProgramError` where text cannot be recognised in these languages."""
    _program()
    _names(languages)


def _program() -> str:
    path = shutil.which(PROGRAM)
    if path is None:
        raise MissingProgramError(PROGRAM, "text recognition", "tesseract-ocr")
    return path


def _names(languages: Sequence[str]) -> list[str]:
    """The program's names of these languages; English where it knows none of them."""
    names = [LANGUAGES[language] for language in languages if language in LANGUAGES] or [LANGUAGES["en"]]
    if missing := [name for name in names if name not in _installed()]:
        raise MissingProgramError(f"{PROGRAM} for the language {missing[0]!r}", "text recognition", f"tesseract-ocr-{missing[0]}")
    return names


@functools.cache
def _installed() -> frozenset[str]:
    done = subprocess.run([_program(), "--list-langs"], capture_output=True, timeout=SECONDS, check=True)  # noqa: S603 - fixed words
    return frozenset(done.stdout.decode("utf-8", errors="replace").split())


def _words(table: str) -> Iterator[SeenWord]:
    """The rows of a table of recognised pieces that are words, with the edges of the line that they are in."""
    line_top = line_bottom = 0
    for row in csv.DictReader(table.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        left, top = int(row["left"]), int(row["top"])
        right, bottom = left + int(row["width"]), top + int(row["height"])
        text = (row["text"] or "").strip()
        if row["level"] != _WORD_LEVEL:
            line_top, line_bottom = top, bottom
        elif text:
            yield SeenWord(text, left, top, right, bottom, line_top, line_bottom, float(row["conf"]))
