"""A PDF whose end is missing, and with it the table of its objects: it can be opened if it still says where its catalog is."""

import re

import pypdfium2
import pypdfium2.raw as pdfium

REACH = 4_000
"""Bytes: the number of the catalog stands no further before the word."""

_CATALOG = re.compile(rb"/Type\s{0,4}/Catalog\b")
_OBJECT = re.compile(rb"\b(\d{1,8})\s{1,4}(\d{1,5})\s{1,4}obj\b")


def open_document(data: bytes) -> tuple[pypdfium2.PdfDocument, bool]:
    """The open file, and whether its end had to be made anew: then pages may be incomplete.

    Raises:
        pypdfium2.PdfiumError: pdfium cannot open it, not even with an end.
    """
    try:
        return pypdfium2.PdfDocument(data), False
    except pypdfium2.PdfiumError as error:
        mended = with_end(data) if error.err_code == pdfium.FPDF_ERR_FORMAT else b""
        if not mended:
            raise
    return pypdfium2.PdfDocument(mended), True


def with_end(data: bytes) -> bytes:
    """The bytes with an end that names the last catalog, so that pdfium collects the objects itself; empty where there is none.

    Of an encrypted file the key is lost with its end.
    """
    if b"/Encrypt" in data:
        return b""
    for found in reversed(list(_CATALOG.finditer(data))):
        before = data[max(found.start() - REACH, 0) : found.start()].rpartition(b"endobj")[2]
        numbers = list(_OBJECT.finditer(before))
        if numbers:
            number, generation = numbers[-1].groups()
            return data + b"\ntrailer\n<< /Root %s %s R >>\nstartxref\n0\n%%%%EOF\n" % (number, generation)
    return b""
