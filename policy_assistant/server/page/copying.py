"""A kept answer to be given on: as text to copy, as a file with its evidence."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.record import KeptCitation
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import answer_link, place_link
from policy_assistant.server.page.cited import is_as_cited, words_at
from policy_assistant.server.page.languages import language_of
from policy_assistant.server.page.problems import PhrasedError
from policy_assistant.server.service import service_of
from policy_assistant.sharing.allowed import allowed
from policy_assistant.sharing.text import FORMS, as_text

router = APIRouter(include_in_schema=False)


@router.get("/answers/{answer_id}/copy")
async def copy(request: Request, answer_id: str) -> Response:
    """The answer as text, in a form of `sharing.text`."""
    form = request.query_params.get("form", "plain")
    return PlainTextResponse(await service_of(request).run(request, lambda desk: copied(request, desk, answer_id, form)))


@router.get("/answers/{answer_id}/evidence")
async def evidence(request: Request, answer_id: str) -> Response:
    """The answer with its evidence, one file to keep."""

    def packed(desk: Desk) -> tuple[str, str]:
        from policy_assistant.sharing.pack import evidence_pack

        kept = desk.kept(answer_id)
        text = evidence_pack(desk.settings, desk.assistant.store, kept, desk.caller.labels, language_of(request))
        return text, kept.id

    text, name = await service_of(request).run(request, packed, "draw")
    headers = {"Content-Disposition": f'attachment; filename="evidence-{name}.html"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


def copied(request: Request, desk: Desk, answer_id: str, form: str) -> str:
    """A kept answer as text, with links to this service.

    Raises:
        NotFoundError: the caller may see no such answer.
        PhrasedError: no such form.
    """
    catalogue = desk.catalogue()
    given = allowed(desk.settings, desk.assistant.store, desk.kept(answer_id), desk.caller.labels)
    address = service_of(request).address(request)

    def link_of(citation: KeptCitation) -> str:
        try:
            chunk = catalogue.chunk(citation.chunk_id)
        except NotFoundError:
            return ""
        if not is_as_cited(chunk, citation):
            return ""
        return place_link(address, chunk.chunk_id, citation.start, citation.end, words_at(chunk, citation.start, citation.end))

    def title_of(citation: KeptCitation) -> str:
        metadata = given.metadata_of(citation)
        return metadata.title if metadata else ""

    if form not in FORMS:
        raise PhrasedError("problem.no form", form)
    return as_text(
        given.kept,
        form,
        link_of,
        language_of(request),
        title_of=title_of,
        permanent=answer_link(address, given.kept.id),
        left_out=given.left_out,
        internal=given.internal,
    )
