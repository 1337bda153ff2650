"""Fixed questions: what is asked, of which kind, on which date, and which passages answer it."""

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from policy_assistant.errors import InputRefusedError, NotFoundError, UsageError, nearest
from policy_assistant.filters import iso_date

QUESTIONS = Path("questions") / "questions.jsonl"
"""The questions of the project in the current folder: relative, so that it is resolved when it is used."""

MAX_FILE_BYTES = 50_000_000
MAX_SHOWN = 80
"""Of a wrong value a message shows no more characters."""

PassageKey = Mapping[str, Any]
"""What names a passage in a question: doc_id, version, section, and its access label.

A place in code is named by path, start_line and end_line (from 1, both included), and its qualified name if you like, by
which it is found again when lines have moved. Such a key gets the first three as well: the path, and two empty texts.
"""


@dataclass(frozen=True)
class Question:
    """One question.

    `kind` groups questions; `as_of` is the date that decides (empty = today). `relevant` are the passages that answer it,
    `wrong_version` passages of another version that must not be shown. `keys` are regular expressions that a right answer
    matches, `must_not` ones that no answer may match. `abstain`: the documents do not say. `part` is `code` for a question
    about code that names no place.
    """

    id: str
    question: str
    language: str = ""
    kind: str = "answerable"
    as_of: str = ""
    public_ok: bool = True
    abstain: bool = False
    reference_answer: str = ""
    keys: list[str] = field(default_factory=list)
    must_not: list[str] = field(default_factory=list)
    relevant: list[dict[str, Any]] = field(default_factory=list)
    relevant_chunks: list[str] = field(default_factory=list)
    wrong_version: list[dict[str, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    notes: str = ""
    part: str = ""

    @property
    def is_about_code(self) -> bool:
        """Whether code answers it: it says so, or names a place in code."""
        return self.part == "code" or any("path" in key for key in self.relevant)


_TYPES: dict[str, Any] = {f.name: type(f.default) if f.default is not MISSING else list for f in fields(Question)} | {
    "id": str,
    "question": str,
}
_NAMES: dict[Any, str] = {str: "a text", bool: "true or false", list: "a list"}
_PASSAGES = "passages (objects of texts with doc_id, version and section, or with path, start_line and end_line)"


def load_questions(path: Path | None = None) -> dict[str, Question]:
    """The questions of a file with one JSON object a line, by ID, in file order.

    Raises:
        InputRefusedError: no such file, a line that is no JSON object, an unknown or wrong field, an ID used twice; the
            message names file and line.
    """
    path = path or QUESTIONS
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputRefusedError(f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputRefusedError(f"{path.name} is not UTF-8 (byte {error.start})") from None
    except OSError as error:
        raise InputRefusedError(
            f"{path}: {(error.strerror or str(error)).lower()}", hint="one JSON object a line; the fields are in docs/reference/fields.md"
        ) from None
    questions: dict[str, Question] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            question = _question(f"{path.name} line {number}", line)
            if question.id in questions:
                raise InputRefusedError(f"{path.name} line {number}: ID {question.id!r} is used twice")
            questions[question.id] = question
    return questions


def _question(where: str, line: str) -> Question:
    try:
        values = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputRefusedError(f"{where}: not JSON ({error.msg} at character {error.pos + 1})") from None
    except (ValueError, RecursionError):
        raise InputRefusedError(f"{where}: holds a number that is too long or too many brackets in brackets") from None
    if not isinstance(values, dict):
        raise InputRefusedError(f"{where}: not a JSON object")
    for name, value in values.items():
        _check_field(where, name, value)
    for name in ("id", "question"):
        if not str(values.get(name, "")).strip():
            raise InputRefusedError(f"{where}: no {name}")
    values["relevant"] = [_code_key(key) if "path" in key else key for key in values.get("relevant", [])]
    return Question(**values)


def _code_key(key: Mapping[str, Any]) -> dict[str, Any]:
    """The key of a place in code, with what every key has."""
    path = key["path"].replace("\\", "/").removeprefix("./")
    return {"access": "", **key, "path": path, "doc_id": path, "version": "", "section": ""}


def key_name(key: PassageKey) -> str:
    """A passage of a question as people read it."""
    if "path" in key:
        return f"{key['path']}:{key['start_line']}-{key['end_line']}"
    return f"{key['doc_id']} v{key['version']} | {key['section']}"


def _check_field(where: str, name: str, value: Any) -> None:
    if name not in _TYPES:
        raise InputRefusedError(f"{where}: unknown field {name!r}", hint=nearest(name, _TYPES))
    if not isinstance(value, _TYPES[name]):
        raise InputRefusedError(f"{where}: {name} is {_NAMES[_TYPES[name]]}, not {value!r:.{MAX_SHOWN}}")
    if name == "as_of" and value:
        try:
            iso_date(value, "as_of")
        except UsageError as error:
            raise InputRefusedError(f"{where}: {error}") from None
    if _TYPES[name] is list:
        is_member, members = (_is_passage, _PASSAGES) if name in ("relevant", "wrong_version") else (_is_text, "texts")
        if wrong := [member for member in value if not is_member(member)]:
            raise InputRefusedError(f"{where}: {name} is a list of {members}, not of {wrong[0]!r:.{MAX_SHOWN}}")


def _is_passage(value: object) -> bool:
    return _is_place(value) or (
        isinstance(value, dict) and {"doc_id", "version", "section"} <= set(value) and all(map(_is_text, value.values()))
    )


def _is_place(value: object) -> bool:
    if not isinstance(value, dict) or not {"path", "start_line", "end_line"} <= set(value):
        return False
    lines = value["start_line"], value["end_line"]
    if not all(type(line) is int for line in lines) or not 1 <= lines[0] <= lines[1]:
        return False
    return all(_is_text(text) for name, text in value.items() if name not in ("start_line", "end_line"))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_ID = re.compile(r"[A-Za-z]{1,8}[-_]?\d{1,6}")


def named_question(text: str, path: Path) -> Question | None:
    """The fixed question whose ID a text is, None where the text is a question itself, such as the code of a product.

    Raises:
        NotFoundError: it looks like the IDs of the file, such as `Q22`, and no question has it.
        InputRefusedError: as `load_questions`.
    """
    name = text.strip()
    if not _ID.fullmatch(name) or not path.exists():
        return None
    questions = load_questions(path)
    if name not in questions:
        if _letters(name) not in {_letters(known) for known in questions}:
            return None
        raise NotFoundError(f"no question has the ID {name!r} in {path.name}", hint=nearest(name, questions))
    return questions[name]


def _letters(name: str) -> str:
    """The letters that an ID begins with, in capitals."""
    return name.rstrip("0123456789").rstrip("-_").upper()
