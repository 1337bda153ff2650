"""A citation opened in its source, with the pictures of its pages."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from policy_assistant.blocks import ParsedDocument
from policy_assistant.code_places import Lines
from policy_assistant.errors import UsageError
from policy_assistant.history import split_state
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import MARK, document_link, hash_of, place_link
from policy_assistant.server.page.cited import unmarked, words_at
from policy_assistant.server.page.render import page, render
from policy_assistant.server.service import service_of
from policy_assistant.view.images import WIDTH, page_image
from policy_assistant.view.shapes import SourceView
from policy_assistant.view.source import open_source

router = APIRouter(include_in_schema=False)

PICTURE_SECONDS = 600
"""How long a browser may keep the picture of a page; its address changes with the file."""

MAX_DIGITS = 9


@router.get("/source/{chunk_id}")
async def source(request: Request, chunk_id: str) -> HTMLResponse:
    """The place of a citation, or a whole passage where none is named, in its source as it is now."""
    return page(await service_of(request).run(request, lambda desk: _source_page(request, desk, chunk_id), "draw"))


@router.get("/page-image/{chunk_id}/{number}")
async def picture(request: Request, chunk_id: str, number: str) -> Response:
    """A page of the file that a passage comes from, as a PNG picture; for whoever may see the passage."""

    def drawn(desk: Desk) -> bytes:
        chunk = desk.catalogue().chunk(chunk_id)
        width = _whole("width", request.query_params.get("width", ""), WIDTH)
        return page_image(desk.settings, desk.assistant.store, chunk.source, _whole("page", number, 0), width)

    data = await service_of(request).run(request, drawn, "draw")
    headers = {"Cache-Control": f"private, max-age={PICTURE_SECONDS}", "Vary": "Cookie, Authorization"}
    return Response(data, media_type="image/png", headers=headers)


def _source_page(request: Request, desk: Desk, chunk_id: str) -> str:
    catalogue, values = desk.catalogue(), request.query_params
    chunk = catalogue.chunk(chunk_id)
    start, end = _whole("start", values.get("start", ""), chunk.start), _whole("end", values.get("end", ""), chunk.end)
    view = open_source(desk.settings, desk.assistant.store, chunk, start, end)
    words = words_at(chunk, start, end)
    if values.get("words", "") not in ("", hash_of(words)):
        view = unmarked(view)
    metadata = catalogue.versions.get(chunk.doc_id, chunk.version)
    return render(
        request,
        "source.html.j2",
        desk,
        view=view,
        chunk=view.chunk,
        cited=words if view.proved else "",
        owner=metadata.owner if metadata else "",
        document=document_link("", chunk.doc_id, version=chunk.version),
        file=f"/v1/sources/{quote(chunk.doc_id)}?{urlencode({'version': chunk.version})}",
        mark=MARK,
        commit=split_state(chunk.source)[1],
        spots=_spots(desk, view),
        references=[
            (one.text, one.target.section, place_link("", one.target.chunk_id, one.target.start, one.target.end))
            for one in catalogue.references(chunk)
        ],
        lines=_marked_lines(view),
    )


def _spots(desk: Desk, view: SourceView) -> Sequence[str]:
    """The names of the places that are marked; where nothing is, those of the passage."""
    if not view.proved:
        return view.chunk.spots
    return ParsedDocument("", tuple(desk.assistant.store.blocks(view.chunk.source))).spots(view.start, view.end)


def _marked_lines(view: SourceView) -> str:
    """The lines of code that are cited, as people write them; empty for documents."""
    marked = [line.number for line in view.lines if line.marked]
    place = view.chunk.place
    if place is None:
        return ""
    first, last = (marked[0], marked[-1]) if marked else (place.first_line, place.last_line)
    return str(Lines(view.chunk.source, first, last))


def _whole(name: str, text: str, default: int) -> int:
    """A number in an address. Raises `UsageError` for what is none."""
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS):
        raise UsageError(f"{name} is {text!r:.40}; a whole number is needed")
    return int(text)
