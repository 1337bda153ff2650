"""Where is it handled? Places in code for a question, without any model that writes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from policy_assistant.code.fresh import Freshness, Located
from policy_assistant.code.links import Linker
from policy_assistant.code.search import CodeSearcher
from policy_assistant.code_places import Lines, place_of
from policy_assistant.filters import Filters
from policy_assistant.lexical import Hit
from policy_assistant.metadata import Chunk
from policy_assistant.search import Passage

SPARE = 20
"""So many hits more are searched, to take the place of those whose files are gone."""


@dataclass(frozen=True)
class FoundPlace:
    """A place in code: the piece with its lines of now, whether it is stale, and its link (empty where there is none)."""

    rank: int
    score: float
    chunk: Chunk
    is_stale: bool
    link: str


@dataclass(frozen=True)
class Places:
    """What was found for a question. `gone` counts hits in files that are no longer there."""

    query: str
    method: str
    audience: str
    places: tuple[FoundPlace, ...]
    gone: int


def where(query: str, searcher: CodeSearcher, k: int, filters: Filters, audience: str, freshness: Freshness, linker: Linker) -> Places:
    """The k best places for a question.

    Raises:
        ModelError: the embedder fails.
    """
    found, _, gone = present(searcher.find_question(searcher.question(query), k + SPARE, filters), freshness, k)
    located = ((hit, freshness.locate(chunk)) for hit, chunk in found if isinstance(chunk, Chunk))
    places = tuple(FoundPlace(hit.rank, hit.score, one.chunk, one.is_stale, link_of(one, linker)) for hit, one in located if one)
    return Places(query, searcher.method, audience, places, gone)


def link_of(located: Located, linker: Linker, lines: tuple[int, int] | None = None) -> str:
    """The link to a piece of code, or to some of its lines as they are now; empty for one that is stale."""
    place = place_of(located.chunk)
    if located.shift is None:
        return ""
    first, last = lines or (place.first_line, place.last_line)
    source = located.chunk.source
    return linker.link(Lines(source, first - located.shift, last - located.shift), Lines(source, first, last))


def present(found: Sequence[tuple[Hit, Passage]], freshness: Freshness, k: int) -> tuple[list[tuple[Hit, Passage]], frozenset[str], int]:
    """The first k hits whose files are still there, code with its lines of now, ranked anew; which of them are stale; how
    many before them are gone.
    """
    kept: list[tuple[Hit, Passage]] = []
    stale: set[str] = set()
    gone = 0
    for hit, passage in found:
        if len(kept) == k:
            break
        located = freshness.locate(passage) if isinstance(passage, Chunk) else None
        if located is None and isinstance(passage, Chunk):
            gone += 1
            continue
        kept.append((replace(hit, rank=len(kept) + 1), located.chunk if located else passage))
        if located and located.is_stale:
            stale.add(hit.id)
    return kept, frozenset(stale), gone


def fresh_only(found: Sequence[tuple[Hit, Chunk]], freshness: Freshness) -> tuple[list[tuple[Hit, Chunk]], int]:
    """The hits that can still be proved, with their lines of now, and how many cannot: stale or gone."""
    located = [(hit, freshness.locate(chunk)) for hit, chunk in found]
    kept = [(hit, one.chunk) for hit, one in located if one is not None and not one.is_stale]
    return kept, len(found) - len(kept)
