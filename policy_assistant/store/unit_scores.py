"""BM25 of the units of the few hundred chunks that compete."""

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from policy_assistant.store.base import WordScore
from policy_assistant.store.bm25 import credit, rarity
from policy_assistant.store.chunk_terms import ChunkTerms
from policy_assistant.store.fulltext import fts_query
from policy_assistant.store.unit_table import terms_of

PHRASES_COUNTED = 2_000
"""Of a phrase in more chunks than this the units are counted in so many, and in proportion for the rest."""

KEPT_CHUNKS = 10_000
"""The units of so many chunks stay in memory, some 10 MB: the same chunks compete again and again."""


@dataclass(frozen=True)
class BestUnit:
    """A chunk's best unit, counted from 0, and its score."""

    number: int
    score: float


@dataclass(frozen=True)
class UnitText:
    """The terms of a chunk as texts in which a term, or a phrase, is found between blanks: those that count for every unit, and
    the units, each on a line of its own.
    """

    head: str
    lines: str

    @classmethod
    def of(cls, terms: ChunkTerms) -> "UnitText":
        """With a blank on either side of every term."""
        return cls(f" {terms.title} {terms.heading} ", "\n".join(f" {unit} " for unit in terms.units))


class UnitIndex:
    """The units of one connection; what it has read stays in memory until the index changes.

    Call it inside a read transaction, so that what it reads is of one state.
    """

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        self._generation = ""
        self._chunks: OrderedDict[int, UnitText] = OrderedDict()
        self._phrases: dict[str, int] = {}

    def best(self, terms: Sequence[str], rowids: Sequence[int]) -> dict[int, BestUnit]:
        """The best unit of each of these chunks; those without any of the terms are left out."""
        if not terms or not rowids:
            return {}
        scores = self.scores(terms)
        found = ((rowid, scores.best(units)) for rowid, units in self.of(rowids).items())
        return {rowid: best for rowid, best in found if best}

    def scores(self, terms: Sequence[str]) -> "UnitScores":
        """What scores units for these terms; one with blanks is a phrase."""
        self._see_changes()
        for phrase in terms:
            if " " in phrase and phrase not in self._phrases:
                self._phrases[phrase] = self._units_with_phrase(phrase)
        total, words = self.conn.execute("SELECT units, words FROM unit_totals").fetchone() or (0, 0)
        sql = "SELECT term, units FROM unit_counts WHERE term IN (SELECT value FROM json_each(?))"
        holding = dict(self.conn.execute(sql, (json.dumps([*terms]),)).fetchall())
        phrases = {term: self._phrases[term] for term in terms if " " in term}
        return UnitScores(terms, holding | phrases, int(total), (words or 1) / (total or 1))

    def of(self, rowids: Sequence[int]) -> dict[int, UnitText]:
        """The units of these chunks."""
        self._see_changes()
        kept = self._chunks
        found = {rowid: kept[rowid] for rowid in rowids if rowid in kept}
        if len(found) < len(rowids):
            read = terms_of(self.conn, [rowid for rowid in rowids if rowid not in found])
            found |= {rowid: UnitText.of(terms) for rowid, terms in read.items()}
        for rowid, units in found.items():
            kept[rowid] = units
            kept.move_to_end(rowid)
        while len(kept) > KEPT_CHUNKS:
            kept.popitem(last=False)
        return found

    def _see_changes(self) -> None:
        row = self.conn.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        generation = str(row[0]) if row else "0"
        if generation != self._generation:
            self._chunks.clear()
            self._phrases.clear()
            self._generation = generation

    def _units_with_phrase(self, phrase: str) -> int:
        """How many units hold a phrase; of many chunks with it some are looked at and the rest taken to be like them."""
        rows = self.conn.execute("SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ?", (fts_query([phrase]),))
        chunks = [row[0] for row in rows]
        looked_at = chunks[:PHRASES_COUNTED]
        found = sum(_holding(phrase, UnitText.of(terms)) for terms in terms_of(self.conn, looked_at).values())
        return round(found * len(chunks) / len(looked_at)) if looked_at else 0


class UnitScores:
    """BM25 of units for some terms: `holding` are the units with each, `total` all units, `average` the words of a mean one."""

    def __init__(self, terms: Sequence[str], holding: Mapping[str, int], total: int, average: float) -> None:
        self.terms, self.holding, self.average = terms, holding, average
        self.rarity = {term: rarity(total, holding.get(term, 0)) for term in terms}

    def best(self, units: UnitText) -> BestUnit | None:
        """The best unit of a chunk, the first of equals; None where no term is in any."""
        best, best_start = 0.0, -1
        for start, counts, length in self._counted(units):
            score = sum(self.rarity[term] * credit(counts[term], length, self.average) for term in self.terms if term in counts)
            if best_start < 0 or score > best:
                best, best_start = score, start
        return BestUnit(units.lines.count("\n", 0, best_start), best) if best_start >= 0 else None

    def explain(self, units: UnitText, number: int) -> list[WordScore]:
        """What each term gives to a unit that has any."""
        counted = ((counts, length) for start, counts, length in self._counted(units) if units.lines.count("\n", 0, start) == number)
        counts, length = next(counted)
        return [self._word_score(term, counts.get(term, 0), length) for term in self.terms]

    def _counted(self, units: UnitText) -> Iterator[tuple[int, Mapping[str, int], int]]:
        """The units with any of the terms: where its line begins, how often each term in it stands there, and its length in words."""
        lines = units.lines
        in_head = {term: count for term in self.rarity if (count := len(places(term, units.head)))}
        found = self._found(lines)
        of_head = len(units.head.split())
        for start in _starts(lines) if in_head else sorted(found):
            end = lines.find("\n", start)
            line = lines[start:] if end < 0 else lines[start:end]
            counts = found.get(start, {})
            both = {term: in_head.get(term, 0) + counts.get(term, 0) for term in in_head | counts} if in_head else counts
            yield start, both, of_head + (line.count(" ") - 1 if len(line) > len(EMPTY) else 0)

    def _found(self, lines: str) -> dict[int, dict[str, int]]:
        """By the beginning of its line: how often each term stands in a unit."""
        found: dict[int, dict[str, int]] = {}
        for term in self.rarity:
            for place in places(term, lines):
                counts = found.setdefault(lines.rfind("\n", 0, place) + 1, {})
                counts[term] = counts.get(term, 0) + 1
        return found

    def _word_score(self, term: str, count: int, length: int) -> WordScore:
        given = credit(count, length, self.average)
        rare = self.rarity[term]
        return WordScore(term, self.holding.get(term, 0), rare, count, length, self.average, given, rare * given)


EMPTY = "  "
"""The line of a unit without terms."""


def places(term: str, text: str) -> list[int]:
    """Where a term, or a phrase of several, stands in a text with a blank on either side of every term."""
    key, found = f" {term} ", []
    place = text.find(key)
    while place >= 0:
        found.append(place)
        place = text.find(key, place + 1)
    return found


def _starts(lines: str) -> Iterator[int]:
    """Where the lines begin; none in an empty text."""
    start = 0
    while lines and start >= 0:
        yield start
        start = lines.find("\n", start) + 1 or -1


def _holding(phrase: str, units: UnitText) -> int:
    if places(phrase, units.head):
        return sum(1 for _ in _starts(units.lines))
    return len({units.lines.rfind("\n", 0, place) for place in places(phrase, units.lines)})
