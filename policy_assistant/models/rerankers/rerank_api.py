"""`rerank-api:MODEL`: a server with a route `POST BASE/rerank`, as Cohere, Jina and vLLM define it.

Two answers are read: `{"results": [{"index", "relevance_score"}]}`, and a list of `{"index", "score"}`.
"""

from collections.abc import Sequence
from typing import Any

from policy_assistant.errors import ModelError
from policy_assistant.models.base import ModelOptions
from policy_assistant.models.http import Server
from policy_assistant.models.rerankers.pairs import score_pairs
from policy_assistant.server_keys import RERANK_KEY

BATCH_SIZE = 100
RETRIES = 2


class ApiReranker:
    """A model behind a server."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        self.name = f"rerank-api:{model}"
        self._model = model
        self._server = Server("rerank server", options.rerank_base_url, "[models] rerank_base_url", RERANK_KEY, options.timeout_seconds)

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker`."""
        return score_pairs(question, passages, self._score, name=self.name, batch_size=BATCH_SIZE)

    def _score(self, question: str, passages: list[str]) -> list[Any]:
        body = {"model": self._model, "query": question, "documents": passages, "top_n": len(passages)}
        answer = self._server.post("rerank", body, retries=RETRIES)
        results = answer.get("results") if isinstance(answer, dict) else answer
        if not isinstance(results, list) or len(results) != len(passages):
            count = f"{len(results)} scores" if isinstance(results, list) else "no list of scores"
            raise ModelError(f"`{self.name}` gave {count} for {len(passages)} passages")
        scores: list[Any] = [None] * len(passages)
        for item in results:
            self._put(scores, item)
        return scores

    def _put(self, scores: list[Any], item: Any) -> None:
        index = item.get("index") if isinstance(item, dict) else None
        if type(index) is not int or not 0 <= index < len(scores) or scores[index] is not None:
            raise ModelError(
                f"`{self.name}` gave a score for passage {index!r} of {len(scores)}, which it was not asked for or gave before"
            )
        score = item.get("relevance_score", item.get("score"))
        if type(score) not in (int, float):
            raise ModelError(f"`{self.name}` gave a score that is not a number")
        scores[index] = score
