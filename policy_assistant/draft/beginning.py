"""What the beginning of a document says about itself: its version and its owner."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from policy_assistant.blocks import ParsedDocument
from policy_assistant.draft.dates import DATE, OF_ANOTHER, read_date
from policy_assistant.draft.words import NOTHING, Guess
from policy_assistant.file_names import MONTH, fold

MAX_LINES = 60
MAX_CHARACTERS = 3_000
MAX_OWNER = 80

UNSEEN = ("hidden", "outside the page", "<")
"""How the reasons begin for which text was dropped that no reader sees; such text proposes nothing."""

_SENTENCE_END = re.compile(r"(?<=[.!?;])(?<!\b(?i:rev)\.)(?<!\b(?i:ed)\.)\s+(?=[^\W\d_])")
_WORD = r"(?:version|revision|rev|edition|ed|ver)\b\.?(?:\s+(?:no|n°|number|numero)\b\.?)?"
_VALUE = rf"(?P<value>\d{{4}}-\d\d|\d{{1,4}}(?:\.\d{{1,4}})*[a-z]?|[a-hj-z])(?![\w/]|[.-]\d|\s+{MONTH})"
_VERSION = rf"{_WORD}[\s:|#]*(?:(?:(?:of|du|dated|from)\s+)?(?P<day>{DATE})|(?:v\.?\s?)?{_VALUE})"
_ORDINAL = r"(?P<nth>\d{1,2})(?:st|nd|rd|th|e|eme)\s+(?:edition|revision|version)\b"
_ANYWHERE = re.compile(rf"(?<![a-z0-9])(?:{_VERSION}|{_ORDINAL}|v\.?\s?(?P<short>\d{{1,3}}(?:\.\d{{1,3}})*)(?![\w/]|[.-]\d))")
_AT_START = re.compile(rf"(?:^|[|·•–—,(\[/:-])\s*(?:(?:this is|this|current|document|policy|cette|the)\s+)*(?:{_VERSION}|{_ORDINAL})")
_OWNER = re.compile(
    r"(?:^|[|·•;,(–—]\s*|\.\s+)(?:(?:document|policy|process)\s+)?(?:owner|owned by|responsable|proprietaire)"
    r"(?:\s+(?:du|de la|de ce)\s+\w+)?\s*[:|]\s*(?P<value>[^|·•;\n]{2,})"
)
_NEXT_FIELD = re.compile(
    r"(?:[,.)]|\s[-–—])\s*(?:version|revision|rev|effective|en vigueur|date|approved|approuve|valid|review)\b|\.\s|\s{2,}"
)


@dataclass(frozen=True)
class Beginning:
    """The part of a document that is looked at: its title, the lines around its pages and its first lines."""

    title: str
    around: tuple[str, ...]
    lines: tuple[str, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """All of it, the outside first: what is printed on every page is about the whole document."""
        return tuple(part for line in (self.title, *self.around, *self.lines) for part in _SENTENCE_END.split(line))


def beginning_of(parsed: ParsedDocument) -> Beginning:
    """The beginning of a parsed document, with the headers and footers that are not in its text."""
    around = dict.fromkeys(d.text for d in parsed.dropped if d.text and not d.reason.startswith(UNSEEN))
    lines = [line for line in parsed.text[:MAX_CHARACTERS].split("\n") if line]
    return Beginning(parsed.title, tuple(around)[:MAX_LINES], tuple(lines[:MAX_LINES]))


def find_version(beginning: Beginning) -> Guess:
    """The version that the document gives itself.

    A title and a running header may name it anywhere, running text only where a sentence or a field begins: "needs
    version 9 of the firmware" is about something else.
    """
    for what, texts, pattern in (
        ("the title", (beginning.title,), _ANYWHERE),
        ("a header or footer", beginning.around, _ANYWHERE),
        ("the text", beginning.sentences, _AT_START),
    ):
        for text in texts:
            for value, quote in _versions(text, pattern):
                return Guess(value, f'"{quote}" in {what}')
    return NOTHING


def find_owner(beginning: Beginning) -> Guess:
    """Who answers for the document, where a line says `Owner: X` or `Responsable : X`."""
    for line in (*beginning.around, *beginning.lines):
        if match := _OWNER.search(fold(line)):
            value = line[slice(*match.span("value"))]
            end = _NEXT_FIELD.search(fold(value))
            return Guess(value[: end.start() if end else None].strip(" .,")[:MAX_OWNER], "the text")
    return NOTHING


def _versions(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    folded = fold(text)
    for match in pattern.finditer(folded):
        name = str(match.lastgroup)
        value = text[slice(*match.span(name))]
        if name == "day":
            value = read_date(match.group(name))
        is_word = value.isalpha() and not value.isupper()  # "la version a été revue" names no version
        if value and not is_word and not OF_ANOTHER.search(folded, 0, match.start()):
            yield value, text[match.start() : match.end()].strip(" |·•–—,([/:-")
