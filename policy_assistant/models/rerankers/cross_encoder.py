"""`cross-encoder:MODEL`: a cross-encoder of the package `sentence-transformers`, a name on its hub or a folder."""

from collections.abc import Sequence
from typing import Any

from policy_assistant.models.base import ModelOptions
from policy_assistant.models.loading import failure
from policy_assistant.models.rerankers.pairs import score_pairs

BATCH_SIZE = 16


class CrossEncoderReranker:
    """A model in this process that reads question and passage together. Code that comes with a model is never run."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        import sentence_transformers

        del options
        self.name = f"cross-encoder:{model}"
        self._model = sentence_transformers.CrossEncoder(model)

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker`."""
        return score_pairs(question, passages, self._score, name=self.name, batch_size=BATCH_SIZE)

    def _score(self, question: str, passages: list[str]) -> Sequence[Any]:
        try:
            scores: Sequence[Any] = self._model.predict(
                [(question, passage) for passage in passages], batch_size=BATCH_SIZE, show_progress_bar=False, convert_to_numpy=True
            )
        except Exception as error:
            raise failure(f"`{self.name}`", "failed", error) from error
        return scores
