"""Ingestion: files become an index. It plans (what changed), prepares (parses and embeds into the cache), then publishes at once.

Nothing is written to the index before every file was read and every document's metadata was accepted; a process that is
killed at any moment leaves the index as it was or as it should be, and the next run resumes from the cache.
"""

import contextlib
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path

from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.chunk import DEFAULT_CHUNKER
from policy_assistant.chunk.base import check_chunker
from policy_assistant.code_files import find_code
from policy_assistant.code_folders import code_folders
from policy_assistant.code_plan import commits_of, consider_code, finish_code
from policy_assistant.documents import DocInfo, load_inventory
from policy_assistant.embed import Progress
from policy_assistant.errors import IndexMismatchError, InputRefusedError, SettingsError
from policy_assistant.filters import PARTS
from policy_assistant.history import split_state
from policy_assistant.index_model import choose_embedder, is_installed
from policy_assistant.ingest_lock import Waiting, ingest_lock
from policy_assistant.ingest_report import CodeReport, IngestReport
from policy_assistant.models.embedders.base import NONE
from policy_assistant.parse.code import language_of, syntax_available
from policy_assistant.parse.code.grammars import has_grammar
from policy_assistant.past import with_past
from policy_assistant.plan import Plan, consider, finish, keep_as_it_was, look_at
from policy_assistant.presence import absent_folders, keep_unseen, rows_by_source
from policy_assistant.publish import make_vectors, publish, stage
from policy_assistant.reading import options_of, own_metadata
from policy_assistant.settings import CorpusSettings, Settings
from policy_assistant.shards import belongs_to
from policy_assistant.sources import Found, Source, has_documents, look_for_sources, unreachable_error
from policy_assistant.store.base import IndexedDocument, IndexInfo, Shard
from policy_assistant.store.engine import has_index, open_engine
from policy_assistant.store.make import REBUILD_HINT, check_analyser, check_code_analyser
from policy_assistant.vector_maker import VectorMaker

__all__ = ["CodeReport", "IngestReport", "Progress", "ingest", "options_of", "own_metadata"]


def ingest(
    settings: Settings,
    *,
    chunker: str = "",
    embedder: str = "",
    rebuild: bool = False,
    dry_run: bool = False,
    strict: bool = False,
    without_vectors: bool = False,
    forget_missing: bool = False,
    unfinished: Collection[str] = (),
    progress: Progress | None = None,
    embed_progress: Progress | None = None,
    waiting: Waiting | None = None,
    shard: Shard | None = None,
) -> IngestReport:
    """Bring the index up to date with the files.

    `rebuild` ingests everything anew; `strict` refuses the whole when any file cannot be read; `without_vectors` embeds
    nothing: passages whose vectors are not known are left without, which the next ingest makes up for.

    A folder that cannot be listed, or is missing or empty though the index has documents of it, may be a drive that is
    away: its documents stay as they are, unless `forget_missing` says that a missing or empty folder is meant.
    `unfinished` are names of documents that are being written: what the index has of them stays for now.

    Where another ingest of the project is running it is waited for, and `waiting` is told so.

    With `shard` only a part of the files is read, parsed and embedded, beside other parts; nothing becomes visible before
    `publish_shards`.

    Raises:
        UsageError: a folder of documents is missing, and there is nothing else to ingest.
        InputRefusedError: no documents, or metadata that would make answers wrong. The index is as it was.
        IndexMismatchError: the index has another chunker, parser or embedder, and `rebuild` was not asked for.
        MissingProgramError: text is to be recognised, and the program for it is not installed.
        MissingExtraError, ModelError: the embedder is not installed or fails; the index is as it was, and what was
            embedded is kept.
        StoreBusyError: another process wrote meanwhile.
    """
    if settings.corpus.ocr:
        from policy_assistant.parse.tesseract import check_installed

        check_installed(settings.project.languages)
    with contextlib.ExitStack() as stack:
        if not (dry_run or shard):
            stack.enter_context(ingest_lock(settings.cache_path, waiting))
        before = _state(settings, rebuild)
        chunker = _chunker(settings, chunker, before.info, rebuild)
        spec = choose_embedder(settings, embedder, before.info, rebuild=rebuild, without_vectors=without_vectors)
        last_sync = before.info.last_sync if before.info else 0
        plan = Plan(settings, before.documents, last_sync, rebuild, chunker, IngestReport(dry_run=dry_run))
        seen = _read_all(plan, before.lacking_vectors, _Wish(strict, forget_missing, frozenset(unfinished), shard), progress)
        if dry_run:
            return plan.report
        built = before.info.embedding if before.documents and before.info and not rebuild else None
        maker = None if spec == NONE else stack.enter_context(contextlib.closing(VectorMaker(spec, settings, built)))
        if maker and (is_installed(spec) or not without_vectors):
            make_vectors(plan, maker, embed_progress, only_kept=without_vectors)
        if shard:
            stage(plan, maker, before.info, shard, seen, without_vectors=without_vectors)
        else:
            publish(plan, maker, before.info)
    return plan.report


