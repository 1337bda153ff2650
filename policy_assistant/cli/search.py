"""`policy-assistant search`."""

from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import excerpt, note, say, say_json, table
from policy_assistant.cli.records import chunk_record, search_record
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.metadata import Chunk, page_range

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.lexical import Hit
    from policy_assistant.search import Passage, SearchResult
    from policy_assistant.store.base import WordScore


@click.command(short_help="Find the passages for a question.")
@click.argument("question", required=False, default="")
@options.k
@options.method
@options.as_of
@options.audience
@click.option("--full", is_flag=True, help="Show pages, dates and the whole passage, the question's words marked.")
@click.option("--explain", is_flag=True, help="Show what each word gives to the score.")
@click.option("--show", "shown", default="", metavar="ID", help="Show the whole passage with this ID, and its neighbours.")
@options.project
@options.as_json
def command(
    question: str, k: int | None, method: str, as_of: str, audience: str, full: bool, explain: bool, shown: str, folder: str, as_json: bool
) -> None:
    """Find the passages for a question: rank, score, ID, document, version, section, label.

    \b
    policy-assistant search "Which pump kit fits the PW-2200?"
    policy-assistant search "return window" --as-of 2026-11-01 --audience public
    policy-assistant search --show d9a5bd8ea531
    """
    assistant = options.open_project(folder)
    if shown:
        _show(assistant, shown, as_of, audience, as_json)
        return
    result = assistant.search(question, method=method, k=k, as_of=as_of, audience=audience)
    if explain and result.method == "baseline":
        raise UsageError("--explain reads the index, which the baseline does not use", hint="leave --method baseline out")
    _note_changes(assistant, result)
    if as_json:
        say_json(_with_words(assistant, result) if explain else search_record(result))
        return
    for hit, passage in zip(result.hits, result.passages, strict=True):
        _say_hit(assistant, result, hit, passage, full)
        if explain:
            _say_words(assistant, result.query, passage)
    say(_last_line(assistant, result, assistant.settings.search.k if k is None else k))


def _say_hit(assistant: "Assistant", result: "SearchResult", hit: "Hit", passage: "Passage", full: bool) -> None:
    if not isinstance(passage, Chunk):
        say(f"{hit.rank}. {hit.score:>8.4f}  {hit.id}")
        say(f"   {excerpt(passage.text.split(chr(10), 2)[-1])}" if not full else _indented(passage.text))
        return
    say(f"{hit.rank}. {hit.score:>8.4f}  [{hit.id}] {passage.doc_id} v{passage.version} | {passage.section or '-'} | {passage.access}")
    if not full:
        say(f"   {excerpt(passage.text.removeprefix(passage.title + chr(10)))}")
        return
    from policy_assistant.analysis import words

    say(f"   {_place(passage)}")
    say(_indented(assistant.store.marked(words(result.query), passage, "**", "**")))


def _place(chunk: Chunk) -> str:
    period = f"in force from {chunk.effective_from or 'the beginning'} to {chunk.effective_to or 'no end date'}"
    return f"{chunk.source} | pages {page_range(chunk.pages)} | chars {chunk.start}-{chunk.end} | {period} | {chunk.language} {chunk.doc_type}".rstrip()


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.split("\n"))


def _words_of(assistant: "Assistant", query: str, passage: "Passage") -> "list[WordScore]":
    from policy_assistant.analysis import words

    return assistant.store.explain_text(words(query), passage) if isinstance(passage, Chunk) else []


def _say_words(assistant: "Assistant", query: str, passage: "Passage") -> None:
    scores = _words_of(assistant, query, passage)
    rows = [(f"   {w.word}", w.documents, f"{w.rarity:.4f}", w.count, f"{w.credit:.4f}", f"{w.score:.4f}") for w in scores]
    table(("   word", "chunks", "rarity", "count", "credit", "score"), rows, right=(1, 2, 3, 4, 5))
    if scores:
        say(f"   sum {sum(w.score for w in scores):.4f} | {scores[0].length} words in the chunk, {scores[0].average:.1f} in the mean chunk")


def _with_words(assistant: "Assistant", result: "SearchResult") -> dict[str, Any]:
    from dataclasses import asdict

    record = search_record(result)
    for hit, passage in zip(record["hits"], result.passages, strict=True):
        hit["explanation"] = [asdict(word) for word in _words_of(assistant, result.query, passage)]
    return record


def _last_line(assistant: "Assistant", result: "SearchResult", k: int) -> str:
    if result.method == "baseline":
        return f"BM25 over {result.searched} sections of the Markdown documents, top {k}"
    chunker = assistant.store.info().chunker
    return f"BM25 over {result.searched} {chunker} chunks, top {k} | as of {result.as_of or 'any date'} | audience {result.audience}"


def _show(assistant: "Assistant", shown: str, as_of: str, audience: str, as_json: bool) -> None:
    """The passage with an ID, whatever its dates, and the ones before and after it."""
    labels = assistant.settings.labels_of(audience or assistant.settings.access.default)
    found = [chunk for chunk in assistant.store.find(shown) if chunk.access in labels]
    if len(found) != 1:
        several = f"; {len(found)} begin with it: {', '.join(c.chunk_id for c in found[:5])}" if found else ""
        raise NotFoundError(f"no passage has the ID {shown!r}{several}", hint="IDs are in the output of `search` and `chunks`")
    chunk = found[0]
    document = [c for c in assistant.store.chunks(chunk.doc_id) if c.version == chunk.version]
    before, after = (next((c for c in document if c.position == chunk.position + step), None) for step in (-1, 1))
    places = [b for b in assistant.store.blocks(chunk.source) if b.start < chunk.end and b.end > chunk.start]
    lines = [b.source_lines for b in places if b.source_lines]
    if as_json:
        boxes = [
            {"page": n.box.page, "box": [n.box.left, n.box.top, n.box.right, n.box.bottom]}
            for b in places
            for n in b.lines
            if n.start < chunk.end and n.end > chunk.start
        ]
        neighbours = {name: chunk_record(c) if c else None for name, c in (("before", before), ("after", after))}
        say_json(chunk_record(chunk) | {"source_lines": [lines[0][0], lines[-1][1]] if lines else None, "boxes": boxes} | neighbours)
        return
    say(f"[{chunk.chunk_id}] {chunk.doc_id} v{chunk.version} | {chunk.section or '-'} | {chunk.access}")
    say(f"   {_place(chunk)}{f' | lines {lines[0][0]}-{lines[-1][1]}' if lines else ''}")
    for name, neighbour in (("before", before), ("", chunk), ("after", after)):
        if name and neighbour:
            say(f"{name}: [{neighbour.chunk_id}] {neighbour.section or '-'}: {excerpt(neighbour.quote)}")
        elif neighbour:
            say(_indented(neighbour.text))


def _note_changes(assistant: "Assistant", result: "SearchResult") -> None:
    """Newer files than the index are a hint, not an error."""
    if result.method == "baseline":
        return
    from policy_assistant.stale import changed_sources

    changed = changed_sources(assistant.settings, assistant.store.documents(), assistant.store.unreadable())
    if changed:
        note(
            f"hint: {len(changed)} file{'s' if len(changed) > 1 else ''} changed since the last ingest ({excerpt(', '.join(changed), 80)}); run `policy-assistant ingest`"
        )
