"""A citation opens beside the answer at its exact place, marked only where that is proved."""

import itertools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.asking import (
    FRENCH_QUESTION,
    NASTY_QUESTION,
    PDF_QUESTION,
    STEPS_QUESTION,
    TEXT_QUESTION,
    ask,
    marked_text,
    open_citation,
    text_under_rects,
)
from tests.browser.axe import violations
from tests.browser.served import Served
from tests.browser.watched import Opener

PUMP_PDF = "care-pw2200.pdf"
PHONE = {"width": 360, "height": 640}


def _squashed(text: str) -> str:
    """Words alone: a table's bars are not printed, nor is the sign of an item always a hyphen."""
    return " ".join(re.sub(r"[|•]", " ", text.removeprefix("- ")).split())


@pytest.mark.parametrize(
    ("question", "pdf"),
    [(PDF_QUESTION, PUMP_PDF), (FRENCH_QUESTION, "guide-serre-sg600.pdf"), ("Before the frost, how do I empty the pump?", PUMP_PDF)],
)
def test_the_boxes_lie_on_the_cited_words_of_the_pdf(opened: Opener, served: Served, question: str, pdf: str) -> None:
    shown = opened("/")
    answer = ask(shown, question)
    link = answer.locator(".cited li").filter(has_text=re.compile("page")).first
    quote = link.locator("blockquote")
    wanted = quote.inner_text() if quote.count() else answer.locator(".claim-text").first.inner_text()
    wanted = wanted.split("\n")[-1] if " | " in wanted else wanted  # of a table the row, which stands below its header
    with shown.expect_response(re.compile("/page-image/")) as response:
        link.locator("a").click()
    assert response.value.ok
    assert response.value.headers["content-type"] == "image/png"
    shown.wait_for_selector("#pane:not([aria-busy]) rect")
    source = shown.locator("#pane")
    expect(source.get_by_text("The marked words stand there")).to_be_visible()
    found = text_under_rects(source, served.project.documents / pdf)
    assert _squashed(found) == _squashed(wanted)
    described = source.locator("svg").first.get_attribute("aria-describedby")
    assert described
    assert wanted in source.locator(f"#{described}").text_content()  # type: ignore[operator]


def test_the_mark_is_the_quote_and_in_view(opened: Opener) -> None:
    shown = opened("/")
    answer = ask(shown, TEXT_QUESTION)
    claim = answer.locator(".claim-text").inner_text()
    source = open_citation(shown)
    assert marked_text(source) == claim
    expect(source.locator("#source-title")).to_be_focused()
    is_in_view = "m => { const b = m.getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight; }"
    assert source.locator("mark").first.evaluate(is_in_view)
    assert answer.bounding_box()["x"] < source.bounding_box()["x"]  # type: ignore[index]


