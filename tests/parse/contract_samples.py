"""Samples of every format: whole files that its parser must read, small enough to be damaged many times."""

import importlib
import io
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from policy_assistant.parse.base import FORMATS

DOCUMENTS = Path(__file__).resolve().parents[2] / "examples" / "larkfield" / "corpus" / "documents"

ROWS = [["Province", "Fee", "Days"], ["Québec", "9.95", "3"], ["Ontario", "12.50", "5"]]

MARKDOWN = """---
doc_id: house
version: 1.10
---

# House rules

Shoes stay outside[^1].

## 1. Hall

- one
  - two
1. first

| Province | Fee |
| --- | --- |
| Québec | 9.95 |

```python
# no heading
```

<div hidden>left out, and more than three words</div>

Setext
------

[^1]: In the rack.
"""

HTML = """<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>Règles</title><style>.x {display: none}</style></head><body>
<nav>Accueil</nav><article><h1>Règles de la maison</h1><p>Les souliers restent dehors.<p class="x">rien de tout cela ne se voit
<h2>Tarifs</h2><table><thead><tr><th>Province<th colspan="2">Prix</thead><tr><td rowspan="2">Québec<td>9,95<td>3<tr><td>12,50<td>5</table>
<ul><li>un<ul><li>deux</ul></ul><dl><dt>terme<dd>sens</dl><details><summary>Plus</summary>détail</details><pre>code
  deux</pre></article></body></html>"""

EMAIL = """From: Anne <anne@example.com>
To: =?utf-8?q?Andr=C3=A9?= <andre@example.com>
Subject: =?utf-8?q?Les_r=C3=A8gles?=
Date: Mon, 05 Jan 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

Les souliers restent dehors, =C3=A0 c=C3=B4t=C3=A9.

--b
Content-Type: application/pdf; name="plan.pdf"
Content-Disposition: attachment; filename="plan.pdf"
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--b--
"""

RTF = r"""{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\info{\title House rules}}\f0\fs32\b House rules\b0\fs20\par
Les r\'e8gles \u8212 ? shoes stay outside.\par\trowd\cellx100\cellx200 Qu\'e9bec\cell 9.95\cell\row\pard End.\par}"""


@cache
def samples_of(ending: str) -> Mapping[str, bytes]:
    """Samples by name, at least one for every ending of `FORMATS`."""
    return _MAKERS[FORMATS[ending][0]]()


def _texts(*texts: str) -> Callable[[], Mapping[str, bytes]]:
    """The text as UTF-8, and the plainest that there is."""
    return lambda: {f"text {number}": text.encode() for number, text in enumerate(texts)}


def _pdf() -> Mapping[str, bytes]:
    return {name: (DOCUMENTS / name).read_bytes() for name in ("warranty-policy.pdf", "care-pw2200.pdf")}


def _csv() -> Mapping[str, bytes]:
    text = "\n".join(",".join(row) for row in ROWS)
    return {
        "tabs": text.replace(",", "\t").encode(),
        "commas": text.encode(),
        "semicolons, as saved in French": text.replace(",", ";").encode("cp1252"),
    }


def _docx() -> Mapping[str, bytes]:
    import docx

    document = docx.Document()
    document.add_heading("House rules", 0)
    document.add_heading("Hall", 1)
    document.add_paragraph("Shoes stay outside.")
    document.add_paragraph("one", style="List Bullet")
    table = document.add_table(3, 3)
    for row, values in zip(table.rows, ROWS, strict=True):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    table.cell(0, 0).merge(table.cell(0, 1))
    return {"a document": _saved(document.save)}


def _xlsx() -> Mapping[str, bytes]:
    openpyxl = importlib.import_module("openpyxl")  # it says nothing of its types
    book = openpyxl.Workbook()
    for row in ROWS:
        book.active.append(row)
    book.create_sheet("Other").append(["x", 3.5])
    return {"a book": _saved(book.save)}


def _pptx() -> Mapping[str, bytes]:
    import pptx

    slides = pptx.Presentation()
    for title in ("House rules", "Hall"):
        slide = slides.slides.add_slide(slides.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "Shoes stay outside.\nIn the rack."
        slide.notes_slide.notes_text_frame.text = "Say it twice."
    return {"slides": _saved(slides.save)}


def _odf(kind: str) -> Callable[[], Mapping[str, bytes]]:
    return lambda: {"a document": _ODF_MAKERS[kind]()}


def _odt() -> bytes:
    import odfdo

    document = odfdo.Document("text")
    document.body.clear()
    document.body.append(odfdo.Header(1, "House rules"))
    document.body.append(odfdo.Paragraph("Shoes stay outside."))
    table = odfdo.Table("Fees", width=3, height=3)
    for y, row in enumerate(ROWS):
        table.set_row_values(y, row)
    document.body.append(table)
    return _saved(document.save)


def _ods() -> bytes:
    import odfdo

    document = odfdo.Document("spreadsheet")
    document.body.clear()
    table = odfdo.Table("Fees", width=3, height=3)
    for y, row in enumerate(ROWS):
        table.set_row_values(y, row)
    document.body.append(table)
    return _saved(document.save)


def _odp() -> bytes:
    import odfdo

    document = odfdo.Document("presentation")
    document.body.clear()
    page = odfdo.DrawPage("one", name="one")
    page.append(
        odfdo.Frame.text_frame(
            [odfdo.Paragraph("House rules"), odfdo.Paragraph("Shoes stay outside.")], size=("10cm", "5cm"), position=("1cm", "1cm")
        )
    )
    document.body.append(page)
    return _saved(document.save)


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    save(file)
    return file.getvalue()


_ODF_MAKERS = {"odt": _odt, "ods": _ods, "odp": _odp}
_MAKERS: Mapping[str, Callable[[], Mapping[str, bytes]]] = {
    "md": _texts(MARKDOWN, "plain"),
    "html": _texts(HTML, "<p>plain"),
    "pdf": _pdf,
    "csv": _csv,
    "txt": _texts("HOUSE RULES\n\nShoes stay outside.\nIn the rack.\n\n- one\n- two\n", "plain"),
    "eml": _texts(EMAIL, EMAIL.replace("text/plain", "text/html")),
    "rtf": _texts(RTF),
    "docx": _docx,
    "xlsx": _xlsx,
    "pptx": _pptx,
    "odt": _odf("odt"),
    "ods": _odf("ods"),
    "odp": _odf("odp"),
}
