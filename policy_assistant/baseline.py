"""The number to beat: BM25 over the sections of the Markdown documents, in memory, without dates."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from policy_assistant.documents import DocInfo, Section, load_inventory, read_front_matter, sections
from policy_assistant.errors import UnreadableFileError
from policy_assistant.ingest import own_metadata
from policy_assistant.lexical import Hit, KeywordIndex
from policy_assistant.metadata import resolve
from policy_assistant.parse.base import format_of
from policy_assistant.presence import rows_by_source
from policy_assistant.settings import Settings
from policy_assistant.sidecar import read_sidecar
from policy_assistant.sources import Source, find_sources

_HEAD_BYTES = 65_536


@dataclass(frozen=True)
class Baseline:
    """An index of sections, built when it is first used."""

    sections: Sequence[Section]

    @cached_property
    def _by_id(self) -> dict[str, Section]:
        return {s.passage_id: s for s in self.sections}

    @cached_property
    def _index(self) -> KeywordIndex:
        index = KeywordIndex(sqlite3.connect(":memory:"))
        index.add((s.passage_id, s.text) for s in self._by_id.values())
        return index

    def search(self, query: str, k: int, labels: frozenset[str]) -> list[tuple[Hit, Section]]:
        """The k best sections whose label is one of `labels`."""
        hits = self._index.search(query, k, allowed=lambda item: self._by_id[item].access in labels)
        return [(hit, self._by_id[hit.id]) for hit in hits]


def load_baseline(settings: Settings) -> Baseline:
    """The baseline over a project's Markdown documents. Raises `InputRefusedError` where a document's metadata do."""
    documents = list_documents(settings, ending=".md")
    return Baseline([section for info in documents for section in sections(info)])


def list_documents(settings: Settings, ending: str = "", unreadable: list[UnreadableFileError] | None = None) -> list[DocInfo]:
    """The documents of a project with their resolved labels: the inventory's rows whose files exist, in its order, then
    files that only their front matter describes, by name. A file that cannot be read goes into `unreadable`.

    Raises:
        UnreadableFileError: such a file, where no list takes it.
    """
    files = {s.name: s for s in find_sources(settings).sources if s.name.lower().endswith(ending)}
    listed = rows_by_source(load_inventory(settings.inventory_path) if settings.inventory_path.exists() else [], files.keys())
    names = [name for name in listed if name in files] + [name for name in files if name not in listed]
    found = []
    for name in names:
        try:
            found.append(_described(settings, files[name], listed.get(name)))
        except UnreadableFileError as error:
            if unreadable is None:
                raise
            unreadable.append(error)
    return found


def _described(settings: Settings, source: Source, row: DocInfo | None) -> DocInfo:
    fmt = format_of(source.path)
    if fmt == "md":
        with source.path.open("rb") as file:
            own, _, _ = read_front_matter(file.read(_HEAD_BYTES).decode("utf-8-sig", errors="replace").replace("\r\n", "\n"))
    else:
        own = _own(settings, source, row)
    beside = read_sidecar(source.sidecar, source.name)
    meta = resolve(source.name, fmt, own, row.stated if row else {}, "", settings, beside=beside)
    stated = {name: getattr(meta, name) for name in ("doc_id", "title", "version", "access", "language")}
    base = row or DocInfo(
        source.name, meta.doc_id, meta.title, meta.version, meta.effective_from, meta.effective_to, meta.owner, doc_type=meta.doc_type
    )
    return replace(base, **stated, format=base.format or meta.format, root=source.path.parents[source.name.count("/")])


def _own(settings: Settings, source: Source, row: DocInfo | None) -> dict[str, str]:
    """What a page or PDF says of itself; nothing where it cannot be read but the inventory describes it."""
    try:
        return own_metadata(settings, source)
    except UnreadableFileError:
        if row:
            return {}
        raise
