"""The index in one SQLite file."""

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.blocks import Block
from policy_assistant.checkout import Commit
from policy_assistant.errors import IndexMismatchError, NoIndexError
from policy_assistant.filters import Filters, Part
from policy_assistant.metadata import ID_DIGITS, Chunk
from policy_assistant.store import code_table
from policy_assistant.store import terms as term_tables
from policy_assistant.store.base import Embedding, IndexedDocument, IndexInfo, PreparedDocument, Terms, Update, WordScore
from policy_assistant.store.connection import connect, fold_log, translated
from policy_assistant.store.fulltext import Fulltext, Match, Table, explain, fts_query
from policy_assistant.store.keyword_rules import MAX_COUNTED, POOL
from policy_assistant.store.make import REBUILD_HINT, check_analyser, check_code_analyser
from policy_assistant.store.posting_table import has_postings, posting_problems
from policy_assistant.store.repair import repair
from policy_assistant.store.rows import DOCUMENT_COLUMNS, as_json, block_of, chunk_of, document_of, where_of
from policy_assistant.store.schema import SCHEMA, migrate, schema_of
from policy_assistant.store.sizes import sizes
from policy_assistant.store.terms import CHUNK_TERMS
from policy_assistant.store.unit_scores import UnitIndex
from policy_assistant.store.vector_table import count_vectors, vector_problems
from policy_assistant.store.writing import Counts, apply, meta_of

if TYPE_CHECKING:
    from policy_assistant.store.base import Vector
    from policy_assistant.store.posting_lists import PostingIndex, PostingMatch
    from policy_assistant.store.vectors import VectorIndex

_KEYWORDS = Table("keyword_index", "c.chunk_id", "CROSS JOIN chunks c ON c.id = keyword_index.rowid")
_CHUNK = """SELECT c.id, c.chunk_id, d.doc_id, d.version, d.title, c.position, c.start, c."end", c.text, c.sections, c.pages,
    c.effective_from, c.effective_to, c.access, d.language, d.doc_type, d.source, c.hash, c.flags, c.place, c.spots FROM chunks c JOIN documents d ON d.id = c.document"""


