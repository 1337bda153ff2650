"""A question in one language finds the passage that only the other language has, and its own language's where it has it."""

from collections.abc import Iterator

import pytest

from policy_assistant.assistant import Assistant
from policy_assistant.filters import Filters
from tests.retrieval import ingested

ENGLISH = {
    "warranty": "## Period\n\nThe warranty on garden furniture lasts three years.",
    "parking": "## Permits\n\nStaff may park their car in the yard with a permit.",
    "expenses": "## Meals\n\nMeals on a business trip are refunded up to 40 euros.",
    "passwords": "## Length\n\nA password has at least twelve characters.",
    "shipping": "## Delay\n\nOrders are sent from the warehouse within two days.",
}
FRENCH = {
    "conges": "## Durée\n\nChaque salarié a droit à trente jours de congés payés par an.",
    "retours": "## Délai\n\nLe client peut retourner un produit sous trente jours.",
    "teletravail": "## Jours\n\nLe télétravail est possible deux jours par semaine.",
    "incendie": "## Alarme\n\nEn cas d'incendie, quittez le bâtiment par l'escalier.",
    "colis": "## Poids\n\nUn colis ne doit pas peser plus de vingt kilos.",
}
TO_FRENCH = {
    "How many days of paid leave does an employee have?": "conges",
    "How many days can I work from home each week?": "teletravail",
    "What should I do when there is a fire in the building?": "incendie",
}
TO_ENGLISH = {
    "Quelle est la durée de la garantie des meubles de jardin ?": "warranty",
    "Combien de caractères doit avoir un mot de passe ?": "passwords",
    "Où peut-on garer sa voiture ?": "parking",
}
BY_THE_GLOSSARY = {
    "paid leave": "conges",
    "work from home": "teletravail",
    "What about a fire?": "incendie",
    "Quelle garantie ?": "warranty",
    "mot de passe": "passwords",
    "garer": "parking",
}
GLOSSARY = """
garantie = warranty
mot de passe = password
garer = park
paid leave = congés payés
work from home = télétravail
fire = incendie
"""


@pytest.fixture(scope="module", params=["use", "e5"])
def assistant(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    folder = tmp_path_factory.mktemp("languages")
    (folder / "glossary.txt").write_text(GLOSSARY, encoding="utf-8")
    pages = {name: {"body": body, "language": "en"} for name, body in ENGLISH.items()}
    pages |= {name: {"body": body, "language": "fr"} for name, body in FRENCH.items()}
    opened = ingested(folder, pages, embedder=request.param)
    yield opened
    opened.store.close()


@pytest.mark.parametrize("method", ["dense", "hybrid", "rerank"])
@pytest.mark.parametrize(("question", "expected"), [*TO_FRENCH.items(), *TO_ENGLISH.items()])
def test_the_passage_in_the_other_language_comes_first(assistant: Assistant, method: str, question: str, expected: str) -> None:
    (first,) = assistant.search(question, method=method, k=1).passages
    assert first.doc_id == expected


@pytest.mark.parametrize("method", ["keywords", "dense", "hybrid", "rerank"])
@pytest.mark.parametrize(
    ("question", "expected"), [("Within how many days are orders sent?", "shipping"), ("Combien pèse un colis ?", "colis")]
)
def test_a_passage_in_the_questions_own_language_still_comes_first(assistant: Assistant, method: str, question: str, expected: str) -> None:
    (first,) = assistant.search(question, method=method, k=1).passages
    assert first.doc_id == expected


@pytest.mark.parametrize(("question", "expected"), [*BY_THE_GLOSSARY.items()])
def test_keywords_cross_through_the_glossary_only(assistant: Assistant, question: str, expected: str) -> None:
    (first,) = assistant.search(question, method="keywords", k=1).passages
    assert first.doc_id == expected
    found = assistant.searcher("keywords", glossary=False).find(question, 5, Filters())
    assert expected not in [passage.doc_id for _, passage in found]
