"""The ruling lines of a page, and drawings that draw each other without end."""

import pypdfium2
import pytest

from policy_assistant.parse import pdf_rules
from policy_assistant.parse.pdf_rules import Rule, drawn_objects, joined
from tests.view.pdfs import heavy


def test_drawings_inside_of_drawings_are_read_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_rules, "MAX_OBJECTS", 500)
    document = pypdfium2.PdfDocument(heavy(4))
    try:
        assert len(list(drawn_objects(document[0]))) == 500
    finally:
        document.close()


def test_rules_that_touch_are_one() -> None:
    assert joined([Rule(10.0, 0.0, 50.0), Rule(10.5, 51.0, 90.0), Rule(30.0, 0.0, 5.0)]) == (Rule(10.25, 0.0, 90.0), Rule(30.0, 0.0, 5.0))
