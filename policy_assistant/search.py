"""Search: a question, a method and filters become ranked passages."""

from collections.abc import Sequence
from dataclasses import dataclass

from policy_assistant.baseline import Baseline
from policy_assistant.documents import Section
from policy_assistant.errors import UsageError, nearest
from policy_assistant.filters import Filters
from policy_assistant.lexical import Hit, search_bm25
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Engine

METHODS = ("baseline", "bm25")
MAX_K = 1000
MAX_QUERY_CHARACTERS = 20_000

Passage = Chunk | Section


@dataclass(frozen=True)
class SearchResult:
    """What was found: hits and their passages, in the same order. `searched` is how many passages there are in all."""

    query: str
    method: str
    as_of: str | None
    audience: str
    hits: tuple[Hit, ...]
    passages: tuple[Passage, ...]
    searched: int


@dataclass(frozen=True)
class Searcher:
    """Runs one method. `engine` is None for the baseline, `baseline` for all others."""

    method: str
    engine: Engine | None = None
    baseline: Baseline | None = None

    @property
    def size(self) -> int:
        """How many passages there are, before any filter."""
        if self.baseline is not None:
            return len(self.baseline.sections)
        return self.engine.info().chunks if self.engine else 0

    def find(self, query: str, k: int, filters: Filters) -> list[tuple[Hit, Passage]]:
        """The k best passages, filters applied before the k are taken. The baseline knows no dates."""
        if self.baseline is not None:
            return [*self.baseline.search(query, k, filters.labels or frozenset())]
        if self.engine is None:
            raise ValueError("a searcher needs an engine or a baseline")
        return [*search_bm25(self.engine, query, k, filters)]


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
