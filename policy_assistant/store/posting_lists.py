"""Keyword search by posting lists: the same BM25 as FTS5's, to the last bit, for indexes of more chunks than it is quick for.

Words are taken from the rarest on. What each row has so far is summed up, of allowed rows only. As soon as the k-th best has
more than all words together that are left could give, no other row can be among the k best, and the long lists of frequent
words are only looked up for those that still can (MaxScore: Turtle and Flood 1995). The few that are left are then scored once
more, word by word in the question's order, with SQLite's own formula.
"""

import sqlite3
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy import typing as npt

from policy_assistant.filters import Filters
from policy_assistant.store.bm25 import K1, MAX_CREDIT, B, rarity
from policy_assistant.store.fulltext import TOKENIZER, Row, Table, fts_query, totals
from policy_assistant.store.posting_table import SOURCES
from policy_assistant.store.rows import as_json

KEPT_BYTES = 64_000_000
"""So much of the lists last used stays in memory."""
KEPT_MASKS = 8
"""So many filters' allowed rows stay in memory, a byte a row."""
KEPT_TOKENS = 10_000

_ROUNDING = 1e-9
"""More than the order in which its parts are added can change a score."""

_TOKENIZERS = {"keyword_index": TOKENIZER, "chunk_terms": "ascii"}

Rows = npt.NDArray[np.int32]
Counts = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]
"""How often a word stands in each row."""
Scores = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Listed:
    """A word's rows, rising, and how often it stands in each; `documents` counts those that are not gone."""

    rows: Rows
    counts: Counts
    documents: int


@dataclass
class _Memory:
    """What belongs to one generation of the index: of each row its length by table and its kind for filters (0: no such row)."""

    lengths: Mapping[str, npt.NDArray[np.int32]]
    totals: Mapping[str, tuple[int, float]]
    kinds: Sequence[tuple[str, ...]]
    kind: npt.NDArray[np.uint32]
    has_gone: bool
    masks: "OrderedDict[Filters, Mask]" = field(default_factory=OrderedDict)
    lists: "OrderedDict[tuple[str, str], Listed]" = field(default_factory=OrderedDict)
    kept: int = 0


class PostingIndex:
    """The posting lists of one connection. Call it inside a read transaction, so that what it reads is of one state."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self._tokens = {source: _Tokens(tokenizer) for source, tokenizer in _TOKENIZERS.items()}
        self._generation = ""
        self._memory: _Memory | None = None

    def match(self, filters: Filters) -> "PostingMatch | None":
        """The search under filters; None where the index has no lists for all its chunks."""
        row = self._conn.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        generation = str(row[0]) if row else "0"
        if generation != self._generation:
            self._memory, self._generation = _load(self._conn), generation
        return PostingMatch(self._conn, self._memory, self._tokens, filters) if self._memory else None


@dataclass(frozen=True)
class PostingMatch:
    """`Match` by posting lists."""

    conn: sqlite3.Connection
    memory: _Memory
    tokens: "Mapping[str, _Tokens]"
    filters: Filters

    def best(self, table: Table, words: Sequence[str], k: int) -> list[Row]:
        """As `Match` says."""
        if not words or k < 1:
            return []
        scorer = self._scorer(table.name, words)
        rows = scorer.candidates(words, self._mask, k)
        scores = scorer.exact(words, rows)
        return self._ranked(rows, scores, k)

    def scores(self, table: Table, words: Sequence[str], rowids: Sequence[int]) -> dict[int, float]:
        """As `Match` says."""
        scorer = self._scorer(table.name, words)
        rows = np.array(sorted(rowids), np.int32)
        scores = scorer.exact(words, rows)
        return {rowid: score for rowid, score in zip(rows.tolist(), scores.tolist(), strict=True) if score}

    def frequent(self, table: Table, words: Sequence[str]) -> list[str]:
        """As `Match` says."""
        half = (self.memory.totals[table.name][0] + 1) // 2
        return [word for word in words if self._listed(table.name, word).documents >= half]

    def count(self, table: Table, words: Sequence[str], most: int) -> int:
        """As `Match` says."""
        found = [self._allowed(self._listed(table.name, word).rows) for word in dict.fromkeys(words)]
        return min(most, len(np.unique(np.concatenate(found)))) if found else 0

    def allowed(self, most: int) -> int:
        """As `Match` says."""
        return min(most, int(np.count_nonzero(self._mask)))

    def _scorer(self, source: str, words: Sequence[str]) -> "_Scorer":
        return _Scorer(self.memory, source, {word: self._listed(source, word) for word in dict.fromkeys(words)})

    def _allowed(self, rows: Rows) -> Rows:
        return rows[self._mask[rows]]

    @property
    def _mask(self) -> Mask:
        masks = self.memory.masks
        if self.filters not in masks:
            allowed = np.array([False, *(self.filters.allow(*kind) for kind in self.memory.kinds)])
            masks[self.filters] = allowed[self.memory.kind]
            if len(masks) > KEPT_MASKS:
                masks.popitem(last=False)
        masks.move_to_end(self.filters)
        return masks[self.filters]

    def _listed(self, source: str, word: str) -> Listed:
        """A word's list, from memory where it was used lately."""
        memory, key = self.memory, (source, word)
        if key not in memory.lists:
            rows, counts = self._read(source, word)
            documents = int(np.count_nonzero(memory.kind[rows])) if memory.has_gone else len(rows)
            memory.lists[key] = Listed(rows, counts, documents)
            memory.kept += rows.nbytes + counts.nbytes
            while memory.kept > KEPT_BYTES and len(memory.lists) > 1:
                _, old = memory.lists.popitem(last=False)
                memory.kept -= old.rows.nbytes + old.counts.nbytes
        memory.lists.move_to_end(key)
        return memory.lists[key]

    def _read(self, source: str, word: str) -> tuple[Rows, Counts]:
        tokens = self.tokens[source].of(word)
        if len(tokens) > 1:
            return self._phrase(source, word)
        if not tokens:
            return np.zeros(0, np.int32), np.zeros(0, np.uint8)
        places = f"temp.{source}_seen"
        found = read_list(self.conn, source, tokens[0])
        if found is None:
            self.conn.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {places} USING fts5vocab (main, {source}, instance)")
            found = rows_with(self.conn, places, tokens[0])
        return found

    def _phrase(self, source: str, word: str) -> tuple[Rows, Counts]:
        """The rows of a phrase, which FTS5 knows alone; how often it stands there follows from its score."""
        sql = f"SELECT rowid, -bm25({source}) FROM {source} WHERE {source} MATCH ?"
        found = sorted(self.conn.execute(sql, (fts_query([word]),)))
        rows, scores = np.array([row for row, _ in found], np.int32), np.array([score for _, score in found])
        total, average = self.memory.totals[source]
        credit = scores / rarity(total, len(rows))
        damping = K1 * (1 - B + B * self.memory.lengths[source][rows] / average)
        return rows, np.rint(credit * damping / (MAX_CREDIT - credit)).astype(np.uint16)

    def _ranked(self, rows: Rows, scores: Scores, k: int) -> list[Row]:
        if len(rows) > k:
            keep = scores >= np.partition(scores, len(scores) - k)[len(scores) - k]
            rows, scores = rows[keep], scores[keep]
        sql = "SELECT id, chunk_id FROM chunks WHERE id IN (SELECT value FROM json_each(?))"
        ids = dict(self.conn.execute(sql, (as_json(rows.tolist()),)).fetchall())
        found = [(rowid, ids[rowid], score) for rowid, score in zip(rows.tolist(), scores.tolist(), strict=True)]
        return sorted(found, key=lambda row: (-row[2], row[1]))[:k]


