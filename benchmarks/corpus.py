"""Generated projects: Markdown documents with front matter, and PDFs listed in an inventory; the same for the same seed."""

import csv
import os
import random
from pathlib import Path

from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from benchmarks.passages import SEED, VOCABULARY
from policy_assistant.documents import COLUMNS

SECTIONS, WORDS_A_SECTION = 10, 40
PDF_SECTIONS, WORDS_A_PDF_SECTION = 12, 100
_LONG_AGO = 1_700_000_000
_STYLES = getSampleStyleSheet()


def write_markdown(project: Path, number: int) -> None:
    """So many Markdown documents of about 400 words, last changed long ago."""
    chance = random.Random(SEED)
    for index in range(number):
        path = _folder(project) / f"part-{index // 500:02}" / f"doc-{index:05}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(_markdown(path.stem, chance), encoding="utf-8")
        os.utime(path, (_LONG_AGO, _LONG_AGO))


def change_one(project: Path) -> None:
    """Add a sentence to one document, or print one PDF anew."""
    path = next(iter(sorted(_folder(project).rglob("doc-*"))))
    if path.suffix == ".md":
        path.write_text(f"{path.read_text(encoding='utf-8')}\nOne sentence more.\n", encoding="utf-8")
    else:
        _write_pdf(path, random.Random(SEED + 1))


def write_pdfs(project: Path, number: int) -> int:
    """So many PDFs with their inventory; the number of their pages."""
    chance = random.Random(SEED)
    paths = [_folder(project) / f"doc-{index:05}.pdf" for index in range(number)]
    pages = sum(_write_pdf(path, chance) for path in paths)
    with (project / "corpus" / "inventory.csv").open("w", encoding="utf-8", newline="") as file:
        inventory = csv.DictWriter(file, COLUMNS)
        inventory.writeheader()
        for path in paths:
            os.utime(path, (_LONG_AGO, _LONG_AGO))
            row = {"file": f"documents/{path.name}", "doc_id": path.stem, "title": path.stem, "version": "1", "access": "public"}
            inventory.writerow({name: row.get(name, "unknown" if name in ("owner", "language", "doc_type") else "") for name in COLUMNS})
    return pages


def _folder(project: Path) -> Path:
    folder = project / "corpus" / "documents"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _markdown(name: str, chance: random.Random) -> str:
    front = f"---\ndoc_id: {name}\ntitle: {name}\nversion: 1\naccess: public\neffective_from: 2025-01-01\n---\n\n# {name}\n"
    sections = [f"\n## {words(chance, 3)}\n\n{words(chance, WORDS_A_SECTION)}.\n" for _ in range(SECTIONS)]
    return front + "".join(sections)


def _write_pdf(path: Path, chance: random.Random) -> int:
    story: list[Flowable] = [Paragraph(path.stem, _STYLES["Title"])]
    for _ in range(PDF_SECTIONS):
        story += [Paragraph(words(chance, 3), _STYLES["Heading2"]), Paragraph(words(chance, WORDS_A_PDF_SECTION), _STYLES["BodyText"])]
    template = SimpleDocTemplate(str(path))
    template.build(story, onFirstPage=_running_header, onLaterPages=_running_header)
    return int(template.page)


def _running_header(canvas: Canvas, template: SimpleDocTemplate) -> None:
    canvas.drawString(72, template.pagesize[1] - 40, "House rules | Page " + str(template.page))


def words(chance: random.Random, number: int) -> str:
    """So many words, as frequent as in natural text."""
    return " ".join(VOCABULARY[int(len(VOCABULARY) ** chance.random()) - 1] for _ in range(number))
