"""The facade: what the command line, the server and other programs call. It wires the parts and holds no logic."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from policy_assistant.errors import IndexMismatchError, PolicyAssistantError, UsageError
from policy_assistant.filters import Filters, narrowed, parse_as_of
from policy_assistant.parts import Models, Parts
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings

if TYPE_CHECKING:
    from policy_assistant.answer import Answer, Asked
    from policy_assistant.ask import Found
    from policy_assistant.code.trace.run import Traced
    from policy_assistant.code.where import Places
    from policy_assistant.evaluate.answers import AnswerEvaluation
    from policy_assistant.evaluate.run import Evaluation
    from policy_assistant.evaluate.variants import Variant
    from policy_assistant.explain import Part
    from policy_assistant.ingest import IngestReport, Progress
    from policy_assistant.lexical import Hit
    from policy_assistant.migrate import Migrated
    from policy_assistant.models.base import Completion
    from policy_assistant.question import Question
    from policy_assistant.search import Finder, Passage, SearchResult


class Assistant(Parts):
    """A project, ready to be asked. Parts are loaded when they are first needed; errors are those of `errors`."""

    def __init__(self, settings: Settings, models: Models | None = None) -> None:
        super().__init__(settings, models)
        self._variants: dict[str, Assistant] = {}

    @classmethod
    def open(cls, folder: Path | str = ".") -> "Assistant":
        """The project in a folder."""
        return cls(load_settings(folder))

    def ingest(
        self,
        *,
        chunker: str = "",
        embedder: str = "",
        rebuild: bool = False,
        dry_run: bool = False,
        strict: bool = False,
        without_vectors: bool = False,
        forget_missing: bool = False,
        unfinished: Collection[str] = (),
        progress: "Progress | None" = None,
        embed_progress: "Progress | None" = None,
        waiting: Callable[[str], None] | None = None,
        shard: str = "",
    ) -> "IngestReport":
        """Bring the index up to date with the files, or with `shard` (`I/N`) make a part ready for `publish_shards`."""
        from policy_assistant.ingest import ingest
        from policy_assistant.shards import parse_shard

        return ingest(
            self.settings,
            chunker=chunker,
            embedder=embedder,
            rebuild=rebuild,
            dry_run=dry_run,
            strict=strict,
            without_vectors=without_vectors,
            forget_missing=forget_missing,
            unfinished=unfinished,
            progress=progress,
            embed_progress=embed_progress,
            waiting=waiting,
            shard=parse_shard(shard) if shard else None,
        )

    def publish_shards(self, *, waiting: Callable[[str], None] | None = None) -> "IngestReport":
        """Make the parts of an ingest visible together."""
        from policy_assistant.publish_shards import publish_shards

        return publish_shards(self.settings, waiting=waiting)

    def migrate(self, to: str, *, force: bool = False, progress: Callable[[int, int], None] | None = None) -> "Migrated":
        """Copy the index to another engine. Arguments and errors are those of `migrate.migrate`."""
        from policy_assistant.migrate import migrate

        return migrate(self.settings, to, force=force, progress=progress)

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
        language: str = "",
        doc_type: str = "",
        label: str = "",
    ) -> "SearchResult":
        """The k best passages for a question. `as_of` is an ISO date, `today` or `none`; `part` as in `finder`.

        `language`, `doc_type` and `label` narrow the search where they are not empty.
        """
        from policy_assistant.search import SearchResult, check_query

        k = self.settings.search.k if k is None else k
        check_query(query, k)
        audience = audience or self.settings.access.default
        labels, day = self.settings.labels_of(audience), parse_as_of(as_of, self.settings.today)
        filters = narrowed(Filters(day, labels), language, doc_type, label)

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
        fixed: bool = True,
        found: "Found | None" = None,
    ) -> "Answer":
        """The proved answer to a question: free text, or, unless `fixed` is false, the ID of a fixed question.

        `as_of` is an ISO date, `today`, or empty for a fixed question's own date and today for free text. `model` is
        `extractor`, the spec of a chat model, or empty for what the settings say; `prompt` the name or file of a prompt.
        Without `keep` nothing goes to the ledger. `part` is what is asked, as in `finder`. `without_documents` are treated as
        if they were not there. `found` is told the passages as soon as they are there.

        Raises:
            UsageError: `as_of` is `none`: an answer holds on a day.
            NotFoundError: what looks like an ID is none of a fixed question.
        """
        from policy_assistant.search import check_query

        k = self.settings.search.k if k is None else k
        check_query(question, k)
        asked = self._asked(question, as_of, audience or self.settings.access.default, fixed=fixed)

        def answered() -> "Answer":
            answerer = self.answerer(method, model, prompt, rewrite=rewrite, without_documents=without_documents, part=part)
            return answerer.answer(asked, k, found)

        try:
            answer = answered()
        except IndexMismatchError:  # as in `search`
            answer = answered()
        return self.keep(answer) if keep and self.settings.answers.ledger else answer

    def keep(self, answer: "Answer") -> "Answer":
        """The answer with its ID in the ledger. One that cannot be kept is not lost: a note says so."""
        from dataclasses import replace

        try:
            return replace(answer, kept=self.ledger.keep(answer, today=self.settings.today).id)
        except PolicyAssistantError as error:
            return replace(answer, notes=(*answer.notes, f"the answer is not in the ledger: {error}"))

    def closed_book(self, question: str, *, as_of: str = "", model: str = "") -> "Completion":
        """What a chat model says to a question without any passage. Nothing of it is proved."""
        from policy_assistant.reply import closed_book
        from policy_assistant.search import check_query

        check_query(question, 1)
        return closed_book(self._asked(question, as_of, self.settings.access.default), self.chat_model_of(model) or self.models.chat)

    def _asked(self, question: str, as_of: str, audience: str, *, fixed: bool = True) -> "Asked":
        from policy_assistant.analysis import base_language, likely_languages
        from policy_assistant.answer import Asked
        from policy_assistant.evaluate.questions import named_question

        named = named_question(question, self.settings.questions_path) if fixed else None
        text, name, day = (named.question, named.id, as_of or named.as_of or "today") if named else (question, "", as_of or "today")
        date = parse_as_of(day, self.settings.today)
        if date is None:
            raise UsageError("an answer needs a day: `none` is not allowed here", hint="leave --as-of out, or give a date")
        languages = [base_language(language) for language in self.settings.project.languages]
        language = base_language(named.language) if named and named.language else likely_languages(text, languages)[0]
        return Asked(text, language, date, audience, self.settings.labels_of(audience), name)

    def explain(self, result: "SearchResult") -> "Mapping[str, Sequence[Part]]":
        """The parts of the scores of a search by meaning, by chunk ID."""
        from policy_assistant.explain import parts_of

        filters = Filters(result.as_of, self.settings.labels_of(result.audience))
        return parts_of(self.searcher(result.method), result.asked, max(len(result.hits), 1), filters)

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
        answerer = self.answerer(method, model, prompt, rewrite=rewrite, without_documents=())
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
