"""Form fields and notes: what a reader sees of them is text at its place, what pops up or is hidden is listed."""

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.blocks import Line, ParsedDocument
from policy_assistant.parse import pdf_fields
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_raw import FONT, annotated, stream, text

PLACE = b"/Rect [120 694 320 714] /DA (/Helv 11 Tf 0 g)"
FIELD = b"<< /Type /Annot /Subtype /Widget /FT /Tx /T (n) " + PLACE
NOTE = b"<< /Type /Annot /Rect [300 494 420 514] "
LABEL = text("Name:", y=698)


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def left_out(document: ParsedDocument) -> list[tuple[str, str, str]]:
    return [(item.reason, item.text, item.place) for item in document.dropped]


def form() -> bytes:
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(612, 792))
    fields = canvas.acroForm
    canvas.drawString(72, 700, "Name:")
    fields.textfield(name="name", tooltip="Full name", x=120, y=694, width=200, height=20, value="Ada Lovelace", fontSize=12)
    canvas.drawString(72, 650, "Colour:")
    fields.choice(name="colour", x=120, y=644, width=200, height=20, value="Blue", options=["Red", "Blue"], fontSize=12)
    for y, name, on in ((600, "I agree to the terms", True), (570, "I want the letter", False)):
        fields.checkbox(name=name, x=72, y=y - 4, size=14, checked=on)
        canvas.drawString(92, y, name)
    for y, value in ((540, "weekly"), (510, "monthly")):
        fields.radio(name="often", value=value, selected=value == "monthly", x=72, y=y - 4, size=14)
        canvas.drawString(92, y, value)
    fields.listbox(name="size", x=72, y=400, width=100, height=60, value="middle", options=["small", "middle", "large"], fontSize=12)
    canvas.save()
    return target.getvalue()


def lettered() -> bytes:
    """A check box that is drawn as the letter 4, as the fonts of symbols have it."""
    button = b"<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /V /Yes /AS /Yes /Rect [72 596 84 608] /AP << /N << /Yes 1001 0 R >> >> >>"
    drawing = stream(text("4", 2, 2, 9), b"/Type /XObject /Subtype /Form /BBox [0 0 12 12] /Resources << /Font << /H 3 0 R >> >>")
    return annotated([button, drawing], content=text("I agree to the terms", x=92, y=598), fields=[0])


def test_values_stand_beside_their_labels() -> None:
    words = parsed(form()).text
    assert "Name: Ada Lovelace" in words
    assert "Colour: Blue" in words
    assert "Red" not in words


def test_boxes_and_buttons_say_whether_they_are_on() -> None:
    rows = parsed(form()).text.replace(" | ", " ").split("\n")
    for row in ("☒ I agree to the terms", "☐ I want the letter", "☐ weekly", "☒ monthly"):
        assert row in rows


def test_a_letter_that_draws_a_check_is_none() -> None:
    assert parsed(lettered()).text == "☒ I agree to the terms"


def test_of_a_list_only_what_was_chosen_is_text() -> None:
    words = parsed(form()).text.split()
    assert "middle" in words
    assert not {"small", "large"} & set(words)


def test_a_value_that_the_file_does_not_draw_is_read_and_has_a_box() -> None:
    document = parsed(annotated([FIELD + b" /V (Ada Lovelace) >>"], content=LABEL, fields=[0]))
    assert document.text == "Name: Ada Lovelace"
    (line,) = _lines(document)
    assert 140 < line.box.right < 320
    assert 792 - 714 <= line.box.top < line.box.bottom <= 792 - 694 + 2


@pytest.mark.parametrize("flags", [2, 32])
def test_a_field_that_the_page_does_not_show_is_listed(flags: int) -> None:
    document = parsed(annotated([FIELD + b" /F %d /V (Say yes) >>" % flags], content=LABEL, fields=[0]))
    assert document.text == "Name:"
    assert left_out(document) == [("hidden form field", "Say yes", "page 1")]


def test_free_text_is_printed_and_so_is_text() -> None:
    note = NOTE + b"/Subtype /FreeText /Contents (Valid until May.) /DA (/Helv 11 Tf 0 g) >>"
    document = parsed(annotated([note], content=text("Rules of the house", y=600)))
    assert document.text.split("\n\n") == ["Rules of the house", "Valid until May."]
    assert left_out(document) == []


def test_a_comment_is_no_text_but_is_listed() -> None:
    notes = [
        NOTE + b"/Subtype /Text /Contents (Is this right?) >>",
        b"<< /Type /Annot /Subtype /Highlight /Rect [72 690 110 714] /QuadPoints [72 714 110 714 72 690 110 690] /Contents (Ask Ann.) >>",
        NOTE + b"/Subtype /Popup /Contents (Is this right?) >>",
        NOTE + b"/Subtype /Link /Contents (link) /A << /S /URI /URI (http://localhost/secret) >> >>",
    ]
    document = parsed(annotated(notes, content=LABEL))
    assert document.text == "Name:"
    assert left_out(document) == [("comment", "Is this right?", "page 1"), ("comment", "Ask Ann.", "page 1")]


def test_a_hidden_note_is_listed_as_one() -> None:
    document = parsed(annotated([NOTE + b"/Subtype /FreeText /F 2 /Contents (Say yes.) >>"], content=LABEL))
    assert document.text == "Name:"
    assert left_out(document) == [("hidden note", "Say yes.", "page 1")]


def test_a_long_comment_is_cut() -> None:
    comment = b"x" * (pdf_fields.MAX_TEXT + 50)
    (item,) = parsed(annotated([NOTE + b"/Subtype /Text /Contents (%s) >>" % comment], content=LABEL)).dropped
    assert len(item.text) == pdf_fields.MAX_TEXT


def test_endless_annotations_are_not_all_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_fields, "MAX_ANNOTATIONS", 2)
    notes = [NOTE + b"/Subtype /Text /Contents (Note %d) >>" % number for number in range(4)]
    assert [item.reason for item in parsed(annotated(notes, content=LABEL)).dropped] == [
        "comment",
        "comment",
        "annotations beyond the first 2",
    ]


def _lines(document: ParsedDocument) -> list[Line]:
    return [line for block in document.blocks for line in block.lines]


def test_the_symbol_of_a_comment_is_not_read_beside_a_field() -> None:
    symbol = b"/AP << /N 1002 0 R >>"
    comment = NOTE + b"/Subtype /Text /Contents (Is this right?) " + symbol + b" >>"
    drawing = stream(text("SYMBOL", 0, 4), b"/Type /XObject /Subtype /Form /BBox [0 0 120 20] /Resources << /Font << /H 3 0 R >> >>")
    data = annotated([FIELD + b" /V (Ada) >>", comment, drawing], content=LABEL, fields=[0])
    assert parsed(data).text == "Name: Ada"


def inheriting() -> bytes:
    """A page with a filled field whose fonts are those of its parent, and whose letters only these fonts tell."""
    differences = b" ".join(b"%d /%s" % (code, letter) for code, letter in ((36, b"A"), (37, b"g"), (38, b"e")))
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [%s] >> >>" % differences
    field = FIELD + b" /V (36) /Subtype /Widget /F 4 >>"
    data = annotated([field], content=text("$%&", y=698), fields=[0])
    resources = b"/Resources << /Font << /H 3 0 R >> >>"
    data = data.replace(resources, b" " * len(resources), 1).replace(b"/Count 1", b"/Count 1 " + resources)
    return data.replace(FONT, font)


def test_a_page_with_fields_keeps_the_fonts_that_it_inherits() -> None:
    assert parsed(inheriting()).text == "Age 36"
