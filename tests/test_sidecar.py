"""Metadata in a file beside the document."""

import os
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError, UnreadableFileError
from policy_assistant.sidecar import MAX_BYTES, described_by, read_sidecar, sidecar_of, unknown_fields


def write(folder: Path, content: str | bytes, name: str = "a.pdf.toml") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    toml = write(tmp_path, 'doc_id = "a"\nversion = 3\neffective_from = 2026-01-31\ntitle = """Two\n lines"""\n')
    json = write(tmp_path, '{"doc_id": "a", "version": 3, "effective_from": "2026-01-31", "title": "Two lines"}', "a.pdf.json")
    expected = {"doc_id": "a", "version": "3", "effective_from": "2026-01-31", "title": "Two lines"}
    assert (read_sidecar(toml, "n"), read_sidecar(json, "n"), read_sidecar(None, "n")) == (expected, expected, {})


def test_a_byte_order_mark_is_no_content(tmp_path: Path) -> None:
    assert read_sidecar(write(tmp_path, b'\xef\xbb\xbfowner = "HR"\n'), "n") == {"owner": "HR"}


def test_unknown_fields_are_left_out_and_named(tmp_path: Path) -> None:
    path = write(tmp_path, 'acces = "staff"\nowner = "HR"\n')
    assert read_sidecar(path, "documents/a.pdf.toml") == {"owner": "HR"}
    assert unknown_fields(path, "documents/a.pdf.toml") == [
        "documents/a.pdf.toml: 'acces' is not a field and was not used (did you mean `access`?)"
    ]


@pytest.mark.parametrize("value", ["1.10", "true", "[1]", "{a = 1}", "2026-01-31T10:00:00"])
def test_a_value_that_would_not_stay_as_written_is_refused(tmp_path: Path, value: str) -> None:
    with pytest.raises(InputRefusedError, match="documents/x: version is neither a text nor a day") as refused:
        read_sidecar(write(tmp_path, f"version = {value}\n"), "documents/x")
    assert "in quotes" in refused.value.hint


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf.toml", b"owner = HR\n"),
        ("a.pdf.toml", b'owner = "\xff"\n'),
        ("a.pdf.toml", b""),
        ("a.pdf.toml", b"#" * (MAX_BYTES + 1)),
        ("a.pdf.json", b"[" * 90_000),
        ("a.pdf.json", b"[1]"),
        ("a.pdf.json", b'{"version": NaN}'),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    with pytest.raises(InputRefusedError, match=r"^documents/x: ") as refused:
        read_sidecar(write(tmp_path, content, name), "documents/x")
    assert not isinstance(refused.value, UnreadableFileError)


def test_one_that_cannot_be_opened_is_another_error(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="documents/x: no such file"):
        read_sidecar(tmp_path / "a.pdf.toml", "documents/x")


def test_names_of_sidecars(tmp_path: Path) -> None:
    assert [described_by(name) for name in ("a.pdf.toml", "a.PDF.JSON", "a.pdf", ".toml")] == ["a.pdf", "a.PDF", "", ""]
    path = write(tmp_path, "x", "a.pdf.json")
    assert (sidecar_of(tmp_path / "a.pdf"), sidecar_of(tmp_path / "b.pdf"), sidecar_of(None)) == (path, None, None)


def test_a_link_a_folder_or_a_pipe_is_not_read(tmp_path: Path) -> None:
    secret = write(tmp_path, 'owner = "HR"\n', "secret.toml")
    (tmp_path / "link.pdf.toml").symlink_to(secret)
    (tmp_path / "folder.pdf.toml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.pdf.toml")
    for path in tmp_path.glob("*.pdf.toml"):
        with pytest.raises(UnreadableFileError, match="documents/x: is no plain file"):
            read_sidecar(path, "documents/x")
