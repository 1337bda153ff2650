"""PDFs written byte by byte, for what no library writes: page labels, tags, notes without a drawing, damage."""

from collections.abc import Mapping, Sequence

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /H 3 0 R >> >> %s >>"

FIRST_PAGE = 10
"""Number of the first page's object; its content is the next, and so on."""

FIRST_OTHER = 1_000
"""Number of the first of the objects that a test brings."""


def stream(content: bytes, head: bytes = b"") -> bytes:
    """A stream object."""
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (head, len(content), content)


def text(words: str, x: float = 72, y: float = 700, size: float = 11) -> bytes:
    """A line of text on a page."""
    escaped = words.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return b"BT /H %g Tf %g %g Td (%s) Tj ET\n" % (size, x, y, escaped)


def raw_pdf(pages: Sequence[bytes], *, catalog: bytes = b"", page: bytes = b"", others: Sequence[bytes] = (), font: bytes = FONT) -> bytes:
    """A PDF of pages with these contents; `catalog` and `page` are more of their dictionaries, `others` are more objects."""
    numbers = range(FIRST_PAGE, FIRST_PAGE + 2 * len(pages), 2)
    kids = b" ".join(b"%d 0 R" % number for number in numbers)
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
        2: b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        3: font,
    }
    for number, content in zip(numbers, pages, strict=True):
        objects[number], objects[number + 1] = PAGE % (number + 1, page), stream(content)
    return written(objects | dict(enumerate(others, FIRST_OTHER)))


def annotated(
    notes: Sequence[bytes], *, content: bytes = b"", catalog: bytes = b"", page: bytes = b"", fields: Sequence[int] = ()
) -> bytes:
    """A PDF of one page with annotations; `fields` are the places of those that are fields of its form."""
    form = b"/AcroForm << /Fields [%s] /DR << /Font << /Helv 3 0 R >> >> /DA (/Helv 11 Tf 0 g) >>"
    form = form % b" ".join(b"%d 0 R" % (FIRST_OTHER + place) for place in fields)
    kept = b"/Annots [%s]" % b" ".join(b"%d 0 R" % (FIRST_OTHER + place) for place in range(len(notes)))
    return raw_pdf([content], page=kept + page, catalog=catalog + (form if fields else b""), others=notes)


def written(objects: Mapping[int, bytes]) -> bytes:
    """A file of numbered objects, of which the first is the catalog."""
    data, places = b"%PDF-1.7\n", {}
    for number, body in sorted(objects.items()):
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = [b"%d 1\n%010d 00000 n \n" % (number, place) for number, place in places.items()]
    table = b"xref\n0 1\n0000000000 65535 f \n" + b"".join(rows)
    return data + table + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (max(places) + 1, len(data))
