"""Other keyword searches. Words are cut at what is no letter or digit and folded to lower case; no stems, no stop words."""

import sqlite3
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.scale.given import Given, K, Selection

FILE = "words.sqlite"
K1, B = 1.2, 0.75
"""SQLite's constants, which bm25s is told to take and tantivy has built in."""
BATCH = 20_000
TIED = 40
"""So many more are read to see which have the score of the last one."""

Search = Callable[[list[str], Selection], list[int]]


def build_fts5(folder: Path, given: Given) -> None:
    """One table for the words, one for what filters look at."""
    conn = sqlite3.connect(folder / FILE)
    conn.execute("CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = 'unicode61 remove_diacritics 2')")
    conn.execute("CREATE TABLE passages (id INTEGER PRIMARY KEY, label TEXT, start INTEGER)")
    for passage in given.passages():
        conn.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (passage.number + 1, passage.text))
        conn.execute("INSERT INTO passages VALUES (?, ?, ?)", (passage.number + 1, passage.label, passage.start))
    conn.commit()
    conn.close()


def fts5(folder: Path) -> Search:
    """All words joined by OR and the filter in the same query. It is the measure for all others, so ties of the tenth come along."""
    conn = sqlite3.connect(folder / FILE)
    plain = "SELECT words.rowid - 1, bm25(words) AS score FROM words{} WHERE words MATCH ? ORDER BY score, words.rowid LIMIT ?"

    def search(question: list[str], selection: Selection) -> list[int]:
        where, values = _where(selection)
        join = f" JOIN passages p ON p.id = words.rowid AND {where}" if where else ""
        rows = conn.execute(plain.format(join), (*values, " OR ".join(f'"{word}"' for word in question), K + TIED)).fetchall()
        return [number for number, score in rows if score <= rows[min(K, len(rows)) - 1][1]]

    return search


def build_bm25s(folder: Path, given: Given) -> None:
    """Scores of every word in every passage, computed beforehand."""
    bm25s, np = import_module("bm25s"), import_module("numpy")
    texts, labels, starts = zip(*((passage.text, passage.label, passage.start) for passage in given.passages()), strict=True)
    tokens = bm25s.tokenize(list(texts), token_pattern=r"\w+", stopwords=None, show_progress=False)
    index = bm25s.BM25(method="lucene", k1=K1, b=B)
    index.index(tokens, show_progress=False)
    index.save(folder / "bm25s", show_progress=False)
    np.savez(folder / "kinds.npz", labels=np.array(labels), starts=np.array(starts))


def bm25s(folder: Path) -> Search:
    """Scores of all passages are added up, then multiplied by 0 or 1: the mask of a filter is made once."""
    library, np = import_module("bm25s"), import_module("numpy")
    index = library.BM25.load(folder / "bm25s")
    masks = _masks(np, folder)

    def search(question: list[str], selection: Selection) -> list[int]:
        known = [[word for word in question if word in index.vocab_dict]]
        mask = masks(selection)
        found = index.retrieve(known, k=min(K, len(mask)), weight_mask=mask, show_progress=False)
        return [int(number) for number, score in zip(found.documents[0], found.scores[0], strict=True) if score > 0]

    return search


def build_tantivy(folder: Path, given: Given) -> None:
    """Label and date are fields with an index of their own."""
    library = import_module("tantivy")
    path = folder / "tantivy"
    path.mkdir()
    writer = library.Index(_tantivy_schema(library), path=str(path)).writer(heap_size=128_000_000, num_threads=1)
    for passage in given.passages():
        writer.add_document(library.Document(number=passage.number, text=passage.text, label=passage.label, start=passage.start))
    writer.commit()
    writer.wait_merging_threads()


