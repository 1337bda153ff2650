"""Search by plain words: BM25 in order, ties by ID, words as people write them, and explanations that add up."""

import random
from collections.abc import Callable, Sequence

from policy_assistant.analysis import words as words_of
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import PreparedDocument
from policy_assistant.testing.engine.checks import Backend, check, check_ranked, check_scores, same, texts
from policy_assistant.testing.engine.formula import text_scores
from policy_assistant.testing.engine.samples import all_chunks, code_file, document, metadata

VOCABULARY = ("tea", "pot", "cup", "milk", "the", "refund")
ALL = Filters()
MANY = 1_000

WRITTEN: Sequence[tuple[str, str]] = (
    ("DÉLAI", "Le délai de rétractation"),
    ("delai", "Le délai de rétractation"),
    ("de\u0301lai", "Le délai de rétractation"),
    ("retractation", "Le délai de rétractation"),
    ("PW-2200", "the kit of the PW-2200, new"),
    ("2200?", "the kit of the PW-2200, new"),
    ("naïve", "NAIVE ways"),
    ("Ελλάδα", "στην ΕΛΛΆΔΑ"),
    ("水", "水 を"),
    ("strasse", "Strasse 5"),
    ("l'été", "l’été"),
    ("snake_case", "a snake_case name"),
    ("snake_case", "the snake case"),
    ("кофе", "КОФЕ!"),
    ("3", "☕ 3 cups"),
)
"""A question, and a text that it finds."""

NO_WORDS = ("", "?!…", "\U0001fad6", "\u0301\u0302", '""', "( ) * ^ : -")

HOSTILE = (
    'the "pot" ""tea"" "',
    "AND OR NOT NEAR(pot, tea) + ^pot {a b} : pot* NEAR/2",
    "text: pot - {id text}: tea",
    "'; DROP TABLE chunks; -- pot tea",
    "pot " * 700 + "tea",
    "k" * 5_000 + " pot tea",
    " ".join(f"word{number}" for number in range(500)) + " pot tea",
    "pot\0 \0tea\0",
    "_ __ pot ___ tea",
    "\U0001fad6 \ue000 \U0010ffff pot tea",
    "\u202epot \u0642\u0647\u0648\u0629 tea",
)
"""Questions that try to be more than words. Each has `pot` and `tea`."""


