"""How many texts hold the words and phrases of a question, at one step."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence

from policy_assistant.store.bm25 import rarity
from policy_assistant.store.qdrant.door import Door, Match, Sparse
from policy_assistant.store.qdrant.layout import TERMS, UNITS, WORDS, index_of, passages, visible
from policy_assistant.store.qdrant.meta import Meta
from policy_assistant.store.qdrant.passages import Columns, occurrences
from policy_assistant.store.qdrant.statistics import cell_of, read_cells
from policy_assistant.store.qdrant.tokens import words_in

Phrase = tuple[str, ...]
"""The words of a term in a row; of most terms there is one."""

PHRASE_TEXTS = 4_096
"""So many texts with the rarest word of a phrase are looked at to count it; of more, the count is scaled up from the best of them."""
MAX_CELLS = 4_096
MAX_PHRASES = 4_096
"""Numbers that are kept in memory until the next step."""


class Rarities:
    """The numbers of texts that hold words, read when they are asked for and kept."""

    def __init__(self, door: Door, project: str, meta: Meta) -> None:
        self._door, self._project, self._meta = door, project, meta
        self._cells: OrderedDict[str, dict[str, int]] = OrderedDict()
        self._phrases: OrderedDict[tuple[str, Phrase], int] = OrderedDict()

    def holding(self, family: str, phrases: Sequence[Phrase]) -> list[int]:
        """How many texts of a family hold each phrase."""
        self._read(cell_of(family, word, self._meta.buckets) for phrase in phrases for word in phrase)
        return [self._of_word(family, phrase[0]) if len(phrase) == 1 else self._of_phrase(family, phrase) for phrase in phrases]

    def of(self, family: str, phrases: Sequence[Phrase]) -> list[float]:
        """How rare each phrase is in a family."""
        rows = self._meta.total(family).rows
        return [rarity(rows, holding) for holding in self.holding(family, phrases)]

    def rarest(self, family: str, phrase: Phrase) -> str:
        """The word of a phrase that the fewest texts hold."""
        self._read(cell_of(family, word, self._meta.buckets) for word in phrase)
        return min(phrase, key=lambda word: self._of_word(family, word))

    def _read(self, cells: Iterator[str]) -> None:
        missing = [name for name in dict.fromkeys(cells) if name not in self._cells]
        if missing and self._meta.step:
            self._cells.update(read_cells(self._door, self._project, self._meta.step, missing))
        while len(self._cells) > MAX_CELLS:
            self._cells.popitem(last=False)

    def _of_word(self, family: str, word: str) -> int:
        return self._cells.get(cell_of(family, word, self._meta.buckets), {}).get(word, 0)

    def _of_phrase(self, family: str, phrase: Phrase) -> int:
        if (family, phrase) not in self._phrases:
            found = TERMS if family == UNITS else family
            self._phrases.update(self._counted(found, phrase))
            while len(self._phrases) > MAX_PHRASES:
                self._phrases.popitem(last=False)
        return self._phrases[family, phrase]

    def _counted(self, family: str, phrase: Phrase) -> dict[tuple[str, Phrase], int]:
        """How many texts of a family hold a phrase, and of analysed terms how many units; counted in those with its rarest word."""
        word = self.rarest(family, phrase)
        holding = self._of_word(family, word)
        found = self._texts_with(family, word, holding) if holding else []
        scale = holding / len(found) if found and holding > len(found) else 1.0
        if family == WORDS:
            texts = sum(occurrences(phrase, words_in(str(match.point.payload["text"]))) > 0 for match in found)
            return {(family, phrase): round(texts * scale)}
        columns = [Columns.read(match.point.payload) for match in found]
        counts = {(family, phrase): round(scale * sum(_holds(phrase, one.whole) for one in columns))}
        if family == TERMS:
            counts[UNITS, phrase] = round(scale * sum(_holds(phrase, unit) for one in columns for unit in one.units))
        return counts

    def _texts_with(self, family: str, word: str, holding: int) -> list[Match]:
        """The texts that hold a word, those first in which it has the most weight."""
        fields = ["text"] if family == WORDS else ["columns", "part"]
        limit = min(holding, PHRASE_TEXTS) + 1  # one more, should another word have the same index
        query = Sparse([index_of(word)], [1.0])
        where = visible(self._project, self._meta.step)
        return self._door.query_sparse(passages(self._meta.numbers).name, family, query, where, limit, fields)


def _holds(phrase: Phrase, columns: Sequence[Sequence[str]]) -> bool:
    return any(occurrences(phrase, column) for column in columns)
