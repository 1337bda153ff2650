"""E-mail messages as files: subject, headers and words of each message; attachments are listed, never opened."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage, Message

from policy_assistant.blocks import Dropped, ParsedDocument, RawBlock, assemble, clean
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.encoding import guess_text
from policy_assistant.parse.text_file import text_blocks

HEADERS = ("From", "To", "Cc", "Date", "Subject")
"""The headers that are text of the document; those of the way that a message took are not."""

MAX_DEPTH = 20
"""Messages and parts inside each other."""

MAX_PARTS = 5_000
MESSAGE_LEVEL = 2

LEAST_PLAIN = 20
"""Characters below which a plain part beside an HTML one only says that there is HTML."""

QUOTED_MAIL = "quoted from an earlier message"
SHOWN = 200
"""Characters of what was left out that are told."""

_QUOTED = re.compile(r"(?:> ?)+")
_FAULTS = (LookupError, UnicodeError, ValueError, AttributeError, TypeError, AssertionError)
"""What the standard library raises on headers and parts that are not well formed."""


def parse_eml(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    """Parse a message. Its subject is the title; a message inside it opens a section.

    Raises:
        UnreadableFileError: it is no message, or holds more parts, or more messages inside each other, than are read.
    """
    data = re.sub(rb"\AFrom [^\n]*\n", b"", data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n"))  # the line of a mailbox
    try:
        message = message_from_bytes(data, policy=policy.default)
    except RecursionError:
        raise UnreadableFileError(name, f"its parts are nested deeper than {MAX_DEPTH}") from None
    if not any(_header(message, header) for header in ("From", "To", "Subject", "Date")):
        raise UnreadableFileError(name, "is not an e-mail message although its name says so", hint="save it as .eml in the mail program")
    reader = _Reader(name, options)
    return assemble(reader.message(message, 0), {}, dropped=reader.dropped)


@dataclass
class _Reader:
    """Walks the parts of a message; what is left out is noted in `dropped`."""

    name: str
    options: ParseOptions
    dropped: list[Dropped] = field(default_factory=list)
    _seen: int = 0

    def message(self, message: Message, depth: int) -> Iterator[RawBlock]:
        """The blocks of a message: subject, headers, words."""
        subject = _header(message, "Subject")
        if subject:
            yield RawBlock("heading", subject, MESSAGE_LEVEL) if depth else RawBlock("title", subject, 1)
        lines = [f"{header}: {value}" for header in HEADERS if (value := _header(message, header))]
        yield RawBlock("text", "\n".join(lines))
        yield from self._part(message, depth)

    def _part(self, part: Message, depth: int) -> Iterator[RawBlock]:
        self._seen += 1
        if depth > MAX_DEPTH or self._seen > MAX_PARTS:
            raise UnreadableFileError(self.name, f"holds more than {MAX_PARTS:,} parts, or parts nested deeper than {MAX_DEPTH}")
        kind = part.get_content_type()
        inside = [p for p in part.get_payload() if isinstance(p, Message)] if part.is_multipart() else []
        if kind == "message/rfc822" and inside:
            yield from self.message(inside[0], depth + 1)
        elif kind == "multipart/alternative":
            yield from self._alternative(inside, depth)
        elif inside:
            for one in inside:
                yield from self._part(one, depth + 1)
        elif kind in ("text/plain", "text/html") and not _is_attached(part):
            yield from self._words(part, kind)
        else:
            self._leave_out(part, kind)

    def _alternative(self, parts: list[Message], depth: int) -> Iterator[RawBlock]:
        """One of several forms of the same words: plain text where it says something, else the last that can be read."""
        plain = next((p for p in parts if p.get_content_type() == "text/plain"), None)
        others = [p for p in parts if p is not plain]
        chosen = plain if plain is not None and (not others or _says_something(plain, self.name)) else None
        if chosen is None and others:
            chosen = next(
                (p for p in reversed(others) if p.get_content_type().startswith(("text/html", "multipart/"))), plain or others[-1]
            )
        if chosen is not None:
            yield from self._part(chosen, depth + 1)
        for part in (p for other in parts if other is not chosen for p in other.walk()):
            if not part.is_multipart() and part.get_content_maintype() != "text":
                self._leave_out(part, part.get_content_type())
            elif not part.is_multipart():
                self.dropped.append(Dropped(f"the same words as {part.get_content_type()}, not compared", ""))

    def _words(self, part: Message, kind: str) -> Iterator[RawBlock]:
        try:
            text = _text(part, self.name)
        except UnreadableFileError:  # not text, whatever its type says
            self._leave_out(part, kind)
            return
        if kind == "text/html":
            yield from self._html(text)
        else:
            own, quoted = _own_and_quoted(text)
            if quoted.strip() and own.strip():
                self.dropped.append(Dropped(QUOTED_MAIL, clean(quoted.replace("\n", " "))[:SHOWN]))
            yield from text_blocks(own if own.strip() else quoted, None)

    def _html(self, text: str) -> Iterator[RawBlock]:
        from policy_assistant.parse.html import parse_html  # only messages in HTML pay for lxml

        try:
            page = parse_html(codecs.BOM_UTF8 + text.encode("utf-8", "replace"), self.name, self.options, in_a_browser=False)
        except UnreadableFileError:
            yield from text_blocks(text, None)
            return
        self.dropped.extend(page.dropped)
        for block in page.blocks:
            title = block.kind == "title"
            yield RawBlock("heading" if title else block.kind, block.text, MESSAGE_LEVEL if title else block.level, flags=block.flags)

    def _leave_out(self, part: Message, kind: str) -> None:
        name = clean(_file_name(part)) or "without a name"
        what = "attachment" if _is_attached(part) or not kind.startswith("image/") else "picture"
        self.dropped.append(Dropped(f"{what}: save it beside the message as a file of its own", f"{name} ({kind})"))


def _says_something(part: Message, name: str) -> bool:
    try:
        return len(_text(part, name).strip()) >= LEAST_PLAIN
    except UnreadableFileError:
        return False


def _header(message: Message, name: str) -> str:
    """A header, decoded, on one line; empty where it is missing or cannot be read."""
    try:
        value = str(message.get(name, ""))
    except (*_FAULTS, IndexError):
        value = next((str(v) for key, v in message.raw_items() if key.lower() == name.lower()), "")
    return clean(value.replace("\n", " ").encode("utf-8", "replace").decode())


def _file_name(part: Message) -> str:
    try:
        return (part.get_filename() or "").encode("utf-8", "replace").decode()
    except _FAULTS:
        return ""


def _is_attached(part: Message) -> bool:
    try:
        return part.get_content_disposition() == "attachment" or bool(part.get_filename())
    except _FAULTS:
        return True


def _text(part: Message, name: str) -> str:
    """The words of a part in the encoding that it declares, or in the one that fits."""
    try:
        if isinstance(part, EmailMessage):
            content = part.get_content(errors="strict")
            return content if isinstance(content, str) else ""
    except _FAULTS:
        pass
    payload = part.get_payload(decode=True)
    return guess_text(payload, name) if isinstance(payload, bytes) else ""


def _own_and_quoted(text: str) -> tuple[str, str]:
    """The lines of whoever writes, and those that he quotes from an earlier message, without their marks."""
    own: list[str] = []
    quoted: list[str] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        found = _QUOTED.match(line)
        if found:
            quoted.append(line[found.end() :])
            own.append("")  # what stands before and after a quote are two paragraphs
        else:
            own.append(line)
    return "\n".join(own), "\n".join(quoted)
