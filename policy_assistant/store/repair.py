"""Makes anew what an index file derives from its chunks: words, terms, units, code, posting lists, codes of vectors, sums of languages.

Chunks, documents, blocks and vectors are what an ingest wrote; when one of these is lost only a rebuild brings it back.
"""

import json
import sqlite3
from importlib.util import find_spec

from policy_assistant.store.chunk_terms import analysed
from policy_assistant.store.code_table import add_code, clear_code
from policy_assistant.store.language_means import add_to_sum
from policy_assistant.store.posting_table import clear_postings
from policy_assistant.store.terms import TermWriter, clear_terms


def repair(conn: sqlite3.Connection) -> None:
    """Make everything derived anew, inside the caller's transaction. Without numpy posting lists and codes are left out."""
    conn.execute("INSERT INTO keyword_index (keyword_index) VALUES ('delete-all')")
    clear_terms(conn)
    clear_code(conn)
    clear_postings(conn)
    terms = TermWriter(conn)
    for rowid, title, language, source, sections, text, length, place in conn.execute(_CHUNKS):
        if kept := json.loads(place):
            add_code(conn, rowid, source, kept[1], text)
        else:
            conn.execute("INSERT INTO keyword_index (rowid, text) VALUES (?, ?)", (rowid, text))
            terms.add(rowid, analysed(title, json.loads(sections), text[len(text) - length :], language))
    terms.flush()
    _sum_languages(conn)
    if find_spec("numpy"):
        _complete_arrays(conn)
    conn.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'generation'")


_CHUNKS = """SELECT c.id, d.title, d.language, d.source, c.sections, c.text, c."end" - c.start, c.place
    FROM chunks c JOIN documents d ON d.id = c.document ORDER BY c.id"""


def _sum_languages(conn: sqlite3.Connection) -> None:
    conn.execute("DELETE FROM vector_sums")
    documents = conn.execute("SELECT id, language FROM documents WHERE part = 'docs'").fetchall()
    for document, language in documents:
        rows = conn.execute("SELECT v.vector FROM chunks c JOIN vectors v ON v.chunk = c.id WHERE c.document = ?", (document,))
        add_to_sum(conn, language, [row[0] for row in rows])


def _complete_arrays(conn: sqlite3.Connection) -> None:
    from policy_assistant.store.posting_build import complete_postings
    from policy_assistant.store.vectors import complete_codes

    complete_postings(conn)
    conn.execute("UPDATE vector_documents SET codes = NULL, factors = NULL")
    conn.execute("DELETE FROM vector_centre")
    complete_codes(conn)
