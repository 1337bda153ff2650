"""What the checks of `doctor` work on: a project in parts, each loaded when a check first needs it, each of which may fail."""

import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from policy_assistant.cache import ParseCache
from policy_assistant.code_files import find_code
from policy_assistant.code_folders import code_folders
from policy_assistant.doctor.reading import Progress, Reading, read_file
from policy_assistant.documents import DocInfo, load_inventory
from policy_assistant.errors import PolicyAssistantError
from policy_assistant.evaluate.questions import Question, load_questions
from policy_assistant.ingest import options_of
from policy_assistant.metadata import Chunk
from policy_assistant.periods import close_periods
from policy_assistant.presence import rows_by_source
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, load_settings
from policy_assistant.sources import Found, Source, find_sources, has_documents
from policy_assistant.store.base import Engine, IndexedDocument, IndexInfo
from policy_assistant.store.engine import open_engine

MAX_NAMES = 5
"""Longer lists are cut, and say how many more there are."""

INGEST = "policy-assistant ingest"
REBUILD = "policy-assistant ingest --rebuild"


@dataclass(frozen=True)
class Finding:
    """What is wrong and how to mend it. A note is advice: it does not make the project unsound."""

    severity: Literal["problem", "note"]
    finding: str
    mend: str


class NotRunError(PolicyAssistantError):
    """A check cannot be made here; the message says why."""


def problem(finding: str, mend: str) -> Finding:
    """Something that makes answers wrong, old or missing."""
    return Finding("problem", finding, mend)


def note(finding: str, mend: str) -> Finding:
    """Something that may be meant."""
    return Finding("note", finding, mend)


def names(items: Iterable[str]) -> str:
    """The first five, and how many more."""
    listed = list(items)
    more = f" and {len(listed) - MAX_NAMES} more" if len(listed) > MAX_NAMES else ""
    return ", ".join(listed[:MAX_NAMES]) + more


def count(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def capped(findings: Sequence[Finding], noun: str) -> Iterator[Finding]:
    """The first five findings, and one that counts the rest."""
    yield from findings[:MAX_NAMES]
    if len(findings) > MAX_NAMES:
        yield replace(findings[0], finding=f"... and {count(len(findings) - MAX_NAMES, f'more {noun}')} of this kind", mend="as above")


class Project:
    """A project that may be broken anywhere. Reading a part raises what is wrong with it; the files are never changed."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None, progress: Progress | None = None) -> None:
        self.folder = folder
        self.environment = os.environ if environment is None else environment
        self._progress = progress

    @cached_property
    def written(self) -> dict[str, Any]:
        """The settings file as it is written, before anything in it is checked."""
        path = self.folder / FILE_NAME
        try:
            return tomllib.loads(path.read_text(encoding="utf-8-sig")) if path.exists() else {}
        except (OSError, ValueError) as error:
            raise NotRunError(f"{FILE_NAME} cannot be read") from error

    @cached_property
    def settings(self) -> Settings:
        """The settings."""
        return load_settings(self.folder, self.environment)

    @cached_property
    def files(self) -> Found:
        """The files in the folders of documents; none in a project of code alone."""
        return Found((), Counter(), ()) if self.is_code_alone else find_sources(self.settings)

    @cached_property
    def is_code_alone(self) -> bool:
        """Whether the project has code and no folder of documents."""
        is_without_documents = bool(code_folders(self.settings)) and not has_documents(self.settings)
        return is_without_documents and bool(self.code_sources)

    @cached_property
    def code_sources(self) -> tuple[Source, ...]:
        """The files of code."""
        return find_code(self.settings).sources

    @cached_property
    def inventory(self) -> dict[str, DocInfo]:
        """The rows of the inventory by file; none where there is no inventory."""
        path = self.settings.inventory_path
        return rows_by_source(load_inventory(path), self._names()) if path.exists() else {}

    @cached_property
    def index(self) -> Engine:
        """The index, for reading."""
        return open_engine(self.settings)

    @cached_property
    def info(self) -> IndexInfo:
        """What the index says of itself."""
        return self.index.info()

    @cached_property
    def documents(self) -> list[IndexedDocument]:
        """The documents in the index."""
        return self.index.documents()

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The chunks in the index."""
        return self.index.chunks()

    @cached_property
    def code_chunks(self) -> list[Chunk]:
        """The pieces of code in the index."""
        return self.index.chunks(part="code")

    @cached_property
    def questions(self) -> list[Question]:
        """The fixed questions; none where there is no file of them."""
        path = self.settings.questions_path
        return [*load_questions(path).values()] if path.exists() else []

    @cached_property
    def readings(self) -> list[Reading]:
        """Every file as the next ingest will see it. Only files that the index does not know as they are get read."""
        cache = ParseCache(self.settings.cache_path, options_of(self.settings))
        sources, known, rows = self.files.sources, self._known(), self.inventory
        found = []
        for number, source in enumerate(sources, 1):
            found.append(read_file(source, known.get(source.name), rows.get(source.name), self.settings, cache))
            if self._progress:
                self._progress(number, len(sources), source.name)
        closed = iter(close_periods(reading.metadata for reading in found if reading.metadata))
        return [replace(reading, metadata=next(closed)) if reading.metadata else reading for reading in found]

    def _names(self) -> set[str]:
        try:
            return {source.name for source in self.files.sources}
        except (PolicyAssistantError, OSError):  # a check of its own tells
            return set()

    def close(self) -> None:
        """Release the index."""
        if "index" in self.__dict__:
            self.index.close()

    def _known(self) -> dict[str, IndexedDocument]:
        try:
            return {document.metadata.source: document for document in self.documents}
        except (PolicyAssistantError, ValueError):
            return {}
