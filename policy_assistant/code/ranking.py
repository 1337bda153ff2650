"""The order of pieces of code: words and meaning on one scale, then what a reader of code would put first.

Each of the two scores is put on a scale of its own by the mean and the standard deviation over all candidates, and the two
are added by a share that suits the embedder. Reciprocal rank fusion was measured beside it, and is worse than the vectors
of `e5` alone. To the sum are added, in deviations: the share of the question's concepts that path, name and the beginning
of a piece hold, how well the rest of its file fits, and steps for texts that the question quotes and for what is no answer to
"where is it done?". A piece that defines a name of the question comes first, whatever its scores. All figures are in
docs/concepts/code.md.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from statistics import fmean

from policy_assistant.code.names import Name, names_in, phrases_in
from policy_assistant.code.testing_files import asks_for_tests, is_test
from policy_assistant.code_terms import code_terms, path_terms
from policy_assistant.code_words import Concept, code_concepts
from policy_assistant.glossary import Glossary
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.store.base import Engine

Found = Sequence[tuple[Chunk, float]]
"""Pieces with a score each, best first."""

POOL = 100
"""Candidates of each list, or k where that is more."""

KEYWORD_SHARE = {"e5": 0.15, "use": 0.4}
OTHER_SHARE = 0.3
"""The share of the words in the sum, by embedder; of one that was not measured, between the two."""

BEGINNING_TERMS = 20
BEGINNING_WEIGHT = 0.5
"""So many terms of a piece's text are its beginning; what a beginning with all concepts of the question adds."""

DEFINED_STEP = 100.0
"""More than all else together."""

HELD_STEP, PHRASE_STEP = 2.0, 10.0
"""What holding a name of the question adds, of which a vector says little, and a text of several words that it quotes: seldom by chance."""

FILE_BEST = 3
FILE_WEIGHT = 0.5
"""So many pieces of a file speak for each other; what a file adds whose best ones lie a deviation over the mean."""

KIND_STEPS = {"module": -2.0, "lines": -0.5}
TEST_STEP = -1.0
REPEATED_STEP = -10.0
"""What imports and loose text, tests, and further parts of a long piece lose: its best part stands for it."""

_LONGEST_BEGINNING = 1_000
_CACHED_PIECES = 4096


def rank_code(engine: Engine, question: Question, by_words: Found, by_meaning: Found) -> list[tuple[Chunk, float]]:
    """All pieces of the two lists, the best first, ties by ID; a list that was not asked for is empty.

    Raises:
        ModelError: the embedder fails.
    """
    chunks = list({chunk.chunk_id: chunk for chunk, _ in (*by_words, *by_meaning)}.values())
    words = {chunk.chunk_id: score for chunk, score in by_words}
    meaning = {chunk.chunk_id: score for chunk, score in by_meaning}
    if by_words:
        words |= engine.score_code(question.weighted_code_terms, _others(chunks, words))
    if by_meaning:
        meaning |= engine.score_vectors(question.vector, _others(chunks, meaning))
    share = keyword_share(question.model) if by_words and by_meaning else float(bool(by_words))
    return ranked_pieces(chunks, fused(chunks, words, meaning, share), question.text, question.glossary, question.languages)


def keyword_share(model: str) -> float:
    """The share of the words for an embedder."""
    return KEYWORD_SHARE.get(model, OTHER_SHARE)


def fused(chunks: Sequence[Chunk], words: Mapping[str, float], meaning: Mapping[str, float], share: float) -> list[float]:
    """One score a piece, in deviations from the mean: the two scores by ID, each on its scale, added by the share of the words.

    A piece without a vector is judged by its words alone.
    """
    of_words = _scaled([words.get(chunk.chunk_id, 0.0) for chunk in chunks])
    found = [chunk.chunk_id for chunk in chunks if chunk.chunk_id in meaning]
    of_meaning = dict(zip(found, _scaled([meaning[item] for item in found]), strict=True))
    pairs = ((score, of_meaning.get(chunk.chunk_id, score)) for chunk, score in zip(chunks, of_words, strict=True))
    return [share * by_words + (1 - share) * by_meaning for by_words, by_meaning in pairs]


