"""`openai:MODEL`: any server that speaks OpenAI's embeddings API (`POST BASE/embeddings`)."""

from collections.abc import Sequence
from typing import Any

from policy_assistant.errors import ModelError
from policy_assistant.models.base import ModelOptions, Vectors
from policy_assistant.models.http import Server
from policy_assistant.models.text import TEXT_RULES
from policy_assistant.models.vectors import embed
from policy_assistant.server_keys import EMBEDDING_KEY

BATCH_SIZE = 64
RETRIES = 2
MAX_CHARACTERS = 30_000
"""About 8,000 tokens of English text, the window of the models that OpenAI offers; a server with a smaller one says so."""


class OpenAiEmbedder:
    """A model behind a server. Questions and passages are embedded alike, without prefixes."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        self.name = f"openai:{model}"
        self.revision = f"{model}, text {TEXT_RULES}, {MAX_CHARACTERS}"
        self._model = model
        self._server = Server(
            "embedding server", options.embedding_base_url, "[models] embedding_base_url", EMBEDDING_KEY, options.timeout_seconds
        )
        self._dimension: int | None = None

    @property
    def dimension(self) -> int:
        """How many numbers the server's vectors have; it is asked once, with the first texts or one of our own."""
        if self._dimension is None:
            self.passages(["dimension"])
        if self._dimension is None:
            raise AssertionError("a text was embedded")
        return self._dimension

    def questions(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        dimension = self._dimension or (lambda: self.dimension)
        vectors = embed(texts, self._encode, dimension, name=self.name, max_characters=MAX_CHARACTERS, batch_size=BATCH_SIZE)
        self._dimension = vectors.shape[1]
        return vectors

    def _encode(self, texts: list[str]) -> list[list[float]]:
        answer = self._server.post("embeddings", {"model": self._model, "input": texts}, retries=RETRIES)
        data = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(data, list) or len(data) != len(texts):
            count = f"{len(data)} vectors" if isinstance(data, list) else "no list of vectors"
            raise ModelError(f"`{self.name}` gave {count} for {len(texts)} texts")
        rows: list[list[float] | None] = [None] * len(texts)
        for place, item in enumerate(data):
            self._put(rows, place, item)
        return [row for row in rows if row is not None]

    def _put(self, rows: list[list[float] | None], place: int, item: Any) -> None:
        """Put one vector where its `index` says; servers that leave the index out keep the order."""
        index = item.get("index", place) if isinstance(item, dict) else None
        if type(index) is not int or not 0 <= index < len(rows) or rows[index] is not None:
            raise ModelError(f"`{self.name}` gave a vector for text {index!r} of {len(rows)}, which it was not asked for or gave before")
        vector = item.get("embedding")
        if not isinstance(vector, list) or not all(type(number) in (int, float) for number in vector):
            raise ModelError(f"`{self.name}` gave something that is not a vector of numbers")
        rows[index] = vector
