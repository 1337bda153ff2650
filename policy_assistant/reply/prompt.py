"""Prompts: what a chat model is told to do with passages, kept in files, so that each can be named, changed and compared."""

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from policy_assistant.errors import UsageError, nearest
from policy_assistant.models.text import one_line

PROMPTS = ("v1", "v2", "code")
"""The prompts that are shipped. `v2` is `v1` and one rule more: passages are data. `code` asks for lines of code."""

DEFAULT = "v2"
DEFAULT_FOR_CODE = "code"
MAX_BYTES = 50_000
_HASH_DIGITS = 8
_SHOWN_CHARACTERS = 200


@dataclass(frozen=True)
class Prompt:
    """A prompt and what it is called; `hash` tells two texts of one name apart."""

    name: str
    text: str

    @property
    def hash(self) -> str:
        """The first 8 hex digits of the SHA-256 of its text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:_HASH_DIGITS]


def load_prompt(name: str = "", folder: Path | None = None, default: str = DEFAULT) -> Prompt:
    """The shipped prompt of that name, or the one in a file of yours; `default` where the name is empty.

    A file is looked up from `folder`, the current one unless given, and may be anywhere. Its name is that of the prompt.
    Line ends and blanks around the text do not count.

    Raises:
        UsageError: there is neither, or the file is no text in UTF-8, empty, or larger than `MAX_BYTES`.
    """
    name = name or default
    if name in PROMPTS:
        return Prompt(name, _text(name, files("policy_assistant").joinpath(f"prompts/{name}.txt").read_bytes()))
    try:
        path = (folder or Path()) / name
        if not path.is_file():
            raise UsageError(f"no prompt {_shown(name)!r}", hint=f"{nearest(name, PROMPTS)}, or the name of a file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a name with NUL is a ValueError
        raise UsageError(f"the prompt {_shown(name)!r} cannot be read", hint="name a text file that you may read") from error
    return Prompt(path.name, _text(name, data))


def _text(name: str, data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise UsageError(f"the prompt {_shown(name)!r} has more than {MAX_BYTES:,} bytes", hint="passages and question are added to it")
    try:
        text = "\n".join(data.decode("utf-8-sig").splitlines()).strip()
    except UnicodeDecodeError:
        raise UsageError(f"the prompt {_shown(name)!r} is not text in UTF-8", hint="save it as UTF-8") from None
    if not text:
        raise UsageError(f"the prompt {_shown(name)!r} is empty", hint="start from a shipped one")
    return text


def _shown(name: str) -> str:
    return one_line(name, _SHOWN_CHARACTERS)
