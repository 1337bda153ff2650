"""`search --explain`: what each word or signal gives to a score, as tables and as JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from policy_assistant.cli.output import say, table
from policy_assistant.metadata import Chunk
from policy_assistant.records.passages import models_of, search_record

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.explain import Part
    from policy_assistant.search import Passage, SearchResult
    from policy_assistant.store.base import WordScore

BEST_SENTENCE = "best sentence"
BEST_BY_GLOSSARY = "best sentence by the glossary"


@dataclass(frozen=True)
class Weighted:
    """What one term gives to a score by `keywords`: `weight` times the score of the term in the whole chunk."""

    term: "WordScore"
    weight: float

    @property
    def score(self) -> float:
        """What it gives."""
        return self.weight * self.term.score


@dataclass(frozen=True)
class Words:
    """The explanation of a search by `bm25`: for each chunk what its words give."""

    assistant: "Assistant"
    result: "SearchResult"

    def of(self, passage: "Passage") -> "list[WordScore]":
        """What each word of the question gives to a passage."""
        return self.assistant.store.explain_text(self.result.asked.words, passage) if isinstance(passage, Chunk) else []

    def record(self, passage: "Passage") -> list[dict[str, Any]]:
        """The same as JSON."""
        return [asdict(word) for word in self.of(passage)]

    def say(self, passage: "Passage") -> None:
        """The same as a table."""
        scores = self.of(passage)
        rows = [(f"   {w.word}", w.documents, f"{w.rarity:.4f}", w.count, f"{w.credit:.4f}", f"{w.score:.4f}") for w in scores]
        table(("   word", "chunks", "rarity", "count", "credit", "score"), rows, right=(1, 2, 3, 4, 5))
        if scores:
            say(f"   sum {sum(w.score for w in scores):.4f} | {_length(scores[0])}")


@dataclass(frozen=True)
class Terms:
    """The explanation of a search by `keywords`: for each chunk what its terms give, and what its best sentence gives."""

    assistant: "Assistant"
    result: "SearchResult"

    def of(self, passage: "Passage") -> tuple[list[Weighted], list["Part"]]:
        """The terms that a passage holds, and its best sentences; together they are its score."""
        terms: list[Weighted] = []
        sentences: list[Part] = []
        if isinstance(passage, Chunk):
            for name, (group, weight) in zip((BEST_SENTENCE, BEST_BY_GLOSSARY), self.result.asked.weighted_terms, strict=False):
                found = [Weighted(term, weight) for term in self.assistant.store.explain_terms(group, passage)]
                terms += [term for term in found if term.score]
                sentences += self._sentence(name, group, weight, passage)
        return terms, sentences

    def record(self, passage: "Passage") -> list[dict[str, Any]]:
        """The same as JSON."""
        terms, sentences = self.of(passage)
        return [*(asdict(t.term) | {"weight": t.weight, "score": t.score} for t in terms), *map(part_record, sentences)]

    def say(self, passage: "Passage") -> None:
        """The same as a table."""
        terms, sentences = self.of(passage)
        rows = [
            *(
                (f"   {t.term.word}", t.term.documents, f"{t.term.rarity:.4f}", t.term.count, f"{t.term.credit:.4f}", *_weighted(t))
                for t in terms
            ),
            *((f"   {part.name}", "", "", "", f"{part.value:.4f}", *_weighted(part)) for part in sentences),
        ]
        table(("   term", "chunks", "rarity", "count", "credit", "weight", "score"), rows, right=range(1, 7))
        length = f" | {_length(terms[0].term)}" if terms else ""
        total = sum(t.score for t in terms) + sum(part.score for part in sentences)
        say(f"   sum {total:.4f}{length}")

    def _sentence(self, name: str, group: Sequence[str], weight: float, chunk: Chunk) -> "Iterator[Part]":
        """What the best sentence adds by its own score: the engine tells the two together, and the terms of the whole chunk."""
        from policy_assistant.explain import Part
        from policy_assistant.store.keyword_rules import UNIT_WEIGHT

        store = self.assistant.store
        whole = sum(term.score for term in store.explain_terms(group, chunk))
        added = store.score_terms([(group, 1.0)], [chunk])[chunk.chunk_id] - whole
        if added > 0:
            yield Part(name, added / UNIT_WEIGHT, UNIT_WEIGHT * weight)


@dataclass(frozen=True)
class Parts:
    """The explanation of a search by meaning: for each chunk the signals whose sum its score is."""

    parts: "Mapping[str, Sequence[Part]]"

    def of(self, passage: "Passage") -> "Sequence[Part]":
        """The parts of a passage's score."""
        return self.parts.get(passage.chunk_id, ()) if isinstance(passage, Chunk) else ()

    def record(self, passage: "Passage") -> list[dict[str, Any]]:
        """The same as JSON."""
        return [part_record(part) for part in self.of(passage)]

    def say(self, passage: "Passage") -> None:
        """The same as a table."""
        found = self.of(passage)
        if not found:
            say("   the score has no parts")
            return
        rows = [(f"   {part.name}", f"{part.value:.4f}", *_weighted(part)) for part in found]
        table(("   signal", "value", "weight", "score"), rows, right=(1, 2, 3))
        say(f"   sum {sum(part.score for part in found):.4f}")


@dataclass(frozen=True)
class Unexplained:
    """The explanation of a search over code, whose scores are not taken apart."""

    def record(self, passage: "Passage") -> list[dict[str, Any]]:
        """Nothing."""
        return []

    def say(self, passage: "Passage") -> None:
        """Nothing."""


def explanation(assistant: "Assistant", result: "SearchResult") -> Words | Terms | Parts | Unexplained:
    """The explanation of all hits of a search."""
    if result.part != "docs":
        return Unexplained()
    if result.method == "bm25":
        return Words(assistant, result)
    return Terms(assistant, result) if result.method == "keywords" else Parts(assistant.explain(result))


def explained_record(assistant: "Assistant", result: "SearchResult") -> dict[str, Any]:
    """A whole search with what was searched for, the models, and the explanation of each hit."""
    found = explanation(assistant, result)
    record = search_record(result)
    for hit, passage in zip(record["hits"], result.passages, strict=True):
        hit["explanation"] = found.record(passage)
    asked = result.asked
    return record | {
        "searched_for": asked.text,
        "terms": asked.words if result.method == "bm25" else asked.terms,
        "related": [] if result.method == "bm25" else asked.related,
        "models": models_of(assistant, result),
    }


def part_record(part: "Part") -> dict[str, Any]:
    """A part of a score as JSON."""
    return {"signal": part.name, "value": part.value, "weight": part.weight, "score": part.score}


def _weighted(part: "Weighted | Part") -> tuple[str, str]:
    return f"{part.weight:.3f}", f"{part.score:.4f}"


def _length(word: "WordScore") -> str:
    return f"{word.length} words in the chunk, {word.average:.1f} in the mean chunk"
