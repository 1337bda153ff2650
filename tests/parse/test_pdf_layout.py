"""From printed lines to title, headings, paragraphs and lists: in many layouts, and where layouts mislead."""

import pytest
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from policy_assistant.blocks import ParsedDocument
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.pdf import parse_pdf
from tests.parse.pdf_samples import GRID, HEAD_RULE, Print, Rows, drawn, new_page, running

VISIT = (
    "Every visitor signs in at the front desk and wears a badge for as long as the visit lasts. "
    "The badge is handed back on the way out, and the desk notes the time."
)
CONTRACTORS = (
    "Contractors follow the same rule. They also read the safety sheet, which the desk keeps in four languages, "
    "before they go past the second door of the building."
)
BADGE = (
    "Keep the badge visible at all times, also in the canteen and in the car park behind the main building.",
    "Do not lend it to anyone.",
)
DOORS = tuple(
    f"Rule {n} of the house is simple: keep door {n} shut, unless its sign shows a green light for the whole stay." for n in range(1, 31)
)
GATES: Rows = (
    ("Gate", "Open", "Who may use it"),
    ("A", "06:00 to 22:00", "Staff and visitors, on foot or by bicycle, with a badge that is valid on the day"),
    ("B", "07:00 to 16:30", "Deliveries"),
    ("C", "", "Emergency services only; the key hangs in the glass box next to the door"),
)
LAYOUTS = [
    Print(page, font, size, margin, gap, indent, justified)
    for page, font, size, margin, gap, indent, justified in (
        ("letter", "Helvetica", 10.5, 72, 6, 0, False),
        ("letter", "Times-Roman", 12, 54, 0, 16, True),
        ("letter", "Courier", 9, 72, 6, 0, False),
        ("a4", "Helvetica", 9, 40, 0, 14, False),
        ("a4", "Times-Roman", 11, 72, 6, 0, True),
        ("a4", "Courier", 10, 72, 0, 14, False),
        ("a5", "Times-Roman", 9, 40, 6, 0, False),
    )
]


def parsed(data: bytes) -> ParsedDocument:
    return parse_pdf(data, "sample.pdf", ParseOptions())


def kinds(document: ParsedDocument) -> list[tuple[str, int, str]]:
    return [(block.kind, block.level, block.text) for block in document.blocks]


def bulleted(items: tuple[str, ...]) -> str:
    return "\n".join(f"- {item}" for item in items)


def house_rules(page: Print, rules: list[tuple[object, ...]]) -> tuple[list[Flowable], str]:
    """A document of every kind of block, and the text that it must be read as."""
    width = page.text_width
    story = [page.title("Access"), page.heading("Visitors"), page.text(VISIT), page.text(CONTRACTORS), page.bullets(BADGE)]
    story += [page.heading("Gates", 1.12), page.table(GATES, [width * 0.15, width * 0.3, width * 0.55], rules=rules)]
    story += [page.text(VISIT), page.heading("Doors"), page.bullets(DOORS), page.text(CONTRACTORS)]
    table = "\n".join(" | ".join(row) for row in GATES)
    blocks = ["Access", "Visitors", VISIT, CONTRACTORS, bulleted(BADGE), "Gates", table, VISIT, "Doors", bulleted(DOORS), CONTRACTORS]
    return story, "\n\n".join(blocks)


@pytest.mark.parametrize("rules", [GRID, HEAD_RULE, []], ids=["grid", "head rule", "no rules"])
@pytest.mark.parametrize("page", LAYOUTS, ids=lambda page: f"{page.page} {page.font} {page.size}")
def test_one_text_in_many_layouts_is_read_as_one_text(page: Print, rules: list[tuple[object, ...]]) -> None:
    story, text = house_rules(page, rules)
    assert parsed(page.build(story, stamp=running("House rules | Version 3", "Page {}"))).text == text


