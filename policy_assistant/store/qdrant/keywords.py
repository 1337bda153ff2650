"""Search by words: plain words, analysed terms, and terms of code."""

from collections.abc import Mapping, Sequence
from typing import Any

from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Terms, WordScore
from policy_assistant.store.bm25 import rarity
from policy_assistant.store.keyword_rules import MAX_COUNTED, POOL, TELLING_FROM_CHUNKS
from policy_assistant.store.make import check_analyser, check_code_analyser
from policy_assistant.store.qdrant import candidates
from policy_assistant.store.qdrant.candidates import Scored
from policy_assistant.store.qdrant.door import Condition, Match, Sparse
from policy_assistant.store.qdrant.keyword_scores import Asked, asked_of_units, combined, explained, weighted
from policy_assistant.store.qdrant.layout import CODE, TERMS, WORDS, allowed, index_of
from policy_assistant.store.qdrant.passages import SCORED, SHOWN, Columns
from policy_assistant.store.qdrant.rarities import Phrase
from policy_assistant.store.qdrant.snapshot import Snapshot
from policy_assistant.store.qdrant.tokens import terms_in, words_in

_COLUMNS = (*SCORED, "part")
Found = list[tuple[Chunk, float]]


class Read:
    """The terms of chunks, each read from its payload once."""

    def __init__(self) -> None:
        self._columns: dict[str, Columns] = {}

    def columns(self, payload: Mapping[str, Any]) -> Columns:
        """Those of a chunk."""
        digest = str(payload["hash"])
        if digest not in self._columns:
            self._columns[digest] = Columns.read(payload)
        return self._columns[digest]


def search_text(snapshot: Snapshot, words: Sequence[str], k: int, filters: Filters) -> Found:
    """As `Engine.search_text`."""
    conditions = _conditions(filters, "docs")
    phrases = _phrases(words, by_terms=False)
    if k < 1 or not phrases or conditions is None:
        return []
    asked = Asked.of(snapshot.rarities, snapshot.meta, WORDS, phrases)

    def exact(found: Sequence[Match]) -> list[float | None]:
        return [asked.score([words_in(match.point.payload["text"])]) for match in found]  # type: ignore[arg-type]

    return _shown(snapshot, _best(snapshot, WORDS, asked, exact, k, conditions, SHOWN))


def explain_text(snapshot: Snapshot, words: Sequence[str], chunk: Chunk) -> list[WordScore]:
    """As `Engine.explain_text`."""
    payload = snapshot.payloads([chunk], ("text",)).get(chunk.hash)
    if payload is None:
        return []
    return _explained(snapshot, WORDS, words, [tuple(words_in(word)) for word in words], [words_in(payload["text"])])


def search_terms(snapshot: Snapshot, terms: Terms, k: int, filters: Filters) -> Found:
    """As `Engine.search_terms`. Of each group the best `POOL` chunks, or k where that is more, compete."""
    conditions = _conditions(filters, "docs")
    _check(snapshot)
    if k < 1 or conditions is None:
        return []
    pool: dict[str, Scored] = {}
    read = Read()
    for phrases in (_telling(snapshot, group) for group, _ in terms):
        asked = Asked.of(snapshot.rarities, snapshot.meta, TERMS, phrases)

        def exact(found: Sequence[Match], asked: Asked = asked) -> list[float | None]:
            return [asked.score(read.columns(match.point.payload).whole) for match in found]

        found = _best(snapshot, TERMS, asked, exact, max(k, POOL), conditions, _COLUMNS)
        pool |= {str(one.point.payload["hash"]): one for one in found}
    scores = _term_scores(snapshot, terms, {digest: read.columns(one.point.payload) for digest, one in pool.items()})
    ranked = sorted((Scored(one.point, scores[digest]) for digest, one in pool.items()), key=lambda one: one.order)
    return _shown(snapshot, ranked[:k])


