"""Search: a question, a method and filters become ranked passages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from policy_assistant.documents import Section
from policy_assistant.errors import IndexMismatchError, UsageError, nearest
from policy_assistant.filters import Filters
from policy_assistant.glossary import Glossary
from policy_assistant.lexical import Hit, ranked, search_bm25, search_keywords
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.store.base import Engine

if TYPE_CHECKING:
    from policy_assistant.baseline import Baseline
    from policy_assistant.models.base import ChatModel, Embedder, Reranker

METHODS = ("baseline", "bm25", "keywords", "dense", "hybrid", "rerank")
BY_MEANING = ("dense", "hybrid", "rerank")
"""The methods that need an embedder."""

MAX_K = 1000
MAX_QUERY_CHARACTERS = 20_000

Passage = Chunk | Section


@dataclass(frozen=True)
class SearchResult:
    """What was found: hits and their passages, in the same order. `searched` is how many passages there are in all.

    `asked` is what was searched for: the query, or what a chat model made of it. `stale` are the IDs of pieces of code that
    their files no longer hold as they were indexed, `gone` counts those that were left out because their files are gone.
    """

    query: str
    method: str
    as_of: str | None
    audience: str
    hits: tuple[Hit, ...]
    passages: tuple[Passage, ...]
    searched: int
    asked: Question
    part: str = "docs"
    stale: frozenset[str] = frozenset()
    gone: int = 0


class Finder(Protocol):
    """What searches a part of the index, or both."""

    @property
    def method(self) -> str:
        """The method's name."""
        ...

    @property
    def part(self) -> str:
        """What is searched: `docs`, `code` or `all`."""
        ...

    @property
    def model(self) -> str:
        """The name of the model of its vectors, empty where it uses none."""
        ...

    @property
    def size(self) -> int:
        """How many passages there are, before any filter."""
        ...

    def all_passages(self) -> "Sequence[Passage]":
        """All passages that it can find, before any filter."""
        ...

    def question(self, query: str) -> Question:
        """The question as it is searched for. Raises `ModelError` when it cannot be rewritten."""
        ...

    def find_question(self, question: Question, k: int, filters: Filters) -> "Sequence[tuple[Hit, Passage]]":
        """The k best passages of its part, filters applied before the k are taken."""
        ...


@dataclass(frozen=True)
class Searcher:
    """Runs one method on documents. `engine` is None for the baseline, `baseline` for all others.

    `rewriter` turns a question into a query before it is searched; `without` leaves a signal out of `rerank`.
    """

    method: str
    engine: Engine | None = None
    baseline: "Baseline | None" = None
    languages: Sequence[str] = ("en", "fr")
    glossary: Glossary = field(default_factory=Glossary)
    embedder: "Embedder | None" = None
    reranker: "Reranker | None" = None
    rewriter: "ChatModel | None" = None
    without: str = ""

    @property
    def part(self) -> str:
        """Documents."""
        return "docs"

    @property
    def size(self) -> int:
        """How many passages there are, before any filter."""
        if self.baseline is not None:
            return len(self.baseline.sections)
        return self.engine.info().chunks if self.engine else 0

    @property
    def model(self) -> str:
        """The name of the model of its vectors, empty where it uses none."""
        return self.embedder.name if self.embedder else ""

    def all_passages(self) -> Sequence[Passage]:
        """All passages that it can find, before any filter."""
        return self.baseline.sections if self.baseline else self.engine.chunks() if self.engine else ()

    def question(self, query: str) -> Question:
        """The question as it is searched for. Raises `ModelError` when it cannot be rewritten."""
        if self.rewriter is not None:
            from policy_assistant.rewrite import rewrite

            query = rewrite(query, self.rewriter)
        return Question(query, self.languages, self.glossary, self.embedder)

    def find(self, query: str, k: int, filters: Filters) -> list[tuple[Hit, Passage]]:
        """The k best passages, filters applied before the k are taken. The baseline knows no dates.

        Raises:
            ModelError: a model that the method needs fails.
        """
        return self.find_question(self.question(query), k, filters)

    def find_question(self, question: Question, k: int, filters: Filters) -> list[tuple[Hit, Passage]]:
        """`find` for a question that is prepared already; one without any word finds nothing.

        Raises:
            IndexMismatchError: the index has vectors of another embedder than the searcher.
            UsageError: the baseline is asked for a language or a type.
        """
        if self.baseline is not None:
            if filters.language is not None or filters.doc_type is not None:
                raise UsageError("the baseline knows neither languages nor types", hint="leave them out, or use another method")
            return [*self.baseline.search(question.text, k, filters.labels or frozenset())]
        if self.engine is None:
            raise ValueError("a searcher needs an engine or a baseline")
        if not question.words:
            return []
        with self.engine.snapshot():
            if self.embedder is not None:
                self._check_embedder(self.engine, self.embedder)
            return [*ranked(self._found(self.engine, question, k, filters))]

    def _check_embedder(self, engine: Engine, embedder: "Embedder") -> None:
        """The index that is searched has this embedder's vectors, even if it was made anew since the embedder was chosen."""
        from policy_assistant.index_model import check_same, embedding_of

        built, used = engine.embedding(), embedding_of(embedder)
        if built is None:
            raise IndexMismatchError("the index was made anew without vectors", hint="use --method keywords")
        check_same(built, used)

    def _found(self, engine: Engine, question: Question, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        if self.method == "bm25":
            return search_bm25(engine, question, k, filters)
        if self.method == "keywords":
            return search_keywords(engine, question, k, filters)
        if self.method == "dense":
            from policy_assistant.dense import search_dense

            return search_dense(engine, question, k, filters)
        if self.method == "hybrid":
            from policy_assistant.hybrid import search_hybrid

            return search_hybrid(engine, question, k, filters)
        from policy_assistant.rerank import search_rerank

        return search_rerank(engine, question, k, filters, self.reranker, self.without)


def check_query(query: str, k: int) -> None:
    """Refuse what no search should run on.

    Raises:
        UsageError: an empty or overlong question, or k outside 1 to 1000.
    """
    if not query.strip():
        raise UsageError("the question is empty", hint='write it in quotes: policy-assistant search "return window"')
    if len(query) > MAX_QUERY_CHARACTERS:
        raise UsageError(f"the question has {len(query):,} characters; allowed: {MAX_QUERY_CHARACTERS:,}")
    if not 1 <= k <= MAX_K:
        raise UsageError(f"k is {k}; allowed: 1 to {MAX_K}")


def check_method(method: str, known: Sequence[str] = METHODS) -> str:
    """The method's name, if there is such a method. Raises `UsageError` otherwise."""
    if method not in known:
        raise UsageError(f"unknown method {method!r}", hint=nearest(method, known))
    return method
