"""The index in one SQLite file."""

import contextlib
import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from policy_assistant.blocks import PARSER_VERSION, Block
from policy_assistant.errors import IndexMismatchError, NoIndexError, StoreBusyError
from policy_assistant.filters import Filters
from policy_assistant.metadata import ID_DIGITS, Chunk
from policy_assistant.store.base import IndexedDocument, IndexInfo, PreparedDocument, Update, WordScore
from policy_assistant.store.fulltext import Table, best_rows, explain, fts_query
from policy_assistant.store.rows import DOCUMENT_COLUMNS, as_json, block_of, block_values, chunk_of, document_of, document_values, where_of
from policy_assistant.store.schema import SCHEMA, migrate, schema_of

BUSY_SECONDS = 30.0
REBUILD_HINT = "run `policy-assistant ingest --rebuild`"

_KEYWORDS = Table("keyword_index", "c.chunk_id", "CROSS JOIN chunks c ON c.id = keyword_index.rowid")
_CHUNK = """SELECT c.chunk_id, d.doc_id, d.version, d.title, c.position, c.start, c."end", c.text, c.sections, c.pages,
    c.effective_from, c.effective_to, c.access, d.language, d.doc_type, d.source, c.hash FROM chunks c JOIN documents d ON d.id = c.document"""


