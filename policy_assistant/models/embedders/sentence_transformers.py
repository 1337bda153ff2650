"""`sentence-transformers:MODEL`: a model of the package `sentence-transformers`, a name on its hub or a folder."""

from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

from policy_assistant.models.base import ModelOptions, Vectors
from policy_assistant.models.loading import failure
from policy_assistant.models.text import TEXT_RULES
from policy_assistant.models.vectors import embed, unit_rows

BATCH_SIZE = 32
MAX_CHARACTERS = 30_000
"""Above the window of most models, which cut the text to it themselves."""


class SentenceTransformersEmbedder:
    """A model in this process, with the prompts for questions and passages that its files state.

    Code that comes with a model is never run (`trust_remote_code` stays off).
    """

    def __init__(self, model: str, options: ModelOptions) -> None:
        import sentence_transformers

        del options
        self.name = f"sentence-transformers:{model}"
        self.revision = f"sentence-transformers {version('sentence-transformers')}, {model}, text {TEXT_RULES}, {MAX_CHARACTERS}"
        self._model = sentence_transformers.SentenceTransformer(model)
        self.dimension: int = unit_rows(self._run(self._model.encode_query, ["dimension"]), 1, self.name).shape[1]

    def questions(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._embed(texts, self._model.encode_query)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._embed(texts, self._model.encode_document)

    def _embed(self, texts: Sequence[str], encode: Callable[..., Any]) -> Vectors:
        run = partial(self._run, encode)
        return embed(texts, run, self.dimension, name=self.name, max_characters=MAX_CHARACTERS, batch_size=BATCH_SIZE)

    def _run(self, encode: Callable[..., Any], batch: list[str]) -> Any:
        try:
            return encode(batch, batch_size=BATCH_SIZE, show_progress_bar=False, convert_to_numpy=True)
        except Exception as error:
            raise failure(f"`{self.name}`", "failed", error) from error
