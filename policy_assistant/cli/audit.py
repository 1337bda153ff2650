"""`policy-assistant audit`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.kept import say_answer, say_erased, say_erased_before, say_list, say_verified
from policy_assistant.cli.output import Progress, excerpt, note, say, say_json
from policy_assistant.errors import UsageError

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.assistant import Assistant
    from policy_assistant.audit.again import Reasked
    from policy_assistant.audit.ahead import Turn
    from policy_assistant.audit.findings import Finding
    from policy_assistant.ledger.record import KeptAnswer
    from policy_assistant.ledger.store import Ledger

QUESTION = 70
SHOWN_ANSWERS = 5


def _given(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The value of an option. One that is given as empty, such as by a variable that is not set, would ask for a whole audit."""
    if not value.strip() and param.name and ctx.get_parameter_source(param.name) is click.core.ParameterSource.COMMANDLINE:
        raise UsageError(f"{param.opts[0]} is given without a value", hint="give one, or leave the option out")
    return value


@click.command(short_help="Name the kept answers that no longer hold.")
@click.option("--since", default="", callback=_given, metavar="DATE", help="Only answers kept on this day (UTC) or later.")
@click.option("--until", default="", callback=_given, metavar="DATE", help="Only answers kept on this day (UTC) or before.")
@click.option("--reask", is_flag=True, help="Ask the kept questions again and show the old and the new answer.")
@click.option("--ahead", default="", callback=_given, metavar="DATE", help="Show what starts or ends until this day, and what rests on it.")
@click.option("--list", "listed", is_flag=True, help="List the kept answers.")
@click.option("--show", "shown", default="", callback=_given, metavar="ID", help="Show one kept answer.")
@click.option("--erase", "erased", default="", callback=_given, metavar="ID", help="Erase what one kept answer says.")
@click.option(
    "--erase-before",
    "before",
    default="",
    callback=_given,
    metavar="DATE",
    help="Erase what the answers say that were kept before this day (UTC).",
)
@click.option("--verify", is_flag=True, help="Check that no kept answer was changed, moved or taken out.")
@click.option("--anchor", default="", callback=_given, metavar="HASH", help="With --verify: a head that was written down earlier.")
@options.audience
@options.project
@options.as_json
def command(folder: str, audience: str, as_json: bool, since: str, until: str, anchor: str, **views: Any) -> int:
    """Name the kept answers that no longer hold: a cited passage was removed or changed, is not in force on the question's
    date, is not allowed for the answer's audience, or another version applies now.

    Only answers are seen that were given to audiences with no other labels than --audience has. The exit code is 1 when
    something is found, also by --reask and --verify.

    \b
    policy-assistant audit
    policy-assistant audit --ahead 2026-12-31
    policy-assistant audit --reask --since 2026-10-01
    """
    chosen = {name: value for name, value in views.items() if value}
    _check_choice(chosen, anchor, since, until)
    from policy_assistant.ledger.store import Ledger

    assistant = options.open_project(folder)
    labels = assistant.settings.labels_of(audience or assistant.settings.access.default)
    ledger = Ledger.of(assistant.settings)
    view, value = next(iter(chosen.items()), ("", ""))
    if view in ("verify", "erased", "before", "shown"):
        return _one(view, value, ledger, labels, anchor, as_json=as_json)
    answers = ledger.answers(labels=labels, since=since, until=until)
    if view == "listed":
        say_list(answers, as_json=as_json)
        return 0
    if view == "reask":
        return _reask(assistant, answers, labels, as_json=as_json)
    if view == "ahead":
        _say_ahead(assistant, answers, labels, value, as_json=as_json)
        return 0
    return _audit(assistant, ledger, answers, labels, as_json=as_json)


def _check_choice(chosen: dict[str, Any], anchor: str, since: str, until: str) -> None:
    from policy_assistant.filters import iso_date

    names = {"listed": "list", "shown": "show", "erased": "erase", "before": "erase-before"}
    if len(chosen) > 1:
        first, second = (f"--{names.get(name, name)}" for name in list(chosen)[:2])
        raise UsageError(f"{first} and {second} cannot be used together", hint="leave one of them out")
    if anchor and "verify" not in chosen:
        raise UsageError("--anchor is used with --verify only", hint="policy-assistant audit --verify --anchor HASH")
    for name, day in (("--since", since), ("--until", until), ("--ahead", chosen.get("ahead")), ("--erase-before", chosen.get("before"))):
        if day:
            iso_date(day, name)


def _one(view: str, value: str, ledger: "Ledger", labels: frozenset[str], anchor: str, *, as_json: bool) -> int:
    """What needs no index."""
    if view == "verify":
        return say_verified(ledger, anchor, as_json=as_json)
    if view == "shown":
        say_answer(ledger.get(value, labels=labels), as_json=as_json)
    elif view == "erased":
        say_erased(ledger, value, labels, as_json=as_json)
    else:
        say_erased_before(ledger, value, labels, as_json=as_json)
    return 0


# --- The audit itself --------------------------------------------------------------------------------------------------


