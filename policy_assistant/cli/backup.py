"""`policy-assistant backup`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say, say_json, table
from policy_assistant.errors import UsageError

if TYPE_CHECKING:
    from policy_assistant.backup import Manifest, Restored


@click.command(short_help="Write what cannot be made again into one file, check it, or restore it.")
@click.argument("file", metavar="FILE.zip", type=click.Path(path_type=Path))
@click.option("--with-index", is_flag=True, help="The index too, so that a restored project answers at once.")
@click.option("--verify", is_flag=True, help="Check a backup: every file against its hash.")
@click.option("--restore", is_flag=True, help="Put the files of a backup into the project.")
@click.option("--force", is_flag=True, help="Replace files that are there.")
@options.project
@options.as_json
def command(file: Path, with_index: bool, verify: bool, restore: bool, force: bool, folder: str, as_json: bool) -> None:
    """Write the kept answers, keys and feedback of a project, its settings, inventory, questions and glossary into one zip file,
    also while others work with it. The documents are not in it.

    The file holds what people asked and were answered: keep it where you keep the documents. --restore checks everything
    first; files that differ are only replaced with --force, and the state before then stays beside the new one. Stop the
    service before you restore, and start it afterwards.

    \b
    policy-assistant backup /backups/handbook.zip
    policy-assistant backup --verify /backups/handbook.zip
    policy-assistant backup --restore /backups/handbook.zip --project handbook
    """
    _check_choice(with_index=with_index, verify=verify, restore=restore, force=force)
    if verify:
        from policy_assistant.backup import verify_backup

        _say_manifest(verify_backup(file), "whole", as_json=as_json)
    elif restore:
        from policy_assistant.backup import restore_backup

        _say_restored(restore_backup(Path(folder), file, force=force), as_json=as_json)
    else:
        from policy_assistant.backup import write_backup

        settings = options.open_project(folder).settings
        _say_manifest(write_backup(settings, file, with_index=with_index, force=force), f"written to {file}", as_json=as_json)


def _check_choice(*, with_index: bool, verify: bool, restore: bool, force: bool) -> None:
    if verify and restore:
        raise UsageError("--verify and --restore cannot be used together", hint="--restore checks everything too")
    if with_index and (verify or restore):
        raise UsageError("--with-index is for writing a backup", hint="leave it out: an index in the backup is restored with the rest")
    if force and verify:
        raise UsageError("--force does nothing with --verify", hint="leave it out")


def _say_manifest(manifest: "Manifest", what: str, *, as_json: bool) -> None:
    if as_json:
        say_json(asdict(manifest))
        return
    table(("file", "bytes", "sha256"), [(f.name, f"{f.size:,}", f.sha256) for f in manifest.files], right=(1,))
    say(f"{_files(len(manifest.files))} of {manifest.made_at} by {manifest.product} {manifest.version} | {what}")
    if not manifest.has_state:
        note("it holds no keys and kept answers: the project had none")


def _say_restored(done: "Restored", *, as_json: bool) -> None:
    if as_json:
        say_json(
            {
                "manifest": asdict(done.manifest),
                "written": [str(path) for path in done.written],
                "unchanged": [str(path) for path in done.unchanged],
                "state_before": str(done.state_before) if done.state_before else None,
                "revoked": done.revoked,
            }
        )
        return
    for path in done.written:
        say(f"restored: {path}")
    for path in done.unchanged:
        say(f"as in the backup: {path}")
    say(f"{_files(len(done.written))} restored from {done.manifest.made_at}, {len(done.unchanged)} unchanged")
    if done.state_before:
        note(f"the state before is kept as {done.state_before}; delete it when you do not need it")
    if done.revoked is None:
        note("the state before cannot be read: revoke again the keys that were revoked after the backup was made")
    elif done.revoked:
        note(f"{done.revoked} key{' that was' if done.revoked == 1 else 's that were'} revoked after the backup was made: still revoked")
    note("hint: `policy-assistant audit --verify` checks the kept answers; `policy-assistant ingest` brings the index up to date")


def _files(count: int) -> str:
    return f"{count} file{'' if count == 1 else 's'}"
