"""What was published comes back as it was: documents, chunks, blocks, IDs, and what is known of the index."""

from collections.abc import Callable
from dataclasses import replace

from policy_assistant.blocks import Block, Box, Line
from policy_assistant.checkout import Commit
from policy_assistant.errors import PolicyAssistantError
from policy_assistant.filters import Filters
from policy_assistant.spots import Spot
from policy_assistant.store.base import FileState, IndexedDocument, PreparedDocument
from policy_assistant.testing.engine.checks import Backend, check, publish, refuses, same, state, texts
from policy_assistant.testing.engine.samples import MODEL, all_chunks, code_file, document, metadata, update, with_hashes, with_vectors
from policy_assistant.testing.engine.vectors import EAST, NORTH, unit

TEA = document(metadata("tea"), "Tea is served at four.", "Never fill the pot.")
OLD_TEA = document(
    replace(metadata("tea", version="0", effective_to="2025-12-31"), source="documents/old/tea.md"), "Tea was served at five."
)
CODE = code_file("shop/pot.py", ("fill", "def fill(pot):\n    return pot"), ("Pot.empty", "def empty(self):\n    pass"), access="staff")
SHARED = "abcdef012345"
"""Twelve digits with which several hashes begin."""


def rich() -> PreparedDocument:
    """A document in which every field holds something, beyond English and ASCII too."""
    meta = replace(
        metadata("été-Ω", access="staff", effective_from="2026-01-01", effective_to="2026-06-30", version="2.1-β"),
        title="L'été \U0001f31e \"à\" <b> 'x'\\ %",
        language="fr-CA",
        unstated=("owner", "doc_type"),
        doc_type="",
        owner="",
        source="documents/sous dossier/été 'Ω'.md",
    )
    made = document(meta, "Thé à l'été.\nΩ \U0001f375", "x" * 3)
    first, second = made.chunks
    chunks = [
        replace(first, sections=("A > B", "Ç"), pages=(1, 2, 10), flags=("hidden text", "f"), spots=("slide 3", "Rates!A4:C4")),
        replace(second, sections=(), spots=("p. iv",)),
    ]
    lines = (Line(0, 5, Box(1, 10.5, 20, 300, 32.1)), Line(5, 14, Box(2, 0, 0, 1, 1)))
    blocks = [
        Block("title", "", 1, 0, 15, "", None, lines),
        Block("table", "", 0, 17, 20, "A > B", (3, 9), spots=(Spot(17, 20, "row 4"),)),
    ]
    file = FileState(2**40, 1_800_000_000_123_456_789, "0" * 64, {"title": 'é "q"', "x": ""}, "Été")
    return PreparedDocument(IndexedDocument(meta, file, "no text layer: ☹"), chunks, blocks)


def keeps_documents_chunks_and_blocks(backend: Backend) -> None:
    """Every field of each comes back, in order of source and in reading order, each part for itself."""
    whole = rich()
    with backend.holding(whole, TEA, CODE) as engine:
        same(engine.documents(), [whole.document, TEA.document], "documents")
        same(engine.documents("code"), [CODE.document], "files of code")
        same(engine.chunks(), [*whole.chunks, *TEA.chunks], "chunks")
        same(engine.chunks(part="code"), list(CODE.chunks), "pieces of code")
        for prepared in (whole, TEA):
            source = prepared.document.metadata.source
            same(engine.document(source), prepared.document, "a document by its source")
            same(engine.blocks(source), [replace(block, text="") for block in prepared.blocks], "blocks")
        same((engine.document("documents/none.md"), engine.blocks("documents/none.md")), (None, []), "what is not there")
        same(engine.problems(), [], "problems")


def gives_the_chunks_of_a_document_in_all_its_versions(backend: Backend) -> None:
    """By its ID, in order of source and in reading order."""
    with backend.holding(TEA, OLD_TEA, document(metadata("pot"), "Pots.")) as engine:
        same(engine.chunks("tea"), [*OLD_TEA.chunks, *TEA.chunks], "chunks of both versions")
        same(engine.chunks("none"), [], "chunks of no document")


