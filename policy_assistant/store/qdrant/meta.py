"""What the marker of a project says: which step is visible, how it was made, and the numbers that searches need of the whole."""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from policy_assistant.checkout import Commit
from policy_assistant.errors import IndexMismatchError
from policy_assistant.metadata import ID_DIGITS
from policy_assistant.store.base import Embedding
from policy_assistant.store.bm25 import Totals
from policy_assistant.store.make import REBUILD_HINT
from policy_assistant.store.qdrant.door import Door, Point, Where, equals
from policy_assistant.store.qdrant.layout import LAYOUT, MARKER, RECORDS, point_id

if TYPE_CHECKING:
    import numpy as np
    from numpy import typing as npt

    Sums = dict[str, tuple[int, npt.NDArray[np.float64]]]
    """Of each language the number of its vectors and their sum."""


@dataclass(frozen=True)
class Meta:
    """The state of a project's index at a step. `numbers` is the dimension of the collection of its chunks, `former` that of the
    step before.

    `averages` are for each family the least and the greatest average length with which sparse vectors were made that are
    still there. `buckets` is into how many cells the words of a family are divided. `longer` are the digits of the IDs of
    chunks whose first twelve do not tell them apart. `languages` are the sums of vectors, float64, in base64.
    """

    step: int = 0
    generation: int = 0
    chunker: str = ""
    parser: str = ""
    analyser: str = ""
    code_analyser: str = ""
    steering: str = ""
    embedder: str = ""
    revision: str = ""
    dimension: int = 0
    numbers: int = 0
    former: int = 0
    last_sync: int = 0
    unreadable: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    commits: Sequence[tuple[str, str, str, Sequence[str]]] = ()
    documents: Mapping[str, int] = field(default_factory=dict)
    chunks: Mapping[str, int] = field(default_factory=dict)
    vectors: int = 0
    totals: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    averages: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    buckets: int = 1
    longer: Mapping[str, int] = field(default_factory=dict)
    languages: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    writer: str = ""
    layout: int = LAYOUT

    def total(self, family: str) -> Totals:
        """How many texts of a family there are, with how many words."""
        return Totals(*self.totals.get(family, (0, 0)))

    def looseness(self, family: str) -> float:
        """By what factor a credit in a sparse vector may differ from the true one; 1 when the average has not moved."""
        least, most = self.averages.get(family, (0.0, 0.0))
        average = self.total(family).average
        return max(average / least, most / average, 1.0) if least else 1.0

    def id_of(self, digest: str) -> str:
        """The ID that is shown for a hash."""
        return digest[: self.longer.get(digest, ID_DIGITS)]

    @property
    def embedding(self) -> Embedding | None:
        """The model of the vectors, None when there is none."""
        return Embedding(self.embedder, self.revision, self.dimension) if self.embedder else None

    @property
    def commits_of_code(self) -> tuple[Commit, ...]:
        """Those of the folders of code."""
        return tuple(Commit(start, prefix, commit, tuple(others)) for start, prefix, commit, others in self.commits)

    @property
    def sums(self) -> "Sums":
        """The sums of vectors by language."""
        import numpy as np

        return {
            language: (count, np.frombuffer(base64.b64decode(total), "<f8").copy()) for language, (count, total) in self.languages.items()
        }


def packed_sums(sums: "Sums") -> dict[str, tuple[int, str]]:
    """Sums as `Meta.languages` keeps them; languages without a vector are left out."""
    return {
        language: (count, base64.b64encode(total.astype("<f8").tobytes()).decode())
        for language, (count, total) in sorted(sums.items())
        if count > 0
    }


def read_meta(door: Door, project: str, known: Meta | None = None) -> Meta:
    """The project's state now; that of an empty index where nothing was published. It is not read again where it is the `known` one.

    Raises:
        IndexMismatchError: it was written in another layout.
    """
    found = door.retrieve(RECORDS.name, [_marker_id(project)])
    if not found:
        return Meta()
    payload = found[0].payload
    if known and (payload.get("step"), payload.get("writer")) == (known.step, known.writer):
        return known
    values: dict[str, Any] = json.loads(str(payload["data"]))
    if values.get("layout") != LAYOUT:
        raise IndexMismatchError(
            f"the index of {project!r} in Qdrant has layout {values.get('layout')}; this version reads layout {LAYOUT}", hint=REBUILD_HINT
        )
    return Meta(**values)


def has_marker(door: Door, project: str) -> bool:
    """Whether something was ever published."""
    return bool(door.retrieve(RECORDS.name, [_marker_id(project)]))


def dimensions_of(door: Door, project: str) -> set[int]:
    """The dimensions of the collections that a marker of any layout names."""
    values = [json.loads(str(point.payload["data"])) for point in door.retrieve(RECORDS.name, [_marker_id(project)])]
    return {int(value.get(name, 0)) for value in values for name in ("numbers", "former")}


def write_meta(door: Door, project: str, meta: Meta, before: int) -> bool:
    """Make a step visible, if `before` is still the one that is; whether it was."""
    payload = {
        "project": project,
        "kind": MARKER,
        "step": meta.step,
        "writer": meta.writer,
        "data": json.dumps(asdict(meta), ensure_ascii=False),
    }
    door.replace(RECORDS.name, Point(_marker_id(project), payload), Where((equals("step", before),)))
    return read_meta(door, project).writer == meta.writer


def _marker_id(project: str) -> str:
    return point_id(project, 0, MARKER, "")
