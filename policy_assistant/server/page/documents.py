"""`/documents`: all documents that the reader may see, with the version in force on a day."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from policy_assistant.analysis import folded
from policy_assistant.catalogue import Listed
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import document_link
from policy_assistant.server.page.given import Choices, Sheet, address, given, given_day, given_number
from policy_assistant.server.page.render import page, render
from policy_assistant.server.service import service_of

router = APIRouter(include_in_schema=False)

SHOWN = 100
"""Documents on a page."""


@router.get("/documents")
async def documents(request: Request) -> HTMLResponse:
    """The list."""
    return page(await service_of(request).run(request, lambda desk: render(request, "documents.html.j2", desk, **_content(request, desk))))


def _content(request: Request, desk: Desk) -> Mapping[str, Any]:
    day = given_day(request, desk.settings.today)
    catalogue = desk.catalogue()
    wanted = {name: given(request, name) for name in ("doc_type", "language", "label")}
    text, only = given(request, "q"), given(request, "only")
    found = [
        listed
        for listed in catalogue.documents(day)
        if _has(listed.shown.access, wanted["label"])
        and _has(listed.shown.doc_type, wanted["doc_type"])
        and _has(listed.shown.language, wanted["language"])
        and (listed.is_in_force or only != "in-force")
        and _names(listed, text)
    ]
    asked = {"q": text, "as_of": day, "only": only if only == "in-force" else "", **wanted}
    sheet = Sheet.of(found, given_number(request, "page"), SHOWN)
    return {
        "asked": asked,
        "sheet": sheet,
        "rows": [(listed, document_link("", listed.shown.doc_id, as_of=day)) for listed in sheet.items],
        "turn": lambda number: address("/documents", **asked, page=number),
        "choices": Choices.of((m for m in catalogue.versions.all() if m.part == "docs"), desk.settings.access.labels),
    }


def _has(value: str, wanted: str) -> bool:
    return not wanted or value == wanted


def _names(listed: Listed, text: str) -> bool:
    """Whether title, ID or owner hold all words of a text, whatever their case and accents."""
    own = [folded(word) for word in f"{listed.shown.title} {listed.shown.doc_id} {listed.shown.owner}".split()]
    return all(any(folded(word) in one for one in own) for word in text.split())
