"""Why an audience sees a document or does not, for those who see everything."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from policy_assistant.access import VersionAccess, explain_access
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import document_link
from policy_assistant.server.page.given import given, given_day

RULE = "the rule for "

STATED_BY = {
    "": "unknown",
    "the file": "file",
    "the inventory": "inventory",
    "[code] access": "code",
    "nobody, so it is the most restricted one": "nobody",
}
"""Who states a label, as `explain_access` says it -> the name of the phrase; rules name a path beside it."""


def content(request: Request, desk: Desk, doc_id: str) -> Mapping[str, Any]:
    """What the page says. It is only for callers with a key who see every label.

    Raises:
        UnknownCallerError, NotAllowedError: the caller is none of them, whatever the document.
        NotFoundError, UsageError: there is no such document or audience.
    """
    desk.caller.check_sees_all()
    audiences = list(desk.settings.access.audiences)
    audience = given(request, "audience") or audiences[0]
    report = explain_access(desk.settings, desk.assistant.store, doc_id, audience, as_of=given_day(request, desk.settings.today))
    periods = {metadata.version: metadata for metadata in desk.catalogue().document(doc_id)}
    rows = [(version, periods.get(version.version), _through(version, report.labels), _stated_by(version)) for version in report.versions]
    return {
        "report": report,
        "rows": rows,
        "audiences": audiences,
        "known_labels": desk.settings.access.labels,
        "document": document_link("", doc_id),
    }


def _through(version: VersionAccess, labels: Mapping[str, tuple[str, ...]]) -> str:
    """The audiences through which the label is seen, empty where there is none between."""
    return ", ".join(labels.get(version.label, ())[1:])


def _stated_by(version: VersionAccess) -> tuple[str, str]:
    """The phrase that says who states the label, and the path of a rule."""
    if version.stated_by.startswith(RULE):
        return "rule", version.stated_by.removeprefix(RULE)
    return STATED_BY.get(version.stated_by, "unknown"), ""
