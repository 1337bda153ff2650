"""What holds for the pieces of every file, and a short way to look at them."""

from policy_assistant.blocks import CODE_KINDS, ParsedDocument
from policy_assistant.parse.code import parse_code

MAX_LINES, MAX_CHARACTERS = 60, 2000


def places(text: str, name: str) -> list[str]:
    """The pieces of a text as `first-last kind name`."""
    found = [block.place for block in parse_code(text.encode(), name).blocks if block.place]
    return [f"{place.first_line}-{place.last_line} {place.kind} {place.name}" for place in found]


def check_pieces(parsed: ParsedDocument) -> None:
    """Every line with something on it is in one piece; pieces are in order, exact, and not too long."""
    lines = parsed.text.split("\n")
    rows: list[int] = []
    for block in parsed.blocks:
        place = block.place
        assert place is not None
        assert block.kind == "code"
        assert place.kind in CODE_KINDS
        assert block.section == place.name != ""
        assert block.text == parsed.text[block.start : block.end] == "\n".join(lines[place.first_line - 1 : place.last_line])
        assert block.source_lines == (place.first_line, place.last_line)
        assert lines[place.first_line - 1].strip()
        assert lines[place.last_line - 1].strip()
        assert place.first_line == place.last_line or (len(block.text) <= MAX_CHARACTERS and block.text.count("\n") < MAX_LINES)
        rows.extend(range(place.first_line, place.last_line + 1))
    assert rows == sorted(set(rows))
    assert {number for number, line in enumerate(lines, 1) if line.strip()} <= set(rows)