def keeps_the_order_of_many_chunks(backend: Backend) -> None:
    """More than ten, and sources that sort by characters."""
    names = ("b", "B", "a10", "a2", "é")
    made = [document(metadata(name), *(f"{name} {number}." for number in range(12))) for name in names]
    with backend.holding(*made) as engine:
        same(engine.chunks(), list(all_chunks(*made)), "chunks in order")
        same([one.metadata.doc_id for one in engine.documents()], ["B", "a10", "a2", "b", "é"], "documents in order")


def finds_chunks_by_the_digits_of_their_hash(backend: Backend) -> None:
    """Twelve digits or any other number, in either case; those of code too."""
    with backend.holding(TEA, CODE) as engine:
        for chunk in (*TEA.chunks, *CODE.chunks):
            for digits in (chunk.chunk_id, chunk.hash, chunk.hash[:20], chunk.hash[:12].upper()):
                same(engine.find(digits), [chunk], f"the chunk {digits}")
        for digits in ("0123456789ab", TEA.chunks[0].hash + "0", "zz"):
            same(engine.find(digits), [], f"the chunk {digits}")


def shows_more_digits_where_hashes_share_twelve(backend: Backend) -> None:
    """Everywhere a chunk is named, also for chunks that were there before, and for those of one document."""
    first, second, third = (SHARED + tail for tail in ("1" * 52, "2" * 52, "1" * 8 + "f" * 44))
    pot = document(metadata("pot"), "Pots.")
    with backend.holding(with_hashes(TEA, first, second)) as engine:
        same([chunk.chunk_id for chunk in engine.chunks()], [f"{SHARED}1", f"{SHARED}2"], "IDs of one document")
        publish(engine, with_hashes(pot, third))
        longer = [f"{SHARED}{'1' * 8}f", f"{SHARED}{'1' * 9}"]
        same([chunk.chunk_id for chunk in engine.chunks()], [*longer, f"{SHARED}{'2' * 9}"], "IDs that were lengthened")
        same({chunk.chunk_id for chunk in engine.find(SHARED)}, {*longer, f"{SHARED}{'2' * 9}"}, "IDs that are found")
        same(engine.search_text(["fill"], 5, Filters())[0][0].hash, second, "the hash of a hit")
        same([chunk.hash for chunk in engine.find(engine.search_text(["fill"], 5, Filters())[0][0].chunk_id)], [second], "its ID")
        found = engine.search_terms([(["serv"], 1.0)], 5, Filters())
        same([chunk.chunk_id for chunk, _ in found], [longer[1]], "the ID of a hit")
        same(list(engine.score_terms([(["serv"], 1.0)], engine.chunks("tea")[:1])), [longer[1]], "the ID of a score")


def refuses_the_same_chunk_twice(backend: Backend) -> None:
    """Two chunks of one hash, or two documents of one source, are an error of ours, and nothing changes."""
    digest = SHARED + "1" * 52
    with backend.holding(OLD_TEA) as engine:
        before = state(engine)
        for added in ([with_hashes(TEA, digest, digest)], [TEA, TEA]):
            refuses(lambda added=added: publish(engine, *added), PolicyAssistantError, "a chunk that is there already")  # type: ignore[misc]
            same(state(engine), before, "the index after a refused change")


