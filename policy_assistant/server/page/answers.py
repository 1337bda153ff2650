"""An answer as its page shows it: a fresh one or a kept one, in the words of the page's language."""

from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TypeVar

from policy_assistant.answer import EXTRACTOR, Answer
from policy_assistant.blocks import HIDDEN
from policy_assistant.catalogue import Catalogue
from policy_assistant.claims import HARD, CheckedClaim, Citation
from policy_assistant.code_places import Lines, lines_at, mentions
from policy_assistant.errors import NotFoundError
from policy_assistant.ledger.record import KeptCitation, KeptClaim
from policy_assistant.metadata import Chunk, page_range
from policy_assistant.records.phrases import NOT_COMPARED, PHRASES
from policy_assistant.server.desk import NOT_KEPT as NOT_KEPT_TODAY
from policy_assistant.server.links import place_link
from policy_assistant.server.page.cited import is_as_cited, words_at
from policy_assistant.server.page.shapes import (
    DOUBT,
    OVER,
    PROVED,
    WITHHELD,
    Part,
    ShownAnswer,
    ShownCitation,
    ShownClaim,
    ShownPassage,
    ShownQuote,
)
from policy_assistant.server.page.words import Words
from policy_assistant.sharing.allowed import Allowed
from policy_assistant.sharing.places import Place, Quoted, place_key, places
from policy_assistant.sharing.text import says_the_same
from policy_assistant.spots import spot_range

AnyCitation = TypeVar("AnyCitation", Citation, KeptCitation)

NOT_KEPT = "the answer is not in the ledger"
"""How the note begins that tells so; the rest is for whoever runs the service."""


@dataclass(frozen=True)
class _Cited:
    """A citation with the flags of its passage and, in code, the lines that it stands for."""

    shown: ShownCitation
    flags: Sequence[str]
    lines: Lines | None


