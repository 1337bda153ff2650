"""Proposals for the inventory of a folder of files without metadata, for a person to review.

What a file states about itself is repeated; everything else is read from its name, its title, its first lines and the
headers and footers around them. Every guess says what it was read from, and every label is the most restricted one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from policy_assistant.documents import DocInfo
from policy_assistant.draft.apart import tell_apart
from policy_assistant.draft.proposal import Proposal, propose, refusal
from policy_assistant.errors import InputRefusedError, UnreadableFileError, UsageError
from policy_assistant.ingest import Progress
from policy_assistant.settings import Settings
from policy_assistant.sources import Found, find_sources


@dataclass(frozen=True)
class Draft:
    """Rows to review. `notes` pair a file with what was guessed or not found, `skipped` one that has no row with why."""

    rows: tuple[DocInfo, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()


def draft_rows(folder: Path, settings: Settings, *, progress: Progress | None = None) -> Draft:
    """Rows for the files in `folder` that the patterns of the settings call documents, in the order of their names.

    Raises:
        UsageError: no such folder.
        InputRefusedError: no file in it can be read.
    """
    if not folder.is_dir():
        raise UsageError(f"no folder {str(folder)!r}", hint="name the folder that holds the documents")
    settings = replace(settings, corpus=replace(settings.corpus, folders=(str(folder.resolve()),)))
    found = find_sources(settings)
    skipped = [*((name, "a link that leaves the folder") for name in found.refused_links), *found.unreadable]
    proposals: list[Proposal] = []
    for number, source in enumerate(found.sources, 1):
        try:
            proposals.append(propose(source, settings))
        except UnreadableFileError as error:
            skipped.append((source.name, error.reason))
        if progress:
            progress(number, len(found.sources), source.name)
    if not proposals:
        raise _nothing(folder, settings, skipped)
    proposals = tell_apart(proposals, settings)
    notes = [(p.row.file, note) for p in proposals for note in (*p.notes, *refusal(p, settings))]
    return Draft(tuple(p.row for p in proposals), (*notes, *_other_notes(found, settings)), tuple(sorted(skipped)))


def _nothing(folder: Path, settings: Settings, skipped: Iterable[tuple[str, str]]) -> InputRefusedError:
    lines = [f"no readable documents in {folder} (looked for {', '.join(settings.corpus.patterns)})"]
    return InputRefusedError("\n  ".join([*lines, *(f"{name}: {reason}" for name, reason in skipped)]))


def _other_notes(found: Found, settings: Settings) -> list[tuple[str, str]]:
    patterns = ", ".join(settings.corpus.patterns)
    return [(ending, f"{count} not read; documents are {patterns}") for ending, count in sorted(found.others.items())]
