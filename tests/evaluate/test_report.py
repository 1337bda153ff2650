"""The page of an evaluation: what it shows, that nothing in it runs or loads, and how writing fails."""

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree, html

import policy_assistant.evaluate
from policy_assistant.documents import Section
from policy_assistant.errors import MissingExtraError, UsageError
from policy_assistant.evaluate.causes import CAUSES, Known, cause_of
from policy_assistant.evaluate.measures import retrieval_scores
from policy_assistant.evaluate.questions import Question
from policy_assistant.evaluate.report import EXCERPT, MAX_SHOWN, render, write_report
from policy_assistant.evaluate.run import EACH_QUESTION, Asked, Evaluation
from policy_assistant.filters import Filters
from policy_assistant.lexical import Hit
from policy_assistant.search import Passage
from policy_assistant.settings import ProjectSettings, Settings
from tests.evaluate.samples import key, passage, question

PUBLIC = frozenset({"public"})
HOSTILE = "<script>alert(1)</script><img src='http://evil.example/x'>\"&amp;'{{ 7*7 }}\x00\x1b[31m\u202e\ud800"


def settings(name: str = "Garden shop") -> Settings:
    return Settings(Path("/nowhere"), ProjectSettings(name=name, today="2026-10-09"))


def asked(one: Question, ranked: Sequence[Passage], k: int) -> Asked:
    """A question with its ranking, scored as an evaluation does it."""
    scores = retrieval_scores(one, ranked, k, PUBLIC)
    missed = scores["scored"] and not scores["hit"]
    cause = cause_of(one, ranked, scores, Filters("2026-10-09", PUBLIC), Known(ranked), k) if missed else None
    hits = tuple(Hit(getattr(p, "chunk_id", "") or p.doc_id, 9.5 - rank, rank) for rank, p in enumerate(ranked, 1))
    return Asked(one, hits, tuple(ranked), scores, cause, 1.25)


def evaluation(*rows: tuple[Question, Sequence[Passage]], k: int = 2, as_of: str | None = EACH_QUESTION) -> Evaluation:
    return Evaluation("bm25", k, as_of, "public", "structure", tuple(asked(one, ranked, k) for one, ranked in rows))


A, B, C, SECRET = passage("a"), passage("b"), passage("c"), passage("s", access="staff")
SAMPLE = evaluation(
    (question("Q1", [key("a")], kind="table"), [A, B]),
    (question("Q2", [key("c"), key("z")], kind="version", language="en", as_of="2026-11-15"), [A, B, C]),
    (question("Q3", [], kind="bait", wrong_version=[key("b")]), [SECRET, B]),
)


def text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def page(done: Evaluation = SAMPLE, **named: str) -> html.HtmlElement:
    return html.document_fromstring(render(done, settings(**named)))


def rows(table: etree._Element) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in table.findall(".//tbody/tr") + table.findall(".//tfoot/tr")]


def table_of(root: etree._Element, caption: str) -> list[list[str]]:
    return rows(next(t for t in root.iter("table") if text(t.find("caption")).startswith(caption)))


def test_the_head_says_what_was_measured() -> None:
    root = page()
    facts = {text(fact.find("dt")): text(fact.find("dd")) for fact in root.xpath("//dl[@class='facts']/div")}
    when = facts.pop("Run on")
    assert "Garden shop" in text(root.find(".//h1"))
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d", when)
    assert facts == {
        "Method": "bm25",
        "Results looked at (k)": "2",
        "As of": "each question's own, 2026-10-09 where it has none",
        "Audience": "public (sees public)",
        "Chunker": "structure",
        "Questions": "3 asked, 2 scored",
    }


@pytest.mark.parametrize(("as_of", "shown"), [("2026-01-01", "2026-01-01"), (None, "none: every version")])
def test_the_head_says_which_date_decides(as_of: str | None, shown: str) -> None:
    root = page(evaluation((question("Q1", [key("a")]), [A]), as_of=as_of))
    assert root.xpath("string(//dt[.='As of']/following-sibling::dd)") == shown


def test_scores_are_shown_overall_and_by_kind() -> None:
    root = page()
    tiles = {text(tile.find("dt")): text(tile.find("dd")) for tile in root.xpath("//dl[@class='tiles']/div")}
    assert (tiles["hit@2"], tiles["precision@2"], tiles["leaks"], tiles["wrong versions"]) == ("0.500", "0.250", "1", "1")
    assert table_of(root, "Scores by kind") == [
        ["bait", "0", "–", "–", "–", "–", "–", "1", "1"],
        ["table", "1", "1.000", "1.000", "0.500", "1.000", "1.000", "0", "0"],
        ["version", "1", "0.000", "0.000", "0.000", "0.000", "0.000", "0", "0"],
        ["all", "2", "0.500", "0.500", "0.250", "0.500", "0.500", "1", "1"],
    ]


