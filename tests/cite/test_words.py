"""Words and negation of a claim against the passages: soft problems, and only within one language."""

import pytest

from policy_assistant.cite.clauses import clauses, denies
from tests.cite.samples import asked, checked, chunk, problems

ENGLISH = chunk(
    "Cheques and cash on delivery are not accepted. Returned items are inspected, then the refund is approved. Staff get 20% off all products "
    "except gift cards. The agent gives a credit of up to 25 dollars without approval. Items must be claimed no later than Friday.\n\n"
    "Region | Express\nHalifax | not available\nCalgary | 1 day"
)
FRENCH = chunk(
    "Les cartes-cadeaux ne peuvent pas être retournées, sauf si la loi l'exige. Les colis ne sont livrés que le lundi. "
    "Les plantes ne sont plus remboursées. Le service répond en français.",
    "retours",
    language="fr",
)


@pytest.mark.parametrize(
    "text", ["Items that are returned get inspected.", "The refunds are approved after inspecting what was returned.", "42"]
)
def test_words_and_stems_support(text: str) -> None:
    assert "unsupported" not in problems(checked(text, ENGLISH))


def test_less_than_half_of_the_words_is_unsupported() -> None:
    done = checked("Penguins live happily in cold water near returned items.", ENGLISH)
    assert problems(done) == {"unsupported": "0.25"}
    assert done.ok, "it is shown with a mark"


def test_words_are_compared_in_french() -> None:
    question = asked(language="fr")
    assert not checked("Le service donne des réponses en français.", FRENCH, question=question).problems
    assert "unsupported" in problems(checked("Les manchots vivent dans la neige et la glace.", FRENCH, question=question))


def test_across_languages_words_are_not_compared_and_a_note_says_so() -> None:
    done = checked("Penguins live in cold water.", FRENCH)
    assert not done.problems
    assert "`en`" in done.notes[0]
    assert "`fr`" in done.notes[0]


def test_the_language_of_the_claim_decides_not_that_of_the_question() -> None:
    done = checked("Les manchots vivent dans la neige et la glace.", FRENCH, question=asked(language="en"))
    assert "unsupported" in problems(done)
    assert not done.notes


def test_a_claim_in_the_words_of_the_passage_needs_no_language() -> None:
    done = checked("Halifax | not available", ENGLISH, question=asked(language="fr"))
    assert not done.problems
    assert not done.notes


@pytest.mark.parametrize(
    "text",
    [
        "Cheques and cash on delivery are accepted.",
        "Returned items are not inspected.",
        "Returned items aren't inspected.",
        "Staff get 20% off gift cards.",
        "Staff get nothing off all products.",
        "The agent cannot give a credit of 25 dollars.",
        "Items must not be claimed later than Friday; nobody claims items on Friday.",
    ],
)
def test_the_opposite_is_noticed(text: str) -> None:
    done = checked(text, ENGLISH)
    assert "negation" in problems(done)
    assert done.ok, "it is shown with a mark"


@pytest.mark.parametrize(
    "text",
    [
        "Cheques are not accepted.",
        "No. Cheques and cash on delivery are refused.",
        "No: the returned items are inspected.",
        "Staff get 20% off all products, except gift cards.",
        "Staff get no 20% off gift cards.",
        "The agent gives a credit of 25 dollars; no approval is needed.",
        "Items must be claimed on Friday at the latest.",
        "Express is not available in Halifax.",
        "Penguins do not fly.",
        "Penguins never inspect.",
        "Old returned penguins are never inspected for wet black feathers.",
    ],
)
def test_what_agrees_is_not_opposed(text: str) -> None:
    assert "negation" not in problems(checked(text, ENGLISH))


@pytest.mark.parametrize(
    "text",
    [
        "Les cartes-cadeaux peuvent être retournées.",
        "Les plantes sont remboursées.",
        "Les colis ne sont jamais livrés le lundi.",
        "Le service ne répond pas en français.",
    ],
)
def test_the_opposite_is_noticed_in_french(text: str) -> None:
    assert "negation" in problems(checked(text, FRENCH, question=asked(language="fr")))


@pytest.mark.parametrize(
    "text",
    [
        "Non, les cartes-cadeaux ne peuvent pas être retournées.",
        "Les colis sont livrés le lundi.",
        "Aucune carte-cadeau ne peut être retournée.",
        "Les plantes ne sont pas remboursées.",
    ],
)
def test_what_agrees_in_french_is_not_opposed(text: str) -> None:
    assert "negation" not in problems(checked(text, FRENCH, question=asked(language="fr")))


def test_negation_is_not_compared_across_languages() -> None:
    assert "negation" not in problems(checked("Les cartes-cadeaux sont retournées.", ENGLISH, question=asked(language="fr")))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it is not sold", True),
        ("it isn't sold", True),
        ("it is no longer sold", True),
        ("it cannot be sold", True),
        ("ce n'est pas vendu", True),
        ("ce n’est plus vendu", True),
        ("aucun article", True),
        ("it is refused", True),
        ("it is not refused", False),
        ("non-refundable", True),
        ("no later than Friday", False),
        ("no more than 5", False),
        ("not only here", False),
        ("at no extra charge", False),
        ("pas plus de 5", False),
        ("vendu le lundi, plus tard", False),
        ("ne sont livrés que le lundi", False),
        ("No. 5", False),
        ("a notice, a note and a knot", False),
    ],
)
def test_negation(text: str, expected: bool) -> None:
    assert denies(text) is expected


def test_clauses_affirm_and_deny_by_themselves() -> None:
    text = "All products, except gift cards, are sold; plants are not. They stay unless the law says so."
    assert [(text[c.start : c.end].strip(), c.denies) for c in clauses(text, "en")] == [
        ("All products,", False),
        ("gift cards", True),
        ("are sold", None),
        ("plants are not.", True),
        ("They stay", False),
        ("the law says so.", None),
    ]
