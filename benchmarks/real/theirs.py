"""Which facts survive in another tool's text or Markdown: the rules of `ours`, more lenient where a format says less.

A sentence may run over anything that is white space; a row without borders counts when its cells are a line; pages count
where the tool has them; headings are lines that it marks as headings.
"""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchmarks.real.files import Fact
from benchmarks.real.folded import Folded, folded

_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$", re.MULTILINE)
_MARKS = re.compile(r"\*\*|__|~~|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)|<br\s*/?>|</?(?:sup|sub|u|b|i|em|strong)>|==> picture .*? <==")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$&])")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_BORDER = re.compile(r"^[\s|:-]+$")


def unmarked(text: str) -> str:
    """Markdown without the marks of bold, italics, code and escapes, links as their text, and entities as characters."""
    text = _LINK.sub(r"\1", text)
    return html.unescape(_ESCAPED.sub(r"\1", _MARKS.sub(lambda mark: " " if mark[0].startswith("<br") else "", text)))


def _unmarked_all(value: Any) -> Any:
    if isinstance(value, list):
        return [_unmarked_all(item) for item in value]
    return unmarked(value) if isinstance(value, str) else value


@dataclass(frozen=True)
class Given:
    """What a tool gave for a file: see `worker.Given`."""

    answer: Mapping[str, Any]

    def holds(self, fact: Fact) -> bool:
        """Whether the fact survives; its texts lose what looks like marks, as the tool's do."""
        return _RULES[fact.kind](self, Fact(fact.kind, {key: _unmarked_all(value) for key, value in fact.fields.items()}))

    @cached_property
    def pages(self) -> list[Folded]:
        """The text of each page, or nothing where the tool has no pages."""
        return [Folded(unmarked(page or "")) for page in self.answer.get("pages") or []]

    @cached_property
    def raw(self) -> str:
        """The whole text, as it came."""
        return self.answer.get("text") or "\n\n".join(page or "" for page in self.answer.get("pages") or [])

    @cached_property
    def text(self) -> Folded:
        """The whole text without marks."""
        return Folded(unmarked(self.raw))

    @cached_property
    def headings(self) -> list[tuple[int, str]]:
        """Level and folded text of each line that is marked as a heading."""
        return [(len(marks), folded(unmarked(text))) for marks, text in _HEADING.findall(self.raw)]

    @cached_property
    def tables(self) -> list[list[list[str]]]:
        """Tables as rows of folded cells, empty cells left out: those that the tool names and those of its Markdown."""
        named = [[_cells(row) for row in table] for table in self.answer.get("tables") or []]
        marked: list[list[list[str]]] = [[]]
        for line in self.raw.split("\n"):
            if line.lstrip().startswith("|"):
                marked[-1] += [] if _BORDER.match(line) else [_cells(re.split(r"(?<!\\)\|", line.strip().strip("|")))]
            elif marked[-1]:
                marked.append([])
        return [*named, *marked]

    @cached_property
    def lines(self) -> frozenset[str]:
        """Every line, folded, without borders of cells."""
        return frozenset(folded(unmarked(line.replace("|", " "))) for line in self.raw.split("\n"))

    @cached_property
    def parts(self) -> list[str]:
        """Folded paragraphs; lines, where the tool leaves no line empty."""
        text = unmarked(self.raw)
        paragraphs = re.split(r"\n\s*\n", text)
        return [folded(part) for part in (paragraphs if len(paragraphs) > 2 + len(self.pages) else text.split("\n"))]


def _cells(row: list[Any]) -> list[str]:
    return [cell for cell in (folded(unmarked(str(cell))) for cell in row if cell is not None) if cell]


def _title(given: Given, fact: Fact) -> bool:
    first = next((text for level, text in given.headings if level == min(level for level, _ in given.headings)), "")
    wanted = {folded(text) for text in (fact.text, *fact.fields.get("or", ()))}
    return bool(wanted & {first, folded(str(given.answer.get("title", "")))})


def _heading(given: Given, fact: Fact) -> bool:
    wanted, above = {folded(text) for text in (fact.text, *fact.fields.get("or", ()))}, folded(fact.fields.get("under", ""))
    path: list[tuple[int, str]] = []
    for level, text in given.headings:
        path = [(outer, name) for outer, name in path if outer < level]
        if text in wanted and (not above or above in {name for _, name in path}):
            return True
        path.append((level, text))
    return False


def with_cells(given: Given, fact: Fact) -> bool:
    """Whether the row is a row of a table with its cells."""
    cells, kin = [folded(cell) for cell in fact.fields["cells"]], folded(fact.fields.get("kin", ""))
    return any(cells in rows and (not kin or any(kin in row for row in rows)) for rows in given.tables)


def _row(given: Given, fact: Fact) -> bool:
    return with_cells(given, fact) or folded(" ".join(fact.fields["cells"])) in given.lines


def _sentence(given: Given, fact: Fact) -> bool:
    return fact.text in given.text


def _over_page(given: Given, fact: Fact) -> bool:
    if fact.text not in given.text:
        return False
    first, last = fact.fields["pages"][0], fact.fields["pages"][-1]
    words = fact.text.split()
    ends = [(" ".join(words[:3]), first), (" ".join(words[-3:]), last)]
    return not given.pages or all(page <= len(given.pages) and text in given.pages[page - 1] for text, page in ends)


def _page(given: Given, fact: Fact) -> bool:
    found = next((number for number, page in enumerate(given.pages, 1) if fact.text in page), 0)
    labels = given.answer.get("labels") or []
    label = fact.fields.get("label", "")
    return found == fact.fields["page"] and (not label or (found <= len(labels) and labels[found - 1] == label))


def _order(given: Given, fact: Fact) -> bool:
    end = 0
    for text in fact.fields["texts"]:
        place = given.text.find(text, end)
        if place is None:
            return False
        end = place[1]
    return True


def _apart(given: Given, fact: Fact) -> bool:
    wanted = [folded(text) for text in fact.fields["texts"]]
    there = all(text in given.text for text in fact.fields["texts"])
    return there and not any(sum(text in part for text in wanted) > 1 for part in given.parts)


def _absent(given: Given, fact: Fact) -> bool:
    return "error" not in given.answer and fact.text not in given.text


def _metadata(given: Given, fact: Fact) -> bool:
    return fact.fields["key"] == "title" and folded(str(given.answer.get("title", ""))) == folded(fact.text)


def _refused(given: Given, fact: Fact) -> bool:
    return "error" in given.answer or not given.raw.strip()


def _never(given: Given, fact: Fact) -> bool:
    return False


_RULES: Mapping[str, Callable[[Given, Fact], bool]] = {
    "title": _title,
    "heading": _heading,
    "row": _row,
    "sentence": _sentence,
    "over_page": _over_page,
    "page": _page,
    "order": _order,
    "apart": _apart,
    "item": _sentence,
    "absent": _absent,
    "spot": _never,
    "flag": _never,
    "metadata": _metadata,
    "refused": _refused,
}
