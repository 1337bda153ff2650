"""Where a quote stands in a text."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from policy_assistant.cite.quotes import locate

TEXT = "Pay 2,200 PSI for PK-2200-07, “no more” – within 15 days.\n\n- L’article coûte 12,95\u00a0$ : c’est tout.\n- a | b"


@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("within 15 days", "within 15 days"),
        ('"no more" - within', "“no more” – within"),
        ("L'article coûte 12,95 $ : c'est", "L’article coûte 12,95\u00a0$ : c’est"),
        ("12,95 $: c'est", "12,95\u00a0$ : c’est"),
        ("15 days. - L'article", "15 days.\n\n- L’article"),
        ("  15   days  ", "15 days"),
        ("a | b", "a | b"),
    ],
)
def test_found_with_the_words_of_the_text(quote: str, words: str) -> None:
    place = locate(quote, TEXT)
    assert place
    assert TEXT[slice(*place)] == words


@pytest.mark.parametrize(
    "quote",
    [
        "5 days",
        "200 PSI",
        "2200-07",
        "PK-2200",
        "ithin 15",
        "Within 15 days",
        "15 days … tout",
        "15 days...",
        "12,9",
        "no more within",
        "",
        " ",
        "x" * 200,
    ],
)
def test_not_found(quote: str) -> None:
    assert locate(quote, TEXT) is None


def test_a_second_place_counts_when_the_first_cuts_a_number() -> None:
    assert locate("5 days", "15 days or 5 days") == (11, 17)


def test_a_lost_blank_before_a_number_is_no_cut() -> None:
    assert locate("5 ans", "conservées5 ans") == (10, 15)


def test_only_there_where_it_says() -> None:
    text = "30 days, 30 days, 30  days"
    assert [locate("30 days", text, start) for start in (0, 9, 18)] == [(0, 7), (9, 16), (18, 26)]
    assert [locate("30 days", text, start) for start in (-1, 1, 10, 99)] == [None] * 4


@given(st.text(max_size=80), st.text(max_size=80), st.integers(-5, 90))
def test_any_texts_can_be_compared(quote: str, text: str, start: int) -> None:
    for place in (locate(quote, text), locate(quote, text, start)):
        assert place is None or 0 <= place[0] < place[1] <= len(text)


@given(
    st.lists(
        st.sampled_from(["alpha", "30", "PK-2200-07", "l’eau", "“x”", "été", "12,95", "–", "\n", ".", "日本"]), min_size=1, max_size=12
    ),
    st.data(),
)
def test_words_of_a_text_are_found_in_it_word_for_word(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    quote = " ".join(words[first:last])
    assume(quote.strip())
    place = locate(quote, text)
    assert place
    assert text[slice(*place)] == quote.strip()
