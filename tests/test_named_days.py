"""Notes on the version that holds on the day which a question names."""

import pytest

from policy_assistant.metadata import Metadata
from policy_assistant.named_days import first_named, other_versions
from tests.cite.samples import asked, chunk

OLD = chunk("Goods go back.", version="3", effective_from="2025-03-01", effective_to="2026-10-31")


def version(number: str, start: str, end: str = "", access: str = "public") -> Metadata:
    return Metadata("returns-policy", number, "Returns", start, end, "Desk", access, "en", "policy", f"{number}.md", "md")


VERSIONS = [version("2", "2024-01-01", "2025-02-28"), version("3", "2025-03-01", "2026-10-31"), version("4", "2026-11-01")]


@pytest.mark.parametrize(
    ("question", "language", "period"),
    [
        ("It came on 20 November 2026, may it go back on 3 January 2027?", "en", ("2026-11-20", "2026-11-20")),
        ("How many days in December 2026?", "en", ("2026-12-01", "2026-12-31")),
        ("How many days did I have in 2025?", "en", ("2025-01-01", "2025-12-31")),
        ("Combien de jours en 2025 ?", "fr", ("2025-01-01", "2025-12-31")),
        ("Combien de jours le 20 novembre 2026 ?", "fr", ("2026-11-20", "2026-11-20")),
        ("It came on 20 November.", "en", ("2026-11-20", "2026-11-20")),
        ("Is lot 2025 recalled?", "en", None),
        ("How many days?", "en", None),
    ],
)
def test_the_earliest_day_month_or_year_that_is_named(question: str, language: str, period: tuple[str, str] | None) -> None:
    assert first_named(asked(question, language)) == period


@pytest.mark.parametrize(
    ("question", "notes"),
    [
        ("It came on 20 November 2026.", ["4 2026-11-20"]),
        ("How many days in December 2026?", ["4 2026-12-01"]),
        ("How many days in 2024?", ["2 2024-01-01"]),
        ("It came on 20 October 2026, may it go back on 1 December 2026?", []),
        ("How many days in 2026?", []),
        ("It came on 20 November 2023.", []),
    ],
)
def test_a_version_of_another_day_is_named_where_the_used_one_does_not_hold(question: str, notes: list[str]) -> None:
    found = other_versions(asked(question), [OLD], VERSIONS)
    assert [f"{note.split(' v')[1][0]} {note.split()[-1]}" for note in found] == notes


def test_a_version_that_the_audience_may_not_see_is_not_named() -> None:
    hidden = [version("4", "2026-11-01", access="staff")]
    assert other_versions(asked("It came on 20 November 2026.", "en", "public"), [OLD], hidden) == []
    assert len(other_versions(asked("It came on 20 November 2026.", "en", "public", "staff"), [OLD], hidden)) == 1


def test_a_note_is_in_the_language_of_the_question() -> None:
    assert other_versions(asked("Reçu le 20 novembre 2026.", "fr"), [OLD], VERSIONS)[0].startswith("la question parle du 2026-11-20")


def test_other_documents_are_not_named() -> None:
    assert other_versions(asked("It came on 20 November 2026."), [chunk("Other.", "other", effective_to="2026-10-31")], VERSIONS) == []
