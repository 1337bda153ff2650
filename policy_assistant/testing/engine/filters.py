"""Filters inside every search: nothing forbidden comes, and nothing allowed loses its place to what is forbidden."""

import random
from collections.abc import Callable
from dataclasses import replace

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.filters import PARTS, Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import Engine, PreparedDocument
from policy_assistant.testing.engine.checks import Backend, Found, check, refuses, same
from policy_assistant.testing.engine.samples import MODEL, all_chunks, code_file, document, metadata, with_vectors
from policy_assistant.testing.engine.vectors import unit

LABELS = ("public", "staff", "board")
TYPES = ("policy", "help", "")
LANGUAGES = ("en", "fr", "fr-CA")
DAYS = ("2025-12-31", "2026-01-01", "2026-01-02", "2026-06-30", "2026-07-01")
TEXTS = ("tea", "tea tea", "the tea", "the the", "tea pot the")
QUESTION = (1.0, 2.0, 0.5)
MANY = 1_000


def filters_as_their_rule_says(backend: Backend) -> None:
    """On random documents and code, for random filters: every search is the unfiltered one without what `Filters.allow` forbids."""
    chance = random.Random(5)  # noqa: S311 - nothing secret
    for turn in range(4):
        prepared = [_document(chance, number) for number in range(chance.randint(2, 9))]
        code = [_code(chance, number) for number in range(3)]
        with backend.holding(*prepared, *code, name=f"turn{turn}", embedding=MODEL) as engine, engine.snapshot():
            everything = {part: _searches(engine, MANY, Filters(part=part)) for part in PARTS}
            same(len(everything["docs"]["vectors"]), len(all_chunks(*prepared)), "chunks with a vector")
            for _ in range(10):
                filters, k = _filters(chance), chance.choice((1, 3, MANY))
                _check_filtered(engine, filters, k, everything[filters.part])
                every = all_chunks(*(code if filters.part == "code" else prepared))
                same(engine.count_chunks(filters), sum(_allowed(chunk, filters) for chunk in every), f"chunks under {filters}")


def _check_filtered(engine: Engine, filters: Filters, k: int, everything: dict[str, Found]) -> None:
    for what, found in _searches(engine, k, filters).items():
        right = [(chunk, score) for chunk, score in everything[what] if _allowed(chunk, filters)][:k]
        same(found, right, f"{what} under {filters}")


def _searches(engine: Engine, k: int, filters: Filters) -> dict[str, Found]:
    found: dict[str, Found] = {"vectors": engine.search_vectors(unit(*QUESTION), k, filters)}
    if filters.part == "code":
        return found | {"code": engine.search_code([(["tea", "pot"], 1.0)], k, filters)}
    return found | {
        "words": engine.search_text(["tea", "the"], k, filters),
        "terms": engine.search_terms([(["tea"], 1.0), (["pot"], 0.5)], k, filters),
    }


def _allowed(chunk: Chunk, filters: Filters) -> bool:
    part = "code" if chunk.place else "docs"
    return filters.allow(chunk.access, chunk.effective_from, chunk.effective_to, chunk.language, part, chunk.doc_type)


def _filters(chance: random.Random) -> Filters:
    labels = chance.choice((None, frozenset(chance.sample(LABELS, chance.randint(0, 3)))))
    day, language = chance.choice((None, *DAYS)), chance.choice((None, None, *LANGUAGES))
    return Filters(day, labels, language, chance.choice(("docs", "docs", "code")), chance.choice((None, None, *TYPES, "poem")))


def _document(chance: random.Random, number: int) -> PreparedDocument:
    began, ended = chance.choices(("", *DAYS), k=2)
    meta = metadata(f"d{number}", access=chance.choice(LABELS), effective_from=began, effective_to=ended)
    made = document(
        replace(meta, doc_type=chance.choice(TYPES), language=chance.choice(LANGUAGES)), *chance.choices(TEXTS, k=chance.randint(1, 3))
    )
    return _with_random_vectors(made, chance)