class Store:
    """The index file, opened for reading; `Store.open(path)` makes and changes it.

    Raises:
        NoIndexError: there is no file.
        IndexMismatchError: it is no index, is damaged, or was made by another schema.
    """

    _vector_index: "VectorIndex | None" = None
    _posting_index: "PostingIndex | None" = None
    _info: "tuple[tuple[int, int], IndexInfo] | None" = None

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise NoIndexError(f"No index at {self.path}", hint="run `policy-assistant ingest` in the project folder first")
        self.conn = connect(self.path, write=False)
        with self._closed_on_error():
            self._check_schema()

    @classmethod
    def open(cls, path: Path | str) -> "Store":
        """The index file for writing, made or migrated when needed. Raises `IndexMismatchError` as the class does."""
        store = cls.__new__(cls)
        store.path = Path(path)
        store.path.parent.mkdir(parents=True, exist_ok=True)
        store.conn = connect(store.path, write=True)
        with store._closed_on_error(), translated(store.path):
            if schema_of(store.conn) < SCHEMA:
                migrate(store.conn)
            store._check_schema()
        return store

    def close(self) -> None:
        """Close the file."""
        self.conn.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def info(self) -> IndexInfo:
        """The state of the index; the fingerprint is SHA-256 over file names and content hashes, 12 digits.

        It is read again only after the file changed.
        """
        with self.snapshot():
            state = (self.conn.execute("PRAGMA data_version").fetchone()[0], self.conn.total_changes)
            if self._info is None or self._info[0] != state:
                self._info = (state, self._read_info())
            return self._info[1]

    def _read_info(self) -> IndexInfo:
        with self.snapshot():
            meta = dict(self.conn.execute("SELECT key, value FROM meta").fetchall())
            files = self.conn.execute("SELECT source, sha256 FROM documents ORDER BY source").fetchall()
            files_of = dict(self.conn.execute("SELECT part, count(*) FROM documents GROUP BY part").fetchall())
            chunks = self.conn.execute("SELECT count(*) FROM chunks").fetchone()[0]
            code_chunks = code_table.count_code(self.conn) if files_of.get("code") else 0
            vectors, without_vectors = count_vectors(self.conn)
        fingerprint = hashlib.sha256("\n".join(f"{source} {digest}" for source, digest in files).encode()).hexdigest()[:ID_DIGITS]
        return IndexInfo(
            path=str(self.path),
            documents=files_of.get("docs", 0),
            chunks=chunks - code_chunks,
            chunker=meta.get("chunker", ""),
            parser=meta.get("parser", ""),
            schema=SCHEMA,
            generation=int(meta.get("generation", 0)),
            last_sync=int(meta.get("last_sync", 0)),
            fingerprint=fingerprint,
            analyser=meta.get("analyser", ""),
            embedding=_embedding(meta),
            vectors=vectors,
            without_vectors=without_vectors if meta.get("embedder") else 0,
            steering=meta.get("steering", ""),
            code_files=files_of.get("code", 0),
            code_chunks=code_chunks,
            code_analyser=meta.get("code_analyser", ""),
            commits=_commits(meta),
        )

    def generation(self) -> int:
        """The number that grows with every change: the part of `info` that costs nothing."""
        with self.snapshot():
            return int(meta_of(self.conn, "generation", "0"))

    def embedding(self) -> Embedding | None:
        """The model of the vectors, None when there is none: the part of `info` that costs nothing."""
        with self.snapshot():
            return _embedding(dict(self.conn.execute("SELECT key, value FROM meta WHERE key IN ('embedder', 'revision', 'dimension')")))

    def documents(self, part: Part = "docs") -> list[IndexedDocument]:
        """All documents, or all files of code, in order of source."""
        sql = f"SELECT {', '.join(DOCUMENT_COLUMNS)} FROM documents WHERE part = ? ORDER BY source"
        with self.snapshot():
            return [document_of(row) for row in self.conn.execute(sql, (part,))]

    def document(self, source: str) -> IndexedDocument | None:
        """The document, or file of code, of a source; None where there is none."""
        sql = f"SELECT {', '.join(DOCUMENT_COLUMNS)} FROM documents WHERE source = ?"
        with self.snapshot():
            row = self.conn.execute(sql, (source,)).fetchone()
        return document_of(row) if row else None

    def unreadable(self) -> dict[str, tuple[int, int]]:
        """The files that the last ingest could not read: source -> size, modification time."""
        with self.snapshot():
            return {source: (size, mtime) for source, (size, mtime) in json.loads(meta_of(self.conn, "unreadable", "{}")).items()}

    def chunks(self, doc_id: str | None = None, part: Part = "docs") -> list[Chunk]:
        """All chunks of a part, or those of one document (or file of code) in all its versions, in reading order."""
        with self.snapshot():
            column, value = ("doc_id", doc_id) if doc_id else ("part", part)
            return self._chunks(f"WHERE d.{column} = ? ORDER BY d.source, c.position", (value,))

    def find(self, chunk_id: str) -> list[Chunk]:
        """The chunks whose full hash begins with these digits."""
        with self.snapshot():
            return self._chunks("WHERE c.hash >= ? AND c.hash < ? ORDER BY c.hash", (chunk_id.lower(), chunk_id.lower() + "g"))

    def blocks(self, source: str) -> list[Block]:
        """The blocks of a document, with their places in its file; their text is empty."""
        sql = """SELECT b.kind, b.level, b.start, b."end", b.section, b.first_line, b.last_line, b.lines, b.spots
            FROM blocks b JOIN documents d ON d.id = b.document WHERE d.source = ? ORDER BY b.start"""
        with self.snapshot():
            return [block_of(row) for row in self.conn.execute(sql, (source,))]

    def search_text(self, words: Sequence[str], k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for the words by BM25, best first, ties by ID; the score is not rounded."""
        _check_part(filters, "docs")
        with self.snapshot():
            rows = self._match(filters).best(_KEYWORDS, words, k)
            found = self._chunks_at([rowid for rowid, _, _ in rows])
        return [(found[rowid], score) for rowid, _, score in rows]

    def explain_text(self, words: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each word gives to the chunk; the scores add up to its BM25 score."""
        with self.snapshot():
            row = self.conn.execute("SELECT id FROM chunks WHERE hash = ?", (chunk.hash,)).fetchone()
            return explain(self.conn, _KEYWORDS, words, row[0]) if row else []

    def search_terms(self, terms: Terms, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for analysed terms, best first, ties by ID.

        Of each group of terms the best `keyword_rules.POOL` chunks, or k where that is more, compete; their scores are exact.
        """
        _check_part(filters, "docs")
        if k < 1:
            return []
        depth = max(k, POOL)
        with self.snapshot():
            self._check_analyser()
            match = self._match(filters)
            lists = [term_tables.best_terms(self._units, match, group, depth) for group, _ in terms]
            pool = dict.fromkeys(rowid for rows in lists for rowid, _, _ in rows)
            scores = dict.fromkeys(pool, 0.0)
            for (group, weight), rows in zip(terms, lists, strict=True):
                known = {rowid: score for rowid, _, score in rows}
                others = [rowid for rowid in pool if rowid not in known] if len(rows) == depth else []
                for rowid, score in (known | term_tables.term_scores(self._units, match, group, others)).items():
                    scores[rowid] += weight * score
            ids = {rowid: item for rows in lists for rowid, item, _ in rows}
            ranked = sorted(scores.items(), key=lambda pair: (-pair[1], ids[pair[0]]))[:k]
            found = self._chunks_at([rowid for rowid, _ in ranked])
        return [(found[rowid], score) for rowid, score in ranked]

    def score_terms(self, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The score that `search_terms` gives to each of these chunks, by ID; 0 for one without any of the terms."""
        with self.snapshot():
            self._check_analyser()
            rowids = self._rowids(chunks)
            scores = self._term_scores(terms, list(rowids))
        return {rowids[rowid]: score for rowid, score in scores.items()}

    def search_code(self, terms: Terms, k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best pieces of code for analysed terms, best first, ties by ID; names and paths count more than bodies."""
        _check_part(filters, "code")
        where, values = where_of(filters)
        with self.snapshot():
            self._check_code_analyser()
            rows = code_table.best_code(self.conn, terms, k, where, values)
            found = self._chunks_at([rowid for rowid, _, _ in rows])
        return [(found[rowid], score) for rowid, _, score in rows]

    def score_code(self, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
        """The score that `search_code` gives to each of these pieces, by ID; 0 for one without any of the terms."""
        with self.snapshot():
            self._check_code_analyser()
            rowids = self._rowids(chunks)
            scores = code_table.code_scores(self.conn, terms, list(rowids))
        return {rowids[rowid]: score for rowid, score in scores.items()}

    def count_chunks(self, filters: Filters) -> int:
        """How many chunks may be seen, at most `keyword_rules.MAX_COUNTED`."""
        where, values = where_of(filters)
        where = f"{where} AND (SELECT part FROM documents d WHERE d.id = c.document) = ?"
        with self.snapshot():
            by_lists = self._by_lists(filters) if filters.part == "docs" else None
            match = by_lists or Fulltext(self.conn, where, [*values, filters.part])
            return match.allowed(MAX_COUNTED)

    def count_terms(self, groups: Sequence[Sequence[str]], filters: Filters) -> list[int]:
        """How many of the chunks that may be seen hold any term of each group, at most `keyword_rules.MAX_COUNTED`."""
        _check_part(filters, "docs")
        with self.snapshot():
            self._check_analyser()
            match = self._match(filters)
            return [match.count(CHUNK_TERMS, group, MAX_COUNTED) for group in groups]

    def explain_terms(self, terms: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each term gives to the chunk as a whole; its best sentence adds to their sum."""
        with self.snapshot():
            row = self.conn.execute("SELECT id FROM chunks WHERE hash = ?", (chunk.hash,)).fetchone()
            return list(term_tables.explain_terms(self._units, terms, row[0]).chunk) if row else []

    def search_vectors(self, question: "Vector", k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k chunks with the highest dot product, best first, ties by ID; chunks without a vector are not found.

        In a large index one-bit codes choose the candidates; the scores are exact.
        """
        with self.snapshot():
            ranked = self._vectors().search(question, k, filters)
            found = self._chunks_at([rowid for rowid, _ in ranked])
        return [(found[rowid], score) for rowid, score in ranked]

    def score_vectors(self, question: "Vector", chunks: Sequence[Chunk]) -> dict[str, float]:
        """The dot product of each of these chunks, by ID; one without a vector is left out."""
        with self.snapshot():
            rowids = self._rowids(chunks)
            scores = self._vectors().scores(question, list(rowids))
        return {rowids[rowid]: score for rowid, score in scores.items()}

    def language_means(self) -> "dict[str, tuple[int, Vector]]":
        """For each language: how many vectors there are, and their mean."""
        from policy_assistant.store.language_means import language_means

        with self.snapshot():
            return language_means(self.conn)

    def lacking_vectors(self) -> set[str]:
        """The sources of documents of which a chunk has no vector."""
        sql = """SELECT DISTINCT d.source FROM chunks c JOIN documents d ON d.id = c.document
            WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.chunk = c.id)"""
        with self.snapshot():
            return {row[0] for row in self.conn.execute(sql)}

    def marked(self, words: Sequence[str], chunk: Chunk, before: str, after: str) -> str:
        """The chunk's text with every word of the question between the marks."""
        sql = "SELECT highlight(keyword_index, 0, ?, ?) FROM keyword_index WHERE keyword_index MATCH ? AND rowid = (SELECT id FROM chunks WHERE hash = ?)"
        with self.snapshot():
            row = self.conn.execute(sql, (before, after, fts_query(words), chunk.hash)).fetchone() if words else None
        return str(row[0]) if row else chunk.text

    def publish(self, update: Update) -> Counts:
        """Apply a change in one transaction; of each part the numbers of chunks that came and went.

        Raises:
            StoreBusyError: another process writes, or published since this change was planned.
        """
        with translated(self.path):
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                counts = apply(self.conn, update)
            except BaseException:
                self.conn.execute("ROLLBACK")
                raise
            self.conn.execute("COMMIT")
            fold_log(self.conn)
        return counts

    def export(self, sources: Sequence[str] | None = None) -> Iterator[PreparedDocument]:
        """The documents of both parts, or those of these sources, as they were published, in order of source, one at a time."""
        from policy_assistant.store.export import exported

        with self.snapshot():
            yield from exported(self, self.conn, lambda source: self._chunks("WHERE d.source = ? ORDER BY c.position", (source,)), sources)

    def sizes(self) -> Mapping[str, int]:
        """Bytes by part of the file, the largest first; every page of it is looked at."""
        with self.snapshot():
            return sizes(self.conn)

    def repair(self) -> None:
        """Make what is derived from the chunks anew, in one transaction.

        Raises:
            StoreBusyError: another process writes.
        """
        with translated(self.path):
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                repair(self.conn)
            except BaseException:
                self.conn.execute("ROLLBACK")
                raise
            self.conn.execute("COMMIT")
            fold_log(self.conn)

    def problems(self) -> list[str]:
        """What is wrong inside the file: damage, or else rows without their other half. Empty when it is whole."""
        with self.snapshot():
            found = [f"damaged: {row[0]}" for row in self.conn.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            if found:
                return found
            for what, sql in _ORPHANS.items():
                count = self.conn.execute(sql).fetchone()[0]
                if count:
                    found.append(f"{count} {what}")
            found.extend(vector_problems(self.conn))
            found.extend(posting_problems(self.conn))
        return found

    def _chunks(self, tail: str, values: Sequence[object]) -> list[Chunk]:
        return [chunk for _, chunk in self._numbered_chunks(tail, values)]

    def _chunks_at(self, rowids: Sequence[int]) -> dict[int, Chunk]:
        """The chunks at rowids, by rowid."""
        return dict(self._numbered_chunks("WHERE c.id IN (SELECT value FROM json_each(?))", [as_json(rowids)]))

    def _numbered_chunks(self, tail: str, values: Sequence[object]) -> Iterator[tuple[int, Chunk]]:
        """Rowids and chunks of the rows that the end of the query chooses."""
        chunker = meta_of(self.conn, "chunker", "")
        return ((rowid, chunk_of(row, chunker)) for rowid, *row in self.conn.execute(f"{_CHUNK} {tail}", values))

    def _rowids(self, chunks: Sequence[Chunk]) -> dict[int, str]:
        """The rowids of chunks, with their IDs."""
        sql = "SELECT id, chunk_id FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?))"
        return dict(self.conn.execute(sql, (as_json([chunk.chunk_id for chunk in chunks]),)).fetchall())

    def _term_scores(self, terms: Terms, rowids: list[int]) -> dict[int, float]:
        """The weighted sum of the scores that groups of terms give to each of these chunks."""
        scores = dict.fromkeys(rowids, 0.0)
        for group, weight in terms:
            for rowid, score in term_tables.term_scores(self._units, self._match(Filters()), group, rowids).items():
                scores[rowid] += weight * score
        return scores

    @cached_property
    def _units(self) -> UnitIndex:
        return UnitIndex(self.conn)

    def _match(self, filters: Filters) -> Match:
        """What finds and scores documents' chunks: the posting lists of a large index, else FTS5."""
        return self._by_lists(filters) or Fulltext(self.conn, *where_of(filters))

    def _by_lists(self, filters: Filters) -> "PostingMatch | None":
        if self._posting_index is None and has_postings(self.conn) and find_spec("numpy"):
            from policy_assistant.store.posting_lists import PostingIndex

            self._posting_index = PostingIndex(self.conn)
        return self._posting_index.match(filters) if self._posting_index else None

    def _vectors(self) -> "VectorIndex":
        if self._vector_index is None:
            from policy_assistant.store.vectors import VectorIndex

            self._vector_index = VectorIndex(self.conn)
        return self._vector_index

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """One state of the index for all statements inside, whatever is published meanwhile."""
        with translated(self.path):
            if self.conn.in_transaction:
                yield
                return
            self.conn.execute("BEGIN")
            try:
                yield
            finally:
                if self.conn.in_transaction:  # some errors end it
                    self.conn.execute("ROLLBACK")

    @contextlib.contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _check_analyser(self) -> None:
        """Terms of another analyser than the question's would not be found, without a word."""
        found = meta_of(self.conn, "analyser", "")
        if found:
            check_analyser(found)

    def _check_code_analyser(self) -> None:
        """As `_check_analyser`, for the terms of code."""
        found = meta_of(self.conn, "code_analyser", "")
        if found:
            check_code_analyser(found)

    def _check_schema(self) -> None:
        with translated(self.path):
            found = schema_of(self.conn)
        if found != SCHEMA:
            raise IndexMismatchError(f"{self.path} has schema {found}; this version reads schema {SCHEMA}", hint=REBUILD_HINT)


def _check_part(filters: Filters, part: Part) -> None:
    """Raise `ValueError` when the filters are for another part than the table that is searched."""
    if filters.part != part:
        raise ValueError(f"this search is for {part}, the filters are for {filters.part}")


def _commits(meta: dict[str, str]) -> tuple[Commit, ...]:
    """The commits that the table meta names."""
    listed = json.loads(meta.get("commits", "[]"))
    return tuple(Commit(start, prefix, commit, tuple(others)) for start, prefix, commit, others in listed)


def _embedding(meta: dict[str, str]) -> Embedding | None:
    """The model that the table meta names."""
    return Embedding(meta["embedder"], meta["revision"], int(meta["dimension"])) if meta.get("embedder") else None


_ORPHANS = {
    "chunks without a document": "SELECT count(*) FROM chunks WHERE document NOT IN (SELECT id FROM documents)",
    "blocks without a document": "SELECT count(*) FROM blocks WHERE document NOT IN (SELECT id FROM documents)",
    "chunks that the keyword index does not know": "SELECT count(*) FROM chunks WHERE place = '[]' AND id NOT IN (SELECT id FROM keyword_index_docsize)",
    "rows of the keyword index without a chunk": "SELECT count(*) FROM keyword_index_docsize WHERE id NOT IN (SELECT id FROM chunks)",
    "chunks that the index of terms does not know": "SELECT count(*) FROM chunks WHERE place = '[]' AND id NOT IN (SELECT id FROM chunk_terms_docsize)",
    "pieces of code that their index does not know": "SELECT count(*) FROM chunks WHERE place <> '[]' AND id NOT IN (SELECT id FROM code_terms_docsize)",
    "rows of the index of code without a piece": "SELECT count(*) FROM code_terms_docsize WHERE id NOT IN (SELECT id FROM chunks)",
    "rows of the index of terms without a chunk": """SELECT (SELECT count(*) FROM chunk_terms_docsize WHERE id NOT IN (SELECT id FROM chunks))
        + (SELECT count(*) FROM chunk_units WHERE chunk NOT IN (SELECT id FROM chunks))""",
    "chunks whose units are not known": "SELECT count(*) FROM chunk_terms_docsize WHERE id NOT IN (SELECT chunk FROM chunk_units)",
    "vectors more or less than the languages count": """SELECT abs((SELECT count(*) FROM vectors v JOIN chunks c ON c.id = v.chunk WHERE c.place = '[]')
        - (SELECT coalesce(sum(vectors), 0) FROM vector_sums))""",
}