def score_terms(snapshot: Snapshot, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
    """As `Engine.score_terms`."""
    _check(snapshot)
    scores = _term_scores(snapshot, terms, _columns_of(snapshot, chunks))
    return {snapshot.meta.id_of(digest): score for digest, score in scores.items()}


def explain_terms(snapshot: Snapshot, terms: Sequence[str], chunk: Chunk) -> list[WordScore]:
    """As `Engine.explain_terms`."""
    payload = snapshot.payloads([chunk], _COLUMNS).get(chunk.hash)
    if payload is None:
        return []
    telling = set(_telling(snapshot, terms))
    kept = [(term, phrase) for term in terms if (phrase := tuple(terms_in(term))) in telling or not phrase]
    return _explained(snapshot, TERMS, [term for term, _ in kept], [phrase for _, phrase in kept], Columns.read(payload).whole)


def search_code(snapshot: Snapshot, terms: Terms, k: int, filters: Filters) -> Found:
    """As `Engine.search_code`. Of several groups the best `POOL` pieces of each, or k where that is more, compete."""
    conditions = _conditions(filters, "code")
    _check_code(snapshot)
    if k < 1 or conditions is None:
        return []
    depth = max(k, POOL) if len(terms) > 1 else k
    pool: dict[str, Scored] = {}
    read = Read()
    for group, _ in terms:
        asked = Asked.of(snapshot.rarities, snapshot.meta, CODE, _phrases(group, by_terms=True))

        def exact(found: Sequence[Match], asked: Asked = asked) -> list[float | None]:
            columns = [read.columns(match.point.payload) for match in found]
            return [asked.score(one.whole, one.weights) for one in columns]

        pool |= {str(one.point.payload["hash"]): one for one in _best(snapshot, CODE, asked, exact, depth, conditions, _COLUMNS)}
    scores = _code_scores(snapshot, terms, {digest: read.columns(one.point.payload) for digest, one in pool.items()})
    ranked = sorted((Scored(one.point, scores[digest]) for digest, one in pool.items()), key=lambda one: one.order)
    return _shown(snapshot, ranked[:k])


def score_code(snapshot: Snapshot, terms: Terms, chunks: Sequence[Chunk]) -> dict[str, float]:
    """As `Engine.score_code`."""
    _check_code(snapshot)
    scores = _code_scores(snapshot, terms, _columns_of(snapshot, chunks))
    return {snapshot.meta.id_of(digest): score for digest, score in scores.items()}


def count_chunks(snapshot: Snapshot, filters: Filters) -> int:
    """As `Engine.count_chunks`."""
    conditions = _conditions(filters, filters.part)
    if conditions is None or not snapshot.meta.step:
        return 0
    return min(snapshot.door.count(snapshot.collection, snapshot.where(*conditions)), MAX_COUNTED)


def count_terms(snapshot: Snapshot, groups: Sequence[Sequence[str]], filters: Filters) -> list[int]:
    """As `Engine.count_terms`."""
    conditions = _conditions(filters, "docs")
    _check(snapshot)
    if conditions is None:
        return [0] * len(groups)
    return [_count(snapshot, _phrases(group, by_terms=True), conditions) for group in groups]


def _count(snapshot: Snapshot, phrases: Sequence[Phrase], conditions: Sequence[Condition]) -> int:
    """How many chunks hold any of the phrases. Only where there are phrases of several words are the chunks looked at."""
    query = Sparse(*_as_vector({snapshot.rarities.rarest(TERMS, phrase): 1.0 for phrase in phrases}))
    simple = all(len(phrase) == 1 for phrase in phrases)
    found = snapshot.find(TERMS, query, conditions, MAX_COUNTED, () if simple else _COLUMNS)
    if simple:
        return len(found)
    columns = (Columns.read(match.point.payload).whole for match in found)
    return sum(any(weighted(phrase, whole) for phrase in phrases) for whole in columns)


def _conditions(filters: Filters, part: str) -> list[Condition] | None:
    """The filters as conditions, None where they allow nothing. Raises `ValueError` when they are for the other part."""
    if filters.part != part:
        raise ValueError(f"this search is for {part}, the filters are for {filters.part}")
    return None if filters.labels is not None and not filters.labels else allowed(filters)


def _phrases(words: Sequence[str], *, by_terms: bool) -> list[Phrase]:
    """Each word as the words that it is cut into; those of which nothing is left are left out."""
    cut = terms_in if by_terms else words_in
    return [tuple(found) for word in words if (found := cut(word))]


def _telling(snapshot: Snapshot, terms: Sequence[str]) -> list[Phrase]:
    """The terms to search with: where there are many chunks only those in less than half of them, unless none of these is in any."""
    phrases = _phrases(terms, by_terms=True)
    rows = snapshot.meta.total(TERMS).rows
    if rows < TELLING_FROM_CHUNKS:
        return phrases
    holding = dict(zip(phrases, snapshot.rarities.holding(TERMS, phrases), strict=True))
    telling = [phrase for phrase in phrases if holding[phrase] < (rows + 1) // 2]
    return telling if len(telling) == len(phrases) or any(holding[phrase] for phrase in telling) else phrases


def _best(
    snapshot: Snapshot, family: str, asked: Asked, exact: Any, k: int, conditions: Sequence[Condition], fields: Sequence[str]
) -> list[Scored]:
    """The k best chunks of a family for what is asked."""
    query = _query(snapshot, family, asked)
    return candidates.best(lambda limit: snapshot.find(family, query, conditions, limit, fields), exact, k, snapshot.meta.looseness(family))


def _query(snapshot: Snapshot, family: str, asked: Asked) -> Sparse:
    """The sparse vector of a question. A phrase stands for its rarest word: it is there no more often."""
    weights: dict[str, float] = {}
    for phrase, rare in zip(asked.phrases, asked.rarities, strict=True):
        word = snapshot.rarities.rarest(family, phrase) if len(phrase) > 1 else phrase[0]
        weights[word] = weights.get(word, 0.0) + rare
    return Sparse(*_as_vector(weights))


def _as_vector(weights: dict[str, float]) -> tuple[list[int], list[float]]:
    values: dict[int, float] = {}
    for word, weight in weights.items():
        values[index_of(word)] = values.get(index_of(word), 0.0) + weight
    return sorted(values), [values[index] for index in sorted(values)]


def _term_scores(snapshot: Snapshot, terms: Terms, read: Mapping[str, Columns]) -> dict[str, float]:
    """The weighted sum of the scores that groups of terms give to chunks, by hash."""
    scores = dict.fromkeys(read, 0.0)
    for group, weight in terms:
        phrases = _telling(snapshot, group)
        whole = Asked.of(snapshot.rarities, snapshot.meta, TERMS, phrases)
        unit = asked_of_units(snapshot.rarities, snapshot.meta, phrases)
        for digest, columns in read.items():
            scores[digest] += weight * (combined(columns, whole, unit) or 0.0)
    return scores


def _code_scores(snapshot: Snapshot, terms: Terms, read: Mapping[str, Columns]) -> dict[str, float]:
    scores = dict.fromkeys(read, 0.0)
    for group, weight in terms:
        asked = Asked.of(snapshot.rarities, snapshot.meta, CODE, _phrases(group, by_terms=True))
        for digest, columns in read.items():
            scores[digest] += weight * (asked.score(columns.whole, columns.weights) or 0.0) if columns.is_code else 0.0
    return scores


def _columns_of(snapshot: Snapshot, chunks: Sequence[Chunk]) -> dict[str, Columns]:
    return {digest: Columns.read(payload) for digest, payload in snapshot.payloads(chunks, _COLUMNS).items()}


def _explained(
    snapshot: Snapshot, family: str, words: Sequence[str], phrases: Sequence[Phrase], columns: Sequence[Sequence[str]]
) -> list[WordScore]:
    held = snapshot.rarities.holding(family, [phrase for phrase in phrases if phrase])
    counts = iter(held)
    holding = [next(counts) if phrase else 0 for phrase in phrases]
    total = snapshot.meta.total(family)
    asked = Asked(phrases, [rarity(total.rows, count) for count in holding], total.average)
    return explained(asked, words, holding, columns)


def _shown(snapshot: Snapshot, ranked: Sequence[Scored]) -> Found:
    chunks = snapshot.shown([one.point for one in ranked])
    return [(chunk, one.score) for chunk, one in zip(chunks, ranked, strict=True)]


def _check(snapshot: Snapshot) -> None:
    """Terms of another analyser than the question's would not be found, without a word."""
    if snapshot.meta.analyser:
        check_analyser(snapshot.meta.analyser)


def _check_code(snapshot: Snapshot) -> None:
    """As `_check`, for the terms of code."""
    if snapshot.meta.code_analyser:
        check_code_analyser(snapshot.meta.code_analyser)
