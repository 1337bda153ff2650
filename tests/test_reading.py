"""Reading files: under the limits, from the cache where it can be, and never another text than the one planned for."""

from pathlib import Path

import pytest

from policy_assistant.cache import ParseCache
from policy_assistant.errors import InputRefusedError, SettingsError, UnreadableFileError
from policy_assistant.parse.base import ParseOptions
from policy_assistant.parse.code import parse_code
from policy_assistant.reading import code_before, digest_of, options_of, own_metadata, parsed, parsed_before, read
from policy_assistant.sources import Source, find_sources
from tests.parse.broken_library import fresh_processes
from tests.project import Project, page

CODE = b"class A:\n    def f(self):\n        return 1\n"


def source(path: Path) -> Source:
    return Source(f"documents/{path.name}", path, path.stat().st_size, path.stat().st_mtime_ns)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b'{"text": "x"}', b'{"text":"x","blocks":[["text"]],"metadata":{},"dropped":[],"page_count":0}']
)
def test_a_damaged_entry_of_the_cache_is_parsed_again(project: Project, parses: list[str], damage: bytes) -> None:
    project.add("shoes")
    project.ingest()
    for path in (project.folder / "cache").rglob("*.json"):
        path.write_bytes(damage)
    project.ingest(rebuild=True)
    assert (project.found("shoes"), len(parses)) == (["shoes"], 2)


def test_the_cache_keeps_only_what_the_index_holds(project: Project) -> None:
    project.add("shoes")
    project.add("socks")
    project.ingest()
    project.add("shoes", "## New\n\nText.\n")
    (project.documents / "socks.md").unlink()
    project.ingest()
    assert len(list((project.folder / "cache").rglob("*.json"))) == 1


def test_other_parts_to_skip_are_not_served_from_the_cache(project: Project) -> None:
    project.write(
        "a.html",
        '<html><meta name="doc_id" content="a"><meta name="version" content="1"><article><p class=x>zebra</p><p>rule</p></article></html>',
    )
    project.ingest()
    assert project.found("zebra") == ["a"]
    project.configure('[corpus]\nhtml_skip = [".x"]\n')
    project.ingest(rebuild=True)
    assert (project.found("zebra"), project.found("rule")) == ([], ["a"])


def test_a_wrong_selector_stops_the_ingest_as_a_wrong_setting(project: Project) -> None:
    project.write("a.html", "<article><p>x</p></article>")
    project.configure('[corpus]\nhtml_skip = ["p["]\n')
    with pytest.raises(SettingsError, match="'p\\[' is not a CSS selector"):
        project.ingest()


def test_a_file_over_the_limit_is_skipped_with_its_size(project: Project) -> None:
    project.configure("[corpus]\nmax_file_mb = 1\n")
    project.add("shoes")
    project.write("big.md", b"x" * 1_000_001)
    assert project.ingest().skipped == [
        ("documents/big.md", "1,000,001 bytes; files over 1,000,000 bytes are not read; raise [corpus] max_file_mb")
    ]


def test_the_settings_give_the_limits(project: Project) -> None:
    project.configure('[corpus]\nhtml_skip = [".x"]\nmax_file_mb = 3\nmax_pages = 7\nmax_seconds = 5\nmax_memory_mb = 300\n')
    assert options_of(project.settings) == ParseOptions((".x",), 3_000_000, 7, 5, 50, 300)


def test_a_file_that_is_gone_is_unreadable_with_the_systems_reason(project: Project) -> None:
    path = project.add("shoes")
    found = source(path)
    path.unlink()
    with pytest.raises(UnreadableFileError, match=r"documents/shoes\.md: no such file or directory"):
        read(found, ParseOptions())


def test_what_a_file_says_of_itself_is_kept_for_the_ingest(project: Project, parses: list[str]) -> None:
    project.add("shoes", access="staff")
    (found,) = find_sources(project.settings).sources
    assert own_metadata(project.settings, found)["access"] == "staff"
    project.ingest()
    assert parses == ["documents/shoes.md"]


def test_a_text_comes_from_the_cache_whatever_the_file_says_by_now(project: Project, tmp_path: Path) -> None:
    path = project.add("shoes")
    cache, options, data = ParseCache(tmp_path / "cache", ParseOptions()), ParseOptions(), path.read_bytes()
    before = parsed(source(path), data, digest_of(data), cache, options)
    path.write_text(page("shoes", "## Other\n\nText.\n"), encoding="utf-8")
    assert parsed_before(source(path), digest_of(data), cache, options) == before


def test_without_the_cache_a_file_must_be_what_it_was(project: Project, tmp_path: Path) -> None:
    path = project.add("shoes")
    cache, options, digest = ParseCache(tmp_path / "cache", ParseOptions()), ParseOptions(), digest_of(path.read_bytes())
    assert parsed_before(source(path), digest, cache, options).title == "Shoes"
    cache.prune([])
    path.write_text(page("shoes", "## Other\n\nText.\n"), encoding="utf-8")
    with pytest.raises(InputRefusedError, match=r"documents/shoes\.md changed while it was being ingested") as refused:
        parsed_before(source(path), digest, cache, options)
    assert refused.value.hint == "run the ingest again"


def code(folder: Path) -> Source:
    path = folder / "a.py"
    path.write_bytes(CODE)
    return Source("code/a.py", path, len(CODE), 0)


def test_pieces_of_code_are_those_of_its_grammar(tmp_path: Path) -> None:
    assert code_before(code(tmp_path), digest_of(CODE), ParseOptions()) == parse_code(CODE, "code/a.py")


def test_a_grammar_that_crashes_leaves_windows_of_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tree_sitter", reason="the extra `code` is not installed")
    (tmp_path / "tree_sitter.py").write_text("import os\nos.abort()\n", encoding="utf-8")
    with monkeypatch.context() as patched, fresh_processes():
        patched.setenv("PYTHONPATH", str(tmp_path))
        found = code_before(code(tmp_path), digest_of(CODE), ParseOptions())
    assert [block.place.kind for block in found.blocks if block.place] == ["lines"]


def test_code_that_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputRefusedError, match="changed while"):
        code_before(code(tmp_path), digest_of(b"other"), ParseOptions())
