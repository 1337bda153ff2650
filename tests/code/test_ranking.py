"""The order of pieces: two scores on one scale, and what is put before them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, pstdev

import pytest

from policy_assistant.code import ranking
from policy_assistant.code.ranking import KEYWORD_SHARE, OTHER_SHARE, beginning_of, fused, keyword_share, rank_code
from policy_assistant.code_terms import code_terms
from policy_assistant.filters import Filters
from policy_assistant.glossary import Glossary
from policy_assistant.metadata import Chunk
from policy_assistant.store.sqlite import Store
from tests.code.pieces import indexed_code, piece
from tests.retrieval import asked

CODE = Filters(part="code")
NEAR, MIDDLE, FAR = (1.0, 0.0), (0.6, 0.8), (0.0, 1.0)
QUIET: dict[Chunk, Sequence[float] | None] = {piece(f"quiet_{n}", f"wind {n}", path=f"quiet/q{n}.py"): FAR for n in range(12)}
"""Pieces that say nothing, so that a word has a rarity."""


def names(store: Store, question: str, *, k: int = 20, words: bool = True, meaning: bool = True) -> list[str]:
    """The names of the pieces in the order of a ranking; the question's vector is `NEAR`."""
    return [chunk.place.name for chunk, _ in found(store, question, k=k, words=words, meaning=meaning) if chunk.place]


def found(store: Store, question: str, *, k: int = 20, words: bool = True, meaning: bool = True) -> list[tuple[Chunk, float]]:
    query = asked(question, NEAR)
    by_words = store.search_code(query.weighted_code_terms, k, CODE) if words else []
    by_meaning = store.search_vectors(query.vector, k, CODE) if meaning else []
    return rank_code(store, query, by_words, by_meaning)


def ranked(folder: Path, pieces: Mapping[Chunk, Sequence[float] | None], question: str) -> list[str]:
    """The names of the pieces that are not quiet, in order."""
    with indexed_code(folder, {**pieces, **QUIET}) as store:
        return [name for name in names(store, question) if not name.startswith("quiet")]


def test_scores_are_put_on_one_scale_and_added_by_a_share() -> None:
    chunks = [piece(name) for name in ("a", "b", "c")]
    words = {chunks[0].chunk_id: 4.0, chunks[1].chunk_id: 1.0}
    meaning = {chunks[0].chunk_id: 0.1, chunks[2].chunk_id: 0.5}
    of_words = [(score - fmean([4, 1, 0])) / pstdev([4, 1, 0]) for score in (4, 1, 0)]
    expected = [0.3 * of_words[0] - 0.7, of_words[1], 0.3 * of_words[2] + 0.7]
    assert fused(chunks, words, meaning, 0.3) == pytest.approx(expected)


def test_equal_scores_say_nothing() -> None:
    chunks = [piece(name) for name in ("a", "b")]
    assert fused(chunks, {}, {}, 1.0) == [0.0, 0.0]
    assert fused([], {}, {}, 1.0) == []


@pytest.mark.parametrize(("model", "share"), [("e5", KEYWORD_SHARE["e5"]), ("use", KEYWORD_SHARE["use"]), ("openai:x", OTHER_SHARE)])
def test_the_share_is_that_of_the_embedder(model: str, share: float) -> None:
    assert keyword_share(model) == share


def test_words_and_meaning_both_count(tmp_path: Path) -> None:
    pieces = {
        piece("one", "zebra zebra", path="a.py"): FAR,
        piece("both", "zebra hall", path="b.py"): NEAR,
        piece("two", "x", path="c.py"): NEAR,
    }
    assert ranked(tmp_path, pieces, "zebra of the hall")[0] == "both"


def test_a_piece_of_one_list_gets_its_score_of_the_other(tmp_path: Path) -> None:
    """With room for two, each list holds two others; what tells the two of one list apart is their score in the other."""
    often = {piece("often", "zebra zebra zebra", path="1.py"): FAR, piece("more", "zebra zebra zebra", path="2.py"): (0.28, 0.96)}
    late = " ".join(f"w{n}x" for n in range(30)) + " zebra"
    near = {piece("once", late, path="a.py"): NEAR, piece("never", "horse", path="b.py"): NEAR}
    with indexed_code(tmp_path, {**often, **near, **QUIET}) as store:
        scores = {chunk.place.name: score for chunk, score in found(store, "zebra of hall", k=2) if chunk.place}
    assert scores["once"] > scores["never"]
    assert scores["more"] > scores["often"]


def test_a_list_that_was_not_asked_for_has_no_say(tmp_path: Path) -> None:
    pieces = {piece("words", "zebra zebra", path="a.py"): MIDDLE, piece("meaning", "nothing", path="b.py"): NEAR}
    with indexed_code(tmp_path, {**pieces, **QUIET}) as store:
        assert names(store, "zebra of hall", meaning=False) == ["words"]
        assert names(store, "zebra of hall", words=False)[:2] == ["meaning", "words"]
        by_meaning = [score for _, score in store.search_vectors(asked("x", NEAR).vector, 20, CODE)]
        best = (by_meaning[0] - fmean(by_meaning)) / pstdev(by_meaning)
        assert found(store, "giraffe", words=False)[0][1] == pytest.approx(best * (1 + ranking.FILE_WEIGHT / ranking.FILE_BEST))


def test_pieces_without_vectors_are_judged_by_their_words(tmp_path: Path) -> None:
    pieces: dict[Chunk, Sequence[float] | None] = {piece("bare", "zebra zebra", path="a.py"): None, piece("near", "x", path="b.py"): MIDDLE}
    assert ranked(tmp_path, pieces, "zebra of hall")[0] == "bare"


