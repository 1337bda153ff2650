"""An answer as text to copy: whole, in the reader's language, and nothing in a document breaks out of the form."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from policy_assistant.errors import UsageError
from policy_assistant.ledger.record import KeptCitation
from policy_assistant.sharing.safe import safe_link
from policy_assistant.sharing.text import FORMS, MAX_SUBJECT, as_text, subject
from tests.sharing.samples import kept

HOSTILE = (
    "<script>alert(1)</script>",
    "[click](https://evil.example)",
    "![x](https://evil.example/p.png)",
    "# Heading",
    "- item",
    "1. item",
    "***",
    "```",
    "`code`",
    "| a | b |",
    "&lt;b&gt;",
    "<https://evil.example>",
    "https://evil.example",
    "www.evil.example",
    "====",
    "~~gone~~",
    "a\n\n# Heading\n\nb",
)
MARKDOWN = MarkdownIt("commonmark", {"linkify": False}).enable(["table", "strikethrough"])


def link_of(citation: KeptCitation) -> str:
    return f"https://rules.example/c/{citation.chunk_id}"


def text(form: str, *claims: str, language: str = "en", **fields: object) -> str:
    return as_text(kept(*claims, **fields), form, link_of, language)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_holds_the_whole_answer(form: str) -> None:
    found = as_text(
        kept("Shoes stay outside, all of them."),
        form,
        link_of,
        title_of=lambda _: "House rules",
        permanent="https://rules.example/a/ab12cd34ef56",
    )
    for words in (
        "Where do shoes stay?",
        "as of 9\u00a0October\u00a02026, for staff, with proof",
        "1. Shoes stay outside, all of them.",
        "House rules, version 2",
        "“Rule”",
        "pages 1-2",
        "“Shoes stay outside.”",
        "https://rules.example/c/a1b2c3d4e5f6",
        "https://rules.example/a/ab12cd34ef56",
        "ab12cd34ef56",
    ):
        assert words in found


@pytest.mark.parametrize("form", FORMS)
def test_every_form_speaks_french(form: str) -> None:
    found = text(form, "Les souliers restent dehors.", language="fr")
    assert "Réponse" in found
    assert "«\u00a0Rule\u00a0»" in found
    assert "Answer" not in found
    assert as_text(kept("x"), form, link_of, "de") == as_text(kept("x"), form, link_of, "en")


@pytest.mark.parametrize("form", FORMS)
def test_an_abstention_says_so_and_names_no_document(form: str) -> None:
    found = text(form, nearest=("shoes", "2"))
    assert "The documents do not say." in found
    assert "without an answer" in found
    assert "shoes," not in found
    assert "Les documents ne le disent pas." in text(form, language="fr")


def test_a_withheld_statement_is_not_given_on() -> None:
    answer = kept("Shoes stay outside.", "Hats are gold.")
    one, two = answer.claims
    answer = type(answer)(**{**vars(answer), "claims": (one, type(two)(**{**vars(two), "ok": False}))})
    assert "gold" not in as_text(answer, "plain", link_of)


def test_disagreement_and_what_was_left_out_are_told() -> None:
    assert "disagree" in text("plain", "x", is_disputed=True)
    assert "left out" in as_text(kept("x"), "plain", link_of, left_out=1)
    assert "left out" not in text("plain", "x")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(UsageError, match="markdwn"):
        text("markdwn", "x")


@pytest.mark.parametrize("words", HOSTILE)
def test_markdown_of_a_document_is_text(words: str) -> None:
    """The same page as for harmless words: no further element, no link but ours, and the words as they are."""
    hostile, harmless = (
        MARKDOWN.render(text("markdown", f"x {form}", form, question=form, quote=form, title=form)) for form in (words, "harmless")
    )
    lines = len([line for line in words.split("\n") if line.strip()])
    if lines == 1:
        assert _shape(hostile) == _shape(harmless)
    assert set(re.findall(r'(?:href|src)="([^"]*)"', hostile)) == {"https://rules.example/c/a1b2c3d4e5f6"}
    assert not re.search(r"<(?:h\d|script|img|pre|code|table|del|hr)\b", hostile)


def _shape(page: str) -> str:
    """The elements of a page; a list may have numbers of ours or not."""
    return re.sub(r">[^<]+<", "><", page).replace("<ul>", "<ol>").replace("</ul>", "</ol>")


@pytest.mark.parametrize("words", ["https://evil.example", "see www.evil.example now"])
def test_an_address_in_a_document_does_not_begin_as_programs_look_for_it(words: str) -> None:
    found = text("markdown", words)
    assert "https://evil" not in found
    assert "www.evil" not in found


@pytest.mark.parametrize("form", ["markdown", "chat"])
@pytest.mark.parametrize("words", ["@here", "@channel now", "ask @anne", "see #general"])
def test_nobody_is_called(form: str, words: str) -> None:
    assert not re.search(r"[@#]\w", text(form, words, question=words, quote=words, title=words))


def test_an_email_address_stays_as_it_is() -> None:
    assert "help@larkfield.example" in text("chat", "Write to help@larkfield.example")


@pytest.mark.parametrize("words", ["<!channel>", "<@U123>", "<https://evil.example|our page>", "*bold*", "_slanted_", "~gone~", "`code`"])
def test_chat_commands_of_a_document_are_text(words: str) -> None:
    found = text("chat", words, question=words, quote=words, title=words)
    assert words not in found
    assert "<" not in found


def test_codes_keep_their_signs_in_a_chat() -> None:
    assert "PW_2200*07" in text("chat", "PW_2200*07")


@pytest.mark.parametrize("words", ["x\r\nBcc: a@evil.example", "x\nBcc: a@evil.example", "x\u2028Bcc: y", "x\x00y\x85Bcc: z", "é" * 500])
def test_a_subject_is_one_short_line(words: str) -> None:
    head = subject(words)
    assert head.startswith("Answer: ")
    assert len(head) <= MAX_SUBJECT
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", head)
    assert "Subject" not in as_text(kept("x", question=words), "email", link_of)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "https://x.example/) [y](https://evil.example",
        "https://x.example/a b",
        "https://x.example/\n",
        "https://x.example/\u202e",
        "https://x.example/|y>",
        "",
    ],
)
def test_a_link_that_could_run_or_break_out_is_left_out(address: str) -> None:
    assert safe_link(address) == ""
    assert "—" not in as_text(kept("x"), "markdown", lambda _: address)


@pytest.mark.parametrize("address", ["https://x.example/a?b=c&d=%20#p2", "/documents/a/versions/2#x", "http://127.0.0.1:8470/a/1"])
def test_other_links_are_given(address: str) -> None:
    assert safe_link(address) == address


@settings(max_examples=60, deadline=None)
@given(words=st.text(max_size=200), form=st.sampled_from(FORMS))
def test_any_text_can_be_given_on(words: str, form: str) -> None:
    found = text(form, words, question=words, quote=words, title=words, doc_id=words)
    found.encode()
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", found)
    assert found.count("\n") < 30 + 2 * words.count("\n")


@pytest.mark.parametrize("form", FORMS)
def test_a_warning_names_the_labels_before_all_else(form: str) -> None:
    found = as_text(kept("x"), form, link_of, internal=("staff", "board"))
    assert "Internal: rests on documents labelled staff, board; do not pass on outside." in found.split("\n")[0]
    french = as_text(kept("x"), form, link_of, "fr", internal=("",))
    assert "d’étiquette qu’on ne connaît plus\u00a0; ne pas transmettre à l’extérieur" in french.split("\n")[0]
    assert "Internal" not in as_text(kept("x"), form, link_of)


@pytest.mark.parametrize("form", FORMS)
def test_numbers_of_a_list_in_the_source_stand_alone(form: str) -> None:
    found = text(form, "4. Open a claim.", "1. Check the date.", quote="y")
    assert re.findall(r"^\S+ (?:4|1)", found, re.MULTILINE) == ["- 4", "- 1"]
    assert re.findall(r"^\d\. ", found, re.MULTILINE) == []
    assert "1. Wipe 4. and 5." in text("plain", "Wipe 4. and 5.")


def test_what_a_statement_says_itself_is_not_quoted_again() -> None:
    assert text("plain", "Shoes stay outside.").count("Shoes stay outside.") == 1
    assert text("plain", "All shoes.").count("Shoes stay outside.") == 1


def test_a_doubt_is_told() -> None:
    answer = kept("x")
    (claim,) = answer.claims
    doubtful = replace(answer, claims=(replace(claim, problems=("negation",)),))
    assert "with a doubt" in as_text(doubtful, "plain", link_of)


def test_a_source_is_named_once_and_a_row_stands_below_its_header() -> None:
    answer = kept("Five years.")
    (claim,) = answer.claims
    (first,) = claim.citations
    row = replace(first, start=40, end=60, quote="Spades | 5 years", pages=(2,))
    header = replace(first, start=10, end=20, quote="Product | Period", pages=(2,))
    note = replace(first, start=70, end=80, quote="Handles are apart.", pages=(3,))
    other = replace(first, doc_id="hats", quote="Hats | never")
    found = as_text(replace(answer, claims=(replace(claim, citations=(row, header, note, other)),)), "plain", link_of)
    assert found.count("https://") == 2
    assert "   > “Product | Period\n   > Spades | 5 years”" in found
    assert "shoes, version 2, “Rule”, pages 2-3" in found


def test_a_source_and_section_has_one_link_in_all() -> None:
    found = text("plain", "One.", "Two.")
    assert (found.count("https://"), found.count("shoes, version 2, “Rule”")) == (1, 2)
