"""The pictures of the page in the README and the guides: `python -m docs.screenshots` makes them anew in `docs/images`.

A real service over the example collection, seen by the system's own Chromium.
"""

import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from policy_assistant.keys import KeyRing
from policy_assistant.settings_file import load_settings

IMAGES = Path(__file__).parent / "images"
WIDE: ViewportSize = {"width": 1280, "height": 860}
NARROW: ViewportSize = {"width": 390, "height": 844}
RETURNS = "Until when can I return a product that I have not used?"


def main() -> None:
    """Take all pictures."""
    IMAGES.mkdir(exist_ok=True)
    chromium = shutil.which("chromium")
    if not chromium:
        sys.exit("no chromium here: install the system's package")
    with served() as (address, key), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = signed_in(browser, address, key)
        ask(page, address, "Which pump kit fits the PW-2200?")
        open_citation(page)
        take(page, "answer")
        ask(page, address, RETURNS)
        for path, name in (
            ("/documents/returns-policy?before=3&after=4#compare", "document"),
            ("/search?q=warranty+period+cushions", "search"),
            ("/answers", "answers"),
            ("/audit", "audit"),
        ):
            page.goto(address + path)
            take(page, name)
        french = signed_in(browser, address, "", language="fr-CA", dark=True, viewport=NARROW)
        ask(french, address, "Le livreur a laissé un avis le 2 octobre 2026. Jusqu’à quand puis-je aller chercher le colis ?")
        take(french, "french-dark-phone")
        browser.close()


@contextmanager
def served() -> Iterator[tuple[str, str]]:
    """The example, ingested and served: its address, and a key for staff. A document that an answer rests on changes meanwhile."""
    program = [sys.executable, "-m", "policy_assistant"]
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "larkfield"
        subprocess.run([*program, "init", "--example", str(folder)], check=True, capture_output=True)
        subprocess.run([*program, "ingest", "--project", str(folder)], check=True, capture_output=True)
        for question in ("Is a spade still covered after 6 years?", RETURNS):
            subprocess.run([*program, "ask", question, "--project", str(folder)], check=True, capture_output=True)
        settings = load_settings(folder)
        _, key = KeyRing.of(settings).create("Imani", ["staff"])
        policy = folder / "corpus" / "documents" / "returns-policy.v3.md"
        policy.write_text(policy.read_text(encoding="utf-8").replace("30 days", "28 days"), encoding="utf-8")
        subprocess.run([*program, "ingest", "--project", str(folder)], check=True, capture_output=True)
        service = subprocess.Popen(
            [*program, "serve", "--port", "0", "--project", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            yield service.stdout.readline().strip() if service.stdout else "", key
        finally:
            service.send_signal(signal.SIGTERM)
            service.wait(30)


def signed_in(
    browser: Browser, address: str, key: str, *, language: str = "en-GB", dark: bool = False, viewport: ViewportSize = WIDE
) -> Page:
    """A page of somebody with a key, or without one."""
    context = browser.new_context(
        viewport=viewport,
        locale=language,
        color_scheme="dark" if dark else "light",
    )
    page = context.new_page()
    if key:
        page.goto(f"{address}/sign-in")
        page.fill("#key", key)
        page.click("main form button")
        page.wait_for_url(f"{address}/")
    return page


def ask(page: Page, address: str, question: str) -> None:
    """Ask, and wait for the answer."""
    page.goto(address)
    page.fill("#question", question)
    page.press("#question", "Enter")
    page.wait_for_selector("#answer-title")


def open_citation(page: Page) -> None:
    """Open the first citation beside the answer, and wait for the page of its PDF."""
    page.click("#result a[href^='/source/']")
    page.wait_for_selector("svg image")
    page.wait_for_load_state("networkidle")


def take(page: Page, name: str) -> None:
    """Keep what the window shows."""
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / f"page-{name}.png")
    print(f"page-{name}.png")


if __name__ == "__main__":
    main()
