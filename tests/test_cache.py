"""Parsed files kept between ingests."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy_assistant import cache as cache_module
from policy_assistant.blocks import Box, Dropped, Line, ParsedDocument, RawBlock, assemble
from policy_assistant.cache import ParseCache
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.form import pack
from policy_assistant.parse.markdown import parse_markdown
from policy_assistant.spots import Spot
from tests.project import Project, page

HASH, OTHER = "ab" * 32, "cd" * 32

texts = st.text(max_size=20)
boxes = st.builds(Box, st.integers(1, 9), *[st.floats(0, 900)] * 4)
raw_blocks = st.builds(
    RawBlock,
    kind=st.sampled_from(("title", "heading", "text", "table", "code")),
    text=texts,
    level=st.integers(0, 6),
    source_lines=st.none() | st.tuples(st.integers(1, 99), st.integers(1, 99)),
    lines=st.lists(st.builds(Line, st.integers(0, 99), st.integers(0, 99), boxes), max_size=2).map(tuple),
    flags=st.lists(texts, max_size=2).map(tuple),
    spots=st.lists(st.builds(Spot, st.integers(0, 99), st.integers(0, 99), texts), max_size=2).map(tuple),
)


def cache_in(folder: Path, **options: Any) -> ParseCache:
    return ParseCache(folder, ParseOptions(**options))


def parsed(text: str = "Shoes stay outside.") -> ParsedDocument:
    return parse_markdown(page("house", text).encode(), "house.md", ParseOptions())


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@given(
    blocks=st.lists(raw_blocks, max_size=4),
    metadata=st.dictionaries(texts, texts, max_size=3),
    dropped=st.lists(st.builds(Dropped, texts, texts, texts), max_size=2),
    page_count=st.integers(0, 9),
)
def test_what_is_kept_comes_back_the_same(
    blocks: list[RawBlock], metadata: dict[str, str], dropped: list[Dropped], page_count: int
) -> None:
    document = assemble(blocks, metadata, dropped=dropped, page_count=page_count)
    with TemporaryDirectory() as folder:
        cache_in(Path(folder)).keep(HASH, ".pdf", document)
        assert cache_in(Path(folder)).load(HASH, ".pdf") == document


def test_another_file_or_another_ending_is_not_kept(tmp_path: Path) -> None:
    cache_in(tmp_path).keep(HASH, ".md", parsed())
    assert cache_in(tmp_path).load(OTHER, ".md") is None
    assert cache_in(tmp_path).load(HASH, ".html") is None


def test_another_parser_or_other_options_do_not_see_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_in(tmp_path).keep(HASH, ".html", parsed())
    assert cache_in(tmp_path, html_skip=("nav",)).load(HASH, ".html") is None
    monkeypatch.setattr(cache_module, "PARSER_VERSION", "another")
    assert cache_in(tmp_path).load(HASH, ".html") is None


def rewrite(entry: Path, damage: Callable[[str], str]) -> None:
    """Damage an entry as a bug of ours would: its first line is right."""
    packed = damage(entry.read_text(encoding="utf-8").partition("\n")[2]).encode()
    entry.write_bytes(hashlib.sha256(packed).hexdigest().encode() + b"\n" + packed)


def _cut(text: str) -> str:
    return text[: len(text) // 2]


def _without_blocks(text: str) -> str:
    return json.dumps({name: value for name, value in json.loads(text).items() if name != "blocks"})


def _with_short_block(text: str) -> str:
    return json.dumps(json.loads(text) | {"blocks": [["text", "Shoes"]]})


def _with_short_lines(text: str) -> str:
    values = json.loads(text)
    values["blocks"][0][5] = [1]
    return json.dumps(values)


@pytest.mark.parametrize(
    "damage",
    [_cut, _without_blocks, _with_short_block, _with_short_lines, lambda _: "", lambda _: "[]", lambda _: "null", lambda _: "[" * 200_000],
    ids=["cut", "no blocks", "short block", "short lines", "empty", "a list", "null", "nested"],
)
def test_a_damaged_entry_counts_as_none(tmp_path: Path, damage: Callable[[str], str]) -> None:
    cache = cache_in(tmp_path)
    cache.keep(HASH, ".md", parsed())
    (entry,) = entries(tmp_path)
    rewrite(entry, str)
    assert cache.load(HASH, ".md") == parsed()
    rewrite(entry, damage)
    assert cache.load(HASH, ".md") is None
    cache.keep(HASH, ".md", parsed())
    assert cache.load(HASH, ".md") == parsed()


def test_no_bit_of_an_entry_can_be_lost(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    cache.keep(HASH, ".md", parsed("Gates stay shut for 30 days."))
    (entry,) = entries(tmp_path)
    whole = entry.read_bytes()
    for at in range(len(whole)):
        entry.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert cache.load(HASH, ".md") is None
    for cut in (whole[:-1], whole[:40], whole[65:], whole + b" "):
        entry.write_bytes(cut)
        assert cache.load(HASH, ".md") is None


def test_an_entry_that_is_not_text_counts_as_none(tmp_path: Path) -> None:
    cache_in(tmp_path).keep(HASH, ".md", parsed())
    entries(tmp_path)[0].write_bytes(b"\xff\xfe\x00")
    assert cache_in(tmp_path).load(HASH, ".md") is None


def test_a_write_that_fails_leaves_the_entry_that_was_there(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    cache.keep(HASH, ".md", parsed())
    with pytest.raises(UnicodeEncodeError):
        cache.keep(HASH, ".md", assemble([RawBlock("text", "lone \ud800 surrogate")], {}))
    assert cache.load(HASH, ".md") == parsed()


def test_entries_of_files_that_left_are_deleted(tmp_path: Path) -> None:
    cache = cache_in(tmp_path)
    cache.keep(HASH, ".md", parsed("One."))
    cache.keep(OTHER, ".md", parsed("Two."))
    cache.prune([OTHER])
    assert (cache.load(HASH, ".md"), cache.load(OTHER, ".md")) == (None, parsed("Two."))
    assert len(entries(tmp_path)) == 1


def test_a_cache_that_does_not_exist_is_empty(tmp_path: Path) -> None:
    cache = cache_in(tmp_path / "none")
    cache.prune([])
    assert cache.load(HASH, ".md") is None
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_ingest_parses_only_what_it_had_not_parsed(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.add("house")
    project.ingest()
    (project.folder / "index.sqlite").unlink()
    project.add("garden", "## Rule\n\nGates stay shut.\n")
    read: list[str] = []
    monkeypatch.setattr("policy_assistant.reading.parse_apart", noting(read))
    assert project.ingest().added == ["documents/garden.md", "documents/house.md"]
    assert read == ["documents/garden.md"]


def test_the_folder_may_be_deleted_at_any_time(project: Project) -> None:
    project.add("house")
    project.ingest()
    before = project.chunks()
    for entry in entries(project.folder / "cache"):
        entry.unlink()
    project.ingest(rebuild=True)
    assert project.chunks() == before


def noting(read: list[str]) -> Callable[[bytes, str, ParseOptions], bytes]:
    """The parser, noting the names of what it reads."""

    def noted(data: bytes, name: str, options: ParseOptions) -> bytes:
        read.append(name)
        return pack(parse_markdown(data, name, options))

    return noted
