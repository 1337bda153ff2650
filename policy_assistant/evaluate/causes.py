"""Why a question was missed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from policy_assistant.code_places import label
from policy_assistant.evaluate.measures import Scores, covers, visible
from policy_assistant.evaluate.questions import PassageKey, Question, key_name
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage

DEPTH = 100
"""Rankings are read at least this deep, so that a miss can say at which rank the passage is."""


@dataclass(frozen=True)
class Cause:
    """`name` is one of `CAUSES`; `detail` says what stands in the way."""

    name: str
    detail: str


CAUSES = {
    "not indexed": "no passage of the index covers what the question needs",
    "filtered out": "the passage exists, but not for this date or audience",
    "wrong version": "another version of the document stands in its place",
    "other language": "the question and the passage are in different languages",
    "other words": "other passages share more of the question's words, or come nearer to its meaning",
}

BY_WORDS = ("baseline", "bm25")
"""Methods that rank every passage with a word of the question, and no other."""


@dataclass
class Known:
    """All passages that a method can find, by document and version."""

    passages: Iterable[Passage]
    _by_document: dict[tuple[str, str], list[Passage]] = field(default_factory=lambda: defaultdict(list), init=False)

    def __post_init__(self) -> None:
        for passage in self.passages:
            self._by_document[passage.doc_id, passage.version].append(passage)

    def covering(self, key: PassageKey) -> list[Passage]:
        """The passages that cover what a question names."""
        return [p for p in self.of(key) if covers(p, key)]

    def of(self, key: PassageKey) -> Iterable[Passage]:
        """The passages of a document's version, or of a file of code in the only one that there is."""
        if "path" in key:
            return [p for (doc_id, _), passages in self._by_document.items() if doc_id == key["path"] for p in passages]
        return self._by_document.get((key["doc_id"], key["version"]), ())


def found_again(questions: Sequence[Question], known: Known) -> list[Question]:
    """The questions with the lines that places in code have now, found by their qualified names where they give one."""
    return [replace(question, relevant=[_with_lines(key, known) for key in question.relevant]) for question in questions]


def _with_lines(key: PassageKey, known: Known) -> dict[str, Any]:
    places = [p.place for p in known.of(key) if isinstance(p, Chunk) and p.place and p.place.name == key.get("name")]
    if not places:
        return dict(key)
    return {**key, "start_line": min(p.first_line for p in places), "end_line": max(p.last_line for p in places)}


def cause_of(
    question: Question, ranked: Sequence[Passage], scores: Scores, filters: Filters, known: Known, k: int, method: str = "bm25"
) -> Cause:
    """Why no relevant passage is among the first k of a method's ranking; the first cause that holds, in the order of `CAUSES`."""
    relevant = visible(question, filters.labels)
    existing = [p for key in relevant for p in known.covering(key)]
    names = ", ".join(dict.fromkeys(map(key_name, relevant)))
    if not existing:
        return Cause("not indexed", names)
    allowed = [p for p in existing if _allowed(p, filters)]
    if not allowed:
        return Cause("filtered out", f"{names} is not in force on {filters.as_of} or not for this audience")
    place = _place(scores["first_rank"], ranked, max(k, DEPTH), method in BY_WORDS)
    of_documents = [key for key in relevant if "path" not in key]
    others = [p for p in ranked[:k] if any(p.doc_id == key["doc_id"] and p.version != key["version"] for key in of_documents)]
    if others:
        return Cause("wrong version", f"{others[0].doc_id} v{others[0].version} is found instead; {place}")
    if question.language and of_documents and all(p.language and p.language != question.language for p in allowed):
        return Cause("other language", f"the question is in {question.language}, the passage in {allowed[0].language}; {place}")
    return Cause("other words", place)


def _allowed(passage: Passage, filters: Filters) -> bool:
    period = (passage.effective_from, passage.effective_to) if isinstance(passage, Chunk) else ("", "")
    return filters.allow(passage.access, *period, part=filters.part)


def _place(rank: int | None, ranked: Sequence[Passage], depth: int, is_by_words: bool) -> str:
    """Where the passage stands in a ranking that was read `depth` deep; by words, a shorter one holds all passages with one."""
    if not ranked:
        return "no passage has any word of the question" if is_by_words else "nothing was found"
    if rank is None:
        if len(ranked) >= depth:
            return f"not among the first {depth}"
        return "the passage has no word of the question" if is_by_words else f"not among the {len(ranked)} found"
    first = ranked[0]
    if isinstance(first, Chunk) and first.place:
        return f"ranked {rank}, behind {label(first)} ({first.place.kind} {first.place.name})"
    return f"ranked {rank}, behind {first.doc_id} v{first.version} | {first.sections[0] if first.sections else '-'}"
