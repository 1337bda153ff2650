"""OpenDocument files become blocks: texts with numbers, notes and changes; sheets; slides."""

import pytest

from policy_assistant.blocks import HIDDEN
from policy_assistant.parse import grid
from policy_assistant.parse.base import ParseOptions
from tests.parse.office_samples import ODF, holds, left_out, odf, parsed, refusal, shown

CLAUSES = """<text:list-style style:name="C">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/>
<text:list-level-style-number text:level="3" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>
<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="i" style:num-suffix=")" text:start-value="3"/></text:list-style>
<text:list-style style:name="B"><text:list-level-style-bullet text:level="1" text:bullet-char="x"/><text:list-level-style-bullet text:level="2" text:bullet-char="y"/></text:list-style>
<style:style style:name="T1" style:family="paragraph" style:parent-style-name="Title"/>
<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Heading_20_2"/>
<style:style style:name="gone" style:family="text"><style:text-properties text:display="none"/></style:style>
<style:style style:name="shut" style:family="table"><style:table-properties table:display="false"/></style:style>
<style:style style:name="dark" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>"""
LOOKS = """<office:styles><style:style style:name="Title" style:family="paragraph"/><style:style style:name="Heading_20_2" style:display-name="Heading 2" style:family="paragraph"/>
<text:outline-style style:name="O"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>
<office:master-styles><style:master-page style:name="M"><style:header><text:p>Secret of the house</text:p></style:header><style:footer><text:p>Page 1</text:p></style:footer></style:master-page></office:master-styles>"""


def p(text: str, more: str = "") -> str:
    return f"<text:p{more}>{text}</text:p>"


def items(*content: str, style: str = "", more: str = "") -> str:
    named = f' text:style-name="{style}"' if style else ""
    return f"<text:list{named}{more}>{''.join(f'<text:list-item>{c}</text:list-item>' for c in content)}</text:list>"


def blocks(*body: str, looks: str = "") -> list[tuple[str, str]]:
    return shown(odf("".join(body), styles=CLAUSES, looks=looks), "a.odt")


def dropped(*body: str, looks: str = "") -> list[tuple[str, str]]:
    return left_out(odf("".join(body), styles=CLAUSES, looks=looks), "a.odt")


def test_titles_headings_and_their_numbers() -> None:
    body = [
        p("Terms", ' text:style-name="T1"'), '<text:h text:outline-level="1">Scope</text:h>', '<text:h text:outline-level="2">Whom</text:h>', p("words"),
        '<text:h text:outline-level="1">Fees</text:h>', p("Which", ' text:style-name="P1"'), '<text:h text:outline-level="2" text:is-list-header="true">Bare</text:h>',
    ]  # fmt: skip
    document = parsed(odf("".join(body), styles=CLAUSES, looks=LOOKS), "a.odt")
    holds(document)
    assert [(b.kind, b.text, b.level) for b in document.blocks] == [
        ("title", "Terms", 1), ("heading", "1. Scope", 2), ("heading", "1.1 Whom", 3), ("text", "words", 0), ("heading", "2. Fees", 2),
        ("heading", "2.1 Which", 3), ("heading", "Bare", 3),
    ]  # fmt: skip
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [("header", "Secret of the house", "M"), ("footer", "Page 1", "M")]


def test_lists_have_marks_numbers_and_depth() -> None:
    assert blocks(items(p("a") + items(p("b")), p("c") + p("more"), style="B")) == [("text", "- a\n  - b\n- c"), ("text", "more")]
    assert blocks(items(p("c"), p("d"), style="N")) == [("text", "iii) c\niv) d")]


def test_clauses_are_blocks_with_their_numbers_over_several_lists() -> None:
    go_on = ' text:continue-numbering="true"'
    body = [
        items('<text:h text:outline-level="1">Scope</text:h>', style="C"), items(items(p("Whom:") + items(p("you;"), p("me."))), style="C", more=go_on), p("between"),
        items(items(p("What.")), style="C", more=go_on),
    ]  # fmt: skip
    assert blocks(*body) == [
        ("title", "1. Scope"),
        ("text", "1.1 Whom:"),
        ("text", "(a) you;\n(b) me."),
        ("text", "between"),
        ("text", "1.2 What."),
    ]


