"""The data of a run as every tool reads it; needs nothing but numpy, for the tools have environments of their own."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

PASSAGES, KEYWORDS, VECTORS, QUESTIONS = "passages.jsonl", "keywords.json", "vectors.npy", "questions.npy"
"""The files of a run's data."""

AS_OF = 20250101
K = 10


@dataclass(frozen=True)
class Selection:
    """What may be found: passages with this `label` (empty = any) that begin no later than `as_of`, YYYYMMDD (0 = any)."""

    label: str = ""
    as_of: int = 0


SELECTIONS = {"no filter": Selection(), "24 %": Selection("staff"), "0.5 %": Selection("legal", AS_OF)}
"""By the part of the passages that they leave."""


@dataclass(frozen=True)
class Passage:
    """A passage; its number, from 0, is its place among all. `start` is YYYYMMDD."""

    number: int
    label: str
    start: int
    text: str


class Given:
    """The first `size` passages of the data in a folder. `reading` adds up the seconds that reading took, to be left out of a build's time."""

    def __init__(self, folder: Path, size: int) -> None:
        self.folder, self.size = folder, size
        self.reading = 0.0

    def passages(self) -> Iterator[Passage]:
        """All of them, in order."""
        began = time.thread_time()
        with (self.folder / PASSAGES).open(encoding="utf-8") as lines:
            for number, line in enumerate(islice(lines, self.size)):
                passage = Passage(number, *json.loads(line))
                self.reading += time.thread_time() - began
                yield passage
                began = time.thread_time()

    def vectors(self, rows: int = 10_000) -> "Iterator[Any]":
        """Their vectors, (rows, dimension) float32 at a time."""
        import numpy as np

        for first in range(0, self.size, rows):
            began = time.thread_time()
            # Opened anew for each part: what is mapped counts as memory of the process as long as it is.
            part = np.array(np.load(self.folder / VECTORS, mmap_mode="r")[first : min(first + rows, self.size)])
            self.reading += time.thread_time() - began
            yield part

    def keyword_questions(self) -> dict[str, list[list[str]]]:
        """The words of each question, by the kind of question."""
        kinds: dict[str, list[list[str]]] = json.loads((self.folder / KEYWORDS).read_text(encoding="utf-8"))
        return kinds

    def vector_questions(self) -> "dict[str, Any]":
        """The questions' vectors, (n, dimension)."""
        import numpy as np

        return {"vectors": np.load(self.folder / QUESTIONS)}
