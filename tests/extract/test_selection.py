"""Which candidates are quoted, and in what order."""

import pytest

from policy_assistant.extract.selection import MAX_QUOTES, MAX_WORDS, Chosen, choose
from policy_assistant.metadata import Chunk
from tests.cite.samples import chunk
from tests.extract.samples import focus, ranked

STEPS = "Open the lamp. Take the fuse out. Put the new fuse in. Close the lamp. Write the day down. Sign the sheet."


def chosen(question: str, *chunks: Chunk, language: str = "en", words: int = MAX_WORDS) -> list[Chosen]:
    found = ranked(question, *chunks, language=language)
    return choose(found, focus(question, *chunks, language=language), words=words)


def texts(question: str, *chunks: Chunk, language: str = "en", words: int = MAX_WORDS) -> list[str]:
    return [one.text for one in chosen(question, *chunks, language=language, words=words)]


def test_nothing_found_nothing_chosen() -> None:
    assert choose([], focus("lamp")) == []


def test_at_most_three_quotes_the_best_first() -> None:
    body = "The lamp zebra lasts. A lamp zebra is here. One lamp zebra more. This lamp zebra too. That lamp zebra as well."
    found = texts("lamp zebra", chunk(body))
    assert len(found) == MAX_QUOTES
    assert set(found) <= {one.candidate.text for one in ranked("lamp zebra", chunk(body))[:3]}


def test_together_they_have_no_more_words_than_allowed() -> None:
    sentences = " ".join(f"The lamp zebra {word} {'and so on ' * 5}ends." for word in ("aaa", "bbb", "ccc", "ddd"))
    for words in (60, 40, 20):
        found = texts("lamp zebra", chunk(sentences), words=words)
        assert found
        assert sum(len(text.split()) for text in found) <= words
    assert len(texts("lamp zebra", chunk(sentences), words=40)) < len(texts("lamp zebra", chunk(sentences), words=60))


def test_a_candidate_that_is_too_long_is_passed_over_where_a_short_one_is_good() -> None:
    long = f"The lamp zebra glass {'and so on ' * 30}ends."
    assert texts("lamp zebra glass", chunk(f"{long} A lamp zebra glass.")) == ["A lamp zebra glass."]
    assert texts("lamp zebra glass", chunk(long)) == [long]


def test_what_is_far_from_the_best_is_not_quoted() -> None:
    assert texts("lamp zebra glass", chunk("The lamp zebra glass is oiled. A lamp is round. Nothing else is.")) == [
        "The lamp zebra glass is oiled."
    ]


def test_the_same_words_are_said_once() -> None:
    assert texts("lamp zebra", chunk("A lamp zebra.", "one"), chunk("A lamp zebra.", "other")) == ["A lamp zebra."]


def test_lesser_rows_of_the_same_table_are_not_quoted() -> None:
    table = "Part | Fits\nFuse A | lamp zebra\nFuse B | lamp\nFuse C | lamp zebra glass"
    assert texts("Fuse lamp zebra", chunk(table)) == ["Fuse A; Fits: lamp zebra", "Fuse C; Fits: lamp zebra glass"]


def test_a_sentence_about_another_code_does_not_stand_beside_one_about_the_codes_asked_about() -> None:
    body = "The lamp KT-180 has oil. The lamp KT-185 has oil."
    assert texts("Does the lamp KT-185 have oil?", chunk(body, section="Lamps")) == ["The lamp KT-185 has oil."]


@pytest.mark.parametrize(
    ("question", "language", "body", "steps"),
    [
        ("How do I put a new fuse in?", "en", STEPS, ["Take the fuse out.", "Put the new fuse in.", "Close the lamp."]),
        (
            "Comment mettre un fusible neuf ?",
            "fr",
            "Ouvrez la lampe. Ôtez le fusible. Mettez le fusible neuf. Fermez la lampe. Notez le jour. Signez la feuille.",
            ["Ôtez le fusible.", "Mettez le fusible neuf.", "Fermez la lampe."],
        ),
    ],
)
def test_how_is_answered_by_sentences_that_follow_each_other(question: str, language: str, body: str, steps: list[str]) -> None:
    found = texts(question, chunk(body, "sheet", language=language), language=language)
    assert "".join(found).replace(".", ". ").strip() in body
    assert set(found) & set(steps[:2]) == set(steps[:2])


def test_steps_come_from_one_passage_in_reading_order() -> None:
    found = chosen("How do I put a new fuse in?", chunk("A fuse is new.", "one"), chunk(STEPS, "other"))
    assert len({one.scored.candidate.chunk.doc_id for one in found}) == 1
    starts = [one.scored.candidate.start for one in found]
    assert starts == sorted(starts)


def test_steps_that_are_too_long_are_cut_at_an_end_and_the_best_of_them_stays() -> None:
    body = f"First {'do this ' * 15}now. Put the new fuse in. Then {'do that ' * 15}too."
    found = texts("How do I put the new fuse in?", chunk(body), words=40)
    assert "Put the new fuse in." in found
    assert sum(len(text.split()) for text in found) <= 40


def test_what_must_come_first_does() -> None:
    body = chunk("The lamp zebra lasts. A lamp is old.")
    found = ranked("lamp zebra", body)
    first = [one for one in found if one.candidate.text == "A lamp is old."]
    assert [one.text for one in choose(found, focus("lamp zebra", body), first)] == ["A lamp is old.", "The lamp zebra lasts."]
    how = "How do I light the lamp zebra?"
    assert choose(ranked(how, body), focus(how, body), first)[0].text == "A lamp is old."
