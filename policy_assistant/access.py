"""Why an audience sees a document or does not see it, version by version. This is for people who may see everything."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from policy_assistant.documents import load_inventory
from policy_assistant.errors import NotFoundError, PolicyAssistantError, nearest
from policy_assistant.filters import PARTS, in_force
from policy_assistant.metadata import UNKNOWN, Metadata, rule_matches
from policy_assistant.presence import rows_by_source
from policy_assistant.settings import Settings
from policy_assistant.sidecar import read_sidecar, sidecar_of
from policy_assistant.sources import path_of
from policy_assistant.store.base import Engine, IndexedDocument


@dataclass(frozen=True)
class VersionAccess:
    """What an audience sees of one version.

    `is_visible` and `because` are about its label, `is_in_force` and `period` about the day; `is_in_force` is None where no
    day was asked about. `stated_by` says where the label comes from, and is empty where that is not known.
    """

    version: str
    title: str
    source: str
    label: str
    stated_by: str
    is_visible: bool
    because: str
    is_in_force: bool | None
    period: str


@dataclass(frozen=True)
class AccessReport:
    """What an audience sees of a document. `labels` are those that it sees, each with the audiences through which it has
    them: itself first, the one that names the label last. `as_of` is an ISO date, None for every version.
    """

    doc_id: str
    audience: str
    as_of: str | None
    labels: Mapping[str, tuple[str, ...]]
    versions: tuple[VersionAccess, ...]


def explain_access(
    settings: Settings, engine: Engine, doc_id: str, audience: str, version: str = "", *, as_of: str | None = None
) -> AccessReport:
    """What an audience sees of a document or a file of code, of one version or of all, the earliest first.

    Raises:
        UsageError: there is no such audience.
        NotFoundError: there is no such document, or no such version of it. The hint names others: whoever asks must be
            one who may see them.
    """
    settings.labels_of(audience)
    labels = ways(settings, audience)
    with engine.snapshot():
        documents = [document for part in PARTS for document in engine.documents(part)]
    found = [document for document in documents if document.metadata.doc_id == doc_id]
    if not found:
        raise NotFoundError(f"no document {doc_id!r} in the index", hint=nearest(doc_id, {d.metadata.doc_id for d in documents}))
    chosen = [document for document in found if version in ("", document.metadata.version)]
    if not chosen:
        known = ", ".join(f"`{document.metadata.version}`" for document in found)
        raise NotFoundError(f"no version {version!r} of {doc_id} in the index", hint=f"there is {known}")
    chosen.sort(key=lambda document: (document.metadata.effective_from, document.metadata.version))
    listed = _listed_labels(settings, {document.metadata.source for document in documents})
    versions = (
        _version_access(settings, document, audience, labels, as_of, listed.get(document.metadata.source, "")) for document in chosen
    )
    return AccessReport(doc_id, audience, as_of, labels, tuple(versions))


def ways(settings: Settings, audience: str) -> dict[str, tuple[str, ...]]:
    """The labels that an audience sees, each with the shortest way through `includes` to one that names it."""
    paths: list[tuple[str, ...]] = [(audience,)]
    reached = {audience}
    labels: dict[str, tuple[str, ...]] = {}
    for path in paths:
        for label in settings.access.audiences[path[-1]]:
            labels.setdefault(label, path)
        others = [name for name in settings.access.includes.get(path[-1], ()) if name not in reached]
        reached.update(others)
        paths.extend((*path, name) for name in others)
    return labels


def _version_access(
    settings: Settings, document: IndexedDocument, audience: str, labels: Mapping[str, tuple[str, ...]], as_of: str | None, listed: str
) -> VersionAccess:
    metadata = document.metadata
    label = metadata.access
    return VersionAccess(
        version=metadata.version,
        title=metadata.title,
        source=metadata.source,
        label=label,
        stated_by=_stated_by(settings, document, listed),
        is_visible=label in labels,
        because=_because(settings, label, audience, labels),
        is_in_force=None if as_of is None else in_force(metadata.effective_from, metadata.effective_to, as_of),
        period=_period(metadata, as_of),
    )


def _because(settings: Settings, label: str, audience: str, labels: Mapping[str, tuple[str, ...]]) -> str:
    if label not in settings.access.labels:
        return f"its label {label} is not among [access] labels any more, so nobody sees it"
    if label in labels:
        through = ", ".join(labels[label][1:])
        return f"{audience} sees the label {label}{f' through {through}' if through else ''}"
    return f"its label {label} is not among those of {audience}: {', '.join(labels) or 'none'}"


def _period(metadata: Metadata, as_of: str | None) -> str:
    start, end = metadata.effective_from, metadata.effective_to
    period = f"from {start}" if start else ""
    period = f"{period} until {end}".strip() if end else period
    if as_of is None:
        return f"in force {period or 'always'}"
    holds = in_force(start, end, as_of)
    return f"{'in force' if holds else 'not in force'} on {as_of}{f', but {period}' if not holds else f' ({period})' if period else ''}"


def _listed_labels(settings: Settings, names: Collection[str]) -> dict[str, str]:
    """The labels of the inventory by source; none where it is missing or wrong, which other commands tell."""
    try:
        rows = load_inventory(settings.inventory_path) if settings.inventory_path.exists() else []
    except PolicyAssistantError:
        return {}
    return {name: row.access for name, row in rows_by_source(rows, names).items()}


def _stated_by(settings: Settings, document: IndexedDocument, listed: str) -> str:
    """Who says the label that the index has, as far as that is known today: settings and inventory may have changed."""
    label = document.metadata.access
    if document.metadata.part == "code":
        return "[code] access" if settings.code.access == label else _default_of(settings, label)
    stated = list(_stated(settings, document, listed))
    if not stated:
        return _default_of(settings, label)
    return next((name for name, its in stated if its == label), "")


def _stated(settings: Settings, document: IndexedDocument, listed: str) -> Iterator[tuple[str, str]]:
    """All labels that are stated about a document, each with who states it, the nearest first."""
    rules = [(f"the rule for {rule.path}", rule.access) for rule in settings.corpus.rules if rule_matches(rule, document.metadata.source)]
    for name, label in (
        ("the file", document.file.own.get("access", "")),
        ("the file beside it", _label_beside(settings, document.metadata.source)),
        ("the inventory", listed),
        *rules,
    ):
        if label.strip() and label.strip().lower() != UNKNOWN:
            yield name, label.strip()


def _label_beside(settings: Settings, source: str) -> str:
    """The label that a sidecar states; empty where there is none or it is wrong, which other commands tell."""
    try:
        return read_sidecar(sidecar_of(path_of(settings, source)), source).get("access", "")
    except PolicyAssistantError:
        return ""


def _default_of(settings: Settings, label: str) -> str:
    return "nobody, so it is the most restricted one" if label == settings.most_restricted else ""