def test_levels_follow_the_sizes() -> None:
    page = Print()
    story = [
        page.title("One"),
        page.heading("Two", 1.5),
        page.text("a."),
        page.heading("Three", 1.2),
        page.text("b."),
        page.heading("Four", 1.0),
    ]
    levels = [(kind, level) for kind, level, _ in kinds(parsed(page.build([*story, page.text(VISIT), page.heading("Two again", 1.5)])))]
    assert levels == [("title", 1), ("heading", 2), ("text", 0), ("heading", 3), ("text", 0), ("heading", 4), ("text", 0), ("heading", 2)]


def test_a_title_over_two_lines_is_one_title() -> None:
    page = Print()
    words = "Access of visitors, contractors and drivers to the grounds and the buildings of the company"
    assert parsed(page.build([page.title(words), page.text(VISIT)])).title == words


def test_a_document_without_title_and_headings_is_text() -> None:
    page = Print()
    assert kinds(parsed(page.build([page.text(VISIT), page.text(CONTRACTORS)]))) == [("text", 0, VISIT), ("text", 0, CONTRACTORS)]


def test_in_an_all_bold_document_bold_is_no_sign_of_a_heading() -> None:
    page = Print()
    document = parsed(page.build([page.text(f"<b>{text}</b>") for text in (VISIT, "Short line", CONTRACTORS)]))
    assert {block.kind for block in document.blocks} == {"text"}


def test_bold_words_inside_a_paragraph_make_no_heading() -> None:
    page = Print()
    words = "Before you go in, <b>always and without any exception, even if you are late and the desk is not staffed, ring the bell</b> and wait."
    assert kinds(parsed(page.build([page.text(VISIT), page.text(words)])))[1][:2] == ("text", 0)


def test_a_bold_sentence_is_text() -> None:
    page = Print()
    assert [kind for kind, _, _ in kinds(parsed(page.build([page.text(VISIT), page.text("<b>Do not use the lift.</b>")])))] == [
        "text",
        "text",
    ]


def test_numbered_items_keep_their_numbers_over_a_page_break() -> None:
    page = Print(page="a5")
    document = parsed(page.build([page.text("Do this:"), page.bullets(DOORS, numbered=True)]))
    assert [block.text for block in document.blocks][1] == "\n".join(f"{number}. {item}" for number, item in enumerate(DOORS, 1))
    assert len(document.blocks[1].pages) > 1


def test_dashes_at_paragraph_starts_are_items() -> None:
    page = Print()
    story = [page.text(text) for text in ("Bring along:", "- a photo", "– the order number", "— the serial number")]
    assert parsed(page.build(story)).text == "Bring along:\n\n- a photo\n- the order number\n- the serial number"


def test_a_dash_in_the_middle_of_a_paragraph_is_no_item() -> None:
    def draw(canvas: Canvas) -> None:
        for place, text in enumerate(
            ("The desk is open on every day of the week and on all holidays", "- except on the first of January - from seven to seven.")
        ):
            canvas.drawString(72, 700 - 14 * place, text)

    assert "\n" not in parsed(drawn(draw)).text


def test_nested_items_are_indented() -> None:
    marks = ((72, "•", "outer one"), (90, "-", "inner one"), (90, "-", "inner two"), (72, "•", "outer two"))

    def draw(canvas: Canvas) -> None:
        for row, (x, mark, text) in enumerate(marks):
            canvas.drawString(x, 700 - 14 * row, mark)
            canvas.drawString(x + 14, 700 - 14 * row, text)

    assert parsed(drawn(draw)).text == "- outer one\n  - inner one\n  - inner two\n- outer two"


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        ("sheds and greenhou-", "ses in the garden", "sheds and greenhouses in the garden"),
        ("the pump kit PK-", "2200-07 fits", "the pump kit PK- 2200-07 fits"),
        ("the Franco-", "Canadian team", "the Franco- Canadian team"),
        ("between 10 -", "and 20 litres", "between 10 - and 20 litres"),
    ],
)
def test_only_a_word_that_goes_on_in_small_letters_is_mended(first: str, second: str, text: str) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, first)
        canvas.drawString(72, 686, second)

    assert parsed(drawn(draw)).text == text


