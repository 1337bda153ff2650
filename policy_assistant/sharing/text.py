"""A kept answer as text to copy: into a document, a plain field, an e-mail or a chat."""

from collections.abc import Callable, Iterator
from typing import Literal, get_args

from policy_assistant.errors import UsageError, nearest
from policy_assistant.ledger.record import KeptAnswer, KeptCitation, KeptClaim
from policy_assistant.sharing.forms import Chat, Form, Markdown, Plain
from policy_assistant.sharing.phrases import Words
from policy_assistant.sharing.safe import one_line, safe_link

FormName = Literal["markdown", "plain", "email", "chat"]
FORMS: tuple[FormName, ...] = get_args(FormName)

MAX_SUBJECT = 150
"""Characters of an e-mail's subject."""

LinkOf = Callable[[KeptCitation], str]
"""The address that opens a citation, empty where there is none."""

TitleOf = Callable[[KeptCitation], str]
"""The title of a citation's document, empty where it is not known."""


def as_text(
    kept: KeptAnswer,
    form: str,
    link_of: LinkOf,
    language: str = "en",
    *,
    title_of: TitleOf | None = None,
    permanent: str = "",
    left_out: int = 0,
) -> str:
    """A kept answer with its question, its day, and each statement that stands with its citations and links.

    Text of documents and questions cannot break out of the form: it makes no markup, no link, no header and calls nobody. An
    e-mail begins with the line of its subject, then a blank one. `permanent` is the address of the answer itself; `left_out`
    tells that so many statements may not be given on (`allowed`, through which every answer goes first).

    Raises:
        UsageError: no such form.
    """
    if form not in FORMS:
        raise UsageError(f"unknown form {form!r}", hint=nearest(form, FORMS))
    words = Words(language)
    body = "\n".join(_Writer(_FORMS[form], words, link_of, title_of or (lambda _: ""), left_out).lines(kept, permanent))
    return f"{words('subject', subject(kept, language))}\n\n{body}\n" if form == "email" else f"{body}\n"


def subject(kept: KeptAnswer, language: str = "en") -> str:
    """The subject of an e-mail with an answer: one line without control characters."""
    text = Words(language)("about", one_line(kept.question))
    return text if len(text) <= MAX_SUBJECT else f"{text[: MAX_SUBJECT - 1].rstrip()}…"


_FORMS: dict[str, Form] = {"markdown": Markdown(), "plain": Plain(), "email": Plain(), "chat": Chat()}


class _Writer:
    def __init__(self, form: Form, words: Words, link_of: LinkOf, title_of: TitleOf, left_out: int) -> None:
        self._form, self._words, self._link_of, self._title_of, self._left_out = form, words, link_of, title_of, left_out

    def lines(self, kept: KeptAnswer, permanent: str) -> Iterator[str]:
        form, words = self._form, self._words
        yield words("colon", form.label(words("question")), form.text(kept.question))
        yield ""
        answer = form.label(words("answer"))
        yield words("colon", f"{answer} ({words('as of', form.text(kept.as_of))})", "").rstrip()
        yield ""
        standing = [claim for claim in kept.claims if claim.ok]
        if not kept.answerable:
            yield from self._abstention(kept)
        for number, claim in enumerate(standing if kept.answerable else (), 1):
            yield from self._claim(number, claim)
        yield from (words("left out") for _ in range(self._left_out))
        if kept.is_disputed:
            yield words("disputed")
        yield ""
        link = safe_link(permanent)
        yield f"{words('kept as', form.text(kept.id))}{f' — {link}' if link else ''}"

    def _abstention(self, kept: KeptAnswer) -> Iterator[str]:
        yield self._words("silent")
        doc_id, version = kept.nearest
        if doc_id:
            yield self._words("nearest", f"{self._form.text(doc_id)}, {self._words('version', self._form.text(version))}")

    def _claim(self, number: int, claim: KeptClaim) -> Iterator[str]:
        yield f"{number}. {self._form.text(claim.text)}"
        for citation in claim.citations:
            yield self._form.source(self._place(citation), self._words("open"), safe_link(self._link_of(citation)))
            yield from self._form.quote(self._words("quoted", citation.quote)) if citation.quote.strip() else ()

    def _place(self, citation: KeptCitation) -> str:
        title, words, text = self._title_of(citation), self._words, self._form.text
        name = f"{text(title)} ({text(citation.doc_id)})" if title else text(citation.doc_id)
        section = text("; ".join(citation.sections))
        parts = (name, words("version", text(citation.version)), words("quoted", section) if section else "", words.pages(citation.pages))
        return ", ".join(part for part in parts if part)
