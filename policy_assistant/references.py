"""Links between passages: `see section 7`, `clause 4.2(b)`, `voir l'article 5` lead to the passage of that number in the same version.

A link is given only where that version has the number. What another text is named for ("section 7 of the Data Act") is left alone.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy_assistant.blocks import PATH_JOIN
from policy_assistant.metadata import Chunk

MAX_REFERENCES = 50
"""Links of one passage; a list of contents has more, and nobody follows them there."""

MAX_NUMBERS = 500
"""Numbers of one passage that are looked up."""

_NO_CLAUSES = ("slide", "row", "rows", "p.", "OCR")
_ANNEX = "annex", "annexe", "appendix", "schedule", "anhang"
_WORD = r"sections?|clauses?|articles?|art\.|§§?|paragraphs?|paragraphes?|points?|chapters?|chapitres?|annex(?:es?)?|appendix|schedules?"
_NUMBER = r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,5}(?:\s?\([a-z0-9]{1,4}\)|\s?(?:[a-z]|[ivx]{1,4})\)){0,3}|(?-i:[A-Z])\b"
_NAMED = re.compile(
    rf"(?<!\w)(?P<word>{_WORD})(?:(?<=[§.])\s*|\s+)(?P<first>{_NUMBER})(?P<more>(?:(?:,|\s(?:and|or|to|et|ou|à)|\s?[-–])\s?(?:{_NUMBER}))*)",
    re.IGNORECASE,
)
_ONE = re.compile(_NUMBER)
_TITLED = re.compile(
    r"(?<!\w)(?:see|under|voir|section|chapter|chapitre|rubrique)\b[^.\n“«\"]{0,20}[“«\"]\s*+(?P<title>[^”»\"\s][^”»\"\n]{2,119}?)\s*+[”»\"]",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"\s*+,?\s*+(?:of|du|de|des|d['’])\s*+(?!(?:this|these|the\s+present|present|la\s+présente|présente?s?|cette|ce|cet|ces)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Reference:
    """Characters start..end of the parsed text, which name another passage, and that passage."""

    start: int
    end: int
    text: str
    target: Chunk


def references(chunk: Chunk, version: Sequence[Chunk]) -> list[Reference]:
    """The places in a chunk that name others of its version, in reading order; `version` are all chunks of that version."""
    found = {one.start: one for one in (*_titled(chunk, version), *_numbered(chunk, version)) if one.target.chunk_id != chunk.chunk_id}
    return [found[start] for start in sorted(found)][:MAX_REFERENCES]


def _numbered(chunk: Chunk, version: Sequence[Chunk]) -> Iterator[Reference]:
    text = chunk.quote
    places = _Places(version)
    looked_at = 0
    for named in _NAMED.finditer(text):
        if _OF_ANOTHER.match(text, named.end()):
            continue
        is_annex = named["word"].lower().startswith(_ANNEX)
        for number in _ONE.finditer(text, named.start("first"), named.end()):
            looked_at += 1
            if looked_at > MAX_NUMBERS:
                return
            if target := places.at(_plain(number[0]), is_annex=is_annex):
                start = named.start() if number.start() == named.start("first") else number.start()
                yield Reference(chunk.start + start, chunk.start + number.end(), text[start : number.end()], target)


def _plain(number: str) -> str:
    """A number as spots have it: `4.2 b)` is `4.2(b)`."""
    return re.sub(r"\s?\(?\b([a-zA-Z0-9]{1,4})\)", r"(\1)", number)


class _Places:
    """The first passage of each number of a version."""

    def __init__(self, version: Sequence[Chunk]) -> None:
        self._first: dict[tuple[str, bool], Chunk] = {}
        for chunk in version:
            for spot in chunk.spots:
                kind, _, number = spot.partition(" ")
                if kind not in _NO_CLAUSES:
                    self._first.setdefault((number, kind in _ANNEX), chunk)

    def at(self, number: str, *, is_annex: bool) -> Chunk | None:
        """The passage with a number; of an item that is not told apart, the passage of its clause."""
        wanted = number.upper() if number.isalpha() else number.lower()
        while wanted:
            if found := self._first.get((wanted, is_annex)):
                return found
            wanted = wanted[: wanted.rfind("(")] if "(" in wanted else ""
        return None


def _titled(chunk: Chunk, version: Sequence[Chunk]) -> Iterator[Reference]:
    text = chunk.quote
    for named in _TITLED.finditer(text):
        title = named["title"].casefold()
        target = next((other for other in version if other.section.rsplit(PATH_JOIN, 1)[-1].casefold() == title), None)
        if target:
            yield Reference(chunk.start + named.start("title"), chunk.start + named.end("title"), named["title"], target)
