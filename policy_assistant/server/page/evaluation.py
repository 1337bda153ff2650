"""`/evaluation`: the reports of `eval --report`, for those who see every label."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from policy_assistant.server.desk import Desk
from policy_assistant.server.page.render import page, render
from policy_assistant.server.page.reports import MAX_REPORTS, figures_of, policy_of, read, report_named, reports_in
from policy_assistant.server.service import service_of

router = APIRouter(include_in_schema=False)


@router.get("/evaluation")
async def evaluation(request: Request) -> HTMLResponse:
    """The list, with the main figures of each."""
    return page(await service_of(request).run(request, lambda desk: render(request, "evaluation.html.j2", desk, **_content(desk))))


@router.get("/evaluation/{name:path}")
async def report(request: Request, name: str) -> Response:
    """One report as it was written."""

    def found(desk: Desk) -> bytes:
        desk.caller.check_sees_all()
        return read(report_named(desk.settings.reports_path, name))

    data = await service_of(request).run(request, found)
    return Response(data, media_type="text/html; charset=utf-8", headers={"Content-Security-Policy": policy_of(data), "Vary": "Cookie"})


def _content(desk: Desk) -> Mapping[str, Any]:
    desk.caller.check_sees_all()
    reports = reports_in(desk.settings.reports_path)
    return {
        "reports": [(report, figures_of(report)) for report in reports[:MAX_REPORTS]],
        "count": len(reports),
        "folder": desk.settings.project.reports,
    }
