"""Backups that are damaged, or made by somebody who means harm: nothing of them is believed."""

import contextlib
import io
import random
import stat
import warnings
import zipfile
from pathlib import Path

import pytest

from policy_assistant.backup import archive as module
from policy_assistant.backup import manifest as manifest_module
from policy_assistant.backup import restore_backup, verify_backup
from policy_assistant.errors import InputRefusedError, UsageError
from policy_assistant.settings_file import FILE_NAME
from tests.backup.samples import SETTINGS, backup_of, empty, fill, manifest_of, tree, zipped
from tests.project import Project

FILES = {FILE_NAME: SETTINGS.encode(), "glossary.txt": b"shoes = boots\n"}


def entry(name: str, kind: int = 0) -> zipfile.ZipInfo:
    made = zipfile.ZipInfo(name)
    made.external_attr = (kind | 0o777) << 16
    return made


def refused(path: Path, message: str) -> InputRefusedError:
    """What verifying and restoring both say; neither writes anything, in or out of the project."""
    project = empty(path.parent / "target")
    with pytest.raises(InputRefusedError, match=message) as caught:
        verify_backup(path)
    with pytest.raises(InputRefusedError, match=message):
        restore_backup(project.folder, path, force=True)
    assert tree(path.parent) == {path.name: path.read_bytes()}
    assert list(project.folder.iterdir()) == []
    return caught.value


def test_a_backup_made_by_hand_is_as_good(tmp_path: Path) -> None:
    assert [file.name for file in verify_backup(zipped(tmp_path / "b.zip", FILES)).files] == list(FILES)


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "../../etc/passwd",
        "/etc/passwd",
        "C:\\x",
        "..\\x",
        "corpus/inventory.csv",
        "./state.sqlite",
        "state.sqlite/",
        "STATE.SQLITE",
        "state.sqlite ",
        "state.sqlite-wal",
        ".bashrc",
        "\u202einventory.csv",
        "x" * 5000,
    ],
)
def test_a_name_that_no_backup_has_is_refused(tmp_path: Path, name: str) -> None:
    refused(zipped(tmp_path / "b.zip", FILES | {name: b"x"}), "is no name in a backup")


def test_a_name_that_goes_on_behind_a_nul_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "b.zip", {**FILES, "glossaryXtxtX../x": b"x"})
    path.write_bytes(path.read_bytes().replace(b"glossaryXtxtX", b"glossary.txt\0"))
    refused(path, "is no name in a backup")


def test_a_name_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w") as archive:
        warnings.simplefilter("ignore")
        for _ in range(2):
            archive.writestr("glossary.txt", b"x")
        archive.writestr("manifest.json", manifest_of({"glossary.txt": b"x"}))
    refused(path, "glossary.txt is in the backup twice")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFDIR, stat.S_IFIFO, stat.S_IFCHR])
