"""`/healthz`, `/readyz`, `/metrics`: for what looks after the service."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.server.desk import Desk
from policy_assistant.server.replies import StatusReply
from policy_assistant.server.routes.common import errors, reply
from policy_assistant.server.service import service_of

router = APIRouter(tags=["operations"])


@router.get("/healthz", responses={200: {"model": StatusReply}})
async def healthz() -> JSONResponse:
    """Whether the process answers at all."""
    return reply({"status": "ok"})


@router.get("/readyz", responses=errors() | {200: {"model": StatusReply}})
async def readyz(request: Request) -> JSONResponse:
    """Whether questions can be answered: there is an index that this version reads, and the model of its vectors is there."""

    def ready(desk: Desk) -> dict[str, str]:
        desk.assistant.finder()
        return {"status": "ready"}

    return reply(await service_of(request).run_unknown(ready))


@router.get("/metrics", responses=errors() | {200: {"content": {"text/plain": {}}}}, response_class=Response)
async def metrics(request: Request) -> Response:
    """Counters for Prometheus. Only for callers who see every label."""
    service = service_of(request)

    def counted(desk: Desk) -> bytes:
        desk.caller.check_sees_all()
        try:
            info = desk.assistant.store.info()
        except PolicyAssistantError:
            info = None
        return service.metrics.text(service.workers.taken, info)

    return Response(await service.run(request, counted), media_type="text/plain; version=0.0.4; charset=utf-8")
