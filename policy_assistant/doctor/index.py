"""Checks of the index: that it is there, whole, of this version, as new as the files, and that its text is sound."""

import re
from collections.abc import Iterator

from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.doctor.project import INGEST, REBUILD, Finding, Project, capped, count, names, note, problem
from policy_assistant.metadata import Chunk
from policy_assistant.settings import Settings
from policy_assistant.stale import changed_sources
from policy_assistant.store.base import IndexInfo

MAX_WORDS = 600
"""A longer passage holds so many words that nearly every question finds some of them in it."""

_SIGNS = {
    "characters that could not be decoded (U+FFFD)": re.compile("\ufffd"),
    "characters that only one font can show (private use)": re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]"),
}


def check_index(project: Project) -> Iterator[Finding]:
    """The index exists, opens, and is of this version's schema and parser and the settings' chunker."""
    yield from _made_otherwise(project.info, project.settings)


def check_integrity(project: Project) -> Iterator[Finding]:
    """The index file is whole."""
    yield from capped([problem(f"the index is not whole: {text}", _mend(text)) for text in project.index.problems()], "problem")
    try:
        _ = project.documents, project.chunks  # other checks are not run without them, so their fault is told here
    except (ValueError, TypeError) as error:
        yield problem(f"the index holds rows that cannot be read ({error})", REBUILD)


def check_age(project: Project) -> Iterator[Finding]:
    """No file is newer than the index. Files that the ingest cannot take in have a finding of their own."""
    barred = {reading.name for reading in project.readings if reading.unreadable or reading.refused}
    changed = [name for name in changed_sources(project.settings, project.documents, project.index.unreadable()) if name not in barred]
    if changed:
        yield problem(f"{count(len(changed), 'file')} changed, added or deleted since the last ingest: {names(changed)}", INGEST)


def check_passages(project: Project) -> Iterator[Finding]:
    """Every document in the index has passages that can be found."""
    with_passages = {chunk.source for chunk in project.chunks}
    without = [d.metadata.source for d in project.documents if d.metadata.source not in with_passages]
    titles = [source for source in without if all(block.kind == "title" for block in project.index.blocks(source))]
    if titles:
        yield note(
            f"{count(len(titles), 'document')} with a title and no text, in which nothing can be found: {names(titles)}",
            f"write the text, or delete the file; then {INGEST}",
        )
    if lost := [source for source in without if source not in titles]:
        yield problem(f"{count(len(lost), 'document')} whose passages are gone from the index: {names(lost)}", REBUILD)


def check_long_chunks(project: Project) -> Iterator[Finding]:
    """No passage is so long that nearly every question finds some of its words in it."""
    found = [note(*_long(project, chunk)) for chunk in project.chunks if chunk.words > MAX_WORDS]
    yield from capped(found, "passage")


def check_text(project: Project) -> Iterator[Finding]:
    """The text shows no signs of damage: search cannot find words with such characters."""
    for sign, pattern in _SIGNS.items():
        sources = dict.fromkeys(chunk.source for chunk in project.chunks if pattern.search(chunk.quote))
        if sources:
            yield note(
                f"{sign} in {count(len(sources), 'document')}: {names(sources)}",
                f"save them as UTF-8, or export the PDF with embedded Unicode fonts; then {INGEST}",
            )


def _mend(text: str) -> str:
    """Derived rows can be made anew from the passages; of damage nobody knows what it took."""
    return REBUILD if text.startswith("damaged") else f"policy-assistant doctor --repair, or where that does not help {REBUILD}"


def _made_otherwise(info: IndexInfo, settings: Settings) -> Iterator[Finding]:
    if info.parser != PARSER_VERSION:
        yield problem(f"the index was made by parser {info.parser or '(none)'}; this version has parser {PARSER_VERSION}", REBUILD)
    wanted = settings.chunk.chunker
    if wanted and info.chunker != wanted:
        yield problem(f"the index was made with chunker {info.chunker!r}; the settings say {wanted!r}", f"{REBUILD} --chunker {wanted}")


def _long(project: Project, chunk: Chunk) -> tuple[str, str]:
    kinds = {b.kind for b in project.index.blocks(chunk.source) if b.start < chunk.end and b.end > chunk.start}
    kind = next((kind for kind in ("table", "code") if kind in kinds), "paragraph")
    place = f"{chunk.source} | {chunk.section or 'no section'}"
    return (
        f"a {kind} makes a passage of {chunk.words:,} words: {place}",
        f"cut the {kind} in {chunk.source} into parts under headings of their own, then {INGEST}",
    )
