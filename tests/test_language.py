import pytest

from policy_assistant.language import language_of
from tests.project import Project


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Les marchandises sont rendues dans les 14 jours pour une raison ou une autre, avec la facture et les produits.", "fr"),
        ("The goods must be returned by the buyer within 14 days and you are to keep the invoice.", "en"),
        ("Die Waren sind innerhalb von 14 Tagen zurückzugeben.", ""),
        ("49,90 EUR", ""),
        ("", ""),
    ],
)
def test_frequent_words_tell_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_a_file_that_states_no_language_has_that_of_its_words(project: Project) -> None:
    project.configure('[corpus]\nidentity = "path"\n')
    project.write("retours.md", "# Retours\n\nLes marchandises sont rendues dans les 14 jours, avec la facture et pour une raison.\n")
    project.write("returns.md", "# Returns\n\nThe goods must be returned by the buyer and you are to keep the invoice.\n")
    project.write("numbers.md", "# 49\n\n90\n")
    project.ingest()
    assert {chunk.source: chunk.language for chunk in project.chunks()} == {
        "documents/numbers.md": "en",
        "documents/retours.md": "fr",
        "documents/returns.md": "en",
    }


def test_a_stated_language_wins_over_the_words(project: Project) -> None:
    project.add("retours", "Les marchandises sont rendues dans les 14 jours, avec la facture et pour une raison.\n", language="en")
    project.ingest()
    assert [chunk.language for chunk in project.chunks()] == ["en"]