def test_what_is_no_file_is_refused(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(entry("glossary.txt", kind), b"/etc/passwd")
        archive.writestr("manifest.json", manifest_of({"glossary.txt": b"/etc/passwd"}))
    refused(path, "glossary.txt in the backup is not a file but a link")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_another_packing_is_refused(tmp_path: Path, method: int) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("glossary.txt", b"x")
        archive.writestr("manifest.json", manifest_of({"glossary.txt": b"x"}))
    refused(path, "is packed in another way than ours")


def test_a_file_that_unpacks_to_too_much_is_refused_unread(tmp_path: Path) -> None:
    bomb = b"\0" * 10_000_001
    path = zipped(tmp_path / "b.zip", {"glossary.txt": bomb})
    assert path.stat().st_size < 20_000
    refused(path, r"glossary.txt would unpack to 10,000,001 bytes; allowed: 10,000,000")


def test_files_that_are_too_much_together_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", 50)
    refused(zipped(tmp_path / "b.zip", FILES), r"would unpack to \d+ bytes; allowed: 50")


def test_a_file_that_is_longer_than_it_says_is_refused(tmp_path: Path) -> None:
    """The sizes in the zip file are made small; what is packed is large."""
    path = zipped(tmp_path / "b.zip", {"glossary.txt": b"\0" * 1_000_000})
    size = (1_000_000).to_bytes(4, "little")
    assert path.read_bytes().count(size) == 2
    path.write_bytes(path.read_bytes().replace(size, (1000).to_bytes(4, "little")).replace(b'"size": 1000000', b'"size": 1000   '))
    refused(path, "damaged|manifest")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": 2}, "the backup has format 2; this version knows 1"),
        ({"format": "1"}, "is not that of a backup"),
        ({"format": True}, "is not that of a backup"),
        ({"schema": -1}, "is not that of a backup"),
        ({"made_at": None}, "is not that of a backup"),
        ({"product": "x" * 101}, "is not that of a backup"),
        ({"files": 5}, "is not that of a backup"),
        ({"files": [5]}, "is not that of a backup"),
        ({"files": [{"name": "glossary.txt", "size": 14, "sha256": "xyz"}]}, "is not that of a backup"),
        ({"files": []}, "are not those of its manifest"),
    ],
)
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, fields: dict[str, object], message: str) -> None:
    refused(zipped(tmp_path / "b.zip", FILES, **fields), message)


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"\xff", b"[" * 50_000, b"{" + b'"a":{' * 10_000])
def test_a_manifest_that_is_no_record_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.json", data)
    refused(path, "is not that of a backup")


def test_a_file_that_the_manifest_names_twice_is_refused(tmp_path: Path) -> None:
    records = [{"name": "glossary.txt", "size": 1, "sha256": "0" * 64}] * 2
    refused(zipped(tmp_path / "b.zip", {"glossary.txt": b"x"}, files=records), "are not those of its manifest")


def test_a_file_that_is_not_in_the_manifest_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("glossary.txt", b"x")
        archive.writestr("inventory.csv", b"x")
        archive.writestr("manifest.json", manifest_of({"glossary.txt": b"x"}))
    refused(path, "are not those of its manifest")


def test_a_file_with_another_hash_is_refused_before_a_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("inventory.csv", b"shoes = hats")
        archive.writestr("manifest.json", manifest_of({"inventory.csv": b"shoes = keys"}))
    refused(path, "inventory.csv in the backup is not what its manifest says")


def test_a_zip_file_without_a_manifest_is_no_backup(tmp_path: Path) -> None:
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("glossary.txt", b"x")
    refused(path, "has no manifest")


@pytest.mark.parametrize("data", [b"", b"PK", b"something else entirely", b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_zip_file_is_no_backup(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "b.zip"
    path.write_bytes(data)
    refused(path, "b.zip is damaged or is no backup")


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    for path in (tmp_path / "none.zip", tmp_path):
        with pytest.raises(UsageError, match="no backup at"):
            verify_backup(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("whole") / "project"
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    fill(project)
    return backup_of(project).read_bytes()


@pytest.mark.parametrize("seed", range(40))
def test_damage_anywhere_is_found_or_does_no_harm(tmp_path: Path, whole: bytes, seed: int) -> None:
    """Bytes changed or cut off: the backup is refused, or every file in it is still as it was."""
    chance = random.Random(seed)
    data = bytearray(whole)
    if seed % 4 == 0:
        del data[chance.randrange(len(data)) :]
    else:
        for _ in range(chance.choice((1, 1, 5))):
            data[chance.randrange(len(data))] ^= chance.randrange(1, 256)
    path = tmp_path / "b.zip"
    path.write_bytes(data)
    with contextlib.suppress(InputRefusedError):
        verify_backup(path)
        assert files_of(path.read_bytes()) == files_of(whole)


def files_of(data: bytes) -> dict[str, bytes]:
    """Name -> bytes of the files in a backup."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name != "manifest.json"}


def test_the_limits_cover_every_name() -> None:
    assert {manifest_module.MANIFEST, *manifest_module.places(Project(Path.cwd()).settings)} == set(manifest_module.LIMITS)
