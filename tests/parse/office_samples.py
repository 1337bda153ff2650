"""Office files made part by part, so that a test holds exactly the markup that it is about."""

import io
import zipfile

from policy_assistant.blocks import ParsedDocument
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
ODF = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"), ("presentation", "presentation"),
        ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"),
    )
)  # fmt: skip
LINKS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def zipped(parts: dict[str, str | bytes]) -> bytes:
    """A zip of parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def links(*targets: tuple[str, str]) -> str:
    """A part of links from (kind, target), whose IDs are rId1, rId2, ..."""
    entries = (f'<Relationship Id="rId{n}" Type="{TYPES}/{kind}" Target="{target}"/>' for n, (kind, target) in enumerate(targets, 1))
    return f'<Relationships xmlns="{LINKS}">{"".join(entries)}</Relationships>'


def docx(body: str, beside: dict[str, str] | None = None) -> bytes:
    """A Word file from the XML of its body and that of the parts beside it (`styles`, `numbering`, `footnotes`, ...)."""
    beside = beside or {}
    return zipped(
        {
            "_rels/.rels": links(("officeDocument", "word/document.xml")),
            "word/document.xml": f"<w:document {W} {R} {A} {MC}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": links(*((kind, f"{kind}.xml") for kind in beside)),
            **{f"word/{kind}.xml": f"<w:{kind} {W}>{text}</w:{kind}>" for kind, text in beside.items()},
        }
    )


def paragraph(text: str, properties: str = "", run: str = "") -> str:
    """A paragraph of a Word file with one run."""
    return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def xlsx(sheet: str, *, texts: str = "", formats: tuple[str, ...] = (), name: str = "Rates", book: str = "", looks: str = "", beside: dict[str, str] | None = None) -> bytes:  # fmt: skip
    """An Excel file with one sheet. Style 1, 2, ... are the format codes in order; `looks` are the styles instead."""
    codes = "".join(f'<numFmt numFmtId="{200 + n}" formatCode="{code}"/>' for n, code in enumerate(formats))
    used = "".join(f'<xf numFmtId="{200 + n}"/>' for n in range(len(formats)))
    return zipped(
        {
            "_rels/.rels": links(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook {S} {R}>{book}<sheets><sheet name="{name}" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": links(
                ("worksheet", "worksheets/sheet1.xml"), ("sharedStrings", "texts.xml"), ("styles", "styles.xml")
            ),
            "xl/worksheets/sheet1.xml": f"<worksheet {S}>{sheet}</worksheet>",
            "xl/texts.xml": f"<sst {S}>{texts}</sst>",
            "xl/styles.xml": f"<styleSheet {S}>{looks}</styleSheet>"
            if looks
            else f'<styleSheet {S}><numFmts>{codes}</numFmts><cellXfs><xf numFmtId="0"/>{used}</cellXfs></styleSheet>',
            **(beside or {}),
        }
    )


def odf(body: str, *, styles: str = "", looks: str = "", kind: str = "text", beside: dict[str, str] | None = None) -> bytes:
    """An OpenDocument file from the XML of its body, its automatic styles, and its named styles."""
    return zipped(
        {
            "content.xml": f"<office:document-content {ODF}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {ODF}>{looks}</office:document-styles>",
            **(beside or {}),
        }
    )


def parsed(data: bytes, name: str) -> ParsedDocument:
    """The file parsed through the table of formats."""
    return parse_bytes(data, name, ParseOptions())


def shown(data: bytes, name: str) -> list[tuple[str, str]]:
    """Kind and text of each block."""
    return [(block.kind, block.text) for block in parsed(data, name).blocks]


def left_out(data: bytes, name: str) -> list[tuple[str, str]]:
    """Reason and text of what was left out."""
    return [(piece.reason, piece.text) for piece in parsed(data, name).dropped]


def refusal(data: bytes, name: str, options: ParseOptions | None = None) -> UnreadableFileError:
    """The error with which a file is refused."""
    try:
        parse_bytes(data, name, options or ParseOptions())
    except UnreadableFileError as error:
        return error
    raise AssertionError(f"{name} was read")


def holds(document: ParsedDocument) -> None:
    """Check what every parser promises of positions."""
    end = 0
    for block in document.blocks:
        assert document.text[block.start : block.end] == block.text
        assert block.start >= end
        end = block.end
        assert all(block.start <= spot.start <= spot.end <= block.end for spot in block.spots)
