"""Keyword search against the plain design: all words joined by OR, all rows fetched and sorted, filtered in Python, cut.

Both run in the same process on the same passages in the same file, turn by turn; times are CPU times. Every ranking is
compared: the script fails when one differs. The search over analysed terms ranks otherwise, so it is only timed.
"""

import argparse
import math
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from benchmarks.page import report
from benchmarks.passages import documents, questions
from policy_assistant.analysis import question_terms
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import PreparedDocument, Update
from policy_assistant.store.fulltext import TOKENIZER, Row, fts_query
from policy_assistant.store.sqlite import _KEYWORDS, Store

SIZES = (185, 20_000, 200_000)
QUESTIONS = {185: 200, 20_000: 60, 200_000: 40}
K = 5
FILTERS = {"none": Filters(), "audience and date": Filters("2025-06-01", frozenset({"public"}))}
HEADER = (
    "passages",
    "frequent words",
    "filters",
    "plain design: p50 / p95 ms",
    "ours: p50 / p95 ms",
    "times as fast: p50 / p95",
    "ours with the passages read: p50 ms",
    "analysed terms: p50 / p95 ms",
)
LETTERS = str.maketrans("0123456789", "bcdfghjklm")
"""The generated words have numbers in them, which analysis would take apart."""
WORDS_A_SENTENCE = 14

Found = tuple[str | Chunk, float]


class PlainDesign:
    """The plain design over its own full-text table in the index's file, with what filters need in memory."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self.conn = conn
        conn.execute(f"CREATE VIRTUAL TABLE plain USING fts5 (item_id UNINDEXED, text, tokenize = '{TOKENIZER}')")
        conn.execute("INSERT INTO plain SELECT chunk_id, text FROM chunks")
        rows = conn.execute("SELECT chunk_id, access, effective_from, effective_to FROM chunks")
        self.metadata = {item: metadata for item, *metadata in rows}

    def search(self, words: Sequence[str], filters: Filters) -> list[tuple[str, float]]:
        """The best items; the filter is asked for every match."""
        sql = "SELECT item_id, bm25(plain) FROM plain WHERE plain MATCH ? ORDER BY bm25(plain), item_id"
        rows = self.conn.execute(sql, (fts_query(words),)).fetchall()
        if filters != Filters():
            rows = [(item, score) for item, score in rows if filters.allow(*self.metadata[item])]
        return [(item, -score) for item, score in rows[:K]]


@dataclass
class Cell:
    """The times of one kind of question on one size, in ms."""

    plain: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    with_passages: list[float] = field(default_factory=list)
    terms: list[float] = field(default_factory=list)

    @property
    def cells(self) -> list[str]:
        """The row's numbers."""
        plain, ours = _middle_and_high(self.plain), _middle_and_high(self.ours)
        ratios = [one / other for one, other in zip(plain, ours, strict=True)]
        *pairs, of_terms = [f"{middle:.2f} / {high:.2f}" for middle, high in (plain, ours, _middle_and_high(self.terms))]
        return [*pairs, f"{ratios[0]:.1f} / {ratios[1]:.1f}", f"{median(self.with_passages):.2f}", of_terms]


def measure(store: Store, plain: PlainDesign, asked: Sequence[Sequence[str]], filters: Filters, repeats: int) -> Cell:
    """All questions by both designs, the one that begins changing from question to question; the best of some repeats."""
    cell = Cell()
    for number, words in enumerate(asked):
        runs: list[tuple[Callable[[], Sequence[Row | Found]], list[float]]] = [
            (partial(plain.search, words, filters), cell.plain),
            (partial(_best, store, words, filters), cell.ours),
            (partial(store.search_text, words, K, filters), cell.with_passages),
        ]
        rankings = [_timed(run, times, repeats) for run, times in (runs if number % 2 else reversed(runs))]
        if any(_rounded(ranking) != _rounded(rankings[0]) for ranking in rankings):
            raise SystemExit(f"rankings differ for {words} with {filters}: {rankings}")
        terms = question_terms(" ".join(words), ["en"])
        _timed(partial(store.search_terms, [(terms, 1.0)], K, filters), cell.terms, repeats)
    return cell


def _best(store: Store, words: Sequence[str], filters: Filters) -> list[Row]:
    """The rows alone, without their passages."""
    with store.snapshot():
        return store._match(filters).best(_KEYWORDS, words, K)


def rows(sizes: Sequence[int]) -> Iterator[tuple[list[str], int]]:
    """The table's rows with the number of rankings that were compared."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "index.sqlite") as store:
            store.publish(Update("structure", 0, (), map(_in_sentences, documents(size))))
            plain = PlainDesign(store.conn)
            for frequent in (False, True):
                for name, filters in FILTERS.items():
                    asked = [[word.translate(LETTERS) for word in words] for words in questions(QUESTIONS.get(size, 40), frequent=frequent)]
                    cell = measure(store, plain, asked, filters, repeats=max(1, 2_000 // size))
                    yield [f"{size:,}", "two" if frequent else "no", name, *cell.cells], len(asked)


def _in_sentences(document: PreparedDocument) -> PreparedDocument:
    """The document with words of letters only, in sentences; the words that FTS5 sees are as many and as frequent."""
    return replace(document, chunks=[_chunk_in_sentences(chunk) for chunk in document.chunks])


def _chunk_in_sentences(chunk: Chunk) -> Chunk:
    words = chunk.text.translate(LETTERS).split()
    sentences = (" ".join(words[first : first + WORDS_A_SENTENCE]).capitalize() for first in range(0, len(words), WORDS_A_SENTENCE))
    text = ". ".join(sentences) + "."
    return replace(chunk, text=text, end=chunk.start + len(text))


def _timed(run: Callable[[], Sequence[Row | Found]], times: list[float], repeats: int) -> Sequence[Row | Found]:
    best = math.inf
    for _ in range(repeats):
        began = time.process_time()
        ranking = run()
        best = min(best, time.process_time() - began)
    times.append(best * 1_000)
    return ranking


def _rounded(found: Sequence[Row | Found]) -> list[tuple[str, float]]:
    """IDs and scores to four decimals; a score stands last in every kind of result, what it belongs to before it."""
    return [(item.chunk_id if isinstance(item, Chunk) else item, round(score, 4)) for *_, item, score in found]


def _middle_and_high(times: list[float]) -> tuple[float, float]:
    return median(times), quantiles(times, n=20)[-1]


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passages", type=int, nargs="+", default=SIZES, help="numbers of passages (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    measured = list(rows(options.passages))
    compared = sum(number for _, number in measured)
    same = f"Same ranking, IDs and scores to four decimals: {compared} of {compared} questions."
    report("keyword_search", HEADER, [cells for cells, _ in measured], same, write=options.write)


if __name__ == "__main__":
    main()
