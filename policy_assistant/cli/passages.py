"""Passages in words: as hits, one whole with its neighbours, and as a model reads them."""

from typing import TYPE_CHECKING, Any

from policy_assistant.cli.marks import MARK, marked
from policy_assistant.cli.output import excerpt, note, say, say_json
from policy_assistant.code_places import label
from policy_assistant.errors import NotFoundError
from policy_assistant.metadata import Chunk, page_range
from policy_assistant.records.passages import chunk_record, reference_record
from policy_assistant.references import references
from policy_assistant.spots import spot_range

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.code.fresh import Freshness
    from policy_assistant.context import Context
    from policy_assistant.lexical import Hit
    from policy_assistant.search import Passage, SearchResult


def say_hit(assistant: "Assistant", result: "SearchResult", hit: "Hit", passage: "Passage", *, full: bool) -> None:
    """A hit in two lines, or with its place and the whole passage, the question's words marked; a third line for flags."""
    if not isinstance(passage, Chunk):
        say(f"{hit.rank}. {hit.score:>8.4f}  {hit.id}")
        say(f"   {excerpt(passage.text.split(chr(10), 2)[-1])}" if not full else _indented(passage.text))
        return
    if passage.place:
        place = f"{label(passage)} | {passage.place.kind} {passage.place.name}"
    else:
        place = f"{passage.doc_id} v{passage.version} | {passage.section or '-'}"
    stale = " | stale: changed since it was indexed" if hit.id in result.stale else ""
    say(f"{hit.rank}. {hit.score:>8.4f}  [{hit.id}] {place} | {passage.access}{stale}")
    if full:
        say(f"   {_place(passage)}")
        say(_indented(_marked(assistant, result, passage)))
    else:
        say(f"   {excerpt(passage.text.removeprefix(passage.title + chr(10)))}")
    _say_flags(passage)


def context_of(result: "SearchResult") -> "Context":
    """What a model would read of the passages found."""
    from policy_assistant.context import make_context

    return make_context(passage for passage in result.passages if isinstance(passage, Chunk))


def say_context(result: "SearchResult") -> None:
    """The passages as a model reads them, and what was left out."""
    from policy_assistant.context import BUDGET

    context = context_of(result)
    if context.kept:
        say(context.text)
        say()
    for chunk, reason in context.dropped:
        say(f"left out: [{chunk.chunk_id}] {chunk.doc_id} v{chunk.version} | {chunk.section or '-'}: {reason}")
    say(f"{len(context.kept)} passage{'' if len(context.kept) == 1 else 's'}, about {context.tokens} of {BUDGET} tokens")


def context_record(result: "SearchResult") -> dict[str, Any]:
    """The same as JSON: IDs of the hits, the text that a model reads, and why others were left out."""
    from policy_assistant.context import BUDGET

    context = context_of(result)
    return {
        "kept": [chunk.chunk_id for chunk in context.kept],
        "dropped": [{"id": chunk.chunk_id, "reason": reason} for chunk, reason in context.dropped],
        "tokens": context.tokens,
        "budget": BUDGET,
        "text": context.text,
    }


def say_passage(assistant: "Assistant", shown: str, audience: str, *, as_json: bool) -> None:
    """The passage with an ID, whatever its dates, and the ones before and after it.

    Raises:
        NotFoundError: no passage that the audience may see has the ID, or several begin with it.
    """
    labels = assistant.settings.labels_of(audience or assistant.settings.access.default)
    found = [chunk for chunk in assistant.store.find(shown) if chunk.access in labels]
    if len(found) != 1:
        several = f"; {len(found)} begin with it: {', '.join(c.chunk_id for c in found[:5])}" if found else ""
        raise NotFoundError(f"no passage has the ID {shown!r}{several}", hint="IDs are in the output of `search` and `chunks`")
    chunk = as_it_is_now(assistant.freshness, found[0])
    document = [c for c in assistant.store.chunks(chunk.doc_id) if c.version == chunk.version]
    before, after = (next((c for c in document if c.position == chunk.position + step), None) for step in (-1, 1))
    places = [b for b in assistant.store.blocks(chunk.source) if b.start < chunk.end and b.end > chunk.start]
    lines = [b.source_lines for b in places if b.source_lines]
    links = [] if chunk.place else references(chunk, document)
    if as_json:
        boxes = [
            {"page": n.box.page, "box": [n.box.left, n.box.top, n.box.right, n.box.bottom]}
            for b in places
            for n in b.lines
            if n.start < chunk.end and n.end > chunk.start
        ]
        neighbours = {name: chunk_record(c) if c else None for name, c in (("before", before), ("after", after))}
        named = {"references": [reference_record(one) for one in links]}
        lines_of = {"source_lines": [lines[0][0], lines[-1][1]] if lines else None}
        say_json(chunk_record(chunk) | lines_of | {"boxes": boxes} | neighbours | named)
        return
    what = f"{chunk.place.kind} {chunk.place.name}" if chunk.place else chunk.section or "-"
    say(f"[{chunk.chunk_id}] {chunk.doc_id} v{chunk.version} | {what} | {chunk.access}")
    say(f"   {_place(chunk)}{f' | lines {lines[0][0]}-{lines[-1][1]}' if lines else ''}")
    _say_flags(chunk)
    for name, neighbour in (("before", before), ("", chunk), ("after", after)):
        if name and neighbour:
            say(f"{name}: [{neighbour.chunk_id}] {neighbour.section or '-'}: {excerpt(neighbour.quote)}")
        elif neighbour:
            say(_indented(neighbour.text))
            for one in links:
                say(f"   refers to {excerpt(one.text)}: [{one.target.chunk_id}] {one.target.section or '-'}")


def as_it_is_now(freshness: "Freshness", chunk: Chunk) -> Chunk:
    """A piece of code with its lines of now, and a hint where it is stale; a passage of a document as it is.

    Raises:
        NotFoundError: the piece's file is gone.
    """
    located = freshness.locate(chunk) if chunk.place else None
    if chunk.place and located is None:
        raise NotFoundError(f"{chunk.source} is gone", hint="run `policy-assistant ingest`")
    if located and located.is_stale:
        note("hint: the file changed since it was indexed; this is its text as it was. Run `policy-assistant ingest`")
    return located.chunk if located else chunk


def _say_flags(chunk: Chunk) -> None:
    if chunk.flags:
        say(f"   ! flagged: {', '.join(chunk.flags)}")


def _marked(assistant: "Assistant", result: "SearchResult", chunk: Chunk) -> str:
    if result.method == "bm25":
        return assistant.store.marked(result.asked.words, chunk, MARK, MARK)
    return marked(chunk, [*result.asked.terms, *result.asked.related])


def _place(chunk: Chunk) -> str:
    if chunk.place:
        return f"{label(chunk)} | chars {chunk.start}-{chunk.end} | {chunk.language}"
    period = f"in force from {chunk.effective_from or 'the beginning'} to {chunk.effective_to or 'no end date'}"
    spots = f" | {spot_range(chunk.spots)}" if chunk.spots else ""
    return f"{chunk.source} | pages {page_range(chunk.pages)}{spots} | chars {chunk.start}-{chunk.end} | {period} | {chunk.language} {chunk.doc_type}".rstrip()


def _indented(text: str) -> str:
    return "\n".join(f"   {line}" for line in text.split("\n"))
