"""Proposals told apart: no two files may be the same version of the same document."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from policy_assistant.draft.proposal import Proposal
from policy_assistant.settings import Settings


def tell_apart(proposals: list[Proposal], settings: Settings) -> list[Proposal]:
    """Proposals of which no two have the same ID and version, as far as they are ours to change."""
    proposals = _by_language(proposals, settings)
    for step in (_by_name, _by_number):
        proposals = [p for group in _groups(proposals, _identity) for p in (step(group, proposals) if len(group) > 1 else group)]
    proposals = [p for group in _groups(proposals, lambda p: p.row.doc_id) for p in _note_open_ends(group)]
    return sorted(proposals, key=lambda p: p.row.file)


def _identity(proposal: Proposal) -> tuple[str, str]:
    return proposal.row.doc_id, proposal.row.version


def _groups(proposals: Iterable[Proposal], key: Callable[[Proposal], object]) -> Iterable[list[Proposal]]:
    groups: dict[object, list[Proposal]] = defaultdict(list)
    for proposal in proposals:
        groups[key(proposal)].append(proposal)
    return list(groups.values())


def _by_language(proposals: list[Proposal], settings: Settings) -> list[Proposal]:
    """A translation is a document of its own: as a version it would replace the original."""
    result = []
    for group in _groups(proposals, lambda p: p.row.doc_id):
        languages = [p.row.language for p in group]
        main = next((language for language in settings.project.languages if language in languages), languages[0])
        for p in group:
            if p.row.language != main and "doc_id" not in p.own:
                note = f"ID with the language added: another file of {p.row.doc_id} is in {main!r}"
                p = p.changed("doc_id", f"{p.row.doc_id}-{p.row.language}", note)
            result.append(p)
    return result


def _by_name(group: list[Proposal], everything: list[Proposal]) -> list[Proposal]:
    """Versions by what their names offer, where that tells them apart."""
    offered = [p.row.version if "version" in p.own else p.spare or p.row.version for p in group]
    taken = {p.row.version for p in everything if p.row.doc_id == group[0].row.doc_id and p not in group}
    if len(set(offered)) < len(group) or taken & set(offered):
        return group
    note = "another file has the same ID and version {}; told apart by the names"
    return [p if p.row.version == v else p.changed("version", v, note.format(p.row.version)) for p, v in zip(group, offered, strict=True)]


def _by_number(group: list[Proposal], everything: list[Proposal]) -> list[Proposal]:
    """All but the first get a number: at the ID, or at the version where the file states its ID."""
    taken = Counter(_identity(p) for p in everything)
    first, *others = sorted(group, key=lambda p: ("doc_id" not in p.own, p.row.file))
    result = [first]
    for p in others:
        note = f"same ID and version as {first.row.file}: a copy, another format, or another version? decide, and correct the row"
        field = next((name for name in ("doc_id", "version") if name not in p.own), "")
        if field:
            p = p.changed(field, _free(p, field, taken), note)
            taken[_identity(p)] += 1
        else:
            p = p.noted(f"states the same ID and version as {first.row.file}; ingest will refuse both")
        result.append(p)
    return result


def _free(proposal: Proposal, field: str, taken: Counter[tuple[str, str]]) -> str:
    """The field's value with the first number that makes the row's identity free."""
    value, number = getattr(proposal.row, field), 2
    while _identity(proposal.changed(field, f"{value}-{number}", "")) in taken:
        number += 1
    return f"{value}-{number}"


def _note_open_ends(group: list[Proposal]) -> list[Proposal]:
    open_ended = [p.row.version for p in group if not p.row.effective_to]
    if len(open_ended) < 2:
        return group
    note = f"versions {', '.join(open_ended)} of {group[0].row.doc_id} have no end; set effective_to of the older ones to the day before the next begins"
    return [group[0].noted(note), *group[1:]]
