"""`policy-assistant chunks`."""

from itertools import groupby

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import say, say_json
from policy_assistant.cli.passages import as_it_is_now
from policy_assistant.filters import PARTS
from policy_assistant.metadata import page_range
from policy_assistant.records.passages import chunk_record
from policy_assistant.spots import spot_range


@click.command(short_help="List the chunks of the index with their places.")
@click.argument("doc", required=False, default="")
@options.audience
@options.project
@options.as_json
def command(doc: str, audience: str, folder: str, as_json: bool) -> None:
    """List the chunks of the index, or of one document (DOC is a doc_id), with their places.

    A line holds ID, version, number, characters in the parsed text, pages, words and sections.
    """
    from policy_assistant.errors import NotFoundError, nearest

    assistant = options.open_project(folder)
    store = assistant.store
    labels = assistant.settings.labels_of(audience or assistant.settings.access.default)
    chunks = [chunk for chunk in store.chunks(doc or None) if chunk.access in labels]
    if chunks and chunks[0].place:
        freshness = assistant.freshness
        chunks = [as_it_is_now(freshness, chunk) for chunk in chunks]
    if doc and not chunks:
        documents = [d.metadata for part in PARTS for d in store.documents(part)]
        known = {metadata.doc_id for metadata in documents if metadata.access in labels}
        raise NotFoundError(f"no document {doc!r} in the index", hint=nearest(doc, known))
    if as_json:
        say_json({"chunks": [chunk_record(chunk) | {"position": chunk.position, "hash": chunk.hash} for chunk in chunks]})
        return
    for source, group in groupby(chunks, lambda chunk: chunk.source):
        listed = list(group)
        for c in listed:
            if c.place:
                place = f"lines {c.place.first_line}-{c.place.last_line} | {c.place.kind} {c.place.name}"
                say(f"{c.chunk_id} v{c.version} #{c.position} chars {c.start}-{c.end} {place} | {c.words} words")
                continue
            spots = f" | {spot_range(c.spots)}" if c.spots else ""
            say(
                f"{c.chunk_id} v{c.version} #{c.position} chars {c.start}-{c.end} pages {page_range(c.pages)} | {c.words} words | {' / '.join(c.sections) or '-'}{spots}"
            )
        if doc:
            say(f"{len(listed)} chunks ({listed[0].chunker}) from {source}")
    if not doc:
        say(f"{len(chunks)} chunks ({store.info().chunker}) from {len({c.source for c in chunks})} documents")
