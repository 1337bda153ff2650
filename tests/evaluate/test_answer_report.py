"""The part of the page that is about answers."""

import functools
import re
from dataclasses import replace

import pytest
from lxml import etree, html

from policy_assistant.evaluate.answers import AnswerEvaluation
from policy_assistant.evaluate.report import render
from tests.evaluate.answer_samples import claim, evaluation, judged, sure
from tests.evaluate.samples import key, passage, question
from tests.evaluate.test_report import HOSTILE, SAMPLE, rows, settings, text

A, B = passage("a"), passage("b")
ANSWERS = evaluation(
    judged(question("Q1", [key("a")], keys=["yes"]), claim("yes", A), decision=sure(0.9)),
    judged(
        question("Q2", [key("a")], keys=["30 days"], reference_answer="Within 30 days.", language="en"),
        claim("no", B, quote="Rules"),
        claim("x", B, problems=["contradicted"]),
        decision=sure(0.6),
    ),
    judged(question("Q3", abstain=True), decision=sure(0.2)),
)


@functools.cache
def rendered() -> str:
    """The page of the sample, drawn once."""
    return render(SAMPLE, settings(), ANSWERS)


def page(answers: AnswerEvaluation | None = ANSWERS) -> html.HtmlElement:
    return html.document_fromstring(rendered() if answers is ANSWERS else render(SAMPLE, settings(), answers))


def test_without_answers_the_page_has_no_part_about_them() -> None:
    assert not page(None).xpath("//section[@id='answers' or @id='faults'] | //a[@href='#answers' or @href='#faults']")


def test_the_figures_are_shown_in_tiles_and_by_group() -> None:
    [section] = page().xpath("//section[@id='answers']")
    tiles = {text(tile.find("dt")): text(tile.find("dd")) for tile in section.xpath(".//dl[@class='tiles']/div")}
    assert tiles == {
        "correct": "1 of 2",
        "abstained wrongly": "0 of 2",
        "abstained rightly": "1 of 1",
        "must_not found": "0",
        "exact quotes": "0 of 1",
        "leaks": "0",
    }
    table = {row[0]: row[1:] for row in rows(section.find(".//table"))}
    assert [*table] == ["even", "odd", "answerable", "in en", "all"]
    assert table["all"] == ["3", "3", "1 of 2", "0 of 2", "1 of 1", "1 of 2", "0", "0"]
    assert "Claims: 3, of which 1 did not stand; checks failed: contradicted 1." in text(section)
    assert "Milliseconds: search 4.0, beyond it 2.0 (medians), 2.0" in text(section)


def test_a_fault_shows_the_question_the_answer_its_quotes_and_what_was_expected() -> None:
    [fault] = page().xpath("//section[@id='faults']//article")
    assert text(fault.find("h3")) == "Q2"
    assert [text(reason) for reason in fault.findall("ul/li")] == [
        "keys missing: 30 days",
        "wrong passage: cites b v1 | Rules",
        "quote: documents/b.md: the file is gone",
    ]
    facts = dict(zip([text(dt) for dt in fault.iter("dt")], [text(dd) for dd in fault.iter("dd")], strict=True))
    assert facts == {"answer": "no", "expected": "Within 30 days.; keys: 30 days", "decision": "confidence 0.600, threshold 0.500"}
    assert rows(fault.find(".//table")) == [["–", "b v1 | RulesRules"], ["contradicted", "b v1 | Rulesno quote"]]


def test_an_abstention_that_was_expected_is_said_to_be() -> None:
    answers = evaluation(judged(question("Q3", abstain=True), claim("something", A)))
    [fault] = page(answers).xpath("//section[@id='faults']//article")
    assert "expected an abstention" in " ".join(text(part) for part in fault.iter("dt", "dd"))


def test_the_curve_says_its_numbers_in_words() -> None:
    [plot] = page().xpath("//section[@id='answers']//div[@role='img']")
    assert plot.get("aria-label") == (
        "Risk 0.000 at 0.333, 0.500 at 0.667, 0.667 at 1.000; as decided 0.500 at 0.667; area 0.389, in the best order 0.389."
    )
    labels = [text(label) for label in plot.iter("text")]
    assert "as decided: 0.500 at 0.667" in labels


