"""The forms of a copied answer: how each sets headings, quotes and links, and keeps text of documents from breaking out."""

import re
from typing import Protocol

from policy_assistant.sharing.safe import one_line, tidy

_APART = "\u2060"
"""A character without width that keeps a sign from being read as a command."""

_MENTION = re.compile(r"(?<![\w.])([@#])(?=\w)")
_EDGE = re.compile(r"(?<!\w)[*_~`]|[*_~`](?!\w)")
_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#|~&!$]")
_LINE_START = re.compile(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=[-+=]))")
"""What makes a list, a rule or a heading of a line that begins with it."""

_ADDRESS = re.compile(r"(?<=\w):(?=//)|(?<=www)\.", re.IGNORECASE)
"""Where an address begins that a reader's program would make a link."""


class Form(Protocol):
    """How an answer is written down."""

    def text(self, text: str) -> str:
        """Text of documents or questions, on one line."""
        ...

    def label(self, name: str) -> str:
        """Words of ours that name what follows."""
        ...

    def source(self, words: str, name: str, link: str) -> str:
        """Where a statement comes from: `words` in this form already; `link` may be empty."""
        ...

    def quote(self, text: str) -> list[str]:
        """A quote, line by line."""
        ...


class Plain:
    """Nothing but text; quotes stand behind `>`."""

    def text(self, text: str) -> str:
        """On one line."""
        return one_line(text)

    def label(self, name: str) -> str:
        """As it is."""
        return name

    def source(self, words: str, name: str, link: str) -> str:
        """The address behind it."""
        return f"   {words}{f' — {link}' if link else ''}"

    def quote(self, text: str) -> list[str]:
        """Each line behind `>`."""
        return [f"   > {line}" for line in _lines(text)]


class Markdown:
    """CommonMark, also as GitHub reads it: what would be markup, a mention or a link is text."""

    def text(self, text: str) -> str:
        """On one line, every sign that could be markup escaped."""
        escaped = _MARKDOWN.sub(r"\\\g<0>", one_line(text))
        escaped = _LINE_START.sub(r"\1\\", escaped)
        return _MENTION.sub(rf"\1{_APART}", _ADDRESS.sub(r"\\\g<0>", escaped))

    def label(self, name: str) -> str:
        """Bold."""
        return f"**{name}**"

    def source(self, words: str, name: str, link: str) -> str:
        """An item below its statement, with a link."""
        return f"   - {words}{f' — [{name}](<{link}>)' if link else ''}"

    def quote(self, text: str) -> list[str]:
        """A quote below the item; two blanks end a line."""
        return ["", *(f"     > {self.text(line)}  " for line in _lines(text)), ""]


class Chat:
    """What chat programs read (mrkdwn): nobody is called, nothing is set bold by a document."""

    def text(self, text: str) -> str:
        """On one line, with the three escapes that chat programs know; other signs are kept apart."""
        escaped = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return _MENTION.sub(rf"\1{_APART}", _EDGE.sub(rf"{_APART}\g<0>{_APART}", escaped))

    def label(self, name: str) -> str:
        """Bold."""
        return f"*{name}*"

    def source(self, words: str, name: str, link: str) -> str:
        """The address behind it."""
        return f"• {words}{f' — {link}' if link else ''}"

    def quote(self, text: str) -> list[str]:
        """Each line behind `>`."""
        return [f"> {self.text(line)}" for line in _lines(text)]


def _lines(text: str) -> list[str]:
    return [one_line(line) for line in tidy(text).split("\n") if line.strip()]
