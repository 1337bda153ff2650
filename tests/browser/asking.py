"""What tests do on the first page: ask, open a citation, read what is marked."""

import re
from pathlib import Path

import pypdfium2 as pdfium
from playwright.sync_api import Locator, Page

PDF_QUESTION = "Which pump kit fits the PW-2200?"
TEXT_QUESTION = "How many days do I have to send back something I have not used?"
STAFF_QUESTION = "How much is the quarterly quokka bonus?"
NASTY_QUESTION = "How many days a week is zorbing allowed?"
STEPS_QUESTION = "How do I check a claim?"
SILENT_QUESTION = "How much is the quarterly quokka allowance for gift cards?"
FRENCH_QUESTION = "Combien de trous faut-il creuser sous la ligne de gel ?"


def ask(shown: Page, question: str, **fields: str) -> Locator:
    """Ask with the keyboard, as JavaScript allows; the answer. `fields` are values of the form's other fields, by ID."""
    for name, value in fields.items():
        field = shown.locator(f"#{name}")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    shown.evaluate("document.getElementById('result').dataset.old = '1'")
    shown.fill("#question", question)
    shown.press("#question", "Enter")
    shown.wait_for_selector("#result:not([data-old]) h2, #result:not([data-old]) [role=alert]")
    return shown.locator("#result")


def open_citation(shown: Page, number: int = 0) -> Locator:
    """Click a citation and wait for its source beside the answer."""
    link = shown.locator("a[data-place]").nth(number)
    link.click()
    shown.wait_for_selector("#pane:not([aria-busy]) #source-title")
    return shown.locator("#pane")


def marked_text(source: Locator) -> str:
    """All that is marked in a text, pieces of several blocks apart by a blank."""
    return " ".join(" ".join(source.locator("mark").all_text_contents()).split())


def text_under_rects(source: Locator, pdf: Path) -> str:
    """What the PDF itself has printed where the boxes are drawn over the picture of its page, in reading order."""
    found = []
    with pdfium.PdfDocument(pdf) as document:
        for figure in source.locator("figure").all():
            caption = figure.locator("figcaption").inner_text()
            number = int(re.sub(r"\D", "", caption))
            page = document[number - 1]
            width, height = page.get_size()
            picture = figure.locator("image").bounding_box()
            assert picture
            for rect in figure.locator("rect").all():
                box = rect.evaluate("r => { const b = r.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }")
                origin = figure.locator("image").evaluate("i => { const b = i.getBoundingClientRect(); return [b.left, b.top]; }")
                scale = width / picture["width"]
                left, top, right, bottom = ((value - origin[side % 2]) * scale for side, value in enumerate(box))
                words = page.get_textpage().get_text_bounded(left - 0.5, height - bottom - 0.5, right + 0.5, height - top + 0.5)
                found.append(words)
    return " ".join(" ".join(found).split())
