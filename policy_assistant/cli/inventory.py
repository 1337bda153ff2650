"""`policy-assistant inventory`."""

from dataclasses import asdict

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import note, say, say_json
from policy_assistant.errors import UnreadableFileError

EXIT_SKIPPED = UnreadableFileError.exit_code


@click.command(short_help="List the documents, their versions, owners and labels.")
@options.project
@options.as_json
def command(folder: str, as_json: bool) -> int:
    """List the documents, their versions, owners and labels.

    The inventory's rows whose files exist come first, in its order, then files that describe themselves. A document
    without a label shows the one that it gets. A file that cannot be read is named, and the exit code is 6. Earlier states
    of files in git are not in it: `chunks` lists what the index has.
    """
    from policy_assistant.baseline import list_documents

    unreadable: list[UnreadableFileError] = []
    documents = list_documents(options.open_project(folder).settings, unreadable=unreadable)
    for error in unreadable:
        note(f"skipped: {error.name}: {error.told}")
    code = EXIT_SKIPPED if unreadable else 0
    if as_json:
        say_json({"documents": [{name: value for name, value in asdict(d).items() if name != "root"} for d in documents]})
        return code
    say(f"{'document':34} {'v':>2} {'from':10} {'to':10} {'access':6} {'lang':4} {'type':9} {'format':6} owner")
    for d in documents:
        say(
            f"{d.doc_id:34} {d.version:>2} {d.effective_from or '-':10} {d.effective_to or '-':10} {d.access:6} {d.language:4} {d.doc_type:9} {d.format:6} {d.owner}"
        )
    staff = sum(d.access == "staff" for d in documents)
    french = sum(d.language == "fr" for d in documents)
    say(f"{len(documents)} documents: {staff} staff-only, {french} in French, {sum(d.format != 'md' for d in documents)} not Markdown")
    return code
