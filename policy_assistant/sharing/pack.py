"""The evidence of a kept answer as one HTML page: what it says, what each statement rests on, and that place in its source."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any

from policy_assistant.blocks import Box
from policy_assistant.errors import MissingExtraError, UnreadableFileError
from policy_assistant.ledger.chain import text_hash
from policy_assistant.ledger.record import KeptAnswer, KeptCitation, KeptClaim
from policy_assistant.ledger.store import Ledger
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.settings import Settings
from policy_assistant.sharing.allowed import Allowed, allowed
from policy_assistant.sharing.checks import Check, checks_of
from policy_assistant.sharing.phrases import Words
from policy_assistant.sharing.safe import tidy
from policy_assistant.sharing.text import warning
from policy_assistant.state import stamp
from policy_assistant.store.base import Engine
from policy_assistant.view.file import indexed_document
from policy_assistant.view.images import page_image
from policy_assistant.view.shapes import PageView, SourceView
from policy_assistant.view.source import open_source

MAX_PICTURES = 40
"""Pictures of pages in one file."""

MAX_HEAVY = 2
"""After so many pages that could not be drawn no other is tried: each of them may take all the time that a page has."""

PICTURE_WIDTH = 1_000
"""Pixels."""


@dataclass(frozen=True)
class Picture:
    """A page of a PDF with its boxes. `data` is its picture as a data address; where there is none, `problem` says why."""

    page: PageView
    data: str = ""
    problem: str = ""


@dataclass(frozen=True)
class Evidence:
    """A citation with all that is known of its place today; `problem` says why that is not proved, empty where it is.

    `pictures` are those of its pages that no citation before it has shown for the same statement; `above` are the others.
    """

    citation: KeptCitation
    metadata: Metadata | None
    view: SourceView | None
    problem: str
    file_hash: str
    moved: bool
    pictures: Sequence[Picture] = ()
    above: tuple[int, ...] = ()

    @property
    def boxed(self) -> Sequence[PageView]:
        """Its pages with boxes over the cited lines."""
        return [page for page in self.view.pages if page.boxes] if self.view else []


@dataclass(frozen=True)
class Statement:
    """A statement that stands, with its checks and its evidence."""

    claim: KeptClaim
    checks: Sequence[Check]
    evidence: Sequence[Evidence]


def evidence_pack(
    settings: Settings, engine: Engine, kept: KeptAnswer, labels: frozenset[str], language: str = "en", when: datetime | None = None
) -> str:
    """One HTML file that holds everything and asks for nothing: no script, no request, printable on A4.

    It holds what `labels` allow (`allowed`). What is shown at its place is proved when the page is made, at `when` (now);
    what can no longer be proved is said and not marked.

    Raises:
        NotFoundError: the labels do not show the answer.
        MissingExtraError: the packages that make pages are not installed.
    """
    given = allowed(settings, engine, kept, labels)
    words = Words(language)
    with engine.snapshot():
        statements = [*_Gatherer(settings, engine, labels, given, words).statements()]
    css = _read("pack.css")
    content = {
        "w": words,
        "kept": given.kept,
        "left_out": given.left_out,
        "statements": statements,
        "withheld": given.kept.withheld,
        "warning": warning(words, given.internal) if given.internal else "",
        "entry_hash": Ledger.of(settings).hash_of(kept),
        "made_at": stamp(when or datetime.now(UTC)),
        "css": css,
        "css_hash": base64.b64encode(hashlib.sha256(css.encode()).digest()).decode(),
    }
    return tidy(_template().render(content))


class _Gatherer:
    """Collects the evidence of an answer, each page drawn as long as there is room for pictures."""

    def __init__(self, settings: Settings, engine: Engine, labels: frozenset[str], given: Allowed, words: Words) -> None:
        self._settings, self._engine, self._labels, self._given, self._words = settings, engine, labels, given, words
        self._pictures = self._heavy = 0

    def statements(self) -> Iterator[Statement]:
        for claim in self._given.claims:
            evidence = [self._evidence(citation) for citation in claim.citations]
            yield Statement(claim, [*checks_of(claim)], [*self._illustrated(evidence)])

    def _illustrated(self, evidence: Sequence[Evidence]) -> Iterator[Evidence]:
        """The evidence of a statement with the pictures of its pages: each page once, with the boxes of all of it."""
        boxes: dict[tuple[str, int], dict[Box, None]] = {}
        for one in evidence:
            for page in one.boxed:
                boxes.setdefault((one.citation.source, page.number), {}).update(dict.fromkeys(page.boxes))
        for one in evidence:
            own = {page: boxes.pop((one.citation.source, page.number), None) for page in one.boxed}
            pictures = [self._picture(one.citation.source, replace(page, boxes=(*found,))) for page, found in own.items() if found]
            yield replace(one, pictures=pictures, above=tuple(page.number for page, found in own.items() if not found))

    def _evidence(self, citation: KeptCitation) -> Evidence:
        metadata = self._given.metadata_of(citation)
        if metadata is None:
            return Evidence(citation, None, None, self._words("removed"), "", moved=False)
        chunk = self._chunk(citation)
        if chunk is None:
            return Evidence(citation, metadata, None, self._words("otherwise"), "", moved=False)
        view = open_source(self._settings, self._engine, chunk, citation.start, citation.end)
        indexed = indexed_document(self._engine, chunk.source).file.sha256
        moved = view.proved and view.sha256 != indexed
        return Evidence(citation, metadata, view, view.sentence(self._words.tag), view.sha256 or indexed, moved)

    def _chunk(self, citation: KeptCitation) -> Chunk | None:
        """The passage as it was cited, None where it or the quote in it reads otherwise now."""
        for chunk in self._engine.find(citation.chunk_id):
            quote = chunk.quote[citation.start - chunk.start : citation.end - chunk.start] if citation.quote else ""
            is_same = chunk.doc_id == citation.doc_id and text_hash(chunk.text) == citation.text_hash
            if is_same and chunk.access in self._labels and text_hash(quote) == citation.quote_hash:
                return chunk
        return None

    def _picture(self, source: str, page: PageView) -> Picture:
        if self._pictures == MAX_PICTURES:
            return Picture(replace(page, boxes=()), problem=self._words("no picture", self._words("too many")))
        png = self._drawn(source, page.number)
        if png is None:
            return Picture(replace(page, boxes=()), problem=self._words("no picture", self._words("heavy")))
        self._pictures += 1
        return Picture(page, f"data:image/png;base64,{base64.b64encode(png).decode()}")

    def _drawn(self, source: str, number: int) -> bytes | None:
        if self._heavy == MAX_HEAVY:
            return None
        try:
            return page_image(self._settings, self._engine, source, number, PICTURE_WIDTH)
        except UnreadableFileError:
            self._heavy += 1
            return None


@cache
def _template() -> Any:
    try:
        from jinja2 import Environment, FunctionLoader, StrictUndefined
    except ImportError as error:
        raise MissingExtraError("the evidence of an answer", "server") from error
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_read)
    )
    return environment.get_template("pack.html.j2")


@cache
def _read(name: str) -> str:
    return files("policy_assistant.sharing").joinpath(name).read_text(encoding="utf-8")