class _Scorer:
    """BM25 of rows of one table for some words."""

    def __init__(self, memory: _Memory, source: str, lists: Mapping[str, Listed]) -> None:
        self.total, self.average = memory.totals[source]
        self.lengths = memory.lengths[source]
        self.lists = lists
        self.rarity = {word: rarity(self.total, listed.documents) for word, listed in lists.items()}

    def candidates(self, asked: Sequence[str], mask: Mask, k: int) -> Rows:
        """All allowed rows that can be among the k best, rising; a word that is asked twice counts twice."""
        words = sorted(asked, key=lambda word: (self.lists[word].documents, word))
        left = [sum(self.rarity[word] for word in words[number:]) * MAX_CREDIT for number in range(len(words) + 1)]
        sums, rows = np.zeros(len(self.lengths)), np.zeros(0, np.int32)
        for number, word in enumerate(words):
            if len(rows) >= k and number and (floor := _kth(sums[rows], k)) > left[number] + _ROUNDING:
                return self._narrowed(rows[sums[rows] >= floor - left[number] - _ROUNDING], sums, words[number:], k)
            listed = self.lists[word]
            allowed = mask[listed.rows]
            fresh, counts = listed.rows[allowed], listed.counts[allowed]
            before = sums[fresh]
            sums[fresh] = before + self._part(word, fresh, counts)
            rows = np.concatenate([rows, fresh[before == 0]])
        rows = np.sort(rows)
        return rows[sums[rows] >= _kth(sums[rows], k) - _ROUNDING] if len(rows) > k else rows

    def _narrowed(self, rows: Rows, sums: Scores, words: Sequence[str], k: int) -> Rows:
        """Of rows that could be among the k best, those that are when the other words are looked up for them alone."""
        rows = np.sort(rows)
        scores = sums[rows]
        for word in words:
            scores += self._part(word, rows, self._counts(word, rows))
        return rows[scores >= _kth(scores, k) - _ROUNDING]

    def exact(self, words: Sequence[str], rows: Rows) -> Scores:
        """The scores of rows, their parts added in the order of the words, as SQLite does."""
        scores = np.zeros(len(rows))
        for word in words:
            scores += self._part(word, rows, self._counts(word, rows))
        return scores

    def _part(self, word: str, rows: Rows, counts: npt.NDArray[np.generic]) -> Scores:
        often = counts.astype(np.float64)
        part: Scores = self.rarity[word] * (often * MAX_CREDIT / (often + K1 * (1 - B + B * self.lengths[rows] / self.average)))
        return part

    def _counts(self, word: str, rows: Rows) -> npt.NDArray[np.generic]:
        """How often the word stands in each of these rows."""
        listed = self.lists[word]
        if not len(listed.rows):
            return np.zeros(len(rows), np.uint8)
        places = np.minimum(np.searchsorted(listed.rows, rows), len(listed.rows) - 1)
        counts: npt.NDArray[np.generic] = np.where(listed.rows[places] == rows, listed.counts[places], 0)
        return counts


