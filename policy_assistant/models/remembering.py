"""An embedder that remembers the vectors of questions: people ask the same things, and a vector takes 20 ms."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from policy_assistant.models.base import Embedder, Vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RememberingEmbedder:
    """An embedder with the vectors of its last `most` questions. Threads may share it."""

    def __init__(self, embedder: Embedder, most: int) -> None:
        self._embedder, self._most = embedder, most
        self._vectors: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """See `Embedder`."""
        return self._embedder.name

    @property
    def revision(self) -> str:
        """See `Embedder`."""
        return self._embedder.revision

    @property
    def dimension(self) -> int:
        """See `Embedder`."""
        return self._embedder.dimension

    def questions(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`; only what is not remembered is embedded."""
        import numpy as np

        known = self._remembered(texts)
        if missing := [text for text in dict.fromkeys(texts) if text not in known]:
            known |= dict(zip(missing, self._embedder.questions(missing), strict=True))
            self._keep(known)
        if not texts:
            return self._embedder.questions(texts)
        return np.stack([known[text] for text in texts])

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See `Embedder`."""
        return self._embedder.passages(texts)

    def _remembered(self, texts: Sequence[str]) -> "dict[str, NDArray[np.float32]]":
        with self._turn:
            found = {text: self._vectors[text] for text in texts if text in self._vectors}
            for text in found:
                self._vectors.move_to_end(text)
        return found

    def _keep(self, vectors: "dict[str, NDArray[np.float32]]") -> None:
        with self._turn:
            self._vectors.update(vectors)
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)
