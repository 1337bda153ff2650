"""`/search`: passages for a question, narrowed by type, language, label and date, with the matched words marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from policy_assistant.analysis import terms
from policy_assistant.code_terms import code_terms
from policy_assistant.filters import in_force
from policy_assistant.metadata import Chunk, page_range
from policy_assistant.question import Question
from policy_assistant.records.matches import matched
from policy_assistant.server.desk import Desk, Query
from policy_assistant.server.links import document_link, place_link
from policy_assistant.server.page.asking import audiences_of
from policy_assistant.server.page.given import Choices, address, given, given_day, given_number
from policy_assistant.server.page.pieces import Excerpt, Pieces, excerpt, marked
from policy_assistant.server.page.render import page, render
from policy_assistant.server.service import service_of

if TYPE_CHECKING:
    from policy_assistant.catalogue import Catalogue

router = APIRouter(include_in_schema=False)

STEP = 10
"""Hits that are shown at once, and so many more each time that more are asked for."""

PARTS = ("docs", "code", "all")


@dataclass(frozen=True)
class ShownHit:
    """A hit as it is shown. `pages` is empty where there are none; `is_in_force` is None for code, which has no dates."""

    chunk: Chunk
    title: Pieces
    section: Pieces
    excerpt: Excerpt
    pages: str
    is_in_force: bool | None
    source: str
    document: str


@router.get("/search")
async def search(request: Request) -> HTMLResponse:
    """The form, and what was found where something was asked."""
    request.state.question = request.query_params.get("q", "")
    return page(
        await service_of(request).run(request, lambda desk: render(request, "search.html.j2", desk, **_content(request, desk)), "search")
    )


def _content(request: Request, desk: Desk) -> Mapping[str, Any]:
    audience = desk.caller.audience(given(request, "audience"), desk.settings)
    catalogue = desk.catalogue(audience)
    day, every = given_day(request, desk.settings.today), bool(given(request, "every"))
    text = given(request, "q", desk.settings.server.max_question)
    k = min(given_number(request, "k", STEP), desk.settings.server.max_k)
    part = given(request, "in") if given(request, "in") in PARTS else ""
    narrowing = {name: given(request, name) for name in ("language", "doc_type", "label")}
    query = Query(text, "none" if every else day, audience, k, "", part, **narrowing)
    hits = _hits(desk, catalogue, query, day) if text else []
    asked = {"q": text, "audience": audience, "as_of": day, "every": "1" if every else "", "in": part, **narrowing}
    has_more = len(hits) == k < desk.settings.server.max_k
    return {
        "asked": asked,
        "hits": hits,
        "choices": Choices.of((m for m in catalogue.versions.all() if m.part == "docs"), desk.settings.access.labels),
        "options": _parts(catalogue),
        "audiences": audiences_of(desk),
        "more": address("/search", **asked, k=k + STEP) if has_more else "",
    }


def _parts(catalogue: "Catalogue") -> Sequence[str]:
    """What the reader may choose to search in; nothing where there is no choice."""
    kinds = {metadata.part for metadata in catalogue.versions.all()}
    return PARTS if len(kinds) > 1 else ()


def _hits(desk: Desk, catalogue: "Catalogue", query: Query, day: str) -> list[ShownHit]:
    found = desk.search(query)["hits"]
    question = Question(query.text, desk.settings.project.languages, desk.assistant.models.glossary)
    return [_shown(catalogue.chunk(hit["id"]), question, day) for hit in found]


def _shown(chunk: Chunk, question: Question, day: str) -> ShownHit:
    phrases = [term for group, _ in question.weighted_code_terms for term in group] if chunk.place else [*question.terms, *question.related]

    def terms_of(word: str) -> Sequence[str]:
        return code_terms(word) if chunk.place else terms(word, chunk.language)

    def pieces(text: str) -> Pieces:
        return marked(text, matched(text, phrases, terms_of))

    shown = excerpt(chunk.quote, matched(chunk.quote, phrases, terms_of), 0 if chunk.place else _heading_end(chunk))
    start, end = (chunk.start, chunk.end) if chunk.place else (chunk.start + shown.start, chunk.start + shown.end)
    return ShownHit(
        chunk,
        pieces(chunk.source if chunk.place else chunk.title),
        pieces(chunk.section),
        shown,
        page_range(chunk.pages) if chunk.pages else "",
        None if chunk.place else in_force(chunk.effective_from, chunk.effective_to, day),
        place_link("", chunk.chunk_id, start, end),
        document_link("", chunk.doc_id, version="" if chunk.place else chunk.version, as_of=day),
    )


def _heading_end(chunk: Chunk) -> int:
    """Where the text of a passage begins behind the heading that is shown above it."""
    heading = (chunk.section or chunk.title).rsplit(" > ", 1)[-1]
    rest = chunk.quote.removeprefix(heading).lstrip("\n") if chunk.quote.startswith(f"{heading}\n") else ""
    return len(chunk.quote) - len(rest) if rest else 0
