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

KEPT_CHUNKS = 2_000
"""The units of so many chunks stay in memory, some 10 MB: the same chunks compete again and again."""


@dataclass(frozen=True)
class BestUnit:
    """A chunk's best unit, counted from 0, and its score."""

    number: int
    score: float


@dataclass(frozen=True)
class CutUnits:
    """The terms of a chunk in lists: those that count for every unit, and those of each; `seen` are all of them, and of each unit its own."""

    head: list[str]
    units: list[list[str]]
    seen: frozenset[str]
    seen_in: list[frozenset[str]]

    @classmethod
    def of(cls, terms: ChunkTerms) -> "CutUnits":
        """Cut at the blanks."""
        head, units = terms.head, [unit.split() for unit in terms.units]
        seen_in = [frozenset(unit) for unit in units]
        return cls(head, units, frozenset(head).union(*seen_in), seen_in)


class UnitIndex:
    """The units of one connection; what it has read stays in memory until the index changes.

    Call it inside a read transaction, so that what it reads is of one state.
    """

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        self._generation = ""
        self._chunks: OrderedDict[int, CutUnits] = OrderedDict()
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

    def of(self, rowids: Sequence[int]) -> dict[int, CutUnits]:
        """The units of these chunks."""
        self._see_changes()
        kept = self._chunks
        found = {rowid: kept[rowid] for rowid in rowids if rowid in kept}
        if len(found) < len(rowids):
            read = terms_of(self.conn, [rowid for rowid in rowids if rowid not in found])
            found |= {rowid: CutUnits.of(terms) for rowid, terms in read.items()}
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
        found = sum(_holding(phrase, CutUnits.of(terms)) for terms in terms_of(self.conn, looked_at).values())
        return round(found * len(chunks) / len(looked_at)) if looked_at else 0


class UnitScores:
    """BM25 of units for some terms: `holding` are the units with each, `total` all units, `average` the words of a mean one."""

    def __init__(self, terms: Sequence[str], holding: Mapping[str, int], total: int, average: float) -> None:
        self.terms, self.holding, self.average = terms, holding, average
        self.rarity = {term: rarity(total, holding.get(term, 0)) for term in terms}
        self._firsts = [term.split(" ", 1)[0] for term in terms]
        self._any_first = frozenset(self._firsts)

    def best(self, units: CutUnits) -> BestUnit | None:
        """The best unit of a chunk, the first of equals; None where no term is in any."""
        found: BestUnit | None = None
        for number, counts, length in self._counted(units):
            score = sum(self.rarity[term] * credit(count, length, self.average) for term, count in counts)
            if found is None or score > found.score:
                found = BestUnit(number, score)
        return found

    def explain(self, units: CutUnits, number: int) -> list[WordScore]:
        """What each term gives to a unit."""
        counts, length = next((dict(counts), length) for n, counts, length in self._counted(units) if n == number)
        return [self._word_score(term, counts.get(term, 0), length) for term in self.terms]

    def _counted(self, units: CutUnits) -> Iterator[tuple[int, list[tuple[str, int]], int]]:
        """The units with any of the terms: number, how often each of those in it stands there, and its length in words."""
        here = self._any_first & units.seen
        if not here:
            return
        asked = [(term, first) for term, first in zip(self.terms, self._firsts, strict=True) if first in here]
        in_head = {term: count for term, _ in asked if (count := count_of(term, units.head))}
        for number, (words, seen) in enumerate(zip(units.units, units.seen_in, strict=True)):
            if in_head:
                counts = [(term, in_head.get(term, 0) + (count_of(term, words) if first in seen else 0)) for term, first in asked]
            else:
                counts = [(term, count_of(term, words)) for term, first in asked if first in seen]
            if counts := [(term, count) for term, count in counts if count]:
                yield number, counts, len(units.head) + len(words)

    def _word_score(self, term: str, count: int, length: int) -> WordScore:
        given = credit(count, length, self.average)
        rare = self.rarity[term]
        return WordScore(term, self.holding.get(term, 0), rare, count, length, self.average, given, rare * given)


def count_of(term: str, words: Sequence[str]) -> int:
    """How often a term, or a phrase of several, stands in a text cut into terms."""
    if " " not in term:
        return words.count(term)
    parts = term.split(" ")
    return sum(1 for place, word in enumerate(words) if word == parts[0] and words[place : place + len(parts)] == parts)


def _holding(phrase: str, units: CutUnits) -> int:
    if count_of(phrase, units.head):
        return len(units.units)
    return sum(1 for words in units.units if count_of(phrase, words))
