"""What a run searches, from seeds: passages with labels and dates, vectors shaped as those of a real model, and questions."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.keyword_search import LETTERS, _in_sentences
from benchmarks.passages import FREQUENT, SEED, VOCABULARY, documents
from benchmarks.scale.given import KEYWORDS, PASSAGES, QUESTIONS, VECTORS
from benchmarks.vectors import SHARES, many, real
from policy_assistant.store.base import PreparedDocument

WORDS = ((30, 200), (200, 1_000), (200, 1_000), (1_000, 5_000), (5_000, 30_000))
"""Ranks of words from fairly common to rare; a question takes one of each."""
ASKED = 100
FIVE, SEVEN = "five words", "five words and two that are in most passages"


def make(folder: Path, size: int, texts: Path, scratch: Path) -> None:
    """Everything for runs of up to so many passages; what is there already stays."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / VECTORS).is_file():
        sample = real("e5", texts, scratch)
        np.save(folder / QUESTIONS, np.random.default_rng(SEED).permutation(sample.questions)[:ASKED])
        np.save(folder / VECTORS, many(sample.passages, size))
    if not (folder / PASSAGES).is_file():
        chance = random.Random(SEED + 1)
        asked = {FIVE: [_words(chance, frequent=False) for _ in range(ASKED)], SEVEN: [_words(chance, frequent=True) for _ in range(ASKED)]}
        (folder / KEYWORDS).write_text(json.dumps(asked), encoding="utf-8")
        _write_passages(folder / PASSAGES, size)


def labelled(size: int) -> Iterator[PreparedDocument]:
    """Documents of twenty passages with labels by `SHARES`, from one of four years on."""
    chance = random.Random(SEED)
    for document in documents(size):
        label = chance.choices(list(SHARES), weights=list(SHARES.values()))[0]
        start = f"{chance.randint(2023, 2026)}-01-02"
        meta = replace(document.document.metadata, access=label, effective_from=start, effective_to="")
        chunks = [replace(chunk, access=label, effective_from=start, effective_to="") for chunk in document.chunks]
        yield _in_sentences(replace(document, document=replace(document.document, metadata=meta), chunks=chunks))


def _write_passages(path: Path, size: int) -> None:
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="\n") as file:
        for document in labelled(size):
            start = int(document.document.metadata.effective_from.replace("-", ""))
            file.writelines(json.dumps((chunk.access, start, chunk.text)) + "\n" for chunk in document.chunks)
    part.replace(path)


def _words(chance: random.Random, *, frequent: bool) -> list[str]:
    words = [VOCABULARY[chance.randrange(first, last)] for first, last in WORDS]
    words += chance.sample(FREQUENT, 2) if frequent else []
    chance.shuffle(words)
    return [word.translate(LETTERS) for word in words]
