"""The plan of an ingest: what every file is to the index (new, changed, the same, broken, gone), before anything is written."""

import contextlib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from policy_assistant.ahead import ahead
from policy_assistant.cache import ParseCache
from policy_assistant.checkout import Commit
from policy_assistant.cutting import Cut, Task, cut
from policy_assistant.cutting.processes import cut_in_parallel, default_workers
from policy_assistant.documents import DocInfo
from policy_assistant.errors import InputRefusedError, MissingExtraError, PolicyAssistantError, UnreadableFileError
from policy_assistant.history import split_state
from policy_assistant.ingest_report import IngestReport
from policy_assistant.metadata import Metadata, differences, resolve, stricter
from policy_assistant.parse.apart import AT_ONCE, stop_parsing
from policy_assistant.parse.base import format_of
from policy_assistant.past_periods import settle
from policy_assistant.periods import close_periods
from policy_assistant.reading import code_before, digest_of, options_of, parsed, parsed_before, read, said_by
from policy_assistant.settings import Settings
from policy_assistant.sidecar import read_sidecar, unknown_fields
from policy_assistant.sources import Past, Source
from policy_assistant.store.base import FileState, IndexedDocument

FRESH_NS = 2_000_000_000
"""A file changed less than this before the last sync is hashed again: its time may be as coarse as two seconds."""
MAX_LISTED = 20


@dataclass(frozen=True)
class Ready:
    """A file whose text is in the cache and whose metadata were accepted."""

    source: Source
    metadata: Metadata
    file: FileState


@dataclass(frozen=True)
class Considered:
    """A file whose metadata were accepted. `is_same` where its content is what the index has.

    `error` is why it cannot be read now; its `file` is then its last good version. An `is_unseen` file was not looked at: it
    lies in a folder that could not be listed, or somebody is writing it.
    """

    source: Source
    metadata: Metadata
    file: FileState
    is_same: bool = True
    error: UnreadableFileError | None = None
    is_unseen: bool = False


@dataclass
class Plan:
    """What is known before, and what will be done. `before` are the index's documents by source.

    `to_fill` are documents that stay and lack vectors; `with_vectors` are those that get some, of these and of `ready`.
    """

    settings: Settings
    before: Mapping[str, IndexedDocument]
    last_sync: int
    rebuild: bool
    chunker: str
    report: IngestReport
    ready: list[Ready] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    touched: list[tuple[str, FileState]] = field(default_factory=list)
    flagged: list[tuple[str, str]] = field(default_factory=list)
    commits: list[Commit] = field(default_factory=list)
    unreadable: dict[str, tuple[int, int]] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    considered: list[Considered] = field(default_factory=list)
    unread_past: list[Past] = field(default_factory=list)
    identities: dict[tuple[str, str], str] = field(default_factory=dict)
    to_fill: list[str] = field(default_factory=list)
    with_vectors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.options = options_of(self.settings)
        self.cache = ParseCache(self.settings.cache_path, self.options)

    def cut(self, ready: Ready, *, with_terms: bool = True) -> Cut:
        """What becomes of a file that is ready. Raises `InputRefusedError` when the file changed meanwhile."""
        if ready.source.part == "code":
            text = code_before(ready.source, ready.file.sha256, self.options)
        else:
            text = parsed_before(ready.source, ready.file.sha256, self.cache, self.options)
        return cut(text, ready.metadata, self.chunker, with_terms=with_terms)

    def cut_all(self, chosen: Sequence[Ready], *, with_terms: bool = True) -> Iterator[tuple[Ready, Cut]]:
        """What becomes of each of these files, in order; documents are cut in several processes where there are many.

        Raises as `cut`.
        """
        documents = [ready for ready in chosen if ready.source.part == "docs"]
        workers = default_workers(len(documents), self.settings.corpus.processes)
        others = [ready for ready in chosen if ready.source.part != "docs" or workers <= 1]
        if workers > 1:
            tasks = (self._task(ready, with_terms) for ready in documents)
            with contextlib.closing(cut_in_parallel(tasks, workers)) as found:
                for ready, made in zip(documents, found, strict=True):
                    yield ready, made or self.cut(ready, with_terms=with_terms)
        for ready in others:
            yield ready, self.cut(ready, with_terms=with_terms)

    def _task(self, ready: Ready, with_terms: bool) -> Task:
        ending = ready.source.path.suffix.lower()
        return Task(self.settings.cache_path, self.options, ready.file.sha256, ending, ready.metadata, self.chunker, with_terms)