def says_what_it_holds(backend: Backend) -> None:
    """Counts of each part, the model, how it was made, and a fingerprint of the files that comes back with them."""
    commit = Commit("shop/", "src/shop/", "c0ffee", ("shop/new.py",))
    change = update(with_vectors(TEA, EAST, NORTH), CODE, OLD_TEA, embedding=MODEL)
    with backend.opened() as engine:
        same((engine.generation(), engine.embedding(), engine.documents(), engine.chunks()), (0, None, [], []), "an empty index")
        engine.publish(replace(change, unreadable={"documents/é.pdf": (7, 2**60)}, commits=[commit]))
        info = engine.info()
        same((info.documents, info.chunks, info.code_files, info.code_chunks), (2, 3, 1, 2), "counts")
        same((info.vectors, info.without_vectors, info.embedding), (2, 3, MODEL), "vectors")
        same((info.chunker, info.generation, engine.generation(), engine.embedding()), ("structure", 1, 1, MODEL), "how it was made")
        check(
            bool(info.parser and info.analyser and info.code_analyser and info.steering and info.last_sync > 10**18),
            "all versions are named",
        )
        same((tuple(info.commits), engine.unreadable()), ((commit,), {"documents/é.pdf": (7, 2**60)}), "commits and unreadable files")
        publish(engine, removed=["tea"], embedding=MODEL)
        after = engine.info()
        check(after.fingerprint != info.fingerprint, "the fingerprint is that of other files")
        same(
            (after.documents, after.vectors, after.generation, tuple(after.commits), engine.unreadable()), (1, 0, 2, (), {}), "what is left"
        )
        engine.publish(replace(change, generation=2, added=[TEA], commits=[]))
        same(engine.info().fingerprint, info.fingerprint, "the fingerprint of the same files")


def gives_out_what_was_put_in(backend: Backend) -> None:
    """Documents of both parts with blocks and vectors, in order of source; published elsewhere they make the same index."""
    whole = [OLD_TEA, with_vectors(rich(), EAST, NORTH), with_vectors(TEA, NORTH, unit(1, 2, 3)), with_vectors(CODE, EAST, EAST)]
    with backend.holding(*whole, embedding=MODEL) as engine:
        for sources in (None, ["shop/pot.py", "documents/tea.md", "documents/none.md"], []):
            right = [one for one in whole if sources is None or one.document.metadata.source in sources]
            given = list(engine.export(sources))
            same([_without_vectors(one) for one in given], [_without_vectors(one) for one in right], f"documents of {sources}")
            same([_numbers(one) for one in given], [_numbers(one) for one in right], f"vectors of {sources}")
        before, given = state(engine), list(engine.export())
    with backend.holding(*given, name="elsewhere", embedding=MODEL) as elsewhere:
        same(state(elsewhere), before, "the index elsewhere")


def _without_vectors(prepared: PreparedDocument) -> PreparedDocument:
    blocks = [replace(block, text="") for block in prepared.blocks]
    return replace(prepared, chunks=list(prepared.chunks), blocks=blocks, vectors=None)


def _numbers(prepared: PreparedDocument) -> list[list[float]] | None:
    return None if prepared.vectors is None else [list(map(float, vector)) for vector in prepared.vectors]


def holds_it_when_opened_again(backend: Backend) -> None:
    """Nothing is only in memory."""
    with backend.holding(rich(), TEA, CODE) as engine:
        before, found = state(engine), engine.search_text(["tea", "été"], 5, Filters())
    with backend.opened() as again:
        same(state(again), before, "the index, opened again")
        same(again.search_text(["tea", "été"], 5, Filters()), found, "hits, opened again")
        publish(again, removed=["tea"])
    with backend.opened() as once_more, backend.opened("another") if backend.shared else backend.opened() as other:
        same(texts(once_more.search_text(["served"], 5, Filters())), [], "what was removed, opened again")
        same(other.info().documents if backend.shared else 0, 0, "another index")


PROMISES: tuple[Callable[[Backend], None], ...] = (
    keeps_documents_chunks_and_blocks,
    gives_the_chunks_of_a_document_in_all_its_versions,
    keeps_the_order_of_many_chunks,
    finds_chunks_by_the_digits_of_their_hash,
    shows_more_digits_where_hashes_share_twelve,
    refuses_the_same_chunk_twice,
    says_what_it_holds,
    gives_out_what_was_put_in,
    holds_it_when_opened_again,
)
