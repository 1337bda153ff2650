"""Nothing that a document or a question says runs or breaks out; what is hidden is as if it were not there; errors are told."""

import html
import re

from playwright.sync_api import Page, expect

from policy_assistant.metadata import Chunk
from tests.browser.asking import NASTY_QUESTION, STAFF_QUESTION, TEXT_QUESTION, ask, marked_text, open_citation
from tests.browser.served import NASTY, Served
from tests.browser.watched import Opener

STRAYS = "document.querySelectorAll('main script, main img, main [onerror], main [style]').length"
"""Elements that only a document could have brought."""


def test_a_document_that_means_harm_is_only_text(opened: Opener) -> None:
    shown = opened("/")
    answer = ask(shown, NASTY_QUESTION)
    assert NASTY in answer.locator(".claim-text").inner_text()
    assert NASTY in answer.locator(".cited a").inner_text()
    claim = answer.locator(".claim-text").inner_text()
    source = open_citation(shown)
    assert marked_text(source) == claim
    assert NASTY in source.locator("#source-title").inner_text()
    assert f"Owner {NASTY}" in source.inner_text()
    assert shown.evaluate(STRAYS) == 0
    shown.reload()
    shown.wait_for_selector("#pane:not([aria-busy]) mark")
    assert shown.evaluate(STRAYS) == 0


QUESTIONS = (
    f"{NASTY} how many days a week is zorbing allowed?",
    '</textarea><script>alert(3)</script> zorbing "\' onfocus=alert(4) autofocus x="',
    "javascript:alert(5) {{ 7*7 }} {% include 'x' %} ${7*7} zorbing\u202e\u0007",
)


def test_a_question_that_means_harm_is_only_text(opened: Opener) -> None:
    shown = opened("/")
    for question in QUESTIONS:
        told = re.sub("[\u202e\u0007]", "", question)
        assert ask(shown, question).locator(".asked-for").inner_text() == told
        assert shown.evaluate(STRAYS) == 0
        shown.reload()
        expect(shown.locator(".asked-for")).to_have_text(told)
        assert shown.evaluate(STRAYS) == 0
        assert shown.locator("#question").input_value() == told


def test_the_page_as_it_is_sent_holds_no_markup_of_a_document(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, NASTY_QUESTION)
    for path in (shown.url.partition("#")[0], shown.locator("a[data-place]").first.get_attribute("href")):
        text = shown.request.get(str(path)).text()
        assert NASTY not in text
        assert html.escape(NASTY) in text


def _hidden(served: Served) -> Chunk:
    return next(chunk for chunk in served.project.chunks() if chunk.doc_id == "hidden-bonus")


def test_a_hidden_passage_is_like_one_that_is_not_there(opened: Opener, served: Served) -> None:
    shown = opened("/sign-in")
    hidden = _hidden(served).chunk_id

    def told(path: str, name: str) -> tuple[int, str]:
        answer = shown.request.get(path.format(name))
        return answer.status, answer.text().replace(answer.headers["x-request-id"], "").replace(name, "")

    for path in ("/source/{}", "/source/{}?start=1&end=2", "/source/{}?start=x", "/page-image/{}/1", "/page-image/{}/x?width=5"):
        assert told(path, hidden) == told(path, "0" * len(hidden))
        assert told(path, hidden)[0] == 404


def test_an_answer_for_staff_is_like_one_that_is_not_there(opened: Opener, served: Served) -> None:
    shown = opened("/", key="staff")
    ask(shown, STAFF_QUESTION)
    name = shown.evaluate("location.pathname").rpartition("/")[2]
    anonymous = opened("/sign-in")
    for path in ("/answers/{}", "/answers/{}/copy", "/answers/{}/evidence"):
        answers = [anonymous.request.get(path.format(one)) for one in (name, "0" * len(name))]
        told = [
            (answer.status, answer.text().replace(answer.headers["x-request-id"], "").replace(one, ""))
            for answer, one in zip(answers, (name, "0" * len(name)), strict=True)
        ]
        assert told[0] == told[1]
        assert told[0][0] == 404
    assert anonymous.request.post("/feedback", form={"answer": name, "verdict": "right"}).status == 404


def test_signing_in_and_out(opened: Opener, served: Served) -> None:
    shown = opened("/")
    assert "777" not in ask(shown, STAFF_QUESTION).inner_text()
    shown.get_by_role("link", name="Sign in").click()
    shown.fill("#key", served.keys["staff"])
    shown.get_by_role("button", name="Sign in").click()
    expect(shown.get_by_text("Signed in as the staff desk")).to_be_visible()
    shown.goto("/")
    assert "777 dollars" in ask(shown, STAFF_QUESTION).inner_text()
    kept = shown.url
    shown.get_by_role("button", name="Sign out").click()
    expect(shown.get_by_role("link", name="Sign in")).to_be_visible()
    assert shown.request.get(kept).status == 404


def test_a_stopped_service_is_told_and_the_question_is_not_lost(opened: Opener, own_served: Served) -> None:
    shown = opened("/", at=own_served, allowed=("ERR_CONNECTION",))
    ask(shown, TEXT_QUESTION)
    own_served.stop()
    shown.locator("a[data-place]").first.click()
    expect(shown.locator("#pane .problem")).to_contain_text("cannot be reached")
    shown.keyboard.press("Escape")
    shown.fill("#question", "And what now?")
    shown.press("#question", "Enter")
    expect(shown.locator("#result > .problem")).to_contain_text("Nothing is lost")
    expect(shown.locator("#question")).to_have_value("And what now?")
    assert shown.locator("#result").get_attribute("aria-busy") is None


def _unchecked(shown: Page) -> None:
    """Let the browser send what it would refuse itself."""
    shown.evaluate("document.getElementById('ask').noValidate = true")
    shown.evaluate("document.getElementById('question').removeAttribute('maxlength')")
    shown.evaluate("document.getElementById('as_of').type = 'text'")


def test_what_is_wrong_with_a_question_is_told_beside_it(opened: Opener) -> None:
    shown = opened("/", allowed=("status of 400",))
    _unchecked(shown)
    for question, day, said in (
        ("Why?", "9 October", "“9 October” is not a day written as 2026-10-09."),
        ("Why?", NASTY, "is not a day"),
        ("x" * 2001, "2026-10-09", "The question has 2001 characters; at most 2000 are read."),
        ("   ", "2026-10-09", "Type a question first."),
    ):
        expect(ask(shown, question, as_of=day).get_by_role("alert")).to_contain_text(said)
        assert shown.evaluate(STRAYS) == 0
        assert shown.evaluate("document.activeElement.getAttribute('role')") == "alert"
        expect(shown.locator("#question")).to_have_value(question)
