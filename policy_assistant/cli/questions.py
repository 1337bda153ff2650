"""`policy-assistant questions`."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import excerpt, note, say, say_json

if TYPE_CHECKING:
    from policy_assistant.feedback import FeedbackEntry
    from policy_assistant.gaps import Gap
    from policy_assistant.ledger.record import KeptAnswer


@click.group(short_help="List the fixed questions, check them, or add one from the ledger.", invoke_without_command=True)
@click.option("--kind", default="", help="Only questions of this kind.")
@click.option("--file", "path", default="", metavar="FILE", help="Another file of questions.")
@click.option("--check", is_flag=True, help="Check the questions against the index; exit code 1 when something is wrong.")
@click.option("--gaps", is_flag=True, help="Group the kept questions that were not answered well, with the likely owner.")
@click.option("--feedback", is_flag=True, help="List what people said about kept answers: candidates for fixed questions.")
@options.audience
@options.project
@options.as_json
@click.pass_context
def command(
    ctx: click.Context, kind: str, path: str, check: bool, gaps: bool, feedback: bool, audience: str, folder: str, as_json: bool
) -> int:
    """List the fixed questions, check them, or add one from the ledger.

    \b
    policy-assistant questions --kind table
    policy-assistant questions --check
    policy-assistant questions --gaps
    policy-assistant questions --feedback
    policy-assistant questions add 2f0c41d59b3e --as-id E99
    """
    if ctx.invoked_subcommand:
        _refuse_options_before(ctx)
        return 0
    if feedback:
        _refuse_beside_feedback(kind=kind, file=path, check=check, gaps=gaps)
        _say_feedback(folder, audience, as_json=as_json)
        return 0
    if gaps:
        _say_gaps(folder, audience, as_json=as_json)
        return 0
    return _list(kind, path, folder, check=check, as_json=as_json)


@command.command(short_help="Add the question of a kept answer to the fixed questions.")
@click.argument("answer", metavar="ID")
@click.option("--as-id", "name", default="", metavar="ID", help="The question's ID. [default: the next number]")
@click.option("--kind", default="", help="The question's kind. [default: answerable, or unanswerable for an abstention]")
@options.audience
@options.project
@options.as_json
def add(answer: str, name: str, kind: str, audience: str, folder: str, as_json: bool) -> None:
    """Add the question of a kept answer (ID) to the file of fixed questions, with the passages that it cites as the relevant
    ones. Look at the answer first: what it cites is what `eval` will ask for. The keys of a right answer are yours to add.

    \b
    policy-assistant audit --list
    policy-assistant questions add 2f0c41d59b3e --as-id E99
    """
    from policy_assistant.evaluate.adding import add_question
    from policy_assistant.evaluate.questions import key_name
    from policy_assistant.ledger.store import Ledger
    from policy_assistant.versions import Versions

    assistant = options.open_project(folder)
    settings = assistant.settings
    labels = settings.labels_of(audience or settings.access.default)
    kept = Ledger.of(settings).get(answer, labels=labels)
    question = add_question(kept, settings, assistant.store, Versions(assistant.store, labels), name=name, kind=kind)
    if as_json:
        say_json(asdict(question))
        return
    say(f"{question.id} {question.kind} {question.language or '-'} {question.as_of or '-'}  {excerpt(question.question, 80)}")
    for key in question.relevant:
        say(f"  {key_name(key)} | {key['access']}")
    note(f"added to {settings.questions_path}; its `keys` say what a right answer holds, and are empty")


def _refuse_options_before(ctx: click.Context) -> None:
    """An option before `add` would say nothing to it, not even which project is meant."""
    from policy_assistant.errors import UsageError

    given = [p for p in ctx.command.params if p.name and ctx.get_parameter_source(p.name) is click.core.ParameterSource.COMMANDLINE]
    if given:
        raise UsageError(
            f"{given[0].opts[0]} stands before `{ctx.invoked_subcommand}`",
            hint=f"write options after it: policy-assistant questions {ctx.invoked_subcommand} ...",
        )


def _list(kind: str, path: str, folder: str, *, check: bool, as_json: bool) -> int:
    from policy_assistant.errors import UsageError, nearest
    from policy_assistant.evaluate.check import check_questions
    from policy_assistant.evaluate.questions import load_questions

    assistant = options.open_project(folder)
    questions = load_questions(Path(path) if path else assistant.settings.questions_path)
    kinds = {q.kind for q in questions.values()}
    if kind and kind not in kinds:
        raise UsageError(f"no question is of kind {kind!r}", hint=nearest(kind, kinds))
    chosen = [q for q in questions.values() if not kind or q.kind == kind]
    problems = check_questions(chosen, [*assistant.store.chunks(), *assistant.store.chunks(part="code")]) if check else []
    if as_json:
        say_json({"questions": [asdict(q) for q in chosen], "problems": problems})
    elif not check:
        for q in chosen:
            say(f"{q.id} {q.kind:15} {q.language or '-'} {q.as_of or '-':10}  {excerpt(q.question, 80)}")
        say(f"{len(chosen)} questions")
    else:
        for problem in problems:
            say(problem)
        say(f"{len(chosen)} questions checked: {len(problems) or 'no'} problem{'' if len(problems) == 1 else 's'}")
    if problems:
        note("hint: the sections of a document are listed by `policy-assistant chunks DOC`")
    return 1 if problems else 0


def _say_gaps(folder: str, audience: str, *, as_json: bool) -> None:
    from policy_assistant.gaps import find_gaps
    from policy_assistant.ledger.store import Ledger
    from policy_assistant.versions import Versions

    assistant = options.open_project(folder)
    labels = assistant.settings.labels_of(audience or assistant.settings.access.default)
    answers = Ledger.of(assistant.settings).answers(labels=labels)
    gaps = find_gaps(answers, Versions(assistant.store, labels))
    if as_json:
        say_json({"gaps": [asdict(gap) for gap in gaps]})
        return
    for gap in gaps:
        _say_gap(gap)
    say(f"{len(gaps)} gap{'' if len(gaps) == 1 else 's'} in {len(answers)} kept answer{'' if len(answers) == 1 else 's'}")


def _say_gap(gap: "Gap") -> None:
    why = ", ".join(f"{count} {name}" for name, count in (("abstained", gap.abstained), ("disputed", gap.disputed)) if count)
    why = ", ".join(part for part in (why, f"{gap.withheld} with withheld claims" if gap.withheld else "") if part)
    say(f"{gap.count}x until {gap.last}  {excerpt(gap.question, 80)}")
    say(f"   {why} | nearest: {gap.nearest or '-'} | likely owner: {gap.owner or '-'} | answers: {', '.join(gap.answers[-3:])}")


# --- Feedback ----------------------------------------------------------------------------------------------------------


def _refuse_beside_feedback(**others: object) -> None:
    from policy_assistant.errors import UsageError

    if given := [name for name, value in others.items() if value]:
        raise UsageError(f"--feedback and --{given[0]} cannot be used together", hint="leave one of them out")


def _say_feedback(folder: str, audience: str, *, as_json: bool) -> None:
    from policy_assistant.feedback import Feedback
    from policy_assistant.ledger.store import Ledger

    settings = options.open_project(folder).settings
    labels = settings.labels_of(audience or settings.access.default)
    entries = Feedback.of(settings).entries(labels=labels)
    kept = {answer.id: answer for answer in Ledger.of(settings).answers(labels=labels)} if entries else {}
    fixed = _asked_already(settings.questions_path)
    shown = [(entry, kept.get(entry.answer_id), _command_for(kept.get(entry.answer_id), fixed, audience)) for entry in entries]
    if as_json:
        say_json({"feedback": [_feedback_record(*one) for one in shown]})
        return
    for one in shown:
        _say_entry(*one)
    wrong = sum(entry.verdict == "wrong" for entry in entries)
    say(f"{len(entries)} judgement{'' if len(entries) == 1 else 's'}: {len(entries) - wrong} right, {wrong} wrong")


def _asked_already(path: Path) -> set[tuple[str, str]]:
    """What the fixed questions ask, as normal text and date."""
    from policy_assistant.evaluate.questions import load_questions
    from policy_assistant.gaps import normal

    return {(normal(q.question), q.as_of) for q in load_questions(path).values()} if path.exists() else set()


def _command_for(kept: "KeptAnswer | None", fixed: set[tuple[str, str]], audience: str) -> str:
    """The command that makes the question a fixed one; empty where it is one, or its answer was erased."""
    import shlex

    from policy_assistant.gaps import normal

    if kept is None or (normal(kept.question), kept.as_of) in fixed:
        return ""
    return f"policy-assistant questions add {kept.id}{f' --audience {shlex.quote(audience)}' if audience else ''}"


def _feedback_record(entry: "FeedbackEntry", kept: "KeptAnswer | None", add: str) -> dict[str, object]:
    question = kept and {"question": kept.question, "as_of": kept.as_of, "audience": kept.audience, "answer": kept.text}
    return (
        asdict(entry)
        | {"labels": sorted(entry.labels)}
        | (question or {"question": "", "as_of": "", "audience": "", "answer": ""})
        | {"add": add}
    )


def _say_entry(entry: "FeedbackEntry", kept: "KeptAnswer | None", add: str) -> None:
    question = f"“{excerpt(kept.question, 80)}” as of {kept.as_of}" if kept else "(its answer was erased)"
    say(f"{entry.verdict:5} {entry.given_at[:10]} {entry.answer_id} {question}")
    if entry.comment:
        say(f"   {excerpt(entry.comment, 300)}")
    if add:
        say(f"   {add}")
