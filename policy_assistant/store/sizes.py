"""What takes the room in an index file."""

import sqlite3
from collections import Counter
from collections.abc import Mapping

_PARTS = (
    ("postings", "posting lists"),
    ("posting_segments", "posting lists"),
    ("keyword_index", "words"),
    ("chunk_terms", "terms"),
    ("chunk_units", "terms"),
    ("unit_", "terms"),
    ("code_terms", "code"),
    ("vector", "vectors"),
    ("blocks", "places"),
    ("chunks", "passages"),
    ("documents", "documents"),
)
"""The beginning of a table's name -> the part that it belongs to."""


def sizes(conn: sqlite3.Connection) -> Mapping[str, int]:
    """Bytes by part, the largest first; every page of the file is looked at. Empty where SQLite cannot tell."""
    found: Counter[str] = Counter()
    try:
        rows = conn.execute(
            """SELECT coalesce(m.tbl_name, s.name), s.pgsize FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name
            WHERE s.aggregate = TRUE"""
        ).fetchall()
    except sqlite3.OperationalError:  # this SQLite was built without the table
        return {}
    for name, size in rows:
        found[next((part for start, part in _PARTS if name.startswith(start)), "other")] += size
    return dict(found.most_common())
