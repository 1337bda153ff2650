"""The way into files that are a zip of XML parts (Office Open XML, OpenDocument): limits first, then parts by name.

Nothing is unpacked before the table of contents has been checked; no part is read beyond the size that it declares; no
entity or link in a part is followed.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import IO, Any, TypeAlias

from lxml import etree

from policy_assistant.errors import UnreadableFileError

Element: TypeAlias = Any  # lxml has no types of its own

MAX_ENTRIES = 20_000
"""Parts in one file; a presentation with a thousand slides and their pictures has some 5,000."""

MAX_UNPACKED = 500_000_000
"""Bytes of all parts together."""

MAX_TREE = 60_000_000
"""Bytes of an XML part that is read whole: some 3,000 pages of text. It becomes a tree of some six times that in memory."""

MAX_RATIO = 300
"""How many times larger than packed a part may be: XML packs to about a fifteenth, bombs to a thousandth."""

RATIO_FROM = 5_000_000
"""Bytes below which a part's ratio does not matter: tables of equal cells pack very well."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_STRICT = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
_OTHERS = (
    (re.compile(rb"\s*<(?:!doctype html|html|head|body|table|div|p)\b", re.IGNORECASE), "an HTML page", ".html"),
    (re.compile(rb"\s*\{\\rtf"), "an RTF file", ".rtf"),
    (re.compile(rb"%PDF-"), "a PDF", ".pdf"),
)
_FAULTS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError)


@dataclass(frozen=True)
class Relation:
    """A link from one part to another: the last word of its type (`styles`, `slide`), and the part it leads to."""

    kind: str
    target: str
    outside: bool = False


@dataclass(frozen=True)
class OfficeFile:
    """The parts of one file. `name` is the file's, for messages. Names of parts are compared without case."""

    name: str
    archive: zipfile.ZipFile
    entries: dict[str, zipfile.ZipInfo] = field(repr=False)

    def __contains__(self, part: str) -> bool:
        """Whether there is a part of that name."""
        return _key(part) in self.entries

    def parts(self, pattern: str) -> list[str]:
        """The names of the parts that a regular expression matches whole, in order, in small letters."""
        return sorted(key for key in self.entries if re.fullmatch(pattern, key))

    @contextmanager
    def open(self, part: str) -> Iterator[IO[bytes]]:
        """A part as a stream.

        Raises:
            UnreadableFileError: there is no such part, it is packed in a damaged or unknown way, or it is no XML.
        """
        entry = self.entries.get(_key(part))
        if entry is None:
            raise UnreadableFileError(self.name, f"holds no part called {part}", hint="it may be damaged; save it anew")
        try:
            stream = self.archive.open(entry)
        except (*_FAULTS, ValueError, struct.error):  # the library computes with places that the file names
            raise UnreadableFileError(self.name, f"its part {part} is not where the file says", hint="save it anew") from None
        try:
            with stream:
                yield stream
        except etree.XMLSyntaxError as error:
            raise UnreadableFileError(self.name, f"its part {part} is not whole XML ({error.msg})", hint="save it anew") from None
        except _FAULTS as error:
            raise UnreadableFileError(self.name, f"its part {part} is damaged ({error})", hint="save it anew") from None

    def xml(self, part: str) -> Element:
        """The root element of a part; names of the strict form of Office Open XML become the usual ones. Errors as `open`."""
        size = self.entries[_key(part)].file_size if part in self else 0
        if size > MAX_TREE:
            raise UnreadableFileError(self.name, f"its part {part} has {size:,} bytes; read are up to {MAX_TREE:,}", hint="split the file")
        with self.open(part) as stream:
            data = stream.read()
            root = etree.fromstring(_STRICT.sub(rb"http://schemas.openxmlformats.org/\1/2006/\2", data), xml_parser())
        refuse_entities(root, self.name)
        return root

    def relations(self, part: str) -> dict[str, Relation]:
        """The links of a part by their ID; the file's own with an empty name. Links that lead nowhere are left out."""
        at = PurePosixPath(part)
        source = str(at.parent / "_rels" / f"{at.name}.rels") if part else "_rels/.rels"
        if source not in self:
            return {}
        links = {}
        for link in self.xml(source):
            if not isinstance(link.tag, str):
                continue
            target, outside = link.get("Target") or "", link.get("TargetMode") == "External"
            if not outside:
                target = _resolve(str(at.parent) if part else "", target)
            if outside or target in self:
                links[link.get("Id") or ""] = Relation((link.get("Type") or "").rpartition("/")[2], target, outside)
        return links


