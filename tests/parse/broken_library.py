"""A library for PDFs that does not do what it should, in the processes that parse and nowhere else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from policy_assistant.parse import apart

PDF = b"%PDF-1.4\n"
"""Bytes that get as far as the library."""


@contextmanager
def fresh_processes() -> Iterator[None]:
    """No process is kept from before, and none for after."""
    apart._POOL.end()
    try:
        yield
    finally:
        apart._POOL.end()


@contextmanager
def library(folder: Path, monkeypatch: pytest.MonkeyPatch, program: str) -> Iterator[None]:
    """Processes that run this program instead of the library for PDFs."""
    (folder / "pypdfium2.py").write_text(program, encoding="utf-8")
    with monkeypatch.context() as patched, fresh_processes():
        patched.setenv("PYTHONPATH", str(folder))
        yield
