"""Keyword search: BM25 over the index's chunks by plain words and by analysed terms, and the small in-memory index that
the baseline is made of.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from policy_assistant.analysis import words
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store import fulltext
from policy_assistant.store.base import Engine

if TYPE_CHECKING:
    from policy_assistant.question import Question

__all__ = ["Hit", "KeywordIndex", "fts_query", "ranked", "search_bm25", "search_keywords", "words"]

SCORE_DIGITS = 4


@dataclass(frozen=True)
class Hit:
    """One result: what was found, its score (higher is better, 4 decimals) and its rank from 1."""

    id: str
    score: float
    rank: int


def fts_query(text: str) -> str:
    """A question as an FTS5 query: every word quoted, so that none is an operator, and joined by OR."""
    return fulltext.fts_query(words(text))


def ranked(found: Sequence[tuple[Chunk, float]]) -> list[tuple[Hit, Chunk]]:
    """Chunks with their scores, best first, as hits."""
    return [(Hit(chunk.chunk_id, round(score, SCORE_DIGITS), rank), chunk) for rank, (chunk, score) in enumerate(found, 1)]


def search_bm25(engine: Engine, question: "Question", k: int, filters: Filters) -> list[tuple[Chunk, float]]:
    """The k best chunks of the index for the words of a question."""
    return engine.search_text(question.words, k, filters)


def search_keywords(engine: Engine, question: "Question", k: int, filters: Filters) -> list[tuple[Chunk, float]]:
    """The k best chunks for the analysed terms of a question and what the glossary adds to them."""
    return engine.search_terms(question.weighted_terms, k, filters)


class KeywordIndex:
    """An FTS5 table of (ID, text) in a SQLite connection; everything is read through BM25."""

    TABLE = "keyword_items"

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        conn.execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {self.TABLE} USING fts5 (item_id UNINDEXED, text, tokenize = '{fulltext.TOKENIZER}')"
        )

    def add(self, items: Iterable[tuple[str, str]]) -> None:
        """Add (ID, text) pairs."""
        self.conn.executemany(f"INSERT INTO {self.TABLE} (item_id, text) VALUES (?, ?)", items)  # noqa: S608 - a constant of ours

    def remove(self, ids: Iterable[str]) -> None:
        """Remove items by ID; an unknown ID is passed over."""
        self.conn.executemany(f"DELETE FROM {self.TABLE} WHERE item_id = ?", [(item,) for item in ids])  # noqa: S608

    def search(self, query: str, k: int = 5, allowed: Callable[[str], bool] | None = None) -> list[Hit]:
        """The k best items for any of the question's words, ties by ID. `allowed(id)` is asked before the k are taken."""
        match = fts_query(query)
        if not match:
            return []
        sql = f"SELECT item_id, -bm25({self.TABLE}) FROM {self.TABLE} WHERE {self.TABLE} MATCH ? ORDER BY bm25({self.TABLE}), item_id"  # noqa: S608
        hits: list[Hit] = []
        for item, score in self.conn.execute(sql, (match,)):
            if len(hits) == k:
                break
            if allowed is None or allowed(item):
                hits.append(Hit(item, round(score, SCORE_DIGITS), len(hits) + 1))
        return hits
