"""Other vector searches. Filters are masks or sets of rows made once, outside the time of a question, where a tool has none of its own."""

import sqlite3
from collections.abc import Callable
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.scale.given import Given, K, Selection
from benchmarks.scale.keyword_tools import allowed, sql_of

Search = Callable[[Any, Selection], list[int]]

NEIGHBOURS, BUILD_EFFORT, EFFORT = 16, 80, 512
"""faiss's graph: links a vector, and how many are held while it is built and searched."""
LISTS, PROBED, REFINED = 1_024, 256, 50
"""Of the lists that vectors are put into so many are looked through, and this many times the hits are compared exactly."""
INDEXED_FROM = 100_000
"""Below, LanceDB compares all vectors, as it does without an index."""
BATCH = 20_000


def build_numpy(folder: Path, given: Given) -> None:
    """The vectors themselves."""
    np = import_module("numpy")
    np.save(folder / "vectors.npy", np.concatenate(list(given.vectors())))
    _save_kinds(folder, given)


def numpy(folder: Path) -> Search:
    """All vectors are compared, then the allowed rows are ranked; the measure for all others."""
    np = import_module("numpy")
    vectors = np.load(folder / "vectors.npy")
    rows_of = _kept(folder, lambda mask: import_module("numpy").flatnonzero(mask))

    def search(question: Any, selection: Selection) -> list[int]:
        rows = rows_of(selection)
        scores = (vectors @ question)[rows]
        best = np.argpartition(-scores, K)[:K] if len(rows) > K else np.arange(len(rows))
        return [int(row) for row in rows[best[np.argsort(-scores[best])]]]

    return search


def build_faiss_flat(folder: Path, given: Given) -> None:
    """The vectors themselves."""
    faiss = _faiss()
    index = faiss.IndexFlatIP(next(given.vectors(1)).shape[1])
    _build_faiss(faiss, index, folder, given)


