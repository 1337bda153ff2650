"""Names that stand for implementations, loaded only when they are asked for."""

import importlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from policy_assistant.errors import MissingExtraError, UsageError, nearest


@dataclass(frozen=True)
class Entry:
    """One implementation: `attribute` of `module`. `packages` are the import names that the extra `extra` brings."""

    module: str
    attribute: str
    extra: str
    summary: str
    packages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Registry:
    """A table of implementations of one kind (`embedder`, `reranker`, ...); the kind is the noun of its messages.

    `also` are names that mean something where this kind is named, without being an implementation (`none`).
    """

    kind: str
    entries: Mapping[str, Entry] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def entry(self, name: str) -> Entry:
        """The entry called `name`.

        Raises:
            UsageError: there is none; the hint names the nearest ones.
        """
        if name not in self.entries:
            raise UsageError(f"unknown {self.kind} {name!r}", hint=nearest(name, (*self.entries, *self.also)))
        return self.entries[name]

    def load(self, name: str) -> Any:
        """The implementation, imported now.

        Raises:
            UsageError: there is no such name.
            MissingExtraError: a package of the entry is not installed.
        """
        entry = self.entry(name)
        if not self.is_installed(name):
            raise MissingExtraError(f"the {self.kind} `{name}`", entry.extra)
        return getattr(importlib.import_module(entry.module), entry.attribute)

    def is_installed(self, name: str) -> bool:
        """Whether all packages of the entry are there, found out without importing any. Raises `UsageError` for an unknown name."""
        return all(_is_found(package) for package in self.entry(name).packages)


def _is_found(package: str) -> bool:
    if package in sys.modules:
        return sys.modules[package] is not None
    return importlib.util.find_spec(package) is not None
