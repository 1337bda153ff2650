"""What every parser must keep, for the tests of a new format.

```python
def test_my_format():
    check_parser(".xyz", {"a table": TABLE, "no heading": PLAIN})
```

Each sample is a whole file. It is parsed, the document is checked, and then the file is damaged in many ways: whatever the
bytes, a parser gives a document that keeps the same promises, or refuses with a reason.
"""

import io
import math
import random
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import get_args

from policy_assistant.blocks import BLOCK_JOIN, Block, BlockKind, ParsedDocument
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes
from policy_assistant.parse.form import pack, unpack

DAMAGED = 40
"""How many damaged copies of each sample are tried where nothing else is asked."""

MOST_CHANGES = 40

MOST_GROWTH, SPARE_CHARACTERS = 1_100, 1_000_000
"""Characters of text for each byte of a file, and more: a packed file may hold a thousand times as much, and cells that span
others are repeated. What grows beyond was made to grow."""

SLACK = 3.0
"""Points by which a printed line may reach over the edge of its page: ink is measured with its accents and slants."""

LONGEST_SPOT = 200

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BITS: Sequence[bytes] = (
    b"\x00",
    b"\xff\xfe",
    b"<",
    b">",
    b"&",
    b"|",
    b"\n- ",
    b"```",
    b"\n#",
    b"(",
    b"%PDF",
    b"endobj",
    b"PK\x05\x06",
    "é".encode(),
)
"""What means something in some format."""

PageSizes = Callable[[bytes], Sequence[tuple[float, float]]]


def check_parser(
    ending: str,
    samples: Mapping[str, bytes],
    *,
    options: ParseOptions | None = None,
    damaged: int = DAMAGED,
    page_sizes: PageSizes | None = None,
) -> None:
    """Check the parser of the files with an ending, on samples that it must read and on damaged copies of them.

    `page_sizes` gives width and height of a file's pages in points, as they are displayed.

    Raises:
        AssertionError: a promise is broken; the message names it, and the sample.
        UnreadableFileError: a sample is not read at all.
    """
    options = options or ParseOptions()
    for name, data in samples.items():
        parsed = parse_bytes(data, f"sample{ending}", options)
        sizes = page_sizes(data) if page_sizes else ()
        for broken in broken_promises(parsed, data, sizes):
            raise AssertionError(f"{name}: {broken}")
        _check(parse_bytes(data, f"sample{ending}", options) == parsed, f"{name}: parsed twice, it gives two documents")
        for number, copy in enumerate(damaged_copies(data, damaged, seed=name)):
            if broken := broken_by(ending, copy, options):
                raise AssertionError(f"{name}, damaged copy {number} of `damaged_copies`: {broken}")


def broken_by(ending: str, data: bytes, options: ParseOptions | None = None) -> str:
    """The first promise that is broken when bytes are parsed that may be anything; empty for none."""
    try:
        parsed = parse_bytes(data, f"sample{ending}", options or ParseOptions())
    except UnreadableFileError as error:
        return f"it does not know why: {error.reason}" if not error.reason or "the parser failed" in error.reason else ""
    return next(broken_promises(parsed, data), "")


def broken_promises(parsed: ParsedDocument, data: bytes, page_sizes: Sequence[tuple[float, float]] = ()) -> Iterator[str]:
    """The promises that a parsed document breaks; `data` is its file."""
    if parsed.text != BLOCK_JOIN.join(block.text for block in parsed.blocks):
        yield "the text is not the blocks joined by a blank line"
    if found := _CONTROLS.search(parsed.text):
        yield f"the text holds the control character {found[0]!r}"
    if len(parsed.text) > MOST_GROWTH * len(data) + SPARE_CHARACTERS:
        yield f"{len(data):,} bytes became {len(parsed.text):,} characters"
    position = 0
    for number, block in enumerate(parsed.blocks):
        if block.start != position:
            yield f"block {number} starts at {block.start}, not at {position}"
        position = block.end + len(BLOCK_JOIN)
        yield from (f"block {number} ({block.kind}): {broken}" for broken in _of_block(block, parsed, page_sizes))
    if sum(block.kind == "title" for block in parsed.blocks) > 1:
        yield "there are two titles"
    yield from _of_words(parsed)
    yield from _of_form(parsed)


