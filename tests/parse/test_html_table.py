"""Tables of HTML pages: spans, layout, and spans that are attacks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.html import parse_html
from policy_assistant.parse.html_table import MAX_REPEATED, MAX_SPAN


def shown(content: str) -> list[tuple[str, str]]:
    page = parse_html(f"<article>{content}</article>".encode(), "a.html", ParseOptions())
    return [(b.kind, b.text) for b in page.blocks]


def rows(table: str) -> list[str]:
    ((kind, text),) = shown(f"<table>{table}</table>")
    assert kind == "table"
    return text.split("\n")


def test_a_value_that_spans_columns_stands_in_each() -> None:
    assert rows("<tr><th colspan=2>Stay<th>Fee<tr><td>a<td>b<td>c") == ["Stay | Stay | Fee", "a | b | c"]


def test_a_value_that_spans_rows_stands_in_each() -> None:
    table = "<tr><th>Kind<th>No<tr><td rowspan=3>Pump<td>1<tr><td>2<tr><td>3<tr><td>Hose<td>4"
    assert rows(table) == ["Kind | No", "Pump | 1", "Pump | 2", "Pump | 3", "Hose | 4"]


def test_spans_in_both_directions_and_at_the_end_of_a_row() -> None:
    assert rows("<tr><th>a<td rowspan=2 colspan=2>B<tr><td>c<tr><td>d<td>e<td>f") == ["a | B | B", "c | B | B", "d | e | f"]
    assert rows("<tr><td rowspan=2>a<th>b<td rowspan=2>c<tr><td>d") == ["a | b | c", "a | d | c"]


def test_a_row_that_only_spans_fill_is_kept() -> None:
    assert rows("<tr><th rowspan=2>a<td rowspan=2>b<tr></tr><tr><td>c<td>d") == ["a | b", "a | b", "c | d"]


def test_a_span_without_end_ends_with_its_group() -> None:
    table = "<thead><tr><th rowspan=9>H<th>x</thead><tbody><tr><td rowspan=0>a<td>1<tr><td>2</tbody><tfoot><tr><td>sum<td>3</tfoot>"
    assert rows(table) == ["H | x", "a | 1", "a | 2", "sum | 3"]


@pytest.mark.parametrize("span", ["0", "-1", "x", "", "\u0662", "1.5", "9" * 5000])
def test_a_span_that_is_no_number_is_one_column(span: str) -> None:
    assert rows(f'<tr><th>a<td colspan="{span}">b<td>c<tr><td>d<td>e<td>f')[1] == "d | e | f"


def test_spans_are_limited_in_width_and_all_together() -> None:
    assert rows("<tr><th>a<tr><td colspan=999>b")[1].count("b") == MAX_SPAN
    text = shown("<table><tr><th>a" + f"<tr><td colspan=200 rowspan=200>{'x' * 90}" * 200 + "</table>")[0][1]
    assert len(text) < 1.2 * MAX_REPEATED
    assert len(text) > 0.8 * MAX_REPEATED


def test_headings_in_cells_are_words_of_the_cell() -> None:
    assert rows("<tr><th><h2>Part</h2><th>No<tr><td><h3>Pump</h3><p>blue</p><td>1<br>2") == ["Part | No", "Pump blue | 1 2"]


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ('<table role="presentation"><tr><td>a<td>b</table>', [("text", "a"), ("text", "b")]),
        ("<table><tr><td><h2>H</h2><p>x</p></table>", [("title", "H"), ("text", "x")]),
        ("<table><tr><td><h2>H</h2><p>x</p><td>y</table>", [("title", "H"), ("text", "x"), ("text", "y")]),
        ("<table><tr><td><p>x</p><tr><td><p>y</p></table>", [("text", "x"), ("text", "y")]),
        ("<table><tr><td>x<tr><td>y</table>", [("table", "x\ny")]),
        ('<table><tr><td rowspan=2><img alt="[Note]"><th>Note<tr><td>y</table>', [("text", "Note"), ("text", "y")]),
        ('<table><tr><td><img alt="Mind:"><td>y</table>', [("text", "Mind:"), ("text", "y")]),
        ('<table><tr><td><img alt="up"><td>x<tr><td>y<td>z</table>', [("table", "up | x\ny | z")]),
        ('<table><tr><td><img alt="up"><td>x<tr><td>y</table>', [("table", "up | x\ny")]),
        ("<table><tr><td>up<td>x</table>", [("table", "up | x")]),
        ('<table role="none"><tr><td><img alt="on"><td><img alt="on off"></table>', [("text", "on"), ("text", "on off")]),
        ("<table><tr><th>k<tr><td><p>y</p></table>", [("table", "k\ny")]),
    ],
)
def test_a_table_that_only_arranges_its_page_is_read_as_blocks(table: str, found: list[tuple[str, str]]) -> None:
    assert shown(table) == found


def test_numbers_of_lines_beside_code_are_no_code() -> None:
    table = "<table><tr><td><pre>1\n2</pre><td><pre>a = 1\nb = 2</pre></table>"
    assert shown(table) == [("code", "a = 1\nb = 2")]


cells = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from("abcd")), min_size=1, max_size=4)


@given(st.lists(cells, min_size=1, max_size=5))
def test_any_spans_give_a_table_that_holds_every_value(table: list[list[tuple[int, int, str]]]) -> None:
    markup = "".join(
        "<tr>" + "".join(f"<td rowspan={high} colspan={wide}>{text}{y}{x}" for x, (high, wide, text) in enumerate(row))
        for y, row in enumerate(table)
    )
    text = shown(f"<table>{markup}</table>")[0][1]
    assert all(f"{cell}{y}{x}" in text for y, row in enumerate(table) for x, (_, _, cell) in enumerate(row))
