"""The lesson's cut of code and questions."""

import pytest

from policy_assistant.code import tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("planifier_relances DepotFactures", "planifier relances depot factures"),
        ("la numérotation", "numerotation"),
        ("HTTPServer utf8 x86", "httpserver utf"),
        ("un à le deux", "deux"),
        ("taux taux", "taux taux"),
        ("ǅ 数据 œuvre", "uvre"),
        ("", ""),
    ],
)
def test_words_are_cut_as_the_lesson_cuts_them(text: str, expected: str) -> None:
    assert tokens(text) == expected.split()
