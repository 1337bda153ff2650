"""`fastembed:MODEL`: a model that the package `fastembed` knows, run by ONNX; it downloads the model at first use."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

from policy_assistant.models.base import ModelOptions, Vectors
from policy_assistant.models.loading import failure
from policy_assistant.models.text import TEXT_RULES
from policy_assistant.models.vectors import embed, unit_rows

BATCH_SIZE = 32
MAX_CHARACTERS = 30_000
"""Above the window of the package's models, which cut the text to it themselves."""


class FastembedEmbedder:
    """A model in this process, with its own prefixes for questions and passages where the package knows them."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        import fastembed

        self.name = f"fastembed:{model}"
        self.revision = f"fastembed {version('fastembed')}, {model}, text {TEXT_RULES}, {MAX_CHARACTERS}"
        self._model = fastembed.TextEmbedding(model, threads=options.threads or None)
        self.dimension: int = unit_rows(self._run(self._model.query_embed, ["dimension"]), 1, self.name).shape[1]

    def questions(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._embed(texts, self._model.query_embed)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._embed(texts, self._model.passage_embed)

    def _embed(self, texts: Sequence[str], encode: Callable[[list[str]], Iterable[Any]]) -> Vectors:
        run = partial(self._run, encode)
        return embed(texts, run, self.dimension, name=self.name, max_characters=MAX_CHARACTERS, batch_size=BATCH_SIZE)

    def _run(self, encode: Callable[[list[str]], Iterable[Any]], batch: list[str]) -> Any:
        try:
            return list(encode(batch))
        except Exception as error:
            raise failure(f"`{self.name}`", "failed", error) from error
