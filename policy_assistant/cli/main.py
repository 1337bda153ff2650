"""`policy-assistant`: the table of commands, and the one place where errors become messages and exit codes."""

import importlib
import os
import sys
from typing import NoReturn

import click

from policy_assistant import __version__
from policy_assistant.errors import PolicyAssistantError, nearest

COMMANDS: dict[str, str] = {
    "init": "Start a project: empty, from a folder of files, or the example.",
    "inventory": "List the documents, their versions, owners and labels.",
    "questions": "List the fixed questions, or check them.",
    "parse": "Show the blocks of a file, or what was left out of it.",
    "ingest": "Bring the index up to date with the documents.",
    "chunks": "List the chunks of the index with their places.",
    "search": "Find the passages for a question.",
    "eval": "Score a search method on the fixed questions.",
    "info": "Show the state of the index.",
    "doctor": "Check the project and print the mending commands.",
}
"""Name -> summary. The command itself is `command` in the module of the same name (`evaluate` for `eval`)."""

_MODULES = {"eval": "evaluate"}
EXIT_INTERRUPTED = 130


class _Commands(click.Group):
    """A group whose commands are imported one at a time, so that no command pays for another."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"policy_assistant.cli.{_MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = module.command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            ctx.fail(f"No command {args[0]!r}; {nearest(args[0], COMMANDS)}")
        return super().resolve_command(ctx, args)

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
             policy-assistant search "Which pump kit fits the PW-2200?"
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
        code = group.main(args, prog_name="policy-assistant", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("interrupted; what was parsed is kept, run it again to go on", err=True)
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except PolicyAssistantError as error:
        if debug:
            raise
        _show(error)
        return error.exit_code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader left; nothing is to be said
        return 0
    except OSError as error:
        if debug:
            raise
        click.echo(f"error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}", err=True)
        return 1
    return code if isinstance(code, int) else 0


def _show(error: PolicyAssistantError) -> None:
    click.echo(f"error: {error}", err=True)
    if error.hint:
        click.echo(f"hint: {error.hint}", err=True)
