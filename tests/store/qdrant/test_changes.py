"""A change is visible at once or not at all, wherever it breaks; and what nobody reads is taken away."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.errors import EngineError, IndexMismatchError, StoreBusyError
from policy_assistant.filters import Filters
from policy_assistant.store.base import Embedding, PreparedDocument
from policy_assistant.store.qdrant.door import Where, equals
from policy_assistant.store.qdrant.engine import QdrantStore
from policy_assistant.store.qdrant.layout import RECORDS
from policy_assistant.store.qdrant.lease import Lease
from policy_assistant.testing.engine.checks import state
from policy_assistant.testing.engine.samples import MODEL, code_file, document, metadata, update, with_vectors
from policy_assistant.testing.engine.vectors import EAST, NORTH, unit
from tests.store.qdrant.places import BreakingDoor, opened

ALL = Filters()
TEA = with_vectors(document(metadata("tea"), "Tea at four.", "No milk in the tea."), EAST, NORTH)
POT = with_vectors(document(metadata("pot"), "A pot of tea."), NORTH)
CUP = with_vectors(document(metadata("cup"), "A cup, " + "and a cup " * 30), EAST)
CODE = with_vectors(code_file("a.py", ("tea", "def tea(): pass")), unit(1, 1, 0))
PASSAGES = "policy_assistant_passages_3"


def hits(engine: QdrantStore) -> list[object]:
    found = [
        engine.search_text(["tea", "cup"], 99, ALL),
        engine.search_terms([(["tea", "cup"], 1.0)], 99, ALL),
        engine.search_vectors(EAST, 99, ALL),
        engine.search_code([(["tea"], 1.0)], 99, Filters(part="code")),
    ]
    return [[(chunk.chunk_id, score) for chunk, score in one] for one in found]


@pytest.mark.parametrize("replace_all", [False, True])
def test_whatever_breaks_the_old_state_answers_and_the_next_change_ends_well(tmp_path: Path, replace_all: bool) -> None:
    """At each write in turn. Readers ask between the writes, too."""
    change = update(CUP, POT, generation=1, removed=["pot"], replace_all=replace_all, embedding=MODEL)
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, POT, CODE, embedding=MODEL))
        before = state(engine), hits(engine)

        def unchanged(name: str) -> None:
            if name != "replace":
                assert hits(engine) == before[1]

        writes = 0
        while engine.generation() == 1:
            writes += 1
            assert (state(engine), hits(engine)) == before, writes
            with (
                pytest.raises(EngineError),
                opened(tmp_path, door=BreakingDoor(tmp_path, writes, unchanged if writes % 4 == 0 else _ignore)) as other,
            ):
                other.publish(change)
        assert writes > 12
        kept = {"cup", "pot"} if replace_all else {"cup", "pot", "tea", "a.py"}
        assert {one.metadata.doc_id for part in ("docs", "code") for one in engine.documents(part)} == kept
        assert engine.problems() == []
        with opened(tmp_path, "anew") as anew:
            anew.publish(update(*([CUP, POT] if replace_all else [TEA, CODE, CUP, POT]), embedding=MODEL))
            assert hits(engine) == hits(anew)


def _ignore(name: str) -> None:
    """Nothing is done."""


def test_what_was_removed_is_gone_for_good_after_the_next_change(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, POT, embedding=MODEL))
        engine.publish(update(generation=1, removed=["tea"], embedding=MODEL))
        assert engine.door.count(PASSAGES, Where((equals("doc_id", "tea"),))) == 2
        engine.publish(update(generation=2, embedding=MODEL))
        assert engine.door.count(PASSAGES, Where()) == 1
        assert engine.door.count(RECORDS.name, Where((equals("kind", "document"),))) == 1


def test_another_model_lies_in_another_collection_and_the_old_one_is_emptied(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, embedding=MODEL))
        two = with_vectors(document(metadata("tea"), "Tea."), unit(1, 0))
        engine.publish(update(two, generation=1, replace_all=True, embedding=Embedding("other", "1", 2)))
        assert len(engine.search_vectors(unit(1, 0), 9, ALL)) == 1
        engine.publish(update(generation=2, embedding=Embedding("other", "1", 2)))
        assert (engine.door.count(PASSAGES, Where()), engine.door.count("policy_assistant_passages_2", Where())) == (0, 1)


def test_vectors_come_to_an_index_without_any(tmp_path: Path) -> None:
    bare, other = document(metadata("bare"), "Tea."), document(metadata("other"), "Cup.")
    with opened(tmp_path) as engine:
        engine.publish(update(bare, other))
        engine.publish(replace(update(generation=1, embedding=MODEL), filled=[("documents/bare.md", [EAST])]))
        assert [chunk.text for chunk, _ in engine.search_vectors(EAST, 9, ALL)] == ["Tea."]
        assert [chunk.text for chunk, _ in engine.search_text(["cup"], 9, ALL)] == ["Cup."]
        assert (engine.lacking_vectors(), engine.problems()) == ({"documents/other.md"}, [])


def test_projects_share_collections_and_see_nothing_of_each_other(tmp_path: Path) -> None:
    with opened(tmp_path, "one") as one, opened(tmp_path, "two") as two:
        one.publish(update(TEA, embedding=MODEL))
        assert (two.info().chunks, two.search_text(["tea"], 9, ALL), two.problems()) == (0, [], [])
        two.publish(update(TEA, POT, embedding=MODEL))
        assert (len(one.search_text(["tea"], 9, ALL)), len(two.search_text(["tea"], 9, ALL))) == (2, 3)
        assert (len(one.search_vectors(EAST, 9, ALL)), len(two.find(TEA.chunks[0].chunk_id))) == (2, 1)
        two.publish(update(generation=1, replace_all=True))
        two.publish(update(generation=2))
        assert (one.info().chunks, two.info().chunks, one.problems(), two.problems()) == (2, 0, [], [])
        one.forget()
        assert (one.is_there(), two.is_there(), one.generation()) == (False, True, 0)


def test_one_publishes_at_a_time(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, embedding=MODEL))
        with Lease(engine.door, "ours"), pytest.raises(StoreBusyError, match="process"):
            engine.publish(update(POT, generation=1, embedding=MODEL))
        with Lease(engine.door, "another project"):
            engine.publish(update(POT, generation=1, embedding=MODEL))
        assert engine.generation() == 2


def test_the_lease_of_a_process_that_is_gone_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as engine:
        engine.door.ensure(RECORDS)
        gone = Lease(engine.door, "ours")
        host, _, number = gone.owner.split(":")
        gone.owner = f"{host}:4194399:{number}"  # beyond the numbers of processes
        gone.__enter__()
        engine.publish(update(TEA, embedding=MODEL))
        with pytest.raises(StoreBusyError, match="held up"):
            gone.check()
        elsewhere = Lease(engine.door, "ours")
        elsewhere.owner = "elsewhere:1:x"
        elsewhere.__enter__()
        with pytest.raises(StoreBusyError, match="process 1 on elsewhere"):
            engine.publish(update(POT, generation=1, embedding=MODEL))
        monkeypatch.setattr("policy_assistant.store.qdrant.lease._now", lambda: 2**31)
        engine.publish(update(POT, generation=1, embedding=MODEL))


def test_an_owner_who_lost_the_lease_changes_nothing(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, embedding=MODEL))

        def stolen() -> Iterator[PreparedDocument]:
            engine.door.set_payload(RECORDS.name, {"owner": "elsewhere:1:x"}, Where((equals("kind", "lock"),)))
            yield POT

        with pytest.raises(StoreBusyError, match="held up"):
            engine.publish(replace(update(generation=1, embedding=MODEL), added=stolen()))
        assert (engine.generation(), len(engine.search_text(["tea"], 9, ALL))) == (1, 2)


def test_a_marker_that_moved_meanwhile_is_left_where_it_is(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, embedding=MODEL))

        def moved() -> Iterator[PreparedDocument]:
            engine.door.set_payload(RECORDS.name, {"step": 7}, Where((equals("kind", "marker"),)))
            yield POT

        with pytest.raises(StoreBusyError, match="while this one was written"):
            engine.publish(replace(update(generation=1, embedding=MODEL), added=moved()))
        assert engine.generation() == 1


def test_another_layout_is_refused_and_can_be_forgotten(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, embedding=MODEL))
        marker = Where((equals("kind", "marker"),))
        engine.door.set_payload(RECORDS.name, {"data": '{"layout": 999, "numbers": 3}', "writer": "another version"}, marker)
        with pytest.raises(IndexMismatchError, match="layout 999"):
            engine.info()
        engine.forget()
        assert (engine.generation(), engine.door.count(PASSAGES, Where())) == (0, 0)


def test_damage_is_named(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        engine.publish(update(TEA, POT, embedding=MODEL))
        engine.door.delete(PASSAGES, Where((equals("doc_id", "pot"),)))
        engine.door.delete(RECORDS.name, Where((equals("kind", "blocks"), equals("source", "documents/pot.md"))))
        assert engine.problems() == [
            "1 lists of blocks, where 2 should be",
            "2 chunks, where 3 should be",
            "2 chunks with a vector, where 3 should be",
            "2 chunks of documents, where 3 should be",
        ]