def _audit(assistant: "Assistant", ledger: "Ledger", answers: "list[KeptAnswer]", labels: frozenset[str], *, as_json: bool) -> int:
    from policy_assistant.audit.check import audit
    from policy_assistant.audit.findings import by_version, summary
    from policy_assistant.versions import Versions

    today = assistant.settings.today
    with assistant.store.snapshot():
        findings = audit(answers, Versions(assistant.store, labels), today)
    problems = ledger.verify()
    if as_json:
        say_json({"today": today, "answers": len(answers), "findings": [asdict(f) for f in findings], "ledger": problems})
        return 1 if findings or problems else 0
    for problem in problems:
        say(f"ledger: {problem}")
    for group in by_version(findings):
        say(_line(group))
    say(summary(len(answers), findings))
    if not answers:
        note("hint: nothing was kept; `policy-assistant ask` keeps its answers unless [answers] ledger is false")
    return 1 if findings or problems else 0


def _line(findings: "Sequence[Finding]") -> str:
    """What is found of one version: of one passage, first of one whose words do not stand, and how many more there are."""
    finding = min(findings, key=lambda one: one.stands is not False)
    others = len(findings) - 1
    more = f" (and {others} more passage{'' if others == 1 else 's'})" if others else ""
    asked = f"{finding.question_id} " if finding.question_id else ""
    question = f"{asked}“{excerpt(finding.question, QUESTION)}”"
    return f"{finding.kind}: {finding.answer_id} {question}: {finding.detail}{more} | owner: {finding.owner or '-'}"


# --- Asked again -------------------------------------------------------------------------------------------------------


def _reask(assistant: "Assistant", answers: "list[KeptAnswer]", labels: frozenset[str], *, as_json: bool) -> int:
    from policy_assistant.audit.again import SAME, ask_again

    seen_by = {name: assistant.settings.labels_of(name) for name in assistant.settings.access.audiences}
    audiences = {name: its for name, its in seen_by.items() if its <= labels}
    pairs = []
    with Progress("asked") as progress:
        progress(0, len(answers))
        for number, pair in enumerate(ask_again(answers, assistant.ask, audiences), 1):
            pairs.append(pair)
            progress(number, max(number, len(answers)))
    counts = Counter(pair.outcome for pair in pairs)
    if as_json:
        say_json({"questions": [_pair_record(pair) for pair in pairs], "outcomes": counts})
    else:
        for pair in pairs:
            _say_pair(pair)
        told = ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "none"
        say(f"{len(pairs)} question{'' if len(pairs) == 1 else 's'} asked again: {told}")
    return 1 if set(counts) - {SAME} else 0


def _say_pair(pair: "Reasked") -> None:
    kept = pair.kept
    say(f"{pair.outcome}: {kept.id} “{excerpt(kept.question, QUESTION)}” ({kept.audience})")
    if pair.now is None:
        say(f"  {pair.reason}")
    elif pair.outcome != "same":
        places = dict.fromkeys(f"{c.doc_id} v{c.version}" for c in kept.citations)
        say(f"  then ({kept.as_of}): {excerpt(kept.text, 300)}{_cites(places)}")
        say(f"  now  ({pair.now.asked.as_of}): {excerpt(pair.now.text, 300)}{_cites(_places_of(pair.now))}")


def _places_of(answer: "Answer") -> dict[str, None]:
    return dict.fromkeys(f"{chunk.doc_id} v{chunk.version}" for chunk in answer.cited)


def _cites(places: dict[str, None]) -> str:
    return f" [{', '.join(places)}]" if places else ""


def _pair_record(pair: "Reasked") -> dict[str, Any]:
    from policy_assistant.ledger.record import answer_record

    now = pair.now
    record = now and {"as_of": now.asked.as_of, "answerable": now.answerable, "text": now.text, "cites": list(_places_of(now))}
    return {"outcome": pair.outcome, "reason": pair.reason, "then": answer_record(pair.kept), "now": record}


# --- What turns until a day --------------------------------------------------------------------------------------------


def _say_ahead(assistant: "Assistant", answers: "list[KeptAnswer]", labels: frozenset[str], day: str, *, as_json: bool) -> None:
    from policy_assistant.audit.ahead import turns_until
    from policy_assistant.versions import Versions

    today = assistant.settings.today
    with assistant.store.snapshot():
        turns = turns_until(day, today, Versions(assistant.store, labels), assistant.fixed_questions(), answers)
    if as_json:
        say_json({"today": today, "until": day, "turns": [_turn_record(turn) for turn in turns]})
        return
    for owner, group in groupby(turns, lambda turn: turn.owner):
        say(owner or "no owner")
        for turn in group:
            _say_turn(turn)
    starts = sum(turn.what == "starts" for turn in turns)
    say(f"until {day}: {starts} version{'' if starts == 1 else 's'} start{'s' if starts == 1 else ''}, {len(turns) - starts} end")


def _say_turn(turn: "Turn") -> None:
    other = f" after v{turn.other}" if turn.what == "starts" and turn.other else f", v{turn.other} follows" if turn.other else ""
    other = other or (", nothing follows" if turn.what == "ends" else "")
    say(f"  {turn.day}  {turn.doc_id} v{turn.version} {turn.what}{other} | {turn.title}")
    if turn.questions:
        say(f"    questions: {', '.join(turn.questions)}")
    for kept in turn.answers[-SHOWN_ANSWERS:]:
        say(f"    kept answer: {kept.id} “{excerpt(kept.question, QUESTION)}”")
    if len(turn.answers) > SHOWN_ANSWERS:
        say(f"    and {len(turn.answers) - SHOWN_ANSWERS} earlier kept answers")


def _turn_record(turn: "Turn") -> dict[str, Any]:
    answers = [{"id": kept.id, "question": kept.question, "as_of": kept.as_of} for kept in turn.answers]
    return {name: value for name, value in vars(turn).items() if name != "answers"} | {"answers": answers}