def test_a_miss_shows_its_cause_what_was_wanted_and_what_was_found_instead() -> None:
    [miss] = page().xpath("//section[@id='missed']//article")
    assert text(miss.find("h3")) == "Q2: other words"
    assert "version · en · as of 2026-11-15 What of Q2? Why: ranked 3, behind a v1 | Rules" in text(miss)
    assert table_of(miss, "Wanted") == [["3", "public", "c v1 · Rules"], ["not found", "public", "z v1 · Rules"]]
    assert table_of(miss, "Found instead") == [
        ["1", "8.5000", "public", f"a v1 · Rules {A.chunk_id}Rules of a"],
        ["2", "7.5000", "public", f"b v1 · Rules {B.chunk_id}Rules of b"],
    ]


def test_leaks_and_wrong_versions_are_shown_with_the_question_that_has_them() -> None:
    [offence] = page().xpath("//section[@id='offences']//article")
    assert text(offence.find("h3")) == "Q3"
    assert [row[2] for row in table_of(offence, "Results that should not be")] == ["staffleak", "publicwrong version"]


def test_every_question_is_listed_with_its_first_rank_and_time() -> None:
    listed = table_of(page(), "In the order of the file")
    assert [row[0] for row in listed] == ["Q1", "Q2", "Q3"]
    assert [row[3:7] for row in listed] == [
        ["2026-10-09", "1", "yes", "1.2"],
        ["2026-11-15", "3", "no", "1.2"],
        ["2026-10-09", "–", "not scored", "1.2"],
    ]
    assert page().xpath("//section[@id='all']//details[not(@open)]//table")


def test_the_legend_explains_every_cause_and_counts_the_misses() -> None:
    shown = [text(entry) for entry in page().xpath("//section[@id='missed']//dt")]
    assert shown == [f"{name} ({int(name == 'other words')})" for name in CAUSES]


def test_plots_say_their_numbers_in_words_and_keep_text_as_text() -> None:
    root = page()
    plots = root.xpath("//figure/div[@role='img']")
    assert [plot.get("aria-label") for plot in plots] == [
        "table 1.000, version 0.000; all questions 0.500.",
        "table 1.000, version 0.000; all questions 0.500.",
        "k 1 0.500, k 2 0.500, k 3 1.000, k 5 1.000, k 10 1.000, k 20 1.000, k 50 1.000.",
    ]
    assert "table (1)" in [text(label) for label in plots[0].iter("text")]


def test_the_k_of_the_evaluation_joins_the_plot_against_k() -> None:
    done = evaluation((question("Q1", [key("a")]), [B, A]), k=7)
    assert "k 5 1.000, k 7 1.000, k 10" in page(done).xpath("//figure/div/@aria-label")[2]


def test_drawings_are_the_same_in_every_run_and_take_the_colours_of_the_page() -> None:
    drawings = [re.findall(r"<svg.*?</svg>", render(SAMPLE, settings()), re.DOTALL) for _ in range(2)]
    assert drawings[0] == drawings[1]
    assert "var(--accent)" in drawings[0][0]
    assert not re.search(r"(fill|stroke)=\"#", "".join(drawings[0]))
    assert "style=" not in "".join(drawings[0])


def test_without_misses_offences_or_scored_questions_the_page_says_so() -> None:
    root = page(evaluation((question("Q1", []), [A])))
    assert "No question is scored" in text(root)
    assert [text(p) for p in root.xpath("//section[@id='missed']/p")] == ["None."]
    assert not root.xpath("//article | //svg")


def test_no_questions_at_all_make_a_page_too() -> None:
    assert "0 asked, 0 scored" in text(page(evaluation()))


def test_sections_of_the_baseline_and_empty_rankings_are_shown() -> None:
    section = Section("b@v1#rules", "b", "1", "Rules", "Title\n## Rules\ntext", access="public")
    done = evaluation((question("Q1", [key("a")]), [section]), (question("Q2", [key("a")]), []))
    first, second = page(done).xpath("//section[@id='missed']//article")
    assert table_of(first, "Found instead") == [["1", "8.5000", "public", "b v1 · Rules bTitle ## Rules text"]]
    assert "Nothing was found." in text(second)


def test_a_long_passage_and_a_long_ranking_are_cut() -> None:
    long = passage("b", text="word " * 100, start=0, end=500)
    root = page(evaluation((question("Q1", [key("a")]), [long] * 40), k=30))
    found = table_of(root, "Found instead")
    excerpt = root.xpath("string(//span[@class='excerpt'])")
    assert (len(found), len(excerpt), excerpt[-1]) == (MAX_SHOWN, EXCERPT, "…")