def test_the_decisions_as_they_were_taken_lie_on_the_curve() -> None:
    [plot] = page().xpath("//section[@id='answers']//div[@role='img']")
    marks = [(mark.get("fill", ""), mark.get("x"), mark.get("y")) for mark in plot.iter("use")]
    curve = [place for fill, *place in marks if fill == "var(--accent)"]
    [decided] = [place for fill, *place in marks if fill == "var(--second)"]
    assert decided == curve[-1] != curve[0]


def test_a_chat_model_has_no_curve_and_its_prompt_is_named() -> None:
    one = judged(question("Q1", [key("a")]), claim("yes", A), model="openai:tiny", prompt="v2 0a1b2c3d")
    [section] = page(evaluation(one)).xpath("//section[@id='answers']")
    assert not section.xpath(".//svg")
    assert "By openai:tiny, prompt v2 0a1b2c3d, from the first 5 passages of bm25." in text(section)


def test_no_answers_at_all_and_no_faults_make_a_page_too() -> None:
    root = page(evaluation())
    assert [text(p) for p in root.xpath("//section[@id='faults']/p")] == ["None."]
    assert "By –, from the first 5 passages of –." in text(root.xpath("//section[@id='answers']")[0])


def test_an_abstention_alone_is_drawn_without_a_point() -> None:
    root = page(evaluation(judged(question("Q1", [key("a")]), decision=sure(0.2))))
    assert "nothing was answered" in root.xpath("//section[@id='answers']//div[@role='img']/@aria-label")[0]


def test_long_answers_are_cut() -> None:
    root = page(evaluation(judged(question("Q1", [key("a")]), claim("word " * 1000, B))))
    assert len(text(root.xpath("//section[@id='faults']//dd")[0])) <= 1_200


@pytest.fixture(scope="module")
def hostile() -> str:
    """A page in which every text that others write is hostile."""
    texts = dict.fromkeys(("chunk_id", "doc_id", "version", "text", "language", "access"), HOSTILE)
    bad = replace(A, **texts, sections=(HOSTILE,), start=0, end=len(HOSTILE))  # type: ignore[arg-type]
    fields = dict.fromkeys(("question", "kind", "language", "reference_answer"), HOSTILE)
    one = question(HOSTILE, [key("a")], keys=["x" * 9, "<b>"], **fields)
    said = claim(HOSTILE, bad, problems=["unsupported"], quote=HOSTILE)
    made = judged(one, said, decision=sure(0.5), model=HOSTILE, prompt=HOSTILE)
    return render(SAMPLE, settings(), evaluation(made))


def test_text_of_others_is_shown_and_never_becomes_markup(hostile: str) -> None:
    root = html.document_fromstring(hostile)
    assert not root.xpath("//script | //img | //iframe | //*[@*[starts-with(name(), 'on')]]")
    [fault] = root.xpath("//section[@id='faults']//article")
    assert text(fault).count("<script>alert(1)</script>") >= 5
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\ud800-\udfff]", hostile)


@pytest.mark.parametrize("which", ["hostile", "sample"])
def test_the_page_is_well_formed_and_every_part_has_a_name(which: str, hostile: str) -> None:
    source = hostile if which == "hostile" else rendered()
    root = html.document_fromstring(source)
    ids = root.xpath("//@id")
    assert len(ids) == len(set(ids))
    body = re.sub(r"<(meta|br)\b[^>]*>", "", source[source.index("<html") :])
    assert etree.fromstring(body.replace("xlink:href", "href")).tag == "html"
    assert all(t.find("caption") is not None for t in root.iter("table"))
    assert all(root.xpath(f"//*[@id='{part.get('aria-labelledby')}']") for part in root.iter("section"))
    assert all(root.xpath(f"//*[@id='{link[1:]}']") for link in root.xpath("//nav//@href"))
