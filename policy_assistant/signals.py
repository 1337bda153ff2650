"""The signals of the reranker: few, cheap, and monotone, so that more of one never lowers a passage.

A question is a list of concepts, one for each of its content words: the word's stems in every language and what the
glossary holds for the same. A concept weighs the more, the fewer candidates hold it. What is counted does not grow with a
passage's length: coverage is that of the best stretch of it.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from statistics import fmean

from policy_assistant.analysis import base_language, terms
from policy_assistant.hybrid import Candidate
from policy_assistant.question import Question

STRETCH = 48
RANK_OFFSET = 10
MAX_MATES = 8
"""More say nothing more: a long document has many candidates in any case."""
_CREDIT, _LENGTH_SHARE = 1.2, 0.75  # the constants of BM25
_CACHED_CHUNKS = 4096

Values = Mapping[str, float]


@dataclass(frozen=True)
class _Analysed:
    """The terms of a chunk: of its own text in order and counted, of title and headings, and of headings alone."""

    body: tuple[str, ...]
    counts: Mapping[str, int]
    head: frozenset[str]
    heading: frozenset[str]


@dataclass(frozen=True)
class _Member:
    """One candidate, seen with the question."""

    question: Question
    candidate: Candidate

    @cached_property
    def terms(self) -> _Analysed:
        """Its terms."""
        chunk = self.candidate.chunk
        return _analysed(chunk.title, chunk.sections, chunk.quote, chunk.language)

    @cached_property
    def in_body(self) -> Mapping[int, int]:
        """How often each concept stands in its text, of those that do."""
        concepts, counts = self.question.concepts_of, self.terms.counts
        found: Counter[int] = Counter()
        for term in counts.keys() & concepts.keys():
            for number in concepts[term]:
                found[number] += counts[term]
        return found

    @cached_property
    def in_head(self) -> frozenset[int]:
        """The concepts in its title and headings."""
        concepts = self.question.concepts_of
        return frozenset(number for term in self.terms.head & concepts.keys() for number in concepts[term])

    @property
    def places(self) -> Sequence[tuple[int, Sequence[int]]]:
        """The places in its text where concepts stand, with their numbers."""
        concepts = self.question.concepts_of
        return [(place, found) for place, term in enumerate(self.terms.body) if (found := concepts.get(term))]

    @property
    def version(self) -> tuple[str, str]:
        """The version of the document that it is from."""
        return self.candidate.chunk.doc_id, self.candidate.chunk.version

    @property
    def is_good(self) -> bool:
        """Whether it stands above the middle of the fused scale."""
        return self.candidate.score > 0


@dataclass(frozen=True)
class _Pool:
    """The candidates of a question, and what is compared between them."""

    question: Question
    members: Sequence[_Member]

    @cached_property
    def weights(self) -> Sequence[float]:
        """The rarity of each concept among the candidates: ln(1 + (N - n + 0.5) / (n + 0.5))."""
        holding = Counter(number for member in self.members for number in member.in_head.union(member.in_body))
        count = len(self.members)
        return [math.log(1 + (count - holding[n] + 0.5) / (holding[n] + 0.5)) for n in range(len(self.question.concepts))]

    @cached_property
    def average(self) -> float:
        """The terms of the mean candidate, at least one."""
        return max(1.0, fmean(len(member.terms.body) for member in self.members))

    @cached_property
    def good(self) -> Mapping[tuple[str, str], int]:
        """How many good candidates each document version has."""
        return Counter(member.version for member in self.members if member.is_good)

    def share(self, weight: float) -> float:
        """A weight of concepts as a share of all of the question's."""
        return weight / (sum(self.weights) or 1.0)


def _stretch(pool: _Pool, member: _Member) -> float:
    """Share of the question's concepts in title, headings and the best stretch of 48 terms."""
    return pool.share(_best_stretch(member.places, member.in_head, pool.weights))