def damaged_copies(data: bytes, number: int, seed: str = "") -> Iterator[bytes]:
    """Copies of a file with bytes changed, cut out, doubled, put in, or cut off; the same for the same seed.

    Of a zip file most copies are whole, but for one part that was damaged so.
    """
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    packed = zipfile.is_zipfile(io.BytesIO(data))
    for turn in range(number):
        yield _damaged_inside(data, chance) if packed and turn % 4 else _damaged(data, chance)


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """A copy of a zip file with another content of one part."""
    copy = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as before, zipfile.ZipFile(copy, "w") as after:
        for entry in before.infolist():
            after.writestr(entry.filename, content if entry.filename == name else before.read(entry))
    return copy.getvalue()


def _damaged_inside(data: bytes, chance: random.Random) -> bytes:
    """A copy of a zip file whose parts are whole but for one: else little more than the zip itself would be tried."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        name = chance.choice(archive.namelist())
        content = archive.read(name)
    return with_part(data, name, _damaged(content, chance))


def _damaged(data: bytes, chance: random.Random) -> bytes:
    copy = bytearray(data)
    for _ in range(chance.randint(1, MOST_CHANGES)):
        at = chance.randrange(len(copy) or 1)
        match chance.randrange(5):
            case 0:
                copy[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del copy[at : at + chance.randint(1, 30)]
            case 2:
                copy[at:at] = copy[at : at + chance.randint(1, 30)]
            case 3:
                copy[at : at + 1] = bytes(byte ^ (1 << chance.randrange(8)) for byte in copy[at : at + 1])
            case _:
                copy[at:at] = chance.choice(_BITS)
    return bytes(copy[: chance.randrange(len(copy) + 1)] if chance.random() < 0.2 else copy)


def _of_block(block: Block, parsed: ParsedDocument, page_sizes: Sequence[tuple[float, float]]) -> Iterator[str]:
    if parsed.text[block.start : block.end] != block.text:
        yield "its positions do not slice to its text"
    if not block.text.strip():
        yield "it has no text"
    if block.kind not in get_args(BlockKind):
        yield "no such kind"
    if (block.level > 0) != (block.kind in ("title", "heading")):
        yield f"level {block.level}"
    if block.source_lines and not 1 <= block.source_lines[0] <= block.source_lines[1]:
        yield f"lines of the file {block.source_lines}"
    yield from _of_lines(block, parsed.page_count, page_sizes)
    for spot in block.spots:
        if not block.start <= spot.start < spot.end <= block.end:
            yield f"the spot {spot.name!r} lies outside"
        if not spot.name.strip() or len(spot.name) > LONGEST_SPOT:
            yield f"the spot's name {spot.name[:LONGEST_SPOT]!r}"


def _of_lines(block: Block, page_count: int, page_sizes: Sequence[tuple[float, float]]) -> Iterator[str]:
    if page_count and not block.lines:
        yield "it lies on no page"
    for line in block.lines:
        box = line.box
        if not block.start <= line.start < line.end <= block.end:
            yield f"a printed line at {line.start}-{line.end} lies outside"
        if not 1 <= box.page <= page_count:
            yield f"page {box.page} of {page_count}"
        elif not all(map(math.isfinite, (box.left, box.top, box.right, box.bottom))) or box.left > box.right or box.top > box.bottom:
            yield f"{box} is no box"
        elif page_sizes and not _lies_on(page_sizes[box.page - 1], (box.left, box.top, box.right, box.bottom)):
            yield f"{box} is not on its page of {page_sizes[box.page - 1]}"


def _lies_on(size: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    (width, height), (left, top, right, bottom) = size, box
    return left >= -SLACK and top >= -SLACK and right <= width + SLACK and bottom <= height + SLACK


def _of_words(parsed: ParsedDocument) -> Iterator[str]:
    """What is said beside the text is text, without characters that steer."""
    for key, value in parsed.metadata.items():
        if not isinstance(key, str) or not isinstance(value, str):
            yield f"the metadata {key!r} are no text"
        elif _CONTROLS.search(key + value):
            yield f"the metadata {key!r} hold control characters"
    for block in parsed.blocks:
        if _CONTROLS.search("".join((block.section, *block.flags, *(spot.name for spot in block.spots)))):
            yield f"section, flags or spots of the block at {block.start} hold control characters"


def _of_form(parsed: ParsedDocument) -> Iterator[str]:
    """The cache gives back what it was given."""
    try:
        if unpack(pack(parsed)) != parsed:
            yield "the cache gives back another document"
    except (ValueError, TypeError, LookupError) as error:
        yield f"it cannot be kept in the cache: {error}"


def _check(holds: bool, broken: str) -> None:
    if not holds:
        raise AssertionError(broken)
