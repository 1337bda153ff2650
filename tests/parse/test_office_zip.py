"""The way into office files: what is no such file says what it is, and nothing is unpacked beyond the limits."""

import io
import zipfile

import pytest

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse import office_zip
from policy_assistant.parse.office_zip import open_office
from tests.parse.office_samples import LINKS, TYPES, docx, odf, paragraph, refusal, shown, xlsx, zipped

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
NAMES = ["a.docx", "a.xlsx", "a.pptx", "a.odt"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("data", "what", "hint"),
    [
        (b"<!DOCTYPE html><html><p>x</p></html>", "is an HTML page although its name ends in", "rename it to .html"),
        (b"\xef\xbb\xbf<html><p>x</p></html>", "is an HTML page although its name ends in", "rename it to .html"),
        (b"{\\rtf1 x}", "is an RTF file although its name ends in", "rename it to .rtf"),
        (b"%PDF-1.7 x", "is a PDF although its name ends in", "rename it to .pdf"),
        (OLE + b"x" * 600, "is of the format before", "open it and save it as"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "asks for a password", "take the password away"),
        (b"nothing of the kind", "is damaged or was cut off", "save or copy it anew"),
    ],
)
def test_what_is_no_office_file_says_what_it_is(name: str, data: bytes, what: str, hint: str) -> None:
    error = refusal(data, name)
    assert what in error.reason
    assert hint in error.hint


@pytest.mark.parametrize("data", [docx(paragraph("words")), odf("<text:p>words</text:p>"), xlsx("<sheetData/>")])
def test_a_file_that_was_cut_off_is_refused(data: bytes) -> None:
    for length in (30, len(data) // 2, len(data) - 10):
        assert "cut off" in refusal(data[:length], "a.docx").reason


def test_a_part_whose_bytes_were_changed_is_refused() -> None:
    data = bytearray(docx(paragraph("words " * 500)))
    at = data.index(b"word/document.xml") + 60
    data[at : at + 20] = b"\x00" * 20
    assert "its part word/document.xml is" in refusal(bytes(data), "a.docx").reason


def test_a_zip_of_something_else_is_refused_by_its_kind() -> None:
    assert "is a zip without a text document in it" in refusal(zipped({"notes.md": "# T"}), "a.docx").reason
    assert "is a zip without an OpenDocument file in it" in refusal(zipped({"notes.md": "# T"}), "a.odt").reason
    error = refusal(xlsx("<sheetData/>"), "a.docx")
    assert error.reason == "holds a workbook, not a text document"
    assert error.hint == "rename it to .xlsx"


def test_limits_are_checked_before_anything_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **more: object) -> None:
        raise AssertionError("a part was opened")

    data = docx(paragraph("words"))
    bomb = docx(paragraph("0" * 6_000_000))
    monkeypatch.setattr(zipfile.ZipFile, "open", never)
    assert "is packed over 300 times" in refusal(bomb, "a.docx").reason
    monkeypatch.setattr(office_zip, "MAX_ENTRIES", 2)
    assert "holds 3 parts; read are up to 2" in refusal(data, "a.docx").reason
    monkeypatch.setattr(office_zip, "MAX_ENTRIES", 20)
    monkeypatch.setattr(office_zip, "MAX_UNPACKED", 100)
    assert "unpacks to" in refusal(data, "a.docx").reason


def test_a_part_too_large_for_a_tree_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office_zip, "MAX_TREE", 400)
    error = refusal(docx(paragraph("x" * 500)), "a.docx")
    assert "its part word/document.xml has" in error.reason
    assert error.hint == "split the file"


def test_a_part_that_is_locked_is_refused() -> None:
    data = bytearray(docx(paragraph("words")))
    start = data.index(b"PK\x01\x02")
    while start >= 0:
        data[start + 8] |= 1
        start = data.find(b"PK\x01\x02", start + 1)
    assert refusal(bytes(data), "a.docx").reason == "asks for a password"


@pytest.mark.parametrize(
    "entity", ['<!ENTITY x "y">', '<!ENTITY x SYSTEM "file:///etc/hostname">', '<!ENTITY a "b"><!ENTITY x "&a;&a;&a;">']
)
def test_entities_are_refused_and_never_followed(entity: str) -> None:
    document = f"<!DOCTYPE d [{entity}]><office:document-content xmlns:office='o'><office:body>&x;</office:body></office:document-content>"
    assert "declares entities" in refusal(zipped({"content.xml": document}), "a.odt").reason
    sheet = f"<!DOCTYPE d [{entity}]><worksheet><sheetData><row><c t='str'><v>&x;</v></c></row></sheetData></worksheet>"
    whole = zipfile.ZipFile(io.BytesIO(xlsx("")))
    parts: dict[str, str | bytes] = {name: whole.read(name) for name in whole.namelist()}
    assert "declares entities" in refusal(zipped({**parts, "xl/worksheets/sheet1.xml": sheet}), "a.xlsx").reason


def test_elements_nested_too_deeply_are_refused() -> None:
    deep = "<w:ins>" * 300 + "</w:ins>" * 300
    assert "is not whole XML" in refusal(docx(f"<w:p>{deep}</w:p>"), "a.docx").reason


def test_the_strict_form_of_the_format_is_read() -> None:
    strict = "http://purl.oclc.org/ooxml"
    rels = f'<Relationships xmlns="{LINKS}"><Relationship Id="a" Type="{strict}/officeDocument/relationships/officeDocument" Target="/word/document.xml"/></Relationships>'
    body = (
        f'<w:document xmlns:w="{strict}/wordprocessingml/main"><w:body><w:p><w:r><w:t>strict words</w:t></w:r></w:p></w:body></w:document>'
    )
    assert shown(zipped({"_rels/.rels": rels, "word/document.xml": body}), "a.docx") == [("text", "strict words")]


def test_links_are_resolved_inside_the_file_only() -> None:
    def target(path: str, more: str = "") -> str:
        return f'<Relationship Id="{path}" Type="{TYPES}/image" Target="{path}"{more}/>'

    inside = f'<Relationships xmlns="{LINKS}">{target("../b.xml")}{target("/b.xml")}{target("gone.xml")}{target("../../../../b.xml")}{target("http://x.example", " TargetMode=" + chr(34) + "External" + chr(34))}</Relationships>'
    file = open_office(zipped({"b.xml": "<b/>", "w/a.xml": "<a/>", "w/_rels/a.xml.rels": inside}), "a.docx")
    found = file.relations("w/a.xml")
    assert {path: link.target for path, link in found.items() if not link.outside} == {
        "../b.xml": "b.xml", "/b.xml": "b.xml", "../../../../b.xml": "b.xml",
    }  # fmt: skip
    assert found["http://x.example"].outside
    with pytest.raises(UnreadableFileError, match=r"a\.docx: holds no part called gone\.xml"):
        file.xml("gone.xml")
