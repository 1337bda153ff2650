"""`/documents/{doc_id}`: a document with its versions, what changed between two of them, its text, and what cites it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from policy_assistant.errors import NotFoundError
from policy_assistant.filters import in_force
from policy_assistant.metadata import MAX_FIELD, Chunk, Metadata
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import document_link
from policy_assistant.server.page import access
from policy_assistant.server.page.comparing import compared
from policy_assistant.server.page.given import address, given, given_day, given_number
from policy_assistant.server.page.render import page, render
from policy_assistant.server.page.timeline import time_line
from policy_assistant.server.service import service_of
from policy_assistant.view.document import open_document

if TYPE_CHECKING:
    from policy_assistant.catalogue import Catalogue
    from policy_assistant.ledger.record import KeptAnswer

router = APIRouter(include_in_schema=False)

MAX_ANSWERS = 20
"""Kept answers that are named, the newest."""

ACCESS = "/access"
"""What follows a document's address where somebody asks who sees it."""


@router.get("/documents/{doc_id:path}")
async def document(request: Request, doc_id: str) -> HTMLResponse:
    """A document; or who sees it, unless there is a document whose own ID ends like that."""

    def shown(desk: Desk) -> str:
        if len(doc_id) > MAX_FIELD + len(ACCESS):
            raise NotFoundError(f"no document {doc_id[:MAX_FIELD]!r}")
        catalogue = desk.catalogue()
        if doc_id.endswith(ACCESS) and not catalogue.versions.of(doc_id):
            return render(request, "access.html.j2", desk, **access.content(request, desk, doc_id.removesuffix(ACCESS)))
        return render(request, "document.html.j2", desk, **_content(request, desk, catalogue, doc_id))

    return page(await service_of(request).run(request, shown, "draw"))


def _content(request: Request, desk: Desk, catalogue: "Catalogue", doc_id: str) -> Mapping[str, Any]:
    day = given_day(request, desk.settings.today)
    versions = catalogue.document(doc_id)
    shown = catalogue.version(doc_id, given(request, "version"), day)
    text = open_document(desk.settings, desk.assistant.store, shown.source, given_number(request, "part"))
    link = document_link("", doc_id)
    return {
        "shown": shown,
        "day": day,
        "is_in_force": in_force(shown.effective_from, shown.effective_to, day),
        "line": time_line(versions, day),
        "link": lambda **values: address(link, **({"as_of": day} | values)),
        "original": address(f"/v1/sources/{quote(doc_id)}", version=shown.version),
        "text": text,
        "pages": _pages(catalogue, shown, [one.number for one in text.pages]),
        "audiences": list(desk.settings.access.audiences) if desk.caller.sees_all and not desk.caller.is_anonymous else [],
        **_cited_by(desk, catalogue, doc_id),
        **_comparison(request, desk, versions, shown),
    }


def _comparison(request: Request, desk: Desk, versions: Sequence[Metadata], shown: Metadata) -> Mapping[str, Any]:
    """The two versions to compare: those chosen, else the one that is shown and the one before it."""
    before, after = given(request, "before"), given(request, "after")
    names = [version.version for version in versions]
    at = names.index(shown.version)
    usual = (names[max(at - 1, 0)], shown.version) if at else (names[0], names[min(1, len(names) - 1)])
    found = compared(desk, shown.doc_id, before, after) if before and after and before != after else None
    return {"before": before or usual[0], "after": after or usual[1], "compared": found, "is_same": bool(before) and before == after}


def _cited_by(desk: Desk, catalogue: "Catalogue", doc_id: str) -> Mapping[str, Any]:
    """The kept answers that cite a document, the newest first, and how many there are; None for callers without a key."""
    if desk.caller.is_anonymous:
        return {"citing": None, "citing_count": 0}
    found = [answer for answer in reversed(catalogue.answers()) if any(citation.doc_id == doc_id for citation in answer.citations)]
    return {"citing": [(answer, _versions_cited(answer, doc_id)) for answer in found[:MAX_ANSWERS]], "citing_count": len(found)}


def _versions_cited(answer: "KeptAnswer", doc_id: str) -> str:
    return ", ".join(dict.fromkeys(citation.version for citation in answer.citations if citation.doc_id == doc_id))


def _pages(catalogue: "Catalogue", shown: Metadata, numbers: Sequence[int]) -> Sequence[tuple[int, str, Sequence[Chunk]]]:
    """Each page that is shown: its number, the address of its picture, and the passages on it, for those who do not see it."""
    chunks = catalogue.versions.chunks(shown) if numbers else []
    rows = []
    for number in numbers:
        on_it = [chunk for chunk in chunks if number in chunk.pages]
        # A page without text has no passage; any other one of the same file opens its picture as well.
        opener = (on_it or chunks)[:1]
        rows.append((number, f"/page-image/{opener[0].chunk_id}/{number}" if opener else "", on_it))
    return rows
