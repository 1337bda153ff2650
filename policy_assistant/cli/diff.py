"""`policy-assistant diff`."""

from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import excerpt, note, say, say_json
from policy_assistant.errors import PolicyAssistantError

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.changes import Difference, SectionChange, TextChange
    from policy_assistant.ledger.record import KeptAnswer

BEGINNING = "(beginning)"
"""What stands for the section above the first heading."""


@click.command(short_help="Show what changed between two versions of a document.")
@click.argument("doc")
@click.argument("one", metavar="V1")
@click.argument("two", metavar="V2")
@options.audience
@options.project
@options.as_json
def command(doc: str, one: str, two: str, audience: str, folder: str, as_json: bool) -> None:
    """Show what changed from version V1 of a document (DOC is a doc_id) to V2: metadata, sections, sentences, numbers; and
    which kept answers and fixed questions rest on one of them.

    \b
    policy-assistant diff returns-policy 3 4
    """
    from policy_assistant.changes import compare_versions
    from policy_assistant.versions import Versions

    assistant = options.open_project(folder)
    labels = assistant.settings.labels_of(audience or assistant.settings.access.default)
    with assistant.store.snapshot():
        answers = _kept_answers(assistant, labels)
        found = compare_versions(Versions(assistant.store, labels), doc, one, two, answers or (), assistant.fixed_questions())
    if as_json:
        from policy_assistant.records.differences import difference_record

        say_json(difference_record(found, has_answers=answers is not None))
        return
    say(f"{found.before.doc_id} v{found.before.version} -> v{found.after.version}")
    for field in found.fields:
        say(f"{field.field}: {field.before or '-'} -> {field.after or '-'}")
    for section in found.sections:
        _say_section(section)
    _say_touched(found)
    say(_last_line(found, has_answers=answers is not None))


def _kept_answers(assistant: "Assistant", labels: frozenset[str]) -> "list[KeptAnswer] | None":
    """The kept answers; None where they cannot be read: what changed is in the index and can be told without them."""
    from policy_assistant.ledger.store import Ledger

    try:
        return Ledger.of(assistant.settings).answers(labels=labels)
    except PolicyAssistantError as error:
        note(f"kept answers are left out: {error}")
        if error.hint:
            note(f"hint: {error.hint}")
        return None


def _say_section(section: "SectionChange") -> None:
    name = section.section or BEGINNING
    say(f"{section.kind}: {section.earlier or BEGINNING} -> {name}" if section.kind == "renamed" else f"{section.kind}: {name}")
    for change in section.changes:
        _say_change(change)


def _say_change(change: "TextChange") -> None:
    for mark, text in (("-", change.before), ("+", change.after)):
        if text:
            say(f"  {mark} {text}")
    for word in change.words:
        what = "number" if word.is_number else "words"
        say(f"    {what}: {word.before or '(nothing)'} -> {word.after or '(nothing)'}")


def _say_touched(found: "Difference") -> None:
    others = {found.before.version: found.after.version, found.after.version: found.before.version}
    for touched in found.answers:
        stands = "stand" if touched.stands else "do not stand"
        question = excerpt(touched.answer.question, 70)
        say(f"kept answer: {touched.answer.id} “{question}” cites v{touched.version}: its words {stands} in v{others[touched.version]}")
    for asked in found.questions:
        say(f"question: {asked.question} v{asked.version} | {asked.section}{f' ({asked.change})' if asked.change else ''}")


def _last_line(found: "Difference", *, has_answers: bool) -> str:
    kinds = [section.kind for section in found.sections]
    counts = [f"{kinds.count(kind)} {kind}" for kind in ("changed", "added", "removed", "renamed") if kind in kinds]
    asked = len({question.question for question in found.questions})
    counted = [*([(len(found.answers), "kept answer")] if has_answers else []), (asked, "question")]
    touched = [f"{n} {what}{'' if n == 1 else 's'}" for n, what in counted]
    return f"sections: {', '.join([*counts, f'{found.unchanged} unchanged'])} | rest on them: {', '.join(touched)}"