Looked = tuple[FileState, bool]
"""The state of a file, and whether its content is what the index has."""


def look_at(plan: Plan, sources: Sequence[Source]) -> Generator[tuple[Source, Callable[[], Looked]]]:
    """Each file with what gives its state, which raises `UnreadableFileError`; several are read and parsed ahead, at once."""

    def look(source: Source) -> Looked:
        return _file_state(plan, source, None if plan.rebuild else plan.before.get(source.name))

    wanted = plan.settings.corpus.processes or AT_ONCE
    changed = sum(1 for source in sources if plan.rebuild or not _looks_unchanged(plan, source, plan.before.get(source.name)))
    return ahead(look, sources, min(wanted, AT_ONCE, changed), stop_parsing)


def consider(plan: Plan, source: Source, row: DocInfo | None, looked: Callable[[], Looked]) -> None:
    """Take in what a look at one file gave. What happens with it is decided when all were looked at (`finish`)."""
    beside_name = f"{source.name}{source.sidecar.suffix}" if source.sidecar else ""
    try:
        beside = read_sidecar(source.sidecar, beside_name)
    except UnreadableFileError as error:
        keep_as_it_was(plan, source, row, UnreadableFileError(source.name, f"its sidecar cannot be read: {error.reason}"))
        return
    except InputRefusedError as error:
        plan.refused.append(_refusal(error))
        return
    if source.sidecar:
        plan.report.warnings.extend(unknown_fields(source.sidecar, beside_name))
    known = None if plan.rebuild else plan.before.get(source.name)
    try:
        file, is_same = looked()
    except UnreadableFileError as error:
        _keep_last(plan, source, row, beside, error)
        return
    metadata = _resolved(plan, source, file, row, beside)
    if metadata is None:
        return
    stated = row.stated if row else {}
    found = (
        *differences(file.own, beside, elsewhere="beside it"),
        *differences(file.own, stated),
        *differences(beside, stated, where="beside it"),
    )
    plan.report.warnings.extend(f"{source.name}: {text}" for text in found)
    plan.considered.append(Considered(source, metadata, file, is_same and known is not None))


def keep_as_it_was(plan: Plan, source: Source, row: DocInfo | None, error: UnreadableFileError | None = None) -> None:
    """A file that cannot be looked at keeps what the index has of it, under the stricter label where one is stated now.

    `error` says why it is to be reported and flagged; without one it is left alone.
    """
    last = plan.before.get(source.name)
    if last is None:
        if error:
            plan.unreadable[source.name] = (source.size, source.mtime)
            plan.report.skipped.append((source.name, error.told))
        if source.past:
            plan.unread_past.append(source.past)
        return
    try:
        metadata = stricter(last.metadata, row.stated if row else {}, plan.settings)
    except PolicyAssistantError as refusal:
        plan.refused.append(_refusal(refusal))
        return
    if error:
        plan.unreadable[source.name] = (source.size, source.mtime)
    _note_twin(plan, metadata)
    plan.considered.append(Considered(source, metadata, last.file, error=error, is_unseen=error is None))