def test_the_address_opens_the_source_again(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    open_citation(shown)
    assert re.search(r"/answers/[0-9a-f]{12}#[0-9a-f]{12}-\d+-\d+$", shown.url)
    other = opened(shown.url)
    other.wait_for_selector("#pane:not([aria-busy]) mark")
    assert marked_text(other.locator("#pane")) == "You have 30 days to send back something you have not used."


def test_back_closes_the_source_and_forward_opens_it(opened: Opener) -> None:
    shown = opened("/")
    ask(shown, TEXT_QUESTION)
    open_citation(shown)
    shown.go_back()
    expect(shown.locator("#pane")).to_be_hidden()
    expect(shown.locator("a[data-place]").first).to_be_focused()
    shown.go_forward()
    expect(shown.locator("#pane mark")).to_be_visible()


@pytest.mark.parametrize("how", ["Escape", "button"])
def test_closing_leads_back_to_the_citation(opened: Opener, how: str) -> None:
    shown = opened("/", key="staff")
    ask(shown, STEPS_QUESTION)
    open_citation(shown, 1)
    shown.keyboard.press("Escape") if how == "Escape" else shown.get_by_role("button", name="Back to the answer").click()
    expect(shown.locator("#pane")).to_be_hidden()
    expect(shown.locator("a[data-place]").nth(1)).to_be_focused()
    assert "#" not in shown.url


def test_another_citation_takes_the_place_of_the_first(opened: Opener) -> None:
    shown = opened("/", key="staff")
    claims = ask(shown, STEPS_QUESTION).locator(".claim-text").all_inner_texts()
    for number, claim in enumerate(claims[:2]):
        open_citation(shown, number)
        expect(shown.locator("#pane mark")).to_have_text(claim.split(". ", 1)[1])
    shown.keyboard.press("Escape")
    expect(shown.locator("a[data-place]").nth(1)).to_be_focused()


def test_a_place_in_a_changed_file_is_not_marked(opened: Opener, own_served: Served) -> None:
    shown = opened("/", at=own_served)
    for question, name in ((TEXT_QUESTION, "returns-policy.v3.md"), (PDF_QUESTION, PUMP_PDF)):
        shown.goto("/")
        ask(shown, question)
        path = own_served.project.documents / name
        data = path.read_bytes()
        path.write_bytes(data.replace(b"30 days", b"31 days") if name.endswith(".md") else data + b"\n")
        source = open_citation(shown)
        expect(source.locator(".problem")).to_contain_text("The place cannot be proved, so nothing is marked. The file changed")
        assert source.locator("mark, rect").count() == 0
        assert source.locator(".text-sheet").inner_text().strip()


def test_what_an_ingest_changed_or_took_away_is_told_and_not_marked(opened: Opener, own_served: Served) -> None:
    shown = opened("/", at=own_served, allowed=("status of 404",))
    ask(shown, NASTY_QUESTION)
    path = own_served.project.documents / "zorbing.md"
    path.write_text(path.read_text().replace("allowed on 3 days", "allowed on 4 days"))
    own_served.project.ingest()
    source = open_citation(shown)
    expect(source.locator(".problem")).to_contain_text("Another text stands at this place")
    assert source.locator("mark").count() == 0
    assert "4 days" in source.inner_text()
    shown.keyboard.press("Escape")
    path.unlink()
    own_served.project.ingest()
    shown.locator("a[data-place]").first.click()
    expect(shown.locator("#pane .problem")).to_contain_text("There is no such passage in the index")
    shown.keyboard.press("Escape")
    expect(shown.locator("#pane")).to_be_hidden()
    shown.reload()
    expect(shown.locator(".problem").first).to_contain_text("is not shown")
    assert shown.locator("a[data-place], .claim").count() == 0


CODE_QUESTION = "where is the refund method decided?"


def test_the_name_of_the_source_stays_in_view(opened: Opener) -> None:
    for viewport, question, part in ((PHONE, PDF_QUESTION, "docs"), ({"width": 1280, "height": 500}, CODE_QUESTION, "code")):
        shown = opened("/", key="staff", viewport=viewport)
        ask(shown, question, part=part)
        source = open_citation(shown)
        for down in ("document.getElementById('pane').scrollTop = 1e6", "scrollTo(0, 300)"):
            shown.evaluate(down)
            title, bar = source.locator("#source-title").bounding_box(), source.locator("#pane-close").bounding_box()
            assert title
            assert bar
            assert bar["y"] + bar["height"] <= title["y"]
            on_top = (
                "t => { const b = t.getBoundingClientRect(); return document.elementFromPoint(b.left + 5, b.top + b.height / 2) === t; }"
            )
            assert source.locator("#source-title").evaluate(on_top)


def test_a_page_fits_a_phone(opened: Opener) -> None:
    shown = opened("/", viewport=PHONE)
    ask(shown, PDF_QUESTION)
    source = open_citation(shown)
    frame = source.locator(".sheet .scroll")
    assert frame.evaluate("f => f.scrollWidth <= f.clientWidth")
    assert frame.locator("rect").evaluate_all("all => all.every(r => r.getBoundingClientRect().right <= innerWidth)")


def test_paper_shows_a_source_whole_and_without_buttons(opened: Opener) -> None:
    shown = opened("/", key="staff", viewport={"width": 700, "height": 900})
    ask(shown, CODE_QUESTION, part="code")
    source = open_citation(shown)
    shown.emulate_media(media="print")
    expect(source.locator("#pane-close")).to_be_hidden()
    assert source.locator(".lines code").evaluate_all("all => all.every(c => c.getBoundingClientRect().right <= innerWidth)")


def test_headings_of_a_source_skip_no_level(opened: Opener) -> None:
    shown = opened("/", key="staff")
    ask(shown, STEPS_QUESTION)
    source = open_citation(shown)
    levels = source.locator("h1, h2, h3, [role=heading]").evaluate_all("all => all.map(h => Number(h.ariaLevel ?? h.tagName[1]))")
    assert levels[0] == 2
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), levels
    assert violations(shown) == []
