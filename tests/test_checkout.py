"""Git checkouts, read by git itself."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from policy_assistant.checkout import Commit, blobs_of, read_checkout
from tests.git import commit_all, git


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "tax.py").write_bytes(b"RATE = 5\n")
    (tmp_path / "shop" / "num\u00e9ro.py").write_bytes(b"N = 1\r\n")
    commit_all(tmp_path)
    return tmp_path


def test_a_checkout_has_a_commit_and_the_hashes_of_its_files(checkout: Path) -> None:
    found = read_checkout(checkout)
    assert found
    assert found.commit == git(checkout, "rev-parse", "HEAD")
    assert found.prefix == ""
    assert set(found.blobs) == {"shop/tax.py", "shop/num\u00e9ro.py"}
    assert found.blobs["shop/tax.py"] in blobs_of(b"RATE = 5\n").split()


def test_a_folder_inside_a_checkout_has_a_prefix(checkout: Path) -> None:
    found = read_checkout(checkout / "shop")
    assert found
    assert found.prefix == "shop/"
    assert set(found.blobs) == {"tax.py", "num\u00e9ro.py"}


def test_line_ends_of_windows_count_as_those_that_git_keeps() -> None:
    kept, raw = hashlib.sha1(b"blob 6\0N = 1\n"), hashlib.sha1(b"blob 7\0N = 1\r\n")
    assert blobs_of(b"N = 1\r\n").split() == [raw.hexdigest(), kept.hexdigest()]
    assert blobs_of(b"N = 1\n").split() == [kept.hexdigest()]


def test_a_folder_outside_any_checkout_has_none(tmp_path: Path) -> None:
    assert read_checkout(tmp_path) is None


def test_a_checkout_without_a_commit_has_none(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert read_checkout(tmp_path) is None


def test_a_machine_without_git_has_none(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    assert read_checkout(checkout) is None


def test_nothing_that_a_checkout_names_is_run(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    witness = tmp_path_factory.mktemp("witness") / "ran"
    script = checkout / "monitor.sh"
    script.write_text(f"#!/bin/sh\ntouch {witness}\n")
    script.chmod(0o755)
    git(checkout, "config", "core.fsmonitor", str(script))
    subprocess.run(["git", "-C", str(checkout), "status"], capture_output=True, check=False)
    assert witness.exists(), "git itself runs it"
    witness.unlink()
    assert read_checkout(checkout)
    assert not witness.exists()


def test_the_path_in_the_checkout() -> None:
    commit = Commit("src/", "backend/src/", "c" * 40)
    assert commit.path_of("src/shop/tax.py") == "backend/src/shop/tax.py"


def test_a_checkout_that_the_environment_names_is_not_meant(
    checkout: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    commit = commit_all(elsewhere)
    monkeypatch.setenv("GIT_DIR", str(elsewhere / ".git"))
    found = read_checkout(checkout)
    assert found
    assert found.commit != commit
    assert "shop/tax.py" in found.blobs
