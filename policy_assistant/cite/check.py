"""The checks of a claim, in their order: first what it cites, then what it says."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from policy_assistant.analysis import base_language, likely_languages
from policy_assistant.answer import Asked
from policy_assistant.cite.contradiction import only_asked, other_values
from policy_assistant.cite.evidence import Text, read, read_own_words, read_passage, read_question
from policy_assistant.cite.figures import Figure, Grounds, figures
from policy_assistant.cite.polarity import opposed
from policy_assistant.cite.quotes import locate
from policy_assistant.cite.sources import Find, Source, resolve
from policy_assistant.claims import CheckedClaim, Cited, Claim, Problem, Reply, may_be_quoted
from policy_assistant.code_places import mentions, parse_lines
from policy_assistant.filters import in_force
from policy_assistant.metadata import Chunk
from policy_assistant.quantities.days import add

MAX_CLAIM = 5_000
"""Characters of a claim's text."""

MAX_QUOTE = 5_000
"""Characters of a quote."""

MAX_CITATIONS = 50
"""Citations of a claim."""

SUPPORTED_FROM = 0.5
"""Share of a claim's content words in the cited passages below which it is unsupported."""

FEWEST_WORDS = 2
"""Of fewer content words, days and amounts left out, no share is told."""

_MAX_COMPARED = 30
"""So many unproved figures of a claim are compared; one is enough to withhold it."""

_FIRST_DAY, _LAST_DAY = "0001-01-01", "9999-12-31"
_CONTRACTED = re.compile(r"n?['’](?:s|t|ll|re|ve|d|m)(?![^\W_])")
"""English endings that would count as French words."""

_SHOWN = 80
_MARKER = re.compile(r"(?m)^\s*(?:\d{1,2}[.)]|[-*•])\s+")


def check_all(
    reply: Reply, asked: Asked, given: Sequence[Chunk], find: Find, quote_flagged: Collection[str] = ()
) -> tuple[CheckedClaim, ...]:
    """Every claim of a reply, checked in order."""
    return tuple(check(claim, asked, given, find, quote_flagged) for claim in reply.claims)


def check(claim: Claim, asked: Asked, given: Sequence[Chunk], find: Find, quote_flagged: Collection[str] = ()) -> CheckedClaim:
    """A claim with the places that it cites and all that speaks against it.

    Args:
        claim: what a model or the extractor said.
        asked: the question; its `labels` and `as_of` decide what may be cited.
        given: the passages that were shown to whoever wrote the claim.
        find: looks chunks up in the whole index by the first digits of their hash.
        quote_flagged: document types that may be quoted although their passage is flagged.

    What a claim says is checked against all passages that it cites, were given and may be seen; without any only what it
    cites is. A claim over a limit is withheld unread.
    """
    if problem := _over_limit(claim):
        return CheckedClaim(claim.text, claim.citations[:MAX_CITATIONS], (), (problem,))
    sources = tuple(resolve(cited, asked, given, find) for cited in _all_cited(claim, given))
    case = _Case(claim, asked, sources, frozenset(quote_flagged))
    problems = [Problem(name, detail) for name, find_details in CHECKS.items() for detail in dict.fromkeys(find_details(case))]
    citations = dict.fromkeys(source.citation for source in sources if source.citation)
    return CheckedClaim(claim.text, claim.citations, tuple(citations), tuple(problems), tuple(case.notes))


def _all_cited(claim: Claim, given: Sequence[Chunk]) -> Sequence[Cited]:
    """What a claim cites; where code was given also the places in code that its text names, which a reader would follow."""
    if not any(chunk.place for chunk in given):
        return claim.citations
    known = {parse_lines(cited.id) for cited in claim.citations}
    named = dict.fromkeys(mention.lines for mention in mentions(claim.text) if mention.lines not in known)
    return (*claim.citations, *(Cited(str(lines)) for lines in [*named][:MAX_CITATIONS]))


def _over_limit(claim: Claim) -> Problem | None:
    if len(claim.text) > MAX_CLAIM:
        return Problem("no_citation", f"the claim has {len(claim.text):,} characters and was not read; allowed: {MAX_CLAIM:,}")
    if len(claim.citations) > MAX_CITATIONS:
        return Problem("no_citation", f"the claim has {len(claim.citations):,} citations and was not read; allowed: {MAX_CITATIONS}")
    if longest := max((len(cited.quote) for cited in claim.citations if len(cited.quote) > MAX_QUOTE), default=0):
        return Problem("quote_not_found", f"a quote has {longest:,} characters and was not looked for; allowed: {MAX_QUOTE:,}")
    return None


