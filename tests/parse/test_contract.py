"""Every format keeps the contract of parsers, on samples of its own and on what becomes of them by damage."""

import random
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.parse.base import FORMATS
from policy_assistant.testing.parser_contract import broken_by, check_parser
from tests.parse.contract_samples import samples_of

ENDINGS = list({name: ending for ending, (name, _) in reversed(FORMATS.items())}.values())[::-1]
"""One ending of each format."""

FINDS = Path(__file__).parent / "fuzz_finds"
"""What `python -m benchmarks.fuzz` and others have found, in its smallest form."""

DAMAGED = {".pdf": 15}
"""Fewer damaged copies where parsing one takes long; `make fuzz` tries many."""


def page_sizes(data: bytes) -> list[tuple[float, float]]:
    document = pypdfium2.PdfDocument(data)
    try:
        return [document.get_page_size(number) for number in range(len(document))]
    finally:
        document.close()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_contract_is_kept(ending: str) -> None:
    check_parser(ending, samples_of(ending), damaged=DAMAGED.get(ending, 25), page_sizes=page_sizes if ending == ".pdf" else None)


@pytest.mark.parametrize("ending", ENDINGS)
def test_bytes_of_any_kind_are_refused_with_a_reason(ending: str) -> None:
    chance = random.Random(ending)
    others = [data for other in ENDINGS if other != ending for data in list(samples_of(other).values())[:1]]
    noise = [chance.randbytes(chance.randint(1, 2_000)) for _ in range(20)]
    assert {broken_by(ending, data) for data in (*others, *noise)} == {""}


@pytest.mark.parametrize("ending", [ending for ending in FORMATS if ending in (".md", ".html", ".csv", ".txt", ".eml", ".rtf")])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_files_made_of_what_means_something_keep_it_too(ending: str, data: st.DataObject) -> None:
    made = "".join(data.draw(st.lists(st.sampled_from(WORDS[ending]), min_size=1, max_size=40)))
    assert broken_by(ending, made.encode()) == ""


@pytest.mark.parametrize("path", sorted(FINDS.iterdir()), ids=lambda path: path.name)
def test_what_once_broke_a_parser_does_not_any_more(path: Path) -> None:
    assert broken_by(path.suffix, path.read_bytes()) == ""


COMMON = ["word ", "été ", "\n", "\n\n", "\t", " ", "1. ", "\u00ad", "\u200b", "\ufeff", "\u2028", "ﬁ", "x" * 300]
WORDS = {
    ".md": [
        *COMMON,
        "# ",
        "## ",
        "---\n",
        "- ",
        "  - ",
        "    ",
        "```\n",
        "~~~\n",
        "| a | b |\n",
        "|---|---|\n",
        "> ",
        "[a]: b\n",
        "[^1]",
        "[^1]: ",
        "<p>",
        "</p>",
        "<!-- ",
        "-->",
        "===\n",
        "a: b\n",
        "{% x %}",
        "\\",
        "&amp;",
    ],
    ".html": [
        *COMMON,
        *[
            f"<{name}>"
            for name in (
                "article",
                "main",
                "h1",
                "h2",
                "p",
                "ul",
                "li",
                "table",
                "tr",
                "td",
                "td rowspan=9",
                "td colspan=9",
                "dl",
                "dt",
                "dd",
                "pre",
                "details",
                "p hidden",
                "style",
                "script",
                "br",
                "svg",
                "template",
            )
        ],
        *[f"</{name}>" for name in ("article", "p", "ul", "table", "tr", "h1", "dl", "script")],
        "<!--",
        "-->",
        "&nbsp;",
        "&#0;",
        "&#xD800;",
    ],
    ".csv": [*COMMON, ",", ";", '"', '""', "\r\n", "=1+1", "\r"],
    ".txt": [*COMMON, "TITLE\n", "=====\n", "* ", "\f", "\r"],
    ".eml": [
        *COMMON,
        "Subject: a\n",
        "From: a@b.c\n",
        "To: =?utf-8?q?=C3=A9?=\n",
        "MIME-Version: 1.0\n",
        "Content-Type: text/html\n",
        "Content-Type: multipart/mixed; boundary=b\n",
        "--b\n",
        "--b--\n",
        "Content-Transfer-Encoding: base64\n",
        "YQ==\n",
        "Content-Type: message/rfc822\n",
        "Date: x\n",
    ],
    ".rtf": [
        *COMMON,
        "{\\rtf1 ",
        "{",
        "}",
        "\\par ",
        "\\b ",
        "\\'e9",
        "\\u233 ?",
        "\\u-10179 ?",
        "\\trowd ",
        "\\cell ",
        "\\row ",
        "\\bin5 ",
        "\\*\\x ",
    ],
}
