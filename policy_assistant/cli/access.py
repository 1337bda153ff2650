"""`policy-assistant access`."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from policy_assistant.cli import options
from policy_assistant.cli.output import say, say_json

if TYPE_CHECKING:
    from policy_assistant.access import AccessReport, VersionAccess


@click.command(short_help="Say why an audience sees a document or does not.")
@click.argument("doc")
@options.audience
@options.as_of
@options.project
@options.as_json
def command(doc: str, audience: str, as_of: str, folder: str, as_json: bool) -> None:
    """Say for each version of a document (DOC is a doc_id, or the path of a file of code) whether an audience sees it, and
    why: by its label, and by the day.

    \b
    policy-assistant access returns-policy --audience public
    policy-assistant access returns-policy --audience public --as-of none
    """
    from policy_assistant.access import explain_access
    from policy_assistant.filters import parse_as_of

    assistant = options.open_project(folder)
    settings = assistant.settings
    day = parse_as_of(as_of, settings.today)
    report = explain_access(settings, assistant.store, doc, audience or settings.access.default, as_of=day)
    if as_json:
        say_json(asdict(report))
        return
    _say(report)


def _say(report: "AccessReport") -> None:
    labels = [f"{label} (through {', '.join(way[1:])})" if way[1:] else label for label, way in report.labels.items()]
    say(f"{report.audience} sees the labels: {', '.join(labels) or 'none'}")
    for version in report.versions:
        _say_version(report.doc_id, version)
    seen = sum(version.is_visible and version.is_in_force is not False for version in report.versions)
    day = f" as of {report.as_of}" if report.as_of else ""
    say(f"{report.audience} sees {seen} of {len(report.versions)} version{'' if len(report.versions) == 1 else 's'}{day}")


def _say_version(doc_id: str, version: "VersionAccess") -> None:
    found = "seen" if version.is_visible and version.is_in_force is not False else "not seen"
    say(f"{found}: {doc_id} v{version.version} | {version.title} | {version.source}")
    say(f"  label: {version.because}{f' (stated by {version.stated_by})' if version.stated_by else ''}")
    say(f"  day: {version.period}")
