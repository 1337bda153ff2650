"""Which facts hold in what our parser gives: every rule strict, one a kind of fact."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from benchmarks.real.files import Fact
from benchmarks.real.folded import Folded, folded, without_bullet
from policy_assistant.blocks import PATH_JOIN, Block, ParsedDocument

CELLS = " | "
"""What stands between the cells of a row in parsed text."""


@dataclass(frozen=True)
class Parsed:
    """A parsed file, ready to be asked for facts. `refusal` is the message of a file that could not be read."""

    document: ParsedDocument | None
    refusal: str = ""

    def holds(self, fact: Fact) -> bool:
        """Whether the fact holds. No fact but `refused` holds in a file that could not be read."""
        if self.document is None:
            return fact.kind == "refused" and folded(str(fact.fields["reason"])) in folded(self.refusal)
        return _RULES[fact.kind](self, fact)

    @property
    def read(self) -> ParsedDocument:
        """The document of a file that was read."""
        if self.document is None:
            raise ValueError("the file was not read")
        return self.document

    @cached_property
    def text(self) -> Folded:
        """The parsed text."""
        return Folded(self.read.text)

    @cached_property
    def folded_blocks(self) -> list[tuple[Block, str]]:
        """Every block with its folded text."""
        return [(block, folded(block.text)) for block in self.read.blocks]

    def tables(self) -> Iterator[list[list[str]]]:
        """Rows of folded cells, a list a table."""
        for block in self.read.blocks:
            if block.kind == "table":
                yield [[folded(cell) for cell in line.rstrip(" |").split(CELLS)] for line in block.text.split("\n")]


def _title(parsed: Parsed, fact: Fact) -> bool:
    title = folded(parsed.read.title or parsed.read.metadata.get("title", ""))
    return title in {folded(text) for text in (fact.text, *fact.fields.get("or", ()))}


def _heading(parsed: Parsed, fact: Fact) -> bool:
    wanted, above = {folded(text) for text in (fact.text, *fact.fields.get("or", ()))}, folded(fact.fields.get("under", ""))
    headings = [block for block, text in parsed.folded_blocks if block.kind in {"title", "heading"} and text in wanted]
    paths = [[parsed.read.title, *block.section.split(PATH_JOIN)[:-1]] for block in headings]
    return any(not above or above in map(folded, path) for path in paths)


def _row(parsed: Parsed, fact: Fact) -> bool:
    cells, kin = [folded(cell) for cell in fact.fields["cells"]], folded(fact.fields.get("kin", ""))
    return any(cells in rows and (not kin or any(kin in row for row in rows if row != cells)) for rows in parsed.tables())


def _sentence(parsed: Parsed, fact: Fact) -> bool:
    wanted = folded(fact.text)
    return any(wanted in text for _, text in parsed.folded_blocks)


def _over_page(parsed: Parsed, fact: Fact) -> bool:
    place = parsed.text.find(fact.text) if _sentence(parsed, fact) else None
    return place is not None and list(parsed.read.pages(*place)) == fact.fields["pages"]


def _page(parsed: Parsed, fact: Fact) -> bool:
    place = parsed.text.find(fact.text)
    if place is None or list(parsed.read.pages(*place))[:1] != [fact.fields["page"]]:
        return False
    label, page = fact.fields.get("label", ""), str(fact.fields["page"])
    printed = {name.removeprefix("p. ") for name in parsed.read.spots(*place) if name.startswith("p. ")}
    return not label or label in (printed or {page})


def _order(parsed: Parsed, fact: Fact) -> bool:
    end = 0
    for text in fact.fields["texts"]:
        place = parsed.text.find(text, end)
        if place is None:
            return False
        end = place[1]
    return True


def _apart(parsed: Parsed, fact: Fact) -> bool:
    wanted = [folded(text) for text in fact.fields["texts"]]
    there = all(any(text in block for _, block in parsed.folded_blocks) for text in wanted)
    return there and not any(sum(text in block for text in wanted) > 1 for _, block in parsed.folded_blocks)


def _item(parsed: Parsed, fact: Fact) -> bool:
    lines = (folded(line) for block in parsed.read.blocks if block.kind == "text" for line in block.text.split("\n"))
    return any(folded(fact.text) in {line, without_bullet(line)} for line in lines)


def _absent(parsed: Parsed, fact: Fact) -> bool:
    return fact.text not in parsed.text


def _spot(parsed: Parsed, fact: Fact) -> bool:
    place = parsed.text.find(fact.text)
    return place is not None and fact.fields["name"] in parsed.read.spots(*place)


def _flag(parsed: Parsed, fact: Fact) -> bool:
    wanted = folded(fact.text)
    return any(fact.fields["flag"] in flag for block, text in parsed.folded_blocks if wanted in text for flag in block.flags)


def _metadata(parsed: Parsed, fact: Fact) -> bool:
    return folded(parsed.read.metadata.get(fact.fields["key"], "")) == folded(fact.text)


def _refused(parsed: Parsed, fact: Fact) -> bool:
    return False


_RULES: Mapping[str, Callable[[Parsed, Fact], bool]] = {
    "title": _title,
    "heading": _heading,
    "row": _row,
    "sentence": _sentence,
    "over_page": _over_page,
    "page": _page,
    "order": _order,
    "apart": _apart,
    "item": _item,
    "absent": _absent,
    "spot": _spot,
    "flag": _flag,
    "metadata": _metadata,
    "refused": _refused,
}