@dataclass(frozen=True)
class _State:
    """The index as it is; empty when there is none or it will be replaced."""

    info: IndexInfo | None = None
    documents: Mapping[str, IndexedDocument] = field(default_factory=dict)
    lacking_vectors: frozenset[str] = frozenset()


def _state(settings: Settings, rebuild: bool) -> _State:
    if not has_index(settings):
        return _State()
    try:
        with open_engine(settings) as store:
            info = store.info()
            lacking = store.lacking_vectors() if info.without_vectors else ()
            return _State(info, {d.metadata.source: d for part in PARTS for d in store.documents(part)}, frozenset(lacking))
    except IndexMismatchError:
        if rebuild:
            return _State()
        raise


def _chunker(settings: Settings, asked: str, info: IndexInfo | None, rebuild: bool) -> str:
    """The chunker to use: the one asked for, else the index's own, else the default."""
    asked = asked or settings.chunk.chunker
    built = info.chunker if info and not rebuild else ""
    chunker = check_chunker(asked or built or DEFAULT_CHUNKER)
    if info and built:
        _check_make(info, chunker)
    return chunker


def _check_make(info: IndexInfo, chunker: str) -> None:
    """Refuse to add to an index what would not be like the rest of it."""
    if chunker != info.chunker:
        raise IndexMismatchError(
            f"the index was made with chunker {info.chunker!r}, not {chunker!r}",
            hint=f"run `policy-assistant ingest --rebuild --chunker {chunker}`",
        )
    if info.parser != PARSER_VERSION:
        raise IndexMismatchError(f"the index was made by parser {info.parser}; this version has parser {PARSER_VERSION}", hint=REBUILD_HINT)
    check_analyser(info.analyser)
    if info.code_files:
        check_code_analyser(info.code_analyser)


@dataclass(frozen=True)
class _Wish:
    """Which files are read, and how to treat those that are not as they should be; see `ingest`."""

    strict: bool
    forget_missing: bool
    unfinished: frozenset[str]
    shard: Shard | None = None

    def is_wanted(self, source: str) -> bool:
        """Whether a file is in the part that is read. Code belongs to the first."""
        return self.shard is None or belongs_to(self.shard, split_state(source)[0])

    @property
    def wants_code(self) -> bool:
        """Whether code is in the part that is read."""
        return self.shard is None or self.shard.number == 1


def _read_all(plan: Plan, lacking_vectors: frozenset[str], wish: _Wish, progress: Progress | None) -> list[str]:
    """Look at every file, and read those that are new; the names of all documents that are there.

    Raises:
        InputRefusedError: there is neither a document nor code, or all documents or all code that the index has seem gone.
    """
    folders = code_folders(plan.settings)
    parts = {document.metadata.part for document in plan.before.values()}
    has_code = bool(folders) or "code" in parts
    found_code = _read_code(plan, folders, progress) if has_code and wish.wants_code else frozenset()
    if found_code and "docs" not in parts and not has_documents(plan.settings):
        finish(plan, {}, set(), lacking_vectors, strict=wish.strict)
        return []
    found = look_for_sources(plan.settings)
    if not found.sources and ("docs" in parts or not found_code):
        _check_emptiness(plan, found, wish)
    absent = absent_folders(plan, found, forget_missing=wish.forget_missing)
    if wish.shard and (absent or found.unreachable):
        raise InputRefusedError(
            f"shard {wish.shard}: a folder of documents is missing or cannot be listed", hint="see that every machine has all folders"
        )
    if plan.settings.corpus.history:
        found = with_past(plan.settings, found)
    if twice := next((source.name for source in found.sources if source.name in found_code), None):
        raise SettingsError(
            f"[code] folders: {twice!r} is also the name of a document", hint="rename the folder, or leave it out with [code] exclude"
        )
    names = {source.name for source in found.sources}
    rows = rows_by_source(_listed(plan.settings), names | plan.before.keys())
    _note_others(plan, found)
    unfinished = [source for source in found.sources if source.name in wish.unfinished]
    finished = [source for source in found.sources if source.name not in wish.unfinished and wish.is_wanted(source.name)]
    for source in unfinished:
        keep_as_it_was(plan, source, rows.get(source.name))
    with contextlib.closing(look_at(plan, finished)) as looks:
        for number, (source, looked) in enumerate(looks, 1 + len(unfinished)):
            consider(plan, source, rows.get(source.past.file if source.past else source.name), looked)
            if progress:
                progress(number, len(found.sources), source.name)
    if wish.shard:
        _finish_part(plan, wish, names, rows, lacking_vectors)
    else:
        names |= keep_unseen(plan, found, absent, rows, wish.unfinished)
        finish(plan, rows, names, lacking_vectors, strict=wish.strict)
    return sorted(names)


