"""The views of documents and of those who look after answers, in a real browser."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from policy_assistant.server.page.words import catalogue, office
from tests.browser.axe import violations
from tests.browser.office import NASTY_QUESTION, QUESTION, STAFF_QUESTION, TODAY, worked_on
from tests.browser.served import Served, make_keys, serve
from tests.browser.watched import Opener

PATHS = (
    "/search?q=quoll+days&every=1",
    "/search?q=delivery+fee&in=all",
    "/documents",
    "/documents/quolls?before=2&after=3",
    "/documents/warranty-policy",
    "/documents/zorbing",
    "/documents/wallaby/access?audience=public",
    "/answers",
    "/audit?show=all",
    "/evaluation",
)

HARMFUL = (
    "/search?q=zorbing+script+alert",
    "/search?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27%3E&doc_type=%22%3E%3Cimg+src%3Dx+onerror%3Dalert(3)%3E",
    "/documents?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    "/documents/zorbing",
    "/answers?q=%22%3E%3Cimg+src%3Dx+onerror%3Dalert(4)%3E",
    "/answers",
    "/audit?show=all",
)

PHRASES = [*catalogue.PHRASES.values(), *office.PHRASES.values()]

HEADINGS = """() => [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')].map((e) => Number(e.getAttribute('aria-level') || e.tagName[1]))"""

SMALL = """() => [...document.querySelectorAll('main button, main select, main input:not([type=hidden]):not([type=checkbox]), main .links a, main .timeline a')]
  .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map((e) => `${e.outerHTML.slice(0, 60)} ${e.getBoundingClientRect().height}`)"""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Served]:
    """The service over a project with some weeks of work behind it."""
    del browser  # without one there is nothing to look at, so nothing is prepared
    project = worked_on(tmp_path_factory.mktemp("office") / "larkfield")
    service = serve(project, make_keys(project))
    yield service
    service.stop()


def is_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("path", PATHS)
def test_every_view_is_for_everybody(opened: Opener, desk: Served, path: str) -> None:
    """In light and dark, on a narrow screen and at 200 per cent, its headings in order."""
    page = opened(path, key="staff", at=desk)
    assert violations(page) == []
    levels = page.evaluate(HEADINGS)
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels)), levels
    assert not page.locator("[style], script:not([src]), style").count()
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 320, "height": 640})
    assert violations(page) == []
    assert not is_wide(page)
    assert page.evaluate(SMALL) == []
    page.set_viewport_size({"width": 640, "height": 400})
    assert not is_wide(page)


def test_every_view_speaks_french(opened: Opener, desk: Served) -> None:
    french = "|".join(text for _, text in PHRASES)
    parts = {part.strip() for english, _ in PHRASES for part in english.split("{}") if len(part.strip()) > 12}
    english = [part for part in sorted(parts) if part not in french]
    assert len(english) > 60
    page = opened("/documents", key="staff", at=desk, locale="fr-CA")
    for path in PATHS:
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == "fr"
        words = page.locator("main").inner_text()
        assert [part for part in english if part in words] == [], path


def test_every_view_is_whole_without_javascript(opened: Opener, desk: Served) -> None:
    plain, other = opened("/search", key="staff", at=desk, java_script_enabled=False), opened("/search", key="staff", at=desk)
    for path in PATHS[::3]:
        plain.goto(path)
        other.goto(path)
        assert plain.locator("main").inner_text() == other.locator("main").inner_text()


class TestSearch:
    def test_it_is_used_by_keyboard_alone(self, opened: Opener, desk: Served) -> None:
        page = opened("/search", at=desk)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_label("Words or a question")).to_be_focused()
        page.keyboard.type("borrowed quoll")
        page.keyboard.press("Enter")
        expect(page.locator("h2 .for")).to_contain_text("borrowed quoll")
        first = page.locator(".hits li").first
        expect(first.locator(".excerpt mark").first).to_have_text("quoll")
        first.locator("h3 a").focus()
        assert first.locator("h3 a").evaluate("(e) => getComputedStyle(e).outlineStyle") == "solid"
        page.keyboard.press("Enter")
        page.wait_for_url("**/source/**")
        expect(page.locator("mark").first).to_contain_text("A quoll may be borrowed for 35 days.")

    def test_filters_narrow_and_stay(self, opened: Opener, desk: Served) -> None:
        page = opened("/search?q=borrowed+days", key="staff", at=desk)
        page.get_by_label("Type").select_option("rumour")
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".hits h3")).to_have_count(2)
        expect(page.locator(".hits h3").first).to_contain_text("Wallaby")
        expect(page.get_by_label("Type")).to_have_value("rumour")

    def test_types_languages_and_labels_of_hidden_documents_are_no_choice(self, opened: Opener, desk: Served) -> None:
        page = opened("/search?q=borrowed+days&every=1", at=desk)
        assert "rumour" not in page.content()
        assert "allab" not in page.content()
        expect(page.get_by_label("Label")).to_have_count(0)

    def test_the_date_changes_what_is_found(self, opened: Opener, desk: Served) -> None:
        page = opened("/search?q=borrowed+quoll", at=desk)
        expect(page.locator(".hits li").first).to_contain_text("35 days")
        page.get_by_label("As of").fill("2026-08-01")
        page.get_by_role("button", name="Search").click()
        expect(page.locator(".hits li").first).to_contain_text("20 days")
        expect(page.locator(".hits li").first).to_contain_text("✓ In force on 1 August 2026")


