"""`policy-assistant info`."""

import platform
import sqlite3
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from policy_assistant import __version__
from policy_assistant.cli import options
from policy_assistant.cli.ingest import index_line, vectors_line
from policy_assistant.cli.output import say, say_json

if TYPE_CHECKING:
    from policy_assistant.settings import Settings

QUICK_BYTES = 300_000_000
"""What takes the room in a larger file is only told when it is asked for: every page must be read."""


@click.command(short_help="Show the state of the index.")
@click.option("--sizes", "wants_sizes", is_flag=True, help="Say what takes the room in the index, also where that takes seconds.")
@options.project
@options.as_json
def command(wants_sizes: bool, folder: str, as_json: bool) -> None:
    """Show the state of the index: what is in it, how it was made, and how to make it anew."""
    assistant = options.open_project(folder)
    info = assistant.store.info()
    files = _files(assistant.settings)
    parts = assistant.store.sizes() if wants_sizes or files["index"] <= QUICK_BYTES else {}
    synced = datetime.fromtimestamp(info.last_sync / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if info.last_sync else "never"
    versions = {"policy-assistant": __version__, "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    if as_json:
        say_json(
            asdict(info)
            | {"last_sync": synced, "bytes": files["index"], "project": assistant.settings.name, "versions": versions}
            | {"files": files, "parts": dict(parts)}
        )
        return
    say(index_line(info))
    say(f"project      {assistant.settings.name} ({assistant.settings.folder})")
    say(f"last sync    {synced}")
    say(f"fingerprint  {info.fingerprint} (file names and contents)")
    say(f"made by      parser {info.parser}, analyser {info.analyser}, schema {info.schema}, generation {info.generation}")
    say(f"meaning      {vectors_line(info)}")
    if info.embedding:
        say(f"revision     {info.embedding.revision}")
    for commit in info.commits:
        say(f"commit       {commit.commit} ({commit.start or './'})")
    said = ", ".join(f"{part} {_megabytes(size)}" for part, size in parts.items() if size * 100 >= files["index"])
    known = _megabytes(files["index"]) if files["index"] else "known to the server only"
    say(f"size         {known}" + (f" ({said})" if said else ""))
    say(f"beside it    cache {_megabytes(files['cache'])}, kept answers and keys {_megabytes(files['state'])}")
    say(f"today        {assistant.settings.today}, audience {assistant.settings.access.default}")
    say("versions     " + ", ".join(f"{name} {version}" for name, version in versions.items()))
    say(
        f"rebuild      policy-assistant ingest --rebuild --chunker {info.chunker} --embedder {info.embedding.name if info.embedding else 'none'}"
    )


def _files(settings: "Settings") -> dict[str, int]:
    """Bytes of what the project has on this machine beside its documents; an index on a server has none here."""
    index = settings.index_path if settings.store.engine == "sqlite" else settings.qdrant_path
    return {"index": _bytes(index), "cache": _bytes(settings.cache_path), "state": _bytes(settings.state_path)}


def _bytes(path: Path | None) -> int:
    if path is None or not path.exists():
        return 0
    return path.stat().st_size if path.is_file() else sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
