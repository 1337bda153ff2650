"""Fixtures of the tests of Qdrant's local mode."""

import sqlite3
from typing import Any

import pytest
from qdrant_client.local import persistence


class _Quick:
    """The module sqlite3, whose connections do not wait for the disk: no test here pulls the plug."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sqlite3, name)

    @staticmethod
    def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
        conn: sqlite3.Connection = sqlite3.connect(*arguments, **options)
        conn.execute("PRAGMA synchronous = OFF")
        return conn


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing a point is most of a test's time else."""
    monkeypatch.setattr(persistence, "sqlite3", _Quick())