class TestDocuments:
    def test_from_the_list_to_a_document_and_another_day(self, opened: Opener, desk: Served) -> None:
        page = opened("/documents", at=desk)
        page.get_by_label("Title, ID or owner").fill("marsupial")
        page.get_by_role("button", name="Show").click()
        page.get_by_role("link", name="Quoll rules").click()
        expect(page.locator(".timeline .now")).to_contain_text("version 3")
        page.get_by_label("As of").fill("2026-07-01")
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".timeline .now")).to_contain_text("version 2")
        expect(page.locator(".timeline .now")).to_contain_text("In force on 1 July 2026")
        expect(page.locator("section.text")).to_contain_text("20 days")

    def test_the_line_of_the_day_lies_in_the_bar_in_force(self, opened: Opener, desk: Served) -> None:
        page = opened("/documents", at=desk)
        for day, number in (("2026-03-01", 0), ("2026-10-31", 1), (TODAY, 2)):
            page.goto(f"/documents/quolls?as_of={day}")
            bars = [one.bounding_box() for one in page.locator(".timeline .span").all()]
            line = page.locator(".timeline .day").first.bounding_box()
            assert line
            inside = [bool(bar) and bar["x"] - 1 <= line["x"] <= bar["x"] + bar["width"] + 1 for bar in bars if bar]
            assert inside == [number == at for at in range(3)]

    @pytest.mark.parametrize("width", [1200, 320])
    def test_differences_stand_side_by_side_or_below_each_other(self, opened: Opener, desk: Served, width: int) -> None:
        page = opened("/documents/quolls", at=desk, viewport={"width": width, "height": 800})
        page.get_by_label("Before").select_option("1")
        page.get_by_label("After").select_option("3")
        page.get_by_role("button", name="Compare").click()
        gone, came = page.locator(".sides.text del"), page.locator(".sides.text ins")
        expect(gone).to_have_text("10")
        expect(came).to_have_text("35")
        expect(came.locator("b")).to_have_text("35")
        before, after = gone.bounding_box(), came.bounding_box()
        assert before
        assert after
        assert (before["x"] < after["x"] and before["y"] == after["y"]) if width == 1200 else before["y"] < after["y"]
        assert page.locator(".sides.text .side").first.is_visible() == (width == 320)

    def test_pages_of_a_pdf_are_shown_with_their_text(self, opened: Opener, desk: Served) -> None:
        page = opened("/documents/warranty-policy", at=desk)
        picture = page.locator("figure img").first
        expect(picture).to_have_js_property("complete", True)
        assert picture.evaluate("(e) => e.naturalWidth") > 500
        page.get_by_text("The text on page 1").click()
        expect(page.locator("figure").first).to_contain_text("If a product fails")

    def test_the_original_is_downloaded(self, opened: Opener, desk: Served) -> None:
        page = opened("/documents/quolls", at=desk)
        with page.expect_download() as download:
            page.get_by_text("Original file").click()
        assert "35 days" in download.value.path().read_text()

    def test_who_sees_it(self, opened: Opener, desk: Served) -> None:
        page = opened("/documents/wallaby", key="staff", at=desk)
        page.get_by_role("link", name="What public sees").click()
        expect(page.locator("main")).to_contain_text("public does not see it")
        page.get_by_label("Audience").select_option("staff")
        page.get_by_role("button", name="Show").click()
        expect(page.locator("main")).to_contain_text("staff sees the label staff")

    @pytest.mark.parametrize("path", ["wallaby", "hidden-bonus", "not-there"])
    def test_a_hidden_document_is_one_that_is_not_there(self, opened: Opener, desk: Served, path: str) -> None:
        page = opened(f"/documents/{path}", at=desk, allowed=("status of 404",))
        expect(page.get_by_role("alert")).to_have_text("There is no such document or version, or you may not see it.")


