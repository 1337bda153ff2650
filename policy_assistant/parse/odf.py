"""OpenDocument files: texts, spreadsheets and presentations; read from their content with lxml."""

from collections.abc import Iterator

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.grid import CellCount
from policy_assistant.parse.heading_levels import with_levels
from policy_assistant.parse.odf_sheets import read_table
from policy_assistant.parse.odf_slides import slide_blocks
from policy_assistant.parse.odf_styles import OdfStyles
from policy_assistant.parse.odf_text import SHOWN, OdfReader
from policy_assistant.parse.office_zip import Element, OfficeFile, attribute, child, children, local, open_office
from policy_assistant.parse.ooxml import stated_properties
from policy_assistant.parse.sheet_blocks import hidden_sheet, sheet_blocks

_RUNNING = ("header", "footer", "header-left", "footer-left", "header-first", "footer-first")


def parse_odf(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse an OpenDocument text, spreadsheet or presentation, whatever of the three its ending says.

    Raises:
        UnreadableFileError: it is none of them, is damaged, asks for a password, has more slides than
            `options.max_pages`, or is beyond the limits of `office_zip` and `grid`.
    """
    file = open_office(data, name)
    if "content.xml" not in file:
        raise UnreadableFileError(name, "is a zip without an OpenDocument file in it", hint="unpack it, and put the files there")
    _refuse_encrypted(file)
    content = file.xml("content.xml")
    looks = file.xml("styles.xml") if "styles.xml" in file else None
    reader = OdfReader(OdfStyles.read([root for root in (looks, content) if root is not None]))
    body = child(content, "body")
    blocks = _blocks(name, reader, body[0] if body is not None and len(body) else None, options)
    metadata = _metadata(file)
    if any(block.kind == "title" for block in blocks):
        metadata.pop("title", None)
    return assemble(blocks, metadata, dropped=[*reader.dropped, *_beside(looks)])


def _blocks(name: str, reader: OdfReader, body: Element | None, options: ParseOptions) -> list[RawBlock]:
    kind = "" if body is None else local(body)
    if body is not None and kind == "text":
        return list(with_levels(reader.blocks(body)))
    if kind == "spreadsheet":
        return list(_sheets(name, body, reader))
    if kind == "presentation":
        return list(slide_blocks(name, body, reader, options.max_pages))
    raise UnreadableFileError(name, f"holds {f'a {kind}' if kind else 'nothing'}, not a text, spreadsheet or presentation")


def _sheets(name: str, body: Element, reader: OdfReader) -> Iterator[RawBlock]:
    count = CellCount(name)
    for table in children(body, "table"):
        grid = read_table(table, reader.styles, count)
        if reader.styles.property("table", attribute(table, "style-name"), "table-properties", "display") == "false":
            yield hidden_sheet(grid, reader.dropped)
            continue
        for note in table.iter("{*}annotation"):
            text = clean(" ".join("".join(p.itertext()) for p in children(note, "p")))
            reader.dropped.append(Dropped("comment", text[:SHOWN], grid.name))
        yield from sheet_blocks(grid, reader.dropped)


def _refuse_encrypted(file: OfficeFile) -> None:
    if "META-INF/manifest.xml" in file and next(file.xml("META-INF/manifest.xml").iter("{*}encryption-data"), None) is not None:
        raise UnreadableFileError(file.name, "asks for a password", hint="open it, take the password away and save it again")


def _metadata(file: OfficeFile) -> dict[str, str]:
    if "meta.xml" not in file:
        return {}
    stated = {local(e): clean(e.text or "") for e in file.xml("meta.xml").iter("{*}title", "{*}language")}
    return stated_properties(stated.get("title", ""), stated.get("language", ""))


def _beside(looks: Element | None) -> Iterator[Dropped]:
    """Running headers and footers."""
    if looks is None:
        return
    for element in looks.iter(*(f"{{*}}{name}" for name in _RUNNING)):
        text = clean(" ".join("".join(p.itertext()) for p in element.iter("{*}p")))
        if text:
            yield Dropped(local(element).partition("-")[0], text[:SHOWN], attribute(element.getparent(), "name"))
