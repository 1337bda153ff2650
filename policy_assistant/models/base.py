"""What every model promises, whatever is behind it, and the values that go in and out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors: TypeAlias = "NDArray[np.float32]"
"""(texts, dimension), float32, rows of unit length. A text without any character has a row of zeros: it is like nothing."""


@dataclass(frozen=True)
class ModelOptions:
    """What the settings say about models. Keys are not here: they stay in the environment.

    `threads` is the number of threads that a model in this process may use; 0 lets the model's adapter choose.
    """

    embedding_base_url: str = ""
    rerank_base_url: str = ""
    chat_base_url: str = ""
    timeout_seconds: float = 60
    threads: int = 0


class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how alike two texts are.

    Any text is accepted: empty, very long, with characters that no model reads. What is too long is cut.
    """

    @property
    def name(self) -> str:
        """What the settings say: `e5`, `openai:text-embedding-3-small`."""
        ...

    @property
    def revision(self) -> str:
        """A text that changes whenever the same text would get another vector."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has. A remote model may be asked for it, with the errors of `passages`."""
        ...

    def questions(self, texts: Sequence[str]) -> Vectors:
        """The vectors of questions, one a row, in the order of the texts; errors as `passages`."""
        ...

    def passages(self, texts: Sequence[str]) -> Vectors:
        """The vectors of passages, one a row, in the order of the texts.

        Raises:
            ModelError: the model cannot be reached, or what it gave are not vectors.
        """
        ...


class Reranker(Protocol):
    """Scores how well passages answer a question, each pair read together."""

    @property
    def name(self) -> str:
        """What the settings say: `cross-encoder:MODEL`."""
        ...

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score a passage, in the order of the passages; higher is better. Their scale is the model's own.

        Raises:
            ModelError: the model cannot be reached, or what it gave are not scores.
        """
        ...


@dataclass(frozen=True)
class Message:
    """One message to a chat model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Completion:
    """What a chat model said.

    `refusal` is the model's own word that it will not answer, or empty. `model` is what the server says it ran. Tokens are
    0 where the server does not count them.
    """

    text: str
    finish_reason: str
    refusal: str
    model: str
    input_tokens: int
    output_tokens: int
    milliseconds: int


class ChatModel(Protocol):
    """Continues a conversation."""

    @property
    def name(self) -> str:
        """What the settings say: `openai:NAME`."""
        ...

    def complete(self, messages: Sequence[Message], *, max_tokens: int, schema: Mapping[str, Any] | None = None) -> Completion:
        """The next message. With `schema`, a JSON schema, the text is to be JSON of that shape; the caller still checks it.

        Raises:
            ModelError: the model cannot be reached, or its answer is not one.
        """
        ...
