"""Quotations inside a line have the marks that a browser prints."""

import pytest

from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html import parse_html


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("", "say \u201cone \u2018two\u2019\u201d"),
        ("en-GB", "say \u201cone \u2018two\u2019\u201d"),
        ("xx", "say \u201cone \u2018two\u2019\u201d"),
        ("FR_ca", "say \u00abone \u00abtwo\u00bb\u00bb"),
        ("de", "say \u201eone \u201atwo\u2018\u201c"),
    ],
)
def test_a_quotation_has_the_marks_of_the_language_around_it(language: str, text: str) -> None:
    page = f'<html lang="{language}"><article><p>say <q>one <q lang="ru">two </q></q><q></q></p></article></html>'
    assert parse_html(page.encode(), "a.html", ParseOptions()).text == text
