"""`policy-assistant search`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.explanation import explained_record, explanation
from policy_assistant.cli.hints import note_changes
from policy_assistant.cli.output import note, say, say_json
from policy_assistant.cli.passages import context_record, say_context, say_hit, say_passage
from policy_assistant.errors import UsageError
from policy_assistant.records.passages import models_of, named_method, search_record

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.search import SearchResult


@click.command(short_help="Find the passages for a question.")
@click.argument("question", required=False, default="")
@options.k
@options.method
@options.as_of
@options.audience
@click.option("--full", is_flag=True, help="Show pages, dates and the whole passage, the question's words marked.")
@click.option("--explain", is_flag=True, help="Show what each word or signal gives to the score.")
@click.option("--context", is_flag=True, help="Show what a model would read: near-duplicates left out, within a budget.")
@options.rewrite
@options.part
@click.option("--show", "shown", default="", metavar="ID", help="Show the whole passage with this ID, and its neighbours.")
@options.project
@options.as_json
def command(
    question: str,
    k: int | None,
    method: str,
    as_of: str,
    audience: str,
    full: bool,
    explain: bool,
    context: bool,
    rewrite: bool,
    part: str,
    shown: str,
    folder: str,
    as_json: bool,
) -> None:
    """Find the passages for a question: rank, score, ID, document, version, section, label.

    \b
    policy-assistant search "Which pump kit fits the PW-2200?"
    policy-assistant search "return window" --as-of 2026-11-01 --audience public
    policy-assistant search "Combien de jours pour retourner un article ?" --explain
    policy-assistant search --show 2782cdec3c63
    """
    assistant = options.open_project(folder)
    if shown:
        say_passage(assistant, shown, audience, as_json=as_json)
        return
    wanted = method or assistant.settings.search.method
    _check_views(wanted, {"--context": context, "--explain": explain, "--full": full})
    if explain and assistant.finder(part, method).part != "docs":
        raise UsageError("--explain is for documents", hint="give --in docs, or leave --explain out")
    result = assistant.search(question, method=method, k=k, as_of=as_of, audience=audience, rewrite=rewrite, part=part)
    if result.method != "baseline":
        note_changes(assistant)
    _note_what_is_missing(assistant, result)
    if not wanted:
        _note_missing_embedder(assistant, result)
    if result.asked.text != result.query:
        note(f"searched for: {result.asked.text}")
    if as_json:
        record = explained_record(assistant, result) if explain else search_record(result)
        say_json(record | ({"context": context_record(result)} if context else {}))
        return
    if context:
        say_context(result)
    else:
        _say_hits(assistant, result, full=full, explain=explain)
    say(_last_line(assistant, result, assistant.settings.search.k if k is None else k))


def _check_views(method: str, views: Mapping[str, bool]) -> None:
    """Refuse views that the method has not got or that exclude each other, before anything is searched."""
    for name in ("--context", "--explain"):
        if views[name] and method == "baseline":
            raise UsageError(f"{name} reads the index, which the baseline does not use", hint="leave --method baseline out")
    if views["--context"] and (others := [name for name, on in views.items() if on and name != "--context"]):
        raise UsageError(f"--context and {others[0]} are both given; one shows passages, the other hits", hint="give one of them")


def _say_hits(assistant: "Assistant", result: "SearchResult", *, full: bool, explain: bool) -> None:
    parts = explanation(assistant, result) if explain else None
    for hit, passage in zip(result.hits, result.passages, strict=True):
        say_hit(assistant, result, hit, passage, full=full)
        if parts:
            parts.say(passage)


def _last_line(assistant: "Assistant", result: "SearchResult", k: int) -> str:
    if result.method == "baseline":
        return f"BM25 over {result.searched} sections of the Markdown documents, top {k}"
    how = named_method(result.method, models_of(assistant, result))
    chunks = {"docs": f"{assistant.store.info().chunker} chunks", "code": "pieces of code", "all": "chunks and pieces of code"}[result.part]
    return f"{how} over {result.searched} {chunks}, top {k} | as of {result.as_of or 'any date'} | audience {result.audience}"


def _note_what_is_missing(assistant: "Assistant", result: "SearchResult") -> None:
    """No hits, and passages that only words can find, are said."""
    if not result.hits:
        words = "a word of the question" if result.asked.words else "a match: the question holds no word"
        note(f"no passage in force on {result.as_of or 'any date'} that {result.audience} may see has {words}")
    if result.method in ("dense", "hybrid", "rerank") and (lacking := assistant.store.info().without_vectors):
        note(f"hint: found by words only, for want of vectors: {lacking} of the passages; run `policy-assistant ingest`")


def _note_missing_embedder(assistant: "Assistant", result: "SearchResult") -> None:
    """An index with vectors that is searched by keywords, since its embedder is not installed: less is found, so it is said."""
    embedding = assistant.store.embedding()
    if result.method != "keywords" or embedding is None or assistant.settings.models.embedder == "none":
        return
    from policy_assistant.errors import MissingExtraError
    from policy_assistant.models.embedders.base import EMBEDDERS

    name = embedding.name.partition(":")[0]
    if not EMBEDDERS.is_installed(name):
        mend = MissingExtraError(name, EMBEDDERS.entry(name).extra).hint
        note(f"hint: searched by keywords only, for the index's embedder `{embedding.name}` is not installed: {mend}")
