"""Writes the parts of docs/reference that the code knows: commands, settings, errors, HTTP routes and fields.

`python -m docs.generate` writes them; `--check` fails when a page says something else than the code.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import click

from docs.routes import http_page
from policy_assistant import errors
from policy_assistant.cli.main import COMMANDS, group
from policy_assistant.server_keys import KEYS
from policy_assistant.settings_file import FILE_NAME, FILE_ONLY, SHORT_NAMES, TABLES

REFERENCE = Path(__file__).parent / "reference"
NOTICE = "<!-- Written by `make docs` from the code; do not edit. -->\n"


def commands() -> str:
    """The help of every command."""
    parts = [f"# Commands\n\n{NOTICE}", _help(group, "policy-assistant")]
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        if command is None:
            raise LookupError(name)
        parts.append(f"## {name}\n\n{_help(command, f'policy-assistant {name}')}")
    return "\n".join(parts)


def settings() -> str:
    """Every table and key with its default."""
    return f"# Settings\n\n{NOTICE}\n{_SETTINGS_INTRO}\n" + "\n".join(_table(name) for name in TABLES)


def error_page() -> str:
    """The error tree with exit codes and HTTP statuses."""
    rows = ["| error | exit code | HTTP status | when |", "| --- | --- | --- | --- |"]
    for kind in _errors(errors.PolicyAssistantError):
        promise = (kind.__doc__ or "").strip().split("\n")[0]
        rows.append(f"| `{kind.__name__}` | {kind.exit_code} | {kind.http_status} | {promise} |")
    return f"# Errors and exit codes\n\n{NOTICE}\n{_ERRORS_INTRO}\n" + "\n".join(rows) + "\n"


def http() -> str:
    """Every route of the service."""
    return http_page(NOTICE)


PAGES: dict[str, Callable[[], str]] = {"commands.md": commands, "settings.md": settings, "errors.md": error_page, "http.md": http}

_SETTINGS_INTRO = f"""A project is a folder; its settings are in `{FILE_NAME}` there. Every key has a default, so the file may be missing.
An option of a command wins over an environment variable, that over the file, that over the default. The variable of a key is
`POLICY_ASSISTANT_<TABLE>_<KEY>`, for example `POLICY_ASSISTANT_SEARCH_K=10`; lists are comma-separated there.
Unknown tables and keys are errors. Two keys have a short variable too: {" and ".join(f"`{name}`" for name in SHORT_NAMES)}.

The keys of model servers come from the environment only: {", ".join(f"`{name}`" for name in KEYS)}. They are read when a server is
called, and are in no message, log or index.
"""

_ERRORS_INTRO = """An error prints what came in and what is allowed after `error:`, and the next step after `hint:`, both on standard
error. Exit code 0 means done (also without hits and with warnings); 1 a failure, or that `doctor`, `audit`, `trace`, `questions --check` or
a gate of `eval` found something; 2 wrong usage; 3 that `ask` answers that the documents do not say; 130 interrupted. `ingest` exits with 6 when files were skipped and the rest was done.
"""


def _help(command: click.Command, name: str) -> str:
    context = click.Context(command, info_name=name, max_content_width=110, terminal_width=110)
    return f"```text\n{command.get_help(context)}\n```\n"


def _table(name: str) -> str:
    defaults = TABLES[name]()
    rows = ["| key | default | meaning |", "| --- | --- | --- |"]
    for key in fields(defaults):
        where = " Only in the file." if key.name in FILE_ONLY else ""
        rows.append(f"| `{key.name}` | `{_toml(getattr(defaults, key.name))}` | {key.metadata['help']}{where} |")
    return f"## [{name}]\n\n" + "\n".join(rows) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_toml(labels)}" for name, labels in value.items()) + " }"
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _errors(kind: type[errors.PolicyAssistantError]) -> Iterator[type[errors.PolicyAssistantError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _errors(below)


def undefined_fields() -> list[str]:
    """Fields of the records that docs/reference/fields.md does not define."""
    page = (REFERENCE / "fields.md").read_text(encoding="utf-8")
    records = (
        "metadata:Metadata",
        "metadata:Chunk",
        "documents:DocInfo",
        "evaluate.questions:Question",
        "blocks:Block",
        "store.base:IndexInfo",
        "store.base:Embedding",
        "store.base:WordScore",
        "explain:Part",
        "ledger.record:KeptAnswer",
        "ledger.record:KeptClaim",
        "ledger.record:KeptCitation",
        "audit.findings:Finding",
        "audit.ahead:Turn",
        "gaps:Gap",
        "keys:KeyRecord",
        "access:AccessReport",
        "access:VersionAccess",
        "feedback:FeedbackEntry",
        "seen:SeenMark",
        "backup:Manifest",
        "backup:FileRecord",
    )
    missing = []
    for record in records:
        module, name = record.split(":")
        for item in fields(getattr(import_module(f"policy_assistant.{module}"), name)):
            if f"| `{item.name}` |" not in _part(page, name):
                missing.append(f"{name}.{item.name}")
    return missing


def _part(page: str, record: str) -> str:
    """The part of the page under the heading that names a record."""
    return next((part for part in page.split("\n## ") if f"`{record}`" in part.split("\n")[0]), "")


def main() -> int:
    """Write or check all pages."""
    check = "--check" in sys.argv[1:]
    wrong = []
    for name, page in PAGES.items():
        path, text = REFERENCE / name, page()
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            wrong.append(f"docs/reference/{name} differs from the code; run `make docs`")
        elif not check:
            path.write_text(text, encoding="utf-8", newline="\n")
    wrong += [f"docs/reference/fields.md does not define {name}" for name in undefined_fields()]
    for line in wrong:
        click.echo(line, err=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
