"""Ask: a question becomes an answer whose claims are proved, or an abstention. Search, context, reply, checks."""

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from policy_assistant.answer import EXTRACTOR, Answer, Asked, Decision, Trace, text_of
from policy_assistant.blocks import ParsedDocument
from policy_assistant.cite import check_all, parse_id
from policy_assistant.claims import CheckedClaim, Citation, Reply
from policy_assistant.context import Context, make_context
from policy_assistant.extract.code import extract_code
from policy_assistant.extract.decision import Nearness
from policy_assistant.extract.extractor import extract
from policy_assistant.extract.focus import focus_of
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.named_days import first_named, other_versions
from policy_assistant.question import Question
from policy_assistant.search import Finder
from policy_assistant.settings import AnswersSettings
from policy_assistant.spots import is_range
from policy_assistant.store.base import Engine

if TYPE_CHECKING:
    from policy_assistant.code.fresh import Freshness
    from policy_assistant.code.links import Linker
    from policy_assistant.lexical import Hit
    from policy_assistant.models.base import ChatModel
    from policy_assistant.reply import Prompt


Found = Callable[[Sequence[tuple["Hit", Chunk]]], None]
"""What is told the hits with their passages as soon as they are found."""

OF_A_DOCUMENT = 20
"""So many passages more are searched for each document that is left out."""

DEPTH = 50
BY_WORDS = 2
"""So many passages that hold most of the question's words, of so many that the search finds, are read whatever their rank."""


