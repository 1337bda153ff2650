"""The page of a comparison: what it shows, that nothing in it runs or loads, and pages with little to show."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import etree, html

from policy_assistant.errors import MissingExtraError, UsageError
from policy_assistant.evaluate.comparison import Comparison, compare
from policy_assistant.evaluate.comparison_report import ablation, render_comparison, write_comparison
from policy_assistant.evaluate.run import Evaluation
from policy_assistant.evaluate.variants import Variant, parse_variant
from policy_assistant.settings import ProjectSettings, Settings
from tests.evaluate.samples import found_at

KNOWN = ("bm25", "dense", "rerank")
HOSTILE = "<script>alert(1)</script><img src='http://evil.example/x'>\"&amp;'{{ 7*7 }}$\\frac{1$\x00\x1b[31m\u202e\ud800"
SETTINGS = Settings(Path("/nowhere"), ProjectSettings(name="Garden shop", today="2026-10-09"))


def comparison(*evaluations: Evaluation) -> Comparison:
    return compare([(parse_variant(e.name, KNOWN), e) for e in evaluations])


SAMPLE = comparison(
    found_at({"Q1": 1, "Q2": 4, "Q3": None}, "bm25"),
    found_at({"Q1": 1, "Q2": 1, "Q3": 2}, "rerank", milliseconds=120.0, model="e5"),
    found_at({"Q1": 1, "Q2": 2, "Q3": 8}, "rerank:without=title", milliseconds=90.0),
)


@pytest.fixture(scope="module")
def sample() -> str:
    return render_comparison(SAMPLE, SETTINGS)


@pytest.fixture(scope="module")
def hostile() -> str:
    """A page in which every text that others write is hostile."""
    variants = [Variant("bm25"), Variant("dense", {"embedder": HOSTILE}), Variant("dense", {"embedder": HOSTILE, "without": HOSTILE})]
    base = found_at({HOSTILE: 1, "Q2": 2}, "dense", chunker=HOSTILE, model=HOSTILE)
    other = found_at({HOSTILE: 3, "Q2": 9}, "dense")
    runs = [(variant, replace(e, variant=str(variant))) for variant, e in zip(variants, (base, other, base), strict=True)]
    return render_comparison(compare(runs), replace(SETTINGS, project=ProjectSettings(name=HOSTILE)))


def text(element: etree._Element) -> str:
    return " ".join("".join(element.itertext()).split())


def table_of(source: str, caption: str) -> list[list[str]]:
    [table] = [t for t in html.document_fromstring(source).iter("table") if text(t.find("caption")).startswith(caption)]
    return [[text(cell) for cell in row] for row in table.findall(".//tbody/tr")]


def test_the_figures_of_every_variant_are_listed(sample: str) -> None:
    assert table_of(sample, "Means over the scored questions") == [
        ["bm25", "0.333", "0.667", "0.667", "0.417", "0.477", "2.0", "0", "0", "structure", "–"],
        ["rerank", "0.667", "1.000", "1.000", "0.833", "0.877", "120.0", "0", "0", "structure", "e5"],
        ["rerank:without=title", "0.333", "0.667", "0.667", "0.542", "0.649", "90.0", "0", "0", "structure", "–"],
    ]
    best = [text(cell) for cell in html.document_fromstring(sample).xpath("//section[@id='figures']//td/b")]
    assert best == ["0.667", "1.000", "1.000", "0.833", "0.877"]


def test_pairs_are_listed_with_wins_losses_and_p(sample: str) -> None:
    rows = table_of(sample, "Every pair")
    assert [row[:4] for row in rows] == [
        ["rerank", "bm25", "MRR@10", "+0.417"],
        ["rerank:without=title", "rerank", "MRR@10", "-0.292"],
        ["rerank", "bm25", "hit@5", "+0.333"],
        ["rerank:without=title", "rerank", "hit@5", "-0.333"],
    ]
    assert rows[0][5:] == ["2", "0", "1", "0.5000", "1.0000"]
    assert "lost Q2, Q3" in text(html.document_fromstring(sample).xpath("//section[@id='pairs']//dl")[0])


def test_halves_are_listed_with_their_numbers_of_questions(sample: str) -> None:
    head = text(html.document_fromstring(sample).xpath("//section[@id='halves']//thead")[0])
    counts = {half: figures.questions for half, figures in SAMPLE.rows[0].halves.items()}
    assert all(f"{half} ({count})" in head for half, count in counts.items())
    assert table_of(sample, "hit@5 with its 95 % interval")[0][1:3] == ["0.667", "0.208 to 0.939"]


def test_questions_on_which_the_variants_differ_are_listed_with_their_ranks(sample: str) -> None:
    assert table_of(sample, "Rank of the first relevant") == [["Q2", "4", "1", "2", "What of Q2?"], ["Q3", "–", "2", "8", "What of Q3?"]]


def test_plots_say_their_numbers_in_words_and_draw_a_lacking_variant_as_a_change_alone(sample: str) -> None:
    words = [str(label) for label in html.document_fromstring(sample).xpath("//figure/div/@aria-label")]
    assert words[:2] == ["bm25 0.417 in 2.0 ms; rerank 0.833 in 120.0 ms.", "bm25 0.667 in 2.0 ms; rerank 1.000 in 120.0 ms."]
    assert words[2].startswith("bm25: k 1 0.333, k 2 0.333, k 3 0.333, k 5 0.667, k 10 0.667")
    assert words[3] == "without title: MRR@10 -0.292, hit@5 -0.333."
    labels = {text(label) for label in html.document_fromstring(sample).xpath("//figure//*[local-name() = 'text']")}
    assert {"bm25", "rerank", "without title", "-0.292"} <= labels
    assert "rerank:without=title" not in labels


def test_signals_of_two_wholes_are_told_apart() -> None:
    names = ("rerank", "dense", "rerank:without=title", "dense:without=title")
    both = comparison(*(found_at({"Q1": rank}, name) for rank, name in enumerate(names, 1)))
    assert list(ablation(both.rows)) == ["rerank:without=title", "dense:without=title"]


def test_a_lacking_variant_without_its_whole_has_no_change_and_says_so() -> None:
    page = render_comparison(comparison(found_at({"Q1": 1}, "bm25"), found_at({"Q1": 1}, "rerank:without=title")), SETTINGS)
    assert "when the variant with all its signals is compared too" in text(html.document_fromstring(page))
    assert page.count("<svg") == 3


def test_no_questions_make_a_page_without_plots() -> None:
    page = render_comparison(comparison(found_at({}, "bm25"), found_at({}, "rerank"), found_at({}, "rerank:without=title")), SETTINGS)
    assert "<svg" not in page
    assert "No question is scored, so there is nothing to draw." in page


def test_one_variant_and_a_search_that_took_no_time_make_a_page() -> None:
    page = render_comparison(comparison(found_at({"Q1": 1}, milliseconds=0.0)), SETTINGS)
    assert "One variant has nothing to be paired with." in page
    assert "None: every variant finds" in page


def test_many_variants_all_look_different() -> None:
    many = [found_at({"Q1": n % 9 + 1}, f"dense:embedder=model-{n}", milliseconds=float(n + 1)) for n in range(10)]
    page = render_comparison(comparison(*many), SETTINGS)
    drawing = re.findall(r"<svg.*?</svg>", page, re.DOTALL)[2]
    assert len(set(re.findall(r"var\(--series-\d\)", drawing))) == 8
    assert all(f"dense:embedder=model-{n}" in drawing for n in range(10))


def test_text_of_others_is_shown_and_never_becomes_markup(hostile: str) -> None:
    root = html.document_fromstring(hostile)
    assert not root.xpath("//script | //img | //iframe | //object | //link | //*[@*[starts-with(name(), 'on')]]")
    assert "<script>alert(1)</script><img src='http://evil.example/x'>\"&amp;'{{ 7*7 }}$\\frac{1$[31m" in text(root.find(".//h1"))
    assert len(root.xpath("//svg")) == 4


def test_characters_that_steer_or_cannot_be_written_are_removed(hostile: str) -> None:
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", hostile)


@pytest.mark.parametrize("which", ["hostile", "sample"])
def test_the_page_loads_nothing_and_is_well_formed(which: str, request: pytest.FixtureRequest) -> None:
    source: str = request.getfixturevalue(which)
    root = html.document_fromstring(source)
    links = root.xpath("//@href | //@src | //@srcset | //@action | //@data | //@*[name() = 'xlink:href']")
    assert links
    assert all(link.startswith("#") for link in links)
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", " ".join(root.xpath("//style/text() | //@style"))))
    assert root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content") == ["default-src 'none'; style-src 'unsafe-inline'"]
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert all(root.xpath(f"//*[@id='{link[1:]}']") for link in root.xpath("//nav//@href"))
    body = re.sub(r"<(meta|br|wbr)\b[^>]*>", "", source[source.index("<html") :])
    assert etree.fromstring(body.replace("xlink:href", "href")).tag == "html"


def test_drawings_are_the_same_in_every_run_and_take_the_colours_of_the_page(sample: str) -> None:
    first, second = (re.findall(r"<svg.*?</svg>", page, re.DOTALL) for page in (sample, render_comparison(SAMPLE, SETTINGS)))
    assert first == second
    assert not re.search(r"(fill|stroke): #", "".join(first))


def test_every_colour_of_a_drawing_is_set_for_light_dark_and_print(sample: str) -> None:
    used = set(re.findall(r"var\((--[a-z0-9-]+)\)", "".join(re.findall(r"<svg.*?</svg>", sample, re.DOTALL))))
    style = html.document_fromstring(sample).xpath("string(//style)")
    assert "--series-1" in used
    assert all(style.count(f"{name}:") == 3 for name in used)


def test_tables_and_scrolling_regions_have_names(sample: str) -> None:
    root = html.document_fromstring(sample)
    assert all(table.find("caption") is not None for table in root.iter("table"))
    assert all(r.get("aria-label") and r.get("tabindex") == "0" for r in root.xpath("//div[@class[contains(., 'scroll')]]"))


def test_the_page_is_written_whole(tmp_path: Path) -> None:
    write_comparison(tmp_path / "report.html", SAMPLE, SETTINGS)
    assert (tmp_path / "report.html").read_text(encoding="utf-8").rstrip().endswith("</html>")
    with pytest.raises(UsageError, match="is a folder"):
        write_comparison(tmp_path, SAMPLE, SETTINGS)


@pytest.mark.parametrize("package", ["jinja2", "matplotlib"])
def test_without_its_packages_the_page_names_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError) as caught:
        render_comparison(SAMPLE, SETTINGS)
    assert caught.value.extra == "report"