class _Tokens:
    """What a tokenizer of FTS5 makes of single words, asked of SQLite itself in a database of its own."""

    def __init__(self, tokenizer: str) -> None:
        self._conn = sqlite3.connect(":memory:", check_same_thread=False)
        self._conn.execute(f"CREATE VIRTUAL TABLE asked USING fts5 (word, content = '', tokenize = '{tokenizer}')")
        self._conn.execute("CREATE VIRTUAL TABLE tokens USING fts5vocab (asked, instance)")
        self._known: dict[str, list[str]] = {}

    def of(self, word: str) -> list[str]:
        """The tokens of a word, in order."""
        if word not in self._known:
            if len(self._known) > KEPT_TOKENS:
                self._known.clear()
            self._conn.execute("INSERT INTO asked (rowid, word) VALUES (1, ?)", (word,))
            self._known[word] = [token for (token,) in self._conn.execute("SELECT term FROM tokens ORDER BY offset")]
            self._conn.execute("INSERT INTO asked (asked) VALUES ('delete-all')")
        return self._known[word]


def _load(conn: sqlite3.Connection) -> _Memory | None:
    """The memory for the index as it is; None where not all its chunks have lists."""
    words, terms = read_lengths(conn)
    newest = conn.execute("SELECT max(id) FROM chunk_terms_docsize").fetchone()[0] or 0
    if not len(words) or newest >= len(words):
        return None
    kinds: dict[tuple[str, ...], int] = {}
    kind = np.zeros(len(words), np.uint32)
    for first, last, number, *fields in conn.execute(_DOCUMENTS):
        if last - first + 1 != number:
            return None  # the rows of a document lie together, unless somebody else wrote them
        kind[first : last + 1] = kinds.setdefault((*fields,), len(kinds) + 1)
    has_gone = bool(np.any((words > 0) & (kind == 0)))
    sizes = {source: totals(conn, source) for source in SOURCES}
    return _Memory(dict(zip(SOURCES, (words, terms), strict=True)), sizes, list(kinds), kind, has_gone)


_DOCUMENTS = """SELECT c.first, c.last, c.number, d.access, d.effective_from, d.effective_to, d.language, d.part, d.doc_type
    FROM (SELECT document, min(id) AS first, max(id) AS last, count(*) AS number FROM chunks GROUP BY document) c
    JOIN documents d ON d.id = c.document WHERE d.part = 'docs'"""


def rows_with(conn: sqlite3.Connection, places: str, word: str) -> tuple[Rows, Counts]:
    """The rows that hold a word, rising, and how often; `places` is the table of its places (fts5vocab `instance`)."""
    found = conn.execute(f"SELECT doc FROM {places} WHERE term = ?", (word,))
    rows, counts = np.unique(np.fromiter((row[0] for row in found), np.int32), return_counts=True)
    is_narrow = counts.max(initial=0) <= np.iinfo(np.uint8).max
    return rows, counts.astype(np.uint8) if is_narrow else counts.astype(np.uint16)


def read_list(conn: sqlite3.Connection, source: str, word: str) -> tuple[Rows, Counts] | None:
    """The posting list of a word over all segments, None where it has none."""
    sql = "SELECT rowids, counts FROM postings WHERE source = ? AND word = ? ORDER BY segment"
    found = conn.execute(sql, (source, word)).fetchall()
    if not found:
        return None
    rows = np.frombuffer(b"".join(blob for blob, _ in found), "<i4")
    if len(found) == 1:
        return rows, _counts(found[0][1], len(rows))
    wide: list[npt.NDArray[np.uint16]] = [_counts(counts, len(blob) // 4).astype(np.uint16) for blob, counts in found]
    return rows, np.concatenate(wide)


def read_lengths(conn: sqlite3.Connection) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """The lengths of chunks in words and in terms by rowid, from 0 to the last that has lists; empty without any."""
    found = conn.execute("SELECT word_lengths, term_lengths FROM posting_segments ORDER BY id").fetchall()
    if not found:
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    words, terms = (np.frombuffer(b"".join(column), "<i4") for column in zip(*found, strict=True))
    return words, terms


def _counts(blob: bytes, rows: int) -> Counts:
    return np.frombuffer(blob, np.uint8) if len(blob) == rows else np.frombuffer(blob, "<u2")


def _kth(scores: Scores, k: int) -> float:
    """The k-th highest score; the lowest where there are fewer."""
    return float(np.partition(scores, max(0, len(scores) - k))[max(0, len(scores) - k)]) if len(scores) else 0.0
