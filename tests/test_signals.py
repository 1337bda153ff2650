"""The reranker's signals: every value by hand, the windows against a plain search, and their bounds."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.hybrid import Candidate
from policy_assistant.question import Question
from policy_assistant.signals import MAX_MATES, SIGNALS, STRETCH, signals_of
from tests.retrieval import asked, candidate, passage

WORDS = ("zebra", "hall", "pump", "door", "rain")
SHARES = ("stretch", "concepts", "pairs", "codes", "heading", "language")


def value(name: str, question: Question, *pool: Candidate) -> list[float]:
    return [values[name] for values in signals_of(question, pool, [name])]


def bodies(*texts: str) -> list[Candidate]:
    """Candidates with these texts; neither title nor heading has a word of any question here."""
    return [candidate(passage(f"d{n}", text)) for n, text in enumerate(texts)]


def rarity(held: int, among: int) -> float:
    return math.log(1 + (among - held + 0.5) / (held + 0.5))


def test_the_scaled_scores_of_both_lists_are_signals() -> None:
    found = signals_of(asked("zebra"), [candidate(passage("a", "x"), keyword_scaled=1.5, vector_scaled=-0.5)], ["keywords", "meaning"])
    assert found == [{"keywords": 1.5, "meaning": -0.5}]


@pytest.mark.parametrize(("rank", "expected"), [(1, 1 / 11), (10, 1 / 20), (None, 0.0)])
def test_a_rank_counts_the_more_the_nearer_it_is_to_the_first(rank: int | None, expected: float) -> None:
    one = candidate(passage("a", "x"), keyword_rank=rank, vector_rank=rank)
    assert signals_of(asked("zebra"), [one], ["keyword rank", "meaning rank"]) == [{"keyword rank": expected, "meaning rank": expected}]


def test_concepts_are_credited_by_count_length_and_rarity() -> None:
    first, second = value("concepts", asked("zebra hall"), *bodies("zebra zebra hall", "zebra rain rain rain rain"))
    zebra, hall = rarity(2, 2), rarity(1, 2)
    average = (3 + 5) / 2
    damping = [1.2 * (0.25 + 0.75 * length / average) for length in (3, 5)]
    total = zebra + hall
    assert first == pytest.approx((zebra * 2 / (2 + damping[0]) + hall * 1 / (1 + damping[0])) / total)
    assert second == pytest.approx(zebra * 1 / (1 + damping[1]) / total)


def test_a_concept_in_title_and_heading_counts_once_more() -> None:
    plain = candidate(passage("a", "zebra"))
    titled = candidate(passage("b", "zebra", title="Zebra", section="Zebra"))
    first, second = value("concepts", asked("zebra"), plain, titled)
    assert [first, second] == pytest.approx([1 / 2.2, 2 / 3.2])


def test_any_term_of_a_concept_stands_for_it_once() -> None:
    pool = bodies("zebra horse", "zebra zebra", "rain wind")
    assert value("concepts", asked("zebra", glossary=[("zebra", "horse")]), *pool)[:2] == [pytest.approx(2 / 3.2)] * 2


def test_a_stretch_is_48_terms_long() -> None:
    near = " ".join(["zebra", *["rain"] * (STRETCH - 2), "hall"])
    far = " ".join(["zebra", *["rain"] * (STRETCH - 1), "hall"])
    first, second = value("stretch", asked("zebra hall"), *bodies(near, far))
    assert [first, second] == pytest.approx([1.0, 0.5])


def test_title_and_headings_are_part_of_every_stretch() -> None:
    one = candidate(passage("a", "hall", section="Zebra"))
    assert value("stretch", asked("zebra hall"), one, *bodies("rain")) == [1.0, 0.0]


def test_good_neighbours_of_the_same_version_count_without_the_passage_itself() -> None:
    pool = [
        candidate(passage("a", "one"), 1.0),
        candidate(passage("a", "two"), 0.5),
        candidate(passage("a", "three"), -0.5),
        candidate(passage("a", "four", version="2"), 2.0),
        candidate(passage("b", "five"), 0.0),
    ]
    assert value("document", asked("zebra"), *pool) == [1.0, 1.0, 2.0, 0.0, 0.0]


def test_more_than_eight_good_neighbours_count_as_eight() -> None:
    pool = [candidate(passage("a", f"text {n}"), 1.0) for n in range(MAX_MATES + 3)]
    assert MAX_MATES == 8
    assert set(value("document", asked("zebra"), *pool)) == {8.0}


def test_pairs_are_the_questions_neighbours_side_by_side() -> None:
    question = asked("zebra hall pump")
    assert value("pairs", question, *bodies("the zebra of the hall", "zebra rain hall pump zebra hall", "hall zebra")) == [0.5, 1.0, 0.0]
    assert value("pairs", asked("zebra"), *bodies("zebra")) == [0.0]


def test_codes_count_in_text_title_and_headings() -> None:
    question = asked("kit PK-2200")
    pool = [*bodies("kit PK-2200", "kit 2200", "kit PK-2400"), candidate(passage("x", "kit", title="PK-2200"))]
    assert value("codes", question, *pool) == [1.0, 0.5, 0.0, 1.0]
    assert value("codes", asked("kit"), *bodies("kit 5")) == [0.0]


def test_a_heading_counts_by_the_part_of_it_that_the_question_holds() -> None:
    pool = [candidate(passage("a", "x", section=section)) for section in ("Zebra", "Zebra hall", "Rain", "")]
    assert value("heading", asked("zebra"), *pool) == [1.0, 0.5, 0.0, 0.0]


def test_a_passage_in_the_questions_language_has_the_signal() -> None:
    pool = [candidate(passage("a", "x", language=language)) for language in ("fr", "fr-CA", "en")]
    assert value("language", asked("Quelle est la garantie ?"), *pool) == [1.0, 1.0, 0.0]


def test_only_the_named_signals_are_made_and_all_without_names() -> None:
    (named,) = signals_of(asked("zebra"), bodies("zebra"), ["codes", "pairs"])
    (everything,) = signals_of(asked("zebra"), bodies("zebra"))
    assert list(named) == ["codes", "pairs"]
    assert list(everything) == list(SIGNALS)
    assert signals_of(asked("zebra"), []) == []


@pytest.mark.parametrize("text", ["", "?!", "the of", "x" * 5000])
def test_a_question_without_known_words_gives_nothing(text: str) -> None:
    values = signals_of(asked(text), bodies("zebra", ""), ["stretch", "concepts", "pairs", "codes", "heading"])
    assert values == [dict.fromkeys(values[0], 0.0)] * 2


def test_a_passage_is_analysed_in_its_own_language() -> None:
    french, english = (candidate(passage("a", "garantie étendue", language=language)) for language in ("fr", "en"))
    assert value("pairs", asked("Quelles sont les garanties étendues ?"), french, english) == [1.0, 0.0]


drawn_words = st.lists(st.sampled_from(WORDS), max_size=120)
drawn_pools = st.lists(st.tuples(drawn_words, st.sampled_from([*WORDS, "Rule"])), min_size=1, max_size=4)


def pool_of(drawn: Sequence[tuple[list[str], str]]) -> list[Candidate]:
    return [candidate(passage(f"d{n}", " ".join(body), section=section)) for n, (body, section) in enumerate(drawn)]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(WORDS[:4]), min_size=1, max_size=4, unique=True), drawn_pools)
def test_the_best_stretch_is_that_of_a_plain_search(words: list[str], drawn: list[tuple[list[str], str]]) -> None:
    heads = [{section.lower()} for _, section in drawn]
    held = {word: sum(word in {*body, *head} for (body, _), head in zip(drawn, heads, strict=True)) for word in words}
    weight = {word: rarity(held[word], len(drawn)) for word in words}

    def best(body: list[str], head: set[str]) -> float:
        windows = [{*body[start : start + STRETCH], *head} for start in range(max(1, len(body)))]
        return max(sum(weight[word] for word in words if word in window) for window in windows) / sum(weight.values())

    expected = [best(body, head) for (body, _), head in zip(drawn, heads, strict=True)]
    assert value("stretch", asked(" ".join(words)), *pool_of(drawn)) == pytest.approx(expected)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from([*WORDS, "PK-2200"]), min_size=1, max_size=5), drawn_pools)
def test_shares_stay_between_nothing_and_all(words: list[str], drawn: list[tuple[list[str], str]]) -> None:
    for values in signals_of(asked(" ".join(words)), pool_of(drawn), SHARES):
        assert all(0 <= share <= 1 + 1e-9 for share in values.values())


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True), st.lists(drawn_words, min_size=2, max_size=2), st.data())
def test_more_of_what_is_asked_never_lowers_a_passage_of_equal_length(
    words: list[str], texts: list[list[str]], data: st.DataObject
) -> None:
    """One filler word becomes a word of the question that the passage has already: nothing that is counted shrinks."""
    held = [word for word in words if word in texts[0]]
    if not held:
        return
    before = [*texts[0], "wind"]
    after = [*texts[0], data.draw(st.sampled_from(held))]
    question = asked(" ".join(words))
    names = ["stretch", "concepts", "codes", "heading"]
    old, new = (signals_of(question, bodies(" ".join(body), " ".join(texts[1])), names)[0] for body in (before, after))
    assert all(new[name] >= old[name] - 1e-9 for name in names)


@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=6))
def test_a_passage_that_repeats_the_question_has_all_its_pairs(words: list[str]) -> None:
    question = asked(" ".join(words))
    assert question.pairs == list(pairwise(words))
    assert value("pairs", question, *bodies(" ".join(words))) == [1.0]
