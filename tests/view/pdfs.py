"""PDFs that are hard to draw."""


def heavy(levels: int, text: str = "") -> bytes:
    """A page of a thousand bytes that paints one square ten to the power of `levels` times: forms that draw forms ten times each."""
    line = f"BT /H 12 Tf 40 200 Td ({text}) Tj ET ".encode() if text else b""
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /XObject << /F 10 0 R >>"
        b" /Font << /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        4: _stream(b"", line + b"/F Do"),
    }
    for level in range(levels):
        objects[10 + level] = _stream(
            b"/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /XObject << /F %d 0 R >> >>" % (11 + level), b"/F Do " * 10
        )
    objects[10 + levels] = _stream(b"/Type /XObject /Subtype /Form /BBox [0 0 300 300]", b"0 0 300 300 re f")
    return _file(objects)


def _stream(head: bytes, content: bytes) -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (head, len(content), content)


def _file(objects: dict[int, bytes]) -> bytes:
    data, places = b"%PDF-1.4\n", {}
    for number, body in objects.items():
        places[number] = len(data)
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    size = max(places) + 1
    rows = [b"%010d 00000 n \n" % places[n] if n in places else b"0000000000 65535 f \n" for n in range(size)]
    table = b"xref\n0 %d\n%s" % (size, b"".join(rows))
    return data + table + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(data))
