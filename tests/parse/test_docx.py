"""Word files become blocks: headings, numbers, lists, notes, changes, and what is left out."""

import io

import docx as python_docx
import pytest

from policy_assistant.blocks import HIDDEN
from tests.parse.office_samples import docx, holds, left_out, links, paragraph, parsed, shown, zipped

STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="Titre 1"/></w:style>
<w:style w:type="paragraph" w:styleId="D2"><w:name w:val="Überschrift 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Clause head"/><w:basedOn w:val="H2"/></w:style>
<w:style w:type="paragraph" w:styleId="Out"><w:name w:val="Part"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Body"><w:name w:val="Body of H1"/><w:basedOn w:val="H1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="T1"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>
<w:style w:type="paragraph" w:styleId="L1"><w:name w:val="Clause 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="L2"><w:name w:val="Clause 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/></w:rPr></w:style>
"""
NUMBERING = """
<w:abstractNum w:abstractNumId="0">
 <w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/><w:pStyle w:val="L1"/></w:lvl>
 <w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/><w:pStyle w:val="L2"/></w:lvl>
 <w:lvl w:ilvl="2"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>
 <w:lvl w:ilvl="3"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%4."/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1">
 <w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl>
 <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2">
 <w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
"""


def styled(text: str, style: str) -> str:
    return paragraph(text, f'<w:pStyle w:val="{style}"/>')


def numbered(text: str, depth: int, number: int = 1, more: str = "") -> str:
    return paragraph(text, f'{more}<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')


def word(*body: str, **beside: str) -> bytes:
    return docx("".join(body), {"styles": STYLES, "numbering": NUMBERING, **beside})


def blocks(*body: str, **beside: str) -> list[tuple[str, str]]:
    return shown(word(*body, **beside), "a.docx")


def dropped(*body: str, **beside: str) -> list[tuple[str, str]]:
    return left_out(word(*body, **beside), "a.docx")


def run(inside: str) -> str:
    return f"<w:r>{inside}</w:r>"


@pytest.mark.parametrize(
    ("style", "level"), [("H1", 1), ("H2", 2), ("Titre1", 1), ("D2", 2), ("Own", 2), ("Out", 1), ("Body", 0), ("Loop", 0), ("none", 0)]
)
def test_headings_are_known_by_name_in_any_language_by_what_they_are_based_on_and_by_outline(style: str, level: int) -> None:
    document = parsed(word(styled("The title", "Titel"), styled("Above", "H1"), styled("words", style)), "a.docx")
    assert (document.title, document.blocks[2].kind) == ("The title", "heading" if level else "text")
    assert document.blocks[2].level == (level + 1 if level else 0)


def test_a_paragraph_can_be_a_heading_by_itself() -> None:
    assert blocks(paragraph("words", '<w:outlineLvl w:val="1"/>')) == [("heading", "words")]
    assert blocks(paragraph("words", '<w:pStyle w:val="H2"/><w:outlineLvl w:val="9"/>')) == [("text", "words")]


def test_the_only_first_heading_of_level_one_is_the_title() -> None:
    document = parsed(word(styled("Handbook", "H1"), styled("Scope", "H2"), paragraph("x")), "a.docx")
    assert [(b.kind, b.level, b.section) for b in document.blocks] == [("title", 1, ""), ("heading", 2, "Scope"), ("text", 0, "Scope")]


def test_several_headings_of_level_one_are_sections_and_none_is_the_title() -> None:
    document = parsed(word(styled("Scope", "H1"), styled("Whom", "H2"), styled("Fees", "H1")), "a.docx")
    assert [(b.kind, b.level, b.section) for b in document.blocks] == [
        ("heading", 2, "Scope"), ("heading", 3, "Scope > Whom"), ("heading", 2, "Fees"),
    ]  # fmt: skip
    assert document.title == ""


def test_a_title_of_two_paragraphs_gives_one_title() -> None:
    assert blocks(styled("Terms", "Titel"), styled("of delivery", "Titel"), styled("Scope", "H1")) == [
        ("title", "Terms"), ("text", "of delivery"), ("heading", "Scope"),
    ]  # fmt: skip


def test_numbers_of_clauses_stand_before_their_text_as_word_shows_them() -> None:
    body = [
        numbered("Definitions", 0, more='<w:pStyle w:val="H1"/>'), numbered("Words.", 1), numbered("The buyer:", 1), numbered("pays;", 2),
        numbered("waits.", 2), paragraph("A remark."), numbered("Prices", 0, more='<w:pStyle w:val="H1"/>'), numbered("Fixed.", 1),
    ]  # fmt: skip
    assert blocks(*body) == [
        ("heading", "1. Definitions"), ("text", "1.1 Words."), ("text", "1.2 The buyer:"), ("text", "(a) pays;\n(b) waits."),
        ("text", "A remark."), ("heading", "2. Prices"), ("text", "2.1 Fixed."),
    ]  # fmt: skip


def test_a_style_brings_its_number_and_level() -> None:
    assert blocks(styled("First", "L1"), styled("below", "L2"), styled("Second", "L1")) == [
        ("text", "1. First"), ("text", "1.1 below"), ("text", "2. Second"),
    ]  # fmt: skip
    bare = paragraph("First", '<w:pStyle w:val="L1"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    assert blocks(bare) == [("text", "First")]


def test_bullets_are_hyphens_and_nested_items_indented() -> None:
    assert blocks(numbered("a", 0, 2), numbered("b", 1, 2), numbered("c", 0, 2)) == [("text", "- a\n  - b\n- c")]


def test_a_list_may_start_at_another_number_and_start_anew() -> None:
    body = [numbered("c", 0, 3), numbered("d", 0, 3), paragraph("between"), numbered("e", 0, 3), paragraph("then"), numbered("a", 0, 4)]
    assert blocks(*body) == [("text", "3) c\n4) d"), ("text", "between"), ("text", "5) e"), ("text", "then"), ("text", "1) a")]


def test_two_lists_in_a_row_are_two_blocks() -> None:
    assert blocks(numbered("a", 0, 2), numbered("b", 0, 3)) == [("text", "- a"), ("text", "3) b")]


def test_empty_items_count_but_show_nothing() -> None:
    assert blocks(numbered("a", 0, 3), numbered("", 0, 3), numbered("c", 0, 3)) == [("text", "3) a\n5) c")]


def test_changes_are_accepted_and_what_they_delete_is_listed() -> None:
    body = f"<w:p>{run('<w:t>Pay in </w:t>')}<w:del>{run('<w:delText>ten</w:delText>')}</w:del><w:ins>{run('<w:t>thirty</w:t>')}</w:ins>{run('<w:t> days</w:t>')}</w:p>"
    moved = f"<w:p><w:moveFrom>{run('<w:t>old place</w:t>')}</w:moveFrom><w:moveTo>{run('<w:t>new place</w:t>')}</w:moveTo></w:p>"
    assert blocks(body, moved) == [("text", "Pay in thirty days"), ("text", "new place")]
    assert dropped(body, moved) == [("deleted text", "ten"), ("deleted text", "old place")]


def test_a_deleted_paragraph_mark_joins_two_paragraphs() -> None:
    assert blocks(paragraph("one ", "<w:rPr><w:del/></w:rPr>"), paragraph("two")) == [("text", "one two")]


def test_hidden_words_are_left_out_flagged_and_listed() -> None:
    secret = "the secret price is low"
    for look in ("<w:vanish/>", '<w:rStyle w:val="Gone"/>', '<w:color w:val="FFFFFF"/>', '<w:color w:val="FEFEFE"/>'):
        document = parsed(word(paragraph("shown"), paragraph(secret, run=look)), "a.docx")
        assert document.text == "shown"
        assert document.blocks[0].flags == (HIDDEN,)
        assert [(d.reason, d.text, d.place) for d in document.dropped] == [("hidden text", secret, "paragraph 2")]


@pytest.mark.parametrize(
    "look",
    [
        '<w:vanish w:val="0"/>', '<w:rStyle w:val="Gone"/><w:vanish w:val="false"/>', '<w:color w:val="auto"/>', '<w:color w:val="808080"/>',
        "<w:webHidden/>", '<w:sz w:val="4"/>', '<w:highlight w:val="none"/>', '<w:color w:val="000000"/><w:shd w:val="pct50" w:fill="000000"/>',
        '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>', '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
    ],
)  # fmt: skip
def test_what_only_looks_hidden_is_shown(look: str) -> None:
    assert blocks(paragraph("the price is low", run=look)) == [("text", "the price is low")]


SECRET = "the price nobody knows"
WHITE = '<w:color w:val="FFFFFF"/>'


@pytest.mark.parametrize(
    "look",
    [
        "<w:specVanish/>", '<w:sz w:val="1"/>', '<w:w w:val="1"/>', '<w:color w:val="auto" w:themeColor="background1"/>',
        '<w:color w:val="000000"/><w:shd w:val="clear" w:fill="000000"/>', '<w:color w:val="000000"/><w:highlight w:val="black"/>',
        "<w:textFill><w:noFill/></w:textFill>",
        '<w:textFill><w:solidFill><w:srgbClr w:val="000000"><w:alpha w:val="100000"/></w:srgbClr></w:solidFill></w:textFill>',
    ],
)  # fmt: skip
def test_letters_that_nobody_can_see_are_left_out(look: str) -> None:
    document = parsed(word(paragraph("shown"), paragraph(SECRET, run=look)), "a.docx")
    assert (document.text, document.blocks[0].flags) == ("shown", (HIDDEN,))
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden text", SECRET)]


DARK = '<w:shd w:val="clear" w:fill="1F3864"/>'
BANDED = '<w:style w:type="table" w:styleId="Band"><w:name w:val="B"/><w:tblStylePr><w:tcPr><w:shd w:fill="1F3864"/></w:tcPr></w:tblStylePr></w:style>'


@pytest.mark.parametrize(
    ("cell_look", "table_look", "is_seen"),
    [(DARK, "", True), ("", DARK, True), ("", '<w:tblStyle w:val="Band"/>', True), ("", "", False), ("", '<w:tblStyle w:val="N"/>', False)],
)
def test_white_letters_in_a_table_are_text_on_a_dark_ground_alone(cell_look: str, table_look: str, is_seen: bool) -> None:
    white = f"<w:tc><w:tcPr>{cell_look}</w:tcPr>{paragraph(SECRET, run=WHITE)}</w:tc>"
    body = f"<w:tbl><w:tblPr>{table_look}</w:tblPr><w:tr>{white}<w:tc>{paragraph('fee')}</w:tc></w:tr></w:tbl>"
    document = parsed(word(body, styles=STYLES + BANDED), "a.docx")
    assert document.text == (f"{SECRET} | fee" if is_seen else " | fee")
    assert document.blocks[0].flags == (() if is_seen else (HIDDEN,))


@pytest.mark.parametrize(
    ("fill", "beside", "is_seen"),
    [
        ('<a:solidFill><a:srgbClr val="000000"/></a:solidFill>', "", True), ("<a:gradFill/>", "", True), ("<a:noFill/>", "<a:blip/>", True),
        ("<a:noFill/>", "", False), ('<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>', "<a:blip/>", False),
    ],
)  # fmt: skip
def test_white_letters_in_a_box_are_text_on_a_dark_ground_or_over_a_picture(fill: str, beside: str, is_seen: bool) -> None:
    box = f"<w:wsp><w:spPr>{fill}</w:spPr><w:txbxContent>{paragraph(SECRET, run=WHITE)}</w:txbxContent></w:wsp>"
    found = blocks(paragraph("shown"), f"<w:p>{run(f'<w:drawing>{beside}{box}</w:drawing>')}</w:p>")
    assert found == [("text", "shown"), *([("text", SECRET)] if is_seen else [])]


def test_a_shaded_style_of_paragraphs_is_a_ground() -> None:
    style = f'<w:style w:type="paragraph" w:styleId="Bar"><w:name w:val="Bar"/><w:pPr>{DARK}</w:pPr><w:rPr>{WHITE}</w:rPr></w:style>'
    assert blocks(styled("on a bar", "Bar"), styles=STYLES + style) == [("text", "on a bar")]


def field(code: str, result: str) -> str:
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def test_fields_show_their_results() -> None:
    nested = field("IF x", run("<w:t>see </w:t>") + field("REF y", run("<w:t>clause 4</w:t>")))
    simple = f'<w:fldSimple w:instr="PAGE">{run("<w:t> of 9</w:t>")}</w:fldSimple>'
    assert blocks(f"<w:p>{nested}{simple}</w:p>") == [("text", "see clause 4 of 9")]
    in_code = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        + field("REF y", run("<w:t>code</w:t>"))
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert blocks(f"<w:p>{in_code}{run('<w:t>x</w:t>')}</w:p>") == [("text", "x")]


def test_a_tick_box_is_drawn() -> None:
    def box(state: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox>{state}</w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'

    assert blocks(
        f"<w:p>{box('<w:default w:val=' + chr(34) + '1' + chr(34) + '/>')}{run('<w:t> yes </w:t>')}{box('')}{run('<w:t> no</w:t>')}</w:p>"
    ) == [("text", "☒ yes ☐ no")]


def test_a_table_of_contents_is_left_out_however_it_is_made() -> None:
    control = f'<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>{paragraph("Scope 1")}</w:sdtContent></w:sdt>'
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    by_field = (
        f'<w:p>{begin}{run("<w:t>Scope 2</w:t>")}</w:p><w:p>{run("<w:t>Fees 3</w:t>")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    body = [control, styled("Fees 1", "T1"), by_field, paragraph("x")]
    assert blocks(*body) == [("text", "x")]
    assert sorted(dropped(*body)) == sorted(("table of contents", text) for text in ("Scope 1", "Fees 1", "Scope 2", "Fees 3"))


def test_tabs_breaks_hyphens_symbols_and_links_are_words() -> None:
    inside = '<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t><w:softHyphen/><w:t>e </w:t><w:sym w:font="Wingdings" w:char="F0FC"/>'
    link = f"<w:hyperlink>{run('<w:t> here</w:t>')}</w:hyperlink><w:smartTag>{run('<w:t> there</w:t>')}</w:smartTag>"
    assert blocks(f"<w:p>{run(inside)}{link}</w:p>") == [("text", "a b c-de ✓ here there")]


def test_notes_stand_at_the_end_of_their_section_after_their_marks() -> None:
    notes = f'<w:footnote w:type="separator" w:id="0">{paragraph("a line")}</w:footnote>' + "".join(
        f'<w:footnote w:id="{n}">{paragraph(text)}</w:footnote>' for n, text in ((2, "By card."), (3, "In euros."), (4, "Nobody refers."))
    )
    ends = f'<w:endnote w:id="1">{paragraph("Last word.")}</w:endnote>'
    body = [
        styled("Fees", "H1"), f'<w:p>{run("<w:t>Paid</w:t>")}{run("<w:footnoteReference w:id=" + chr(34) + "2" + chr(34) + "/>")}{run("<w:t> now.</w:t>")}</w:p>',
        f'<w:p>{run("<w:t>Later</w:t>")}{run("<w:endnoteReference w:id=" + chr(34) + "1" + chr(34) + "/>")}</w:p>', styled("Other", "H1"),
        f'<w:p>{run("<w:t>Sums</w:t>")}{run("<w:footnoteReference w:id=" + chr(34) + "3" + chr(34) + "/>")}</w:p>',
    ]  # fmt: skip
    assert blocks(*body, footnotes=notes, endnotes=ends) == [
        ("heading", "Fees"), ("text", "Paid[1] now."), ("text", "Later[i]"), ("text", "[1] By card."), ("text", "[i] Last word."),
        ("heading", "Other"), ("text", "Sums[2]"), ("text", "[2] In euros."),
    ]  # fmt: skip
    assert dropped(*body, footnotes=notes, endnotes=ends) == [("a note that the text does not refer to", "Nobody refers.")]


def test_headers_footers_and_comments_are_listed() -> None:
    found = dropped(
        paragraph("x"),
        header=paragraph("Confidential"),
        footer=paragraph("Page 1"),
        comments=f'<w:comment w:id="1">{paragraph("Really?")}</w:comment>',
    )
    assert found == [("header", "Confidential"), ("footer", "Page 1"), ("comment", "Really?")]


def test_text_boxes_and_content_controls_are_read_once() -> None:
    box = f"<w:txbxContent>{paragraph('in the box')}</w:txbxContent>"
    drawing = f"<w:r><mc:AlternateContent><mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    control = f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('filled in')}</w:sdtContent></w:sdt>"
    inline = f"<w:p>{run('<w:t>Name: </w:t>')}<w:sdt><w:sdtContent>{run('<w:t>Ada</w:t>')}</w:sdtContent></w:sdt></w:p>"
    assert blocks(f"<w:p>{run('<w:t>before</w:t>')}{drawing}</w:p>", control, inline) == [
        ("text", "before"), ("text", "in the box"), ("text", "filled in"), ("text", "Name: Ada"),
    ]  # fmt: skip


def test_words_that_ask_to_fill_in_a_field_are_listed() -> None:
    asks = f"<w:p><w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{run('<w:t>Click here</w:t>')}</w:sdtContent></w:sdt></w:p>"
    assert dropped(paragraph("x"), asks) == [("words in an empty field", "Click here")]


def cell(*content: str, rule: str = "") -> str:
    return f"<w:tc><w:tcPr>{rule}</w:tcPr>{''.join(content)}</w:tc>"


def table(*rows: str) -> str:
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"


def test_merged_cells_repeat_their_words() -> None:
    span, begin, go_on = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    rows = [
        cell(paragraph("wide"), rule=span) + cell(paragraph("tall"), rule=begin),
        cell(paragraph("a")) + cell(paragraph("b")) + cell(paragraph(""), rule=go_on),
        cell(paragraph("c")) + cell(paragraph("")) + cell(paragraph("end")),
    ]
    assert blocks(table(*rows)) == [("table", "wide | wide | tall\na | b | tall\nc |  | end")]


def test_a_table_in_a_cell_is_on_its_line() -> None:
    inner = table(cell(paragraph("k")) + cell(paragraph("v")), cell(paragraph("x")) + cell(paragraph("y")))
    assert blocks(table(cell(paragraph("one"), paragraph("two")) + cell(inner))) == [("table", "one two | k | v; x | y")]


def test_a_frame_of_one_cell_is_no_table() -> None:
    assert blocks(table(cell(styled("Note", "H2"), paragraph("words")))) == [("heading", "Note"), ("text", "words")]


def test_rows_that_are_deleted_or_hidden_are_listed() -> None:
    rows = [
        f"<w:trPr>{state}</w:trPr>" + cell(paragraph(text)) + cell(paragraph("x"))
        for state, text in (("", "kept"), ("<w:del/>", "gone"), ("<w:hidden/>", "not for the eyes of"))
    ]
    document = parsed(word(table(*rows)), "a.docx")
    assert document.text == "kept | x"
    assert document.blocks[0].flags == (HIDDEN,)
    assert [(d.reason, d.text) for d in document.dropped] == [("deleted text", "gone x"), ("hidden text", "not for the eyes of x")]


def test_numbers_in_cells_count_with_those_outside() -> None:
    body = [numbered("a", 0, 3), table(cell(numbered("b", 0, 3)) + cell(paragraph("x"))), numbered("c", 0, 3)]
    assert blocks(*body) == [("text", "3) a"), ("table", "4) b | x"), ("text", "5) c")]


@pytest.mark.parametrize(
    ("stated", "title"),
    [("Travel rules", "Travel rules"), ("Normal.dotm", ""), ("Microsoft Word - a.doc", ""), ("Document1", ""), ("", "")],
)
def test_the_files_own_title_counts_where_a_person_wrote_it(stated: str, title: str) -> None:
    core = f'<cp xmlns:dc="d"><dc:title>{stated}</dc:title><dc:language>fr-FR</dc:language><dc:created>2020-01-01</dc:created></cp>'
    parts = {
        "word/document.xml": f'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{paragraph("x")}</w:body></w:document>'
    }
    data = zipped(
        {
            "_rels/.rels": links(("officeDocument", "word/document.xml"), ("core-properties", "docProps/core.xml")),
            "docProps/core.xml": core,
            **parts,
        }
    )
    assert parsed(data, "a.docx").metadata == {"language": "fr", **({"title": title} if title else {})}


def test_a_file_of_a_writing_library_is_read() -> None:
    made = python_docx.Document()
    made.add_heading("Handbook", 0)
    made.add_heading("Fees", 1)
    made.add_paragraph("one", style="List Bullet")
    made.add_paragraph("two", style="List Bullet 2")
    made.add_paragraph("first", style="List Number")
    grid = made.add_table(2, 2)
    for at, text in enumerate("abcd"):
        grid.cell(at // 2, at % 2).text = text
    grid.cell(0, 0).merge(grid.cell(0, 1))
    buffer = io.BytesIO()
    made.save(buffer)
    document = parsed(buffer.getvalue(), "a.docx")
    holds(document)
    assert document.text == "Handbook\n\nFees\n\n- one\n  - two\n\n1. first\n\na b | a b\nc | d"
    assert document.blocks[-1].pages == ()