def build_faiss_hnsw(folder: Path, given: Given) -> None:
    """A graph of neighbours with the vectors."""
    faiss = _faiss()
    index = faiss.IndexHNSWFlat(next(given.vectors(1)).shape[1], NEIGHBOURS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction = BUILD_EFFORT
    _build_faiss(faiss, index, folder, given)


def build_faiss_codes(folder: Path, given: Given) -> None:
    """Lists of one-bit codes (RaBitQ), and the vectors for the last comparison."""
    faiss = _faiss()
    lists = min(LISTS, max(1, given.size // 100))
    index = faiss.index_factory(next(given.vectors(1)).shape[1], f"IVF{lists},RaBitQ,Refine(Flat)", faiss.METRIC_INNER_PRODUCT)
    index.train(next(given.vectors(50 * lists)))
    _build_faiss(faiss, index, folder, given)


def faiss_flat(folder: Path) -> Search:
    """All allowed vectors are compared."""
    return _faiss_search(folder, lambda faiss, selector: faiss.SearchParameters(sel=selector))


def faiss_hnsw(folder: Path) -> Search:
    """The graph is walked through allowed and other vectors alike."""
    return _faiss_search(folder, lambda faiss, selector: faiss.SearchParametersHNSW(efSearch=EFFORT, sel=selector))


def faiss_codes(folder: Path) -> Search:
    """Codes choose, vectors decide."""

    def parameters(faiss: Any, selector: Any) -> Any:
        return faiss.IndexRefineSearchParameters(k_factor=REFINED, base_index_params=faiss.SearchParametersIVF(nprobe=PROBED, sel=selector))

    return _faiss_search(folder, parameters)


def build_sqlite_vec(folder: Path, given: Given) -> None:
    """A virtual table with the fields of filters in it."""
    conn = _sqlite_vec(folder)
    dimension = next(given.vectors(1)).shape[1]
    conn.execute(
        f"CREATE VIRTUAL TABLE v USING vec0 (id INTEGER PRIMARY KEY, label TEXT, start INTEGER, e FLOAT[{dimension}] distance_metric=cosine)"
    )
    passages = given.passages()
    for part in given.vectors():
        rows = [(p.number + 1, p.label, p.start, row.tobytes()) for row, p in zip(part, islice(passages, len(part)), strict=True)]
        conn.executemany("INSERT INTO v VALUES (?, ?, ?, ?)", rows)
    conn.commit()
    conn.close()


def sqlite_vec(folder: Path) -> Search:
    """All allowed vectors are compared, read from the file."""
    conn = _sqlite_vec(folder)

    def search(question: Any, selection: Selection) -> list[int]:
        where = sql_of(selection)
        sql = f"SELECT id FROM v WHERE e MATCH ? AND k = {K}{' AND ' + where if where else ''} ORDER BY distance"
        return [row[0] - 1 for row in conn.execute(sql, (question.tobytes(),))]

    return search


def build_lancedb(folder: Path, given: Given) -> None:
    """A table; from `INDEXED_FROM` on with its usual index, lists of vectors compressed by product quantisation."""
    library, arrow = import_module("lancedb"), import_module("pyarrow")
    connection, table, passages = library.connect(str(folder / "lancedb")), None, given.passages()
    for part in given.vectors(BATCH):
        kinds = [(p.number, p.label, p.start) for p in islice(passages, len(part))]
        numbers, labels, starts = (arrow.array(column) for column in zip(*kinds, strict=True))
        vectors = arrow.FixedSizeListArray.from_arrays(arrow.array(part.ravel()), part.shape[1])
        batch = arrow.table({"number": numbers, "label": labels, "start": starts, "vector": vectors})
        table = connection.create_table("passages", batch) if table is None else (table.add(batch), table)[1]
    if given.size >= INDEXED_FROM and table is not None:
        table.create_index(metric="cosine", vector_column_name="vector")
    if table is not None:
        table.create_scalar_index("label", index_type="BITMAP")
        table.create_scalar_index("start")


def lancedb(folder: Path) -> Search:
    """Filters before the search; of what the lists give, the best are compared exactly."""
    table = import_module("lancedb").connect(str(folder / "lancedb")).open_table("passages")

    def search(question: Any, selection: Selection) -> list[int]:
        asked = (
            table.search(question).distance_type("cosine").nprobes(PROBED).refine_factor(REFINED).select(["number", "_distance"]).limit(K)
        )
        where = sql_of(selection)
        rows = (asked.where(where, prefilter=True) if where else asked).to_arrow()
        return [int(number) for number in rows.column("number").to_pylist()]

    return search


def _faiss() -> Any:
    faiss = import_module("faiss")
    faiss.omp_set_num_threads(1)
    return faiss


def _build_faiss(faiss: Any, index: Any, folder: Path, given: Given) -> None:
    for part in given.vectors():
        index.add(part)
    faiss.write_index(index, str(folder / "faiss"))
    _save_kinds(folder, given)


def _faiss_search(folder: Path, parameters: Callable[[Any, Any], Any]) -> Search:
    faiss, np = _faiss(), import_module("numpy")
    index = faiss.read_index(str(folder / "faiss"))
    selector_of = _kept(folder, lambda mask: (bits := np.packbits(mask, bitorder="little"), faiss.IDSelectorBitmap(bits)))

    def search(question: Any, selection: Selection) -> list[int]:
        selector = selector_of(selection)[1] if selection != Selection() else None
        _, found = index.search(question[np.newaxis], K, params=parameters(faiss, selector))
        return [int(number) for number in found[0] if number >= 0]

    return search


def _sqlite_vec(folder: Path) -> sqlite3.Connection:
    conn = sqlite3.connect(folder / "vec.sqlite")
    conn.enable_load_extension(True)
    import_module("sqlite_vec").load(conn)
    return conn


def _save_kinds(folder: Path, given: Given) -> None:
    np = import_module("numpy")
    labels, starts = zip(*((passage.label, passage.start) for passage in given.passages()), strict=True)
    np.savez(folder / "kinds.npz", labels=np.array(labels), starts=np.array(starts))


def _kept(folder: Path, made: Callable[[Any], Any]) -> Callable[[Selection], Any]:
    """What is made of the mask of a selection, once for each."""
    np = import_module("numpy")
    with np.load(folder / "kinds.npz") as kinds:
        labels, starts = kinds["labels"], kinds["starts"]
    kept: dict[Selection, Any] = {}

    def of(selection: Selection) -> Any:
        if selection not in kept:
            kept[selection] = made(allowed(np, labels, starts, selection))
        return kept[selection]

    return of
