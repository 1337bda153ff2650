"""The facade: what the command line, the server and other programs call. It wires the parts and holds no logic."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.filters import Filters, parse_as_of
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings

if TYPE_CHECKING:
    from policy_assistant.evaluate.run import Evaluation
    from policy_assistant.ingest import IngestReport, Progress
    from policy_assistant.search import Searcher, SearchResult
    from policy_assistant.store.sqlite import Store


class Assistant:
    """A project, ready to be asked. Parts are loaded when they are first needed; errors are those of `errors`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @classmethod
    def open(cls, folder: Path | str = ".") -> "Assistant":
        """The project in a folder."""
        return cls(load_settings(folder))

    @cached_property
    def store(self) -> "Store":
        """The index, for reading. Raises `NoIndexError` when nothing was ingested, `IndexMismatchError` when it is of another make."""
        from policy_assistant.store.sqlite import Store

        return Store(self.settings.index_path)

    def ingest(
        self, *, chunker: str = "", rebuild: bool = False, dry_run: bool = False, strict: bool = False, progress: "Progress | None" = None
    ) -> "IngestReport":
        """Bring the index up to date with the files."""
        from policy_assistant.ingest import ingest

        return ingest(self.settings, chunker=chunker, rebuild=rebuild, dry_run=dry_run, strict=strict, progress=progress)

    def search(self, query: str, *, method: str = "", k: int | None = None, as_of: str = "today", audience: str = "") -> "SearchResult":
        """The k best passages for a question. `as_of` is an ISO date, `today` or `none`."""
        from policy_assistant.search import SearchResult, check_query

        k = self.settings.search.k if k is None else k
        check_query(query, k)
        audience = audience or self.settings.access.default
        day = parse_as_of(as_of, self.settings.today)
        searcher = self.searcher(method)
        day = None if searcher.baseline else day
        found = searcher.find(query, k, Filters(day, self.settings.labels_of(audience)))
        hits, passages = tuple(hit for hit, _ in found), tuple(passage for _, passage in found)
        return SearchResult(query, searcher.method, day, audience, hits, passages, searcher.size)

    def searcher(self, method: str = "") -> "Searcher":
        """The search of a method, ready to run; the best installed one when none is named."""
        from policy_assistant.search import Searcher, check_method

        method = check_method(method or self.settings.search.method or "bm25")
        if method == "baseline":
            from policy_assistant.baseline import load_baseline

            return Searcher(method, baseline=load_baseline(self.settings))
        return Searcher(method, engine=self.store)

    def evaluate(
        self,
        *,
        method: str = "",
        k: int | None = None,
        as_of: str = "",
        audience: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> "Evaluation":
        """Score a method on the project's questions. `as_of` is empty for each question's own date, or as in `search`."""
        from policy_assistant.evaluate.causes import Known
        from policy_assistant.evaluate.questions import load_questions
        from policy_assistant.evaluate.run import EACH_QUESTION, Setting, evaluate
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query("any", k)
        audience = audience or self.settings.access.default
        searcher = self.searcher(method)
        day = EACH_QUESTION if not as_of else parse_as_of(as_of, self.settings.today)
        setting = Setting(k, None if searcher.baseline else day, audience, self.settings.labels_of(audience), self.settings.today)
        known = Known(searcher.baseline.sections if searcher.baseline else self.store.chunks())
        chunker = "" if searcher.baseline else self.store.info().chunker
        return evaluate([*load_questions(self.settings.questions_path).values()], searcher, known, setting, chunker, progress)
