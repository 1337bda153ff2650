"""An answer as its page shows it: a fresh one or a kept one, in the words of the page's language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.answer import EXTRACTOR, Answer
from policy_assistant.claims import HARD, CheckedClaim, Citation
from policy_assistant.code_places import Lines, lines_at, mentions
from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.record import KeptCitation, KeptClaim
from policy_assistant.library import Library
from policy_assistant.metadata import Chunk, page_range
from policy_assistant.records.phrases import NOT_COMPARED, PHRASES
from policy_assistant.server.links import place_link
from policy_assistant.server.page.cited import is_as_cited, words_at
from policy_assistant.server.page.words import Words
from policy_assistant.sharing.allowed import Allowed

PROVED, DOUBT, WITHHELD = "proved", "doubt", "withheld"
BULLET = "- "

NOT_KEPT = "the answer is not in the ledger"
"""How the note begins that tells so; the rest is for whoever runs the service."""


@dataclass(frozen=True)
class ShownCitation:
    """A place that is cited.

    `path` opens it on our own page, empty where it cannot be opened: `state` says why. `place` names it on the page, `link` is
    its address where the code is kept. `quote` is empty where the claim says the same words.
    """

    name: str
    details: str
    quote: str
    language: str
    path: str = ""
    place: str = ""
    link: str = ""
    state: str = ""
    is_code: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a claim's text; with a `path` it is a link to a place, as in `ShownCitation`."""

    text: str
    path: str = ""
    place: str = ""


@dataclass(frozen=True)
class ShownClaim:
    """A claim with the language of its text, its mark (`proved`, `doubt` or `withheld`), and in words what was found about it."""

    parts: Sequence[Part]
    language: str
    mark: str
    problems: Sequence[str]
    notes: Sequence[str]
    citations: Sequence[ShownCitation]

    @property
    def is_code(self) -> bool:
        """Whether it rests on code alone."""
        return bool(self.citations) and all(citation.is_code for citation in self.citations)


@dataclass(frozen=True)
class ShownPassage:
    """A passage that was found for a question without an answer."""

    citation: ShownCitation
    owner: str


@dataclass(frozen=True)
class ShownAnswer:
    """An answer. `id` is that of the ledger, empty where it is not kept; `by` names a chat model, empty for the extractor.

    `left_out` counts the claims that may no longer be shown; `nearest` names the document nearest to an unanswered question;
    `owner` is whom to ask about it.
    """

    question: str
    language: str
    as_of: str
    audience: str
    answerable: bool
    by: str
    claims: Sequence[ShownClaim]
    withheld: Sequence[ShownClaim]
    notes: Sequence[str]
    id: str = ""
    reason: str = ""
    passages: Sequence[ShownPassage] = ()
    owner: str = ""
    nearest: str = ""
    left_out: int = 0

    @property
    def is_doubtful(self) -> bool:
        """Whether a claim is shown with a doubt."""
        return any(claim.mark == DOUBT for claim in self.claims)

    @property
    def is_about_code(self) -> bool:
        """Whether it rests on code alone."""
        return bool(self.claims) and all(claim.is_code for claim in self.claims)


@dataclass(frozen=True)
class _Cited:
    """A citation with the flags of its passage and, in code, the lines that it stands for."""

    shown: ShownCitation
    flags: Sequence[str]
    lines: Lines | None


