"""Messages become blocks: headers, plain text or HTML, quoted text, messages inside messages; attachments are listed."""

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant.blocks import HIDDEN
from policy_assistant.parse import eml
from tests.parse.office_samples import holds, left_out, parsed, refusal, shown


def message(subject: str = "Fees", text: str | None = "Hello,\n\nthe fee is 5 €.\n") -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Date"], made["Subject"] = (
        "Ada <ada@example.org>",
        "bob@example.org",
        "Mon, 30 Nov 2026 10:00:00 +0100",
        subject,
    )
    if text is not None:
        made.set_content(text)
    return made


HEAD = ("text", "From: Ada <ada@example.org>\nTo: bob@example.org\nDate: Mon, 30 Nov 2026 10:00:00 +0100\nSubject: Fees")


def test_the_subject_is_the_title_and_headers_are_text() -> None:
    document = parsed(message().as_bytes(), "a.eml")
    holds(document)
    assert [(b.kind, b.text) for b in document.blocks] == [("title", "Fees"), HEAD, ("text", "Hello,"), ("text", "the fee is 5 €.")]
    assert document.metadata == {}
    assert document.blocks[0].pages == ()


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-15", "windows-1252"])
@pytest.mark.parametrize("transfer", ["quoted-printable", "base64"])
def test_encodings_of_words_and_headers(charset: str, transfer: str) -> None:
    made = message("Réglement des frais : « été »", None)
    made.set_content("Coût : 5 € l’été".replace("’", "'"), charset=charset, cte=transfer)
    assert shown(made.as_bytes(), "a.eml")[2:] == [("text", "Coût : 5 € l'été")]
    assert parsed(made.as_bytes(), "a.eml").title == "Réglement des frais : « été »"


@pytest.mark.parametrize("charset", ["x-none-such", "utf-8", "us-ascii"])
def test_a_wrong_or_unknown_encoding_is_guessed(charset: str) -> None:
    data = b"From: a@b.c\r\nContent-Type: text/plain; charset=" + charset.encode() + b"\r\n\r\nCo\xfbt 5 \x80\r\n"
    assert shown(data, "a.eml")[1:] == [("text", "Coût 5 €")]


def test_html_is_read_where_there_is_no_plain_text() -> None:
    page = "<html><meta charset=iso-8859-1><h1>Bonjour à tous</h1><ul><li>a<li>b</ul><p>x <span style='display:none'>the price nobody knows</span></p></html>"
    made = message(text=None)
    made.set_content(page, subtype="html")
    document = parsed(made.as_bytes(), "a.eml")
    assert [(b.kind, b.text) for b in document.blocks[2:]] == [("heading", "Bonjour à tous"), ("text", "- a\n- b"), ("text", "x")]
    assert HIDDEN in document.blocks[4].flags
    made = message(text="Read the HTML.")
    made.add_alternative(page, subtype="html")
    assert shown(made.as_bytes(), "a.eml")[2][1] == "Bonjour à tous"


def test_what_a_mail_calls_its_html_is_no_heading_of_the_message() -> None:
    made = message(text=None)
    made.set_content("<html><head><title>Newsletter template 3</title></head><body><p>The fee is 5 €.</p></body></html>", subtype="html")
    assert shown(made.as_bytes(), "a.eml")[2:] == [("text", "The fee is 5 €.")]


def test_plain_text_is_taken_where_it_says_something_and_pictures_beside_html_are_listed() -> None:
    made = message()
    made.add_alternative("<p>the same</p><img src=cid:x>", subtype="html")
    html = made.get_body(("html",))
    assert isinstance(html, EmailMessage)
    html.add_related(b"GIF89a", "image", "gif", cid="<x>")
    assert shown(made.as_bytes(), "a.eml")[2:] == [("text", "Hello,"), ("text", "the fee is 5 €.")]
    assert left_out(made.as_bytes(), "a.eml") == [
        ("the same words as text/html, not compared", ""),
        ("picture: save it beside the message as a file of its own", "without a name (image/gif)"),
    ]


def test_attachments_are_listed_by_name() -> None:
    made = message()
    made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="Barème 2026.pdf")
    made.add_attachment("a,b", subtype="csv", filename="t.csv")
    reason = "attachment: save it beside the message as a file of its own"
    assert left_out(made.as_bytes(), "a.eml") == [(reason, "Barème 2026.pdf (application/pdf)"), (reason, "t.csv (text/csv)")]


def test_a_message_inside_a_message_is_a_section() -> None:
    made = message("Fwd: Fees", "See below, as you asked for.\n")
    made.add_attachment(message())
    assert shown(made.as_bytes(), "a.eml")[2:] == [
        ("text", "See below, as you asked for."),
        ("heading", "Fees"),
        HEAD,
        ("text", "Hello,"),
        ("text", "the fee is 5 €."),
    ]


def test_lines_quoted_from_an_earlier_message_are_left_out_and_listed() -> None:
    made = message(text="Yes.\n> Is the fee\n> still 5?\n>> It was\n>> once.\nBye\n")
    assert [text for _, text in shown(made.as_bytes(), "a.eml")[2:]] == ["Yes.", "Bye"]
    assert left_out(made.as_bytes(), "a.eml") == [("quoted from an earlier message", "Is the fee still 5? It was once.")]


def test_a_message_that_only_quotes_keeps_its_words() -> None:
    assert shown(message(text="> The fee is 5.\n").as_bytes(), "a.eml")[2:] == [("text", "The fee is 5.")]


def test_a_line_of_a_mailbox_before_the_headers_is_passed_over() -> None:
    assert shown(b"From ada Mon Nov 30\n" + message().as_bytes(), "a.eml")[0] == ("title", "Fees")


def test_a_part_that_is_no_text_is_listed() -> None:
    made = message()
    made.add_attachment(b"\xff\x00\x01\xfe", maintype="text", subtype="plain", disposition="inline")
    assert left_out(made.as_bytes(), "a.eml") == [
        ("attachment: save it beside the message as a file of its own", "without a name (text/plain)")
    ]


def test_what_is_no_message_or_holds_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "is not an e-mail message" in refusal(b"just some words\n\nand more", "a.eml").reason
    made = message()
    for _ in range(5):
        outer = message()
        outer.add_attachment(made)
        made = outer
    monkeypatch.setattr(eml, "MAX_DEPTH", 4)
    assert "nested deeper than 4" in refusal(made.as_bytes(), "a.eml").reason


@given(
    st.binary(max_size=200),
    st.sampled_from(["text/plain", "text/html", "multipart/mixed; boundary=x", "message/rfc822", "text/plain; charset=\xff", "a"]),
)
def test_any_body_is_read_or_refused(body: bytes, kind: str) -> None:
    holds(
        parsed(
            b"From: a@b.c\nSubject: =?utf-8?q?=ff?= =?x?\nContent-Type: "
            + kind.encode("latin-1")
            + b"\nContent-Transfer-Encoding: base64\n\n"
            + body,
            "a.eml",
        )
    )