def test_a_definition_is_before_all_that_use_its_name(tmp_path: Path) -> None:
    uses = {piece(f"use_{n}", "close_shop() " * 9, path=f"a{n}.py"): NEAR for n in range(5)}
    pieces = {**uses, piece("close_shop", "def close_shop(): return nothing", path="z.py"): FAR}
    for question in ("close_shop", "what does close_shop() do", "où est `close_shop` ?"):
        folder = tmp_path / str(len(question))
        folder.mkdir()
        assert ranked(folder, pieces, question)[0] == "close_shop"


def test_a_name_with_other_capitals_comes_after_the_exact_one(tmp_path: Path) -> None:
    pieces = {
        piece("Shop", "x", kind="class", path="a.py"): FAR,
        piece("shop", "x", path="b.py"): NEAR,
        piece("other", "Shop", path="c.py"): NEAR,
    }
    assert ranked(tmp_path, pieces, "Shop") == ["Shop", "shop", "other"]


def test_pieces_that_hold_a_name_are_before_those_that_do_not(tmp_path: Path) -> None:
    pieces = {piece("one", "read(SHOP_KEY)", path="a.py"): MIDDLE, piece("two", "shop key shop key", path="b.py"): NEAR}
    assert ranked(tmp_path, pieces, "SHOP_KEY")[0] == "one"


@pytest.mark.parametrize("paths", [("a.py", "b.py"), ("b.py", "a.py")])
def test_what_is_called_after_the_question_is_before_what_mentions_it_late(paths: tuple[str, str]) -> None:
    filling = " ".join(f"word{n}" for n in range(40))
    late = piece("run", f"def run():\n    {filling} refund ticket", path=paths[0])
    early = piece("refund_ticket", f"def refund_ticket():\n    {filling}", path=paths[1])
    order = ranking.ranked_pieces([late, early], [0.0, 0.0], "refund a ticket", Glossary(), ("en", "fr"))
    assert [chunk for chunk, _ in order] == [early, late]


def test_a_beginning_is_path_name_and_the_first_terms() -> None:
    text = " ".join(f"word{n}x" for n in range(100))
    beginning = beginning_of(piece("Shop.close", text, path="desk/till.py"))
    assert {*code_terms("desk till shop close"), "word0x"} <= beginning
    assert "word99x" not in beginning


def test_tests_are_behind_what_they_test_unless_tests_are_asked_for(tmp_path: Path) -> None:
    pieces = {
        piece("test_refund", "refund", path="tests/test_till.py"): (0.64, 0.7684),
        piece("refund", "refund", path="shop/till.py"): MIDDLE,
    }
    (tmp_path / "1").mkdir()
    (tmp_path / "2").mkdir()
    assert ranked(tmp_path / "1", pieces, "how is a refund made")[0] == "refund"
    assert ranked(tmp_path / "2", pieces, "fixtures of a refund")[0] == "test_refund"


@pytest.mark.parametrize("kind", ["module", "lines"])
def test_definitions_are_before_imports_and_texts(tmp_path: Path, kind: str) -> None:
    pieces = {piece("till", "refund of a till", kind=kind, path="a.py"): NEAR, piece("give", "refund of a till", path="b.py"): NEAR}
    assert ranked(tmp_path, pieces, "refund of a till")[0] == "give"


def test_later_parts_of_one_piece_do_not_take_the_places_of_others(tmp_path: Path) -> None:
    parts = {piece("long", f"refund refund {n}", path="a.py", first=n): NEAR for n in (1, 60, 120)}
    pieces = {**parts, piece("other", "refund", path="b.py"): MIDDLE}
    assert ranked(tmp_path, pieces, "refund of money") == ["long", "other", "long", "long"]


def test_ties_are_broken_by_id() -> None:
    chunks = [piece("x", "same", path=f"{n}.py") for n in range(6)]
    order = ranking.ranked_pieces(chunks, [0.0] * 6, "zebra", Glossary(), ("en", "fr"))
    assert [chunk.chunk_id for chunk, _ in order] == sorted(chunk.chunk_id for chunk in chunks)


def test_nothing_in_nothing_out(tmp_path: Path) -> None:
    with indexed_code(tmp_path, QUIET) as store:
        assert rank_code(store, asked("zebra", NEAR), [], []) == []
        assert names(store, "zebra", meaning=False) == []


def test_pieces_of_a_file_that_fit_speak_for_each_other(tmp_path: Path) -> None:
    alone = {piece("alone", "refund", path="alone.py"): MIDDLE}
    together = {piece(name, "refund", path="together.py", first=10 * n + 1): MIDDLE for n, name in enumerate(("one", "two", "three"))}
    order = ranked(tmp_path, {**alone, **together}, "refund of money")
    assert order[-1] == "alone"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ('where does "the drawer is stuck" come from', "said"),
        ("d’où vient « the drawer is stuck » ?", "said"),
        ("where does the drawer is stuck come from", "near"),
        ('where does "stuck" come from', "near"),
    ],
)
def test_a_text_that_the_question_quotes_is_found_word_for_word(tmp_path: Path, question: str, first: str) -> None:
    said = {piece("said", 'raise Refused("the drawer is stuck today")', path="a.py"): FAR}
    near = {piece("near", "drawer stuck drawer stuck", path="b.py"): NEAR}
    assert ranked(tmp_path, {**said, **near}, question)[0] == first