def _code(chance: random.Random, number: int) -> PreparedDocument:
    made = code_file(f"f{number}.py", ("tea", "tea pot"), ("other", "pot pot"), access=chance.choice(LABELS))
    return _with_random_vectors(made, chance)


def _with_random_vectors(made: PreparedDocument, chance: random.Random) -> PreparedDocument:
    return with_vectors(made, *(unit(chance.random(), chance.random(), chance.random() + 0.1) for _ in made.chunks))


def counts_both_ends_of_a_period(backend: Backend) -> None:
    """The first day and the last one; an open end never ends, and an open beginning never began."""
    half_year = document(metadata("half-year", effective_from="2026-01-01", effective_to="2026-06-30"), "tea")
    new, old, ever = (
        document(metadata("new", effective_from="2026-01-02"), "tea"),
        document(metadata("old", effective_to="2025-12-31"), "tea"),
        document(metadata("ever"), "tea"),
    )
    right = {
        "0001-01-01": ["ever", "old"],
        "2025-12-31": ["ever", "old"],
        "2026-01-01": ["ever", "half-year"],
        "2026-06-30": ["ever", "half-year", "new"],
        "2026-07-01": ["ever", "new"],
        "9999-12-31": ["ever", "new"],
    }
    with backend.holding(half_year, new, old, ever) as engine:
        for day, names in right.items():
            same(_found(engine, Filters(day)), names, f"what is in force on {day}")


def shows_only_the_labels_of_an_audience(backend: Backend) -> None:
    """Exactly these; none at all for an audience without labels."""
    with backend.holding(*(document(metadata(label, access=label), "tea") for label in LABELS)) as engine:
        same(_found(engine, Filters(labels=frozenset({"public", "board"}))), ["board", "public"], "two labels")
        for labels in ((), ("PUBLIC", "unknown"), ("pub",)):
            same(_found(engine, Filters(labels=frozenset(labels))), [], f"the labels {labels}")


def gives_hidden_chunks_no_place(backend: Backend) -> None:
    """Thirty better ones that may not be seen do not take the place of one that may."""
    hidden = [with_vectors(document(metadata(f"hidden{number}", access="staff"), "tea tea tea"), unit(*QUESTION)) for number in range(30)]
    shown = with_vectors(document(metadata("shown"), "tea with a long list of other words"), unit(0, 0, 1))
    public = Filters(labels=frozenset({"public"}))
    with backend.holding(*hidden, shown, embedding=MODEL) as engine:
        for what, found in _searches(engine, 1, public).items():
            same([chunk.doc_id for chunk, _ in found], ["shown"], f"hits of {what}")


def refuses_filters_of_the_other_part(backend: Backend) -> None:
    """A search that cannot obey a filter says so, and gives no hits that the filter would not have allowed."""
    docs, code = Filters(), Filters(part="code")
    with backend.holding(document(metadata("house"), "tea"), code_file("a.py", ("tea", "tea"))) as engine:
        searches: dict[str, Callable[[], object]] = {
            "words": lambda: engine.search_text(["tea"], 5, code),
            "terms": lambda: engine.search_terms([(["tea"], 1.0)], 5, code),
            "counting terms": lambda: engine.count_terms([["tea"]], code),
            "code": lambda: engine.search_code([(["tea"], 1.0)], 5, docs),
        }
        for what, search in searches.items():
            check(
                bool(str(refuses(search, (ValueError, PolicyAssistantError), f"a filter for the other part in {what}"))),
                f"{what}: no reason",
            )


def _found(engine: Engine, filters: Filters) -> list[str]:
    return sorted(chunk.doc_id for chunk, _ in engine.search_text(["tea"], 10, filters))


PROMISES: tuple[Callable[[Backend], None], ...] = (
    filters_as_their_rule_says,
    counts_both_ends_of_a_period,
    shows_only_the_labels_of_an_audience,
    gives_hidden_chunks_no_place,
    refuses_filters_of_the_other_part,
)
