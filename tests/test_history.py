import os
import subprocess
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError
from policy_assistant.history import FileHistory, read_blob, read_history, split_state, state_name
from tests.git import commit_all, git


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    git(tmp_path, "init", "--quiet")
    return folder


def save(folder: Path, name: str, text: str, day: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return commit_all(folder.parent, day)


def days(history: FileHistory) -> list[tuple[str, str]]:
    return [(state.path, state.day) for state in history.states]


def test_each_state_has_its_commit_its_day_and_its_content(docs: Path) -> None:
    first = save(docs, "a.md", "one", "2024-01-01")
    save(docs, "b.md", "other", "2024-01-15")
    second = save(docs, "a.md", "two", "2024-02-01")
    a, b = read_history(docs)
    assert (a.path, b.path) == ("a.md", "b.md")
    assert [(state.commit, state.day) for state in a.states] == [(first, "2024-01-01"), (second, "2024-02-01")]
    assert [read_blob(docs, state.blob) for state in a.states] == [b"one", b"two"]
    assert read_blob(docs, "0" * 40) is None


def test_only_files_below_the_folder_count_and_sub_folders_do(docs: Path) -> None:
    (docs.parent / "outside.md").write_text("x", encoding="utf-8")
    save(docs, 'sub/été "x".md', "y", "2024-01-02")
    assert [history.path for history in read_history(docs)] == ['sub/été "x".md']


def test_of_several_states_on_a_day_the_last_counts(docs: Path) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    save(docs, "a.md", "two", "2024-01-01")
    save(docs, "a.md", "three", "2023-12-01")
    (history,) = read_history(docs)
    assert days(history) == [("a.md", "2024-01-01")]
    assert read_blob(docs, history.states[0].blob) == b"three"
    assert history.replaced == 2


def test_a_renamed_file_goes_on_and_a_rename_alone_is_no_state(docs: Path) -> None:
    save(docs, "a.md", "one\n" * 20, "2024-01-01")
    git(docs, "mv", "a.md", "b.md")
    commit_all(docs.parent, "2024-02-01")
    save(docs, "b.md", "one\n" * 20 + "more", "2024-03-01")
    (history,) = read_history(docs)
    assert (history.path, days(history)) == ("b.md", [("b.md", "2024-01-01"), ("b.md", "2024-03-01")])
    assert history.replaced == 0


def test_a_deleted_file_ends_and_one_of_its_name_begins_anew(docs: Path) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    (docs / "a.md").unlink()
    commit_all(docs.parent, "2024-02-01")
    save(docs, "a.md", "wholly other", "2024-03-01")
    now, before = read_history(docs)
    assert (days(before), before.ended) == ([("a.md", "2024-01-01")], "2024-02-01")
    assert (days(now), now.ended) == ([("a.md", "2024-03-01")], "")


def test_a_file_that_was_deleted_on_its_first_day_was_never_in_force(docs: Path) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    (docs / "a.md").unlink()
    commit_all(docs.parent, "2024-01-01")
    assert read_history(docs) == []


def test_what_was_tried_beside_the_branch_counts_from_its_merge(docs: Path) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    main = git(docs, "symbolic-ref", "--short", "HEAD")
    git(docs, "switch", "--quiet", "--create", "draft")
    save(docs, "a.md", "draft", "2024-02-01")
    save(docs, "a.md", "two", "2024-03-01")
    git(docs, "switch", "--quiet", main)
    save(docs, "b.md", "b", "2024-03-02")
    git(docs, "merge", "--quiet", "--no-ff", "--no-edit", "draft", day="2024-04-01")
    history = read_history(docs)[0]
    assert [(state.day, read_blob(docs, state.blob)) for state in history.states] == [("2024-01-01", b"one"), ("2024-04-01", b"two")]


def test_links_are_no_files(docs: Path) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    (docs / "b.md").symlink_to("a.md")
    commit_all(docs.parent, "2024-02-01")
    assert [history.path for history in read_history(docs)] == ["a.md"]


def test_a_checkout_without_commits_has_no_history_and_another_folder_is_refused(
    docs: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert read_history(docs) == []
    with pytest.raises(InputRefusedError, match="no git checkout"):
        read_history(tmp_path_factory.mktemp("plain"))


def test_the_name_of_a_state_tells_file_and_commit() -> None:
    name = state_name("docs/a.md", "0123456789abcdef0123")
    assert name == "docs/a.md@0123456789ab"
    assert split_state(name) == ("docs/a.md", "0123456789ab")
    assert split_state("docs/me@home.md") == ("docs/me@home.md", "")


@pytest.mark.parametrize("name", ["a\x01b.md", "a\x1b[31m.md", "\x010123456789012345678901234567890123456789 5", "b\n:100644.md"])
def test_no_name_of_a_file_passes_for_anything_else(docs: Path, name: str) -> None:
    save(docs, name, "one", "2024-01-01")
    save(docs, "a.md", "two", "2024-02-01")
    assert [(history.path, days(history)) for history in read_history(docs)] == sorted(
        [(name, [(name, "2024-01-01")]), ("a.md", [("a.md", "2024-02-01")])]
    )


def test_a_name_that_is_not_utf_8_costs_nothing_else(docs: Path) -> None:
    save(docs, "a.md", "two", "2024-02-01")
    (docs / os.fsdecode(b"b\xff.md")).write_text("x", encoding="utf-8")
    commit_all(docs.parent, "2024-03-01")
    assert next(history.path for history in read_history(docs)) == "a.md"


@pytest.mark.parametrize("time", ["99999999999999 +0000", "nonsense", "-5 +0000", ""])
def test_a_commit_with_a_nonsense_date_has_the_day_of_the_one_before(docs: Path, time: str) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    (docs / "b.md").write_text("two", encoding="utf-8")
    commit_all(docs.parent, "2024-02-01")
    told = git(docs, "cat-file", "commit", "HEAD")
    lines = [f"committer Ada <a@example.org> {time}" if line.startswith("committer") else line for line in told.split("\n")]
    made = subprocess.run(
        ["git", "-C", str(docs), "hash-object", "-t", "commit", "-w", "--stdin", "--literally"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        check=True,
        text=True,
    )
    git(docs, "update-ref", "HEAD", made.stdout.strip())
    assert [days(history) for history in read_history(docs)] == [[("a.md", "2024-01-01")], [("b.md", "2024-01-01")]]


def test_settings_of_a_checkout_neither_run_a_program_nor_hide_states(docs: Path, tmp_path: Path) -> None:
    save(docs, "a.md", "one", "2024-01-01")
    mark = tmp_path.parent / f"{tmp_path.name}-was-run"
    program = tmp_path.parent / f"{tmp_path.name}-program"
    program.write_text(f"#!/bin/sh\ntouch '{mark}'\n", encoding="utf-8")
    program.chmod(0o755)
    told = git(docs, "cat-file", "commit", "HEAD").split("\n")
    place = told.index("")
    signed = [*told[:place], "gpgsig -----BEGIN PGP SIGNATURE-----", " ", " x", " -----END PGP SIGNATURE-----", *told[place:]]
    made = subprocess.run(
        ["git", "-C", str(docs), "hash-object", "-t", "commit", "-w", "--stdin"],
        input="\n".join(signed) + "\n",
        capture_output=True,
        check=True,
        text=True,
    )
    git(docs, "update-ref", "HEAD", made.stdout.strip())
    for key, value in (("log.showSignature", "true"), ("gpg.program", str(program)), ("log.showroot", "false")):
        git(docs, "config", key, value)
    assert [history.path for history in read_history(docs)] == ["a.md"]
    assert not mark.exists()
    git(docs, "log", "-1")
    assert mark.exists()  # a git that is asked without care runs it