class Shower:
    """Makes answers ready to be shown to whoever sees `catalogue`, in the words of a language."""

    def __init__(self, catalogue: Catalogue, words: Words) -> None:
        self._catalogue, self._words = catalogue, words

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

    def kept(self, given: Allowed, over: Set[str] = frozenset()) -> ShownAnswer:
        """A kept answer, as it was given. `over` are IDs of cited passages that no longer prove it."""
        kept = given.kept
        shown = [self._kept_claim(claim, kept.language, over) for claim in kept.claims]
        doc_id, version = kept.nearest
        nearest = self._catalogue.versions.get(doc_id, version)
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
            given_on=kept.kept_at,
            is_over=bool(over or given.left_out),
        )

    def _claim(self, claim: CheckedClaim, language: str) -> ShownClaim:
        cited = [self._cited(place, claim.text) for place in places(claim.citations, _place_of)]
        problems = [(problem.name, problem.detail) for problem in claim.problems]
        return self._shown(claim.text, language, problems, claim.notes, cited)

    def _kept_claim(self, claim: KeptClaim, language: str, over: Set[str]) -> ShownClaim:
        cited = [self._kept_cited(place, claim.text) for place in places(claim.citations, _kept_place_of)]
        problems = [(name, detail) for name, _, detail in (problem.partition(": ") for problem in claim.problems)]
        shown = self._shown(claim.text, language, problems, claim.notes, cited)
        is_over = shown.mark == PROVED and any(citation.chunk_id in over for citation in claim.citations)
        return replace(shown, mark=OVER) if is_over else shown

    def _shown(
        self, text: str, language: str, problems: Sequence[tuple[str, str]], notes: Sequence[str], cited: "Sequence[_Cited]"
    ) -> ShownClaim:
        hard = [problem for problem in problems if problem[0] in HARD]
        is_flagged = any(set(one.flags) - {HIDDEN} for one in cited)  # hidden text was left out
        mark = WITHHELD if hard else DOUBT if problems or is_flagged else PROVED
        said = [self._problem(name, detail) for name, detail in hard or problems]
        if is_flagged and not hard:
            said.append(self._words("claim.flagged"))
        citations = list(dict.fromkeys(one.shown for one in cited))
        verbatim = next((citation.language for citation in citations if not citation.quotes), "")
        places = {one.lines: one.shown for one in cited if one.lines}
        return ShownClaim([*_parts(text, places)], verbatim or language, mark, said, [*self._notes(notes)], citations)

    def _cited(self, place: Place[Citation], claim: str) -> "_Cited":
        first, flags = place.first, [flag for citation in place.citations for flag in citation.chunk.flags]
        chunk, quotes = first.chunk, [_quote(one, one.citation.chunk, first) for one in place.quotes if not says_the_same(one.text, claim)]
        shown = self._of_chunk(chunk, first.start, first.end, quotes, _pages(place.citations), _spots(place.citations), _web(first.link))
        return _Cited(shown, flags, Lines(chunk.source, *first.lines) if first.lines else None)

    def _kept_cited(self, place: Place[KeptCitation], claim: str) -> "_Cited":
        """A place of a kept answer; where one of its passages no longer reads as it did, none of it can be opened."""
        there = {citation: self._chunk(citation) for citation in place.citations}
        flags = [flag for chunk in there.values() if chunk for flag in chunk.flags]
        for citation, chunk in there.items():
            if chunk is None or not is_as_cited(chunk, citation):
                return _Cited(self._lost(place, "cited.otherwise" if chunk else "cited.gone"), flags, None)
        first = place.first
        quotes = [_quote(one, there[one.citation], first) for one in place.quotes if not says_the_same(one.text, claim)]
        chunk = there[first]
        if chunk is None:
            return _Cited(self._lost(place, "cited.gone"), flags, None)
        shown = self._of_chunk(chunk, first.start, first.end, quotes, _pages(place.citations), _spots(place.citations))
        return _Cited(shown, flags, Lines(chunk.source, *lines_at(chunk, first.start, first.end)) if chunk.place else None)

    def _lost(self, place: Place[KeptCitation], state: str) -> ShownCitation:
        first = place.first
        version = self._catalogue.versions.get(first.doc_id, first.version)
        name, language = (version.title, version.language) if version else (first.doc_id, "")
        details = self._details(first.version, first.sections, _pages(place.citations), _spots(place.citations))
        return ShownCitation(name, details, tuple(ShownQuote(one.text) for one in place.quotes), language, state=self._words(state))

    def _passage(self, chunk: Chunk) -> ShownPassage:
        return ShownPassage(
            self._of_chunk(chunk, chunk.start, chunk.end, (), chunk.pages, chunk.spots),
            self._catalogue.versions.owner(chunk.doc_id, chunk.version),
        )

    def _of_chunk(
        self, chunk: Chunk, start: int, end: int, quotes: Sequence[ShownQuote], pages: Sequence[int], spots: Sequence[str], link: str = ""
    ) -> ShownCitation:
        if chunk.place:
            name, details = str(Lines(chunk.source, *lines_at(chunk, start, end))), chunk.place.name
        else:
            name, details = chunk.title, self._details(chunk.version, chunk.sections, pages, spots)
        path, place = _opened(chunk, start, end)
        return ShownCitation(name, details, tuple(quotes), chunk.language, path, place, link, is_code=bool(chunk.place))

    def _details(self, version: str, sections: Sequence[str], pages: Sequence[int], spots: Sequence[str]) -> str:
        words = self._words
        on_pages = words("said.page" if len(pages) == 1 else "said.pages", page_range(pages)) if pages else ""
        return ", ".join(
            part for part in (words("said.version", version), "; ".join(sections), on_pages, spot_range(spots, words.language)) if part
        )

    def _chunk(self, citation: KeptCitation) -> Chunk | None:
        try:
            return self._catalogue.chunk(citation.chunk_id)
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
                yield self._words("not kept") if note.startswith((NOT_KEPT, NOT_KEPT_TODAY)) else note


def _author(model: str) -> str:
    return "" if model == EXTRACTOR else model


def _place_of(citation: Citation) -> Hashable:
    chunk = citation.chunk
    return place_key(chunk.doc_id, chunk.version, chunk.source, chunk.sections, citation)


def _kept_place_of(citation: KeptCitation) -> Hashable:
    return place_key(citation.doc_id, citation.version, citation.source, citation.sections, citation)


def _opened(chunk: Chunk, start: int, end: int) -> tuple[str, str]:
    """The path that opens characters of a passage, and how a page names their place."""
    return place_link("", chunk.chunk_id, start, end, words_at(chunk, start, end)), f"{chunk.chunk_id}-{start}-{end}"


def _quote(quoted: Quoted[AnyCitation], chunk: Chunk | None, first: AnyCitation) -> ShownQuote:
    if chunk is None or quoted.citation == first:
        return ShownQuote(quoted.text)
    return ShownQuote(quoted.text, *_opened(chunk, quoted.citation.start, quoted.citation.end))


def _pages(citations: Sequence[Citation | KeptCitation]) -> Sequence[int]:
    return sorted({page for citation in citations for page in citation.pages})


def _spots(citations: Sequence[Citation | KeptCitation]) -> Sequence[str]:
    return tuple(dict.fromkeys(spot for citation in citations for spot in citation.spots))


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
