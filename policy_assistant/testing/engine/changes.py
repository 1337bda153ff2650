"""A change of the index: visible at once and as a whole, or not at all."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from policy_assistant.errors import StoreBusyError
from policy_assistant.filters import Filters
from policy_assistant.store.base import Engine, FileState, PreparedDocument, Update
from policy_assistant.testing.engine.checks import Backend, check, check_ranked, check_scores, empty, publish, refuses, same, state, texts
from policy_assistant.testing.engine.formula import text_scores
from policy_assistant.testing.engine.samples import MODEL, all_chunks, code_file, document, metadata, source_of, update, with_vectors
from policy_assistant.testing.engine.vectors import EAST, NORTH

KETTLE = document(metadata("kettle"), "Descale the kettle.", "Never fill it.")
REFUND = document(metadata("refund", access="staff", effective_from="2026-01-01"), "Refunds take two days.")
POT = code_file("shop/pot.py", ("kettle", "def kettle(): pass"))
VOCABULARY = ("tea", "pot", "cup", "milk", "the")
ALL, CODE = Filters(), Filters(part="code")
MANY = 1_000
BATCH = 1_100
"""Chunks of one change, more than engines write or read at once."""


def counts_what_comes_and_goes(backend: Backend) -> None:
    """Of each part the chunks; what was not there does not go. The generation grows with every change, and only then."""
    with backend.opened() as engine:
        for change, counts, generation in (
            (update(KETTLE, POT), {"docs": (2, 0), "code": (1, 0)}, 1),
            (update(REFUND, removed=["kettle"], generation=1), {"docs": (1, 2), "code": (0, 0)}, 2),
            (update(removed=["unknown"], generation=2), {"docs": (0, 0), "code": (0, 0)}, 2),
            (update(generation=2), {"docs": (0, 0), "code": (0, 0)}, 2),
            (update(KETTLE, generation=2, replace_all=True), {"docs": (2, 1), "code": (0, 1)}, 3),
        ):
            same(dict(engine.publish(change)), counts, f"chunks that came and went in generation {generation}")
            same((engine.generation(), engine.info().generation), (generation, generation), "the generation")
        same([one.metadata.doc_id for one in (*engine.documents(), *engine.documents("code"))], ["kettle"], "what is left of all")


def shows_a_change_at_once(backend: Backend) -> None:
    """To whoever has the index open, from the next question on; nothing of it before it is done."""
    seen: list[list[str]] = []

    def watched(looking: Engine) -> Iterator[PreparedDocument]:
        yield REFUND
        seen.append(texts(looking.search_text(["kettle", "refunds"], 9, ALL)))
        yield POT

    with backend.holding(KETTLE) as engine:
        if not backend.shared:
            engine.publish(replace(update(generation=1, removed=["kettle"]), added=[REFUND, POT]))
            same(texts(engine.search_text(["kettle", "refunds"], 9, ALL)), ["Refunds take two days."], "after the change")
            return
        with backend.opened() as reader:
            engine.publish(replace(update(generation=1, removed=["kettle"]), added=watched(reader)))
            same(seen, [["Descale the kettle."]], "during the change")
            same(texts(reader.search_text(["kettle", "refunds"], 9, ALL)), ["Refunds take two days."], "after the change")
            same((reader.generation(), state(reader)), (2, state(engine)), "the index to a reader")


def keeps_what_is_read_together_together(backend: Backend) -> None:
    """Inside a snapshot nothing changes, whatever is published meanwhile."""
    if not backend.shared:
        return
    with backend.holding(KETTLE) as writer, backend.opened() as reader:
        with reader.snapshot():
            before = state(reader), texts(reader.search_text(["kettle", "refunds"], 9, ALL))
            publish(writer, REFUND, removed=["kettle"])
            same((state(reader), texts(reader.search_text(["kettle", "refunds"], 9, ALL))), before, "what is read in a snapshot")
            with reader.snapshot():
                same(reader.generation(), 1, "the generation in a snapshot inside")
        same(texts(reader.search_text(["kettle", "refunds"], 9, ALL)), ["Refunds take two days."], "what is read after it")


def touches_and_flags_files(backend: Backend) -> None:
    """A touched file has a new size and time and keeps the rest; a flag comes and goes, and its document stays."""
    source = source_of("kettle")
    with backend.holding(KETTLE, REFUND) as engine:
        touch = replace(update(generation=1), touched=[(source, FileState(7, 99, "", {}, ""))])
        engine.publish(replace(touch, flagged=[(source, "no text layer")], unreadable={source: (7, 99)}))
        seen = engine.document(source)
        right = replace(KETTLE.document, file=replace(KETTLE.document.file, size=7, mtime=99), flag="no text layer")
        same((seen, engine.generation(), engine.unreadable()), (right, 2, {source: (7, 99)}), "a touched and flagged document")
        same(texts(engine.search_text(["kettle"], 9, ALL)), ["Descale the kettle."], "its text")
        engine.publish(replace(empty(engine), touched=[(source, FileState(8, 100, "", {}, ""))]))
        same(
            (engine.generation(), engine.document(source)),
            (2, replace(right, file=replace(right.file, size=8, mtime=100))),
            "a touch alone",
        )
        engine.publish(replace(empty(engine), flagged=[(source, "")]))
        same([one.flag for one in engine.documents()], ["", ""], "flags that were taken away")


def refuses_a_change_planned_on_an_older_state(backend: Backend) -> None:
    """The second of two that were planned together is told, and changes nothing."""
    with backend.holding(KETTLE) as engine:
        publish(engine, REFUND)
        before = state(engine)
        for change in (update(generation=1, removed=["kettle"]), update(POT, generation=0, replace_all=True), update(POT, generation=3)):
            error = refuses(lambda change=change: engine.publish(change), StoreBusyError, "a change planned on another state")  # type: ignore[misc]
            check(bool(getattr(error, "hint", "")), "the error says what to do next")
            same(state(engine), before, "the index after a refused change")
        publish(engine, removed=["kettle"])
        same(engine.generation(), 3, "the generation after a change that fits")


def leaves_all_as_it_was_when_a_change_fails(backend: Backend) -> None:
    """Whatever raises midway; the next change is made as if nothing had been."""

    def raising() -> Iterator[PreparedDocument]:
        yield REFUND
        yield from (document(metadata(f"more{number}"), *["Kettle."] * 50) for number in range(6))
        raise RuntimeError("the file changed")

    with backend.holding(with_vectors(KETTLE, EAST, NORTH), POT, embedding=MODEL) as engine:
        before = state(engine), engine.search_text(["kettle"], 99, ALL), engine.search_vectors(EAST, 9, ALL)
        for replace_all in (False, True):
            change: Update = replace(update(generation=1, removed=["kettle"], replace_all=replace_all, embedding=MODEL), added=raising())
            refuses(lambda change=change: engine.publish(change), RuntimeError, "a change that fails")  # type: ignore[misc]
            same(
                (state(engine), engine.search_text(["kettle"], 99, ALL), engine.search_vectors(EAST, 9, ALL)), before, "the index after it"
            )
        same(dict(engine.publish(update(REFUND, generation=1, embedding=MODEL)))["docs"], (1, 0), "the next change")
    with backend.opened() as again:
        same([one.metadata.doc_id for one in again.documents()], ["kettle", "refund"], "what is there, opened again")
        same(texts(again.search_text(["kettle"], 99, ALL)), ["Descale the kettle."], "what is found, opened again")


def leaves_nothing_of_what_was_removed(backend: Backend) -> None:
    """No search finds it, by words, terms, meaning or ID, and no word counts it."""
    secret = with_vectors(document(metadata("secret"), "Zanzibar is the password.", "Tea."), EAST, EAST)
    code = with_vectors(code_file("zanzibar.py", ("zanzibar", "def zanzibar(): pass")), EAST)
    stays = [with_vectors(document(metadata(f"d{number}"), "Tea and cups."), NORTH) for number in range(5)]
    with backend.holding(secret, code, *stays, embedding=MODEL) as engine:
        same(len(engine.search_text(["zanzibar"], 9, ALL)), 1, "hits before")
        engine.publish(Update("structure", 1, ["documents/secret.md", "zanzibar.py"], [], embedding=MODEL))
        same(
            (engine.search_text(["zanzibar"], 9, ALL), engine.search_terms([(["zanzibar", "password"], 1.0)], 9, ALL)),
            ([], []),
            "hits after",
        )
        same((engine.search_code([(["zanzibar"], 1.0)], 9, CODE), engine.search_vectors(EAST, 9, CODE)), ([], []), "code after")
        same({chunk.doc_id for chunk, _ in engine.search_vectors(EAST, 99, ALL)}, {f"d{number}" for number in range(5)}, "by meaning")
        for chunk in (*secret.chunks, *code.chunks):
            same(engine.find(chunk.chunk_id), [], "a removed chunk by its ID")
            same(engine.explain_text(["tea"], chunk), [], "the parts of a removed chunk")
        same((engine.chunks("secret"), engine.blocks(source_of("secret")), engine.document(source_of("secret"))), ([], [], None), "records")
        same((engine.info().vectors, engine.count_chunks(ALL), engine.count_terms([["zanzibar"], ["tea"]], ALL)), (5, 5, [0, 5]), "counts")
        same([part.documents for part in engine.explain_text(["tea", "zanzibar"], engine.chunks()[0])], [5, 0], "chunks with a word")
        publish(engine, removed=[f"d{number}" for number in range(5)], embedding=MODEL)
        same((engine.chunks(), engine.search_text(["tea"], 9, ALL), engine.language_means()), ([], [], {}), "an index that was emptied")
        publish(engine, REFUND)
        same(texts(engine.search_text(["refunds"], 9, ALL)), ["Refunds take two days."], "what comes after all went")


def scores_after_changes_as_if_made_anew(backend: Backend) -> None:
    """Words count what is there now, whatever came and went before, in random changes."""
    chance = random.Random(8)  # noqa: S311 - nothing secret
    there: dict[str, PreparedDocument] = {}
    with backend.opened() as engine:
        for turn in range(6):
            names = chance.sample("abcdef", chance.randint(1, 3))
            added = [document(metadata(name), *_lines(chance)) for name in names if chance.random() < 0.75]
            for name in names:
                there.pop(name, None)
            there.update((one.document.metadata.doc_id, one) for one in added)
            publish(engine, *added, removed=names)
            chunks = all_chunks(*there.values())
            same(engine.chunks(), list(chunks), f"chunks after change {turn}")
            asked = chance.sample(VOCABULARY, 2)
            check_ranked(backend, engine.search_text(asked, 5, ALL), text_scores(chunks, asked), 5, f"{asked}", changed=True)
        same(engine.problems(), [], "problems")
        last = engine.search_terms([(["tea", "pot"], 1.0)], MANY, ALL)
    with backend.holding(*there.values(), name="anew") as anew:
        right = {chunk.hash: score for chunk, score in anew.search_terms([(["tea", "pot"], 1.0)], MANY, ALL)}
        check_scores(
            backend, {chunk.hash: score for chunk, score in last}, right, "scores of terms beside an index made anew", changed=True
        )


def _lines(chance: random.Random) -> list[str]:
    return [" ".join(chance.choices(VOCABULARY, k=chance.randint(1, 6))) for _ in range(chance.randint(1, 4))]


def takes_many_chunks_in_one_change(backend: Backend) -> None:
    """All of them are there, found, and removed."""
    long = document(metadata("long"), *(f"tea {number}" for number in range(BATCH)))
    with backend.holding(long, KETTLE) as engine:
        same(engine.chunks("long"), list(long.chunks), "chunks")
        same(len(engine.search_text(["tea"], 5_000, ALL)), BATCH, "hits")
        same(texts(engine.search_text([str(BATCH - 1)], 5, ALL)), [f"tea {BATCH - 1}"], "one of them")
        same(len(engine.blocks(source_of("long"))), BATCH, "blocks")
        publish(engine, removed=["long"])
        same((engine.search_text(["tea"], 5, ALL), engine.info().chunks), ([], 2), "after they were removed")


PROMISES: tuple[Callable[[Backend], None], ...] = (
    counts_what_comes_and_goes,
    shows_a_change_at_once,
    keeps_what_is_read_together_together,
    touches_and_flags_files,
    refuses_a_change_planned_on_an_older_state,
    leaves_all_as_it_was_when_a_change_fails,
    leaves_nothing_of_what_was_removed,
    scores_after_changes_as_if_made_anew,
    takes_many_chunks_in_one_change,
)
