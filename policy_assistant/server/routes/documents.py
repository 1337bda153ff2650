"""`/v1/documents`, `/v1/chunks`, `/v1/sources`, `/v1/diff`, `/v1/access`: the documents themselves."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, Response

from policy_assistant.history import split_state
from policy_assistant.records.differences import difference_record
from policy_assistant.records.passages import chunk_record, reference_record
from policy_assistant.server.desk import Desk
from policy_assistant.server.replies import AccessReply, ChunkReply, DifferenceReply, DocumentsReply, VersionsReply
from policy_assistant.server.routes.common import AsOf, AudienceOf, Version, errors, reply, version_record
from policy_assistant.server.service import service_of

if TYPE_CHECKING:
    from policy_assistant.catalogue import Catalogue

router = APIRouter(tags=["documents"])

DocId = Annotated[str, Path(max_length=500, description="The ID of a document, or the path of a file of code.")]
Only = Annotated[str, Query(max_length=200)]


@router.get("/v1/documents", responses=errors() | {200: {"model": DocumentsReply}})
async def documents(
    request: Request, as_of: AsOf = "today", audience: AudienceOf = "", doc_type: Only = "", language: Only = "", label: Only = ""
) -> JSONResponse:
    """List the documents that the caller may see, each with the version in force on a day."""

    def listed(desk: Desk) -> dict[str, Any]:
        day = desk.day(as_of)
        wanted = {"doc_type": doc_type, "language": language, "access": label}
        found = [
            version_record(listed.shown, day) | {"versions": listed.versions}
            for listed in desk.catalogue(audience).documents(day)
            if all(not value or getattr(listed.shown, name) == value for name, value in wanted.items())
        ]
        return {"as_of": day, "documents": found}

    return reply(await service_of(request).run(request, listed))


@router.get("/v1/documents/{doc_id:path}/versions", responses=errors(404) | {200: {"model": VersionsReply}})
async def versions(request: Request, doc_id: DocId, as_of: AsOf = "today", audience: AudienceOf = "") -> JSONResponse:
    """List the versions of a document, the earliest first, with the period of each."""

    def listed(desk: Desk) -> dict[str, Any]:
        day = desk.day(as_of)
        found = desk.catalogue(audience).document(doc_id)
        return {"doc_id": doc_id, "as_of": day, "versions": [version_record(metadata, day) for metadata in found]}

    return reply(await service_of(request).run(request, listed))


@router.get("/v1/chunks/{chunk_id}", responses=errors(404) | {200: {"model": ChunkReply}})
async def chunk(request: Request, chunk_id: Annotated[str, Path(max_length=64)], audience: AudienceOf = "") -> JSONResponse:
    """Show one passage by its ID, with the place that it comes from."""
    return reply(await service_of(request).run(request, lambda desk: passage_record(desk.catalogue(audience), chunk_id)))


def passage_record(catalogue: "Catalogue", chunk_id: str) -> dict[str, Any]:
    """A passage as an object, with its period, its full hash and the passages that it refers to."""
    found = catalogue.chunk(chunk_id)
    names = ("hash", "effective_from", "effective_to", "language", "doc_type")
    period = {name: getattr(found, name) for name in names}
    return chunk_record(found) | period | {"references": [reference_record(one) for one in catalogue.references(found)]}


@router.get(
    "/v1/sources/{doc_id:path}",
    responses=errors(404) | {200: {"content": {"application/octet-stream": {}}, "description": "The file, byte for byte"}},
    response_class=Response,
)
async def source(request: Request, doc_id: DocId, version: Version = "", as_of: AsOf = "today", audience: AudienceOf = "") -> Response:
    """The original file of a version, as it was ingested. Browsers save it and never run it."""
    found = await service_of(request).run(request, lambda desk: desk.catalogue(audience).source(doc_id, version, desk.day(as_of)))
    name = quote(split_state(found.metadata.source)[0].rsplit("/", 1)[-1])
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}", "Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(found.data, media_type=found.media_type, headers=headers)


@router.get("/v1/diff", responses=errors(404) | {200: {"model": DifferenceReply}})
async def diff(
    request: Request,
    doc_id: Annotated[str, Query(max_length=500)],
    before: Annotated[str, Query(max_length=500)],
    after: Annotated[str, Query(max_length=500)],
    audience: AudienceOf = "",
) -> JSONResponse:
    """Show what changed between two versions of a document, and which kept answers rest on one of them."""
    return reply(await service_of(request).run(request, lambda desk: differing(desk, doc_id, before, after, audience)))


def differing(desk: Desk, doc_id: str, before: str, after: str, audience: str = "") -> dict[str, Any]:
    """What changed. Kept answers are for callers with a key, the fixed questions for those who see every label."""
    questions = desk.assistant.fixed_questions() if desk.caller.sees_all else ()
    return difference_record(
        desk.catalogue(audience).difference(doc_id, before, after, questions, with_answers=not desk.caller.is_anonymous)
    )


@router.get("/v1/access", responses=errors(404) | {200: {"model": AccessReply}})
async def access(
    request: Request,
    doc_id: Annotated[str, Query(max_length=500)],
    audience: Annotated[str, Query(max_length=200)],
    as_of: AsOf = "today",
) -> JSONResponse:
    """Say why an audience sees a document or does not. Only for callers who see every label."""

    def explained(desk: Desk) -> dict[str, Any]:
        from policy_assistant.access import explain_access

        desk.caller.check_sees_all()
        return asdict(explain_access(desk.settings, desk.assistant.store, doc_id, audience, as_of=desk.day(as_of)))

    return reply(await service_of(request).run(request, explained))