@dataclass(frozen=True)
class _Case:
    """A claim with all that its checks look at."""

    claim: Claim
    asked: Asked
    sources: Sequence[Source]
    quote_flagged: frozenset[str]

    @cached_property
    def proof(self) -> Sequence[Chunk]:
        """The passages that may prove it, each once."""
        return list(dict.fromkeys(source.chunk for source in self.sources if source.chunk and source.is_proof))

    @cached_property
    def language(self) -> str:
        """The language that it is in: of those that its words fit, the question's, else a passage's."""
        asked = base_language(self.asked.language)
        known = list(dict.fromkeys([asked, *(base_language(chunk.language) for chunk in self.proof), "en", "fr"]))
        return next(iter(likely_languages(_CONTRACTED.sub("", self.claim.text), known)), asked)

    @cached_property
    def text(self) -> Text:
        """Its text, without the markers of a list and the places in code that it names, which are checked as citations."""
        text = _MARKER.sub(lambda marker: " " * len(marker[0]), self.claim.text)
        for mention in mentions(self.claim.text):
            text = text[: mention.start] + " " * (mention.end - mention.start) + text[mention.end :]
        return read(text, self.language, self.asked.as_of)

    @cached_property
    def passages(self) -> Sequence[Text]:
        """The passages with their header lines."""
        return [read_passage(chunk, self.asked.as_of) for chunk in self.proof]

    @cached_property
    def own_words(self) -> Sequence[Text]:
        """What the passages themselves say."""
        return [read_own_words(chunk, self.asked.as_of) for chunk in self.proof]

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """Its numbers, amounts, days and codes with what proves them."""
        edges = frozenset(day for chunk in self.proof for day in _edges(chunk))
        return figures(self.text, Grounds(self.passages, read_question(self.asked), edges))

    @property
    def compared(self) -> Sequence[Figure]:
        """The figures that are compared with what else the passages say of their subject."""
        return [figure for figure in self.figures if figure.proof in ("", "question")][:_MAX_COMPARED] if self.proof else []

    @cached_property
    def is_verbatim(self) -> bool:
        """Whether one passage holds its whole text."""
        return any(locate(self.claim.text, chunk.quote) for chunk in self.proof)

    @cached_property
    def has_own_language(self) -> bool:
        """Whether its words can be compared with those of all its passages."""
        return all(base_language(chunk.language) == self.language for chunk in self.proof)

    @property
    def notes(self) -> Sequence[str]:
        """Which checks could not be made, and why."""
        if self.has_own_language or self.is_verbatim:
            return ()
        others = ", ".join(dict.fromkeys(lang for chunk in self.proof if (lang := base_language(chunk.language)) != self.language))
        return (f"words and negation were not compared: the claim is in `{self.language}`, a cited passage in `{others}`",)


# --- What it cites -----------------------------------------------------------------------------------------------------


def _uncited(case: _Case) -> Iterator[str]:
    if not case.sources:
        yield ""


def _in_state(state: str) -> Callable[[_Case], Iterator[str]]:
    return lambda case: (_short(source.cited.id) for source in case.sources if source.state == state)


def _out_of_force(case: _Case) -> Iterator[str]:
    for chunk in case.proof:
        if not in_force(chunk.effective_from, chunk.effective_to, case.asked.as_of):
            yield f"{chunk.chunk_id} ({chunk.doc_id} version {chunk.version}) on {case.asked.as_of}"


def _flagged(case: _Case) -> Iterator[str]:
    for chunk in case.proof:
        if not may_be_quoted(chunk, case.quote_flagged):
            yield f"{chunk.chunk_id} ({', '.join(chunk.flags)})"


def _unquoted(case: _Case) -> Iterator[str]:
    for source in case.sources:
        if source.chunk and source.citation is None:
            where = "" if source.cited.start is None else f" at {source.cited.start}"
            yield f"{_short(source.cited.quote)!r} is not in {source.chunk.chunk_id}{where}"


# --- What it says ------------------------------------------------------------------------------------------------------


def _unproved(case: _Case) -> Iterator[str]:
    """All figures without proof as one list, then those that only the question has and the passages speak against."""
    if not case.proof:
        return
    if missing := [figure.text for figure in case.figures if not figure.proof]:
        yield ", ".join(dict.fromkeys(missing))
    for figure in case.compared:
        if others := only_asked(figure, case.figures, case.text, case.passages):
            yield f"{figure.text} stands in the question alone; the passages say {_listed(others)}"


def _contradicted(case: _Case) -> Iterator[str]:
    for figure in case.compared:
        if not figure.proof and (others := other_values(figure, case.text, case.passages)):
            yield f"{figure.text}; the passages say {_listed(others)}"


def _unsupported(case: _Case) -> Iterator[str]:
    if not case.proof or not case.has_own_language or case.is_verbatim:
        return
    wanted = case.text.worded
    held = frozenset[str]().union(*(text.terms for text in case.passages))
    share = len(wanted & held) / len(wanted) if len(wanted) >= FEWEST_WORDS else 1.0
    if share < SUPPORTED_FROM:
        yield f"{share:.2f}"


def _opposed(case: _Case) -> Iterator[str]:
    if case.proof and case.has_own_language and (opposite := opposed(case.text, case.own_words)):
        yield opposite


CHECKS: Mapping[str, Callable[[_Case], Iterator[str]]] = {
    "no_citation": _uncited,
    "missing_id": _in_state("missing"),
    "not_in_context": _in_state("not given"),
    "not_allowed": _in_state("not allowed"),
    "not_in_force": _out_of_force,
    "flagged": _flagged,
    "quote_not_found": _unquoted,
    "number_not_found": _unproved,
    "contradicted": _contradicted,
    "unsupported": _unsupported,
    "negation": _opposed,
}
"""Name of a problem -> what it finds in a claim, one detail a problem."""


def _edges(chunk: Chunk) -> Iterator[str]:
    """The day before a period and the day after it."""
    if chunk.effective_from > _FIRST_DAY:
        yield add(chunk.effective_from, -1, "day")
    if chunk.effective_to and chunk.effective_to < _LAST_DAY:
        yield add(chunk.effective_to, 1, "day")


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _listed(values: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(values))
