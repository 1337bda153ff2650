"""Whatever a model writes and a document says: no check raises, and every place cited is exact."""

from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.cite import check
from policy_assistant.claims import Cited, Claim
from tests.cite.samples import START, Index, asked, chunk

PIECES = [
    "30 days",
    "45 jours",
    " not ",
    "ne ",
    "pas ",
    "PK-2200-07",
    "$12.95",
    "9 October 2026",
    "| ",
    "\n",
    "except ",
    "sans ",
    ", ",
    ". ",
    "«",
    "’",
    "a ",
    "gift cards",
    "日本 ",
    "½",
    "٣",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=20).map("".join)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS, TEXTS, st.sampled_from(["en", "fr", "ja", ""]), st.text(max_size=14), st.none() | st.integers(-9, 300))
def test_no_check_raises_and_places_are_exact(claim: str, body: str, question: str, language: str, name: str, start: int | None) -> None:
    given_chunk = chunk(body, language=language)
    cited = (Cited(given_chunk.chunk_id, claim[:20], start), Cited(given_chunk.chunk_id), Cited(name, body[:10]))
    done = check(Claim(claim, cited), asked(question, language), [given_chunk], Index((given_chunk,)).find)
    for citation in done.citations:
        own = given_chunk.quote[citation.start - START : citation.end - START]
        assert citation.quote in ("", own)
        assert START <= citation.start <= citation.end <= START + len(body)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["Returns take", "30 days", "and", "cost", "12.95 dollars", "PK-2200-07", "is", "here", "in May 2026", "not"]),
        min_size=1,
        max_size=9,
    )
)
def test_what_a_passage_says_word_for_word_stands(words: list[str]) -> None:
    text = " ".join(words) + "."
    given_chunk = chunk(text)
    done = check(Claim(text, (Cited(given_chunk.chunk_id, text, START),)), asked(), [given_chunk], Index().find)
    assert not done.problems
