"""`/audit`: the kept answers that no longer hold, what they cited beside what stands now, and marks that somebody has seen it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from policy_assistant.audit.findings import INVALID, Finding, by_version
from policy_assistant.errors import UsageError
from policy_assistant.seen import Seen, SeenMark, mark_of
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import answer_link, document_link
from policy_assistant.server.page.frame import form_of
from policy_assistant.server.page.given import Sheet, address, given, given_number
from policy_assistant.server.page.render import page, render
from policy_assistant.server.page.standing import Standing, standing
from policy_assistant.server.routes.kept import marked
from policy_assistant.server.service import service_of

if TYPE_CHECKING:
    from policy_assistant.ledger.record import KeptAnswer
    from policy_assistant.versions import Versions

router = APIRouter(include_in_schema=False)

SHOWN = 20
"""Answers on a page."""

SHOWS = ("unseen", "seen", "all")

MARK_DIGITS = 64
MAX_MARKS = 300


@dataclass(frozen=True)
class ShownFinding:
    """Findings of one kind about one version: the first of them for all, and what each of their passages says now.

    `title` is the document's, its ID where it is gone.
    """

    finding: Finding
    title: str
    places: Sequence[Standing]
    document: str
    comparison: str

    @property
    def is_invalid(self) -> bool:
        """Whether it no longer proves the claim; else there is only something newer."""
        return self.finding.kind in INVALID


@dataclass(frozen=True)
class Touched:
    """A kept answer with what no longer holds of it. `seen` is None where not all of it is marked."""

    answer: "KeptAnswer"
    findings: Sequence[ShownFinding]
    marks: str
    seen: SeenMark | None
    link: str
    again: str


@router.get("/audit")
async def audit(request: Request) -> HTMLResponse:
    """The audit of today."""
    return page(await service_of(request).run(request, lambda desk: render(request, "audit.html.j2", desk, **_content(request, desk))))


@router.post("/audit/seen")
async def seen(request: Request) -> Response:
    """Mark what was found about an answer as seen, or take the marks away; then back to the list."""
    form = await form_of(request)
    marks = form.get("marks", "").split()
    if len(marks) > MAX_MARKS or not all(len(mark) == MARK_DIGITS and mark.isalnum() for mark in marks):
        raise UsageError("these are no marks of an audit", hint="use the page itself")
    await service_of(request).run(request, lambda desk: marked(desk, marks, seen=form.get("seen") != "no"))
    show = form.get("show", "")
    return RedirectResponse(address("/audit", show=show if show in SHOWS else ""), 303)


def _content(request: Request, desk: Desk) -> Mapping[str, Any]:
    desk.caller.check_named()
    show = given(request, "show") or SHOWS[0]
    catalogue = desk.catalogue()
    with desk.assistant.store.snapshot():
        answers = catalogue.answers()
        found = catalogue.findings(answers)
        marks = Seen.of(desk.settings).among(found)
        groups = _by_answer(found)
        chosen = [name for name, findings in groups.items() if show not in SHOWS[:2] or (show == "seen") == _is_seen(findings, marks)]
        by_id = {answer.id: answer for answer in answers}
        sheet = Sheet.of([*reversed(chosen)], given_number(request, "page"), SHOWN)
        touched = [_touched(desk.given_of(by_id[name], catalogue), groups[name], marks, catalogue.versions) for name in sheet.items]
    return {
        "answers": len(answers),
        "affected": len(groups),
        "unseen": sum(not _is_seen(findings, marks) for findings in groups.values()),
        "show": show if show in SHOWS else "all",
        "shows": SHOWS,
        "sheet": sheet,
        "touched": touched,
        "may_mark": desk.caller.sees_all,
        "turn": lambda number: address("/audit", show=show, page=number),
        "today": desk.settings.today,
    }


def _by_answer(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.answer_id, []).append(finding)
    return groups


def _is_seen(findings: Iterable[Finding], marks: Mapping[Finding, SeenMark]) -> bool:
    return all(finding in marks for finding in findings)


def _touched(answer: "KeptAnswer", findings: Sequence[Finding], marks: Mapping[Finding, SeenMark], versions: "Versions") -> Touched:
    is_seen = _is_seen(findings, marks)
    day = "" if answer.is_current else answer.as_of
    return Touched(
        answer,
        [_shown(group, answer, versions) for group in by_version(findings)],
        " ".join(mark_of(finding) for finding in findings),
        max((marks[finding] for finding in findings), key=lambda mark: mark.seen_at) if is_seen else None,
        answer_link("", answer.id),
        address("/", q=answer.question, as_of=day, audience=answer.audience),
    )


def _shown(group: Sequence[Finding], answer: "KeptAnswer", versions: "Versions") -> ShownFinding:
    first = group[0]
    has_document, other = bool(versions.of(first.doc_id)), first.other_version
    can_compare = bool(other and other != first.version and versions.get(first.doc_id, first.version))
    known = versions.get(first.doc_id, first.version) or next(iter(reversed(versions.of(first.doc_id))), None)
    return ShownFinding(
        first,
        known.title if known else first.doc_id,
        [place for finding in group for place in standing(finding, answer, versions)],
        document_link("", first.doc_id, version=other) if has_document else "",
        document_link("", first.doc_id, before=first.version, after=other) + "#compare" if can_compare else "",
    )