class Shower:
    """Makes answers ready to be shown to whoever sees `library`, in the words of a language."""

    def __init__(self, library: Library, words: Words) -> None:
        self._library, self._words = library, words

    def fresh(self, answer: Answer, *, with_reason: bool) -> ShownAnswer:
        """An answer that was given just now. The reason for an abstention tells of scores: not all may have it."""
        asked = answer.asked
        shown = [self._claim(claim, asked.language) for claim in answer.claims]
        passages = [] if answer.answerable else [self._passage(chunk) for chunk in answer.passages]
        return ShownAnswer(
            question=asked.text,
            language=asked.language,
            as_of=asked.as_of,
            audience=asked.audience,
            answerable=answer.answerable,
            by=_author(answer.model),
            claims=[claim for claim in shown if claim.mark != WITHHELD],
            withheld=[claim for claim in shown if claim.mark == WITHHELD],
            notes=[*(self._words("said.unusable", problem) for problem in answer.problems), *self._notes(answer.notes)],
            id=answer.kept,
            reason=answer.decision.reason if with_reason and answer.decision else "",
            passages=passages,
            owner=passages[0].owner if passages else "",
        )

    def kept(self, given: Allowed) -> ShownAnswer:
        """A kept answer, as it was given."""
        kept = given.kept
        shown = [self._kept_claim(claim, kept.language) for claim in kept.claims]
        doc_id, version = kept.nearest
        nearest = self._library.versions.get(doc_id, version)
        disputed = [self._words("disputed")] if kept.is_disputed and not kept.notes else []
        return ShownAnswer(
            question=kept.question,
            language=kept.language,
            as_of=kept.as_of,
            audience=kept.audience,
            answerable=kept.answerable,
            by=_author(kept.model),
            claims=[claim for claim in shown if claim.mark != WITHHELD],
            withheld=[claim for claim in shown if claim.mark == WITHHELD],
            notes=[*(self._words("said.unusable", problem) for problem in kept.problems), *self._notes(kept.notes), *disputed],
            id=kept.id,
            owner=nearest.owner if nearest else "",
            nearest=f"{nearest.title}, {self._words('said.version', version)}" if nearest and not kept.answerable else "",
            left_out=given.left_out,
        )

    def _claim(self, claim: CheckedClaim, language: str) -> ShownClaim:
        cited = [
            _Cited(
                self._citation(citation, claim.text),
                citation.chunk.flags,
                Lines(citation.chunk.source, *citation.lines) if citation.lines else None,
            )
            for citation in claim.citations
        ]
        problems = [(problem.name, problem.detail) for problem in claim.problems]
        return self._shown(claim.text, language, problems, claim.notes, cited)

    def _kept_claim(self, claim: KeptClaim, language: str) -> ShownClaim:
        cited = []
        for citation in claim.citations:
            chunk = self._chunk(citation)
            shown = self._kept_citation(citation, chunk, claim.text)
            is_there = chunk is not None and bool(chunk.place and shown.path)
            lines = Lines(chunk.source, *lines_at(chunk, citation.start, citation.end)) if chunk and is_there else None
            cited.append(_Cited(shown, chunk.flags if chunk else (), lines))
        problems = [(name, detail) for name, _, detail in (problem.partition(": ") for problem in claim.problems)]
        return self._shown(claim.text, language, problems, claim.notes, cited)

    def _shown(
        self, text: str, language: str, problems: Sequence[tuple[str, str]], notes: Sequence[str], cited: "Sequence[_Cited]"
    ) -> ShownClaim:
        hard = [problem for problem in problems if problem[0] in HARD]
        is_flagged = any(one.flags for one in cited)
        mark = WITHHELD if hard else DOUBT if problems or is_flagged else PROVED
        said = [self._problem(name, detail) for name, detail in hard or problems]
        if is_flagged and not hard:
            said.append(self._words("claim.flagged"))
        citations = list(dict.fromkeys(one.shown for one in cited))
        verbatim = next((citation.language for citation in citations if not citation.quote), "")
        places = {one.lines: one.shown for one in cited if one.lines}
        return ShownClaim([*_parts(text, places)], verbatim or language, mark, said, [*self._notes(notes)], citations)

    def _citation(self, citation: Citation, claim: str) -> ShownCitation:
        quote = "" if _same(citation.quote, claim) else citation.quote
        return self._of_chunk(citation.chunk, citation.start, citation.end, quote, citation.pages, _web(citation.link))

    def _kept_citation(self, citation: KeptCitation, chunk: Chunk | None, claim: str) -> ShownCitation:
        quote = "" if _same(citation.quote, claim) else citation.quote
        if chunk and is_as_cited(chunk, citation):
            return self._of_chunk(chunk, citation.start, citation.end, quote, citation.pages)
        version = self._library.versions.get(citation.doc_id, citation.version)
        name = version.title if version else citation.doc_id
        details = self._details(citation.version, citation.sections, citation.pages)
        state = self._words("cited.otherwise" if chunk else "cited.gone")
        return ShownCitation(name, details, citation.quote, version.language if version else "", state=state)

    def _passage(self, chunk: Chunk) -> ShownPassage:
        return ShownPassage(
            self._of_chunk(chunk, chunk.start, chunk.end, "", chunk.pages), self._library.versions.owner(chunk.doc_id, chunk.version)
        )

    def _of_chunk(self, chunk: Chunk, start: int, end: int, quote: str, pages: Sequence[int], link: str = "") -> ShownCitation:
        if chunk.place:
            name, details = str(Lines(chunk.source, *lines_at(chunk, start, end))), chunk.place.name
        else:
            name, details = chunk.title, self._details(chunk.version, chunk.sections, pages)
        path = place_link("", chunk.chunk_id, start, end, words_at(chunk, start, end))
        place = f"{chunk.chunk_id}-{start}-{end}"
        return ShownCitation(name, details, quote, chunk.language, path, place, link, is_code=bool(chunk.place))

    def _details(self, version: str, sections: Sequence[str], pages: Sequence[int]) -> str:
        words = self._words
        on_pages = words("said.page" if len(pages) == 1 else "said.pages", page_range(pages)) if pages else ""
        return ", ".join(part for part in (words("said.version", version), "; ".join(sections), on_pages) if part)

    def _chunk(self, citation: KeptCitation) -> Chunk | None:
        try:
            return self._library.chunk(citation.chunk_id)
        except NotFoundError:
            return None

    def _problem(self, name: str, detail: str) -> str:
        said = self._words(f"said.{name}") if name in PHRASES else name
        return f"{said} ({detail})" if detail else said

    def _notes(self, notes: Iterable[str]) -> Iterator[str]:
        for note in notes:
            if compared := NOT_COMPARED.fullmatch(note):
                yield self._words("said.not compared", *compared.groups())
            else:
                yield self._words("not kept") if note.startswith(NOT_KEPT) else note


def _author(model: str) -> str:
    return "" if model == EXTRACTOR else model


def _same(quote: str, claim: str) -> bool:
    return quote.removeprefix(BULLET).split() == claim.removeprefix(BULLET).split()


def _web(link: str) -> str:
    """A link that leads somewhere from a page: paths of files do not."""
    return link if link.startswith(("https://", "http://")) else ""


def _parts(text: str, places: dict[Lines, ShownCitation]) -> Iterator[Part]:
    """The text with links where it names lines of code that are cited."""
    rest = 0
    for mention in mentions(text) if places else ():
        if shown := places.get(mention.lines):
            yield Part(text[rest : mention.start])
            yield Part(str(mention.lines), shown.path, shown.place)
            rest = mention.end
    yield Part(text[rest:])
