"""`policy-assistant trace`."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import Progress, excerpt, note, say, say_json
from policy_assistant.errors import UsageError

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.code.trace import CodeValue, Finding
    from policy_assistant.code.trace.run import Traced

VERDICTS = ("differs", "agrees", "not found")
EXIT_DIFFERS = 1


@click.command(short_help="Compare the rules of documents with the code that keeps them.")
@click.argument("topic", required=False, default="", metavar="TOPIC|DOC")
@click.argument("section", required=False, default="")
@click.option("--all", "everything", is_flag=True, help="All rules with a value in all documents in force.")
@click.option("--report", default="", metavar="FILE.md", help="Write the findings as a Markdown file.")
@click.option("--force", is_flag=True, help="Replace the file of --report.")
@click.option("--as-of", default="today", show_default=True, metavar="DATE", help="The rules in force on this day: YYYY-MM-DD or today.")
@options.audience
@options.project
@options.as_json
def command(
    topic: str, section: str, everything: bool, report: str, force: bool, as_of: str, audience: str, folder: str, as_json: bool
) -> int:
    """Compare the values of rules with the code that keeps them: agrees, differs or not found, each with both places.

    One argument is a topic, or the doc_id of a whole document; two are a document and a section of it. Exit code 1 when code
    differs from a rule, or changed since it was indexed, so that the trace is not whole.

    \b
    policy-assistant trace "return window"
    policy-assistant trace returns-policy "What you pay"
    policy-assistant trace --all --report trace.md
    """
    _check(topic, section, report, everything=everything, force=force)
    assistant = options.open_project(folder)
    with Progress("traced") as progress:
        links_from = Path(report).absolute().parent if report else None
        traced = assistant.trace(topic, section, as_of=as_of, audience=audience, links_from=links_from, progress=progress)
    if report:
        from policy_assistant.code.trace import report as report_text

        Path(report).write_text(report_text(traced.findings, as_of=traced.as_of, link=traced.link), encoding="utf-8")
        note(f"report written to {report}")
    if as_json:
        say_json(trace_record(traced))
    elif not (everything and report):
        for verdict in VERDICTS:
            for finding in traced.findings:
                if finding.verdict == verdict:
                    _say(traced, finding)
    counts: Counter[str] = Counter(finding.verdict for finding in traced.findings)
    if not as_json:
        say(_last_line(traced, counts))
    _note_state(assistant, traced, topic, section)
    return EXIT_DIFFERS if counts["differs"] or traced.stale or traced.gone else 0


def _note_state(assistant: "Assistant", traced: "Traced", topic: str, section: str) -> None:
    """How it was searched, what was left out, and what may be meant instead."""
    note(f"{traced.method} over {traced.pieces} pieces of code | as of {traced.as_of} | audience {traced.audience}")
    if left_out := [f"{n} {what}" for n, what in ((traced.stale, "changed"), (traced.gone, "in files that are gone")) if n]:
        note(
            f"hint: left out are pieces of code that changed since they were indexed ({', '.join(left_out)}); run `policy-assistant ingest`"
        )
    if not section and (near := _near_document(assistant, topic)):
        note(f"hint: no document that you may see is called {topic!r}, so it was taken for a topic; did you mean `{near}`?")
    if not traced.findings:
        note(f"no rule with a value was found{f' for {topic!r}' if topic else ''}")


def trace_record(traced: "Traced") -> dict[str, Any]:
    """All findings as one JSON object."""
    counts: Counter[str] = Counter(finding.verdict for finding in traced.findings)
    return {
        "topic": traced.topic,
        "as_of": traced.as_of,
        "audience": traced.audience,
        "counts": {verdict: counts[verdict] for verdict in VERDICTS},
        "stale": traced.stale,
        "gone": traced.gone,
        "findings": [_finding_record(traced, finding) for finding in traced.findings],
    }


def _check(topic: str, section: str, report: str, *, everything: bool, force: bool) -> None:
    if everything and topic:
        raise UsageError("a topic and --all are both given", hint="give one of them")
    if not everything and not topic.strip():
        raise UsageError("nothing is named to trace", hint="name a topic in quotes, a document and a section, or give --all")
    if force and not report:
        raise UsageError("--force replaces the file of --report, which is not given", hint="give --report FILE.md")
    if report and Path(report).suffix.lower() not in (".md", ".markdown"):
        raise UsageError(f"the report {report!r} is not called as a Markdown file", hint="let its name end in .md")
    if report and Path(report).exists() and not force:
        raise UsageError(f"{report} exists", hint="give another name, or --force to replace it")
    if report and not Path(report).absolute().parent.is_dir():
        raise UsageError(f"no folder {str(Path(report).parent)!r} for {report}", hint="create it first")


def _finding_record(traced: "Traced", finding: "Finding") -> dict[str, Any]:
    chunk = finding.rule.chunk
    return {
        "verdict": finding.verdict,
        "value": finding.value.text,
        "rule": {
            "text": finding.rule.text,
            "id": chunk.chunk_id,
            "doc_id": chunk.doc_id,
            "version": chunk.version,
            "source": chunk.source,
            "sections": list(chunk.sections),
            "pages": list(chunk.pages),
            "start": finding.value.start,
            "end": finding.value.end,
        },
        "code": [_code_record(traced, value) for value in finding.code],
        "also_in": [_code_record(traced, value) for value in finding.also_in],
        "note": finding.note,
    }


def _code_record(traced: "Traced", value: "CodeValue") -> dict[str, Any]:
    return {
        "path": value.path,
        "line": value.line,
        "name": value.name,
        "value": value.text,
        "role": value.role,
        "id": value.chunk.chunk_id,
        "link": traced.link(value) or None,
    }


def _say(traced: "Traced", finding: "Finding") -> None:
    chunk = finding.rule.chunk
    say(f"{finding.verdict}: {finding.value.text} | “{excerpt(finding.rule.text, 100)}”")
    say(f"   {chunk.doc_id} v{chunk.version} | {chunk.section or '-'} | [{chunk.chunk_id}]")
    for value in finding.code:
        say(f"   {value.path}:{value.line}  {f'{value.name} ' if value.name else ''}{excerpt(value.text, 60)}{_role(value)}")
    for value in finding.also_in:
        say(
            f"   {'agrees' if finding.verdict == 'differs' else 'also'} {value.path}:{value.line}  {f'{value.name} ' if value.name else ''}{excerpt(value.text, 60)}{_role(value)}"
        )
    if finding.note:
        say(f"   note: {finding.note}")


def _near_document(assistant: "Assistant", topic: str) -> str:
    """The doc_id in force that a topic of one word is nearly; empty where it is none, or one itself."""
    from difflib import get_close_matches

    known = {document.metadata.doc_id for document in assistant.store.documents()}
    close = [] if topic in known or not topic else get_close_matches(topic, sorted(known), n=1, cutoff=0.8)
    return close[0] if close else ""


def _role(value: "CodeValue") -> str:
    return "" if value.role == "code" else f" ({value.role})"


def _last_line(traced: "Traced", counts: "Counter[str]") -> str:
    rules = len({(finding.rule.chunk.hash, finding.rule.start) for finding in traced.findings})
    values = len(traced.findings)
    said = ", ".join(
        f"{counts[verdict]} {'differ' if verdict == 'differs' else 'agree' if verdict == 'agrees' else verdict}" for verdict in VERDICTS
    )
    return f"{values} value{'' if values == 1 else 's'} of {rules} rule{'' if rules == 1 else 's'}: {said}"