def _two_pages(last: str, first: str) -> bytes:
    def before(canvas: Canvas) -> None:
        canvas.drawString(72, 100, "The first line of the paragraph fills the width of the page, more or less,")
        canvas.drawString(72, 86, last)

    def after(canvas: Canvas) -> None:
        canvas.drawString(72, 700, first)
        canvas.drawString(72, 686, "and this line only follows.")

    return drawn(before, after)


def test_a_sentence_goes_on_over_a_page_break() -> None:
    document = parsed(
        _two_pages("and the second line is just as long and it has not come to an end when the", "next page starts with the rest of it")
    )
    assert [block.pages for block in document.blocks] == [(1, 2)]


def test_a_sentence_that_ended_with_its_page_is_a_paragraph() -> None:
    document = parsed(_two_pages("and the second line ends the sentence.", "Next comes a paragraph of its own"))
    assert [block.pages for block in document.blocks] == [(1,), (2,)]


def test_text_at_an_angle_and_beside_the_page_is_left_out_with_a_reason() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "Level text that is longer than the rest.")
        canvas.drawString(-200, 300, "hidden")
        canvas.rotate(45)
        canvas.drawString(400, 100, "DRAFT")

    document = parsed(drawn(draw))
    assert document.text == "Level text that is longer than the rest."
    assert [(item.reason, item.text) for item in document.dropped] == [("text at an angle", "DRAFT"), ("outside the page", "hidden")]


def test_a_page_of_a_few_points_is_read() -> None:
    page = Print(page="card", size=6, margin=2)
    assert parsed(page.build([page.text("Small print.")])).text == "Small print."


def test_pages_after_a_new_page_keep_their_order() -> None:
    page = Print()
    assert (
        parsed(page.build([page.text("One."), new_page(), page.text("Two."), new_page(), page.text("Three.")])).text
        == "One.\n\nTwo.\n\nThree."
    )


def test_a_line_of_fixed_width_words_does_not_end_a_paragraph() -> None:
    page = Print()
    code = '<font name="Courier" size="9.5">/usr/share/mime/text/html.xml, /usr/local/share/mime/text/html.xml, /opt/share/mime/html</font>'
    document = parsed(
        page.build([page.text(f"{VISIT[:80]} it first loads the files {code} and then all other files that it finds. {CONTRACTORS}")])
    )
    assert len(document.blocks) == 1


def centred(canvas: Canvas, height: float, *lines: str, size: float = 10, middle: float = 306) -> None:
    canvas.setFont("Helvetica", size)
    for row, line in enumerate(lines):
        canvas.drawCentredString(middle, height - 1.2 * size * row, line)


def body(canvas: Canvas, height: float, left: float = 72) -> None:
    canvas.setFont("Helvetica", 10)
    for row in range(4):
        canvas.drawString(
            left,
            height - 12 * row,
            f"Line {row} below {height:g} is text, and it is as long as all the other lines are, no more and no less",
        )


def test_a_centred_title_is_one_though_its_last_line_is_short_and_its_first_reaches_the_margin() -> None:
    lines = (
        "On the Many Ways of Keeping a Door of a House of Some Size",
        "Partly or Wholly Shut under the Rules of the House and of the",
        "Street",
    )

    def draw(canvas: Canvas) -> None:
        centred(canvas, 700, *lines, size=16)
        body(canvas, 600, left=200)

    assert parsed(drawn(draw)).title == " ".join(lines)


def test_a_title_starts_in_the_upper_half() -> None:
    def draw(canvas: Canvas) -> None:
        centred(canvas, 380, "House rules", size=60)
        body(canvas, 200)

    assert parsed(drawn(draw)).title == "House rules"


def test_headings_of_two_sizes_below_each_other_are_two() -> None:
    def draw(canvas: Canvas) -> None:
        centred(canvas, 700, "Part of the rules", size=18.5)
        centred(canvas, 678, "House rules", size=20)
        body(canvas, 600)

    assert [text for kind, _, text in kinds(parsed(drawn(draw))) if kind != "text"] == ["Part of the rules", "House rules"]


