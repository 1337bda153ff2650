"""Page labels: what a reader finds printed on a page (`iv`, `A-3`), where it is not the number that counts the pages."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

import pypdfium2

from policy_assistant.blocks import RawBlock, clean
from policy_assistant.spots import Spot

LONGEST = 40
"""Characters: a longer label is no label that anybody prints on a page."""


def page_labels(document: pypdfium2.PdfDocument) -> dict[int, str]:
    """The labels that differ from their page's number, by that number (from 1)."""
    found = ((number, clean(document.get_page_label(number - 1))) for number in range(1, len(document) + 1))
    return {number: label for number, label in found if label and label != str(number) and len(label) <= LONGEST}


def labelled(blocks: Iterable[RawBlock], labels: Mapping[int, str]) -> list[RawBlock]:
    """The blocks, with a spot for what they have on each page that bears a label of its own (`p. iv`)."""
    if not labels:
        return list(blocks)
    return [replace(block, spots=(*block.spots, *_spots(block, labels))) for block in blocks]


def _spots(block: RawBlock, labels: Mapping[int, str]) -> Iterator[Spot]:
    for page, lines in groupby(block.lines, key=lambda line: line.box.page):
        if page in labels:
            start, *_, end = [place for line in lines for place in (line.start, line.end)]
            yield Spot(start, end, f"p. {labels[page]}")
