"""Version, owner, language and kind from what a document says at its beginning."""

import pytest

from policy_assistant.blocks import Dropped, RawBlock, assemble
from policy_assistant.draft.beginning import Beginning, beginning_of, find_owner, find_version
from policy_assistant.draft.words import guess_language


def text(*lines: str, title: str = "") -> Beginning:
    return Beginning(title, (), lines)


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("Version 5", "5"),
        ("Version 2.1, effective from 31 January 2026", "2.1"),
        ("Rev. 4", "4"),
        ("Rev. B", "B"),
        ("Révision 2", "2"),
        ("Édition 2026", "2026"),
        ("3rd edition", "3"),
        ("Policy 12 - Rev. C, 2026", "C"),
        ("Owner: HR | Version: 3.2", "3.2"),
        ("This is version 3 of the policy", "3"),
        ("Version du 13/03/2026", "2026-03-13"),
        ("Version 5 replaces version 4", "5"),
    ],
)
def test_a_text_names_its_version_where_a_sentence_or_field_begins(line: str, version: str) -> None:
    assert find_version(text(line)).value == version


@pytest.mark.parametrize(
    "line",
    [
        "Needs firmware version 9 to work",
        "This replaces version 2",
        "La version a été revue",
        "Version à jour",
        "Version 12/03/2026",
        "Version | Date | Change",
    ],
)
def test_other_versions_are_not_the_documents(line: str) -> None:
    assert find_version(text(line)).value == ""


def test_a_title_names_its_version_anywhere() -> None:
    assert find_version(text(title="Returns policy version 4")).value == "4"
    assert find_version(text(title="Fees v2.1")).how == '"v2.1" in the title'


def test_a_running_header_goes_before_the_text_and_hidden_text_counts_for_nothing() -> None:
    dropped = [
        Dropped("hidden <div>", "Version 66"),
        Dropped("running header", "Warranty policy | Version 7"),
        Dropped("<script>", "Version 67"),
    ]
    begin = beginning_of(assemble([RawBlock("text", "Version 5 of the form is needed.")], {}, dropped=dropped))
    assert find_version(begin).value == "7"
    assert begin.around == ("Warranty policy | Version 7",)


def test_only_the_first_lines_are_looked_at() -> None:
    filler = "\n".join(["A line."] * 60)
    assert find_version(beginning_of(assemble([RawBlock("text", filler), RawBlock("text", "Version 5")], {}))).value == ""


@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("Owner: Support (Imani)", "Support (Imani)"),
        ("Responsable : Équipe produits", "Équipe produits"),
        ("Version 3 · Owner: HR department · Effective 2026", "HR department"),
        ("Document owner: Jane Doe, Version 3", "Jane Doe"),
        ("Owner | Finance (Theo)", "Finance (Theo)"),
        ("Home owner: must pay", ""),
        ("The owner pays.", ""),
    ],
)
def test_an_owner_is_a_field_of_that_name(line: str, owner: str) -> None:
    assert find_owner(text(line)).value == owner


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("The label is for you and not for the shop.", "en"),
        ("Les congés sont pour vous et votre équipe.", "fr"),
        ("La política de devoluciones en la tienda es de un mes y no de dos.", ""),
        ("Table 1 | 2 | 3", ""),
        ("The fee and les frais et vous you are", ""),
    ],
)
def test_a_language_is_named_only_when_its_words_clearly_lead(words: str, language: str) -> None:
    assert guess_language(words).value == language