def tantivy(folder: Path) -> Search:
    """The filter is a part of the query that must hold and adds nothing to the score."""
    library = import_module("tantivy")
    schema = _tantivy_schema(library)
    index = library.Index(schema, path=str(folder / "tantivy"))
    searcher = index.searcher()
    must, should, query = library.Occur.Must, library.Occur.Should, library.Query

    def search(question: list[str], selection: Selection) -> list[int]:
        parts = [(should, query.term_query(schema, "text", word)) for word in question]
        whole = [(must, query.boolean_query(parts))]
        if selection.label:
            whole.append((must, query.const_score_query(query.term_query(schema, "label", selection.label), 0.0)))
        if selection.as_of:
            days = query.range_query(schema, "start", library.FieldType.Integer, 0, selection.as_of)
            whole.append((must, query.const_score_query(days, 0.0)))
        found = searcher.search(query.boolean_query(whole), K).hits
        return [int(searcher.doc(address)["number"][0]) for _, address in found]

    return search


def _tantivy_schema(library: Any) -> Any:
    builder = library.SchemaBuilder()
    builder.add_integer_field("number", stored=True)
    builder.add_text_field("text", stored=False, tokenizer_name="default", index_option="freq")
    builder.add_text_field("label", stored=False, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("start", stored=False, indexed=True, fast=True)
    return builder.build()


def build_lancedb(folder: Path, given: Given) -> None:
    """A table with its own full-text index; it keeps the texts too."""
    library, arrow = import_module("lancedb"), import_module("pyarrow")
    table, rows = None, []
    connection = library.connect(str(folder / "lancedb"))
    for passage in given.passages():
        rows.append({"number": passage.number, "label": passage.label, "start": passage.start, "text": passage.text})
        if len(rows) == BATCH or passage.number == given.size - 1:
            batch = arrow.Table.from_pylist(rows)
            table = connection.create_table("passages", batch) if table is None else (table.add(batch), table)[1]
            rows = []
    plain = {"stem": False, "remove_stop_words": False, "ascii_folding": False, "with_position": False}
    _made(table).create_fts_index("text", **plain)
    _made(table).create_scalar_index("label", index_type="BITMAP")
    _made(table).create_scalar_index("start")


def lancedb(folder: Path) -> Search:
    """Filters before the search."""
    table = import_module("lancedb").connect(str(folder / "lancedb")).open_table("passages")

    def search(question: list[str], selection: Selection) -> list[int]:
        asked = table.search(" ".join(question), query_type="fts").select(["number", "_score"]).limit(K)
        where = sql_of(selection)
        rows = (asked.where(where, prefilter=True) if where else asked).to_arrow()
        return [int(number) for number in rows.column("number").to_pylist()]

    return search


def sql_of(selection: Selection) -> str:
    """The filter as LanceDB takes it."""
    parts = [f"label = '{selection.label}'"] if selection.label else []
    return " AND ".join([*parts, *([f"start <= {selection.as_of}"] if selection.as_of else [])])


def _where(selection: Selection) -> tuple[str, Sequence[object]]:
    parts = [("p.label = ?", selection.label)] if selection.label else []
    parts += [("p.start <= ?", selection.as_of)] if selection.as_of else []  # type: ignore[list-item]
    return " AND ".join(sql for sql, _ in parts), [value for _, value in parts]


def _masks(np: Any, folder: Path) -> Callable[[Selection], Any]:
    """For each selection the passages that it leaves, 0 or 1."""
    with np.load(folder / "kinds.npz") as kinds:
        labels, starts = kinds["labels"], kinds["starts"]
    kept: dict[Selection, Any] = {}

    def mask(selection: Selection) -> Any:
        if selection not in kept:
            kept[selection] = allowed(np, labels, starts, selection).astype(np.float32)
        return kept[selection]

    return mask


def allowed(np: Any, labels: Any, starts: Any, selection: Selection) -> Any:
    """Which passages a selection leaves."""
    of_label = labels == selection.label if selection.label else np.ones(len(labels), dtype=bool)
    return of_label & (starts <= selection.as_of) if selection.as_of else of_label


def _made(table: Any) -> Any:
    if table is None:
        raise ValueError("no passages")
    return table
