"""Search by analysed terms, in documents and in code: scores by the formula, phrases, weights, counts and explanations."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from policy_assistant.analysis import question_terms, terms
from policy_assistant.code_terms import code_terms, question_code_terms
from policy_assistant.filters import Filters
from policy_assistant.store.base import PreparedDocument, Terms
from policy_assistant.testing.engine.checks import Backend, check, check_ranked, check_scores, same, texts
from policy_assistant.testing.engine.formula import code_scores, term_scores
from policy_assistant.testing.engine.samples import all_chunks, code_file, document, metadata

VOCABULARY = ("kettle", "pot", "cup", "tea", "refund", "fee")
ALL, CODE = Filters(), Filters(part="code")
MANY = 1_000
TELLING_FROM = 100
"""From so many chunks on a term in half of them gives nothing beside another."""

HOUSE = [
    document(
        metadata("Returns"), "You have 30 days to return a kettle. Day one is the day after delivery.", "We pay.\n\n- pot: order PK-2200-07"
    ),
    document(replace(metadata("Retours"), language="fr"), "Vous avez 30 jours pour renvoyer une bouilloire. C'est prévu."),
    document(metadata("Fees"), "Zone | Fee\nUnited States | 5.00\nCanada | 12.95"),
    document(metadata("Care"), "Descale the kettle. Kettles need care; a kettle is hot."),
]
QUESTIONS = (
    ("returning kettles in how many days?", "You have 30"),
    ("pk2200 07", "We pay."),
    ("bouilloires à renvoyer", "Vous avez"),
    ("prevu", "Vous avez"),
    ("fee for 12,95", "Zone |"),
    ("Care of a kettle", "Descale"),
)
"""A question, and how the chunk begins that it finds first."""

SHOP = [
    code_file(
        "shop/numbering.py", ("next_number", 'def next_number(last):\n    """What follows the last invoice."""\n    return last + 1')
    ),
    code_file(
        "shop/reminders.py",
        ("GRACE_DAYS", "GRACE_DAYS = 15  # before a reminder"),
        ("plan", "def plan(invoices):\n    return [late(i, GRACE_DAYS) for i in invoices if number_of(i)]"),
    ),
    code_file("shop/relances.py", ("Depot.derniere", "def derniere(self):\n    return self.facture")),
]
PLACES = (
    ("numérotation des relances", "Depot.derniere"),
    ("GRACE_DAYS", "GRACE_DAYS"),
    ("grace days", "GRACE_DAYS"),
    ("the last invoice", "next_number"),
)


def _groups(chance: random.Random, vocabulary: Sequence[str]) -> Terms:
    """Groups of terms with weights, such as a question and what a glossary adds to it."""
    return [(chance.sample(vocabulary, chance.randint(1, 3)), weight) for weight in chance.sample((1.0, 0.5, 0.25), chance.randint(1, 2))]


def _sentences(chance: random.Random) -> str:
    return ". ".join(" ".join(chance.choices(VOCABULARY, k=chance.randint(1, 4))).capitalize() for _ in range(chance.randint(1, 4)))


def scores_terms_by_the_formula(backend: Backend) -> None:
    """On random texts: a chunk's own score and half of its best sentence's, for groups with weights; `score_terms` gives the same."""
    chance = random.Random(3)  # noqa: S311 - nothing secret
    known = [terms(word, "en")[0] for word in VOCABULARY]
    for turn in range(4):
        metas = [replace(metadata(f"d{number}"), title=chance.choice(VOCABULARY)) for number in range(chance.randint(3, 7))]
        prepared = [document(meta, *(_sentences(chance) for _ in range(chance.randint(1, 4)))) for meta in metas]
        with backend.holding(*prepared, name=f"turn{turn}") as engine, engine.snapshot():
            for k in (1, 4, MANY):
                groups = _groups(chance, [*known, "absent"])
                right = term_scores(all_chunks(*prepared), groups)
                found = engine.search_terms(groups, k, ALL)
                check_ranked(backend, found, right, k, f"{groups} in turn {turn}")
                chunks = engine.chunks()
                scores = engine.score_terms(groups, chunks)
                by_hash = {chunk.hash: scores[chunk.chunk_id] for chunk in chunks}
                check_scores(backend, by_hash, right, f"`score_terms` of {groups} in turn {turn}")
                for group, _ in groups:
                    sums = {chunk.hash: sum(part.score for part in engine.explain_terms(group, chunk)) for chunk in chunks}
                    check_scores(backend, sums, term_scores(all_chunks(*prepared), [(group, 1.0)], unit_share=0), f"the parts of {group}")


def finds_stems_titles_and_codes(backend: Backend) -> None:
    """In English and French, in titles and headings, codes in parts and as a whole."""
    with backend.holding(*HOUSE) as engine:
        for question, beginning in QUESTIONS:
            found = engine.search_terms([(question_terms(question, ["en", "fr"]), 1.0)], 5, ALL)
            check(bool(found) and found[0][0].text.startswith(beginning), f"{question!r} does not find {beginning!r} first")
        same(len(engine.search_terms([(question_terms("rules", ["en", "fr"]), 1.0)], 9, ALL)), 5, "chunks under a heading")
        same(sorted(chunk.title for chunk, _ in engine.search_terms([(["fee"], 1.0)], 9, ALL)), ["Fees"], "chunks under a title")


def takes_terms_with_blanks_as_phrases(backend: Backend) -> None:
    """Its terms in a row; it has a rarity of its own."""
    with backend.holding(*HOUSE, *(document(metadata(f"x{number}"), "state of the unit") for number in range(6))) as engine:
        found = engine.search_terms([(["unit state"], 1.0)], 9, ALL)
        same([chunk.title for chunk, _ in found], ["Fees"], "a phrase")
        same(engine.search_terms([(["state absent"], 1.0)], 9, ALL), [], "a phrase that is nowhere")
        alone = engine.search_terms([(["5p00"], 1.0)], 9, ALL)[0][1]
        check(
            found[0][1] > 0 and backend.near(found[0][1], alone), f"a phrase in one chunk scores {found[0][1]!r}, a term in one {alone!r}"
        )
        scored = engine.score_terms([(["unit state"], 1.0)], [chunk for chunk, _ in found])
        check(backend.near(scored[found[0][0].chunk_id], found[0][1]), "the score of a phrase")
        same(
            [(part.word, part.count, part.documents) for part in engine.explain_terms(["unit state"], found[0][0])],
            [("unit state", 1, 1)],
            "its part",
        )


def finds_nothing_for_what_is_not_there(backend: Backend) -> None:
    """No terms, unknown ones, and what is an operator elsewhere; nor where no hit is wanted."""
    chunks = [*HOUSE[0].chunks]
    with backend.holding(*HOUSE, *SHOP) as engine:
        for asked in ([], ["absent"], ['" OR kettl'], ["*"]):
            same(engine.search_terms([(asked, 1.0)], 5, ALL), [], f"hits of {asked}")
            same(engine.search_code([(asked, 1.0)], 5, CODE), [], f"hits of {asked} in code")
            same(engine.score_terms([(asked, 1.0)], chunks), dict.fromkeys((chunk.chunk_id for chunk in chunks), 0.0), f"scores of {asked}")
            same(engine.count_terms([asked], ALL), [0], f"chunks with {asked}")
        same((engine.search_terms([(["kettl"], 1.0)], 0, ALL), engine.search_code([(["last"], 1.0)], 0, CODE)), ([], []), "no hits wanted")
        same((engine.search_terms([], 5, ALL), engine.search_code([], 5, CODE)), ([], []), "hits of no groups")
        same((engine.score_terms([(["kettl"], 1.0)], []), engine.score_code([(["last"], 1.0)], [])), ({}, {}), "scores of no chunks")


def leaves_frequent_terms_out_of_many_chunks(backend: Backend) -> None:
    """From `TELLING_FROM` chunks on, beside a rarer term; alone it still finds them."""
    made = document(metadata("house"), *(f"Tea {'pot' if number < 3 else 'cup'}." for number in range(TELLING_FROM)))
    with backend.holding(made) as engine:
        first = engine.chunks()[0]
        same(
            sorted(texts(engine.search_terms([(["tea", "pot"], 1.0)], 9, ALL))), ["Tea pot."] * 3, "hits of a rare term and a frequent one"
        )
        same([part.word for part in engine.explain_terms(["tea", "pot"], first)], ["pot"], "parts of both")
        same(len(engine.search_terms([(["tea"], 1.0)], MANY, ALL)), TELLING_FROM, "hits of a frequent term alone")
        same(len(engine.search_terms([(["tea", "absent"], 1.0)], MANY, ALL)), TELLING_FROM, "hits of it beside one that is nowhere")
        same(len(engine.search_text(["tea", "pot"], MANY, ALL)), TELLING_FROM, "hits of plain words")


def counts_chunks_and_terms(backend: Backend) -> None:
    """Under the filters, each group for itself; a chunk counts once."""
    with backend.holding(*HOUSE, *SHOP, document(metadata("hidden", access="staff"), "A kettle.")) as engine:
        public = Filters(labels=frozenset({"public"}))
        same([engine.count_chunks(filters) for filters in (ALL, public, CODE)], [6, 5, 4], "chunks")
        groups = [["kettl"], ["kettl", "day"], ["jour", "bouilloir"], ["absent"], [], ["unit state"]]
        same(engine.count_terms(groups, ALL), [3, 3, 1, 0, 0, 1], "chunks with terms")
        same(engine.count_terms(groups, public), [2, 2, 1, 0, 0, 1], "public chunks with terms")
        same(engine.count_terms([], ALL), [], "no groups")


def scores_code_by_the_formula(backend: Backend) -> None:
    """On random pieces: names and paths count more; `score_code` gives the same."""
    chance = random.Random(4)  # noqa: S311 - nothing secret
    known = [code_terms(word)[0] for word in VOCABULARY]
    for turn in range(4):
        prepared = [_code(chance, number) for number in range(chance.randint(3, 6))]
        with backend.holding(*prepared, *HOUSE, name=f"turn{turn}") as engine, engine.snapshot():
            for k in (1, 4, MANY):
                groups = _groups(chance, [*known, "absent"])
                right = code_scores(all_chunks(*prepared), groups)
                check_ranked(backend, engine.search_code(groups, k, CODE), right, k, f"{groups} in turn {turn}")
                pieces = engine.chunks(part="code")
                scores = engine.score_code(groups, pieces)
                check_scores(backend, {piece.hash: scores[piece.chunk_id] for piece in pieces}, right, f"`score_code` of {groups}")


def _code(chance: random.Random, number: int) -> PreparedDocument:
    pieces = [
        ("_".join(chance.sample(VOCABULARY, chance.randint(1, 2))), " ".join(chance.choices(VOCABULARY, k=5)))
        for _ in range(chance.randint(1, 4))
    ]
    return code_file(f"{chance.choice(VOCABULARY)}/f{number}.py", *pieces)


def finds_code_by_names_paths_and_bodies(backend: Backend) -> None:
    """In either language, and never a document; nor code among documents."""
    with backend.holding(*SHOP, *HOUSE) as engine:
        for question, name in PLACES:
            found = engine.search_code([(question_code_terms(question, ["en", "fr"]), 1.0)], 5, CODE)
            same([chunk.place.name for chunk, _ in found[:1] if chunk.place], [name], f"the first of {question!r}")
            check(all(chunk.place for chunk, _ in found), "a document among code")
        same(engine.search_text(["invoice", "last", "grace_days"], 9, ALL), [], "code among hits of words")
        same(engine.search_terms([(["invoic", "last"], 1.0)], 9, ALL), [], "code among hits of terms")


PROMISES: tuple[Callable[[Backend], None], ...] = (
    scores_terms_by_the_formula,
    finds_stems_titles_and_codes,
    takes_terms_with_blanks_as_phrases,
    finds_nothing_for_what_is_not_there,
    leaves_frequent_terms_out_of_many_chunks,
    counts_chunks_and_terms,
    scores_code_by_the_formula,
    finds_code_by_names_paths_and_bodies,
)
