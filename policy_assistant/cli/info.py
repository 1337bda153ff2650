"""`policy-assistant info`."""

import platform
import sqlite3
from dataclasses import asdict
from datetime import UTC, datetime

import click

from policy_assistant import __version__
from policy_assistant.cli import options
from policy_assistant.cli.ingest import index_line, vectors_line
from policy_assistant.cli.output import say, say_json


@click.command(short_help="Show the state of the index.")
@options.project
@options.as_json
def command(folder: str, as_json: bool) -> None:
    """Show the state of the index: what is in it, how it was made, and how to make it anew."""
    assistant = options.open_project(folder)
    info = assistant.store.info()
    size = assistant.settings.index_path.stat().st_size
    synced = datetime.fromtimestamp(info.last_sync / 1e9, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if info.last_sync else "never"
    versions = {"policy-assistant": __version__, "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    if as_json:
        say_json(asdict(info) | {"last_sync": synced, "bytes": size, "project": assistant.settings.name, "versions": versions})
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
    say(f"size         {size / 1e6:,.1f} MB")
    say(f"today        {assistant.settings.today}, audience {assistant.settings.access.default}")
    say("versions     " + ", ".join(f"{name} {version}" for name, version in versions.items()))
    say(
        f"rebuild      policy-assistant ingest --rebuild --chunker {info.chunker} --embedder {info.embedding.name if info.embedding else 'none'}"
    )
