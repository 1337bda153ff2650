"""What the name of a file says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.draft.names import read_name


@pytest.mark.parametrize(
    ("stem", "doc_id"),
    [
        ("Returns Policy v3 (final) copy", "returns-policy"),
        ("politique_retours_FR_2026-01", "politique-retours"),
        ("Copy of Leave Policy (1)", "leave-policy"),
        ("Politique de retours v2 - Copie (2)", "politique-de-retours"),
        ("ReturnsPolicyV3", "returns-policy"),
        ("Returns%20Policy", "returns-policy"),
        ("Œuvres d’été", "oeuvres-d-ete"),
        ("2026-01-31 Returns policy", "returns-policy"),
        ("care-pw2200", "care-pw2200"),
        ("ISO 27001", "iso-27001"),
        ("politique_en_vigueur", "politique-en-vigueur"),
        ("expense report 2", "expense-report-2"),
        ("final-inspection", "final-inspection"),
    ],
)
def test_an_id_is_the_words_without_version_date_language_and_copy_marks(stem: str, doc_id: str) -> None:
    assert read_name(stem).doc_id == doc_id


@pytest.mark.parametrize("stem", ["v3", "2026-01", "2026", "_03", "index", "政策", "scan (2)"])
def test_a_name_without_words_of_its_own_gives_no_id(stem: str) -> None:
    assert read_name(stem).doc_id == ""


@pytest.mark.parametrize(
    ("stem", "version"),
    [
        ("returns-policy.v3", "3"),
        ("policy_v1_2", "1.2"),
        ("Handbook v1.2", "1.2"),
        ("HR_Handbook_rev B", "B"),
        ("hr-handbook-rev-b", "B"),
        ("Livraison version 4", "4"),
        ("règlement révision 2", "2"),
        ("version 2.1.10 spec", "2.1.10"),
    ],
)
def test_a_version_that_is_called_one_is_sure(stem: str, version: str) -> None:
    name = read_name(stem)
    assert (name.version, name.is_sure) == (version, True)


@pytest.mark.parametrize(
    ("stem", "version"),
    [
        ("fees_2026-01", "2026-01"),
        ("fees_03", "03"),
        ("Handbook Oct 2026", "2026-10"),
        ("notice-holiday-2026", "2026"),
        ("Manual 2.1.10", "2.1.10"),
        ("fees 2026-01-31", "2026-01-31"),
        ("care-pw2200", ""),
    ],
)
def test_months_years_and_last_numbers_are_versions_that_the_text_may_correct(stem: str, version: str) -> None:
    name = read_name(stem)
    assert (name.version, name.is_sure) == (version, False)


@pytest.mark.parametrize(
    ("stem", "period"),
    [
        ("fees 2026-01-31", ("2026-01-31", "")),
        ("20260131_fees", ("2026-01-31", "")),
        ("Prix 1er février 2026", ("2026-02-01", "")),
        ("fees 2026-01-01_2026-12-31", ("2026-01-01", "2026-12-31")),
        ("prix jusqu'au 31-12-2026", ("", "2026-12-31")),
        ("terms 31_01_2026", ("2026-01-31", "")),
    ],
)
def test_days_in_a_name_are_its_period(stem: str, period: tuple[str, str]) -> None:
    name = read_name(stem)
    assert (name.effective_from, name.effective_to) == period


def test_a_day_that_can_be_read_in_two_ways_is_noted_and_not_taken() -> None:
    name = read_name("Fee schedule 03-04-2026")
    assert (name.effective_from, name.version, name.doc_id) == ("", "", "fee-schedule")
    assert "'03-04-2026' in the name is not clearly one day" in name.notes[0]


@pytest.mark.parametrize(
    ("stem", "language"),
    [
        ("returns.fr", "fr"),
        ("policy-v2-fr-CA", "fr"),
        ("POLICY_EN", "en"),
        ("Livraison (français) v4", "fr"),
        ("mise en place", ""),
        ("fr_prix", "fr"),
    ],
)
def test_a_language_is_a_mark_at_an_end_of_the_name(stem: str, language: str) -> None:
    assert read_name(stem).language == language


def test_a_draft_is_called_in_question() -> None:
    assert read_name("returns v2 draft").notes == ("the name says 'draft': is it in force at all?",)


@given(st.text(max_size=80))
def test_any_name_gives_an_id_of_ascii_words(stem: str) -> None:
    doc_id = read_name(stem).doc_id
    assert doc_id == "" or all(part and part.isascii() and part.isalnum() and part == part.lower() for part in doc_id.split("-"))