def open_office(data: bytes, name: str) -> OfficeFile:
    """The parts of a file, after its limits have been checked.

    Raises:
        UnreadableFileError: it is no zip (the message says what it is, as far as that shows), is damaged, asks for a
            password, or goes beyond the limits of this module.
    """
    _refuse_other(data, name)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (*_FAULTS, ValueError, struct.error):
        raise UnreadableFileError(name, "is damaged or was cut off: not a whole file of its kind", hint="save or copy it anew") from None
    entries = archive.infolist()
    if len(entries) > MAX_ENTRIES:
        raise UnreadableFileError(name, f"holds {len(entries):,} parts; read are up to {MAX_ENTRIES:,}")
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MAX_UNPACKED:
        raise UnreadableFileError(name, f"unpacks to {unpacked:,} bytes; read are up to {MAX_UNPACKED:,}")
    for entry in entries:
        if entry.file_size > RATIO_FROM and entry.file_size > MAX_RATIO * max(entry.compress_size, 1):
            raise UnreadableFileError(name, f"its part {entry.filename[:100]} is packed over {MAX_RATIO} times: a decompression bomb")
        if entry.flag_bits & 1:
            raise UnreadableFileError(name, "asks for a password", hint="save it without one")
    return OfficeFile(name, archive, {_key(entry.filename): entry for entry in entries})


def xml_parser() -> Any:
    """A parser that follows nothing and stops at 256 elements inside each other."""
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True)


def refuse_entities(root: Element, name: str) -> None:
    """Raise `UnreadableFileError` where a part declares entities: office programs never do, attackers do."""
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(declared.iterentities(), None) is not None:
        raise UnreadableFileError(name, "one of its parts declares entities, which office files never do")


def local(element: Element) -> str:
    """The name of an element without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def attribute(element: Element, name: str, default: str = "") -> str:
    """An attribute by its name, whatever its namespace."""
    value = element.get(name)
    if value is not None:
        return str(value)
    return next((str(v) for key, v in element.items() if key.rpartition("}")[2] == name), default)


def child(element: Element | None, name: str) -> Element | None:
    """The first child of that name, whatever its namespace."""
    return None if element is None else next((e for e in element if local(e) == name), None)


def children(element: Element | None, name: str) -> list[Element]:
    """All children of that name, whatever their namespace."""
    return [] if element is None else [e for e in element if local(e) == name]


def _refuse_other(data: bytes, name: str) -> None:
    ending = PurePosixPath(name).suffix.lower()
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise UnreadableFileError(name, "asks for a password", hint="open it, take the password away and save it again")
        raise UnreadableFileError(name, f"is of the format before {ending}", hint=f"open it and save it as {ending}")
    if not data.startswith(b"PK"):
        for pattern, what, other in _OTHERS:
            if pattern.match(data[:1000].removeprefix(b"\xef\xbb\xbf")):
                raise UnreadableFileError(name, f"is {what} although its name ends in {ending}", hint=f"rename it to {other}")


def _key(part: str) -> str:
    return part.replace("\\", "/").lstrip("/").lower()


def _resolve(folder: str, target: str) -> str:
    """The part that a link leads to, from the folder of the part that holds it."""
    target = target.partition("#")[0]
    steps: list[str] = [] if target.startswith("/") else [s for s in folder.split("/") if s not in ("", ".")]
    for step in target.replace("\\", "/").split("/"):
        if step == "..":
            steps = steps[:-1]
        elif step not in ("", "."):
            steps.append(step)
    return "/".join(steps)
