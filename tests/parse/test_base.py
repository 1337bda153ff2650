"""The way into the formats: which files are read, and how one that cannot be read is refused."""

from pathlib import Path

import pytest

from policy_assistant.errors import UnreadableFileError
from policy_assistant.parse.base import FORMATS, REFUSED, ParseOptions, format_of, parse, parse_bytes


def refusal(name: str, data: bytes = b"# T\n\nx\n", options: ParseOptions | None = None) -> UnreadableFileError:
    with pytest.raises(UnreadableFileError) as refused:
        parse_bytes(data, name, options or ParseOptions())
    return refused.value


@pytest.mark.parametrize(
    ("name", "fmt"),
    [
        ("a.md", "md"),
        ("A.HTM", "html"),
        ("b.html", "html"),
        ("c.Pdf", "pdf"),
        ("d.docx", "docx"),
        ("e.XLSM", "xlsx"),
        ("f.tsv", "csv"),
        ("g.doc", ""),
        ("md", ""),
    ],
)
def test_the_ending_names_the_format(name: str, fmt: str) -> None:
    assert format_of(Path(name)) == fmt


@pytest.mark.parametrize(("name", "shown"), [("a.jpeg", ".jpeg"), ("README", "README"), ("a.md.bak", ".bak")])
def test_another_ending_is_refused_with_the_formats(name: str, shown: str) -> None:
    error = refusal(name)
    assert str(error) == f"{name}: cannot read files ending in `{shown}`"
    assert error.hint == f"formats: {', '.join(FORMATS)}"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("a.DOC", "save it as .docx"),
        ("a.xls", "save it as .xlsx"),
        ("a.ppt", "save it as .pptx"),
        ("a.tar.gz", "unpack it"),
        ("a.7z", "unpack it"),
    ],
)
def test_older_formats_and_archives_are_refused_with_what_to_do(name: str, hint: str) -> None:
    error = refusal(name, b"\xd0\xcf\x11\xe0")
    assert "cannot read files ending in" in error.reason
    assert hint in error.hint
    assert not FORMATS.keys() & REFUSED.keys()


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n"])
@pytest.mark.parametrize("name", [f"a{ending}" for ending in FORMATS])
def test_an_empty_file_is_refused_in_every_format(name: str, data: bytes) -> None:
    assert refusal(name, data).reason == "the file is empty"


def test_a_file_without_text_is_refused() -> None:
    assert refusal("a.md", b"---\ndoc_id: a\n---\n\n<!-- nothing -->\n").reason == "no text was found in it"
    assert refusal("a.html", b"<html><body><script>x()</script></body></html>").reason == "no text was found in it"


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"x" * 11)
    with pytest.raises(UnreadableFileError, match=r"a\.md: 11 bytes; files over 10 bytes are not read") as refused:
        parse(path, ParseOptions(max_bytes=10))
    assert refused.value.hint == "raise [corpus] max_file_mb"


def test_a_file_that_is_missing_or_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="no such file or directory"):
        parse(tmp_path / "a.md")
    (tmp_path / "b.md").mkdir()
    with pytest.raises(UnreadableFileError, match="is a directory"):
        parse(tmp_path / "b.md")


def test_a_fault_of_a_parser_is_an_unreadable_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, ".zap", ("zap", f"{__name__}:broken_parser"))
    error = refusal("a.zap")
    assert error.reason == "the parser failed on it (ZeroDivisionError)"
    assert "please report it" in error.hint


def broken_parser(data: bytes, name: str, options: ParseOptions) -> None:
    raise ZeroDivisionError
