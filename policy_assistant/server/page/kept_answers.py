"""`/answers`: the kept answers that the reader may see, the newest first, with what people said of them."""

import shlex
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from policy_assistant.analysis import folded
from policy_assistant.feedback import RIGHT, WRONG, Feedback, FeedbackEntry
from policy_assistant.server.desk import Desk
from policy_assistant.server.links import answer_link
from policy_assistant.server.page.given import Sheet, address, given, given_day, given_number
from policy_assistant.server.page.render import page, render
from policy_assistant.server.service import service_of

if TYPE_CHECKING:
    from policy_assistant.ledger.record import KeptAnswer
    from policy_assistant.settings import Settings

router = APIRouter(include_in_schema=False)

SHOWN = 25
"""Answers on a page."""

JUDGED = ("any", RIGHT, WRONG)
"""What a list can be narrowed to: answers with feedback, and those that somebody found right or wrong."""


@router.get("/answers")
async def kept_answers(request: Request) -> HTMLResponse:
    """The list."""
    return page(
        await service_of(request).run(request, lambda desk: render(request, "kept-answers.html.j2", desk, **_content(request, desk)))
    )


def _content(request: Request, desk: Desk) -> Mapping[str, Any]:
    desk.caller.check_named()
    text, feedback = given(request, "q"), given(request, "feedback")
    since, until = (given_day(request, desk.settings.today, name, usual="") for name in ("since", "until"))
    judged, catalogue = _judged(desk), desk.catalogue()
    kept = {answer.id: answer for answer in reversed(catalogue.answers(since, until))}
    found = [
        answer
        for answer in (desk.given_of(one, catalogue) for one in kept.values())
        if _says(answer, text) and (feedback not in JUDGED or _is_judged(judged[answer.id], feedback))
    ]
    sheet = Sheet.of(found, given_number(request, "page"), SHOWN)
    asked = {"q": text, "since": since, "until": until, "feedback": feedback if feedback in JUDGED else ""}
    over = {finding.answer_id for finding in catalogue.findings(sheet.items)}
    over |= {answer.id for answer in sheet.items if len(answer.claims) < len(kept[answer.id].claims)}
    return {
        "asked": asked,
        "over": over,
        "sheet": sheet,
        "rows": [(answer, answer_link("", answer.id), judged[answer.id], _command(answer, desk.settings)) for answer in sheet.items],
        "turn": lambda number: address("/answers", **asked, page=number),
        "choices": JUDGED,
    }


def _judged(desk: Desk) -> "defaultdict[str, list[FeedbackEntry]]":
    """What was said, by the ID of the answer."""
    found: defaultdict[str, list[FeedbackEntry]] = defaultdict(list)
    for entry in Feedback.of(desk.settings).entries(labels=desk.caller.labels):
        found[entry.answer_id].append(entry)
    return found


def _is_judged(entries: Sequence[FeedbackEntry], feedback: str) -> bool:
    return any(feedback in ("any", entry.verdict) for entry in entries)


def _says(answer: "KeptAnswer", text: str) -> bool:
    """Whether ID, question and answer hold all words of a text, whatever their case and accents."""
    if not text:
        return True
    own = {folded(word) for word in f"{answer.id} {answer.question} {answer.text}".split()}
    return all(any(folded(word) in one for one in own) for word in text.split())


def _command(answer: "KeptAnswer", settings: "Settings") -> str:
    """What makes its question a fixed one, as it is typed in the project's folder."""
    needs_audience = not answer.labels <= settings.labels_of(settings.access.default)
    return f"policy-assistant questions add {answer.id}{f' --audience {shlex.quote(answer.audience)}' if needs_audience else ''}"
