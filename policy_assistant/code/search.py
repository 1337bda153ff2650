"""Search over code: pieces by words and by meaning, in the order that `ranking` gives them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from policy_assistant.code.ranking import POOL, rank_code
from policy_assistant.errors import UsageError, nearest
from policy_assistant.filters import Filters
from policy_assistant.glossary import Glossary
from policy_assistant.hybrid import rrf
from policy_assistant.lexical import Hit, ranked
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.search import Finder, Passage
from policy_assistant.store.base import Engine

if TYPE_CHECKING:
    from policy_assistant.models.base import ChatModel, Embedder

CODE_METHODS = ("keywords", "dense", "hybrid")


@dataclass(frozen=True)
class CodeSearcher:
    """Runs one method on code. `embedder` is None for `keywords`."""

    method: str
    engine: Engine
    languages: Sequence[str] = ("en", "fr")
    glossary: Glossary = field(default_factory=Glossary)
    embedder: "Embedder | None" = None
    rewriter: "ChatModel | None" = None

    @property
    def part(self) -> str:
        """Code."""
        return "code"

    @property
    def model(self) -> str:
        """The name of the model of its vectors, empty where it uses none."""
        return self.embedder.name if self.embedder else ""

    @property
    def size(self) -> int:
        """How many pieces there are, before any filter."""
        return self.engine.info().code_chunks

    def all_passages(self) -> Sequence[Chunk]:
        """All pieces, before any filter."""
        return self.engine.chunks(part="code")

    def question(self, query: str) -> Question:
        """The question as it is searched for. Raises `ModelError` when it cannot be rewritten."""
        if self.rewriter is not None:
            from policy_assistant.rewrite import rewrite

            query = rewrite(query, self.rewriter)
        return Question(query, self.languages, self.glossary, self.embedder)

    def find_question(self, question: Question, k: int, filters: Filters) -> list[tuple[Hit, Chunk]]:
        """The k best pieces, best first. Code has no dates: what was indexed is what is in force.

        Raises:
            ModelError: the embedder fails.
        """
        filters, depth = replace(filters, part="code"), max(k, POOL)
        with self.engine.snapshot():
            by_words = self.engine.search_code(question.weighted_code_terms, depth, filters) if self.method != "dense" else []
            by_meaning = self.engine.search_vectors(question.vector, depth, filters) if self.method != "keywords" else []
            return ranked(rank_code(self.engine, question, by_words, by_meaning)[:k])


@dataclass(frozen=True)
class BothSearcher:
    """Searches documents and code. Their scores are not of one kind, so that the two rankings are fused by their ranks."""

    docs: Finder
    code: CodeSearcher

    @property
    def part(self) -> str:
        """Both."""
        return "all"

    @property
    def model(self) -> str:
        """The name of the model of the vectors, empty where none is used."""
        return self.docs.model

    @property
    def size(self) -> int:
        """How many passages there are in both."""
        return self.docs.size + self.code.size

    def all_passages(self) -> Sequence[Passage]:
        """All passages of both."""
        return [*self.docs.all_passages(), *self.code.all_passages()]

    @property
    def method(self) -> str:
        """The method on documents; the one on code is the nearest to it."""
        return self.docs.method

    def question(self, query: str) -> Question:
        """As the search over documents."""
        return self.docs.question(query)

    def find_question(self, question: Question, k: int, filters: Filters) -> list[tuple[Hit, Passage]]:
        """The k best of both; errors as the searches'."""
        found = [self.docs.find_question(question, k, replace(filters, part="docs")), self.code.find_question(question, k, filters)]
        passages = {hit.id: passage for part in found for hit, passage in part}
        fused = rrf([[hit.id for hit, _ in part] for part in found])
        return [(Hit(item, score, rank), passages[item]) for rank, (item, score) in enumerate(fused[:k], 1)]


def check_code_method(method: str) -> str:
    """The method's name, if code can be searched by it. Raises `UsageError` otherwise."""
    if method not in CODE_METHODS:
        raise UsageError(f"code is not searched by {method!r}", hint=nearest(method, CODE_METHODS))
    return method