def finish(
    plan: Plan,
    listed: Mapping[str, DocInfo],
    names: Set[str],
    lacking_vectors: Set[str],
    *,
    strict: bool,
    elsewhere: Set[str] = frozenset(),
) -> None:
    """What only the whole corpus tells: where periods end, files that left, rows without files, documents to fill.

    `names` are the documents that are there, or may be, `elsewhere` those that this plan does not look at.

    Raises:
        InputRefusedError: documents are refused; with `strict` also those that cannot be read.
    """
    names = names - _settle_past(plan)
    closed = close_periods(considered.metadata for considered in plan.considered)
    for considered, metadata in zip(plan.considered, closed, strict=True):
        _decide(plan, replace(considered, metadata=metadata))
    gone = [name for name, document in plan.before.items() if document.metadata.part == "docs" and name not in names | elsewhere]
    plan.report.removed.extend(gone)
    plan.removed.extend(gone)
    if not plan.rebuild:
        plan.to_fill = sorted(lacking_vectors - {*plan.removed})
    files = {split_state(name)[0] for name in names}
    plan.report.warnings.extend(f"inventory: {name} is listed, but there is no such file" for name in listed if name not in files)
    if listed:
        plan.report.warnings.extend(f"{name} is not in the inventory" for name in sorted(names - set(listed)) if not split_state(name)[1])
    unreadable = [f"{name}: {reason}" for name, reason in (*plan.report.unreachable, *plan.report.skipped, *plan.report.kept)]
    refused = plan.refused + (unreadable if strict else [])
    if refused:
        shown = refused[:MAX_LISTED] + ([f"... and {len(refused) - MAX_LISTED} more"] if len(refused) > MAX_LISTED else [])
        raise InputRefusedError(
            "\n  ".join([f"{len(refused)} document{'s' if len(refused) > 1 else ''} refused; the index is as it was:", *shown])
        )


def _settle_past(plan: Plan) -> Set[str]:
    """Give each state of a file in git its period. Those that were in force on no day are left out; their names."""
    states = [(number, considered.source.past) for number, considered in enumerate(plan.considered) if considered.source.past]
    known: list[tuple[Metadata | None, Past]] = [(plan.considered[number].metadata, past) for number, past in states]
    settled = settle([*known, *((None, past) for past in plan.unread_past)], plan.settings)
    dropped: set[str] = set()
    for (number, past), metadata in zip(states, settled, strict=False):
        considered = plan.considered[number]
        if metadata is None:
            dropped.add(considered.source.name)
        else:
            metadata = _as_restricted_as_before(plan, considered.source, past, metadata)
            _note_twin(plan, metadata)
            plan.considered[number] = replace(considered, metadata=metadata)
    plan.considered = [considered for considered in plan.considered if considered.source.name not in dropped]
    plan.report.replaced += len(dropped)
    return dropped


def _as_restricted_as_before(plan: Plan, source: Source, past: Past, metadata: Metadata) -> Metadata:
    """A state of a file that is gone keeps the label that it had while what stood beside it was there."""
    if source.sidecar or source.name == past.file or any(one.source.name == past.file for one in plan.considered):
        return metadata
    known = [plan.before[name].metadata.access for name in (source.name, past.file) if name in plan.before]
    labels = [label for label in known if label in plan.settings.access.labels]
    return replace(metadata, access=max([metadata.access, *labels], key=plan.settings.access.labels.index))


def _decide(plan: Plan, considered: Considered) -> None:
    """Plan what happens with one file."""
    source, metadata = considered.source, considered.metadata
    known = None if plan.rebuild else plan.before.get(source.name)
    is_kept = considered.error is not None or considered.is_unseen
    if is_kept:
        _decide_kept(plan, considered)
    elif known and considered.is_same and known.metadata == metadata:
        plan.report.unchanged.append(source.name)
        if considered.file != known.file:
            plan.touched.append((source.name, considered.file))
        if known.flag:
            plan.flagged.append((source.name, ""))
    else:
        (plan.report.updated if known else plan.report.added).append(source.name)
        if considered.is_same:
            plan.report.restated.append(source.name)
        make_anew(plan, Ready(source, metadata, considered.file))


def _decide_kept(plan: Plan, considered: Considered) -> None:
    """Plan what happens with a file of which only the last good version is there."""
    source, metadata, file = considered.source, considered.metadata, considered.file
    last = plan.before[source.name]
    reason = considered.error.reason if considered.error else ""
    is_changed = plan.rebuild or metadata != last.metadata
    if is_changed and plan.cache.load(file.sha256, source.path.suffix.lower()) is None:
        # without its text it cannot be shown under the new label
        plan.report.skipped.append((source.name, reason or "it cannot be read to give it its new label"))
        plan.report.removed.append(source.name)
        plan.removed.append(source.name)
        return
    if considered.error:
        plan.report.kept.append((source.name, reason))
    if is_changed:
        make_anew(plan, Ready(source, metadata, file))
        if considered.is_unseen:
            plan.report.updated.append(source.name)
            plan.report.restated.append(source.name)
    if considered.error and (is_changed or last.flag != reason):
        plan.flagged.append((source.name, reason))


