"""A kept answer as text to copy: into a document, a plain field, an e-mail or a chat."""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Literal, get_args

from policy_assistant.errors import UsageError, nearest
from policy_assistant.ledger.record import KeptAnswer, KeptCitation, KeptClaim
from policy_assistant.sharing.forms import Chat, Form, Markdown, Plain
from policy_assistant.sharing.phrases import Words
from policy_assistant.sharing.places import Place, place_key, places
from policy_assistant.sharing.safe import one_line, safe_link

FormName = Literal["markdown", "plain", "email", "chat"]
FORMS: tuple[FormName, ...] = get_args(FormName)

BULLET = "- "
"""How an item of a list begins in the parsed text."""

_NUMBERED = re.compile(r"\d{1,3}[.)]\s")

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
    internal: Sequence[str] = (),
) -> str:
    """A kept answer with its question, its day, its audience, and each statement that stands with its sources and links.

    Text of documents and questions cannot break out of the form: it makes no markup, no link, no header and calls nobody. Of an
    e-mail it is the body; `subject` is what stands above it. `permanent` is the address of the answer itself; `left_out` tells
    that so many statements may not be given on, `internal` are labels that a warning names (both are of `allowed`, through
    which every answer goes first).

    Raises:
        UsageError: no such form.
    """
    if form not in FORMS:
        raise UsageError(f"unknown form {form!r}", hint=nearest(form, FORMS))
    words = Words(language)
    writer = _Writer(_FORMS[form], words, link_of, title_of or (lambda _: ""), left_out)
    lines = [*writer.warning(internal), *writer.lines(kept, permanent)]
    return "\n".join(lines) + "\n"


def subject(question: str, language: str = "en") -> str:
    """The subject of an e-mail with the answer to a question: one line without control characters."""
    text = Words(language)("about", one_line(question))
    return text if len(text) <= MAX_SUBJECT else f"{text[: MAX_SUBJECT - 1].rstrip()}…"


_FORMS: dict[str, Form] = {"markdown": Markdown(), "plain": Plain(), "email": Plain(), "chat": Chat()}


class _Writer:
    def __init__(self, form: Form, words: Words, link_of: LinkOf, title_of: TitleOf, left_out: int) -> None:
        self._form, self._words, self._link_of, self._title_of, self._left_out = form, words, link_of, title_of, left_out
        self._linked: set[Hashable] = set()

    def warning(self, internal: Sequence[str]) -> Iterator[str]:
        if internal:
            yield self._form.label(warning(self._words, [self._form.text(label) for label in internal]))
            yield ""

    def lines(self, kept: KeptAnswer, permanent: str) -> Iterator[str]:
        form, words = self._form, self._words
        yield words("colon", form.label(words("question")), form.text(kept.question))
        yield ""
        standing = [claim for claim in kept.claims if claim.ok] if kept.answerable else []
        given = words("given for", form.text(kept.as_of), form.text(kept.audience), words(_proof(standing)))
        yield words("colon", f"{form.label(words('answer'))} ({given})", "").rstrip()
        yield ""
        if not kept.answerable:
            yield words("silent")
        has_numbers = numbers_of_their_own(claim.text for claim in standing)
        for number, claim in enumerate(standing, 1):
            yield from self._claim("-" if has_numbers else f"{number}.", claim)
        yield from (words("left out") for _ in range(self._left_out))
        if kept.is_disputed:
            yield words("disputed")
        yield ""
        link = safe_link(permanent)
        yield f"{words('kept as', form.text(kept.id))}{f' — {link}' if link else ''}"

    def _claim(self, mark: str, claim: KeptClaim) -> Iterator[str]:
        yield f"{mark} {self._form.text(claim.text.removeprefix(BULLET))}"
        for place in places(claim.citations, _place_of):
            yield self._form.source(self._place(place), self._words("open"), self._link(place))
            for quoted in place.quotes:
                if not says_the_same(quoted.text, claim.text):
                    yield from self._form.quote(self._words("quoted", quoted.text))

    def _link(self, place: Place[KeptCitation]) -> str:
        """The address of a place, where no statement before has given one of the same source and section."""
        key = _place_of(place.first)
        if key in self._linked:
            return ""
        self._linked.add(key)
        return safe_link(self._link_of(place.first))

    def _place(self, place: Place[KeptCitation]) -> str:
        words, text, citation = self._words, self._form.text, place.first
        name = text(self._title_of(citation) or citation.doc_id)
        section = text("; ".join(citation.sections))
        pages = words.pages(tuple(sorted({page for one in place.citations for page in one.pages})))
        spots = text(words.spots(tuple(dict.fromkeys(spot for one in place.citations for spot in one.spots))))
        parts = (name, words("version", text(citation.version)), words("quoted", section) if section else "", pages, spots)
        return ", ".join(part for part in parts if part)


def warning(words: Words, internal: Sequence[str]) -> str:
    """That an answer is not for everybody, with the labels that say so."""
    return words("internal", ", ".join(label or words("label not known") for label in internal))


def numbers_of_their_own(texts: Iterable[str]) -> bool:
    """Whether statements bring numbers of a list in their source, beside which ours would mislead."""
    return any(_NUMBERED.match(text) for text in texts)


def says_the_same(quote: str, claim: str) -> bool:
    """Whether a statement is its quote, so that it need not be said twice."""
    return quote.removeprefix(BULLET).split() == claim.removeprefix(BULLET).split()


def _proof(standing: Sequence[KeptClaim]) -> str:
    if not standing:
        return "without answer"
    return "with doubt" if any(claim.problems for claim in standing) else "with proof"


def _place_of(citation: KeptCitation) -> Hashable:
    return place_key(citation.doc_id, citation.version, citation.source, citation.sections, citation)
