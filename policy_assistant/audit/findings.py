"""What an audit can find."""

from collections.abc import Iterable
from dataclasses import dataclass

REMOVED, CHANGED, NOT_IN_FORCE, NOT_ALLOWED = "removed", "changed", "not in force", "not allowed"
NEWER, ENDED = "newer version", "ended"

KINDS = {
    REMOVED: "the cited version is not in the index",
    CHANGED: "the cited passage reads otherwise, or is cut otherwise",
    NOT_IN_FORCE: "the cited version is not in force on the question's date",
    NOT_ALLOWED: "the cited version has a label that the answer's audience does not see",
    NEWER: "another version of the document is in force on the question's date, or today where the question was about its own day",
    ENDED: "the question was about its own day, and no version of the document is in force today",
}

INVALID = frozenset({REMOVED, CHANGED, NOT_IN_FORCE, NOT_ALLOWED})
"""The kinds that say that a citation no longer proves its claim."""


@dataclass(frozen=True)
class Finding:
    """Something about one passage that a kept answer cites.

    `question_id` is that of a fixed question or empty. `owner` is the document's, empty where nobody is named.
    `stands` says whether the quoted words stand in what there is now, None where there is nothing to look into;
    `other_version` is the version that is in force instead, or empty.
    """

    kind: str
    detail: str
    answer_id: str
    question: str
    question_id: str
    as_of: str
    audience: str
    doc_id: str
    version: str
    chunk_id: str
    section: str
    owner: str
    stands: bool | None = None
    other_version: str = ""


def by_version(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings of one kind about one version that one answer cites, together; in the order of the first of each."""
    groups: dict[tuple[str, str, str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.answer_id, finding.kind, finding.doc_id, finding.version), []).append(finding)
    return list(groups.values())


def summary(answers: int, findings: list[Finding]) -> str:
    """The last line of an audit."""
    places = {kind: {(f.answer_id, f.chunk_id) for f in findings if f.kind == kind} for kind in KINDS}
    invalid = set().union(*(places[kind] for kind in INVALID))
    parts = [
        f"{answers} kept answer{'' if answers == 1 else 's'}",
        f"{len(invalid)} citation{'' if len(invalid) == 1 else 's'} to passages that are removed, changed, not in force or not allowed",
        f"{len(places[NEWER])} with a newer version",
        f"{len(places[ENDED])} ended",
    ]
    return " | ".join(parts)
