"""The contract of parsers notices what is broken."""

from dataclasses import replace

import pytest

from policy_assistant.blocks import Block, Box, Dropped, Line, ParsedDocument, RawBlock, assemble
from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import FORMATS, ParseOptions
from policy_assistant.spots import Spot
from policy_assistant.testing.parser_contract import broken_by, broken_promises, check_parser, damaged_copies

SIZES = [(600.0, 800.0)]
BOX = Box(1, 10, 20, 300, 32)


def document(**changes: object) -> ParsedDocument:
    """A title and a paragraph on one page; `changes` to the paragraph."""
    parsed = assemble(
        [
            RawBlock("title", "Rules", 1, lines=(Line(0, 5, BOX),)),
            RawBlock("text", "Shoes.", lines=(Line(0, 6, BOX),), spots=(Spot(0, 6, "slide 1"),)),
        ],
        {"title": "Rules"},
        page_count=1,
    )
    return replace(parsed, blocks=(parsed.blocks[0], replace(parsed.blocks[1], **changes)))  # type: ignore[arg-type]


def broken(parsed: ParsedDocument, data: bytes = b"x") -> list[str]:
    return list(broken_promises(parsed, data, SIZES))


def lines(box: Box, start: int = 7, end: int = 13) -> dict[str, object]:
    return {"lines": (Line(start, end, box),)}


def test_a_good_document_breaks_nothing() -> None:
    assert broken(document()) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"text": "Socks."}, "do not slice"),
        ({"start": 8}, "starts at 8"),
        ({"text": " ", "start": 7, "end": 8}, "has no text"),
        ({"kind": "list"}, "no such kind"),
        ({"level": 2}, "level 2"),
        ({"kind": "title", "level": 1}, "two titles"),
        ({"source_lines": (0, 3)}, "lines of the file"),
        ({"source_lines": (3, 2)}, "lines of the file"),
        ({"lines": ()}, "on no page"),
        (lines(replace(BOX, page=2)), "page 2 of 1"),
        (lines(replace(BOX, left=400)), "is no box"),
        (lines(replace(BOX, top=float("nan"))), "is no box"),
        (lines(replace(BOX, right=700)), "not on its page"),
        (lines(replace(BOX, top=-10)), "not on its page"),
        (lines(BOX, end=14), "lies outside"),
        (lines(BOX, start=13), "lies outside"),
        ({"spots": (Spot(0, 3, "slide 1"),)}, "lies outside"),
        ({"spots": (Spot(7, 9, " "),)}, "spot's name"),
        ({"spots": (Spot(7, 9, "a\nb"),)}, ""),
        ({"section": "a\x1bb"}, "hold control characters"),
        ({"flags": ("a\x00b",)}, "hold control characters"),
    ],
)
def test_a_block_that_breaks_a_promise_is_named(changes: dict[str, object], said: str) -> None:
    found = broken(document(**changes))
    assert any(said in text for text in found) if said else found == []


@pytest.mark.parametrize(
    ("parsed", "said"),
    [
        (replace(document(), text="Rules\n\nShoes.\n"), "blocks joined"),
        (assemble([RawBlock("text", "a\x07b")], {}), "control character"),
        (assemble([RawBlock("text", "a\x85b")], {}), "control character"),
        (assemble([RawBlock("text", "x" * 1_100_000)], {}), "became 1,100,000 characters"),
        (replace(document(), metadata={"a": 1}), "are no text"),  # type: ignore[dict-item]
        (replace(document(), metadata={"a": "\x00"}), "hold control characters"),
        (assemble([RawBlock("text", "lone \ud800")], {}), "cannot be kept"),
        (assemble([RawBlock("text", "x")], {}, dropped=[Dropped("why", ["x"])]), "cannot be kept"),  # type: ignore[arg-type]
        (assemble([RawBlock("text", "x")], {}, dropped=[Dropped("why", ("x",))]), "cannot be kept"),  # type: ignore[arg-type]
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_document_that_breaks_a_promise_is_named(parsed: ParsedDocument, said: str) -> None:
    found = broken(parsed)
    assert any(said in text for text in found) if said else found == []


def swap(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(FORMATS, ".bad", ("bad", f"tests.testing.test_parser_contract:{name}"))


def restless(data: bytes, name: str, options: ParseOptions, seen: list[bytes] = []) -> ParsedDocument:  # noqa: B006 - it is meant to remember
    seen.append(data)
    return assemble([RawBlock("text", f"{len(seen)}")], {})


def fragile(data: bytes, name: str, options: ParseOptions) -> ParsedDocument:
    if data != b"good":
        raise KeyError("x")
    return assemble([RawBlock("text", "good")], {})


def test_a_parser_that_gives_two_documents_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    swap(monkeypatch, "restless")
    with pytest.raises(AssertionError, match=r"^a: parsed twice"):
        check_parser(".bad", {"a": b"good"})


def test_a_parser_that_fails_on_damage_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    swap(monkeypatch, "fragile")
    with pytest.raises(AssertionError, match=r"does not know why: the parser failed on it \(KeyError\)"):
        check_parser(".bad", {"a": b"good"})
    assert "KeyError" in broken_by(".bad", b"x")


def test_a_sample_must_be_read() -> None:
    with pytest.raises(UnreadableFileError):
        check_parser(".md", {"a": b"\xff"})


def test_damaged_copies_are_many_and_the_same_again() -> None:
    copies = list(damaged_copies(b"# House rules\n\nShoes stay outside.\n", 50, "a"))
    assert copies == list(damaged_copies(b"# House rules\n\nShoes stay outside.\n", 50, "a"))
    assert len(set(copies)) > 45
    assert list(damaged_copies(b"", 20))


def test_a_block_is_not_needed() -> None:
    assert broken(ParsedDocument("", ())) == []
    assert broken(ParsedDocument("x", (Block("text", "x", 0, 0, 1, ""),))) == []
