"""What a chunk scores, written down once more, for all chunks at once and without any index.

BM25 (Robertson and Zaragoza 2009): rarity = ln((N - n + 0.5) / (n + 0.5)), at least 1e-6; a score is the sum over the words
of rarity * f * (k1 + 1) / (f + k1 * (1 - b + b * length / average)), with k1 = 1.2 and b = 0.75.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from policy_assistant.analysis import terms
from policy_assistant.code_terms import code_terms, path_terms
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Terms
from policy_assistant.units import units

UNIT_SHARE = 0.5
NAME_COUNTS, PATH_COUNTS = 4, 2

Scores = dict[str, float]
"""The score of each chunk, by its hash."""


def text_scores(chunks: Sequence[Chunk], words: Sequence[str]) -> Scores:
    """What `search_text` gives; the texts are plain lower-case words between blanks."""
    return _by_hash(chunks, _bm25([Counter(chunk.text.split()) for chunk in chunks], words))


def term_scores(chunks: Sequence[Chunk], groups: Terms, unit_share: float = UNIT_SHARE) -> Scores:
    """What `search_terms` gives in a small index, to terms that are no phrases: a chunk's own score and a share of its best unit's."""
    heads = [terms(chunk.title, chunk.language) + terms("\n".join(chunk.sections), chunk.language) for chunk in chunks]
    parts = [[terms(chunk.quote[u.start : u.end], chunk.language) for u in units(chunk.quote)] for chunk in chunks]
    wholes = [Counter(head + [term for part in of_units for term in part]) for head, of_units in zip(heads, parts, strict=True)]
    owners = [number for number, of_units in enumerate(parts) for _ in of_units]
    rows = [Counter(heads[number] + part) for number, of_units in enumerate(parts) for part in of_units]
    total = [0.0] * len(chunks)
    for group, weight in groups:
        best = [0.0] * len(chunks)
        for owner, score in zip(owners, _bm25(rows, group), strict=True):
            best[owner] = max(best[owner], score)
        for number, own in enumerate(_bm25(wholes, group)):
            total[number] += weight * (own + unit_share * best[number])
    return _by_hash(chunks, total)


def code_scores(pieces: Sequence[Chunk], groups: Terms) -> Scores:
    """What `search_code` gives: a term counts fourfold in a name and twice in a path, but makes the piece no longer."""
    rows, lengths = [], []
    for piece in pieces:
        name, path, body = code_terms(piece.place.name if piece.place else ""), path_terms(piece.source), code_terms(piece.text)
        counts: Counter[str] = Counter(body)
        for terms_of, times in ((name, NAME_COUNTS), (path, PATH_COUNTS)):
            counts.update({term: times * count for term, count in Counter(terms_of).items()})
        rows.append(counts)
        lengths.append(len(name) + len(path) + len(body))
    total = [0.0] * len(pieces)
    for group, weight in groups:
        total = [before + weight * score for before, score in zip(total, _bm25(rows, group, lengths), strict=True)]
    return _by_hash(pieces, total)


def _bm25(rows: Sequence[Mapping[str, int]], asked: Sequence[str], lengths: Sequence[int] = ()) -> list[float]:
    lengths = lengths or [sum(row.values()) for row in rows]
    average = sum(lengths) / len(rows) if rows else 0.0
    scores = [0.0] * len(rows)
    for word in asked:
        holding = sum(word in row for row in rows)
        rarity = max(math.log((len(rows) - holding + 0.5) / (holding + 0.5)), 1e-6)
        for number, (row, length) in enumerate(zip(rows, lengths, strict=True)):
            count = row.get(word, 0)
            if count:
                scores[number] += rarity * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average))
    return scores


def _by_hash(chunks: Sequence[Chunk], scores: Sequence[float]) -> Scores:
    return {chunk.hash: score for chunk, score in zip(chunks, scores, strict=True)}
