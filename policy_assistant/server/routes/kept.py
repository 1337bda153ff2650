"""`/v1/answers`, `/v1/audit`, `/v1/feedback`: what is kept. It is for callers whose audiences cover it."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse

from policy_assistant.feedback import Feedback, FeedbackEntry
from policy_assistant.filters import iso_date
from policy_assistant.ledger.record import answer_record
from policy_assistant.seen import Seen, mark_of
from policy_assistant.server.bodies import FeedbackBody, SeenBody
from policy_assistant.server.desk import Desk
from policy_assistant.server.replies import AuditReply, FeedbackEntryReply, FeedbackReply, KeptReply, MarkedReply
from policy_assistant.server.routes.common import errors, reply
from policy_assistant.server.service import service_of
from policy_assistant.server.shown import shown_to

router = APIRouter(tags=["kept answers"])

Since = Annotated[str, Query(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="Only answers kept on this day (UTC) or later.")]
Until = Annotated[str, Query(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="Only answers kept on this day (UTC) or before.")]


@router.get("/v1/answers/{answer_id}", responses=errors(404) | {200: {"model": KeptReply}})
async def answer(request: Request, answer_id: Annotated[str, Path(max_length=64)]) -> JSONResponse:
    """Show a kept answer by its ID, as it was given."""

    def kept(desk: Desk) -> dict[str, Any]:
        record = answer_record(desk.given_of(desk.kept(answer_id), desk.catalogue()))
        del record["number"]  # it counts the answers of others, too
        return shown_to(desk.caller, record)

    return reply(await service_of(request).run(request, kept))


@router.get("/v1/audit", responses=errors() | {200: {"model": AuditReply}})
async def audit(request: Request, since: Since = "", until: Until = "") -> JSONResponse:
    """Name the kept answers that no longer hold, as the caller may see them. A key is needed."""
    return reply(await service_of(request).run(request, lambda desk: audited(desk, since, until)))


def audited(desk: Desk, since: str = "", until: str = "") -> dict[str, Any]:
    """An audit as an object; the fixed questions' IDs are left out."""
    desk.caller.check_named()
    for name, day in (("since", since), ("until", until)):
        if day:
            iso_date(day, name)
    catalogue = desk.catalogue()
    with desk.assistant.store.snapshot():
        answers = catalogue.answers(since, until)
        findings = catalogue.findings(answers)
    seen = Seen.of(desk.settings).among(findings)
    records = [
        {name: value for name, value in asdict(finding).items() if name != "question_id"}
        | {"mark": mark_of(finding), "seen": asdict(seen[finding]) if finding in seen else None}
        for finding in findings
    ]
    return {"today": desk.settings.today, "answers": len(answers), "findings": records}


@router.post("/v1/audit/seen", responses=errors() | {200: {"model": MarkedReply}})
async def mark_seen(request: Request, body: SeenBody) -> JSONResponse:
    """Mark findings of the audit as seen, or take the marks away. For callers who see every label: others rely on the marks."""
    return reply(await service_of(request).run(request, lambda desk: {"marked": marked(desk, body.marks, seen=body.seen)}))


def marked(desk: Desk, marks: list[str], *, seen: bool) -> int:
    """Mark the findings that are known by these marks; how many they are. For callers who see every label."""
    desk.caller.check_sees_all()
    catalogue = desk.catalogue()
    with desk.assistant.store.snapshot():
        findings = [finding for finding in catalogue.findings(catalogue.answers()) if mark_of(finding) in marks]
    if seen:
        Seen.of(desk.settings).mark(*findings, who=desk.caller.id)
    else:
        Seen.of(desk.settings).unmark(*findings)
    return len(findings)


@router.post("/v1/feedback", responses=errors(404) | {201: {"model": FeedbackEntryReply}}, status_code=201)
async def give_feedback(request: Request, body: FeedbackBody) -> JSONResponse:
    """Say whether a kept answer was right."""

    def given(desk: Desk) -> dict[str, Any]:
        return entry_record(Feedback.of(desk.settings).give(desk.kept(body.answer), body.verdict, body.comment, desk.caller.id))

    return reply(await service_of(request).run(request, given), 201)


@router.get("/v1/feedback", responses=errors() | {200: {"model": FeedbackReply}})
async def feedback(request: Request) -> JSONResponse:
    """List what was said of answers that the caller may see. A key is needed."""

    def listed(desk: Desk) -> dict[str, Any]:
        desk.caller.check_named()
        return {"feedback": [entry_record(entry) for entry in Feedback.of(desk.settings).entries(labels=desk.caller.labels)]}

    return reply(await service_of(request).run(request, listed))


def entry_record(entry: FeedbackEntry) -> dict[str, Any]:
    """Feedback as an object."""
    return {name: getattr(entry, name) for name in ("verdict", "comment", "who", "given_at")} | {"answer": entry.answer_id}
