"""A trace over an index: which rules are asked for, the code that is searched for them, and code as it is now."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from policy_assistant.analysis import terms
from policy_assistant.code.fresh import Freshness
from policy_assistant.code.links import Linker
from policy_assistant.code.search import CodeSearcher
from policy_assistant.code.trace.asked import PASSAGES, passages_of
from policy_assistant.code.trace.rules import Rule, rules_of
from policy_assistant.code.trace.trace import Finding, trace_rules
from policy_assistant.code.trace.values import CodeValue
from policy_assistant.code.where import link_of
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.question import Question
from policy_assistant.search import Passage

Passages = Callable[[str, int], Sequence[Passage]]
"""A search over documents: a question and how many passages are wanted."""

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Traced:
    """The findings of a trace, and how it was made.

    `stale` counts the pieces of code that their files no longer hold as they were indexed, `gone` those whose files are gone;
    both were left out, so that the trace is not whole until the next ingest.
    """

    topic: str
    as_of: str
    audience: str
    method: str
    pieces: int
    findings: Sequence[Finding]
    stale: int
    gone: int
    link: Callable[[CodeValue], str] = field(compare=False)


def traced(
    topic: str,
    section: str,
    finder: CodeSearcher,
    filters: Filters,
    audience: str,
    passages: Passages,
    freshness: Freshness,
    linker: Linker,
    progress: Progress | None = None,
) -> Traced:
    """The findings for a topic, for a document or one of its sections, or for all documents; `filters` are those of documents.

    Raises:
        NotFoundError: the document has no such section, or a section is given of no document.
        ModelError: the embedder fails.
    """
    engine = finder.engine
    every_version = [chunk for chunk in engine.chunks() if filters.labels is None or chunk.access in filters.labels]
    in_force = [chunk for chunk in every_version if filters.allow(chunk.access, chunk.effective_from, chunk.effective_to, chunk.language)]
    asked, keeps = _asked(topic, section, in_force, passages, finder.question(topic), filters.as_of or "")
    found = _Found(finder, filters, freshness, sum(len(rules_of(chunk)) for chunk in asked), progress)
    findings = trace_rules(asked, in_force, found, finder.glossary, as_of=filters.as_of or "", every_version=every_version)

    def link(value: CodeValue) -> str:
        located = freshness.locate(value.chunk)
        return link_of(located, linker, (value.line, value.line)) if located else ""

    kept = [finding for finding in findings if keeps(finding.rule)]
    pieces = engine.info().code_chunks
    return Traced(topic, filters.as_of or "", audience, finder.method, pieces, kept, len(found.stale), len(found.gone), link)


class _Found:
    """The search over code that a trace makes for each rule: only pieces that can be proved, with their lines of now."""

    def __init__(self, finder: CodeSearcher, filters: Filters, freshness: Freshness, total: int, progress: Progress | None) -> None:
        self._finder, self._filters, self._freshness = finder, filters, freshness
        self._total, self._progress, self._done = total, progress, 0
        self.stale: set[str] = set()
        self.gone: set[str] = set()

    def __call__(self, query: str, k: int) -> list[tuple[Chunk, float]]:
        found = []
        for hit, chunk in self._finder.find_question(self._finder.question(query), k, self._filters):
            located = self._freshness.locate(chunk)
            if located is not None and not located.is_stale:
                found.append((located.chunk, hit.score))
            else:
                (self.gone if located is None else self.stale).add(chunk.chunk_id)
        self._done += 1
        if self._progress:
            self._progress(self._done, max(self._total, self._done), "")
        return found


def _asked(
    topic: str, section: str, in_force: Sequence[Chunk], passages: Passages, question: Question, as_of: str
) -> tuple[Sequence[Chunk], Callable[[Rule], bool]]:
    """The passages that are asked for, and which of their rules: of those that a topic finds the ones that hold most of it."""
    if not topic:
        return in_force, lambda rule: True
    if section or any(chunk.doc_id == topic for chunk in in_force):
        return passages_of(in_force, topic, section), lambda rule: True
    found = [passage for passage in passages(topic, PASSAGES) if isinstance(passage, Chunk)]
    most = max((_held(question, rule) for chunk in found for rule in rules_of(chunk, as_of)), default=0)
    return found, lambda rule: _held(question, rule) == most


def _held(question: Question, rule: Rule) -> int:
    """How many of a topic's words a rule, its heading and its title hold."""
    chunk = rule.chunk
    held = frozenset(terms("\n".join([chunk.title, *chunk.sections, rule.text]), chunk.language))
    return sum(not concept.isdisjoint(held) for concept in question.concepts)
