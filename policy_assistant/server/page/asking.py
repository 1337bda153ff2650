"""The first page: a question is asked and answered, and asked further."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from policy_assistant.errors import SettingsError, UsageError
from policy_assistant.filters import iso_date
from policy_assistant.followup import full_question
from policy_assistant.server.desk import Desk, Query
from policy_assistant.server.links import answer_link
from policy_assistant.server.page.answers import Shower
from policy_assistant.server.page.copying import copied
from policy_assistant.server.page.frame import form_of
from policy_assistant.server.page.languages import language_of
from policy_assistant.server.page.problems import said_of
from policy_assistant.server.page.render import page, render
from policy_assistant.server.page.shapes import ShownAnswer
from policy_assistant.server.page.words import Words
from policy_assistant.server.service import service_of

router = APIRouter(include_in_schema=False)

PARTS = ("docs", "code", "all")

FETCHED = "x-fetched"
"""The header of a request whose answer a script puts in place."""


@dataclass(frozen=True)
class Form:
    """What stands in the form: a question, its day, who asks, where to look."""

    question: str = ""
    as_of: str = ""
    audience: str = ""
    part: str = ""

    @classmethod
    def of(cls, values: Mapping[str, str], question: str = "question") -> "Form":
        """The form as somebody sent it; browsers send line ends of their own."""
        text = values.get(question, "").replace("\r\n", "\n").strip()
        return cls(text, values.get("as_of", "").strip(), values.get("audience", ""), values.get("part", ""))

    @property
    def query(self) -> Query:
        """As the desk takes it."""
        return Query(self.question, self.as_of, self.audience, part=self.part)


@router.get("/")
async def ask_page(request: Request) -> HTMLResponse:
    """The empty form, or one that a link has filled in: nothing is asked before somebody sends it."""
    form = Form.of(request.query_params, "q")
    return page(await service_of(request).run(request, lambda desk: _Asking(request, desk).page(form)))


@router.post("/ask")
async def ask(request: Request) -> Response:
    """Answer a question."""
    form = Form.of(await form_of(request))
    request.state.question = form.question
    return await service_of(request).run(request, lambda desk: _Asking(request, desk).answered(form), "answer")


@router.post("/follow-up")
async def follow_up(request: Request) -> Response:
    """Make a full question of one that follows up, and show it; answer a question of its own."""
    values = await form_of(request)
    form, previous = Form.of(values), values.get("previous", "")
    request.state.question = form.question
    return await service_of(request).run(request, lambda desk: _Asking(request, desk).followed(form, previous), "answer")


class _Asking:
    """The page for one request."""

    def __init__(self, request: Request, desk: Desk) -> None:
        self._request, self._desk = request, desk
        self._words = Words(language_of(request))

    def page(
        self,
        form: Form,
        *,
        problem: str = "",
        answer: ShownAnswer | None = None,
        copy: str = "",
        short: str = "",
        needs_words: bool = False,
    ) -> str:
        """The page. `problem` says why nothing was answered; `short` is the question that `form` is the full form of, and with
        `needs_words` what it names is not in there yet.
        """
        desk = self._desk
        audiences, audience = audiences_of(desk), desk.caller.audience("", desk.settings)
        return render(
            self._request,
            "ask.html.j2",
            desk,
            path="/",
            here=f"/answers/{answer.id}" if answer and answer.id else "/",
            form=replace(form, as_of=form.as_of or desk.settings.today, audience=form.audience or audience),
            audiences=audiences,
            parts=parts_of(desk),
            longest=desk.settings.server.max_question,
            problem=problem,
            answer=answer,
            copy_text=copy,
            short=short,
            needs_words=needs_words,
            thanks=False,
        )

    def answered(self, form: Form) -> Response:
        """The answer, or what is wrong with the question.

        A browser that loads the whole page is sent on to the kept answer, so that it can go there again; what was found for
        a question without an answer is not kept, and is shown at once.
        """
        if problem := self._problem(form):
            return page(self.page(form, problem=problem), 400)
        try:
            answer = self._desk.answer(form.query)
        except SettingsError:
            raise
        except UsageError as error:
            said = said_of(error, self._request, self._words)
            return page(self.page(form, problem=f"{said.message} {said.details}".strip()), error.http_status)
        if answer.kept and answer.answerable and FETCHED not in self._request.headers:
            return RedirectResponse(answer_link("", answer.kept), 303)
        shown = Shower(self._desk.catalogue(), self._words).fresh(answer, with_reason=self._desk.caller.sees_all)
        copy = copied(self._request, self._desk, answer.kept, "plain") if answer.kept else ""
        return page(self.page(form, answer=shown, copy=copy))

    def followed(self, form: Form, previous: str) -> Response:
        """The full question to be asked, or the answer where the question is one of its own."""
        if problem := self._problem(form):
            return page(self.page(form, problem=problem), 400)
        full = full_question(previous, form.question, model=self._desk.assistant.chat_model_of(""), today=self._desk.settings.today)
        if not full.is_follow_up:
            return self.answered(form)
        whole = replace(form, question=full.text, as_of=full.as_of or form.as_of)
        return page(self.page(whole, short=form.question, needs_words=full.reason == "other_language"))

    def _problem(self, form: Form) -> str:
        """What people get wrong, in the words of their language."""
        longest = self._desk.settings.server.max_question
        if not form.question:
            return self._words("ask.empty")
        if len(form.question) > longest:
            return self._words("ask.too long", len(form.question), longest)
        try:
            iso_date(form.as_of or self._desk.settings.today)
        except UsageError:
            return self._words("problem.no day", form.as_of[:40])
        return ""


def audiences_of(desk: Desk) -> Sequence[str]:
    """The audiences that may be asked for, in the order of the settings: the caller's own, and those that see no more than they do."""
    desk.caller.audience("", desk.settings)
    own, labels = desk.caller.audiences, desk.caller.labels
    return [name for name in desk.settings.access.audiences if name in own or desk.settings.labels_of(name) <= labels]


def parts_of(desk: Desk) -> Sequence[str]:
    """Where there is a choice to look: none unless the caller sees both documents and code."""
    seen = {metadata.part for metadata in desk.catalogue().versions.all()}
    return PARTS if len(seen) > 1 else ()
