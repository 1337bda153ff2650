import pytest

from policy_assistant.blocks import RawBlock, assemble
from policy_assistant.chunk.base import chunk as cut
from policy_assistant.metadata import Chunk, Metadata
from policy_assistant.references import MAX_REFERENCES, references

META = Metadata("terms", "1", "Terms", "", "", "", "public", "en", "policy", "documents/terms.md", "md")


def chunks(said: str) -> list[Chunk]:
    blocks = [
        RawBlock("title", "Terms", 1),
        RawBlock("heading", "1. Scope", 2),
        RawBlock("text", said),
        RawBlock("heading", "2. Returns", 2),
        RawBlock("text", "2.1 Within a week."),
        RawBlock("text", "2.2 The customer may:\n(a) keep it;\n(b) send it."),
        RawBlock("heading", "Annex A", 2),
        RawBlock("text", "Rates."),
    ]
    return cut(assemble(blocks, {}), META)


def links(said: str) -> list[tuple[str, str]]:
    found = chunks(said)
    named = references(found[0], found)
    assert all(found[0].quote[one.start - found[0].start : one.end - found[0].start] == one.text for one in named)
    return [(one.text, one.target.section) for one in named]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("As in section 2.1 here.", [("section 2.1", "2. Returns > 2.1")]),
        ("See clause 2.2(b).", [("clause 2.2(b)", "2. Returns > 2.2")]),
        ("See clause 2.2 (b).", [("clause 2.2 (b)", "2. Returns > 2.2")]),
        ("Voir l'article 2.2 b) ci-dessous.", [("article 2.2 b)", "2. Returns > 2.2")]),
        ("(under section 2.1 only)", [("section 2.1", "2. Returns > 2.1")]),
        ("(see section 2.1)", [("section 2.1", "2. Returns > 2.1")]),
        ("See clause 2.1(c).", [("clause 2.1(c)", "2. Returns > 2.1")]),
        ("Voir l'article 2.1 ci-dessous.", [("article 2.1", "2. Returns > 2.1")]),
        ("Sections 2.1 and 2.2 hold.", [("Sections 2.1", "2. Returns > 2.1"), ("2.2", "2. Returns > 2.2")]),
        ("Rates are in Annex A.", [("Annex A", "Annex A")]),
        ("Clause 2.1 of this policy holds.", [("Clause 2.1", "2. Returns > 2.1")]),
        ("L'article 2.1 du présent contrat.", [("article 2.1", "2. Returns > 2.1")]),
        ('See "Annex A" there.', [("Annex A", "Annex A")]),
        ("Voir « 2. Returns ».", []),
        ("Section 2.1 of the Data Act holds.", []),
        ("L'article 2.1 du code civil.", []),
        ("See section 9.", []),
        ("See section A.", []),
        ("This section 1 is here.", []),
        ("Intersection 2.1 is a crossing.", []),
        ("", []),
    ],
)
def test_what_names_another_passage_leads_to_it(said: str, expected: list[tuple[str, str]]) -> None:
    assert links(said or "Nothing.") == expected


def test_a_section_is_found_by_its_quoted_title() -> None:
    found = cut(
        assemble([RawBlock("text", "Voir « Les retours »."), RawBlock("heading", "Les retours", 2), RawBlock("text", "Oui.")], {}), META
    )
    assert [(one.text, one.target.section) for one in references(found[0], found)] == [("Les retours", "Les retours")]


def test_a_list_of_contents_has_no_more_links_than_people_follow() -> None:
    assert len(links(" ".join(["section 2.1,"] * 80))) == MAX_REFERENCES


@pytest.mark.parametrize("said", ['see "' + " " * 200_000 + "x", "section " * 50_000, "sections 7.1" + ", 7.2(a)(b)(c)" * 20_000])
def test_text_that_is_made_to_be_slow_is_read_once(said: str) -> None:
    assert links(said) == []  # with a pattern that tries every blank anew this takes hours
