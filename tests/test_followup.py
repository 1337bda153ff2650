"""Follow-ups become full questions; questions of their own stay as they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.followups import own_questions, pairs, wrong
from policy_assistant.followup import full_question
from policy_assistant.followup.full import MAX_CHARACTERS

PUMPS = "How long is the warranty on pumps?"
POMPES = "Combien de temps dure la garantie sur les pompes ?"

REWRITTEN = [
    (PUMPS, "and for furniture?", "How long is the warranty on furniture?", "fragment"),
    (PUMPS, "What about furniture", "How long is the warranty on furniture?", "fragment"),
    (PUMPS, "furniture too?", "How long is the warranty on furniture?", "fragment"),
    (PUMPS, "And the return period?", "How long is the return period on pumps?", "fragment"),
    (PUMPS, "what about next month?", "How long is the warranty on pumps next month?", "fragment"),
    (PUMPS, "And in December?", "How long is the warranty on pumps in December?", "fragment"),
    (PUMPS, "And if it is damaged?", "How long is the warranty on pumps if it is damaged?", "condition"),
    (PUMPS, "What if it is damaged?", "How long is the warranty on pumps if it is damaged?", "condition"),
    (PUMPS, "Is it transferable?", "Is the warranty on pumps transferable?", "pronoun"),
    (PUMPS, "Are they covered in winter?", "Are pumps covered in winter?", "pronoun"),
    (PUMPS, "Why?", "How long is the warranty on pumps, and why?", "asked_word"),
    (PUMPS, "Combien ça coûte ?", "How long is the warranty on pumps? Combien ça coûte ?", "pronoun"),
    (POMPES, "Why?", "Combien de temps dure la garantie sur les pompes ? Why?", "asked_word"),
    ("Which pump kit fits the PW-2200?", "et le PW-1800 ?", "Which pump kit fits the PW-1800?", "fragment"),
    ("How long is the pump warranty?", "and for furniture?", "How long is the furniture warranty?", "fragment"),
    ("Which pump kit fits the PW-2200?", "And the PW-1800?", "Which pump kit fits the PW-1800?", "fragment"),
    ("Which pump kit fits the PW-2200?", "PW-1800?", "Which pump kit fits the PW-1800?", "fragment"),
    ("Does kit PK-2200-07 fit the PW-2200?", "and PK-2400-03?", "Does kit PK-2400-03 fit the PW-2200?", "fragment"),
    ("Does the PW-2200 need oil?", "And the KT-180 kettle?", "Does the KT-180 kettle need oil?", "fragment"),
    ("What does the hose of the PW-2200 weigh?", "And its length?", "What is the length of the hose of the PW-2200?", "fragment"),
    ("Is a spade still covered after 6 years?", "And after 8 years?", "Is a spade still covered after 8 years?", "fragment"),
    ("Is a spade still covered after 6 years?", "and a rake?", "Is a rake still covered after 6 years?", "fragment"),
    ("Is a spade covered?", "and rakes?", "Are rakes covered?", "fragment"),
    ("Is a spade still covered after 6 years?", "and for furniture?", "Is furniture still covered after 6 years?", "fragment"),
    ("Is a spade still covered after 6 years?", "what about hoses", "Are hoses still covered after 6 years?", "fragment"),
    (
        "Is a spade still covered after 6 years?",
        "and for furniture in May 2027?",
        "Is furniture still covered after 6 years in May 2027?",
        "fragment",
    ),
    ("Is the desk still busy?", "and for shops?", "Are shops still busy?", "fragment"),
    ("Is the warranty on pumps transferable?", "and for furniture?", "Is the warranty on furniture transferable?", "fragment"),
    ("Is the Ember grill covered by the warranty?", "and hoses?", "Are hoses covered by the warranty?", "fragment"),
    ("Is delivery free?", "and for furniture?", "Is delivery free for furniture?", "fragment"),
    ("Can a pump be returned after 30 days?", "and for furniture?", "Can furniture be returned after 30 days?", "fragment"),
    ("Does a pump need oil?", "and for furniture?", "Does furniture need oil?", "fragment"),
    ("Does a pump need oil?", "and hoses?", "Do hoses need oil?", "fragment"),
    ("Does a pump need oil?", "and fuel?", "Does a pump need fuel?", "fragment"),
    ("Does the store repair pumps?", "and for furniture?", "Does the store repair furniture?", "fragment"),
    ("Do you repair pumps with cracks?", "and hoses?", "Do you repair hoses with cracks?", "fragment"),
    ("Are members allowed to return sale items?", "and gift cards?", "Are members allowed to return gift cards?", "fragment"),
    ("Do I need a receipt?", "and for gift cards?", "Do I need a receipt for gift cards?", "fragment"),
    ("Are refunds paid in cash?", "and for deposits?", "Are refunds paid in cash for deposits?", "fragment"),
    ("Is it possible to cancel an order?", "and a repair?", "Is it possible to cancel an order for a repair?", "fragment"),
    ("Is a gift card a product?", "and a voucher?", "Is a voucher a product?", "fragment"),
    ("Does a pump contain oil?", "and for furniture?", "Does furniture contain oil?", "fragment"),
    ("Can pumps be returned after 30 days?", "and furniture?", "Can furniture be returned after 30 days?", "fragment"),
    ("What is the return period of pumps?", "How long is it?", "How long is the return period of pumps?", "pronoun"),
    (PUMPS, "and for pumps?", PUMPS, "fragment"),
    (
        "How long is the warranty on pumps bought with a coupon?",
        "and for orders of 2025?",
        "How long is the warranty on orders of 2025 bought with a coupon?",
        "fragment",
    ),
    (
        "The courier left a note. When can I get the parcel?",
        "and for a large parcel?",
        "The courier left a note. When can I get a large parcel?",
        "fragment",
    ),
    ("Can I take the power cable?", "and the patio table?", "Can I take the patio table?", "fragment"),
    (
        "What is the order code of the pump kit for the PW-2200?",
        "how much does it cost?",
        "How much does the pump kit for the PW-2200 cost?",
        "pronoun",
    ),
    ("What is the price of the kettle?", "What is its weight?", "What is the kettle's weight?", "pronoun"),
    ("What is the price of the kettle?", "How heavy is it?", "How heavy is the kettle?", "pronoun"),
    ("What is the deadline of the audit?", "Can it be extended?", "Can the deadline of the audit be extended?", "pronoun"),
    (
        "The courier left a note. When can I get the parcel?",
        "and for a gate?",
        "The courier left a note. When can I get the parcel for a gate?",
        "fragment",
    ),
    (
        "The courier left a note. When can I get the parcel?",
        "and for the gate?",
        "The courier left a note. When can I get the gate?",
        "fragment",
    ),
    ("Do you deliver to Ontario in May 2026?", "And to Yukon?", "Do you deliver to Yukon in May 2026?", "fragment"),
    ("Do you deliver to Ontario on 5 May?", "and on 6 June?", "Do you deliver to Ontario on 6 June?", "fragment"),
    ("Do you deliver to Yukon?", "How long does it take?", "How long does it take to deliver to Yukon?", "pronoun"),
    ("Do we ship to Alaska?", "How much is it?", "Do we ship to Alaska, and how much is it?", "pronoun"),
    ("Can I return a pump?", "Without a receipt?", "Can I return a pump without a receipt?", "fragment"),
    ("Can I return a pump if it leaks?", "And if it is lost?", "Can I return a pump if it is lost?", "condition"),
    ("Who pays if my badge is lost?", "And if it is stolen?", "Who pays if my badge is lost, and if it is stolen?", "condition"),
    ("What is the return window?", "And without the box?", "What is the return window without the box?", "fragment"),
    (
        "How long is the warranty on express delivery?",
        "and standard delivery?",
        "How long is the warranty on standard delivery?",
        "fragment",
    ),
    ("How much does express delivery of a pump cost?", "and standard?", "How much does standard delivery of a pump cost?", "fragment"),
    ("Can I pay with a gift card?", "And Interac?", "Can I pay with Interac?", "fragment"),
    ("Does the pump need oil?", "and the PW-2200?", "Does the PW-2200 need oil?", "fragment"),
    ("Does the PW-2200 need oil?", "and the mower?", "Does the mower need oil?", "fragment"),
    (
        "How long is the warranty on pumps bought with a coupon?",
        "and furniture?",
        "How long is the warranty on furniture bought with a coupon?",
        "fragment",
    ),
    ("Can I return a pump?", "How long do I have?", "Can I return a pump, and how long do I have?", "asked_word"),
    (
        "Puis-je retourner un article ?",
        "Combien de temps ai-je ?",
        "Puis-je retourner un article, et combien de temps ai-je ?",
        "asked_word",
    ),
    ("Is training time paid?", "And travel time?", "Is travel time paid?", "fragment"),
    (
        "Someone was charged twice. When is it paid back by card?",
        "And by transfer?",
        "Someone was charged twice. When is it paid back by transfer?",
        "fragment",
    ),
    (
        "What is the warranty of the PW-2200?",
        "What is its weight?",
        "What is the warranty of the PW-2200, and what is its weight?",
        "pronoun",
    ),
    ("How many staff are in Guelph?", "and contractors?", "How many contractors are in Guelph?", "fragment"),
    (POMPES, "et pour les meubles ?", "Combien de temps dure la garantie sur les meubles ?", "fragment"),
    (POMPES, "Qu'en est-il de l’éclairage ?", "Combien de temps dure la garantie sur l’éclairage ?", "fragment"),
    (POMPES, "Et si elle fuit ?", "Combien de temps dure la garantie sur les pompes si elle fuit ?", "condition"),
    (POMPES, "Est-elle transférable ?", "La garantie sur les pompes, est-elle transférable ?", "pronoun"),
    (POMPES, "Pourquoi ?", "Combien de temps dure la garantie sur les pompes, et pourquoi ?", "asked_word"),
    ("Combien de temps dure la garantie des pompes ?", "Et les meubles ?", "Combien de temps dure la garantie des meubles ?", "fragment"),
    (
        "Combien de temps dure la garantie du souffleur ?",
        "Et de l'éclairage ?",
        "Combien de temps dure la garantie de l'éclairage ?",
        "fragment",
    ),
    ("Livrez-vous au Québec ?", "Et en Ontario ?", "Livrez-vous en Ontario ?", "fragment"),
    ("Le bureau est-il ouvert le lundi ?", "Et demain ?", "Le bureau est-il ouvert demain ?", "fragment"),
    ("Une pelle est-elle encore couverte ?", "et un râteau ?", "Un râteau est-il encore couvert ?", "fragment"),
    ("Une pelle est-elle encore couverte ?", "et pour les scies ?", "Les scies sont-elles encore couvertes ?", "fragment"),
    ("Une pelle est-elle encore couverte ?", "Qu'en est-il des scies ?", "Les scies sont-elles encore couvertes ?", "fragment"),
    ("Les coussins sont-ils garantis ?", "et pour un banc ?", "Un banc est-il garanti ?", "fragment"),
    ("Un outil est-il permis ?", "et une scie ?", "Une scie est-elle permis ?", "fragment"),
    ("Est-ce que les coussins sont garantis ?", "et les bancs ?", "Est-ce que les bancs sont garantis ?", "fragment"),
    ("Quel est le prix du barbecue GR-310 ?", "Combien pèse-t-il ?", "Le barbecue GR-310, combien pèse-t-il ?", "pronoun"),
    (
        "Le livreur a laissé un avis. Jusqu’à quand puis-je aller chercher le colis ?",
        "et pour une barrière ?",
        "Le livreur a laissé un avis. Jusqu’à quand puis-je aller chercher le colis pour une barrière ?",
        "fragment",
    ),
    ("Est-ce qu'une pompe est garantie ?", "et pour les tuyaux ?", "Est-ce que les tuyaux sont garanties ?", "fragment"),
    ("Est-ce que la pompe est garantie ?", "et un abri ?", "Est-ce qu’un abri est garanti ?", "fragment"),
    ("Vendez-vous des abris ?", "et pour une serre ?", "Vendez-vous une serre ?", "fragment"),
    ("Faut-il une facture ?", "et pour les outils ?", "Faut-il une facture pour les outils ?", "fragment"),
    ("Le magasin est-il ouvert le dimanche ?", "et le 1er janvier ?", "Le magasin est-il ouvert le 1er janvier ?", "fragment"),
    ("Combien pèse le GR-310 ?", "Et sa largeur ?", "Quelle est la largeur du GR-310 ?", "fragment"),
]

COMPLETE = [
    "How long is the warranty on furniture?",
    "And how much is delivery to Yukon?",
    "If a spa leaks, how long is the warranty?",
    "How long does it take to get a refund?",
    "Is it possible to change an address?",
    "My bench has a dent. Can I keep it?",
    "gift card balance",
    "VR-220?",
    "This is wrong.",
    "In which cities do you have shops?",
    "ok thanks",
    "How are you?",
    "Who is the manager?",
    "And check the box",
    "Combien coûte la livraison à Gatineau ?",
    "Faut-il garder la facture ?",
    "Y a-t-il des frais ?",
    "Quand ai-je le courrier ?",
    "Est-il possible de changer d'adresse ?",
    "La carte-cadeau expire-t-elle ?",
    "En cas de panne, qui faut-il appeler ?",
    "Wie lange gilt die Garantie?",
    "保証はどのくらいですか",
    "?",
    "",
]


@pytest.mark.parametrize(("previous", "text", "full", "reason"), REWRITTEN)
def test_a_follow_up_becomes_a_full_question(previous: str, text: str, full: str, reason: str) -> None:
    made = full_question(previous, text)
    assert (made.text, made.is_follow_up, made.reason) == (full, True, reason)
    again = full_question(previous, made.text)
    assert (again.text, again.is_follow_up) == (full, False)


@pytest.mark.parametrize("text", COMPLETE)
@pytest.mark.parametrize("previous", [PUMPS, POMPES])
def test_any_other_text_stays_as_it_is(previous: str, text: str) -> None:
    made = full_question(previous, text)
    assert (made.text, made.is_follow_up, made.reason) == (text, False, "complete")


@pytest.mark.parametrize("previous", ["", " \n"])
def test_without_a_previous_question_there_is_no_follow_up(previous: str) -> None:
    made = full_question(previous, "and for furniture?")
    assert (made.text, made.is_follow_up, made.reason) == ("and for furniture?", False, "no_previous")


@pytest.mark.parametrize("previous", ["and for pumps?", "Why?", "?", "PW-1800?", "it"])
def test_a_previous_text_that_is_no_full_question_completes_nothing(previous: str) -> None:
    assert full_question(previous, "and for furniture?").text == "and for furniture?"
    assert full_question(previous, "PW-1800?").text == "PW-1800?"


def test_a_chain_of_follow_ups_is_answered_one_after_the_other() -> None:
    question = PUMPS
    for text in ("and for furniture?", "And in December?", "what about January?", "and for cushions?"):
        question = full_question(question, text).text
    assert question == "How long is the warranty on cushions in January?"


@pytest.mark.parametrize(
    ("language", "is_follow_up"), [("en", True), ("en-CA", True), (" EN ", True), ("de", False), ("xx-unknown", False)]
)
def test_the_rules_know_english_and_french_only(language: str, is_follow_up: bool) -> None:
    assert full_question(PUMPS, "and for furniture?", language).is_follow_up is is_follow_up


@pytest.mark.parametrize("language", ["", "fr", "fr-CA"])
@pytest.mark.parametrize("text", ["et pour les meubles ?", "Et si elle fuit ?"])
def test_what_would_have_to_be_translated_is_left_to_a_person(text: str, language: str) -> None:
    made = full_question(PUMPS, text, language)
    assert (made.text, made.is_follow_up, made.reason) == (PUMPS, True, "other_language")


def test_texts_over_the_limit_are_left_alone() -> None:
    longest = "What about " + "x" * (MAX_CHARACTERS - 11)
    assert full_question(PUMPS, longest).is_follow_up
    assert not full_question(PUMPS, longest + "x").is_follow_up
    assert not full_question(PUMPS + " " * MAX_CHARACTERS, "and for furniture?").is_follow_up


# --- The sets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "least"), [("development", 1.0), ("heldout", 0.9)])
@pytest.mark.parametrize("with_language", [False, True])
def test_most_follow_ups_of_the_sets_are_right(name: str, least: float, with_language: bool) -> None:
    found = pairs(name)
    failed = [pair.id for pair, _ in wrong(found, with_language=with_language)]
    assert 1 - len(failed) / len(found) >= least, failed


@pytest.mark.parametrize("name", ["development", "heldout"])
def test_no_full_question_of_the_sets_is_changed(name: str) -> None:
    found = [pair for pair in pairs(name) if not pair.is_follow_up]
    assert len(found) >= 15
    assert wrong(found) == []


def test_no_question_of_the_collections_is_changed() -> None:
    found = list(own_questions())
    assert len(found) > 150
    assert wrong(found) == []


# --- Any text ----------------------------------------------------------------------------------------------------------

WORDS = (
    "and what about how long is the warranty on pumps for if it they damaged PW-2200 PK-2200-07 in December 5 years $500 today as of 9 May ? , . 's ' - "
    "et pour les meubles qu'en est-il de du des combien si s'il elle est-elle l' d'un prix delivery return customers to to take why who pays"
)
MIXED = st.lists(st.sampled_from(WORDS.split(" ")), max_size=12).map(" ".join)
TEXTS = st.one_of(MIXED, st.text(max_size=60), st.sampled_from([text for _, text, _, _ in REWRITTEN] + [one for one, *_ in REWRITTEN]))


@settings(max_examples=600, deadline=None)
@given(
    previous=TEXTS,
    text=TEXTS,
    other=TEXTS,
    language=st.sampled_from(["", "en", "fr", "fr-CA", "de"]),
    today=st.sampled_from(["", "2026-10-09"]),
)
def test_any_two_texts_give_a_question_that_is_no_follow_up(previous: str, text: str, other: str, language: str, today: str) -> None:
    made = full_question(previous, text, language, today=today)
    assert made.text.strip() or not text.strip()
    assert made.is_follow_up or made.text == text
    if made.is_follow_up:
        for before in (previous, other, made.text):
            again = full_question(before, made.text, language, today=today)
            assert (again.text, again.is_follow_up) == (made.text, False)
