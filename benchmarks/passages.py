"""Generated passages: words as frequent as in natural text (Zipf), with labels and periods; the same for the same seed."""

import random
from collections.abc import Iterator
from itertools import accumulate, islice

from policy_assistant.metadata import Chunk, Metadata, chunk_hash
from policy_assistant.store.base import FileState, IndexedDocument, PreparedDocument

SEED = 2026
VOCABULARY = [f"w{rank}" for rank in range(1, 50_001)]
_WEIGHTS = list(accumulate(1 / rank for rank in range(1, len(VOCABULARY) + 1)))

FREQUENT = VOCABULARY[:6]
"""Words that are in more than half of the passages."""
MIXED = ((30, 200), (200, 1_000), (1_000, 5_000), (5_000, 30_000))
"""Ranks of words from fairly common to rare; a question takes one of each."""

PASSAGES_A_DOCUMENT = 20


def documents(passages: int) -> Iterator[PreparedDocument]:
    """Documents with so many passages in all, made one at a time."""
    chance = random.Random(SEED)
    for first in range(0, passages, PASSAGES_A_DOCUMENT):
        meta = _metadata(f"doc-{first // PASSAGES_A_DOCUMENT:05}", chance)
        chunks = list(islice(_chunks(meta, chance), min(PASSAGES_A_DOCUMENT, passages - first)))
        yield PreparedDocument(IndexedDocument(meta, FileState(0, 0, meta.doc_id, {}, meta.title)), chunks, [])


def questions(number: int, *, frequent: bool) -> list[list[str]]:
    """Questions of four words of mixed rarity; with `frequent`, of two more that are in most passages."""
    chance = random.Random(SEED + 1)
    return [_question(chance, frequent) for _ in range(number)]


def _question(chance: random.Random, frequent: bool) -> list[str]:
    words = [VOCABULARY[chance.randrange(first, last)] for first, last in MIXED]
    words += chance.sample(FREQUENT, 2) if frequent else []
    chance.shuffle(words)
    return words


def _metadata(name: str, chance: random.Random) -> Metadata:
    start = f"{chance.randint(2023, 2025)}-{chance.randint(1, 12):02}-01"
    end = chance.choice(("", "", "", "2026-06-30"))
    access = chance.choice(("public", "public", "staff"))
    return Metadata(name, "1", name, start, end, "Desk", access, "en", "policy", f"documents/{name}.md", "md")


def _chunks(meta: Metadata, chance: random.Random) -> Iterator[Chunk]:
    start = position = 0
    while True:
        text = " ".join(chance.choices(VOCABULARY, cum_weights=_WEIGHTS, k=chance.randint(20, 120)))
        digest = chunk_hash(meta.doc_id, meta.version, start, start + len(text))
        period = (meta.effective_from, meta.effective_to)
        place = ("structure", position, start, start + len(text))
        origin = (meta.access, meta.language, meta.doc_type, meta.source, digest)
        yield Chunk("", meta.doc_id, meta.version, meta.title, *place, text, (), (), *period, *origin)
        start, position = start + len(text) + 2, position + 1
