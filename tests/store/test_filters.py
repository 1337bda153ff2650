"""Labels and dates inside the search: nothing forbidden comes, nothing allowed is lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store import fulltext
from policy_assistant.store.base import PreparedDocument
from policy_assistant.store.sqlite import Store
from tests.store.samples import document, metadata, update

LABELS = ("public", "staff", "board")
TYPES = ("policy", "help", "")
LANGUAGES = ("en", "fr")
DAYS = ("2025-12-31", "2026-01-01", "2026-01-02", "2026-06-30", "2026-07-01")
TEXTS = ("tea", "tea tea", "the tea", "the the", "water")

days = st.sampled_from(("", *DAYS))


@st.composite
def documents(draw: st.DrawFn) -> list[PreparedDocument]:
    number = draw(st.integers(1, 12))
    return [
        document(
            replace(
                metadata(f"d{n}", access=draw(st.sampled_from(LABELS)), effective_from=draw(days), effective_to=draw(days)),
                doc_type=draw(st.sampled_from(TYPES)),
                language=draw(st.sampled_from(LANGUAGES)),
            ),
            *draw(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=3)),
        )
        for n in range(number)
    ]


@contextmanager
def indexed(*prepared: PreparedDocument) -> Iterator[Store]:
    with TemporaryDirectory() as folder, Store.open(Path(folder) / "index.sqlite") as store:
        store.publish(update(*prepared))
        yield store


def is_allowed(chunk: Chunk, filters: Filters) -> bool:
    return filters.allow(chunk.access, chunk.effective_from, chunk.effective_to, chunk.language, doc_type=chunk.doc_type)


@pytest.mark.parametrize("split_from", [0, fulltext.SPLIT_FROM_ROWS], ids=["frequent words set aside", "all words at once"])
class TestEverySearch:
    @settings(max_examples=60, deadline=None)
    @given(
        documents=documents(),
        labels=st.none() | st.frozensets(st.sampled_from(LABELS)),
        as_of=st.none() | st.sampled_from(DAYS),
        language=st.none() | st.sampled_from(LANGUAGES),
        doc_type=st.none() | st.sampled_from((*TYPES, "poem")),
        k=st.integers(1, 40),
    )
    def test_a_search_is_the_unfiltered_one_without_what_the_filters_forbid(
        self,
        split_from: int,
        documents: list[PreparedDocument],
        labels: frozenset[str] | None,
        as_of: str | None,
        language: str | None,
        doc_type: str | None,
        k: int,
    ) -> None:
        filters = Filters(as_of, labels, language, doc_type=doc_type)
        with pytest.MonkeyPatch.context() as patch, indexed(*documents) as store:
            patch.setattr(fulltext, "SPLIT_FROM_ROWS", split_from)
            everything = store.search_text(["tea", "the"], 1_000, Filters())
            found = store.search_text(["tea", "the"], k, filters)
        assert len(everything) == sum(chunk.text != "water" for prepared in documents for chunk in prepared.chunks)
        assert found == [(chunk, score) for chunk, score in everything if is_allowed(chunk, filters)][:k]


def found(store: Store, filters: Filters) -> list[str]:
    return sorted(chunk.doc_id for chunk, _ in store.search_text(["tea"], 10, filters))


def test_both_ends_of_a_period_count() -> None:
    with indexed(document(metadata("half-year", effective_from="2026-01-01", effective_to="2026-06-30"), "tea")) as store:
        seen = {day: found(store, Filters(as_of=day)) for day in DAYS}
    assert [day for day in DAYS if seen[day]] == ["2026-01-01", "2026-01-02", "2026-06-30"]


def test_an_open_end_never_ends() -> None:
    with indexed(document(metadata("open"), "tea"), document(metadata("new", effective_from="2026-01-02"), "tea")) as store:
        assert found(store, Filters(as_of="2026-01-01")) == ["open"]
        assert found(store, Filters(as_of="9999-12-31")) == ["new", "open"]


def test_only_the_audience_s_labels_are_seen() -> None:
    with indexed(*(document(metadata(label, access=label), "tea") for label in LABELS)) as store:
        assert found(store, Filters(labels=frozenset({"public", "board"}))) == ["board", "public"]
        assert found(store, Filters(labels=frozenset())) == []
        assert found(store, Filters(labels=frozenset({"PUBLIC", "unknown"}))) == []


def test_hidden_chunks_take_no_place_among_the_first() -> None:
    secret = [document(metadata(f"secret{n}", access="staff"), "tea tea tea") for n in range(30)]
    with indexed(*secret, document(metadata("shown"), "tea with a long list of other words")) as store:
        assert found(store, Filters(labels=frozenset({"public"}))) == ["shown"]


def test_as_many_hits_come_as_are_asked_for_even_very_many() -> None:
    with indexed(document(metadata("long"), *["tea"] * 33_000)) as store:
        assert len(store.search_text(["tea"], 50_000, Filters())) == 33_000