class TestAnswers:
    def test_kept_answers_are_for_those_with_a_key(self, opened: Opener, desk: Served) -> None:
        for path in ("/answers", "/audit", "/evaluation"):
            page = opened(path, at=desk, allowed=("status of 401",))
            expect(page.get_by_label("Your key")).to_be_visible()

    def test_a_key_shows_what_its_audience_covers(self, opened: Opener, desk: Served) -> None:
        shown = opened("/answers", key="staff", at=desk).locator(".hits h3").all_inner_texts()
        assert shown[0] == STAFF_QUESTION
        public = opened("/answers", key="public", at=desk)
        assert public.locator(".hits h3").all_inner_texts() == shown[1:]
        assert "quokka" not in public.content()

    def test_feedback_becomes_a_candidate(self, opened: Opener, desk: Served) -> None:
        page = opened("/answers", key="public", at=desk)
        page.get_by_label("Feedback").select_option("wrong")
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".hits h3")).to_have_text([QUESTION])
        expect(page.locator("code.command")).to_have_text(re.compile("^policy-assistant questions add [0-9a-f]{12}$"))


class TestAudit:
    @pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
    def test_seen_marks(self, opened: Opener, desk: Served, script: bool) -> None:
        page = opened("/audit", key="staff", at=desk, java_script_enabled=script)
        one = page.locator(".hits > li").filter(has_text="quoll")
        expect(one.locator("del")).to_have_text("20")
        expect(one.locator("ins")).to_have_text("35")
        one.get_by_role("button", name="Mark as seen").click()
        expect(page.locator(".hits > li").filter(has_text="quoll")).to_have_count(0)
        page.get_by_label("Show").select_option("seen")
        page.get_by_role("button", name="Show").click()
        expect(page.locator(".hits > li")).to_have_count(1)
        expect(page.locator(".hits > li")).to_contain_text("✓ Seen by")
        page.get_by_role("button", name="Mark as not seen").click()
        expect(page.locator(".hits > li")).to_have_count(0)
        assert "show=seen" in page.url

    def test_ask_again_fills_the_question_in(self, opened: Opener, desk: Served) -> None:
        page = opened("/audit", key="staff", at=desk)
        page.locator(".hits > li").filter(has_text="quoll").get_by_role("link", name="Ask again").click()
        assert "q=For+how+many+days+may+a+quoll+be+borrowed" in page.url
        assert "For how many days may a quoll be borrowed?" in page.locator("textarea").first.input_value()

    def test_it_leads_to_the_two_versions_side_by_side(self, opened: Opener, desk: Served) -> None:
        page = opened("/audit", key="public", at=desk)
        page.locator(".hits > li").filter(has_text="quoll").get_by_role("link", name="Compare the versions").click()
        expect(page.locator("#compare")).to_be_in_viewport()
        expect(page.locator(".sides.text ins")).to_have_text("35")


class TestEvaluation:
    def test_a_report_is_shown_with_its_plots_in_its_own_colours(self, opened: Opener, desk: Served) -> None:
        page = opened("/evaluation", key="staff", at=desk)
        expect(page.locator("thead th").first).to_have_text("hit@5")
        page.get_by_role("link", name="scores.html").click()
        expect(page.locator("figure svg")).to_have_count(3)
        colours = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            colours.append(page.locator("figure svg text").first.evaluate("(e) => getComputedStyle(e).fill"))
        assert colours == ["rgb(27, 31, 36)", "rgb(228, 232, 236)"]
        assert page.locator("figure svg text").first.evaluate("(e) => getComputedStyle(e).fontFamily") == "system-ui, sans-serif"

    def test_it_is_only_for_those_who_see_everything(self, opened: Opener, desk: Served) -> None:
        page = opened("/evaluation/scores.html", key="public", at=desk, allowed=("status of 403",))
        expect(page.get_by_role("alert")).to_be_visible()
        expect(page.locator("svg")).to_have_count(0)


class TestHarm:
    """Text of documents, questions and comments that would run; the watched page fails the test when anything does."""

    def test_nothing_runs_and_nothing_breaks_out(self, opened: Opener, desk: Served) -> None:
        page = opened("/search", key="staff", at=desk)
        for path in HARMFUL:
            page.goto(path)
            assert page.locator("main script, main img[src=x], main iframe, [onerror]").count() == 0
            assert page.locator("main").count() == 1

    @pytest.mark.parametrize(
        "path", ["/documents/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/evaluation/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E"]
    )
    def test_names_that_mean_harm_are_text(self, opened: Opener, desk: Served, path: str) -> None:
        page = opened(path, key="staff", at=desk, allowed=("status of 404",))
        assert page.locator("main script, main img").count() == 0
        expect(page.get_by_role("alert")).to_be_visible()

    def test_they_are_shown_as_they_were_written(self, opened: Opener, desk: Served) -> None:
        page = opened("/answers", key="staff", at=desk)
        assert NASTY_QUESTION in page.locator(".hits h3").all_inner_texts()
        document = opened("/documents/zorbing", at=desk)
        assert "<script>alert(1)</script>" in document.locator("h1").inner_text()


def test_a_printed_page_leaves_forms_out(opened: Opener, desk: Served) -> None:
    page = opened("/documents/quolls?before=2&after=3", key="staff", at=desk)
    page.emulate_media(media="print")
    expect(page.locator("form").first).to_be_hidden()
    expect(page.locator(".sides.text ins")).to_be_visible()