class Store:
    """The index file, opened for reading; `Store.open(path, write=True)` makes and changes it.

    Raises:
        NoIndexError: there is no file.
        IndexMismatchError: it is no index, is damaged, or was made by another schema.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise NoIndexError(f"No index at {self.path}", hint="run `policy-assistant ingest` in the project folder first")
        self.conn = _connect(self.path, write=False)
        with self._closed_on_error():
            self._check_schema()

    @classmethod
    def open(cls, path: Path | str) -> "Store":
        """The index file for writing, made or migrated when needed. Raises `IndexMismatchError` as the class does."""
        store = cls.__new__(cls)
        store.path = Path(path)
        store.path.parent.mkdir(parents=True, exist_ok=True)
        store.conn = _connect(store.path, write=True)
        with store._closed_on_error(), _translated(store.path):
            store.conn.execute("PRAGMA journal_mode = WAL")
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
        """The state of the index; the fingerprint is SHA-256 over file names and content hashes, 12 digits."""
        with self._reading():
            meta = dict(self.conn.execute("SELECT key, value FROM meta").fetchall())
            files = self.conn.execute("SELECT source, sha256 FROM documents ORDER BY source").fetchall()
            chunks = self.conn.execute("SELECT count(*) FROM chunks").fetchone()[0]
        fingerprint = hashlib.sha256("\n".join(f"{source} {digest}" for source, digest in files).encode()).hexdigest()[:ID_DIGITS]
        return IndexInfo(
            path=str(self.path),
            documents=len(files),
            chunks=chunks,
            chunker=meta.get("chunker", ""),
            parser=meta.get("parser", ""),
            schema=SCHEMA,
            generation=int(meta.get("generation", 0)),
            last_sync=int(meta.get("last_sync", 0)),
            fingerprint=fingerprint,
        )

    def documents(self) -> list[IndexedDocument]:
        """All documents, in order of source."""
        with self._reading():
            return [document_of(row) for row in self.conn.execute(f"SELECT {', '.join(DOCUMENT_COLUMNS)} FROM documents ORDER BY source")]

    def unreadable(self) -> dict[str, tuple[int, int]]:
        """The files that the last ingest could not read: source -> size, modification time."""
        with self._reading():
            return {source: (size, mtime) for source, (size, mtime) in json.loads(self._meta("unreadable", "{}")).items()}

    def chunks(self, doc_id: str | None = None) -> list[Chunk]:
        """All chunks, or those of one document in all its versions, in reading order."""
        with self._reading():
            where, values = ("WHERE d.doc_id = ?", (doc_id,)) if doc_id else ("", ())
            return self._chunks(f"{where} ORDER BY d.source, c.position", values)

    def find(self, chunk_id: str) -> list[Chunk]:
        """The chunks whose full hash begins with these digits."""
        with self._reading():
            return self._chunks("WHERE c.hash >= ? AND c.hash < ? ORDER BY c.hash", (chunk_id.lower(), chunk_id.lower() + "g"))

    def blocks(self, source: str) -> list[Block]:
        """The blocks of a document, with their places in its file; their text is empty."""
        sql = """SELECT b.kind, b.level, b.start, b."end", b.section, b.first_line, b.last_line, b.lines
            FROM blocks b JOIN documents d ON d.id = b.document WHERE d.source = ? ORDER BY b.start"""
        with self._reading():
            return [block_of(row) for row in self.conn.execute(sql, (source,))]

    def search_text(self, words: Sequence[str], k: int, filters: Filters) -> list[tuple[Chunk, float]]:
        """The k best chunks for the words by BM25, best first, ties by ID; the score is not rounded."""
        where, values = where_of(filters)
        with self._reading():
            rows = best_rows(self.conn, _KEYWORDS, words, k, where, values)
            rowids = as_json([rowid for rowid, _, _ in rows])
            found = {c.chunk_id: c for c in self._chunks("WHERE c.id IN (SELECT value FROM json_each(?))", [rowids])}
        return [(found[item], score) for _, item, score in rows]

    def explain_text(self, words: Sequence[str], chunk: Chunk) -> list[WordScore]:
        """What each word gives to the chunk; the scores add up to its BM25 score."""
        with self._reading():
            row = self.conn.execute("SELECT id FROM chunks WHERE hash = ?", (chunk.hash,)).fetchone()
            return explain(self.conn, _KEYWORDS, words, row[0]) if row else []

    def marked(self, words: Sequence[str], chunk: Chunk, before: str, after: str) -> str:
        """The chunk's text with every word of the question between the marks."""
        sql = "SELECT highlight(keyword_index, 0, ?, ?) FROM keyword_index WHERE keyword_index MATCH ? AND rowid = (SELECT id FROM chunks WHERE hash = ?)"
        with self._reading():
            row = self.conn.execute(sql, (before, after, fts_query(words), chunk.hash)).fetchone() if words else None
        return str(row[0]) if row else chunk.text

    def publish(self, update: Update) -> tuple[int, int]:
        """Apply a change in one transaction; the numbers of chunks that came and went.

        Raises:
            StoreBusyError: another process writes, or published since this change was planned.
        """
        with _translated(self.path):
            self.conn.execute("BEGIN IMMEDIATE")
            try:
                counts = self._apply(update)
            except BaseException:
                self.conn.execute("ROLLBACK")
                raise
            self.conn.execute("COMMIT")
            self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return counts

    def problems(self) -> list[str]:
        """What is wrong inside the file: damage, or else rows without their other half. Empty when it is whole."""
        with self._reading():
            found = [f"damaged: {row[0]}" for row in self.conn.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            if found:
                return found
            for what, sql in _ORPHANS.items():
                count = self.conn.execute(sql).fetchone()[0]
                if count:
                    found.append(f"{count} {what}")
        return found

    def _apply(self, update: Update) -> tuple[int, int]:
        generation = self._meta("generation", "0")
        if int(generation) != update.generation:
            raise StoreBusyError(
                "another ingest finished while this one was prepared; the index is as it left it",
                hint="run the ingest again; what was parsed is kept",
            )
        sources = [row[0] for row in self.conn.execute("SELECT source FROM documents")] if update.replace_all else update.removed
        gone = sum(self._remove(source) for source in sources)
        come = sum(self._add(prepared) for prepared in update.added)
        for source, state in update.touched:
            self.conn.execute("UPDATE documents SET size = ?, mtime = ? WHERE source = ?", (state.size, state.mtime, source))
        for source, flag in update.flagged:
            self.conn.execute("UPDATE documents SET flag = ? WHERE source = ?", (flag, source))
        changed = bool(come or gone or update.flagged or update.replace_all)
        made_by = {"chunker": update.chunker, "parser": PARSER_VERSION}
        self._set_meta(**made_by, generation=int(generation) + changed, last_sync=time.time_ns(), unreadable=json.dumps(update.unreadable))
        return come, gone

    def _add(self, prepared: PreparedDocument) -> int:
        values = document_values(prepared.document)
        sql = f"INSERT INTO documents ({', '.join(DOCUMENT_COLUMNS)}) VALUES ({', '.join('?' * len(values))})"
        document = self.conn.execute(sql, values).lastrowid
        for chunk in prepared.chunks:
            row = self.conn.execute(
                """INSERT INTO chunks (document, access, effective_from, effective_to, chunk_id, hash, position, start, "end", sections, pages, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                (document, *self._chunk_values(chunk)),
            ).lastrowid
            self.conn.execute("INSERT INTO keyword_index (rowid, text) VALUES (?, ?)", (row, chunk.text))
        self.conn.executemany(
            "INSERT INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [(document, *block_values(block)) for block in prepared.blocks]
        )
        return len(prepared.chunks)

    def _chunk_values(self, chunk: Chunk) -> tuple[object, ...]:
        seen_by_filters = (chunk.access, chunk.effective_from, chunk.effective_to)
        place = (chunk.position, chunk.start, chunk.end, as_json(chunk.sections), as_json(chunk.pages))
        return (*seen_by_filters, self._shown_id(chunk.hash), chunk.hash, *place, chunk.text)

    def _remove(self, source: str) -> int:
        row = self.conn.execute("SELECT id FROM documents WHERE source = ?", (source,)).fetchone()
        if row is None:
            return 0
        chunks = self.conn.execute("SELECT id, text FROM chunks WHERE document = ?", row).fetchall()
        self.conn.executemany("INSERT INTO keyword_index (keyword_index, rowid, text) VALUES ('delete', ?, ?)", chunks)
        for table in ("chunks", "blocks"):
            self.conn.execute(f"DELETE FROM {table} WHERE document = ?", row)
        self.conn.execute("DELETE FROM documents WHERE id = ?", row)
        return len(chunks)

    def _shown_id(self, digest: str) -> str:
        """The digits shown for a hash: 12, or as many as tell it from others; those get more digits too."""
        prefix = digest[:ID_DIGITS]
        others = [row[0] for row in self.conn.execute("SELECT hash FROM chunks WHERE hash >= ? AND hash < ?", (prefix, prefix + "g"))]
        if not others:
            return prefix
        lengths = range(ID_DIGITS + 1, len(digest))
        digits = next((n for n in lengths if len({h[:n] for h in (*others, digest)}) == len(others) + 1), len(digest))
        self.conn.executemany("UPDATE chunks SET chunk_id = ? WHERE hash = ?", [(h[:digits], h) for h in others])
        return digest[:digits]

    def _chunks(self, tail: str, values: Sequence[object]) -> list[Chunk]:
        chunker = self._meta("chunker", "")
        return [chunk_of(row, chunker) for row in self.conn.execute(f"{_CHUNK} {tail}", values)]

    def _meta(self, key: str, default: str) -> str:
        row = self.conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else default

    def _set_meta(self, **values: object) -> None:
        self.conn.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", [(key, str(value)) for key, value in values.items()])

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        """One state of the index for all statements inside, whatever is published meanwhile."""
        with _translated(self.path):
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

    def _check_schema(self) -> None:
        with _translated(self.path):
            found = schema_of(self.conn)
        if found != SCHEMA:
            raise IndexMismatchError(f"{self.path} has schema {found}; this version reads schema {SCHEMA}", hint=REBUILD_HINT)


_ORPHANS = {
    "chunks without a document": "SELECT count(*) FROM chunks WHERE document NOT IN (SELECT id FROM documents)",
    "blocks without a document": "SELECT count(*) FROM blocks WHERE document NOT IN (SELECT id FROM documents)",
    "chunks that the keyword index does not know": "SELECT count(*) FROM chunks WHERE id NOT IN (SELECT id FROM keyword_index_docsize)",
    "rows of the keyword index without a chunk": "SELECT count(*) FROM keyword_index_docsize WHERE id NOT IN (SELECT id FROM chunks)",
}


def _connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """A connection in autocommit mode. A reader cannot write; it also works where the folder is read-only."""
    with _translated(path):
        if write:
            return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            return _reader(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if _is_busy(error) or _has_log(path):
                raise
            return _reader(path, "mode=ro&immutable=1")


def _reader(path: Path, options: str) -> sqlite3.Connection:
    conn = sqlite3.connect(f"{path.resolve().as_uri()}?{options}", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        conn.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error:
        conn.close()
        raise
    return conn


def _has_log(path: Path) -> bool:
    """Whether changes wait in a log beside the file, which a reader that takes the file as immutable would miss."""
    log = path.with_name(f"{path.name}-wal")
    return log.exists() and log.stat().st_size > 0


def _is_busy(error: sqlite3.OperationalError) -> bool:
    return "locked" in str(error) or "busy" in str(error)


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    """SQLite's errors as ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if _is_busy(error):
            raise StoreBusyError(
                f"{path} is being written by another process", hint="wait for the other ingest to finish, then run this again"
            ) from error
        raise IndexMismatchError(f"{path} cannot be used ({error})", hint=REBUILD_HINT) from error
    except sqlite3.DatabaseError as error:
        raise IndexMismatchError(f"{path} is not an index or is damaged ({error})", hint=REBUILD_HINT) from error
