from markdown_it import MarkdownIt

from policy_assistant.code.trace import report, trace_all
from policy_assistant.code.trace.report import code_span, escaped
from tests.code.trace.samples import AS_OF, collection, document, glossary, pieces, search_over


def test_differences_come_first_and_are_counted() -> None:
    made = collection("cycles")
    text = report(made.findings, as_of=AS_OF)
    lines = text.splitlines()
    heads = [line for line in lines if line.startswith("## ")]
    differing = sum(one.verdict == "differs" for one in made.findings)
    assert heads[0] == f"## Differs ({differing})"
    assert [head.split(" (")[0] for head in heads] == ["## Differs", "## Agrees", "## Not found"]
    assert f"{len(made.findings)} values of rules: {differing} differ" in text
    assert "Rules in force on 2026-10-09." in lines


def test_both_citations_stand_in_it() -> None:
    text = report(collection("cycles").findings)
    assert "rental-terms v3 \\| Booking a bicycle \\| characters" in text
    assert "> You can book a bicycle up to 60 days ahead." in text
    assert "- **up to 60 days** (equals version 2 of the rule)\n    - `velora/booking.py:5` `MAX_DAYS_AHEAD = 45`" in text


def test_places_are_links_where_there_are_addresses() -> None:
    text = report(collection("cycles").findings, link=lambda code: f"https://git.example/blob/1/{code.path}#L{code.line}>")
    assert "[`velora/booking.py:5`](<https://git.example/blob/1/velora/booking.py#L5>)" in text


def test_text_of_documents_and_code_is_never_markup() -> None:
    rule = "## Late <script>alert(1)</script>\nA *late* [return](http://evil.example) costs 15 dollars `now` <img src=x> # no.\n"
    code = 'LATE_RETURN_COST = 15  # ``` <b>x</b> [y](z) | "\n'
    chunks = document("late.md", "Late", "1", "", "", "en", rule)
    text = report(trace_all(chunks, search_over(pieces("shop/late.py", code)), glossary()))
    html = MarkdownIt("commonmark").render(text)
    assert "LATE_RETURN_COST" in html
    for mark in ("<script", "<img", "<b>", "<a ", "<em>late"):
        assert mark not in html


def test_escaped_text_reads_as_it_was() -> None:
    for text in ("- a *b* _c_ [d](e) <f> `g` # h | i ~j~ & k", "1. first", "+ plus", "# head", "a\\b", "1) x", "$5 & more"):
        html = MarkdownIt("commonmark").render(escaped(text))
        read = html.removeprefix("<p>").removesuffix("</p>\n").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        assert read == text


def test_code_keeps_its_backticks() -> None:
    assert MarkdownIt("commonmark").render(code_span("a `b` ``c``")) == "<p><code>a `b` ``c``</code></p>\n"


def test_nothing_found_is_a_report_too() -> None:
    assert "0 values of rules: 0 differ, 0 agree, 0 not found in code." in report([])
