"""The facade: what the command line, the server and other programs call. It wires the parts and holds no logic."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import IndexMismatchError, UsageError
from policy_assistant.filters import Filters, parse_as_of
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings

if TYPE_CHECKING:
    from policy_assistant.evaluate.run import Evaluation
    from policy_assistant.evaluate.variants import Variant
    from policy_assistant.explain import Part
    from policy_assistant.glossary import Glossary
    from policy_assistant.ingest import IngestReport, Progress
    from policy_assistant.lexical import Hit
    from policy_assistant.models.base import ChatModel, Embedder, Reranker
    from policy_assistant.question import Question
    from policy_assistant.search import Passage, Searcher, SearchResult
    from policy_assistant.store.sqlite import Store


class Assistant:
    """A project, ready to be asked. Parts are loaded when they are first needed; errors are those of `errors`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._variants: dict[str, Assistant] = {}

    @classmethod
    def open(cls, folder: Path | str = ".") -> "Assistant":
        """The project in a folder."""
        return cls(load_settings(folder))

    @cached_property
    def store(self) -> "Store":
        """The index, for reading. Raises `NoIndexError` when nothing was ingested, `IndexMismatchError` when it is of another make."""
        from policy_assistant.store.sqlite import Store

        return Store(self.settings.index_path)

    @cached_property
    def embedder(self) -> "Embedder":
        """The embedder of the index, loaded. Raises as `index_model.embedder_of`."""
        from policy_assistant.index_model import embedder_of

        return embedder_of(self.settings, self.store.info())

    @cached_property
    def glossary(self) -> "Glossary":
        """The project's glossary with the shipped one. Raises `InputRefusedError` when its file is wrong."""
        from policy_assistant.glossary import whole_glossary

        return whole_glossary(self.settings.glossary_path)

    @cached_property
    def reranker(self) -> "Reranker | None":
        """The model that reranks, None for our own signals."""
        from policy_assistant.index_model import options_of
        from policy_assistant.models.rerankers.base import SIGNALS, open_reranker

        spec = self.settings.models.reranker
        return None if spec in ("", SIGNALS) else open_reranker(spec, options_of(self.settings))

    @cached_property
    def chat_model(self) -> "ChatModel":
        """The chat model of the settings. Raises `UsageError` when they name none."""
        from policy_assistant.index_model import options_of
        from policy_assistant.models.chat.base import open_chat_model

        if not self.settings.models.chat_model:
            raise UsageError(
                "no chat model is set", hint="set [models] chat_model and chat_base_url, or the environment variables of the same name"
            )
        return open_chat_model(self.settings.models.chat_model, options_of(self.settings))

    def ingest(
        self,
        *,
        chunker: str = "",
        embedder: str = "",
        rebuild: bool = False,
        dry_run: bool = False,
        strict: bool = False,
        without_vectors: bool = False,
        progress: "Progress | None" = None,
        embed_progress: "Progress | None" = None,
    ) -> "IngestReport":
        """Bring the index up to date with the files."""
        from policy_assistant.ingest import ingest

        return ingest(
            self.settings,
            chunker=chunker,
            embedder=embedder,
            rebuild=rebuild,
            dry_run=dry_run,
            strict=strict,
            without_vectors=without_vectors,
            progress=progress,
            embed_progress=embed_progress,
        )

    def search(
        self, query: str, *, method: str = "", k: int | None = None, as_of: str = "today", audience: str = "", rewrite: bool = False
    ) -> "SearchResult":
        """The k best passages for a question. `as_of` is an ISO date, `today` or `none`."""
        from policy_assistant.search import SearchResult, check_query

        k = self.settings.search.k if k is None else k
        check_query(query, k)
        audience = audience or self.settings.access.default
        labels, day = self.settings.labels_of(audience), parse_as_of(as_of, self.settings.today)
        try:
            searcher, question, found = self._found(query, method, k, Filters(day, labels), rewrite)
        except IndexMismatchError:  # another process may have made the index anew between two looks at it
            searcher, question, found = self._found(query, method, k, Filters(day, labels), rewrite)
        as_of_day = None if searcher.baseline else day
        hits, passages = tuple(hit for hit, _ in found), tuple(passage for _, passage in found)
        return SearchResult(query, searcher.method, as_of_day, audience, hits, passages, searcher.size, question)

    def _found(
        self, query: str, method: str, k: int, filters: Filters, rewrite: bool
    ) -> "tuple[Searcher, Question, list[tuple[Hit, Passage]]]":
        searcher = self.searcher(method, rewrite=rewrite)
        question = searcher.question(query)
        return searcher, question, searcher.find_question(question, k, filters)

    def explain(self, result: "SearchResult") -> "Mapping[str, Sequence[Part]]":
        """The parts of the scores of a search by meaning, by chunk ID."""
        from policy_assistant.explain import parts_of

        filters = Filters(result.as_of, self.settings.labels_of(result.audience))
        return parts_of(self.searcher(result.method), result.asked, max(len(result.hits), 1), filters)

    def searcher(self, method: str = "", *, glossary: bool = True, rewrite: bool = False, without: str = "") -> "Searcher":
        """The search of a method, ready to run; the best that the index and the installed parts allow when none is named.

        `without` names a signal that `rerank` leaves out.
        """
        from policy_assistant.glossary import Glossary
        from policy_assistant.search import BY_MEANING, Searcher, check_method

        method = check_method(method or self.settings.search.method or self.best_method())
        languages = self.settings.project.languages
        rewriter = self.chat_model if rewrite else None
        if method == "baseline":
            from policy_assistant.baseline import load_baseline

            return Searcher(method, baseline=load_baseline(self.settings), languages=languages, rewriter=rewriter)
        reranker = self.reranker if method == "rerank" else None  # before the embedder, which may be slow to load
        return Searcher(
            method,
            engine=self.store,
            languages=languages,
            glossary=self.glossary if glossary and method not in ("bm25", "dense") else Glossary(),
            embedder=self._embedder_of_index() if method in BY_MEANING else None,
            reranker=reranker,
            rewriter=rewriter,
            without=without,
        )

    def _embedder_of_index(self) -> "Embedder":
        """The embedder, another one when the index was made anew with another since it was loaded."""
        from policy_assistant.index_model import embedding_of

        if "embedder" in self.__dict__ and self.store.embedding() != embedding_of(self.embedder):
            del self.embedder
        return self.embedder

    def best_method(self) -> str:
        """The best method that the index and the installed parts allow."""
        from policy_assistant.index_model import can_embed

        if not can_embed(self.settings, self.store.info()):
            return "keywords"
        return "hybrid" if self.settings.models.reranker == "none" else "rerank"

    def evaluate(
        self,
        *,
        method: str = "",
        k: int | None = None,
        as_of: str = "",
        audience: str = "",
        rewrite: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> "Evaluation":
        """Score a method on the project's questions. `as_of` is empty for each question's own date, or as in `search`."""
        return self._evaluated(self.searcher(method, rewrite=rewrite), k, as_of, audience, progress)

    def compare(
        self,
        variants: "Sequence[Variant]",
        *,
        k: int | None = None,
        as_of: str = "",
        audience: str = "",
        progress: Callable[[int, int], None] | None = None,
        embed_progress: "Progress | None" = None,
    ) -> "list[tuple[Variant, Evaluation]]":
        """Score variants on the project's questions. One with another chunker or embedder gets an index of its own in the
        cache folder, which later runs bring up to date.
        """
        from policy_assistant.evaluate.compare_run import run_variants

        searchers = {
            str(variant): self._of_variant(variant, embed_progress).searcher_of(variant.method, variant.options) for variant in variants
        }
        return run_variants(variants, lambda v, step: self._evaluated(searchers[str(v)], k, as_of, audience, step), progress)

    def _of_variant(self, variant: "Variant", progress: "Progress | None") -> "Assistant":
        """The project with the index of a variant; itself where its own index is that."""
        from policy_assistant.search import BY_MEANING

        options = variant.options
        if not {"chunker", "embedder"} & set(options):
            return self
        if variant.method not in BY_MEANING:
            options = {"embedder": "none", **options}  # nothing is embedded for a search by words
        from policy_assistant.variant_index import settings_of

        settings = settings_of(self.settings, self.store.info(), options, progress)
        return self if settings is self.settings else self._variants.setdefault(settings.store.path, Assistant(settings))

    def searcher_of(self, method: str, options: Mapping[str, str]) -> "Searcher":
        """The search of a method under the options of a variant, which are those of this project's index."""
        from policy_assistant.rerank import check_signal

        without = check_signal(options.get("without", ""))
        if without and method != "rerank":
            raise UsageError(f"the method {method!r} has no signals to leave out", hint="write rerank:without=SIGNAL")
        on = {key: options.get(key, default) == "on" for key, default in (("glossary", "on"), ("rewrite", "off"))}
        return self.searcher(method, glossary=on["glossary"], rewrite=on["rewrite"], without=without)

    def _evaluated(
        self, searcher: "Searcher", k: int | None, as_of: str, audience: str, progress: Callable[[int, int], None] | None
    ) -> "Evaluation":
        from policy_assistant.evaluate.causes import Known
        from policy_assistant.evaluate.questions import load_questions
        from policy_assistant.evaluate.run import EACH_QUESTION, Setting, evaluate
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query("any", k)
        audience = audience or self.settings.access.default
        day = EACH_QUESTION if not as_of else parse_as_of(as_of, self.settings.today)
        setting = Setting(k, None if searcher.baseline else day, audience, self.settings.labels_of(audience), self.settings.today)
        known = Known(searcher.baseline.sections if searcher.baseline else searcher.engine.chunks() if searcher.engine else ())
        chunker = searcher.engine.info().chunker if searcher.engine else ""
        questions = [*load_questions(self.settings.questions_path).values()]
        model = searcher.embedder.name if searcher.embedder else ""
        return evaluate(questions, searcher, known, setting, chunker, progress, model)
