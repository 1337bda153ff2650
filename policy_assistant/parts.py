"""The parts of a project, each opened when it is first needed: index, models, searchers, answerer, ledger."""

import threading
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from policy_assistant.errors import NoIndexError, UsageError, nearest
from policy_assistant.settings import Settings

if TYPE_CHECKING:
    from policy_assistant.ask import Answerer
    from policy_assistant.catalogue import Catalogue
    from policy_assistant.code.fresh import Freshness
    from policy_assistant.code.links import Linker
    from policy_assistant.code.search import CodeSearcher
    from policy_assistant.evaluate.questions import Question as FixedQuestion
    from policy_assistant.glossary import Glossary
    from policy_assistant.ledger.store import Ledger
    from policy_assistant.models.base import ChatModel, Embedder, Reranker
    from policy_assistant.search import Finder, Searcher
    from policy_assistant.store.base import Engine


PARTS_ASKED = ("", "docs", "code", "all")
"""What may be searched; empty for what the project has, documents first."""


class Models:
    """The models of a project, each loaded once, by whichever thread needs it first.

    With `remembered` the vectors of so many questions are kept.
    """

    def __init__(self, settings: Settings, remembered: int = 0) -> None:
        self._settings, self._remembered = settings, remembered
        self._embedder: Embedder | None = None
        self._turn = threading.Lock()

    def embedder(self, store: "Engine") -> "Embedder":
        """The embedder of an index, loaded; another one when the index was made anew with another. Raises as `index_model.embedder_of`."""
        from policy_assistant.index_model import embedder_of, embedding_of

        with self._turn:
            if self._embedder is None or store.embedding() != embedding_of(self._embedder):
                self._embedder = None  # so that two are never held together
                loaded = embedder_of(self._settings, store.info())
                if self._remembered:
                    from policy_assistant.models.remembering import RememberingEmbedder

                    loaded = RememberingEmbedder(loaded, self._remembered)
                self._embedder = loaded
            return self._embedder

    @cached_property
    def glossary(self) -> "Glossary":
        """The project's glossary with the shipped one. Raises `InputRefusedError` when its file is wrong."""
        from policy_assistant.glossary import whole_glossary

        return whole_glossary(self._settings.glossary_path)

    @cached_property
    def reranker(self) -> "Reranker | None":
        """The model that reranks, None for our own signals."""
        from policy_assistant.index_model import options_of
        from policy_assistant.models.rerankers.base import SIGNALS, open_reranker

        spec = self._settings.models.reranker
        return None if spec in ("", SIGNALS) else open_reranker(spec, options_of(self._settings))

    @cached_property
    def chat(self) -> "ChatModel":
        """The chat model of the settings. Raises `UsageError` when they name none."""
        if not self._settings.models.chat_model:
            raise UsageError(
                "no chat model is set", hint="set [models] chat_model and chat_base_url, or the environment variables of the same name"
            )
        return self.chat_of(self._settings.models.chat_model)

    def chat_of(self, spec: str) -> "ChatModel":
        """The chat model that a spec names."""
        from policy_assistant.index_model import options_of
        from policy_assistant.models.chat.base import open_chat_model

        return open_chat_model(spec, options_of(self._settings))


