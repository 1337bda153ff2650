"""What a request works with: a project in a thread of its own, who asks, and what was answered lately."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from policy_assistant.assistant import Assistant
from policy_assistant.catalogue import Catalogue
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.filters import parse_as_of
from policy_assistant.index_model import can_embed
from policy_assistant.records.answers import answer_record
from policy_assistant.records.passages import hit_record, search_record
from policy_assistant.records.places import where_record
from policy_assistant.search import BY_MEANING
from policy_assistant.server.callers import Caller
from policy_assistant.server.quota import Quota
from policy_assistant.server.remembered import Remembered
from policy_assistant.server.shown import shown_to
from policy_assistant.settings import Settings
from policy_assistant.sharing.allowed import allowed

if TYPE_CHECKING:
    from policy_assistant.answer import Answer
    from policy_assistant.ledger.record import KeptAnswer
    from policy_assistant.lexical import Hit
    from policy_assistant.metadata import Chunk
    from policy_assistant.server.metrics import Metrics
    from policy_assistant.server.telemetry import Telemetry

FULL_ID = 12
"""Digits of a kept answer's ID: with fewer, IDs could be guessed."""


NOT_KEPT = "this answer is not kept: callers without a key have had as many kept today as the service keeps"


@dataclass(frozen=True)
class Query:
    """What is searched or asked, as the caller says it. Empty values mean the usual; the last three narrow a search."""

    text: str
    as_of: str = ""
    audience: str = ""
    k: int | None = None
    method: str = ""
    part: str = ""
    language: str = ""
    doc_type: str = ""
    label: str = ""


