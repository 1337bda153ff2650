"""A kept answer under its permanent address, and what people say about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from policy_assistant.audit.findings import Finding
from policy_assistant.catalogue import Catalogue
from policy_assistant.feedback import Feedback
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import answer_link, document_link
from policy_assistant.server.page.answers import Shower
from policy_assistant.server.page.asking import Form, audiences_of, parts_of
from policy_assistant.server.page.copying import copied
from policy_assistant.server.page.frame import form_of
from policy_assistant.server.page.languages import language_of
from policy_assistant.server.page.render import page, render
from policy_assistant.server.page.words import Words
from policy_assistant.server.service import service_of
from policy_assistant.sharing.allowed import allowed

router = APIRouter(include_in_schema=False)

JUST_GIVEN = timedelta(hours=1)
"""How long an answer stands below the form in which it was asked, so that its page loaded again is the same page."""


@dataclass(frozen=True)
class Change:
    """What no longer holds of a document that an answer cites, in words, and where the document is shown."""

    text: str
    path: str
    owner: str


@router.get("/answers/{answer_id}")
async def kept_answer(request: Request, answer_id: str) -> HTMLResponse:
    """The answer as it was given, and whether it still holds."""
    return page(await service_of(request).run(request, lambda desk: _kept_page(request, desk, answer_id)))


@router.post("/feedback")
async def give_feedback(request: Request) -> Response:
    """Keep what somebody says about an answer, and show it again with thanks."""
    form = await form_of(request)

    def given(desk: Desk) -> str:
        kept = desk.kept(form.get("answer", ""))
        comment = form.get("comment", "").replace("\r\n", "\n")
        Feedback.of(desk.settings).give(kept, form.get("verdict", ""), comment, desk.caller.id)
        return kept.id

    name = await service_of(request).run(request, given)
    return RedirectResponse(f"{answer_link('', name)}?thanks=1#feedback", 303)


def _kept_page(request: Request, desk: Desk, answer_id: str) -> str:
    kept = desk.kept(answer_id)
    catalogue, words = desk.catalogue(), Words(language_of(request))
    with desk.assistant.store.snapshot():
        given = allowed(desk.settings, desk.assistant.store, kept, desk.caller.labels)
        findings = catalogue.findings([given.kept])
        shown = Shower(catalogue, words).kept(given, {finding.chunk_id for finding in findings})
        changes = changes_of(catalogue, findings, words)
    again = urlencode({"q": kept.question, "as_of": desk.settings.today, "audience": kept.audience})
    is_new = not shown.is_over and datetime.now(UTC) - datetime.fromisoformat(kept.kept_at) < JUST_GIVEN
    return render(
        request,
        "answer.html.j2",
        desk,
        answer=shown,
        kept_at=kept.kept_at,
        changes=changes,
        holds=not shown.is_over,
        is_new=is_new,
        path="/" if is_new else request.url.path,
        form=Form(kept.question, kept.as_of, kept.audience),
        audiences=audiences_of(desk),
        parts=parts_of(desk),
        problem="",
        short="",
        again=f"/?{again}",
        copy_text=copied(request, desk, kept.id, "plain"),
        thanks=request.query_params.get("thanks") == "1",
        longest=desk.settings.server.max_question,
        part="code" if shown.is_about_code else "",
    )


def changes_of(catalogue: Catalogue, findings: Iterable[Finding], words: Words) -> Sequence[Change]:
    """What an audit finds of an answer, in words: each change of a version once."""
    found = {}
    for finding in findings:
        metadata = catalogue.versions.get(finding.doc_id, finding.version)
        name = metadata.title if metadata else finding.doc_id
        path = document_link("", finding.doc_id) if catalogue.versions.of(finding.doc_id) else ""
        key = finding.kind, finding.doc_id, finding.version
        found[key] = Change(words(f"kept.{finding.kind}", name, finding.version), path, finding.owner)
    return list(found.values())
