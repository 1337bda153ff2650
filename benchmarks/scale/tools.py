"""The tools of a run: what each needs, and the functions that build and ask it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Tool:
    """A tool. `build` and `ask` name functions of a module beside this one; tools with the same `build` share what it makes.

    `packages` are what pip installs, none for ours; `extension` says that the tool is one of SQLite's.
    """

    module: str
    build: str
    ask: str
    packages: tuple[str, ...] = ()
    extension: bool = False


NUMPY = "numpy==2.4.6"
BM25S, TANTIVY, LANCEDB = "bm25s==0.3.16", "tantivy==0.27.0", "lancedb==0.40.0"
FAISS, SQLITE_VEC = "faiss-cpu==1.15.1", "sqlite-vec==0.1.9"

KEYWORD_TOOLS: Mapping[str, Tool] = {
    "ours, bm25": Tool("ours", "build_keywords", "words"),
    "ours, keywords": Tool("ours", "build_keywords", "terms"),
    "plain FTS5": Tool("keyword_tools", "build_fts5", "fts5", (NUMPY,)),
    "bm25s": Tool("keyword_tools", "build_bm25s", "bm25s", (NUMPY, BM25S)),
    "tantivy": Tool("keyword_tools", "build_tantivy", "tantivy", (NUMPY, TANTIVY)),
    "LanceDB": Tool("keyword_tools", "build_lancedb", "lancedb", (NUMPY, LANCEDB)),
}
VECTOR_TOOLS: Mapping[str, Tool] = {
    "ours": Tool("ours", "build_vectors", "vectors"),
    "numpy, exact": Tool("vector_tools", "build_numpy", "numpy", (NUMPY,)),
    "faiss, flat": Tool("vector_tools", "build_faiss_flat", "faiss_flat", (NUMPY, FAISS)),
    "faiss, HNSW": Tool("vector_tools", "build_faiss_hnsw", "faiss_hnsw", (NUMPY, FAISS)),
    "faiss, codes": Tool("vector_tools", "build_faiss_codes", "faiss_codes", (NUMPY, FAISS)),
    "sqlite-vec": Tool("vector_tools", "build_sqlite_vec", "sqlite_vec", (NUMPY, SQLITE_VEC), extension=True),
    "LanceDB": Tool("vector_tools", "build_lancedb", "lancedb", (NUMPY, LANCEDB)),
}
KEYWORD_MEASURE, VECTOR_MEASURE = "plain FTS5", "numpy, exact"
"""Whose rankings are the exact ones."""
OURS = "ours"
