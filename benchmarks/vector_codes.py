"""What one bit a number says about the nearest vectors: several codes and estimates on the same vectors and questions.

The part of the exact ten best that is among the first 100 to 4,000 by the estimate. All read the same number of bits; what
differs is the point that signs are taken from, a random rotation before, and how a code is compared with a question.
"""

import os

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")  # read when numpy is loaded

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import numpy as np
from numpy import typing as npt

from benchmarks.page import report
from benchmarks.passages import SEED
from benchmarks.vector_search import MODELS
from benchmarks.vectors import DATA, Sample, many, real
from policy_assistant.store.vector_codes import Codes, Floats, encode

PASSAGES, QUESTIONS, K = 200_000, 50, 10
FIRST = (100, 500, 1_000, 4_000)
HEADER = ("model", "signs of", "compared by", *(f"first {number:,}" for number in FIRST))


def rows(model: str, sample: Sample) -> Iterator[list[str]]:
    """The rows for a model."""
    vectors = many(sample.passages, PASSAGES)
    questions = np.random.default_rng(SEED).permutation(sample.questions)[:QUESTIONS]
    best = [np.argpartition(vectors @ question, -K)[-K:] for question in questions]
    turn = np.linalg.qr(np.random.default_rng(SEED).standard_normal((vectors.shape[1],) * 2))[0].astype(np.float32)
    for place, rotation in (("the vector", None), ("the vector less the mean", None), ("the same, rotated", turn)):
        base = (vectors, questions) if rotation is None else (vectors @ rotation, questions @ rotation)
        centre = np.zeros(vectors.shape[1], np.float32) if place == "the vector" else base[0].mean(axis=0)
        codes = _coded(base[0], centre)
        for way, estimate in _ways(codes).items():
            ranked = [np.argsort(-estimate(question)) for question in base[1]]
            parts = (np.mean([np.isin(top, order[:number]).mean() for top, order in zip(best, ranked, strict=True)]) for number in FIRST)
            yield [model, place, way, *(f"{part:.3f}" for part in parts)]


def scan_times() -> str:
    """What a scan of all codes costs in two ways, in CPU ms."""
    chance = np.random.default_rng(SEED)
    vectors = chance.standard_normal((PASSAGES, 384), dtype=np.float32)
    codes = _coded(vectors, np.zeros(384, np.float32))
    columns = np.ascontiguousarray(np.ascontiguousarray(codes.words.T).view(np.uint8).T)
    tables = chance.standard_normal((len(columns), 256), dtype=np.float32)
    question = vectors[0]
    hamming, by_table = (
        _milliseconds(run) for run in (lambda: codes.rough(question, [(0, len(codes.scale))]), lambda: _by_tables(tables, columns))
    )
    return (
        f"One scan of 200,000 codes of 384 bits: {hamming:.1f} ms by Hamming distances, {by_table:.1f} ms by the question's numbers in a table for "
        "each byte. Ours takes the first way for all rows and the second kind of estimate for 4,000 of them."
    )


def _coded(vectors: Floats, centre: Floats) -> Codes:
    codes, factors = encode(vectors, centre)
    return Codes.of(codes.tobytes(), factors.astype("<f4").tobytes(), centre)


def _ways(codes: Codes) -> dict[str, Callable[[Floats], Floats]]:
    """The estimates; the plain ones leave scale and offset out."""
    everything, whole = np.arange(codes.words.shape[1]), [(0, codes.words.shape[1])]
    bare = Codes(codes.words, np.ones_like(codes.scale), np.zeros_like(codes.offset), codes.centre)
    return {
        "Hamming distance": lambda question: bare.rough(question, whole),
        "Hamming distance, scale and offset (ours, rough)": lambda question: codes.rough(question, whole),
        "the question's numbers": lambda question: bare.fine(question, everything),
        "the question's numbers, scale and offset (ours, fine)": lambda question: codes.fine(question, everything),
    }


def _by_tables(tables: Floats, columns: npt.NDArray[np.uint8]) -> Floats:
    total = np.zeros(columns.shape[1], np.float32)
    for table, column in zip(tables, columns, strict=True):
        total += table[column]
    return total


def _milliseconds(run: Callable[[], object], times: int = 9) -> float:
    measured = []
    for _ in range(times):
        began = time.process_time()
        run()
        measured.append((time.process_time() - began) * 1_000)
    return median(measured)


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", nargs="+", default=MODELS, choices=MODELS)
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the question sets (default: %(default)s)")
    parser.add_argument(
        "--scratch", type=Path, default=Path(tempfile.gettempdir()) / "policy-assistant-benchmarks", help="keeps the vectors"
    )
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    measured = [row for model in options.models for row in rows(model, real(model, options.data, options.scratch))]
    report("vector_codes", HEADER, measured, scan_times(), write=options.write)


if __name__ == "__main__":
    main()