def test_a_list_that_does_not_go_on_starts_anew() -> None:
    assert blocks(items(p("a"), style="N"), p("x"), items(p("b"), style="N")) == [("text", "iii) a"), ("text", "x"), ("text", "iii) b")]


def test_words_keep_what_a_reader_sees() -> None:
    text = 'a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d <text:span>e</text:span> <text:a>f</text:a><text:soft-page-break/>g <text:page-number>4</text:page-number>'
    assert blocks(p(text)) == [("text", "a b c d e fg 4")]


def test_notes_stand_at_the_end_of_their_section() -> None:
    note = '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>By card.</text:p></text:note-body></text:note>'
    body = [
        '<text:h text:outline-level="1">Fees</text:h>',
        p(f"Paid{note} now."),
        p("more"),
        '<text:h text:outline-level="1">Other</text:h>',
    ]
    assert blocks(*body) == [
        ("heading", "Fees"),
        ("text", "Paid[1] now."),
        ("text", "more"),
        ("text", "[1] By card."),
        ("heading", "Other"),
    ]


def test_changes_comments_contents_and_pictures_are_listed() -> None:
    changes = "<text:tracked-changes><text:changed-region><text:deletion><text:p>old words</text:p></text:deletion></text:changed-region></text:tracked-changes>"
    contents = "<text:table-of-content><text:index-body><text:p>Scope 1</text:p></text:index-body></text:table-of-content>"
    said = p("new<office:annotation><text:p>Sure?</text:p></office:annotation> words<draw:frame><svg:desc>a lorry</svg:desc></draw:frame>")
    assert blocks(changes, contents, said) == [("text", "new words")]
    assert sorted(dropped(changes, contents, said)) == [
        ("comment", "Sure?"), ("deleted text", "old words"), ("description of a picture", "a lorry"), ("table of contents", "Scope 1"),
    ]  # fmt: skip


def test_text_boxes_and_sections_are_read() -> None:
    box = "<draw:frame><draw:text-box><text:p>in the box</text:p></draw:text-box></draw:frame>"
    assert blocks(p(f"before{box}"), f"<text:section>{p('inside')}</text:section>") == [
        ("text", "before"),
        ("text", "in the box"),
        ("text", "inside"),
    ]


@pytest.mark.parametrize(
    "hides",
    [
        p('shown <text:span text:style-name="gone">the price nobody knows</text:span>'), p("shown") + f'<text:section text:display="none">{p("the price nobody knows")}</text:section>',
        p('shown <text:hidden-text text:string-value="the price nobody knows"/>'),
    ],
)  # fmt: skip
def test_hidden_text_is_left_out_flagged_and_listed(hides: str) -> None:
    document = parsed(odf(hides, styles=CLAUSES), "a.odt")
    assert (document.text, document.blocks[0].flags) == ("shown", (HIDDEN,))
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden text", "the price nobody knows")]


def cell(text: str = "", more: str = "") -> str:
    return f"<table:table-cell{more}>{p(text) if text else ''}</table:table-cell>"


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


COVERED = "<table:covered-table-cell/>"
WIDE, TALL = ' table:number-columns-spanned="2"', ' table:number-rows-spanned="2"'


def test_tables_repeat_the_words_of_merged_cells() -> None:
    table = f"<table:table>{row(cell('wide', WIDE), COVERED, cell('tall', TALL))}<table:table-header-rows>{row(cell('a'), cell('b'), COVERED)}</table:table-header-rows>{row(cell('c'), cell(), cell('d'))}</table:table>"
    assert blocks(table) == [("table", "wide | wide | tall\na | b | tall\nc |  | d")]
    inner = f"<table:table>{row(cell('k'), cell('v'))}{row(cell('x'), cell('y'))}</table:table>"
    assert blocks(f"<table:table>{row(cell('one'), f'<table:table-cell>{inner}</table:table-cell>')}</table:table>") == [
        ("table", "one | k | v; x | y")
    ]


