"""PowerPoint files become blocks: slides as sections, shapes in reading order, lists, tables, notes, and what is hidden."""

import io

import pptx
import pytest
from pptx.util import Inches

from policy_assistant.blocks import HIDDEN
from policy_assistant.parse.base import ParseOptions
from tests.parse.office_samples import A, R, holds, left_out, links, parsed, refusal, shown, zipped

P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'


def pptx_file(*slides: str, beside: dict[int, tuple[tuple[str, str], ...]] | None = None, parts: dict[str, str] | None = None) -> bytes:
    """A presentation of slides without layouts; `beside` are the links of a slide by its number."""
    entries = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in range(1, len(slides) + 1))
    return zipped(
        {
            "_rels/.rels": links(("officeDocument", "ppt/presentation.xml")),
            "ppt/presentation.xml": f'<p:presentation {P} {R}><p:sldIdLst>{entries}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
            "ppt/_rels/presentation.xml.rels": links(*(("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1))),
            **{f"ppt/slides/slide{n}.xml": slide for n, slide in enumerate(slides, 1)},
            **{f"ppt/slides/_rels/slide{n}.xml.rels": links(*targets) for n, targets in (beside or {}).items()},
            **{f"ppt/{name}": text for name, text in (parts or {}).items()},
        }
    )


def slide(*shapes: str, more: str = "") -> str:
    return f"<p:sld {P} {A} {R}{more}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"


def line(text: str, rule: str = "", level: int = 0) -> str:
    return f'<a:p><a:pPr lvl="{level}">{rule}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>'


def shape(*lines: str, at: tuple[int, int] | None = None, holder: str = "", hidden: str = "") -> str:
    place = f'<a:xfrm><a:off x="{at[0]}" y="{at[1]}"/><a:ext cx="100000" cy="100000"/></a:xfrm>' if at else ""
    return f"<p:sp><p:nvSpPr><p:cNvPr id='1' name='x'{hidden}/><p:nvPr>{holder}</p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr><p:txBody>{''.join(lines)}</p:txBody></p:sp>"


TITLE, OPENING = '<p:ph type="title"/>', '<p:ph type="ctrTitle"/>'


def blocks(*slides: str) -> list[tuple[str, str]]:
    return shown(pptx_file(*slides), "a.pptx")


def test_a_slide_is_a_section_and_every_block_names_its_slide() -> None:
    first = slide(shape(line("Fees"), holder=OPENING), shape(line("for all"), holder='<p:ph type="subTitle" idx="1"/>'))
    second = slide(shape(line("words"), at=(0, 900000)), shape(line("Whom"), holder=TITLE))
    document = parsed(pptx_file(first, second, slide(shape(line("alone")))), "a.pptx")
    holds(document)
    assert [(b.kind, b.text, b.level, b.spots[0].name) for b in document.blocks] == [
        ("title", "Fees", 1, "slide 1"), ("text", "for all", 0, "slide 1"), ("heading", "Whom", 2, "slide 2"), ("text", "words", 0, "slide 2"),
        ("heading", "Slide 3", 2, "slide 3"), ("text", "alone", 0, "slide 3"),
    ]  # fmt: skip
    assert document.blocks[0].pages == ()


def test_shapes_are_read_from_top_to_bottom_and_left_to_right() -> None:
    shapes = [
        shape(line(name), at=(x, y)) for name, x, y in (("d", 0, 3000000), ("b", 500000, 1000100), ("a", 0, 1010000), ("c", 0, 2000000))
    ]
    assert [text for _, text in blocks(slide(*shapes))] == ["Slide 1", "a", "b", "c", "d"]


def test_shapes_of_a_group_stay_together() -> None:
    group = f'<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="1000000"/><a:ext cx="9" cy="9"/></a:xfrm></p:grpSpPr>{shape(line("y"), at=(0, 9000000))}{shape(line("x"), at=(0, 0))}</p:grpSp>'
    assert [text for _, text in blocks(slide(shape(line("z"), at=(0, 2000000)), group))] == ["Slide 1", "x", "y", "z"]


def test_lists_have_marks_numbers_and_depth() -> None:
    dot, count, letters = '<a:buChar char="•"/>', '<a:buAutoNum type="arabicPeriod" startAt="3"/>', '<a:buAutoNum type="alphaLcParenBoth"/>'
    frame = shape(
        line("We take"),
        line("cash", dot),
        line("coins", dot, 1),
        line("c", count),
        line("a", letters, 1),
        line("b", letters, 1),
        line("d", count),
        line("Done", "<a:buNone/>"),
        line("c", count),
    )
    assert blocks(slide(frame))[1:] == [
        ("text", "We take"),
        ("text", "- cash\n  - coins\n3. c\n  (a) a\n  (b) b\n4. d"),
        ("text", "Done"),
        ("text", "3. c"),
    ]


def test_bullets_are_inherited_from_layout_and_master() -> None:
    def root(name: str, inner: str, more: str = "") -> str:
        return f"<p:{name} {P} {A}><p:cSld><p:spTree>{inner}</p:spTree></p:cSld>{more}</p:{name}>"

    body = '<p:ph type="body" idx="1"/>'
    own = shape(holder=body, at=(0, 4000000)).replace(
        "<p:txBody>", '<p:txBody><a:lstStyle><a:lvl2pPr><a:buAutoNum type="arabicParenR"/></a:lvl2pPr></a:lstStyle>'
    )
    style = '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles>'
    data = pptx_file(
        slide(shape(line("one"), line("two", level=1), holder='<p:ph idx="1"/>'), shape(line("above"), at=(0, 1000000))),
        beside={1: (("slideLayout", "../layout.xml"),)},
        parts={
            "layout.xml": root("sldLayout", own),
            "_rels/layout.xml.rels": links(("slideMaster", "master.xml")),
            "master.xml": root("sldMaster", shape(holder=body), style),
        },
    )
    assert shown(data, "a.pptx")[1:] == [("text", "above"), ("text", "- one\n  1) two")]


def test_tables_repeat_the_words_of_merged_cells() -> None:
    def cell(text: str, more: str = "") -> str:
        return f"<a:tc{more}><a:txBody>{line(text)}</a:txBody></a:tc>"

    rows = (
        cell("wide", ' gridSpan="2"') + cell("", ' hMerge="1"') + cell("tall", ' rowSpan="2"'),
        cell("a") + cell("b") + cell("", ' vMerge="1"'),
    )
    frame = f"<p:graphicFrame><p:nvGraphicFramePr/><a:graphic><a:tbl>{''.join(f'<a:tr>{row}</a:tr>' for row in rows)}</a:tbl></a:graphic></p:graphicFrame>"
    assert blocks(slide(frame))[1:] == [("table", "wide | wide | tall\na | b | tall")]


def test_notes_are_text_and_comments_charts_and_pictures_are_listed() -> None:
    notes = f"<p:notes {P} {A}><p:cSld><p:spTree>{shape(line('3'), holder='<p:ph type=' + chr(34) + 'sldNum' + chr(34) + '/>')}{shape(line('say it slowly'), holder='<p:ph type=' + chr(34) + 'body' + chr(34) + '/>')}</p:spTree></p:cSld></p:notes>"
    chart = '<p:graphicFrame><c:chart xmlns:c="c" r:id="rId3"/></p:graphicFrame>'
    picture = "<p:pic><p:nvPicPr><p:cNvPr descr='a lorry'/></p:nvPicPr></p:pic>"
    data = pptx_file(
        slide(shape(line("words")), chart, picture),
        beside={1: (("notesSlide", "../notes.xml"), ("comments", "../comments.xml"), ("chart", "../chart.xml"))},
        parts={
            "notes.xml": notes,
            "comments.xml": f"<p:l {P}><p:cm><p:text>Sure?</p:text></p:cm></p:l>",
            "chart.xml": "<c><v>Sales</v><v>7</v></c>",
        },
    )
    assert shown(data, "a.pptx")[1:] == [("text", "words"), ("text", "Notes: say it slowly")]
    assert sorted(left_out(data, "a.pptx")) == [("chart", "Sales 7"), ("comment", "Sure?"), ("description of a picture", "a lorry")]


def test_a_drawn_diagram_is_a_list() -> None:
    frame = '<p:graphicFrame><d:relIds xmlns:d="d" r:dm="rId1"/></p:graphicFrame>'
    data = pptx_file(
        slide(frame),
        beside={1: (("diagramData", "../data.xml"),)},
        parts={"data.xml": f"<d:m xmlns:d='d' {A}><d:pt><d:t>{line('first')}</d:t></d:pt><d:pt><d:t>{line('second')}</d:t></d:pt></d:m>"},
    )
    assert shown(data, "a.pptx")[1:] == [("text", "- first\n- second")]


@pytest.mark.parametrize(
    "hides",
    [
        shape(line("the price nobody knows"), hidden=" hidden='1'"),
        shape(line("the price nobody knows"), at=(9144000, 0)),
        shape(line("the price nobody knows"), at=(0, -100000)),
    ],
)
def test_hidden_shapes_and_those_beside_the_slide_are_left_out(hides: str) -> None:
    document = parsed(pptx_file(slide(shape(line("shown"), at=(0, 0)), hides)), "a.pptx")
    assert document.text == "Slide 1\n\nshown"
    assert any(HIDDEN in block.flags for block in document.blocks)
    assert [(d.reason, d.place) for d in document.dropped] == [("hidden text", "slide 1")]


def test_a_hidden_slide_is_left_out_and_keeps_its_number() -> None:
    document = parsed(
        pptx_file(slide(shape(line("a"))), slide(shape(line("not for this audience")), more=" show='0'"), slide(shape(line("c")))), "a.pptx"
    )
    assert [b.text for b in document.blocks] == ["Slide 1", "a", "Slide 3", "c"]
    assert document.blocks[1].flags == (HIDDEN,)
    assert [(d.reason, d.text, d.place) for d in document.dropped] == [("hidden slide", "not for this audience", "slide 2")]


def test_running_parts_are_listed_and_slides_limited() -> None:
    data = pptx_file(
        slide(shape(line("words")), shape(line("7"), holder='<p:ph type="sldNum"/>'), shape(line("May"), holder='<p:ph type="dt"/>'))
    )
    assert left_out(data, "a.pptx") == [("slide number", "7"), ("date of a slide", "May")]
    assert refusal(pptx_file(slide(), slide()), "a.pptx", ParseOptions(max_pages=1)).reason == "2 slides; read are up to 1"


def test_a_file_of_a_writing_library_is_read() -> None:
    made = pptx.Presentation()
    opening = made.slides.add_slide(made.slide_layouts[0])
    opening.shapes.title.text = "Fees"
    opening.placeholders[1].text = "for 2026"
    page = made.slides.add_slide(made.slide_layouts[1])
    page.shapes.title.text = "Whom"
    page.placeholders[1].text_frame.text = "all"
    below = page.placeholders[1].text_frame.add_paragraph()
    below.text, below.level = "some", 1
    grid = page.shapes.add_table(2, 2, Inches(1), Inches(5), Inches(4), Inches(1)).table
    for at, text in enumerate("abcd"):
        grid.cell(at // 2, at % 2).text = text
    page.notes_slide.notes_text_frame.text = "slowly"
    buffer = io.BytesIO()
    made.save(buffer)
    assert parsed(buffer.getvalue(), "a.pptx").text == "Fees\n\nfor 2026\n\nWhom\n\n- all\n  - some\n\na | b\nc | d\n\nNotes: slowly"
