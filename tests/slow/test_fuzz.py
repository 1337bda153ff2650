"""Damaged files of every format: each is read or refused with a reason, and what is read keeps its positions."""

import random
from pathlib import Path

import pytest

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import ParseOptions, parse_bytes

pytestmark = pytest.mark.slow

DOCUMENTS = Path(__file__).resolve().parents[2] / "examples" / "larkfield" / "corpus" / "documents"
ROUNDS = 1_000


def damaged(data: bytes, rng: random.Random) -> bytes:
    """The bytes with some changed, cut out, doubled or cut off."""
    result = bytearray(data)
    for _ in range(rng.randint(1, 40)):
        at = rng.randrange(len(result))
        match rng.randrange(4):
            case 0:
                result[at] = rng.randrange(256)
            case 1:
                del result[at : at + rng.randint(1, 30)]
            case 2:
                result[at:at] = result[at : at + rng.randint(1, 30)]
            case _:
                result[at:at] = rng.choice([b"\x00", b"\xff\xfe", b"<", b"|", b"\n- ", b"```", b"%PDF", b"endobj", "é".encode()])
        if not result:
            return b" "
    return bytes(result[: rng.randrange(1, len(result))] if rng.random() < 0.2 else result)


def outcome(data: bytes, name: str) -> str:
    """Empty when the file is read as it should be or refused with a reason; else what went wrong."""
    try:
        parsed = parse_bytes(data, name, ParseOptions())
    except UnreadableFileError as error:
        return error.reason if not error.reason or "the parser failed" in error.reason else ""
    wrong = [block.kind for block in parsed.blocks if parsed.text[block.start : block.end] != block.text]
    return f"blocks out of place: {wrong}" if wrong else ""


@pytest.mark.parametrize("path", sorted(DOCUMENTS.iterdir()), ids=lambda path: path.name)
def test_a_damaged_file_is_read_or_refused(path: Path) -> None:
    rng, data = random.Random(path.name), path.read_bytes()
    assert {outcome(damaged(data, rng), path.name) for _ in range(ROUNDS)} == {""}
