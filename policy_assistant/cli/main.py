"""`policy-assistant`: the table of commands, and the one place where errors become messages and exit codes."""

import importlib
import os
import sys
from typing import Any, NoReturn

import click

from policy_assistant import __version__
from policy_assistant.cli.output import note
from policy_assistant.errors import PolicyAssistantError, UsageError, nearest

COMMANDS: dict[str, str] = {
    "init": "Start a project: empty, from a folder of files, or the example.",
    "inventory": "List the documents, their versions, owners and labels.",
    "questions": "List the fixed questions, check them, or add one from the ledger.",
    "parse": "Show the blocks of a file, or what was left out of it.",
    "ingest": "Bring the index up to date with the documents.",
    "chunks": "List the chunks of the index with their places.",
    "search": "Find the passages for a question.",
    "ask": "Answer a question, with proof.",
    "where": "Find the places in code for a question.",
    "ou": "The same as `where`, with French words.",
    "trace": "Compare the rules of documents with the code that keeps them.",
    "diff": "Show what changed between two versions of a document.",
    "audit": "Name the kept answers that no longer hold.",
    "access": "Say why an audience sees a document or does not.",
    "eval": "Score a search method on the fixed questions.",
    "keys": "Create, list and revoke the keys of the service.",
    "backup": "Write what cannot be made again into one file, check it, or restore it.",
    "migrate": "Copy the index to another engine, and back.",
    "serve": "Answer over HTTP: a page for people, an API for programs.",
    "mcp": "Give programs the tools search, ask, where, document and diff (MCP).",
    "info": "Show the state of the index.",
    "doctor": "Check the project and print the mending commands.",
}
"""Name -> summary. The command itself is `command` in the module of the same name, unless `_MODULES` says otherwise."""

_MODULES = {"eval": "evaluate:command", "ou": "where:french_command"}
EXIT_INTERRUPTED = 130


class _Commands(click.Group):
    """A group whose commands are imported one at a time, so that no command pays for another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = _MODULES.get(cmd_name, f"{cmd_name}:command").split(":")
        command: click.Command = getattr(importlib.import_module(f"policy_assistant.cli.{module}"), name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise UsageError(f"no command {args[0]!r}", hint=nearest(args[0], COMMANDS))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader left; nothing is to be said
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, "--version", message="policy-assistant %(version)s")
@click.option("--debug", is_flag=True, help="Show where in the program an error arose.")
def group(debug: bool) -> None:
    """Answers from your own versioned, access-labelled documents, with proof.

    \b
    Start:   policy-assistant init --example
             cd larkfield-example
             policy-assistant ingest
             policy-assistant ask "Which pump kit fits the PW-2200?"
    """


def main(args: list[str] | None = None) -> NoReturn:
    """Run a command and exit with its code (docs/reference/exit-codes.md)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a console that cannot show a character must not stop the answer
    args = sys.argv[1:] if args is None else args
    sys.exit(_run(args))


def _run(args: list[str]) -> int:
    debug = "--debug" in args[:1]
    try:
        code = group.main(args or ["--help"], prog_name="policy-assistant", standalone_mode=False)
    except click.exceptions.Abort:
        is_ingest = next((arg for arg in args if not arg.startswith("-")), "") == "ingest"
        note("interrupted; an ingest goes on where it stopped when it is run again" if is_ingest else "interrupted")
        return EXIT_INTERRUPTED
    except Exception as error:
        if debug and not isinstance(error, click.ClickException):
            raise
        return _show(error)
    return code if isinstance(code, int) else 0


def _show(error: Exception) -> int:
    """Say what went wrong and what to do next; the exit code."""
    message, hint, code = str(error), "", 1
    if isinstance(error, PolicyAssistantError):
        hint, code = error.hint, error.exit_code
    elif isinstance(error, click.ClickException):
        context = getattr(error, "ctx", None)
        message, code = error.format_message(), error.exit_code
        hint = f"`{context.command_path} --help` lists what is allowed" if context else ""
    elif isinstance(error, OSError):
        message = f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    else:
        message = f"a fault in the program ({type(error).__name__}: {error})"
        hint = "`policy-assistant --debug ...` shows where it arose; please report it"
    note(f"error: {message}")
    if hint:
        note(f"hint: {hint}")
    return code
