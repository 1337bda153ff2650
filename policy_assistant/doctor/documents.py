"""Checks of the documents: their versions in time, and what nobody stated about them."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from datetime import date

from policy_assistant.doctor.project import Finding, Project, capped, count, names, note, problem
from policy_assistant.metadata import Metadata
from policy_assistant.settings import Rule

LAST_DAY = date.max.isoformat()
"""Stands for an open end."""

_RULED = [f.name for f in fields(Rule)]


def check_overlaps(project: Project) -> Iterator[Finding]:
    """No two versions of one document are in force on the same day."""
    found = [_overlap(pair) for pair in _neighbours(project) if pair.later.effective_from <= pair.end]
    yield from capped(found, "pair")


def check_gaps(project: Project) -> Iterator[Finding]:
    """No day between two versions of one document is without a version in force."""
    found = [_gap(pair) for pair in _neighbours(project) if pair.end < LAST_DAY and pair.later.effective_from > _next_day(pair.end)]
    yield from capped(found, "gap")


def check_ended(project: Project) -> Iterator[Finding]:
    """Some version of every document has not ended."""
    today = project.settings.today
    ended = [doc_id for doc_id, versions in _versions(project).items() if all(_end(v) < today for v in versions)]
    if ended:
        yield note(
            f"{count(len(ended), 'document')} with no version that is in force after {today}: {names(ended)}",
            "add the next version, or delete the files when nobody asks about the past",
        )


def check_not_yet(project: Project) -> Iterator[Finding]:
    """Some version of every document has begun."""
    today = project.settings.today
    coming = [doc_id for doc_id, versions in _versions(project).items() if all(v.effective_from > today for v in versions)]
    if coming:
        yield note(
            f"{count(len(coming), 'document')} not yet in force on {today}: {names(coming)}",
            "search with `--as-of` a later date, or add the version that is in force now",
        )


def check_unstated(field: str, effect: str) -> Callable[[Project], Iterator[Finding]]:
    """A check that every document states a field; `effect` is what holds where it does not."""

    def check(project: Project) -> Iterator[Finding]:
        if field == "effective_from" and project.settings.corpus.history:
            return  # the commit says it
        silent = [r.name for r in project.readings if r.metadata and field in r.metadata.unstated]
        if silent:
            holds = effect.format(label=project.settings.most_restricted)
            by_rule = ", or for a folder with [[corpus.rules]]" if field in _RULED else ""
            yield note(
                f"{count(len(silent), 'document')} without {field} ({holds}): {names(silent)}",
                f"state `{field}` in the file or in {project.settings.corpus.inventory}{by_rule}",
            )

    return check


@dataclass(frozen=True)
class _Pair:
    """A version and the one before it that ends last; `end` is that one's last day."""

    earlier: Metadata
    later: Metadata

    @property
    def end(self) -> str:
        return _end(self.earlier)


def _versions(project: Project) -> dict[str, list[Metadata]]:
    """doc_id -> its versions by date; of two files with the same version the first."""
    versions: dict[str, dict[str, Metadata]] = defaultdict(dict)
    for reading in project.readings:
        if reading.metadata:
            versions[reading.metadata.doc_id].setdefault(reading.metadata.version, reading.metadata)
    return {doc_id: sorted(found.values(), key=lambda v: (v.effective_from, _end(v))) for doc_id, found in sorted(versions.items())}


def _neighbours(project: Project) -> Iterator[_Pair]:
    for versions in _versions(project).values():
        earlier = versions[0]
        for later in versions[1:]:
            yield _Pair(earlier, later)
            earlier = max(earlier, later, key=_end)


def _overlap(pair: _Pair) -> Finding:
    first, second = pair.earlier, pair.later
    what = f"{first.doc_id}: versions {first.version} and {second.version}"
    last = min(pair.end, _end(second))
    both = f"are both in force from {second.effective_from or 'the beginning'} to {last if last < LAST_DAY else 'no end'}"
    if first.effective_from == second.effective_from:
        return problem(f"{what} {both}, and start together", f"give one of {first.source} and {second.source} another effective_from")
    return problem(f"{what} {both}", f"set effective_to of {first.source} to {_day(second.effective_from, -1)}")


def _gap(pair: _Pair) -> Finding:
    first, second = pair.earlier, pair.later
    from_day, to_day = _next_day(pair.end), _day(second.effective_from, -1)
    return problem(
        f"{first.doc_id}: nothing is in force from {from_day} to {to_day}, between versions {first.version} and {second.version}",
        f"set effective_to of {first.source} to {to_day}, or effective_from of {second.source} to {from_day}",
    )


def _end(version: Metadata) -> str:
    return version.effective_to or LAST_DAY


def _next_day(day: str) -> str:
    return _day(day, 1)


def _day(day: str, step: int) -> str:
    return date.fromordinal(max(1, date.fromisoformat(day).toordinal() + step)).isoformat()
