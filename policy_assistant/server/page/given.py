"""What the address of a page asks for, and a long list shown page by page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request

from policy_assistant.errors import UsageError
from policy_assistant.filters import parse_as_of
from policy_assistant.metadata import Metadata
from policy_assistant.server.page.problems import PhrasedError

MAX_VALUE = 500
"""Characters of a value."""

MAX_NUMBER = 1_000_000

Item = TypeVar("Item")


def given(request: Request, name: str, most: int = MAX_VALUE) -> str:
    """A value of the address without blanks around it, empty where it is not there.

    Raises:
        PhrasedError: it is too long.
    """
    value = request.query_params.get(name, "").strip()
    if len(value) > most:
        raise PhrasedError("problem.too long", name, len(value), most)
    return value


def given_number(request: Request, name: str, usual: int = 1) -> int:
    """A whole number from 1 on, the usual one where there is none. Raises `PhrasedError` for anything else."""
    text = given(request, name)
    if not text:
        return usual
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_NUMBER)) and 1 <= int(text) <= MAX_NUMBER):
        raise PhrasedError("problem.no number", name, text, MAX_NUMBER)
    return int(text)


def given_day(request: Request, today: str, name: str = "as_of", usual: str = "today") -> str:
    """A day as an ISO date; empty only where `usual`, which stands for an empty value, is. Raises `PhrasedError` for what is none."""
    text = given(request, name) or usual
    if not text:
        return ""
    try:
        day = parse_as_of(text, today)
    except UsageError:
        day = None
    if day is None:
        raise PhrasedError("problem.no day", text)
    return day


def address(path: str, **values: object) -> str:
    """A path of ours with the values that say something."""
    query = urlencode({name: value for name, value in values.items() if value})
    return f"{path}?{query}" if query else path


@dataclass(frozen=True)
class Sheet(Generic[Item]):
    """One page of a list: its items, its number from 1, how many pages and how many items there are."""

    items: Sequence[Item]
    number: int
    sheets: int
    total: int

    @classmethod
    def of(cls, items: Sequence[Item], number: int, size: int) -> "Sheet[Item]":
        """The page with this number, the last one where there are not so many."""
        sheets = max(1, -(-len(items) // size))
        number = min(number, sheets)
        return cls(items[(number - 1) * size : number * size], number, sheets, len(items))


@dataclass(frozen=True)
class Choices:
    """What a list can be narrowed to: the types, languages and labels that the reader sees."""

    types: Sequence[str]
    languages: Sequence[str]
    labels: Sequence[str]

    @classmethod
    def of(cls, versions: Iterable[Metadata], labels: Sequence[str]) -> "Choices":
        """Those of these versions; labels in the order of the settings."""
        kept = list(versions)
        seen = {metadata.access for metadata in kept}
        types, languages = ({getattr(metadata, name) for metadata in kept} - {""} for name in ("doc_type", "language"))
        return cls(sorted(types), sorted(languages), [label for label in labels if label in seen])