def sheet(*rows: str, name: str = "Rates", more: str = "", columns: str = "") -> str:
    return f'<table:table table:name="{name}"{more}>{columns}{"".join(rows)}</table:table>'


def test_sheets_are_headings_and_rows_name_their_cells() -> None:
    rows = (
        row(cell("Zone"), cell("Fee"), cell("", ' table:number-columns-repeated="16000"')), row(cell("EU"), cell("5,00 €")), row(cell("same"), cell("6"), more=' table:number-rows-repeated="2"'),
        row(cell(), more=' table:number-rows-repeated="1048000"'),
    )  # fmt: skip
    hidden = sheet(row(cell("what nobody should read")), name="Plan", more=' table:style-name="shut"')
    document = parsed(odf(sheet(*rows) + hidden, styles=CLAUSES, kind="spreadsheet"), "a.ods")
    holds(document)
    assert document.text == "Rates\n\nZone | Fee\nEU | 5,00 €\nsame | 6\nsame | 6"
    assert [s.name for s in document.blocks[1].spots] == ["Rates!A1:B1", "Rates!A2:B2", "Rates!A3:B3", "Rates!A4:B4"]
    assert document.blocks[1].flags == (HIDDEN,)
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [("hidden sheet", "what nobody should read", "Plan")]


def test_merged_and_hidden_cells_of_a_sheet() -> None:
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>'
    rows = (
        row(cell("a"), cell("x"), cell("tall", TALL)),
        row(cell("b"), cell("y"), COVERED),
        row(cell("c"), more=' table:visibility="filter"'),
        row(cell("d"), cell(), cell("e")),
    )
    document = parsed(odf(sheet(*rows, columns=columns), kind="spreadsheet"), "a.ods")
    assert document.blocks[1].text == "a | tall\nb | tall\nd | e"
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden row", "c"), ("hidden column", "x y")]


def test_repeats_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid, "MAX_CELLS", 1000)
    many = ' table:number-columns-repeated="900000000"'
    assert "filled cells" in refusal(odf(sheet(row(cell("x", many))), kind="spreadsheet"), "a.ods").reason
    lines = ' table:number-rows-repeated="900000000"'
    assert "filled cells" in refusal(odf(sheet(row(cell("x"), more=lines)), kind="spreadsheet"), "a.ods").reason


def test_slides_are_sections_in_reading_order() -> None:
    def frame(text: str, y: str, more: str = "") -> str:
        return f'<draw:frame svg:x="1cm" svg:y="{y}"{more}><draw:text-box>{text}</draw:text-box></draw:frame>'

    first = f"<draw:page>{frame(p('below'), '90mm')}{frame(p('above'), '2in')}{frame(p('Fees'), '1cm', ' presentation:class=' + chr(34) + 'title' + chr(34))}<presentation:notes>{frame(p('slowly'), '1cm', ' presentation:class=' + chr(34) + 'notes' + chr(34))}</presentation:notes></draw:page>"
    hidden = f'<draw:page draw:style-name="dark">{frame(p("not for this audience"), "1cm")}</draw:page>'
    document = parsed(
        odf(first + hidden + f"<draw:page>{frame(p('alone'), '1cm')}</draw:page>", styles=CLAUSES, kind="presentation"), "a.odp"
    )
    assert [(b.kind, b.text, b.spots[0].name) for b in document.blocks] == [
        ("heading", "Fees", "slide 1"), ("text", "above", "slide 1"), ("text", "below", "slide 1"), ("text", "Notes: slowly", "slide 1"),
        ("heading", "Slide 3", "slide 3"), ("text", "alone", "slide 3"),
    ]  # fmt: skip
    assert [(d.reason, d.place) for d in document.dropped] == [("hidden slide", "slide 2")]
    assert HIDDEN in document.blocks[3].flags
    assert "2 slides" in refusal(odf(hidden * 2, styles=CLAUSES, kind="presentation"), "a.odp", ParseOptions(max_pages=1)).reason