def _concepts(pool: _Pool, member: _Member) -> float:
    """Share of the question's concepts, each with a credit that grows with its count and shrinks with the passage's length."""
    damping = _CREDIT * (1 - _LENGTH_SHARE + _LENGTH_SHARE * len(member.terms.body) / pool.average)
    counts = ((weight, member.in_body.get(n, 0) + (n in member.in_head)) for n, weight in enumerate(pool.weights))
    return pool.share(sum(weight * count / (count + damping) for weight, count in counts))


def _document(pool: _Pool, member: _Member) -> float:
    """How many other candidates above the middle of the scale come from the same version of the document, up to eight."""
    return float(min(pool.good.get(member.version, 0) - member.is_good, MAX_MATES))


def _pairs(_: _Pool, member: _Member) -> float:
    """Share of the question's neighbouring terms that stand side by side in the passage."""
    return _share(member.question.pairs, set(pairwise(member.terms.body)))


def _codes(_: _Pool, member: _Member) -> float:
    """Share of the question's codes and numbers that the passage holds."""
    return _share(member.question.codes, member.terms.head.union(member.terms.counts))


def _heading(_: _Pool, member: _Member) -> float:
    """Share of the headings' terms that the question holds."""
    return _share(member.terms.heading, member.question.concepts_of)


def _language(_: _Pool, member: _Member) -> float:
    """1 when the passage is in the language of the question."""
    return float(base_language(member.candidate.chunk.language) == member.question.language)


SIGNALS: Mapping[str, Callable[[_Pool, _Member], float]] = {
    "keywords": lambda _, member: member.candidate.keyword_scaled,
    "meaning": lambda _, member: member.candidate.vector_scaled,
    "keyword rank": lambda _, member: _reciprocal(member.candidate.keyword_rank),
    "meaning rank": lambda _, member: _reciprocal(member.candidate.vector_rank),
    "stretch": _stretch,
    "concepts": _concepts,
    "document": _document,
    "pairs": _pairs,
    "codes": _codes,
    "heading": _heading,
    "language": _language,
}
"""Name -> how it is found. The first four are the scores and ranks of the two lists."""


def signals_of(question: Question, candidates: Sequence[Candidate], names: Iterable[str] = SIGNALS) -> list[Values]:
    """The named signals of each candidate, in order. Values compare candidates of this list only."""
    pool = _Pool(question, [_Member(question, candidate) for candidate in candidates])
    wanted = {name: SIGNALS[name] for name in names}
    return [{name: signal(pool, member) for name, signal in wanted.items()} for member in pool.members]


def _best_stretch(places: Sequence[tuple[int, Sequence[int]]], in_head: frozenset[int], weights: Sequence[float]) -> float:
    """The greatest weight of the concepts in the headings and in `STRETCH` terms in a row."""
    inside: defaultdict[int, int] = defaultdict(int)
    weight = best = sum(weights[n] for n in in_head)
    first = 0
    for place, found in places:
        for n in found:
            weight += weights[n] if not inside[n] and n not in in_head else 0.0
            inside[n] += 1
        while place - places[first][0] >= STRETCH:
            for n in places[first][1]:
                inside[n] -= 1
                weight -= weights[n] if not inside[n] and n not in in_head else 0.0
            first += 1
        best = max(best, weight)
    return best


def _reciprocal(rank: int | None) -> float:
    return 1 / (RANK_OFFSET + rank) if rank else 0.0


def _share(wanted: Collection[object], held: Container[object]) -> float:
    return sum(item in held for item in wanted) / len(wanted) if wanted else 0.0


@lru_cache(maxsize=_CACHED_CHUNKS)
def _analysed(title: str, sections: tuple[str, ...], body: str, language: str) -> _Analysed:
    of_body = tuple(terms(body, language))
    heading = frozenset(term for section in sections for term in terms(section, language))
    return _Analysed(of_body, Counter(of_body), heading.union(terms(title, language)), heading)