def ranked_pieces(
    chunks: Sequence[Chunk], scores: Sequence[float], question: str, glossary: Glossary, languages: Sequence[str]
) -> list[tuple[Chunk, float]]:
    """Pieces with what a question adds to their scores, the best first, ties by ID."""
    shares = _concept_shares(code_concepts(question, languages, glossary), [beginning_of(chunk) for chunk in chunks])
    names, phrases, about_tests = names_in(question), phrases_in(question), asks_for_tests(question)
    steps = [
        _named_step(chunk, names) + PHRASE_STEP * _holds_any(chunk, phrases) + _kind_step(chunk, about_tests=about_tests)
        for chunk in chunks
    ]
    files = _file_scores(chunks, scores)
    sums = (
        score + FILE_WEIGHT * files[chunk.source] + BEGINNING_WEIGHT * held + step
        for chunk, score, held, step in zip(chunks, scores, shares, steps, strict=True)
    )
    return _with_repeated_behind(_in_order(zip(chunks, sums, strict=True)))


def beginning_of(chunk: Chunk) -> frozenset[str]:
    """The terms of a piece's path, its name and the first of its text: what it is called and what it says of itself."""
    return _beginning(chunk.source, chunk.place.name if chunk.place else "", chunk.text[:_LONGEST_BEGINNING], BEGINNING_TERMS)


@lru_cache(maxsize=_CACHED_PIECES)
def _beginning(path: str, name: str, text: str, count: int) -> frozenset[str]:
    return frozenset((*path_terms(path), *code_terms(name), *code_terms(text)[:count]))


def _concept_shares(concepts: Sequence[Concept], beginnings: Sequence[frozenset[str]]) -> list[float]:
    """Of each piece the share of the concepts that its beginning holds.

    A concept weighs ln(1 + (N - n + 0.5) / (n + 0.5)), n of N pieces holding it.
    """
    held = [[not concept.isdisjoint(beginning) for concept in concepts] for beginning in beginnings]
    counts = [sum(column) for column in zip(*held, strict=True)]
    weights = [math.log(1 + (len(held) - count + 0.5) / (count + 0.5)) for count in counts]
    whole = sum(weights) or 1.0
    return [sum(weight for weight, is_held in zip(weights, row, strict=True) if is_held) / whole for row in held]


def _file_scores(chunks: Sequence[Chunk], scores: Sequence[float]) -> dict[str, float]:
    """Of each file the mean of its `FILE_BEST` best pieces, those under the mean of all as 0: several that fit speak for each other.

    The parts of a long piece are one.
    """
    by_file: dict[str, dict[str, float]] = {}
    for chunk, score in zip(chunks, scores, strict=True):
        of_file, name = by_file.setdefault(chunk.source, {}), chunk.place.name if chunk.place else chunk.chunk_id
        of_file[name] = max(score, of_file.get(name, 0.0))
    return {source: sum(sorted(found.values())[-FILE_BEST:]) / FILE_BEST for source, found in by_file.items()}


def _holds_any(chunk: Chunk, phrases: Sequence[str]) -> bool:
    """Whether a piece holds a quoted text as it is written."""
    return any(phrase in chunk.text for phrase in phrases)


def _named_step(chunk: Chunk, names: Sequence[Name]) -> float:
    """What a piece gains by the names in a question."""
    defined = max((name.defines(chunk) for name in names), default=0.0)
    return DEFINED_STEP * defined + HELD_STEP * any(name.is_held(chunk) for name in names)


def _kind_step(chunk: Chunk, *, about_tests: bool) -> float:
    """What a piece loses by what it is."""
    step = KIND_STEPS.get(chunk.place.kind, 0.0) if chunk.place else 0.0
    return step if about_tests or not is_test(chunk.source) else step + TEST_STEP


def _with_repeated_behind(ranked: Found) -> list[tuple[Chunk, float]]:
    """Of the parts of one long piece all but the best a step back, so that they do not take the places of others."""
    seen: set[tuple[str, str]] = set()
    moved = []
    for chunk, score in ranked:
        key = chunk.source, chunk.place.name if chunk.place else chunk.chunk_id
        moved.append((chunk, score + REPEATED_STEP * (key in seen)))
        seen.add(key)
    return _in_order(moved)


def _in_order(found: Iterable[tuple[Chunk, float]]) -> list[tuple[Chunk, float]]:
    return sorted(found, key=lambda pair: (-pair[1], pair[0].chunk_id))


def _others(chunks: Iterable[Chunk], known: Mapping[str, float]) -> list[Chunk]:
    return [chunk for chunk in chunks if chunk.chunk_id not in known]


def _scaled(scores: Sequence[float]) -> list[float]:
    """Deviations from the mean; all 0 where all are equal."""
    if not scores:
        return []
    mean = fmean(scores)
    deviation = math.sqrt(fmean((score - mean) ** 2 for score in scores))
    return [(score - mean) / deviation if deviation > math.ulp(1.0) else 0.0 for score in scores]