@pytest.fixture(scope="module")
def hostile() -> str:
    """A page in which every text that others write is hostile."""
    texts = dict.fromkeys(("chunk_id", "doc_id", "version", "text", "language", "access"), HOSTILE)
    bad = replace(A, **texts, sections=(HOSTILE,), start=0, end=len(HOSTILE))  # type: ignore[arg-type]
    one = question(HOSTILE, [key(HOSTILE, "else", HOSTILE)], question=HOSTILE, language=HOSTILE, kind=HOSTILE)
    two = question("two", [], wrong_version=[key(HOSTILE, HOSTILE, HOSTILE)])
    three = question("three", [key("c")], kind="$\\frac{1$ ]]> --> 日本")
    return render(evaluation((one, [bad]), (two, [bad]), (three, [A])), settings(HOSTILE))


def test_text_of_others_is_shown_and_never_becomes_markup(hostile: str) -> None:
    root = html.document_fromstring(hostile)
    assert not root.xpath("//script | //img | //iframe | //object | //link | //*[@*[starts-with(name(), 'on')]]")
    assert "<script>alert(1)</script><img src='http://evil.example/x'>\"&amp;'{{ 7*7 }}[31m" in text(root.find(".//h1"))
    assert len(root.xpath("//svg")) == 3


def test_characters_that_steer_or_cannot_be_written_are_removed(hostile: str) -> None:
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", hostile)


@pytest.mark.parametrize("which", ["hostile", "sample"])
def test_the_page_loads_nothing(which: str, hostile: str) -> None:
    source = hostile if which == "hostile" else render(SAMPLE, settings())
    root = html.document_fromstring(source)
    links = root.xpath("//@href | //@src | //@srcset | //@action | //@data | //@*[name() = 'xlink:href']")
    assert links
    assert all(link.startswith("#") for link in links)
    styles = " ".join([*root.xpath("//style/text()"), *root.xpath("//@style"), *root.xpath("//@clip-path")])
    assert "@import" not in styles
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", styles))
    assert root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content") == ["default-src 'none'; style-src 'unsafe-inline'"]


@pytest.mark.parametrize("which", ["hostile", "sample"])
def test_the_page_is_well_formed(which: str, hostile: str) -> None:
    """Every element is closed where it should be, and no ID is used twice."""
    source = hostile if which == "hostile" else render(SAMPLE, settings())
    parser = etree.HTMLParser(recover=True)
    root = etree.fromstring(source, parser)
    known_to_lxml = [error for error in parser.error_log if error.type_name != "HTML_UNKNOWN_TAG"]
    assert known_to_lxml == []
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    body = re.sub(r"<(meta|br)\b[^>]*>", "", source[source.index("<html") :])
    assert etree.fromstring(body.replace("xlink:href", "href")).tag == "html"


def test_tables_plots_and_parts_have_names_for_readers_who_hear_the_page() -> None:
    root = page()
    assert root.get("lang") == "en"
    assert all(t.find("caption") is not None for t in root.iter("table"))
    assert all(r.get("aria-label") and r.get("tabindex") == "0" for r in root.xpath("//div[@class[contains(., 'scroll')]]"))
    assert all(root.xpath(f"//*[@id='{part.get('aria-labelledby')}']") for part in root.iter("section"))
    assert [h.tag for h in root.iter("h1", "h2", "h3")] == ["h1", "h2", "h2", "h3", "h2", "h3", "h2"]


def test_the_page_is_written_whole_and_replaces_an_older_one(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old", encoding="utf-8")
    write_report(path, SAMPLE, settings())
    assert path.read_text(encoding="utf-8").rstrip().endswith("</html>")
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"there is no folder .*reports") as caught:
        write_report(tmp_path / "reports" / "report.html", SAMPLE, settings())
    assert caught.value.hint.startswith("create the folder first")


@pytest.mark.parametrize(("name", "what"), [("", "is a folder"), ("pipe", "is not a file")])
def test_what_is_no_file_is_left_alone(tmp_path: Path, name: str, what: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=what) as caught:
        write_report(tmp_path / name, SAMPLE, settings())
    assert "report.html" in caught.value.hint


def test_a_file_that_may_not_be_written_is_named_and_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(UsageError, match=r"report\.html cannot be written: permission denied") as caught:
        write_report(tmp_path / "report.html", SAMPLE, settings())
    assert caught.value.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_without_its_packages_the_report_names_the_extra(package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "policy_assistant.evaluate.plots", raising=False)
    monkeypatch.delattr(policy_assistant.evaluate, "plots", raising=False)
    with pytest.raises(MissingExtraError) as caught:
        write_report(tmp_path / "report.html", SAMPLE, settings())
    assert (caught.value.extra, caught.value.hint) == ("report", "pip install 'policy-assistant[report]'")
    assert list(tmp_path.iterdir()) == []
