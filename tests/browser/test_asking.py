"""A question is asked on the page, answered, asked further, judged and given on."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from policy_assistant.feedback import Feedback
from policy_assistant.settings_file import load_settings
from tests.browser.asking import PDF_QUESTION, STAFF_QUESTION, TEXT_QUESTION, ask, open_citation
from tests.browser.served import Served
from tests.browser.watched import Opener


def test_an_answer_comes_with_its_mark_its_day_its_audience_and_its_place(opened: Opener) -> None:
    shown = opened("/")
    expect(shown.locator("#as_of")).to_have_value("2026-10-09")
    assert shown.locator("#audience").count() == 0
    answer = ask(shown, TEXT_QUESTION)
    expect(answer.locator("h2").first).to_contain_text("Answered, with proof")
    expect(answer.locator(".claim-text")).to_have_text("You have 30 days to send back something you have not used.")
    expect(answer.locator(".mark-line")).to_contain_text("Proved")
    expect(answer.locator("time")).to_have_attribute("datetime", "2026-10-09")
    expect(answer.locator(".cited a")).to_have_text("Returns policy, version 3, How long you have")
    expect(answer.get_by_text("for public", exact=False).first).to_be_visible()
    assert shown.evaluate("document.activeElement.id") == "answer-title"
    assert re.fullmatch(r"/answers/[0-9a-f]{12}", shown.evaluate("location.pathname"))


def test_another_day_is_answered_from_another_version(opened: Opener) -> None:
    shown = opened("/")
    assert "30 days" in ask(shown, TEXT_QUESTION).locator(".claim-text").inner_text()
    answer = ask(shown, TEXT_QUESTION, as_of="2026-11-15")
    assert "45 days" in answer.locator(".claim-text").inner_text()
    expect(answer.locator(".cited a")).to_contain_text("version 4")
    source = open_citation(shown)
    assert "45 days" in source.locator("mark").first.inner_text()


def test_an_answer_is_for_the_audience_that_was_chosen(opened: Opener) -> None:
    shown = opened("/", key="staff")
    assert shown.locator("#audience option").all_inner_texts() == ["public", "staff"]
    expect(shown.locator("#audience")).to_have_value("staff")
    assert "777 dollars" in ask(shown, STAFF_QUESTION).inner_text()
    assert "777" not in ask(shown, STAFF_QUESTION, audience="public").inner_text()


def test_back_from_an_answer_leads_to_the_empty_form(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    shown.go_back()
    expect(shown.locator("#answer-title")).to_have_count(0)
    assert shown.evaluate("location.pathname") == "/"


def test_a_source_can_be_opened_while_an_answer_is_awaited(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    held: list[Route] = []
    shown.route("**/ask", lambda route: held.append(route))
    shown.fill("#question", PDF_QUESTION)
    with shown.expect_request("**/ask"):
        shown.press("#question", "Enter")
    expect(shown.locator("#result")).to_have_attribute("aria-busy", "true")
    expect(shown.locator("#progress")).to_have_text("Reading the documents…")
    assert open_citation(shown).locator("mark").count() == 1
    held[0].continue_()
    expect(shown.locator(".asked-for")).to_have_text(PDF_QUESTION)
    expect(shown.locator("#pane")).to_be_hidden()


def test_shift_and_enter_begin_a_line_and_do_not_ask(opened: Opener) -> None:
    shown = opened("/")
    shown.fill("#question", "one")
    shown.press("#question", "Shift+Enter")
    expect(shown.locator("#question")).to_have_value("one\n")
    assert shown.evaluate("location.pathname") == "/"


def test_what_the_documents_do_not_say_lists_passages_and_whom_to_ask(opened: Opener) -> None:
    answer = ask(opened("/"), "How much is the quarterly quokka bonus in gift card amounts?")
    expect(answer.locator("h2").first).to_contain_text("The documents do not say")
    assert answer.locator(".passages a").count() >= 1
    assert re.search(r"Read them, or ask .+\.", answer.inner_text())
    assert answer.locator(".claim").count() == 0


def test_nothing_found_says_what_to_do(opened: Opener) -> None:
    answer = ask(opened("/"), "xyzzyplugh")
    assert "Ask in other words or for another day" in answer.inner_text()


def test_code_is_answered_with_links_to_its_lines(opened: Opener) -> None:
    shown = opened("/", key="staff")
    answer = ask(shown, "Where is the late fee computed?", part="code")
    expect(answer.locator(".cited a").first).to_have_text(re.compile(r"code/shop/carriers\.py:23-24"))
    source = open_citation(shown)
    expect(source.locator("mark")).to_have_count(2)
    numbers = source.evaluate("pane => [...pane.querySelectorAll('.lines')].map(list => list.start)")
    first = source.locator("li").evaluate_all("items => items.findIndex(item => item.querySelector('mark'))")
    assert numbers[0] + first == 23
    assert source.locator("mark").first.inner_text() == "def late_remedy(promised: date, today: date) -> str:"


def test_a_follow_up_is_shown_in_full_before_it_is_answered(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, PDF_QUESTION)
    shown.fill("#further", "and the PW-2400?")
    shown.press("#further", "Enter")
    full = shown.locator("#full")
    expect(full).to_have_value("Which pump kit fits the PW-2400?")
    assert shown.locator(".claim").count() == 0
    assert shown.evaluate("document.activeElement.id") == "full-title"
    full.fill("Which pump kit fits the PW-2400 pump?")
    shown.get_by_role("button", name="Ask this").click()
    expect(shown.locator(".asked-for")).to_have_text("Which pump kit fits the PW-2400 pump?")
    assert "2400" in shown.locator(".claim-text").first.inner_text()


def test_a_question_of_its_own_is_answered_at_once(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, PDF_QUESTION)
    shown.fill("#further", TEXT_QUESTION)
    shown.get_by_role("button", name="Ask further").click()
    expect(shown.locator(".asked-for")).to_have_text(TEXT_QUESTION)


@pytest.mark.parametrize(("button", "verdict"), [("Yes", "right"), ("No", "wrong")])
def test_what_people_say_of_an_answer_is_kept(opened: Opener, served: Served, button: str, verdict: str) -> None:
    shown = opened("/", key="staff")
    ask(shown, TEXT_QUESTION)
    name = shown.evaluate("location.pathname").rpartition("/")[2]
    shown.fill("#comment", f"for furniture too <b>{verdict}</b>")
    shown.get_by_role("button", name=button, exact=True).click()
    expect(shown.locator("#feedback")).to_contain_text("Thank you")
    assert shown.locator("#answer-title").is_visible()
    settings = load_settings(served.project.folder, {})
    entries = [entry for entry in Feedback.of(settings).entries(labels=settings.labels_of("staff")) if entry.answer_id == name]
    assert [(entry.verdict, entry.comment) for entry in entries] == [(verdict, f"for furniture too <b>{verdict}</b>")]


def test_an_answer_is_copied_in_the_form_that_is_chosen(opened: Opener) -> None:
    shown = opened("/", permissions=["clipboard-read", "clipboard-write"])
    ask(shown, TEXT_QUESTION)
    shown.get_by_text("Copy or keep").click()
    for name, begin in (("Copy as Markdown", "**Question**: "), ("Copy as e-mail", "Question: "), ("Copy for a chat", "*Question*: ")):
        shown.locator("#copy-said").evaluate("note => { note.textContent = ''; }")
        shown.get_by_role("link", name=name).click()
        expect(shown.locator("#copy-said")).to_have_text("Copied.")
        text = shown.evaluate("navigator.clipboard.readText()")
        assert text.startswith(begin)
        assert "You have 30 days" in text
        assert shown.evaluate("location.origin") in text


def test_a_text_that_may_not_be_copied_is_selected(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    shown.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    shown.get_by_text("Copy or keep").click()
    shown.get_by_role("link", name="Copy as Markdown").click()
    expect(shown.locator("#copy-said")).to_contain_text("Ctrl+C")
    selected = shown.locator("#copy-text").evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert selected.startswith("**Question**")


def test_the_link_of_a_copied_answer_opens_the_place(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    text = shown.locator("#copy-text").input_value()
    (link,) = re.findall(r"http\S+/source/\S+", text)
    other = opened(link)
    expect(other.locator("mark")).to_have_text("You have 30 days to send back something you have not used.")
    assert _is_in_view(other, "mark")


def test_the_permanent_link_shows_the_answer_as_it_was_given(opened: Opener, served: Served) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    with shown.expect_download() as download:
        shown.get_by_text("Copy or keep").click()
        shown.get_by_role("link", name="Evidence").click()
    assert TEXT_QUESTION in download.value.path().read_text(encoding="utf-8")
    shown.reload()
    expect(shown.locator("h1")).to_have_text("What do our documents say?")
    expect(shown.locator("#question")).to_have_value(TEXT_QUESTION)
    expect(shown.locator(".claim-text")).to_have_text("You have 30 days to send back something you have not used.")
    source = open_citation(shown)
    expect(source.locator("mark")).to_have_count(1)
    shown.keyboard.press("Escape")
    assert "45 days" in ask(shown, TEXT_QUESTION, as_of="2026-11-15").locator(".claim-text").inner_text()
    assert re.fullmatch(r"/answers/[0-9a-f]{12}", shown.evaluate("location.pathname"))


def _is_in_view(shown: Page, selector: str) -> bool:
    return bool(
        shown.locator(selector).first.evaluate(
            "m => { const b = m.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight && b.left >= 0 && b.right <= innerWidth; }"
        )
    )
