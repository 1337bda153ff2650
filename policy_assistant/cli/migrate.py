"""`policy-assistant migrate`."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import Progress, note, say, say_json, table

if TYPE_CHECKING:
    from policy_assistant.migrate import Migrated


@click.command(short_help="Copy the index to another engine, and back.")
@click.option(
    "--to", metavar="PLACE", required=True, help="`sqlite`, a file *.sqlite, the address of a Qdrant server, or a folder (./qdrant)."
)
@click.option("--force", is_flag=True, help="Replace an index of this project that is there.")
@options.project
@options.as_json
def command(to: str, force: bool, folder: str, as_json: bool) -> None:
    """Copy the index to another engine: to Qdrant when one machine is no longer enough, and back.

    Nothing is parsed or embedded again. Every document, chunk and vector of the copy is compared, and the same searches are made
    in both. The old index stays as it is, and is used until the settings are changed: the lines are printed at the end. A move
    that is interrupted goes on where it was when it is run again. The key of a server is read from
    POLICY_ASSISTANT_QDRANT_API_KEY.

    \b
    policy-assistant migrate --to https://qdrant.example.com:6333
    policy-assistant migrate --to ./qdrant
    policy-assistant migrate --to sqlite
    """
    with Progress("copied") as progress:
        done = options.open_project(folder).migrate(to, force=force, progress=progress)
    if as_json:
        say_json(asdict(done))
        return
    _say(done)


def _say(done: "Migrated") -> None:
    before = f", {done.copied_before:,} of them by an earlier run" if done.copied_before else ""
    say(
        f"copied {done.documents + done.code_files:,} documents with {done.chunks + done.code_chunks:,} passages and {done.vectors:,} vectors{before}"
    )
    say(f"from {done.origin} to {done.target}; every record was compared")
    rows = [(one.search, f"{one.asked:,}", f"{one.same:,}", f"{one.kept:,} of {one.hits:,}") for one in done.samples]
    if rows:
        table(("search", "asked", "same hits in the same order", "hits that are in both"), rows, right=(1, 2, 3))
    say("")
    say("To use it, write this into policy-assistant.toml, in place of what [store] says there:")
    say("")
    say(done.settings)
    note("hint: the old index is as it was; `policy-assistant doctor` checks the new one once the settings name it")
