"""Parts of a corpus from several machines, made visible together."""

from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.errors import EngineError, IndexMismatchError, InputRefusedError, StoreBusyError
from policy_assistant.filters import Filters
from policy_assistant.store.base import FileState, PreparedDocument, Shard
from policy_assistant.store.qdrant.door import Where, equals
from policy_assistant.store.qdrant.engine import QdrantStore
from policy_assistant.store.qdrant.layout import RECORDS
from policy_assistant.store.sqlite import Store
from policy_assistant.testing.engine.checks import state
from policy_assistant.testing.engine.samples import MODEL, code_file, document, metadata, update, with_hashes, with_vectors
from policy_assistant.testing.engine.vectors import EAST, NORTH, unit
from tests.store.qdrant.places import BreakingDoor, opened

ALL = Filters()
FIRST, SECOND = Shard(1, 2), Shard(2, 2)
OLD = with_vectors(document(metadata("old"), "An old tea.", "Tea of old."), EAST, NORTH)
DOCUMENTS = [
    with_vectors(
        document(metadata(f"d{number}"), *(f"tea {number} {part} " + "cup " * number for part in range(number + 1))), *[EAST] * (number + 1)
    )
    for number in range(6)
]
CODE = with_vectors(code_file("a.py", ("tea", "def tea(): pass")), unit(1, 1, 0))


def stage(engine: QdrantStore, shard: Shard, *added: PreparedDocument, **options: object) -> None:
    engine.stage(shard, update(*added, generation=engine.generation(), embedding=MODEL, **options), ["seen.md"])  # type: ignore[arg-type]


def hits(engine: QdrantStore | Store, filters: Filters = ALL) -> list[object]:
    """What several searches find, with scores."""
    found = [
        engine.search_text(["tea", "cup"], 99, filters),
        engine.search_terms([(["tea", "cup", "old"], 1.0), (["3"], 0.5)], 99, filters),
        engine.search_vectors(unit(2, 1, 0), 99, filters),
        engine.search_code([(["tea"], 1.0)], 99, replace(filters, part="code")),
    ]
    return [[(chunk.chunk_id, score) for chunk, score in one] for one in found]


def test_staged_parts_become_visible_together_as_if_published_at_once(tmp_path: Path) -> None:
    closed = replace(metadata("d3"), effective_to="2026-01-01")
    with opened(tmp_path) as engine, Store.open(tmp_path / "index.sqlite") as right:
        for one in (engine, right):
            one.publish(update(OLD, DOCUMENTS[0], embedding=MODEL))
        before = state(engine)
        stage(engine, FIRST, DOCUMENTS[0], DOCUMENTS[2], CODE, removed=["d0"])
        stage(engine, SECOND, DOCUMENTS[1])
        stage(engine, SECOND, *DOCUMENTS[1::2])
        assert state(engine) == before
        assert [len(engine.search_text(["tea"], 99, ALL)), len(engine.search_vectors(EAST, 99, ALL))] == [3, 3]
        parts = engine.staged()
        assert [(str(one.shard), one.generation, one.chunker, one.embedding, list(one.seen)) for one in parts] == [
            ("1/2", 1, "structure", MODEL, ["seen.md"]),
            ("2/2", 1, "structure", MODEL, ["seen.md"]),
        ]
        assert [list(one.documents) for one in parts] == [
            [CODE.document, DOCUMENTS[0].document, DOCUMENTS[2].document],
            [one.document for one in DOCUMENTS[1::2]],
        ]
        counts = engine.publish_staged(["documents/old.md"], {closed.source: closed})
        chunks = [replace(chunk, effective_to="2026-01-01") for chunk in DOCUMENTS[3].chunks]
        third = replace(DOCUMENTS[3], document=replace(DOCUMENTS[3].document, metadata=closed), chunks=chunks)
        added = [DOCUMENTS[0], DOCUMENTS[2], CODE, DOCUMENTS[1], third, DOCUMENTS[5]]
        assert counts == right.publish(update(*added, removed=["d0", "old"], generation=1, embedding=MODEL))
        assert state(engine) == state(right)
        for filters in (ALL, Filters(as_of="2026-05-01"), Filters(labels=frozenset(["staff"]))):
            assert hits(engine, filters) == hits(right, filters)
        assert engine.staged() == []


def test_periods_of_what_is_visible_change_too(tmp_path: Path) -> None:
    closed = replace(metadata("old"), effective_to="2026-01-01")
    with opened(tmp_path) as engine:
        engine.publish(update(OLD, embedding=MODEL))
        stage(engine, Shard(1, 1), DOCUMENTS[0])
        engine.publish_staged([], {closed.source: closed})
        assert engine.document(closed.source) == replace(OLD.document, metadata=closed)
        assert [chunk.effective_to for chunk in engine.chunks("old")] == ["2026-01-01"] * 2
        found = engine.search_vectors(EAST, 9, Filters(as_of="2026-05-01"))
        assert {chunk.doc_id for chunk, _ in found} == {"d0"}
        assert len(engine.search_vectors(EAST, 9, ALL)) == 3
        assert engine.problems() == []


