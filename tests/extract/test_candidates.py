"""Units as candidates: what each is understood with, and what is none."""

from policy_assistant.extract.candidates import Candidate, candidates, head_terms, ordered_terms, terms_in
from tests.cite.samples import START, chunk

LIST = "Bring these:\n\n- the receipt\n- the lamp\n\nThen wait. Nothing else is needed."
TABLE = "Item | Days\nLamp | 30\nGlass | 14\n\nAfter that nothing.\n\nPart | Price\nFuse | 2"


def shown(body: str, **fields: str) -> list[tuple[str, str, str]]:
    return [(one.text, one.lead_text, one.header_text) for one in candidates([chunk(body, **fields)])]


def test_an_item_knows_the_line_that_leads_into_its_list() -> None:
    assert shown(LIST) == [
        ("- the receipt", "Bring these:", ""),
        ("- the lamp", "Bring these:", ""),
        ("Then wait.", "", ""),
        ("Nothing else is needed.", "", ""),
    ]


def test_a_lead_ends_with_its_list() -> None:
    assert shown("Bring these:\n\nA sentence.\n\n- a loose item here") == [("A sentence.", "", ""), ("- a loose item here", "", "")]
    assert shown("First:\n\n- one\n\nSecond:\n\n- two") == [("- one", "First:", ""), ("- two", "Second:", "")]


def test_an_item_that_leads_into_others_leads_into_those_further_in_only() -> None:
    nested = "We refuse:\n\n- cut goods:\n  - hose from the roll\n  - signs with a name\n- gift cards\n- open bags"
    assert [(text, lead) for text, lead, _ in shown(nested)] == [
        ("- hose from the roll", "- cut goods:"),
        ("- signs with a name", "- cut goods:"),
        ("- gift cards", "We refuse:"),
        ("- open bags", "We refuse:"),
    ]
    assert [(text, lead) for text, lead, _ in shown(nested.partition("\n\n")[2])][2:] == [("- gift cards", ""), ("- open bags", "")]


def test_what_is_too_long_to_be_read_is_no_candidate() -> None:
    assert shown("word " * 300 + "end.\n\nA sentence.") == [("A sentence.", "", "")]
    assert len(shown(f"Item | Days\nLamp | 30\nGlass | {'x' * 1300}")) == 1


def test_a_row_knows_the_header_of_its_own_table() -> None:
    assert shown(TABLE) == [
        ("Lamp | 30", "", "Item | Days"),
        ("Glass | 14", "", "Item | Days"),
        ("After that nothing.", "", ""),
        ("Fuse | 2", "", "Part | Price"),
    ]


def test_headings_and_questions_are_none() -> None:
    body = "Rules\n\nMay I smoke?\n\nNo smoking.\n\nDeeper\n\nQuiet, please."
    assert [text for text, *_ in shown(body, sections=("Rules", "Rules > Deeper"))] == ["No smoking.", "Quiet, please."]  # type: ignore[arg-type]


def test_places_ranks_and_terms() -> None:
    found = candidates([chunk("First lamp.", "a"), chunk("Bring:\n\n- a lamp", "b", section="Glass")])
    assert [(one.rank, one.start) for one in found] == [(0, START), (1, START + 8)]
    item = found[1]
    assert [set(terms) for terms in (item.held, item.led, item.headed)] == [{"lamp"}, {"bring"}, {"b", "glass"}]
    assert item.all_terms == {"lamp", "bring", "b", "glass"}


def test_a_row_is_led_by_its_header() -> None:
    row = candidates([chunk(TABLE)])[0]
    assert row.led == {"item", "day"}


def test_nothing_gives_nothing() -> None:
    assert candidates([]) == []
    assert candidates([chunk("")]) == []


def test_terms_are_those_of_the_language() -> None:
    assert terms_in("Les lampes, les lampes", "fr") == {"lamp"}
    assert ordered_terms("lamps and glass lamps", "en") == ("lamp", "glass", "lamp")
    assert head_terms(chunk("x", "lamp-care", section="Glass > Oil")) == {"lamp", "care", "glass", "oil"}


def test_a_candidate_keeps_its_words() -> None:
    one: Candidate = candidates([chunk("A lamp.")])[0]
    assert one.held is one.held
