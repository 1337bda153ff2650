"""RTF files: paragraphs, headings, lists, tables and notes; changes accepted, hidden text and what stands beside the body left out."""

from policy_assistant.blocks import ParsedDocument, assemble, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.heading_levels import with_levels
from policy_assistant.parse.ooxml import stated_properties
from policy_assistant.parse.rtf_reader import RtfReader

LEFT_OPEN = 1
"""Groups that may be open at the end: some programs leave out the last brace."""


def parse_rtf(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse an RTF file.

    Raises:
        UnreadableFileError: it is not RTF, was cut off, or its groups are nested too deeply.
    """
    if not data.lstrip().startswith(b"{\\rtf"):
        hint = "rename it to .docx" if data.startswith(b"PK") else "open it in a word processor and save it as RTF"
        raise UnreadableFileError(name, "is not RTF although its name says so", hint=hint)
    reader = RtfReader(name)
    still_open = reader.read(data)
    if still_open > LEFT_OPEN:
        raise UnreadableFileError(name, f"was cut off: {still_open} groups are open at its end", hint="save or copy it anew")
    blocks = list(with_levels(reader.blocks()))
    metadata = {} if any(b.kind == "title" for b in blocks) else stated_properties(clean(reader.title), "")
    return assemble(blocks, metadata, dropped=reader.dropped)
