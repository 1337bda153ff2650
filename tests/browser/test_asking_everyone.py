"""The page is for everybody: by keyboard, on a phone, in French, in the dark, without JavaScript, on paper, by ear."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asking import FRENCH_QUESTION, NASTY_QUESTION, PDF_QUESTION, TEXT_QUESTION, ask, marked_text, open_citation
from tests.browser.axe import violations
from tests.browser.served import Served
from tests.browser.watched import Opener

PHONE = {"width": 320, "height": 640}
MOST_TABS = 40


def _tab_to(shown: Page, selector: str) -> None:
    """Go on by Tab until something has the focus; each stop is seen."""
    for _ in range(MOST_TABS):
        shown.keyboard.press("Tab")
        if shown.evaluate("selector => document.activeElement.matches(selector)", selector):
            outline = shown.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none"
            return
    raise AssertionError(f"Tab never comes to {selector}")


def _is_too_wide(shown: Page) -> bool:
    return bool(shown.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_by_keyboard_alone_from_the_question_to_the_source_and_back(opened: Opener) -> None:
    shown = opened("/")
    expect(shown.locator("#question")).to_be_focused()
    shown.keyboard.type(PDF_QUESTION)
    shown.keyboard.press("Enter")
    expect(shown.locator("#answer-title")).to_be_focused()
    _tab_to(shown, "a[data-place]")
    place = shown.evaluate("document.activeElement.dataset.place")
    shown.keyboard.press("Enter")
    expect(shown.locator("#source-title")).to_be_focused()
    assert shown.locator("#pane rect").count() >= 1
    shown.keyboard.press("Shift+Tab")
    expect(shown.locator("#pane-close")).to_be_focused()
    shown.keyboard.press("Enter")
    expect(shown.locator("#pane")).to_be_hidden()
    assert shown.evaluate("document.activeElement.dataset.place") == place
    _tab_to(shown, "summary")
    shown.keyboard.press("Enter")
    _tab_to(shown, "#further")
    shown.keyboard.type("and the PW-2400?")
    shown.keyboard.press("Enter")
    expect(shown.locator("#full-title")).to_be_focused()


@pytest.mark.parametrize("question", [PDF_QUESTION, NASTY_QUESTION])
def test_a_phone_shows_answer_and_source_without_scrolling_sideways(opened: Opener, question: str) -> None:
    shown = opened("/", viewport=PHONE)
    assert not _is_too_wide(shown)
    answer = ask(shown, question)
    assert not _is_too_wide(shown)
    source = open_citation(shown)
    assert not _is_too_wide(shown)
    assert not answer.is_visible()
    mark = source.locator("mark, rect").first
    is_in_view = (
        "m => { const b = m.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight && b.left >= 0 && b.left <= innerWidth; }"
    )
    assert mark.evaluate(is_in_view)
    shown.get_by_role("button", name="Back to the answer").click()
    expect(answer).to_be_visible()
    expect(shown.locator("a[data-place]").first).to_be_focused()


def test_what_is_pressed_on_a_phone_is_large_enough(opened: Opener) -> None:
    shown = opened("/", viewport=PHONE, has_touch=True)
    ask(shown, PDF_QUESTION)
    shown.get_by_text("Copy or keep").click()
    small = shown.evaluate(
        """() => [...document.querySelectorAll('main a, main button, main summary, main select, main input:not([type=hidden]), main textarea')]
            .filter(one => one.offsetParent && one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_a_browser_that_asks_for_french_gets_french(opened: Opener) -> None:
    shown = opened("/", locale="fr-FR")
    assert shown.evaluate("document.documentElement.lang") == "fr"
    answer = ask(shown, FRENCH_QUESTION)
    expect(answer.locator("h2").first).to_contain_text("Réponse prouvée")
    expect(answer.locator(".mark-line").first).to_contain_text("Prouvé")
    expect(answer.locator("time")).to_have_text("À la date du 9\u00a0octobre\u00a02026")
    source = open_citation(shown)
    expect(source.get_by_text("Les mots marqués figurent là dans le fichier actuel.")).to_be_visible()
    expect(source.locator("#source-title")).to_have_attribute("lang", "fr")
    text = shown.locator("body").inner_text()
    assert not re.search(r"[^\s\u00a0\u202f] [:;?!»]", text.replace(FRENCH_QUESTION, ""))
    assert "'" not in re.sub(r"«.*?»", "", text)


def test_the_language_can_be_chosen_and_the_answer_stays(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    shown.get_by_role("link", name="Français").click()
    expect(shown.locator("h1")).to_have_text("Que disent nos documents\u00a0?")
    expect(shown.locator(".claim-text")).to_contain_text("30 days")
    expect(shown.locator(".claim-text")).to_have_attribute("lang", "en")


@pytest.mark.parametrize(("scheme", "viewport"), [("light", PHONE), ("dark", {"width": 1280, "height": 900})])
def test_axe_finds_nothing(opened: Opener, scheme: str, viewport: dict[str, int]) -> None:
    shown = opened("/", key="staff", color_scheme=scheme, viewport=viewport)
    found = [violations(shown)]
    ask(shown, PDF_QUESTION)
    shown.get_by_text("Copy or keep").click()
    found.append(violations(shown))
    open_citation(shown)
    found.append(violations(shown))
    if viewport is not PHONE:
        ask(shown, "xyzzyplugh")
        shown.goto(shown.url)
        found.append(violations(shown))
    assert found == [[]] * len(found)


def test_all_of_it_works_without_javascript(opened: Opener, served: Served) -> None:
    shown = opened("/", java_script_enabled=False)
    shown.fill("#question", PDF_QUESTION)
    shown.get_by_role("button", name="Ask", exact=True).click()
    expect(shown.locator("#answer-title")).to_contain_text("Answered, with proof")
    shown.locator("a[data-place]").first.click()
    assert re.search(r"/source/[0-9a-f]{12}\?start=\d+&end=\d+&words=[0-9a-f]{16}#cited$", shown.url)
    expect(shown.locator("h1")).to_have_text("Source")
    assert shown.locator("rect").count() >= 1
    shown.go_back()
    expect(shown.locator("#answer-title")).to_be_visible()
    shown.fill("#further", "and the PW-2400?")
    shown.get_by_role("button", name="Ask further").click()
    expect(shown.locator("#full")).to_have_value("Which pump kit fits the PW-2400?")
    shown.get_by_role("button", name="Ask this").click()
    expect(shown.locator(".asked-for")).to_have_text("Which pump kit fits the PW-2400?")
    shown.get_by_text("Copy or keep").click()
    assert shown.locator("#copy-text").input_value().startswith("Question: Which pump kit fits the PW-2400?")
    shown.reload()
    shown.get_by_role("button", name="Yes").click()
    expect(shown.locator("#feedback")).to_contain_text("Thank you")


def test_an_error_without_javascript_keeps_the_question(opened: Opener) -> None:
    shown = opened("/?q=Why%3F&as_of=2026-11-15", java_script_enabled=False, allowed=("status of 400",))
    expect(shown.locator("#question")).to_have_value("Why?")
    expect(shown.locator("#as_of")).to_have_value("2026-11-15")
    shown.fill("#question", " ")
    shown.get_by_role("button", name="Ask", exact=True).click()
    expect(shown.get_by_role("alert")).to_have_text("Type a question first.")
    expect(shown.locator("#as_of")).to_have_value("2026-11-15")


def test_paper_shows_the_answer_and_no_tools(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    shown.emulate_media(media="print")
    assert shown.locator(".claim-text").is_visible()
    for tool in ("#ask", ".top", "#feedback", ".tools"):
        assert not shown.locator(tool).is_visible()


def test_twice_as_large_text_needs_no_scrolling_sideways(opened: Opener) -> None:
    shown = opened("/", viewport={"width": 640, "height": 450}, device_scale_factor=2)
    ask(shown, PDF_QUESTION)
    assert not _is_too_wide(shown)
    assert marked_text(open_citation(shown)) == ""
    assert not _is_too_wide(shown)
