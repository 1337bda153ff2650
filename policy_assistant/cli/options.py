"""The options that mean the same in every command."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from policy_assistant.assistant import Assistant

Command = TypeVar("Command", bound=Callable[..., Any])

project = click.option("--project", "folder", default=".", show_default=True, metavar="DIR", help="The project folder.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
k = click.option("--k", type=int, metavar="N", help="How many hits. [default: 5, or [search] k]")
method = click.option(
    "--method",
    default="",
    metavar="M",
    help="baseline, bm25, keywords, dense, hybrid or rerank. [default: the best that index and installed parts allow]",
)
audience = click.option(
    "--audience",
    default="",
    metavar="NAME",
    help="Who asks: only passages with a label of this audience are seen. [default: staff, or [access] default]",
)
part = click.option(
    "--in",
    "part",
    default="",
    metavar="PART",
    help="docs, code or all. [default: docs; code where the project has no documents]",
)
rewrite = click.option("--rewrite", is_flag=True, help="Have the chat model of [models] chat_model turn the question into a query first.")
as_of = click.option(
    "--as-of",
    default="today",
    show_default=True,
    metavar="DATE",
    help="Search what is in force on this day: YYYY-MM-DD, today, or none for every version.",
)


def open_project(folder: str) -> Assistant:
    """The project that `--project` names."""
    return Assistant.open(folder)