def test_a_sentence_in_an_open_bracket_ends_no_item() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, "the key, which opens every door (and all of the gates are doors.")
        canvas.drawString(84, 686, "Windows are not), stays at the desk.")
        canvas.drawString(72, 640, "Another paragraph stands far below.")

    assert parsed(drawn(draw)).blocks[0].text.endswith("Windows are not), stays at the desk.")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("What the desk does.", "heading"),
        ("what the desk does.", "text"),
        ("See https://desk.example for more", "text"),
        ("12 345 678", "text"),
    ],
)
def test_a_line_of_its_own_in_another_colour_is_a_heading(line: str, kind: str) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 700)
        canvas.setFillColorRGB(0, 0, 0.7)
        canvas.drawString(72, 640, line)
        canvas.setFillColorRGB(0, 0, 0)
        body(canvas, 610)

    assert [name for name, _, text in kinds(parsed(drawn(draw))) if text == line] == [kind]


def test_coloured_lines_below_each_other_are_no_headings() -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 700)
        canvas.setFillColorRGB(0, 0, 0.7)
        canvas.drawString(72, 634, "Opening hours")
        canvas.drawString(72, 612, "Lost keys")
        canvas.setFillColorRGB(0, 0, 0)
        body(canvas, 590)

    assert {kind for kind, _, _ in kinds(parsed(drawn(draw)))} == {"text"}


@pytest.mark.parametrize(("line", "kind"), [("What the desk does not do.", "heading"), ("Never use the lift. " * 5, "text")])
def test_a_short_bold_sentence_with_room_around_it_is_a_heading(line: str, kind: str) -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 700)
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(72, 630, line.strip())
        body(canvas, 600)

    assert [name for name, _, text in kinds(parsed(drawn(draw))) if text == line.strip()] == [kind]


@pytest.mark.parametrize(("title", "kind"), [("", "heading"), ("House rules", "text")])
def test_capitals_in_the_middle_are_a_heading_where_nothing_else_stands_out(title: str, kind: str) -> None:
    def draw(canvas: Canvas) -> None:
        centred(canvas, 740, title, size=20)
        body(canvas, 700)
        centred(canvas, 634, "OPENING HOURS", middle=265)
        body(canvas, 600)

    assert [name for name, _, text in kinds(parsed(drawn(draw))) if text == "OPENING HOURS"] == [kind]


@pytest.mark.parametrize(
    ("elsewhere", "text"),
    [
        ("The brand-name is one.", "of a brand-name drug"),
        ("It is one.", "of a brandname drug"),
        ("A brand-name or brandname.", "of a brandname drug"),
    ],
)
def test_the_hyphen_of_a_compound_stays(elsewhere: str, text: str) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(72, 700, elsewhere)
        canvas.drawString(72, 660, "of a brand-")
        canvas.drawString(72, 646, "name drug")

    assert parsed(drawn(draw)).text.endswith(text)


def test_a_bold_sentence_right_above_text_is_text() -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 700)
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(72, 630, "What the desk does not do.")
        body(canvas, 618)

    assert {kind for kind, _, _ in kinds(parsed(drawn(draw)))} == {"text"}


def test_a_coloured_line_right_below_text_is_text() -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 700)
        canvas.drawString(72, 652, "Here it ends.")
        canvas.setFillColorRGB(0, 0, 0.7)
        canvas.drawString(72, 640, "What the desk does")
        canvas.setFillColorRGB(0, 0, 0)
        body(canvas, 600)

    assert {kind for kind, _, _ in kinds(parsed(drawn(draw)))} == {"text"}


def test_a_colour_that_many_lines_have_makes_no_headings() -> None:
    def draw(canvas: Canvas) -> None:
        body(canvas, 740)
        for row in range(6):
            canvas.setFillColorRGB(0, 0, 0.7)
            canvas.drawString(72, 660 - 60 * row, f"What the desk does {row}")
            canvas.setFillColorRGB(0, 0, 0)
            canvas.drawString(72, 635 - 60 * row, f"It does this, and more than this, on day {row}.")

    found = [(kind, text) for kind, _, text in kinds(parsed(drawn(draw)))]
    assert ("text", "What the desk does 1") in found
    assert {kind for kind, _ in found} == {"text"}