def test_what_shards_touch_flag_fill_and_could_not_read_counts(tmp_path: Path) -> None:
    bare = document(metadata("bare"), "Bare.", "Walls.")
    with opened(tmp_path) as engine:
        engine.publish(update(OLD, bare, embedding=MODEL))
        change = update(DOCUMENTS[0], generation=1, embedding=MODEL)
        touched = [("documents/old.md", FileState(77, 78, "", {}, ""))]
        one = replace(change, touched=touched, unreadable={"a.pdf": (1, 2)}, filled=[("documents/bare.md", [EAST, NORTH])])
        engine.stage(FIRST, one, [])
        assert engine.lacking_vectors() == {"documents/bare.md"}
        two = replace(update(generation=1, embedding=MODEL), flagged=[("documents/old.md", "no text")], unreadable={"b.pdf": (3, 4)})
        engine.stage(SECOND, two, [])
        engine.publish_staged([], {})
        old = engine.document("documents/old.md")
        assert old is not None
        assert (old.file.size, old.file.mtime, old.flag) == (77, 78, "no text")
        assert engine.unreadable() == {"a.pdf": (1, 2), "b.pdf": (3, 4)}
        assert (engine.lacking_vectors(), engine.info().vectors, engine.language_means()["en"][0]) == (set(), 5, 5)
        assert len(engine.search_vectors(EAST, 9, ALL)) == 5
        assert engine.problems() == []


def test_shards_that_begin_alike_get_longer_ids(tmp_path: Path) -> None:
    first, second = ("abcdef012345" + tail * 52 for tail in "12")
    with opened(tmp_path) as engine:
        stage(engine, FIRST, with_hashes(document(metadata("a"), "x"), first))
        stage(engine, SECOND, with_hashes(document(metadata("b"), "y"), second))
        engine.publish_staged([], {})
        assert [chunk.chunk_id for chunk in engine.chunks()] == ["abcdef0123451", "abcdef0123452"]


def test_the_same_chunk_in_two_shards_is_refused(tmp_path: Path) -> None:
    digest = "a" * 64
    with opened(tmp_path) as engine:
        stage(engine, FIRST, with_hashes(document(metadata("a"), "x"), digest))
        stage(engine, SECOND, with_hashes(document(metadata("b"), "y"), digest))
        with pytest.raises(IndexMismatchError, match="there already"):
            engine.publish_staged([], {})
        assert engine.chunks() == []


def test_the_same_document_in_two_shards_or_beside_what_stays_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(DOCUMENTS[1], embedding=MODEL))
        stage(engine, FIRST, DOCUMENTS[0])
        for added in (DOCUMENTS[0], DOCUMENTS[1]):
            stage(engine, SECOND, added)
            with pytest.raises(IndexMismatchError, match=added.document.metadata.source):
                engine.publish_staged([], {})
        assert engine.generation() == 1


def test_a_change_meanwhile_takes_away_what_is_staged(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(OLD, embedding=MODEL))
        stage(engine, Shard(1, 1), DOCUMENTS[1])
        engine.publish(update(DOCUMENTS[0], generation=1, embedding=MODEL))
        assert engine.staged() == []
        with pytest.raises(StoreBusyError, match="nothing is staged"):
            engine.publish_staged([], {})
        with pytest.raises(StoreBusyError):
            engine.stage(Shard(1, 1), update(DOCUMENTS[1], generation=1, embedding=MODEL), [])
        engine.publish(update(DOCUMENTS[2], generation=2, embedding=MODEL))
        assert {one.metadata.doc_id for one in engine.documents()} == {"old", "d0", "d2"}
        assert engine.problems() == []


def test_shards_that_make_no_whole_are_refused(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        stage(engine, FIRST, DOCUMENTS[0])
        with pytest.raises(InputRefusedError, match="missing: 2/2"):
            engine.publish_staged([], {})
        engine.stage(SECOND, replace(update(DOCUMENTS[1], embedding=MODEL), chunker="other"), [])
        with pytest.raises(InputRefusedError, match="chunkers or models"):
            engine.publish_staged([], {})
        assert engine.generation() == 0


def test_whatever_breaks_the_old_state_answers_and_the_next_try_ends_well(tmp_path: Path) -> None:
    """At each write of publishing in turn; what is staged stays staged."""
    with opened(tmp_path) as engine:
        engine.publish(update(OLD, DOCUMENTS[0], embedding=MODEL))
        before = state(engine), hits(engine)
        stage(engine, FIRST, DOCUMENTS[1], CODE)
        stage(engine, SECOND, DOCUMENTS[2])
        writes = 0
        while True:
            writes += 1
            broken = BreakingDoor(tmp_path, writes)
            try:
                with opened(tmp_path, door=broken) as other:
                    other.publish_staged(["documents/old.md"], {})
            except EngineError:
                if engine.generation() == 2:  # what is swept after the change has no say
                    break
                assert (state(engine), hits(engine)) == before, writes
                continue
            break
        if engine.generation() == 1:
            engine.publish_staged(["documents/old.md"], {})
        assert {one.metadata.doc_id for one in engine.documents()} == {"d0", "d1", "d2"}
        assert engine.problems() == []
        assert writes > 5
        engine.publish(update(generation=2, embedding=MODEL))
        engine.publish(update(generation=2, embedding=MODEL))
        assert engine.door.count("policy_assistant_passages_3", Where()) == 7


def test_after_the_marker_is_lost_an_index_is_made_anew_without_what_was_there(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        for number in (1, 2, 3):
            stage(engine, Shard(number, 3), DOCUMENTS[number])
        engine.publish_staged([], {})
        engine.publish(update(DOCUMENTS[4], generation=1, embedding=MODEL))
        engine.door.delete(RECORDS.name, Where((equals("kind", "marker"),)))
        assert not engine.is_there()
        stage(engine, Shard(1, 1), DOCUMENTS[5])
        engine.publish_staged([], {})
        for generation in (1, 2):
            assert [one.metadata.doc_id for one in engine.documents()] == ["d5"]
            assert {chunk.doc_id for chunk, _ in engine.search_text(["tea"], 99, ALL)} == {"d5"}
            assert engine.problems() == []
            engine.publish(replace(update(generation=generation, embedding=MODEL), flagged=[("documents/d5.md", "no text")]))