def test_what_is_locked_or_of_another_kind_is_refused() -> None:
    locked = {"META-INF/manifest.xml": "<m:manifest xmlns:m='m'><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"}
    assert refusal(odf(p("x"), beside=locked), "a.odt").reason == "asks for a password"
    assert "holds a drawing" in refusal(odf(p("x"), kind="drawing"), "a.odt").reason


def test_the_files_own_title_and_language_are_metadata() -> None:
    meta = f"<office:document-meta {ODF} xmlns:dc='d'><office:meta><dc:title>Travel rules</dc:title><dc:language>fr-FR</dc:language><dc:date>2020-01-01</dc:date></office:meta></office:document-meta>"
    assert parsed(odf(p("x"), beside={"meta.xml": meta}), "a.odt").metadata == {"title": "Travel rules", "language": "fr"}


def look(name: str, family: str, properties: str) -> str:
    return f'<style:style style:name="{name}" style:family="{family}">{properties}</style:style>'


WHITE = look("white", "paragraph", '<style:text-properties fo:color="#ffffff"/>')
DARK = look("ink", "table-cell", '<style:table-cell-properties fo:background-color="#000080"/>')
SECRET = "the price nobody knows"


@pytest.mark.parametrize(
    "properties", ['fo:color="#ffffff"', 'fo:font-size="0.5pt"', 'fo:color="#000000" fo:background-color="#000000"', 'style:text-scale="1%" fo:font-size="10pt"', 'style:opacity="0%"'],
)  # fmt: skip
def test_letters_that_nobody_can_see_are_left_out(properties: str) -> None:
    style = look("faint", "paragraph", f"<style:text-properties {properties}/>")
    document = parsed(odf(p("shown") + p(SECRET, ' text:style-name="faint"'), styles=style), "a.odt")
    assert (document.text, document.blocks[0].flags) == ("shown", (HIDDEN,))
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden text", SECRET)]


def test_a_span_may_be_seen_in_a_white_paragraph() -> None:
    black = look("black", "text", '<style:text-properties fo:color="#000000"/>')
    body = p(f'unseen <text:span text:style-name="black">{SECRET}</text:span>', ' text:style-name="white"')
    assert shown(odf(body, styles=WHITE + black), "a.odt") == [("text", SECRET)]


@pytest.mark.parametrize(("ground", "words"), [(' table:style-name="ink"', f"{SECRET} | fee"), ("", " | fee")])
def test_white_letters_in_a_table_are_text_on_a_dark_ground_alone(ground: str, words: str) -> None:
    white = f"<table:table-cell{ground}>{p(SECRET, ' text:style-name=' + chr(34) + 'white' + chr(34))}</table:table-cell>"
    assert shown(odf(f"<table:table>{row(white, cell('fee'))}</table:table>", styles=WHITE + DARK), "a.odt") == [("table", words)]


def test_cells_rows_and_columns_of_a_sheet_that_nobody_can_see() -> None:
    styles = (
        look("pale", "table-cell", '<style:text-properties fo:color="#ffffff"/>')
        + look(
            "head", "table-cell", '<style:table-cell-properties fo:background-color="#000080"/><style:text-properties fo:color="#ffffff"/>'
        )
        + look("flat", "table-row", '<style:table-row-properties style:row-height="0cm"/>')
        + look("thin", "table-column", '<style:table-column-properties style:column-width="0.01cm"/>')
    )
    columns = '<table:table-column/><table:table-column table:style-name="thin"/><table:table-column table:default-cell-style-name="pale"/>'
    rows = (
        row(cell("Zone", ' table:style-name="head"'), cell("x"), cell("Fee", ' table:style-name="head"')),
        row(cell("EU"), cell("y"), cell(SECRET)),
        row(cell("flat"), more=' table:style-name="flat"'),
    )
    document = parsed(odf(sheet(*rows, columns=columns), styles=styles, kind="spreadsheet"), "a.ods")
    assert (document.blocks[1].text, document.blocks[1].flags) == ("Zone | Fee\nEU |", (HIDDEN,))
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [
        ("hidden row", "flat", "Rates row 3"), ("hidden column", "x y", "Rates column B"), ("hidden text", SECRET, "Rates!C2"),
    ]  # fmt: skip