def random_documents(chance: random.Random, most: int = 8) -> list[PreparedDocument]:
    """Short texts of few words, so that many tie."""
    made = (metadata(f"d{number}") for number in range(chance.randint(most // 2, most)))
    return [
        document(meta, *(" ".join(chance.choices(VOCABULARY, k=chance.randint(1, 6))) for _ in range(chance.randint(1, 4))))
        for meta in made
    ]


def scores_words_by_the_formula(backend: Backend) -> None:
    """On random texts: the scores, their order, and how many come."""
    chance = random.Random(1)  # noqa: S311 - nothing secret
    for turn in range(4):
        prepared = random_documents(chance)
        with backend.holding(*prepared, code_file("a.py", ("tea", "tea = pot")), name=f"turn{turn}") as engine, engine.snapshot():
            for k in (1, 3, 7, MANY):
                asked = chance.sample((*VOCABULARY, "absent"), chance.randint(1, 4))
                right = text_scores(all_chunks(*prepared), asked)
                check_ranked(backend, engine.search_text(asked, k, ALL), right, k, f"{asked} in turn {turn}")


def breaks_ties_by_id(backend: Backend) -> None:
    """Equal scores come in the order of IDs, also at the end of the k best."""
    made = [document(metadata(f"d{number}"), "tea pot", "cup") for number in range(12)]
    ids = sorted(one.chunks[0].chunk_id for one in made)
    with backend.holding(*made) as engine:
        for k in (1, 5, 12):
            found = engine.search_text(["tea"], k, ALL)
            same([chunk.chunk_id for chunk, _ in found], ids[:k], f"equal hits for k = {k}")
            same(len({score for _, score in found}), 1, "scores of equal texts")
            same([chunk.chunk_id for chunk, _ in engine.search_terms([(["tea"], 1.0)], k, ALL)], ids[:k], f"equal hits for k = {k}")


def finds_words_however_they_are_written(backend: Backend) -> None:
    """Case and accents do not matter, codes are found by their parts, words with underscores as phrases, and any script is."""
    every = list(dict.fromkeys(text for _, text in WRITTEN))
    with backend.holding(document(metadata("house"), *every, "nothing of it", "a case of snake")) as engine, engine.snapshot():
        for question, text in WRITTEN:
            found = texts(engine.search_text(words_of(question), MANY, ALL))
            check(text in found, f"{question!r} does not find {text!r}")
            check("nothing of it" not in found, f"{question!r} finds what it is not in")
        same("a case of snake" in texts(engine.search_text(["snake_case"], MANY, ALL)), False, "a phrase in another order")


def takes_any_question(backend: Backend) -> None:
    """None is an error: without words it finds nothing, and with them what holds them."""
    with backend.holding(document(metadata("house"), "pot", "tea", "x", "y", "z")) as engine:
        for question in NO_WORDS:
            same(engine.search_text(words_of(question), 5, ALL), [], f"what {question!r} finds")
        for question in HOSTILE:
            found = engine.search_text(words_of(question), 5, ALL)
            same(sorted(texts(found)), ["pot", "tea"], f"what {question[:60]!r} finds")
            for chunk, score in found:
                parts = engine.explain_text(words_of(question), chunk)
                same(len(parts), len(words_of(question)), f"the parts of {question[:60]!r}")
                check(backend.near(sum(part.score for part in parts), score), f"the parts of {question[:60]!r} add up")
        for k in (0, -1):
            same(engine.search_text(["tea"], k, ALL), [], f"hits for k = {k}")
    with backend.opened("empty") as engine:
        same(engine.search_text(["tea"], 5, ALL), [], "hits in an empty index")


def explains_every_score(backend: Backend) -> None:
    """Parts in the order of the words, which add up to the score; none for a chunk that is not there."""
    chance = random.Random(2)  # noqa: S311 - nothing secret
    prepared = random_documents(chance, 6)
    chunks = all_chunks(*prepared)
    elsewhere: Chunk = document(metadata("elsewhere"), "tea").chunks[0]
    average = sum(len(chunk.text.split()) for chunk in chunks) / len(chunks)
    with backend.holding(*prepared) as engine, engine.snapshot():
        for asked in (["tea", "the", "absent"], ["milk"], ["tea_pot", "cup"], ["tea", "tea"]):
            sums = {}
            for chunk, score in engine.search_text(asked, MANY, ALL):
                parts = engine.explain_text(asked, chunk)
                same([part.word for part in parts], asked, "the words of an explanation")
                sums[chunk.hash] = sum(part.score for part in parts)
                check(backend.near(sums[chunk.hash], score), f"the parts of {asked} add up to {sums[chunk.hash]!r}, not {score!r}")
                for part in (part for part in parts if "_" not in part.word):
                    same(part.count, chunk.text.split().count(part.word), f"how often {part.word} is there")
                    same(part.documents, sum(part.word in other.text.split() for other in chunks), f"chunks with {part.word}")
                    check(part.length == len(chunk.text.split()) and backend.near(part.average, average), "the lengths of an explanation")
                    check(backend.near(part.rarity * part.credit, part.score), "a part is rarity times credit")
            if "_" not in "".join(asked) and len(set(asked)) == len(asked):
                right = {digest: score for digest, score in text_scores(chunks, asked).items() if score > 0}
                check_scores(backend, sums, right, f"sums of {asked}")
        same(
            (engine.explain_text(["tea"], elsewhere), list(engine.explain_terms(["tea"], elsewhere))),
            ([], []),
            "parts of what is not there",
        )


def marks_words_as_they_are_found(backend: Backend) -> None:
    """Between the marks stands every word of the question, as the text writes it."""
    with backend.holding(document(metadata("house"), "Café cups, and a CAFE.", "No such word")) as engine:
        first, second = engine.chunks()
        same(engine.marked(["cafe"], first, "[", "]"), "[Café] cups, and a [CAFE].", "marked words")
        same(engine.marked(["cafe"], second, "[", "]"), "No such word", "nothing to mark")
        same(engine.marked([], first, "[", "]"), "Café cups, and a CAFE.", "no words to mark")


PROMISES: tuple[Callable[[Backend], None], ...] = (
    scores_words_by_the_formula,
    breaks_ties_by_id,
    finds_words_however_they_are_written,
    takes_any_question,
    explains_every_score,
    marks_words_as_they_are_found,
)
