"""Flags of chunks in the index: kept, read back everywhere, and dated by the rules that made them."""

from dataclasses import replace
from pathlib import Path

import pytest

from policy_assistant.filters import Filters
from policy_assistant.steering import STEERING_VERSION
from policy_assistant.store import writing
from policy_assistant.store.base import PreparedDocument
from policy_assistant.store.sqlite import Store
from tests.store.samples import document, metadata, update

FLAGS = ("addressed to an assistant", "hidden text")


def flagged(name: str) -> PreparedDocument:
    prepared = document(metadata(name), "Tea in room 1.", "Milk in room 2.")
    return replace(prepared, chunks=[prepared.chunks[0], replace(prepared.chunks[1], flags=FLAGS)])


def test_flags_come_back_from_every_way_to_read(tmp_path: Path) -> None:
    with Store.open(tmp_path / "index.sqlite") as store:
        store.publish(update(flagged("house")))
    with Store(tmp_path / "index.sqlite") as store:
        tea, milk = store.chunks()
        assert (tea.flags, milk.flags) == ((), FLAGS)
        assert store.find(milk.chunk_id) == [milk]
        assert [chunk for chunk, _ in store.search_text(["milk"], 3, Filters())] == [milk]
        assert [chunk for chunk, _ in store.search_terms([(["milk"], 1.0)], 3, Filters())] == [milk]


def test_documents_that_stay_keep_flags_of_older_rules_and_the_index_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path / "index.sqlite") as store:
        store.publish(update(flagged("house")))
        made = store.info().steering
        monkeypatch.setattr(writing, "STEERING_VERSION", "next")
        store.publish(update(flagged("garden"), generation=1))
        assert store.info().steering == made == STEERING_VERSION
        store.publish(update(flagged("house"), generation=2, replace_all=True))
        assert store.info().steering == "next"
