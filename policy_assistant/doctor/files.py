"""Checks of the files and the inventory."""

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from policy_assistant.doctor.project import INGEST, Finding, Project, capped, count, names, note, problem
from policy_assistant.doctor.reading import Reading
from policy_assistant.metadata import differences
from policy_assistant.parse.base import FORMATS
from policy_assistant.settings import CorpusSettings, Settings
from policy_assistant.settings_file import FILE_NAME


def check_folders(project: Project) -> Iterator[Finding]:
    """The folders of documents exist and hold documents, unless the project is one of code alone."""
    if project.is_code_alone:
        return
    folders = project.settings.corpus.folders
    missing = [name for name in folders if not (project.settings.folder / name).is_dir()]
    for name in missing:
        yield problem(f"there is no folder of documents {name!r}", f"put documents there, or edit [corpus] folders in {FILE_NAME}")
    if missing:
        return
    filled = {source.name.split("/")[0] for source in project.files.sources}
    empty = [name for name in folders if (project.settings.folder / name).name not in filled]
    patterns = ", ".join(project.settings.corpus.patterns)
    for name in empty:
        yield (note if filled else problem)(
            f"no documents in {name!r} (looked for {patterns})", "put documents there, or set [corpus] patterns"
        )


def check_other_files(project: Project) -> Iterator[Finding]:
    """Files that are no documents by their names."""
    others = project.files.others
    if others:
        listed = names(f"{number} {ending}" for ending, number in others.most_common())
        yield note(
            f"{count(others.total(), 'file')} in the folders not read as documents: {listed}",
            f"to have them searched, save them as {', '.join(FORMATS)}",
        )


def check_links(project: Project) -> Iterator[Finding]:
    """Links that are not followed: out of the folders, to a folder, or to nothing."""
    mend = "put the file itself in its place, or add the folder that it leads to to [corpus] folders"
    links = dict.fromkeys(project.files.refused_links, "leaves the folders of documents") | dict(_other_links(project.settings))
    yield from capped([problem(f"the link {name} {why}, so it is not read", mend) for name, why in sorted(links.items())], "link")


def check_inventory(project: Project) -> Iterator[Finding]:
    """The inventory can be read, if there is one."""
    named = _inventory(project)
    if not project.inventory and named != CorpusSettings().inventory and not project.settings.inventory_path.exists():
        yield problem(f"there is no inventory at {named}", f"put it there, or correct [corpus] inventory in {FILE_NAME}")


def check_inventory_rows(project: Project) -> Iterator[Finding]:
    """Every row of the inventory has its file."""
    gone = sorted(project.inventory.keys() - {source.name for source in project.files.sources})
    if gone:
        yield problem(
            f"{count(len(gone), 'row')} of the inventory without a document: {names(gone)}",
            f"edit {_inventory(project)}, or put the files back",
        )


def check_inventory_files(project: Project) -> Iterator[Finding]:
    """Every file has its row, where there is an inventory."""
    unlisted = sorted({source.name for source in project.files.sources} - project.inventory.keys())
    if project.inventory and unlisted:
        yield problem(
            f"{count(len(unlisted), 'document')} not in the inventory: {names(unlisted)}", f"add a row for each to {_inventory(project)}"
        )


def check_inventory_differences(project: Project) -> Iterator[Finding]:
    """A file and its row say the same."""
    rows = project.inventory
    found = [
        note(
            f"{reading.name}: {text}",
            f"make {_inventory(project)} and the file agree; the file's own word holds, of two labels the stricter",
        )
        for reading in project.readings
        if reading.name in rows
        for text in differences(reading.own, rows[reading.name].stated)
    ]
    yield from capped(found, "difference")


def check_readable(project: Project) -> Iterator[Finding]:
    """Every file can be read."""
    unreadable = [_unreadable(reading) for reading in project.readings if reading.unreadable]
    unreadable += [problem(f"{name}: {reason}", f"mend that, then {INGEST}") for name, reason in project.files.unreadable]
    yield from capped(unreadable, "file")


def check_metadata(project: Project) -> Iterator[Finding]:
    """Every document has metadata that the ingest accepts."""
    mend = "correct it in the file or in the inventory"
    refused = [problem(f"refused: {r.refused}", f"{mend}; {r.refused.hint}".removesuffix("; ")) for r in project.readings if r.refused]
    yield from capped(refused, "document")


def check_duplicates(project: Project) -> Iterator[Finding]:
    """No two files are the same version of the same document."""
    files = defaultdict(list)
    for reading in project.readings:
        if reading.metadata:
            files[reading.metadata.doc_id, reading.metadata.version].append(reading.name)
    found = [
        problem(
            f"{names(twins)} are {'both' if len(twins) == 2 else 'all'} {doc_id} version {version}",
            "give all but one another version, or remove them; until then `ingest` refuses all",
        )
        for (doc_id, version), twins in files.items()
        if len(twins) > 1
    ]
    yield from capped(found, "document")


def _unreadable(reading: Reading) -> Finding:
    error = reading.unreadable
    reason, hint = (error.reason, error.hint) if error else ("", "")
    kept = "; its last good version stays in the index" if reading.is_kept else ""
    return problem(f"{reading.name} cannot be read: {reason}{kept}", f"{hint or 'put a good copy in its place'}, then {INGEST}")


def _inventory(project: Project) -> str:
    return project.settings.corpus.inventory


def _other_links(settings: Settings) -> Iterator[tuple[str, str]]:
    for root in (settings.folder / name for name in settings.corpus.folders):
        for parent, folders, files in os.walk(root):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for path in (Path(parent, name) for name in (*folders, *files) if not name.startswith(".")):
                if path.is_symlink() and (path.is_dir() or not path.exists()):
                    name = f"{root.name}/{path.relative_to(root).as_posix()}"
                    yield name, "leads to a folder" if path.is_dir() else "leads to nothing"