def _resolved(plan: Plan, source: Source, file: FileState, row: DocInfo | None, beside: Mapping[str, str]) -> Metadata | None:
    """The metadata of a file; None when they are refused."""
    try:
        metadata = resolve(
            source.name,
            format_of(source.path),
            file.own,
            _said_of(source, row.stated if row else {}),
            file.own_title,
            plan.settings,
            beside=_said_of(source, beside),
            told=source.past.told if source.past else None,
        )
    except PolicyAssistantError as error:
        plan.refused.append(_refusal(error))
        return None
    if source.past is None:  # the versions of others are settled when all are known
        _note_twin(plan, metadata)
    return metadata


def _said_of(source: Source, stated: Mapping[str, str]) -> Mapping[str, str]:
    """What is said beside a file; of an earlier state of it nothing about version and period, which are those of the file as it is."""
    if not split_state(source.name)[1]:
        return stated
    return {name: value for name, value in stated.items() if name not in ("version", "effective_from", "effective_to")}


def _refusal(error: PolicyAssistantError) -> str:
    return f"{error}{f' ({error.hint})' if error.hint else ''}"


def make_anew(plan: Plan, ready: Ready) -> None:
    """Plan that a file is written, in the place of what the index has of it."""
    if ready.source.name in plan.before and not plan.rebuild:
        plan.removed.append(ready.source.name)
    plan.ready.append(ready)


def _file_state(plan: Plan, source: Source, known: IndexedDocument | None) -> tuple[FileState, bool]:
    """The file's state, and whether its content is what the index has. Reads it only when size or time say so."""
    if known and _looks_unchanged(plan, source, known):
        return known.file, True
    data = read(source, plan.options)
    if not split_state(source.name)[1] and not _is_as_listed(source, len(data)):
        raise UnreadableFileError(source.name, "somebody is writing it")
    digest = digest_of(data)
    if known and known.file.sha256 == digest:
        return replace(known.file, size=source.size, mtime=source.mtime), True
    try:
        text = parsed(source, data, digest, plan.cache, plan.options)
    except MissingExtraError as error:
        raise UnreadableFileError(source.name, f"{error}; {error.hint}") from error
    return FileState(source.size, source.mtime, digest, said_by(text), text.title), False


def _looks_unchanged(plan: Plan, source: Source, known: IndexedDocument | None) -> bool:
    """Whether size and time say that a file is what the index has."""
    if known is None or known.flag:
        return False
    return (known.file.size, known.file.mtime) == (source.size, source.mtime) and source.mtime < plan.last_sync - FRESH_NS


def _is_as_listed(source: Source, size: int) -> bool:
    """Whether a file that was read is, from its listing to its last byte, the same."""
    try:
        status = source.path.stat()
    except OSError:
        return False
    return (size, status.st_size, status.st_mtime_ns) == (source.size, source.size, source.mtime)


def _keep_last(plan: Plan, source: Source, row: DocInfo | None, beside: Mapping[str, str], error: UnreadableFileError) -> None:
    """A file that could be read before keeps its last good version, under the metadata that are stated about it now."""
    plan.unreadable[source.name] = (source.size, source.mtime)
    last = plan.before.get(source.name)
    if last is None:
        plan.report.skipped.append((source.name, error.told))
        if source.past:
            plan.unread_past.append(source.past)
    elif metadata := _resolved(plan, source, last.file, row, beside):
        plan.considered.append(Considered(source, metadata, last.file, error=error))


def _note_twin(plan: Plan, metadata: Metadata) -> None:
    key = (metadata.doc_id, metadata.version)
    if key in plan.identities:
        plan.refused.append(
            f"{metadata.source} and {plan.identities[key]} are both {metadata.doc_id} version {metadata.version} (give one another version, or remove it)"
        )
    plan.identities.setdefault(key, metadata.source)