@dataclass(frozen=True)
class Answerer:
    """Answers questions over an index. Without a chat model the extractor answers, and `prompt` is not used."""

    searcher: Finder
    engine: Engine
    settings: AnswersSettings
    model: "ChatModel | None" = None
    prompt: "Prompt | None" = None
    without_documents: Collection[str] = field(default=())
    """Documents that are treated as if they were not there, for measuring."""
    freshness: "Freshness | None" = None
    linker: "Linker | None" = None
    """What looks code up in its files and makes links to it; None where no code is searched."""

    def answer(self, asked: Asked, k: int, tell: Found | None = None) -> Answer:
        """The answer to a question from the k best passages and at most `BY_WORDS` more, which `tell` is told at once.

        Raises:
            ModelError: a model that is needed fails.
            IndexMismatchError: as `Searcher.find_question`.
        """
        # A model may take minutes, in which a passage that leaves the index must fail its checks; the extractor sees one state.
        with nullcontext() if self.model else self.engine.snapshot():
            return self._answer(asked, k, tell)

    def _answer(self, asked: Asked, k: int, tell: Found | None) -> Answer:
        clock = _Clock()
        with clock.step("search"), self.engine.snapshot():
            question = self.searcher.question(asked.text)
            found, outdated = self._fresh(self._found(question, asked, k))
        if tell:
            tell(found)
        with clock.step("context"):
            context = make_context([chunk for _, chunk in found], self.settings.budget)
        with clock.step("reply"):
            said = self._said(asked, context) if self.model else self._extracted(asked, question, found, context)
        with clock.step("checks"):
            given = self._still_there(context.kept) if self.model else context.kept
            checked = check_all(said.reply, asked, given, self._find, self.settings.quote_flagged) if said.reply else ()
            claims = tuple(self._with_links(self._with_pages(claim)) for claim in checked)
        standing = [claim for claim in claims if claim.ok] if said.reply and said.reply.answerable else []
        return Answer(
            asked=asked,
            model=self.model.name if self.model else EXTRACTOR,
            method=self.searcher.method,
            answerable=bool(standing),
            text=text_of(standing, asked.language),
            claims=claims,
            hits=tuple(hit for hit, _ in found),
            passages=tuple(chunk for _, chunk in found),
            context=context,
            problems=said.problems,
            notes=(*said.notes, *outdated, *self._other_versions(asked, standing, context)),
            prompt=f"{self.prompt.name} {self.prompt.hash}" if self.model and self.prompt else "",
            generation=self.engine.generation(),
            reply=said.reply,
            decision=said.decision,
            trace=replace(said.trace, milliseconds=clock.milliseconds, question=question),
            is_disputed=said.is_disputed,
        )

    def _other_versions(self, asked: Asked, standing: Sequence[CheckedClaim], context: Context) -> list[str]:
        """Notes on versions that hold on another day, which the question names."""
        if first_named(asked) is None:
            return []
        cited = [citation.chunk for claim in standing for citation in claim.citations]
        return other_versions(asked, cited or context.kept[:1], (document.metadata for document in self.engine.documents()))

    def _found(self, question: Question, asked: Asked, k: int) -> "list[tuple[Hit, Chunk]]":
        """The k best passages and, where the search goes by meaning, the `BY_WORDS` of the next that hold most of the words.

        One sentence that says it all, in a passage that is far in meaning, is not lost so.
        """
        depth = max(k, DEPTH) if question.embedder else k
        found = self.searcher.find_question(question, depth + OF_A_DOCUMENT * len(self.without_documents), _filters(asked))
        seen = [(hit, chunk) for hit, chunk in found if isinstance(chunk, Chunk) and chunk.doc_id not in self.without_documents]
        if question.embedder is None or self.searcher.part != "docs":
            return seen[:k]
        scores = self.engine.score_terms(question.weighted_terms, [chunk for _, chunk in seen])
        by_words = {hit.id for hit, _ in sorted(seen, key=lambda pair: -scores[pair[0].id])[:BY_WORDS]}
        return [*seen[:k], *((hit, chunk) for hit, chunk in seen[k:] if hit.id in by_words)]

    def _still_there(self, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
        """Those of the passages given that the index still holds, after a model took its time."""
        with self.engine.snapshot():
            return [chunk for chunk in chunks if any(found.text == chunk.text for found in self.engine.find(chunk.hash))]

    def _find(self, name: str) -> Sequence[Chunk]:
        """The chunks that a citation may mean: by the digits of an ID, or by the path of a file of code."""
        return self.engine.find(name) if parse_id(name) else self.engine.chunks(name)

    def _fresh(self, found: "list[tuple[Hit, Chunk]]") -> "tuple[list[tuple[Hit, Chunk]], Sequence[str]]":
        """What was found without code that cannot be proved any more, and a note where there is some."""
        if self.freshness is None:
            return found, ()
        from policy_assistant.code.where import fresh_only

        kept, outdated = fresh_only(found, self.freshness)
        note = f"left out: {outdated} pieces of code whose files changed since they were indexed; run `policy-assistant ingest`"
        return kept, (note,) if outdated else ()

    def _with_links(self, claim: CheckedClaim) -> CheckedClaim:
        """The claim with links to the lines of code that it cites."""
        if self.linker is None or self.freshness is None:
            return claim
        return replace(claim, citations=tuple(self._with_link(citation) for citation in claim.citations))

    def _with_link(self, citation: Citation) -> Citation:
        from policy_assistant.code.where import link_of

        if self.linker is None or self.freshness is None or citation.lines is None:
            return citation
        located = self.freshness.locate(citation.chunk)
        return replace(citation, link=link_of(located, self.linker, citation.lines)) if located else citation

    def _said(self, asked: Asked, context: Context) -> "_Said":
        """What the chat model says."""
        from policy_assistant.reply import AnswerProblem, model_reply

        if self.model is None or self.prompt is None:
            raise ValueError("a chat model needs a prompt")
        try:
            reply, trace = model_reply(asked, context, self.prompt, self.model, self.settings.quote_flagged)
        except AnswerProblem as problem:
            return _Said(None, problems=(str(problem),), trace=problem.trace)
        return _Said(reply, trace=trace)

    def _extracted(self, asked: Asked, question: Question, found: "Sequence[tuple[Hit, Chunk]]", context: Context) -> "_Said":
        """What the extractor finds in the passages; where documents and code were searched, in code only what no document says."""
        documents = replace(context, kept=tuple(chunk for chunk in context.kept if not chunk.place))
        said = self._extracted_text(asked, question, found, documents) if self.searcher.part != "code" else None
        if said and ((said.reply and said.reply.answerable) or self.searcher.part == "docs"):
            return said
        extraction = extract_code(question, [chunk for chunk in context.kept if chunk.place], self.settings.least_confidence / 100)
        return _Said(extraction.reply, decision=extraction.decision)

    def _extracted_text(self, asked: Asked, question: Question, found: "Sequence[tuple[Hit, Chunk]]", context: Context) -> "_Said":
        """What documents say. The extractor answers what was asked, not what was searched for in its place."""
        filters = _filters(asked)
        if question.text != asked.text:
            question = replace(question, text=asked.text)
        with self.engine.snapshot():
            size = self.engine.count_chunks(filters)
            focus = focus_of(question, asked.language, size, lambda groups: self.engine.count_terms(groups, filters), asked.as_of)
            nearness = self._nearness(question, found)
        extraction = extract(
            asked,
            focus,
            context.kept,
            precedence=self.settings.precedence,
            quote_flagged=self.settings.quote_flagged,
            nearness=nearness,
            least_confidence=self.settings.least_confidence / 100,
        )
        return _Said(
            extraction.reply, notes=extraction.notes, decision=extraction.decision, is_disputed=extraction.disagreement is not None
        )

    def _with_pages(self, claim: CheckedClaim) -> CheckedClaim:
        """The claim with the pages and named places of its quotes, where their passages go over several."""
        return replace(claim, citations=tuple(map(self._with_page, claim.citations)))

    def _with_page(self, citation: Citation) -> Citation:
        chunk = citation.chunk
        if len(chunk.pages) < 2 and len(chunk.spots) < 2 and not any(map(is_range, chunk.spots)):
            return citation
        place = ParsedDocument("", tuple(self.engine.blocks(chunk.source)))
        start, end = citation.start, citation.end
        return replace(citation, on_pages=place.pages(start, end), on_spots=place.spots(start, end))

    def _nearness(self, question: Question, found: "Sequence[tuple[Hit, Chunk]]") -> Nearness | None:
        """How near the passages are in meaning, where the search has an embedder."""
        if question.embedder is None:
            return None
        cosines = self.engine.score_vectors(question.vector, [chunk for _, chunk in found])
        return Nearness(question.embedder.name, max(map(float, cosines.values()))) if cosines else None


@dataclass(frozen=True)
class _Said:
    """A reply before its checks, None where there is no usable one, with what came with it."""

    reply: Reply | None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    decision: Decision | None = None
    trace: Trace = field(default_factory=Trace)
    is_disputed: bool = False


def _filters(asked: Asked) -> Filters:
    return Filters(asked.as_of, asked.labels)


class _Clock:
    """Milliseconds by step."""

    def __init__(self) -> None:
        self._spent: dict[str, float] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time what runs inside."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._spent[name] = 1000 * (time.perf_counter() - began)

    @property
    def milliseconds(self) -> Mapping[str, float]:
        """What was spent so far."""
        return dict(self._spent)
