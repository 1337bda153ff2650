"""What the office formats share: the same document in each gives the same text, and damaged files are refused, never half read."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policy_assistant.blocks import HIDDEN
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import FORMATS
from tests.parse.office_samples import docx, holds, odf, paragraph, parsed, xlsx

FILES = Path(__file__).parent / "office_files"
"""One contract: made with python-docx, converted with LibreOffice 7.4."""

CONTRACT = [
    ("title", 1, "Contrat cadre"),
    ("heading", 2, "1. Définitions"),
    ("text", 0, "1.1 Le fournisseur livre l’été."),
    ("text", 0, "1.2 Le client paie :"),
    ("text", 0, "(a) à trente jours ;\n(b) par virement."),
    ("heading", 2, "2. Prix"),
    ("text", 0, "2.1 Le prix est fixe et ferme."),
    ("text", 0, "- un\n- deux"),
    ("table", 0, "large | large | c02\nc10 | c11 | haut\nc20 | c21 | haut"),
    ("text", 0, "Fin — “cité” 5 €."),
]

SAMPLES = {
    "a.docx": docx(
        paragraph("words") + f"<w:tbl><w:tr><w:tc>{paragraph('a')}</w:tc><w:tc>{paragraph('b')}</w:tc></w:tr></w:tbl>",
        {"styles": "", "numbering": ""},
    ),
    "a.xlsx": xlsx(
        '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c s="1"><v>5</v></c></row></sheetData>',
        texts="<si><t>a</t></si>",
        formats=("0.00",),
    ),
    "a.odt": odf("<text:p>words</text:p><text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>"),
}
ENDINGS = [".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".rtf", ".eml", ".csv", ".txt"]


@pytest.mark.parametrize("ending", ["docx", "odt", "rtf"])
def test_the_same_contract_gives_the_same_text_in_each_format(ending: str) -> None:
    document = parsed((FILES / f"contract.{ending}").read_bytes(), f"contract.{ending}")
    holds(document)
    assert [(b.kind, b.level, b.text) for b in document.blocks] == CONTRACT
    assert [b.text for b in document.blocks if b.flags == (HIDDEN,)] == ["2.1 Le prix est fixe et ferme."]
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden text", "secret caché dans le texte")]
    assert not any(b.pages or b.source_lines for b in document.blocks)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_markup_that_says_nonsense_is_read_or_refused(name: str, data: st.DataObject) -> None:
    whole = zipfile.ZipFile(io.BytesIO(SAMPLES[name]))
    part = data.draw(st.sampled_from(whole.namelist()))
    text = whole.read(part).decode()
    values = [at for at in range(len(text)) if text.startswith('="', at)]
    at = data.draw(st.sampled_from(values)) + 2 if values else 0
    value = data.draw(st.sampled_from(["", "-1", "0", "99999999999999999999", "1e400", "A1:ZZ9", "\u00e9", "x" * 600]))
    changed = text[:at] + value + text[text.index('"', at) :] if values else text
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for other in whole.namelist():
            archive.writestr(other, changed if other == part else whole.read(other))
    read_or_refused(buffer.getvalue(), name)


@given(
    st.sampled_from(ENDINGS),
    st.binary(max_size=100),
    st.sampled_from([b"", b"PK\x03\x04", b"{\\rtf1 ", b"From: a\n\n", b"\xff\xfe", b"a;b\n"]),
)
def test_any_bytes_are_read_or_refused(ending: str, data: bytes, start: bytes) -> None:
    assert ending in FORMATS
    read_or_refused(start + data, f"a{ending}")


def read_or_refused(data: bytes, name: str) -> None:
    """Check that a file is parsed as promised, or refused with a reason that is not a fault of the parser."""
    try:
        document = parsed(data, name)
    except UnreadableFileError as error:
        refused = error
    else:
        holds(document)
        assert document == parsed(data, name)
        return
    assert refused.__cause__ is None, "a fault of the parser"