@dataclass(frozen=True)
class Desk:
    """The place where one request is worked on."""

    assistant: Assistant
    caller: Caller
    remembered: Remembered
    metrics: "Metrics"
    telemetry: "Telemetry"
    quota: Quota

    @property
    def settings(self) -> Settings:
        """The project's settings."""
        return self.assistant.settings

    def day(self, as_of: str) -> str:
        """A day that somebody names, today where it is empty. Raises `UsageError` for what is none."""
        day = parse_as_of(as_of or "today", self.settings.today)
        if day is None:
            raise UsageError("a day is needed here: `none` is not allowed")
        return day

    def catalogue(self, audience: str = "") -> Catalogue:
        """What the caller may see, or what an audience of theirs sees."""
        if not audience:
            self.caller.audience("", self.settings)
            return self.assistant.catalogue(self.caller.labels)
        return self.assistant.catalogue(self.settings.labels_of(self.caller.audience(audience, self.settings)))

    def search(self, query: Query) -> dict[str, Any]:
        """The passages for a question. `as_of` may be `none`."""
        audience, k = self._checked(query)
        day = parse_as_of(query.as_of or "today", self.settings.today) or "none"

        def found() -> dict[str, Any]:
            with self.telemetry.retrieval(self.settings.name, query.text, k) as span:
                result = self.assistant.search(
                    query.text,
                    method=query.method,
                    k=k,
                    as_of=day,
                    audience=audience,
                    part=query.part,
                    language=query.language,
                    doc_type=query.doc_type,
                    label=query.label,
                )
                span.found((hit.id, hit.score) for hit in result.hits)
            return search_record(result)

        return shown_to(self.caller, self._again("search", query, audience, day, k, found))

    def ask(self, query: Query, tell: "Callable[[list[dict[str, Any]]], None] | None" = None) -> dict[str, Any]:
        """The proved answer to a question; it is kept. `tell` is given the passages as soon as they are found."""
        return shown_to(self.caller, answer_record(self.answer(query, tell)))

    def answer(self, query: Query, tell: "Callable[[list[dict[str, Any]]], None] | None" = None) -> "Answer":
        """As `ask`."""
        audience, k = self._checked(query)
        day = self.day(query.as_of)

        def told(found: "Sequence[tuple[Hit, Chunk]]") -> None:
            if tell:
                tell(shown_to(self.caller, [hit_record(hit, chunk) for hit, chunk in found]))

        def made() -> "Answer":
            with self.telemetry.retrieval(self.settings.name, query.text, k) as span:
                answer = self.assistant.ask(
                    query.text,
                    method=query.method,
                    k=k,
                    as_of=day,
                    audience=audience,
                    part=query.part,
                    keep=False,
                    fixed=False,
                    found=told,
                )
                span.found((hit.id, hit.score) for hit in answer.hits)
            return answer

        answer: Answer = self._again("ask", query, audience, day, k, made)
        self.metrics.answered(answerable=answer.answerable)
        return self._kept(answer, query, audience, day, k) if self.settings.answers.ledger else answer

    def _kept(self, answer: "Answer", query: Query, audience: str, day: str, k: int) -> "Answer":
        """The answer with its ID in the ledger. The same one is kept once an hour, however often it is asked for."""
        key = self._key(f"kept {datetime.now(UTC):%Y-%m-%dT%H}", query, audience, day, k)
        kept: Answer | None = self.remembered.look(key) if key else None
        if kept and kept.text == answer.text and self.assistant.ledger.holds(kept.kept):
            return kept
        if self.caller.is_anonymous and not self.quota.take():
            return replace(answer, notes=(*answer.notes, NOT_KEPT))
        kept = self.assistant.keep(answer)
        if key and kept.kept:
            self.remembered.put(key, kept)
        return kept

    def where(self, query: Query) -> dict[str, Any]:
        """The places in code for a question."""
        audience, k = self._checked(query)
        places = self.assistant.where(query.text, method=query.method, k=k, audience=audience)
        return shown_to(self.caller, where_record(places, self.assistant.store.info()))

    def kept(self, name: str) -> "KeptAnswer":
        """A kept answer by its whole ID. Raises `NotFoundError`."""
        catalogue = self.catalogue()
        if len(name) < FULL_ID:
            raise NotFoundError(f"no kept answer has the ID {name!r:.80}")
        try:
            return catalogue.answer(name)
        except NotFoundError as error:
            raise NotFoundError(str(error)) from None  # its hint is for the command line

    def given_of(self, kept: "KeptAnswer", catalogue: Catalogue) -> "KeptAnswer":
        """What of a kept answer the caller may have today: a statement that rests on what they may no longer see is left out."""
        return allowed(self.settings, self.assistant.store, kept, self.caller.labels, catalogue.versions).kept

    def _checked(self, query: Query) -> tuple[str, int]:
        """The audience that is meant, and how many hits. Raises what tells of anything that is not allowed."""
        server = self.settings.server
        audience = self.caller.audience(query.audience, self.settings)
        if not query.text.strip():
            raise UsageError("the question is empty")
        if len(query.text) > server.max_question:
            raise UsageError(f"the question has {len(query.text):,} characters; allowed: {server.max_question:,}")
        if any("\ud800" <= char <= "\udfff" for char in query.text):
            raise UsageError("the question holds half of a character", hint="send whole ones, in UTF-8")
        if query.method == "baseline":
            raise UsageError("the method `baseline` is for measuring only", hint="leave `method` out")
        if query.method in BY_MEANING and not can_embed(self.settings, self.assistant.store.info()):
            raise UsageError(f"the method {query.method!r} needs vectors, which this index does not have", hint="leave `method` out")
        k = min(self.settings.search.k, server.max_k) if query.k is None else query.k
        if not 1 <= k <= server.max_k:
            raise UsageError(f"k is {k}; allowed: 1 to {server.max_k}")
        return audience, k

    def _again(self, what: str, query: Query, audience: str, day: str, k: int, make: Callable[[], Any]) -> Any:
        """What was made lately for the same question, day and audience over the same index."""
        key = self._key(what, query, audience, day, k)
        if key is None:
            return make()
        value, is_remembered = self.remembered.get(key, make)
        self.metrics.remembered(what, hit=is_remembered)
        return value

    def _key(self, what: str, query: Query, audience: str, day: str, k: int) -> tuple[Any, ...] | None:
        """All that an answer depends on; None where it depends on code, which is looked up in its files each time.

        An index that is made anew counts its generations anew, so that the moment of its last sync is needed, too.
        """
        info = self.assistant.store.info()
        is_about_documents = query.part == "docs" or (not query.part and info.documents > 0)
        if not is_about_documents:
            return None
        labels = tuple(sorted(self.settings.labels_of(audience)))
        narrowing = (query.language, query.doc_type, query.label)
        return (
            what,
            info.generation,
            info.last_sync,
            info.path,
            audience,
            labels,
            day,
            query.text,
            k,
            query.method,
            query.part,
            *narrowing,
        )
