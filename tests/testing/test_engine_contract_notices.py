"""The contract of engines notices what is broken: the file engine with one fault at a time."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.store.base import PreparedDocument, Update
from policy_assistant.store.sqlite import Store
from policy_assistant.testing.engine_contract import PROMISES, Backend

Found = list[tuple[Chunk, float]]
BY_NAME = {promise.__name__: promise for promise in PROMISES}


def result(change: Callable[[Any], Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A fault of what a method gives back."""
    return lambda method: lambda *args, **options: change(method(*args, **options))


def argument(change: Callable[[Any], Any], place: int = 1) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A fault of what a method is given."""
    return lambda method: lambda *args: method(*args[:place], change(args[place]), *args[place + 1 :])


def filtered_afterwards(method: Callable[..., Found]) -> Callable[..., Found]:
    def search(store: Store, asked: object, k: int, filters: Filters) -> Found:
        found = method(store, asked, k, Filters(part=filters.part))
        return [hit for hit in found if filters.labels is None or hit[0].access in filters.labels]

    return search


def without_the_best(method: Callable[..., Found]) -> Callable[..., Found]:
    """The best of what more than one was asked for."""
    return lambda store, asked, k, filters: [hit for n, hit in enumerate(method(store, asked, k + 1, filters)) if n or k < 2][:k]


def half_published(method: Callable[..., object]) -> Callable[..., object]:
    """What came before an error stays."""

    def publish(store: Store, update: Update) -> object:
        added: list[PreparedDocument] = []
        error = None
        try:
            added.extend(update.added)
        except RuntimeError as raised:
            error = raised
        done = method(store, replace(update, added=added))
        if error:
            raise error
        return done

    return publish


@contextlib.contextmanager
def nothing() -> Iterator[None]:
    yield


def rounded(found: Found) -> Found:
    return [(chunk, round(score, 2)) for chunk, score in found]


def ties_turned(found: Found) -> Found:
    return [(chunk, score) for _, _, chunk, score in sorted((-score, -n, chunk, score) for n, (chunk, score) in enumerate(found))]


FAULTS: Sequence[tuple[str, str, Callable[[Callable[..., Any]], Callable[..., Any]]]] = [
    ("keeps_documents_chunks_and_blocks", "documents", result(lambda found: found[::-1])),
    ("keeps_documents_chunks_and_blocks", "chunks", result(lambda found: [replace(chunk, spots=()) for chunk in found])),
    ("keeps_documents_chunks_and_blocks", "blocks", result(lambda found: [replace(block, lines=()) for block in found])),
    (
        "keeps_the_order_of_many_chunks",
        "chunks",
        result(lambda found: sorted(found, key=lambda chunk: (chunk.source, str(chunk.position)))),
    ),
    ("gives_the_chunks_of_a_document_in_all_its_versions", "chunks", result(lambda found: found[:2])),
    ("finds_chunks_by_the_digits_of_their_hash", "find", argument(lambda digits: digits[:12])),
    (
        "shows_more_digits_where_hashes_share_twelve",
        "search_text",
        result(lambda found: [(replace(c, hash=c.chunk_id), s) for c, s in found]),
    ),
    ("says_what_it_holds", "unreadable", result(lambda found: {})),
    ("says_what_it_holds", "info", result(lambda info: replace(info, fingerprint="same"))),
    ("gives_out_what_was_put_in", "export", result(lambda given: (replace(one, vectors=None) for one in given))),
    ("filters_as_their_rule_says", "search_text", argument(lambda filters: replace(filters, language=None), 3)),
    ("filters_as_their_rule_says", "search_terms", argument(lambda filters: replace(filters, as_of=None), 3)),
    ("filters_as_their_rule_says", "search_vectors", argument(lambda filters: replace(filters, labels=None), 3)),
    ("filters_as_their_rule_says", "search_code", argument(lambda filters: replace(filters, doc_type=None), 3)),
    ("filters_as_their_rule_says", "count_chunks", argument(lambda filters: replace(filters, doc_type=None))),
    ("gives_hidden_chunks_no_place", "search_text", filtered_afterwards),
    ("gives_hidden_chunks_no_place", "search_terms", filtered_afterwards),
    ("gives_hidden_chunks_no_place", "search_vectors", filtered_afterwards),
    ("shows_only_the_labels_of_an_audience", "search_text", argument(lambda f: replace(f, labels=f.labels or None), 3)),
    ("counts_both_ends_of_a_period", "search_text", argument(lambda f: replace(f, as_of=f.as_of and f.as_of.replace("30", "31")), 3)),
    ("refuses_filters_of_the_other_part", "search_text", argument(lambda filters: replace(filters, part="docs"), 3)),
    ("scores_words_by_the_formula", "search_text", result(rounded)),
    ("scores_words_by_the_formula", "search_text", without_the_best),
    ("breaks_ties_by_id", "search_text", result(lambda found: found[::-1])),
    ("finds_words_however_they_are_written", "search_text", argument(lambda words: [word.upper() + "é" for word in words])),
    ("finds_words_however_they_are_written", "search_text", argument(lambda words: [w for word in words for w in word.split("_")])),
    ("takes_any_question", "search_text", argument(lambda words: words[:100])),
    ("explains_every_score", "explain_text", result(lambda parts: parts[:1])),
    ("explains_every_score", "explain_text", result(lambda parts: [replace(part, count=1) for part in parts])),
    ("marks_words_as_they_are_found", "marked", lambda _: lambda store, words, chunk, before, after: chunk.text),
    ("scores_terms_by_the_formula", "search_terms", result(rounded)),
    ("scores_terms_by_the_formula", "search_terms", argument(lambda groups: [(group, 1.0) for group, _ in groups])),
    ("scores_terms_by_the_formula", "score_terms", result(lambda scores: dict.fromkeys(scores, 0.0))),
    ("scores_terms_by_the_formula", "explain_terms", result(lambda parts: parts[1:])),
    ("takes_terms_with_blanks_as_phrases", "search_terms", argument(lambda groups: [(" ".join(g).split(), w) for g, w in groups])),
    ("leaves_frequent_terms_out_of_many_chunks", "search_terms", argument(lambda groups: [(group[:1], w) for group, w in groups])),
    ("counts_chunks_and_terms", "count_terms", argument(lambda filters: replace(filters, labels=None), 2)),
    ("scores_code_by_the_formula", "search_code", result(rounded)),
    ("scores_code_by_the_formula", "score_code", result(lambda scores: {chunk: score * 1.01 for chunk, score in scores.items()})),
    ("finds_code_by_names_paths_and_bodies", "search_code", result(lambda found: found[1:])),
    ("ranks_by_the_dot_product", "search_vectors", result(lambda found: [(chunk, abs(score)) for chunk, score in found])),
    ("ranks_by_the_dot_product", "score_vectors", result(lambda scores: scores | {"more": 0.0})),
    ("tells_near_scores_apart", "search_vectors", result(lambda found: [(chunk, float(np.float16(score))) for chunk, score in found])),
    ("finds_nothing_without_a_direction", "search_vectors", result(lambda found: [hit for hit in found if hit[1]])),
    ("refuses_what_is_no_question", "search_vectors", argument(np.nan_to_num)),
    ("keeps_the_means_of_languages", "language_means", result(lambda means: {one: (n, -mean) for one, (n, mean) in means.items()})),
    ("fills_in_vectors", "publish", argument(lambda update: replace(update, filled=[(s, vectors[::-1]) for s, vectors in update.filled]))),
    ("takes_another_model", "embedding", result(lambda model: model and replace(model, name="known"))),
    ("counts_what_comes_and_goes", "publish", result(lambda counts: counts | {"code": (0, 0)})),
    ("shows_a_change_at_once", "publish", argument(lambda update: replace(update, removed=[]))),
    ("keeps_what_is_read_together_together", "snapshot", lambda _: lambda store: nothing()),
    ("touches_and_flags_files", "publish", argument(lambda update: replace(update, touched=()))),
    ("touches_and_flags_files", "publish", argument(lambda update: replace(update, flagged=()))),
    (
        "refuses_a_change_planned_on_an_older_state",
        "publish",
        lambda method: lambda store, update: method(store, replace(update, generation=store.generation())),
    ),
    ("leaves_all_as_it_was_when_a_change_fails", "publish", half_published),
    ("leaves_nothing_of_what_was_removed", "find", result(lambda found: found or ["x"])),
    ("scores_after_changes_as_if_made_anew", "search_text", result(rounded)),
    ("takes_many_chunks_in_one_change", "search_text", argument(lambda k: min(k, 300), 2)),
]


@pytest.mark.parametrize(
    ("promise", "method", "fault"), FAULTS, ids=[f"{promise}-{method}-{n}" for n, (promise, method, _) in enumerate(FAULTS)]
)
def test_a_fault_is_noticed(
    tmp_path: Path, promise: str, method: str, fault: Callable[[Callable[..., Any]], Callable[..., Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, method, fault(getattr(Store, method)))
    with pytest.raises((AssertionError, KeyError)):
        BY_NAME[promise](Backend(lambda name: Store.open(tmp_path / f"{name}.sqlite")))


def test_every_promise_is_broken_by_some_fault() -> None:
    assert set(BY_NAME) - {promise for promise, _, _ in FAULTS} == {
        "refuses_the_same_chunk_twice",
        "holds_it_when_opened_again",
        "finds_stems_titles_and_codes",
        "finds_nothing_for_what_is_not_there",
        "gives_equal_vectors_equal_scores",
        "refuses_what_is_no_vector",
    }
