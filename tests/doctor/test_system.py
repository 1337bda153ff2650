"""What stands around a project: drives, room, Python, SQLite, optional parts."""

import platform
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from policy_assistant.doctor import system
from policy_assistant.doctor.system import NETWORK_FILE_SYSTEMS, file_system
from tests.doctor.test_sample import Sample, sound_sample

MOUNTS = r"""/dev/sda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
server:/export /srv/share nfs4 rw,vers=4.2 0 0
/dev/sdb1 /srv/share/local xfs rw 0 0
//host/team /mnt/our\040team cifs rw 0 0
me@host: /home/me/far fuse.sshfs rw 0 0
systemd-1 /auto autofs rw 0 0
server:/auto /auto nfs rw 0 0
broken line
"""


class Usage(NamedTuple):
    """As `shutil.disk_usage` gives it."""

    total: int
    used: int
    free: int


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    return sound_sample(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/me/project/index.sqlite", "ext4"),
        ("/srv/share/project/index.sqlite", "nfs4"),
        ("/srv/shared/index.sqlite", "ext4"),
        ("/srv/share/local/index.sqlite", "xfs"),
        ("/mnt/our team/index.sqlite", "cifs"),
        ("/home/me/far/index.sqlite", "fuse.sshfs"),
        ("/auto/index.sqlite", "nfs"),
    ],
)
def test_the_longest_mount_point_tells_the_file_system(path: str, kind: str) -> None:
    assert file_system(path, MOUNTS) == kind


@pytest.mark.parametrize("mounts", ["", "\n\n", "one\n", "a b\n"])
def test_mounts_that_say_nothing_give_no_file_system(mounts: str) -> None:
    assert file_system("/srv/index.sqlite", mounts) == ""


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "smbfs", "sshfs", "9p", "afs", "ceph", "glusterfs"])
def test_drives_of_other_machines_are_known(kind: str) -> None:
    assert kind in NETWORK_FILE_SYSTEMS


@pytest.mark.parametrize("kind", ["nfs4", "fuse.sshfs"])
def test_an_index_on_a_network_drive_is_a_problem(sample: Sample, kind: str) -> None:
    system.MOUNTS.write_text(f"/dev/sda1 / ext4 rw 0 0\nfar: {sample.folder.resolve()} {kind} rw 0 0\n")
    assert sample.found() == [
        (
            "drive",
            "problem",
            f"the index is on a network drive ({kind}), where SQLite's write-ahead log is not safe",
            "set [store] path to a file on a local drive",
        )
    ]


def test_a_system_that_does_not_tell_its_drives_is_not_checked(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "MOUNTS", sample.folder / "no-such-file")
    not_run = {o.check.name: o.not_run for o in sample.examine().outcomes if o.not_run}
    assert list(not_run) == ["drive"]
    assert "does not say which drives" in not_run["drive"]


def test_too_little_room_for_a_rebuild_is_a_problem(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    size = (sample.folder / "index.sqlite").stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 2 * size - 1))
    assert [f[:2] for f in sample.found()] == [("space", "problem")]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9, 2 * size))
    assert sample.found() == []


def test_sqlite_without_what_the_index_needs_is_a_problem(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "TOKENIZER", "no_such_tokenizer")
    found = sample.found()
    assert [f[:2] for f in found] == [("sqlite", "problem")]
    assert "no_such_tokenizer" in found[0][2]


def test_an_old_python_is_a_problem(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "python_version_tuple", lambda: ("3", "10", "14"))
    assert [(f[0], f[3]) for f in sample.found()] == [("python", "install Python 3.11 or newer, then policy-assistant in it")]


def test_an_optional_part_that_is_not_installed_is_a_note(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "EXTRAS", {"report": ("`eval --report`", ("json", "no_such_module"))})
    found = sample.found()
    assert [(f[0], f[1], f[3]) for f in found] == [("extras", "note", "pip install 'policy-assistant[report]'")]
    assert "no_such_module" in found[0][2]


def test_the_report_part_is_one_of_the_optional_parts() -> None:
    assert system.EXTRAS["report"][1] == ("jinja2", "matplotlib")
