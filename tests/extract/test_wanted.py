"""What a question wants, from its form alone."""

import pytest

from policy_assistant.extract.wanted import MAX_CHARACTERS, asking_sentences, wanted


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How long is the warranty on a kettle?", {"duration"}),
        ("Until when can a parcel be collected?", {"duration", "day"}),
        ("How soon are refunds paid?", {"duration"}),
        ("How much does express delivery cost?", {"money"}),
        ("What is the restocking fee?", {"money"}),
        ("How big is the staff discount?", {"share"}),
        ("How heavy is the pump?", {"weight"}),
        ("How tall is the shelf?", {"size"}),
        ("What temperature must the store room have?", {"warmth"}),
        ("What is the maximum pressure?", {"pressure"}),
        ("How loud is the fan?", {"loudness"}),
        ("How many parcels fit?", {"count"}),
        ("What day is the store closed?", {"day"}),
        ("What time does the desk open?", {"time"}),
        ("Which part fits the pump?", {"code"}),
        ("Who approves refunds?", {"person"}),
        ("Where do I send the form?", {"place"}),
        ("What does PK-2200 mean?", {"meaning"}),
        ("PK-2200", {"meaning"}),
        ("How do I return a lamp?", {"how"}),
        ("Can I return a lamp?", {"yes or no"}),
        ("Is it still allowed?", {"yes or no"}),
        ("The pump is covered, right?", {"yes or no"}),
        ("What is the warranty on a kettle?", {"duration"}),
        ("Is the kettle under warranty?", {"yes or no"}),
        ("Tell me of lamps.", set()),
        ("!!", set()),
        ("", set()),
    ],
)
def test_english(question: str, kinds: set[str]) -> None:
    assert kinds <= wanted(question, "en").kinds
    if "yes or no" not in kinds:
        assert "yes or no" not in wanted(question, "en")
    if not kinds:
        assert not wanted(question, "en").kinds


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Combien de temps dure la garantie ?", {"duration"}),
        ("Jusqu'à quand puis-je retourner un colis ?", {"duration"}),
        ("Combien coûte la livraison ?", {"money"}),
        ("Quels sont les frais de retour ?", {"money"}),
        ("Quel est le rabais du personnel ?", {"share"}),
        ("Combien pèse la pompe ?", {"weight"}),
        ("Quelle est la hauteur de l'étagère ?", {"size"}),
        ("Quelle température faut-il ?", {"warmth"}),
        ("Quelle pression faut-il ?", {"pressure"}),
        ("Combien de décibels fait le ventilateur ?", {"loudness"}),
        ("Combien de colis ?", {"count"}),
        ("Quel jour le magasin ferme-t-il ?", {"day"}),
        ("À quelle heure ouvre le comptoir ?", {"time"}),
        ("Quelle pièce va sur la pompe ?", {"code"}),
        ("Qui approuve les remboursements ?", {"person"}),
        ("Où envoyer le formulaire ?", {"place"}),
        ("Que signifie RMA ?", {"meaning"}),
        ("Comment retourner une lampe ?", {"how"}),
        ("Puis-je retourner une lampe ?", {"yes or no"}),
        ("Est-ce que la lampe est garantie ?", {"yes or no"}),
        ("La lampe est-elle couverte ?", {"yes or no"}),
        ("Peut-on retourner une lampe que l'on a payée comptant ?", {"yes or no"}),
        ("Est-ce que le verre qui est cassé compte ?", {"yes or no"}),
        ("Qui peut-on appeler ?", {"person"}),
        ("Quelle est la garantie d'une lampe ?", {"duration"}),
        ("Parlez-moi des lampes.", set()),
    ],
)
def test_french(question: str, kinds: set[str]) -> None:
    found = wanted(question, "fr").kinds
    assert kinds <= found
    if kinds and "yes or no" not in kinds:
        assert "yes or no" not in found


@pytest.mark.parametrize("language", ["de", "", "zz", "xx-YY"])
def test_of_another_language_nothing_is_known(language: str) -> None:
    assert wanted("How long is it?", language).kinds == frozenset()


def test_what_only_a_noun_hints_at_is_not_wanted_of_a_yes_or_no() -> None:
    assert wanted("Is the kettle under warranty?", "en").kinds == {"yes or no"}
    assert wanted("Peut-on payer en ligne ?", "fr").kinds == {"yes or no"}


def test_the_case_that_is_told_before_says_nothing_about_the_kind() -> None:
    assert "money" not in wanted("It cost 20 dollars. Can it be returned?", "en")
    assert "money" in wanted("Can it be returned? And what does it cost?", "en")


def test_curly_apostrophes_and_capitals_change_nothing() -> None:
    assert wanted("JUSQU’À QUAND ?", "fr") == wanted("jusqu'à quand ?", "fr")
    assert "duration" in wanted("JUSQU’À QUAND ?", "fr")


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It broke. Is it covered?", ["Is it covered"]),
        ("Is it covered? How long?", ["Is it covered", "How long"]),
        ("The lamp: is it covered?", ["is it covered"]),
        ("It came on 3 May; is it covered?", ["is it covered"]),
        ("warranty kettle", ["warranty kettle"]),
        ("It broke. Tell me.", ["It broke", "Tell me"]),
        ("Est-il couvert ?", ["Est-il couvert"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_the_sentences_that_ask_or_all(text: str, sentences: list[str]) -> None:
    assert list(asking_sentences(text)) == sentences


@pytest.mark.parametrize("language", ["en", "fr"])
def test_only_the_beginning_of_each_sentence_is_looked_at(language: str) -> None:
    asking = "how long or combien de temps"
    assert "duration" in wanted(f"{'x' * (MAX_CHARACTERS - 30)} {asking}?", language)
    assert wanted(f"{'x' * MAX_CHARACTERS} {asking}?", language).kinds == frozenset()
    assert "duration" in wanted(f"{'x' * MAX_CHARACTERS}? {asking}?", language)
    wanted("1" * 19_990 + " a", language)  # the worst that a question may be
    wanted("-" * 19_990 + "a a", language)
