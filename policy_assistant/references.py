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

_ANNEX = "annex", "annexe", "appendix", "schedule", "anhang"
_WORD = r"sections?|clauses?|articles?|art\.|§§?|paragraphs?|paragraphes?|points?|chapters?|chapitres?|annex(?:es?)?|appendix|schedules?"
_NUMBER = r"[0-9]{1,3}(?:\.[0-9]{1,3}){0,5}(?:\s?\([a-z0-9]{1,4}\)|\s?(?:[a-z]|[ivx]{1,4})\)){0,3}|(?-i:[A-Z])\b"
_NAMED = re.compile(
    rf"(?<!\w)(?P<word>{_WORD})(?:(?<=[§.])\s*|\s+)(?P<first>{_NUMBER})(?P<more>(?:(?:,|\s(?:and|or|to|et|ou|à)|\s?[-–])\s?(?:{_NUMBER}))*)",
    re.IGNORECASE,
)
_ONE = re.compile(_NUMBER)
_TITLED = re.compile(
    r"(?<!\w)(?:see|under|voir|section|chapter|chapitre|rubrique)\b[^.\n“«\"]{0,20}[“«\"]\s*(?P<title>[^”»\"\n]{3,120}?)\s*[”»\"]",
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
    if not any(other.spots for other in version):
        return
    for named in _NAMED.finditer(text):
        if _OF_ANOTHER.match(text, named.end()):
            continue
        is_annex = named["word"].lower().startswith(_ANNEX)
        for number in _ONE.finditer(text, named.start("first"), named.end()):
            if target := _with_number(_plain(number[0]), version, is_annex=is_annex):
                start = named.start() if number.start() == named.start("first") else number.start()
                yield Reference(chunk.start + start, chunk.start + number.end(), text[start : number.end()], target)


def _plain(number: str) -> str:
    """A number as spots have it: `4.2 b)` is `4.2(b)`."""
    return re.sub(r"\s?\(?\b([a-zA-Z0-9]{1,4})\)", r"(\1)", number)


def _with_number(number: str, version: Sequence[Chunk], *, is_annex: bool) -> Chunk | None:
    """The first passage under a number; of an item that is not told apart, the passage of its clause."""
    wanted = number.upper() if number.isalpha() else number.lower()
    while wanted:
        for other in version:
            if any(_is_number(spot, wanted, is_annex=is_annex) for spot in other.spots):
                return other
        wanted = wanted[: wanted.rfind("(")] if "(" in wanted else ""
    return None


def _is_number(spot: str, wanted: str, *, is_annex: bool) -> bool:
    kind, _, number = spot.partition(" ")
    return number == wanted and (kind in _ANNEX) == is_annex and kind not in ("slide", "row", "rows", "p.")


def _titled(chunk: Chunk, version: Sequence[Chunk]) -> Iterator[Reference]:
    text = chunk.quote
    for named in _TITLED.finditer(text):
        title = named["title"].casefold()
        target = next((other for other in version if other.section.rsplit(PATH_JOIN, 1)[-1].casefold() == title), None)
        if target:
            yield Reference(chunk.start + named.start("title"), chunk.start + named.end("title"), named["title"], target)