def _finish_part(plan: Plan, wish: _Wish, names: Set[str], rows: Mapping[str, DocInfo], lacking_vectors: Set[str]) -> None:
    """End the plan of a shard; what it does not look at is another's."""
    known = {source: document.metadata.part for source, document in plan.before.items()}
    own = {name for name in names if wish.is_wanted(name)}
    elsewhere = {name for name in names | known.keys() if not wish.is_wanted(name)}
    lacking = {name for name in lacking_vectors if (wish.wants_code if known.get(name) == "code" else wish.is_wanted(name))}
    finish(plan, {name: row for name, row in rows.items() if name in own}, own, lacking, strict=wish.strict, elsewhere=elsewhere)


def _check_emptiness(plan: Plan, found: Found, wish: _Wish) -> None:
    """Refuse to go on with no document at all, unless that is meant."""
    if wish.forget_missing and plan.before:
        return
    if found.unreachable:
        raise unreachable_error(found.unreachable[0])
    corpus = plan.settings.corpus
    forget = "; to forget all documents, `policy-assistant ingest --forget-missing`" if plan.before else ""
    raise InputRefusedError(
        f"no documents in {', '.join(corpus.folders)} (looked for {', '.join(corpus.patterns)})",
        hint=f"put documents there, or set [corpus] folders and patterns{forget}",
    )


def _note_others(plan: Plan, found: Found) -> None:
    """Tell what lies in the folders and is not read."""
    plan.report.passed_over = dict(found.others.most_common())
    plan.report.ignored = found.ignored
    plan.report.warnings.extend(f"{name}: a link that leaves the folders; not read" for name in found.refused_links)
    plan.report.warnings.extend(f"{name}: describes a file that is not there" for name in found.lone_sidecars)


def _read_code(plan: Plan, folders: Sequence[Path], progress: Progress | None) -> frozenset[str]:
    """Look at every file of code, and read those that are new; the names of all."""
    known = {name: (d.file.size, d.file.mtime) for name, d in plan.before.items() if d.metadata.part == "code"}
    found = find_code(plan.settings, known)
    report = plan.report.code = CodeReport(without_syntax=sum(map(_lacks_grammar, found.sources)))
    plan.report.warnings.extend(f"{name}: a link that leaves the folders; not read" for name in found.refused_links)
    if folders and known and not found.sources:
        raise InputRefusedError(
            f"no code in {', '.join(map(str, folders))}, and the index has {len(known)} files of it; nothing was changed",
            hint="is the drive there? To forget the code, take its folders out of [code] folders",
        )
    if plan.settings.code.folders and not found.sources:
        plan.report.warnings.append(f"no code in {', '.join(plan.settings.code.folders)}")
    for number, source in enumerate(found.sources, 1):
        consider_code(plan, report, replace(source, part="code"))
        if progress:
            progress(number, len(found.sources), source.name)
    finish_code(plan, report, found)
    files = {ready.source.name: ready.file for ready in plan.ready}
    stay = {name: plan.before[name].file for name in report.unchanged}
    plan.commits = commits_of(plan.settings, folders, {**stay, **files})
    return frozenset(source.name for source in found.sources)


def _lacks_grammar(source: Source) -> bool:
    """Whether a file of code would be cut by its syntax if the extra `code` were installed."""
    language = language_of(source.name)
    return has_grammar(language) and not syntax_available(language)


def _listed(settings: Settings) -> list[DocInfo]:
    """The rows of the inventory.

    Raises:
        InputRefusedError: it cannot be read, or it is named in the settings and is not there: its labels must not be lost.
    """
    try:
        settings.inventory_path.stat()
    except FileNotFoundError:
        if settings.corpus.inventory == CorpusSettings().inventory:
            return []
    except OSError:
        pass  # the reading says what it is
    return load_inventory(settings.inventory_path)
