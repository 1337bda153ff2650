"""RTF files become blocks: encodings, headings, lists, tables, notes, and what is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import HIDDEN
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.rtf_table import Cell, Merge, shown_rows
from tests.parse.office_samples import holds, left_out, parsed, refusal, shown

STYLES = r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2 heading 2;}{\s3 Title;}{\s4 toc 1;}{\s5\outlinelevel9 heading 3;}}"
FONTS = r"{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}{\f2\fcharset2 Wingdings;}{\f3\fcharset128 MS Gothic;}}"


def rtf(body: str) -> bytes:
    return (r"{\rtf1\ansi\ansicpg1252\deff0" + FONTS + STYLES + body + "}").encode("cp1252")


def blocks(body: str) -> list[tuple[str, str]]:
    return shown(rtf(body), "a.rtf")


def dropped(body: str) -> list[tuple[str, str]]:
    return left_out(rtf(body), "a.rtf")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (r"Rembours\'e9 \'ab 5 \'80 \'bb", "Remboursé « 5 € »"), ("Remboursé", "Remboursé"), (r"\u8364?5 \u-10179?\u-8638?", "€5 \U0001f642"),
        (r"{\uc2 \u233\'c3\'a9}t\u233 e", "été"), (r"{\f1 \'cf\'f0\'e0\'e2\'e8\'eb\'e0}", "Правила"), (r"{\f3 \'93\'fa\'96\'7b}", "日本"),
        (r"{\f2 \'fc} done", "✓ done"), (r"a\~b\_c\-d\emdash e\rquote s\tab f\line g \{x\} \\y", "a b-cd—e’s f g {x} \\y"),
        ("one \\bin5 }{\\x' two", "one two"), (r"x{\*\unknown lost}{\*\bkmkstart m}y", "xy"), (r"\unknownword text", "text"),
    ],
)  # fmt: skip
def test_characters_are_read_in_their_encoding(text: str, words: str) -> None:
    assert blocks(text + r"\par") == [("text", words)]


def test_headings_and_the_title_are_known_by_their_styles() -> None:
    body = r"\pard\s3 Terms\par\pard\s1 Scope\par\pard\s2 Whom\par\pard words\par\pard\s5 plain\par\pard\outlinelevel1 Which\par\pard\s1 Fees\par"
    document = parsed(rtf(body), "a.rtf")
    holds(document)
    assert [(b.kind, b.text, b.level) for b in document.blocks] == [
        ("title", "Terms", 1), ("heading", "Scope", 2), ("heading", "Whom", 3), ("text", "words", 0), ("text", "plain", 0), ("heading", "Which", 3), ("heading", "Fees", 2),
    ]  # fmt: skip


def item(label: str, text: str, depth: int = 0, number: int = 1) -> str:
    return rf"\pard\ls{number}\ilvl{depth}{{\listtext\tab {label}\tab}}{text}\par"


def test_lists_keep_the_labels_that_the_file_holds() -> None:
    assert blocks(item(r"{\f2 \'b7}", "a") + item("o", "b", 1) + item(r"\u8226?", "c")) == [("text", "- a\n  - b\n- c")]
    assert blocks(item("1.", "a") + item("a)", "b", 1) + item("1.", "c", number=2)) == [("text", "1. a\n  a) b"), ("text", "1. c")]
    assert blocks(item("4.2", "Clause:") + item("(a)", "x", 2) + r"\pard\s2{\listtext 5.}Fees\par") == [
        ("text", "4.2 Clause:"), ("text", "(a) x"), ("heading", "5. Fees"),
    ]  # fmt: skip
    assert blocks(r"\pard\bullet\tab dot\par") == [("text", "- dot")]


def row(*cells: str, merges: str = "", edges: tuple[int, ...] = ()) -> str:
    ends = edges or tuple(range(1000, 1000 * len(cells) + 1, 1000))
    rules = merges.split(",") if merges else [""] * len(cells)
    definition = "".join(rf"{rule}\cellx{end}" for rule, end in zip(rules, ends, strict=True))
    return rf"\trowd{definition}\pard\intbl " + r"\cell ".join(cells) + r"\cell\row"


def test_tables_have_rows_and_cells() -> None:
    body = row("Zone", r"Fee\par net") + row("EU", r"5 \'80") + r"\pard after\par"
    assert blocks(body) == [("table", "Zone | Fee net\nEU | 5 €"), ("text", "after")]


def test_merged_cells_repeat_their_words() -> None:
    flags = row("wide", "", "tall", merges=r"\clmgf,\clmrg,\clvmgf") + row("a", "b", "", merges=r",,\clvmrg")
    edges = row("wide", "tall", merges=r",\clvmgf", edges=(2000, 3000)) + row("a", "b", "", merges=r",,\clvmrg", edges=(1004, 1990, 3010))
    for body in (flags, edges):
        assert blocks(body) == [("table", "wide | wide | tall\na | b | tall")]


def test_columns_come_from_the_edges_of_all_rows() -> None:
    rows = [[Cell("a", Merge(edge=1000)), Cell("b", Merge(edge=3000))], [Cell("c", Merge(edge=2005)), Cell("d", Merge(edge=2990))]]
    assert shown_rows(rows) == [["a", "b", "b"], ["c", "c", "d"]]
    assert shown_rows([[Cell("a", Merge()), Cell("b", Merge())]]) == [["a", "b"]]


def test_a_table_in_a_cell_is_on_its_line() -> None:
    inner = r"\pard\intbl\itap2 k\nestcell v\nestcell{\*\nesttableprops\trowd\cellx1\nestrow}x\nestcell y\nestcell{\*\nesttableprops\trowd\cellx1\nestrow}"
    assert blocks(r"\trowd\cellx1000\cellx2000\pard\intbl one\cell " + inner + r"\pard\intbl\cell\row") == [("table", "one | k | v; x | y")]


def test_notes_stand_at_the_end_of_their_section() -> None:
    note = r"{\super\chftn}{\footnote\pard\plain{\super\chftn} By card.\par}"
    assert blocks(rf"\pard\s1 Fees{note}\par\pard Paid{note} now.\par\pard\s1 Other\par") == [
        ("heading", "Fees[1]"), ("text", "Paid[2] now."), ("text", "[1] By card."), ("text", "[2] By card."), ("heading", "Other"),
    ]  # fmt: skip


def test_a_text_box_is_a_paragraph_after_its_own() -> None:
    box = r"{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt \pard in the box\par}}{\shprslt again}}"
    assert blocks(rf"\pard before{box} after\par") == [("text", "before after"), ("text", "in the box")]


def test_hidden_and_deleted_words_are_left_out_and_listed() -> None:
    document = parsed(rtf(r"\pard shown {\v the price nobody knows}\v0 {\deleted old}new\par"), "a.rtf")
    assert (document.text, document.blocks[0].flags) == ("shown new", (HIDDEN,))
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden text", "the price nobody knows"), ("deleted text", "old")]


COLOURS = r"{\colortbl;\red255\green255\blue255;\red0\green0\blue128;}"
SECRET = "the price nobody knows"


@pytest.mark.parametrize("look", [r"\cf1", r"\fs1", r"\cf2\highlight2", r"\cf2\chcbpat2", r"\charscalex1"])
def test_letters_that_nobody_can_see_are_left_out(look: str) -> None:
    document = parsed(rtf(COLOURS + rf"\pard shown\par{{{look} {SECRET}}}\par"), "a.rtf")
    assert (document.text, document.blocks[0].flags) == ("shown", (HIDDEN,))
    assert [(d.reason, d.text) for d in document.dropped] == [("hidden text", SECRET)]


@pytest.mark.parametrize("look", [r"\cf2", r"\cf0", r"\fs4", r"\cf1\chcbpat2", r"\cf1\plain", r"\cf9", r"\cf1\chshdng5000"])
def test_what_only_looks_hidden_is_shown(look: str) -> None:
    assert blocks(COLOURS + rf"\pard {{{look} {SECRET}}}\par") == [("text", SECRET)]
    assert blocks(COLOURS + rf"\pard\cbpat2{{\cf1 {SECRET}}}\par") == [("text", SECRET)]


@pytest.mark.parametrize(("ground", "words"), [(r"\clcbpat2", f"{SECRET} | fee"), (r"\clshdng500", f"{SECRET} | fee"), ("", " | fee")])
def test_white_letters_in_a_table_are_text_on_a_dark_ground_alone(ground: str, words: str) -> None:
    assert blocks(COLOURS + row(rf"{{\cf1 {SECRET}}}", "fee", merges=f"{ground},")) == [("table", words)]


def test_what_stands_beside_the_body_is_listed() -> None:
    body = r"{\header Secret\par}{\footerf Page 1}{\*\annotation Sure?}{\*\generator Word}{\pict 0a0b}{\field{\*\fldinst TOC \\o}{\fldrslt Scope 1\par}}\pard\s4 Fees 2\par\pard x{\field{\*\fldinst PAGEREF}{\fldrslt 7}}\par"
    assert blocks(body) == [("text", "x7")]
    assert dropped(body) == [
        ("header", "Secret"),
        ("footer", "Page 1"),
        ("comment", "Sure?"),
        ("table of contents", "Scope 1"),
        ("table of contents", "Fees 2"),
    ]


def test_the_files_own_title_is_metadata() -> None:
    assert parsed(rtf(r"{\info{\title R\'e8gles}{\author Ada}}\pard x\par"), "a.rtf").metadata == {"title": "Règles"}
    assert parsed(rtf(r"{\info{\title Rules}}\pard\s3 Terms\par"), "a.rtf").metadata == {}


def test_other_files_those_cut_off_and_deep_ones_are_refused() -> None:
    assert refusal(b"PK\x03\x04", "a.rtf").hint == "rename it to .docx"
    assert "is not RTF" in refusal(b"plain words", "a.rtf").reason
    assert "was cut off: 3 groups are open" in refusal(rb"{\rtf1 {\b {\i words", "a.rtf").reason
    assert "nested deeper than" in refusal(b"{\\rtf1 " + b"{" * 300 + b"x" + b"}" * 301, "a.rtf").reason
    assert shown(rb"{\rtf1 words", "a.rtf") == [("text", "words")]


PIECES = (
    "\\",
    "{",
    "}",
    r"\par",
    r"\cell",
    r"\row",
    r"\trowd",
    r"\cellx9",
    r"\'e9",
    r"\u233",
    r"\uc0",
    r"\v",
    r"\*",
    r"\footnote",
    r"\listtext",
)


@given(
    st.lists(
        st.sampled_from([*PIECES, r"\intbl", r"\bin3", r"\s1", r"\pard", r"\shptxt", r"\field", r"\fldinst", " ", "word", "\n"]),
        max_size=40,
    )
)
def test_any_pieces_are_read_or_refused(parts: list[str]) -> None:
    try:
        holds(parsed(rtf("start " + "".join(parts)), "a.rtf"))
    except UnreadableFileError as error:
        refused = error
    else:
        return
    assert refused.__cause__ is None, "a fault of the parser"