class Parts:
    """A project with its parts. One thread at a time may use it; threads that share `models` each have parts of their own."""

    expects_code = True
    """Whether it is an error to ask for code where there is none. It is not where that would tell who may not see it that there is some."""

    def __init__(self, settings: Settings, models: Models | None = None) -> None:
        self.settings = settings
        self.models = models or Models(settings)

    @cached_property
    def store(self) -> "Engine":
        """The index, for reading. Raises as `open_engine`."""
        from policy_assistant.store.engine import open_engine

        return open_engine(self.settings)

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

    def catalogue(self, labels: frozenset[str]) -> "Catalogue":
        """What whoever sees these labels may see of the project."""
        from policy_assistant.catalogue import Catalogue

        return Catalogue(self.settings, self.store, labels)

    def fixed_questions(self) -> "list[FixedQuestion]":
        """The project's fixed questions; none where there is no file of them. Raises `InputRefusedError` when the file is wrong."""
        from policy_assistant.evaluate.questions import load_questions

        path = self.settings.questions_path
        return [*load_questions(path).values()] if path.exists() else []

    @property
    def ledger(self) -> "Ledger":
        """The kept answers of the project."""
        from policy_assistant.ledger.store import Ledger

        return Ledger.of(self.settings)

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
        if not info.code_files and self.expects_code:
            raise NoIndexError("the index holds no code", hint="name its folders in [code] folders, then run `policy-assistant ingest`")
        usual = self.settings.search.method if self.settings.search.method in CODE_METHODS else ""
        method = check_code_method(method or usual or ("hybrid" if can_embed(self.settings, info) else "keywords"))
        embedder = self.models.embedder(self.store) if method != "keywords" else None
        rewriter = self.models.chat if rewrite else None
        return CodeSearcher(method, self.store, self.settings.project.languages, self.models.glossary, embedder, rewriter)

    def searcher(self, method: str = "", *, glossary: bool = True, rewrite: bool = False, without: str = "") -> "Searcher":
        """The search of a method, ready to run; the best that the index and the installed parts allow when none is named.

        `without` names a signal that `rerank` leaves out.
        """
        from policy_assistant.glossary import Glossary
        from policy_assistant.search import BY_MEANING, Searcher, check_method

        method = check_method(method or self.settings.search.method or self.best_method())
        languages = self.settings.project.languages
        rewriter = self.models.chat if rewrite else None
        if method == "baseline":
            from policy_assistant.baseline import load_baseline

            return Searcher(method, baseline=load_baseline(self.settings), languages=languages, rewriter=rewriter)
        reranker = self.models.reranker if method == "rerank" else None  # before the embedder, which may be slow to load
        return Searcher(
            method,
            engine=self.store,
            languages=languages,
            glossary=self.models.glossary if glossary and method not in ("bm25", "dense") else Glossary(),
            embedder=self.models.embedder(self.store) if method in BY_MEANING else None,
            reranker=reranker,
            rewriter=rewriter,
            without=without,
        )

    def searcher_of(self, method: str, options: Mapping[str, str]) -> "Searcher":
        """The search of a method under the options of a variant, which are those of this project's index."""
        from policy_assistant.rerank import check_signal

        without = check_signal(options.get("without", ""))
        if without and method != "rerank":
            raise UsageError(f"the method {method!r} has no signals to leave out", hint="write rerank:without=SIGNAL")
        on = {key: options.get(key, default) == "on" for key, default in (("glossary", "on"), ("rewrite", "off"))}
        return self.searcher(method, glossary=on["glossary"], rewrite=on["rewrite"], without=without)

    def best_method(self) -> str:
        """The best method that the index and the installed parts allow."""
        from policy_assistant.index_model import can_embed

        if not can_embed(self.settings, self.store.info()):
            return "keywords"
        return "hybrid" if self.settings.models.reranker == "none" else "rerank"

    def chat_model_of(self, model: str) -> "ChatModel | None":
        """The chat model that a spec or the settings name, None for the extractor."""
        from policy_assistant.answer import EXTRACTOR
        from policy_assistant.models.chat.base import NONE

        spec = model or self.settings.models.chat_model
        return None if spec in ("", EXTRACTOR, NONE) else self.models.chat_of(spec)

    def answerer(
        self, method: str, model: str, prompt: str, *, rewrite: bool, without_documents: Collection[str] = (), part: str = ""
    ) -> "Answerer":
        """What answers questions about a part, as in `finder`. Options are those of `Assistant.ask`, and so are errors."""
        from policy_assistant.ask import Answerer

        finder = self.finder(part, method, rewrite=rewrite)
        if finder.method == "baseline":
            raise UsageError("the baseline has no dates, so that nothing can be proved with it", hint="leave --method baseline out")
        chat_model = self.chat_model_of(model)
        used = None
        if chat_model:
            from policy_assistant.reply import DEFAULT, DEFAULT_FOR_CODE, load_prompt

            used = load_prompt(prompt, self.settings.folder, DEFAULT if finder.part == "docs" else DEFAULT_FOR_CODE)
        answerer = Answerer(finder, self.store, self.settings.answers, chat_model, used, without_documents)
        return answerer if finder.part == "docs" else replace(answerer, freshness=self.freshness, linker=self.linker)
