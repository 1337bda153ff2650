"""The facade: what the command line, the server and other programs call. It wires the parts and holds no logic."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import IndexMismatchError, NoIndexError, PolicyAssistantError, UsageError, nearest
from policy_assistant.filters import Filters, parse_as_of
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings

if TYPE_CHECKING:
    from policy_assistant.answer import Answer, Asked
    from policy_assistant.ask import Answerer
    from policy_assistant.code.fresh import Freshness
    from policy_assistant.code.links import Linker
    from policy_assistant.code.search import CodeSearcher
    from policy_assistant.code.trace.run import Traced
    from policy_assistant.code.where import Places
    from policy_assistant.evaluate.answers import AnswerEvaluation
    from policy_assistant.evaluate.run import Evaluation
    from policy_assistant.evaluate.variants import Variant
    from policy_assistant.explain import Part
    from policy_assistant.glossary import Glossary
    from policy_assistant.ingest import IngestReport, Progress
    from policy_assistant.ledger.store import Ledger
    from policy_assistant.lexical import Hit
    from policy_assistant.models.base import ChatModel, Completion, Embedder, Reranker
    from policy_assistant.question import Question
    from policy_assistant.search import Finder, Passage, Searcher, SearchResult
    from policy_assistant.store.sqlite import Store


PARTS_ASKED = ("", "docs", "code", "all")
"""What may be searched; empty for what the project has, documents first."""


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
        self,
        query: str,
        *,
        method: str = "",
        k: int | None = None,
        as_of: str = "today",
        audience: str = "",
        rewrite: bool = False,
        part: str = "",
    ) -> "SearchResult":
        """The k best passages for a question. `as_of` is an ISO date, `today` or `none`; `part` as in `finder`."""
        from policy_assistant.search import SearchResult, check_query

        k = self.settings.search.k if k is None else k
        check_query(query, k)
        audience = audience or self.settings.access.default
        labels, day = self.settings.labels_of(audience), parse_as_of(as_of, self.settings.today)
        filters = Filters(day, labels)

        def searched() -> SearchResult:
            finder = self.finder(part, method, rewrite=rewrite)
            question = finder.question(query)
            found, stale, gone = self._found(finder, question, k, filters)
            as_of_day = None if finder.method == "baseline" else day
            hits, passages = tuple(hit for hit, _ in found), tuple(passage for _, passage in found)
            return SearchResult(query, finder.method, as_of_day, audience, hits, passages, finder.size, question, finder.part, stale, gone)

        try:
            return searched()
        except IndexMismatchError:  # another process may have made the index anew between two looks at it
            return searched()

    def _found(
        self, finder: "Finder", question: "Question", k: int, filters: Filters
    ) -> "tuple[Sequence[tuple[Hit, Passage]], frozenset[str], int]":
        """The k best passages; code as its files are now."""
        if finder.part == "docs":
            return finder.find_question(question, k, filters), frozenset(), 0
        from policy_assistant.code.where import SPARE, present

        return present(finder.find_question(question, k + SPARE, filters), self.freshness, k)

    def where(self, query: str, *, method: str = "", k: int | None = None, audience: str = "") -> "Places":
        """The k best places in code for a question, looked up in the files as they are now.

        Raises:
            NoIndexError: the index holds no code.
        """
        from policy_assistant.code.where import where
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query(query, k)
        audience = audience or self.settings.access.default
        filters = Filters(None, self.settings.labels_of(audience))
        try:
            return where(query, self.code_searcher(method), k, filters, audience, self.freshness, self.linker)
        except IndexMismatchError:  # as in `search`
            return where(query, self.code_searcher(method), k, filters, audience, self.freshness, self.linker)

    def trace(
        self,
        topic: str = "",
        section: str = "",
        *,
        as_of: str = "today",
        audience: str = "",
        links_from: Path | None = None,
        progress: "Progress | None" = None,
    ) -> "Traced":
        """The rules of a topic, of a document or of one of its sections against the code that keeps them; of all documents
        where no topic is given. Local links lead from `links_from`, the project's folder unless given.

        Raises:
            UsageError: `as_of` is `none`: rules hold on a day.
            NotFoundError: there is no such section.
            NoIndexError: the index holds no code.
        """
        from policy_assistant.code.trace.run import traced
        from policy_assistant.search import check_query

        check_query(topic or "all", 1)
        audience = audience or self.settings.access.default
        day = parse_as_of(as_of, self.settings.today)
        if day is None:
            raise UsageError("rules hold on a day: `none` is not allowed here", hint="leave --as-of out, or give a date")
        filters = Filters(day, self.settings.labels_of(audience))
        finder = self.code_searcher()

        def passages(query: str, k: int) -> "Sequence[Passage]":
            searcher = self.searcher("" if self.settings.search.method != "baseline" else "keywords")
            return [passage for _, passage in searcher.find(query, k, filters)]

        linker = replace(self.linker, folder=links_from or self.settings.folder)
        return traced(topic, section, finder, filters, audience, passages, self.freshness, linker, progress)

    @property
    def freshness(self) -> "Freshness":
        """What looks pieces of code up in the files as they are now; each time anew, for files change at any time."""
        from policy_assistant.code.fresh import Freshness

        return Freshness(self.settings, self.store)

    @property
    def linker(self) -> "Linker":
        """What makes links to code."""
        from policy_assistant.code.links import Linker

        return Linker.of(self.settings, self.store.info().commits, self.freshness.path_of)

    def ask(
        self,
        question: str,
        *,
        method: str = "",
        k: int | None = None,
        as_of: str = "",
        audience: str = "",
        model: str = "",
        prompt: str = "",
        rewrite: bool = False,
        keep: bool = True,
        part: str = "",
        without_documents: Collection[str] = (),
    ) -> "Answer":
        """The proved answer to a question: free text, or the ID of a fixed question.

        `as_of` is an ISO date, `today`, or empty for a fixed question's own date and today for free text. `model` is
        `extractor`, the spec of a chat model, or empty for what the settings say; `prompt` the name or file of a prompt.
        Without `keep` nothing goes to the ledger. `part` is what is asked, as in `finder`. `without_documents` are treated as
        if they were not there.

        Raises:
            UsageError: `as_of` is `none`: an answer holds on a day.
            NotFoundError: what looks like an ID is none of a fixed question.
        """
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query(question, k)
        asked = self._asked(question, as_of, audience or self.settings.access.default)

        def answered() -> "Answer":
            answerer = self._answerer(method, model, prompt, rewrite=rewrite, without_documents=without_documents, part=part)
            return answerer.answer(asked, k)

        try:
            answer = answered()
        except IndexMismatchError:  # as in `search`
            answer = answered()
        return self._kept(answer) if keep and self.settings.answers.ledger else answer

    def _kept(self, answer: "Answer") -> "Answer":
        """The answer with its ID in the ledger. One that cannot be kept is not lost: a note says so."""
        from dataclasses import replace

        try:
            return replace(answer, kept=self.ledger.keep(answer, today=self.settings.today).id)
        except PolicyAssistantError as error:
            return replace(answer, notes=(*answer.notes, f"the answer is not in the ledger: {error}"))

    @property
    def ledger(self) -> "Ledger":
        """The kept answers of the project."""
        from policy_assistant.ledger.store import Ledger

        return Ledger.of(self.settings)

    def closed_book(self, question: str, *, as_of: str = "", model: str = "") -> "Completion":
        """What a chat model says to a question without any passage. Nothing of it is proved."""
        from policy_assistant.reply import closed_book
        from policy_assistant.search import check_query

        check_query(question, 1)
        return closed_book(self._asked(question, as_of, self.settings.access.default), self._chat_model_of(model) or self.chat_model)

    def _asked(self, question: str, as_of: str, audience: str) -> "Asked":
        from policy_assistant.analysis import base_language, likely_languages
        from policy_assistant.answer import Asked
        from policy_assistant.evaluate.questions import named_question

        named = named_question(question, self.settings.questions_path)
        text, name, day = (named.question, named.id, as_of or named.as_of or "today") if named else (question, "", as_of or "today")
        date = parse_as_of(day, self.settings.today)
        if date is None:
            raise UsageError("an answer needs a day: `none` is not allowed here", hint="leave --as-of out, or give a date")
        languages = [base_language(language) for language in self.settings.project.languages]
        language = base_language(named.language) if named and named.language else likely_languages(text, languages)[0]
        return Asked(text, language, date, audience, self.settings.labels_of(audience), name)

    def _chat_model_of(self, model: str) -> "ChatModel | None":
        """The chat model that a spec or the settings name, None for the extractor."""
        from policy_assistant.answer import EXTRACTOR
        from policy_assistant.index_model import options_of
        from policy_assistant.models.chat.base import NONE, open_chat_model

        spec = model or self.settings.models.chat_model
        return None if spec in ("", EXTRACTOR, NONE) else open_chat_model(spec, options_of(self.settings))

    def _answerer(
        self, method: str, model: str, prompt: str, *, rewrite: bool, without_documents: Collection[str] = (), part: str = ""
    ) -> "Answerer":
        from policy_assistant.ask import Answerer

        finder = self.finder(part, method, rewrite=rewrite)
        if finder.method == "baseline":
            raise UsageError("the baseline has no dates, so that nothing can be proved with it", hint="leave --method baseline out")
        chat_model = self._chat_model_of(model)
        used = None
        if chat_model:
            from policy_assistant.reply import DEFAULT, DEFAULT_FOR_CODE, load_prompt

            used = load_prompt(prompt, self.settings.folder, DEFAULT if finder.part == "docs" else DEFAULT_FOR_CODE)
        answerer = Answerer(finder, self.store, self.settings.answers, chat_model, used, without_documents)
        return answerer if finder.part == "docs" else replace(answerer, freshness=self.freshness, linker=self.linker)

    def explain(self, result: "SearchResult") -> "Mapping[str, Sequence[Part]]":
        """The parts of the scores of a search by meaning, by chunk ID."""
        from policy_assistant.explain import parts_of

        filters = Filters(result.as_of, self.settings.labels_of(result.audience))
        return parts_of(self.searcher(result.method), result.asked, max(len(result.hits), 1), filters)

    def finder(self, part: str = "", method: str = "", *, rewrite: bool = False) -> "Finder":
        """The search over a part of the index: `docs`, `code` or `all`; where empty, documents, or code where there are none.

        Raises:
            UsageError: no such part, or a method that it is not searched by.
            NoIndexError: the index holds no code, and it is asked for.
        """
        from policy_assistant.search import check_method

        if part not in PARTS_ASKED:
            raise UsageError(f"unknown part {part!r}", hint=nearest(part, PARTS_ASKED[1:]))
        if method:
            check_method(method)  # before the index is opened
        if not part and (method or self.settings.search.method) != "baseline":
            info = self.store.info()
            part = "code" if info.code_files and not info.documents else "docs"
        if part in ("", "docs"):
            return self.searcher(method, rewrite=rewrite)
        if part == "code":
            return self.code_searcher(method, rewrite=rewrite)
        from policy_assistant.code.search import CODE_METHODS, BothSearcher

        docs = self.searcher(method, rewrite=rewrite)
        if docs.baseline:
            raise UsageError("the baseline searches documents only", hint="leave --method baseline out, or give --in docs")
        return BothSearcher(docs, self.code_searcher(docs.method if docs.method in CODE_METHODS else ""))

    def code_searcher(self, method: str = "", *, rewrite: bool = False) -> "CodeSearcher":
        """The search over code, ready to run; the best method that the index and the installed parts allow when none is named.

        Raises:
            NoIndexError: the index holds no code.
            UsageError: code is not searched by this method.
        """
        from policy_assistant.code.search import CODE_METHODS, CodeSearcher, check_code_method
        from policy_assistant.index_model import can_embed

        info = self.store.info()
        if not info.code_files:
            raise NoIndexError("the index holds no code", hint="name its folders in [code] folders, then run `policy-assistant ingest`")
        usual = self.settings.search.method if self.settings.search.method in CODE_METHODS else ""
        method = check_code_method(method or usual or ("hybrid" if can_embed(self.settings, info) else "keywords"))
        embedder = self._embedder_of_index() if method != "keywords" else None
        rewriter = self.chat_model if rewrite else None
        return CodeSearcher(method, self.store, self.settings.project.languages, self.glossary, embedder, rewriter)

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
        part: str = "",
        progress: Callable[[int, int], None] | None = None,
    ) -> "Evaluation":
        """Score a method on the project's questions about a part of it, as in `finder`.

        `as_of` is empty for each question's own date, or as in `search`.
        """
        finder = self.finder(part, method, rewrite=rewrite)
        if finder.part == "all":
            raise UsageError("questions are about documents or about code, not about both", hint="give --in docs or --in code")
        return self._evaluated(finder, k, as_of, audience, progress)

    def evaluate_answers(
        self,
        *,
        method: str = "",
        k: int | None = None,
        as_of: str = "",
        audience: str = "",
        model: str = "",
        prompt: str = "",
        rewrite: bool = False,
        half: str = "all",
        without_relevant: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> "AnswerEvaluation":
        """Judge the answers to the project's questions, or to one half of them. Options and errors are those of `ask`.

        Nothing goes to the ledger. With `without_relevant` each question is asked as if the documents that it names as
        relevant were not there.
        """
        from policy_assistant.evaluate.answers import AnswerSetting, answering, day_of, evaluate_answers
        from policy_assistant.evaluate.exactness import Sources
        from policy_assistant.evaluate.halves import chosen
        from policy_assistant.evaluate.questions import load_questions
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query("any", k)
        audience, today = audience or self.settings.access.default, self.settings.today
        labels, languages = self.settings.labels_of(audience), self.settings.project.languages
        setting = AnswerSetting(k, day_of(as_of, today), audience, labels, today, languages)
        answerer = self._answerer(method, model, prompt, rewrite=rewrite, without_documents=())
        questions = chosen(load_questions(self.settings.questions_path).values(), half)
        sources = Sources(self.settings, self.store.documents())
        return evaluate_answers(questions, answering(answerer, setting, without_relevant=without_relevant), sources, setting, progress)

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
        self, finder: "Finder", k: int | None, as_of: str, audience: str, progress: Callable[[int, int], None] | None
    ) -> "Evaluation":
        from policy_assistant.evaluate.causes import Known, found_again
        from policy_assistant.evaluate.questions import load_questions
        from policy_assistant.evaluate.run import EACH_QUESTION, Setting, evaluate
        from policy_assistant.metadata import CODE_CHUNKER
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query("any", k)
        audience = audience or self.settings.access.default
        day = EACH_QUESTION if not as_of else parse_as_of(as_of, self.settings.today)
        is_baseline = finder.method == "baseline"
        setting = Setting(k, None if is_baseline else day, audience, self.settings.labels_of(audience), self.settings.today)
        is_about_code = finder.part == "code"
        known = Known(finder.all_passages())
        chunker = "" if is_baseline else CODE_CHUNKER if is_about_code else self.store.info().chunker
        questions = [q for q in load_questions(self.settings.questions_path).values() if q.is_about_code == is_about_code]
        if is_about_code:
            questions = found_again(questions, known)
        return evaluate(questions, finder, known, setting, chunker, progress, finder.model)
