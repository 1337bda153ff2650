"""The files of code of a project: which are read, and why others are not."""

import os
from pathlib import Path

import pytest

from policy_assistant.code_files import FoundCode, find_code
from policy_assistant.code_folders import code_folders
from policy_assistant.errors import InputRefusedError, SettingsError, UsageError
from policy_assistant.settings import CodeSettings, CorpusSettings, Settings


def write(folder: Path, *names: str, text: str = "x = 1\n") -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def found(folder: Path, **code: object) -> FoundCode:
    return find_code(Settings(folder, code=CodeSettings(**code)))  # type: ignore[arg-type]


def names(folder: Path, **code: object) -> list[str]:
    return [source.name for source in found(folder, **code).sources]


def test_a_project_without_documents_is_one_of_code(tmp_path: Path) -> None:
    write(tmp_path, "b.py", "a/c.go", "notes", ".hidden", ".git/config", "a/.tool/x.py")
    sources = found(tmp_path)
    assert [source.name for source in sources.sources] == ["a/c.go", "b.py", "notes"]
    assert sources.passed_over == {"hidden": 3}
    source = sources.sources[1]
    status = (tmp_path / "b.py").stat()
    assert (source.path, source.size, source.mtime) == (tmp_path / "b.py", status.st_size, status.st_mtime_ns)


def test_where_code_is(tmp_path: Path) -> None:
    assert code_folders(Settings(tmp_path)) == [tmp_path]
    assert code_folders(Settings(tmp_path, code=CodeSettings(("src", "../lib")))) == [tmp_path / "src", tmp_path.parent / "lib"]
    (tmp_path / "corpus").mkdir()
    assert code_folders(Settings(tmp_path)) == []
    (tmp_path / "corpus").rename(tmp_path / "rules")
    assert code_folders(Settings(tmp_path, corpus=CorpusSettings(folders=("rules",)))) == []


def test_names_are_relative_to_the_project_and_to_folders_outside_it(tmp_path: Path) -> None:
    project = tmp_path / "project"
    write(project, "src/a.py")
    write(tmp_path, "lib/deep/b.py")
    assert names(project, folders=("src/", "../lib")) == ["lib/deep/b.py", "src/a.py"]


def test_folders_that_cannot_be_told_apart_or_are_missing_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "p/src/a.py", "p/lib/x.py", "lib/x.py")
    with pytest.raises(UsageError, match="no folder of code at"):
        names(tmp_path / "p", folders=("absent",))
    with pytest.raises(SettingsError, match="lies inside"):
        names(tmp_path / "p", folders=(".", "src"))
    with pytest.raises(SettingsError, match=r"two files are called .lib/x\.py."):
        names(tmp_path / "p", folders=("lib", "../lib"))


def test_nested_ignore_files_are_kept_to_and_the_nearest_wins(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="*.log\n!keep.log\n/top.py\nout/\ndeep/*\n!deep/kept.py\n# comment\n\n")
    write(tmp_path, "a/.gitignore", text="!b.log\nc.py\n/d.py\n")
    write(tmp_path, "x.log", "keep.log", "top.py", "a/top.py", "a/b.log", "a/x.log", "a/c.py", "c.py", "a/d.py", "a/e/d.py", "a/e/c.py")
    write(tmp_path, "out/x.py", "a/out/y.py", "deep/x.py", "deep/kept.py", "deep/in/z.py")
    assert names(tmp_path) == ["a/b.log", "a/e/d.py", "a/top.py", "c.py", "deep/kept.py", "keep.log"]


def test_ignore_files_above_the_folder_hold_up_to_the_top_of_the_checkout(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="a.py\n")
    write(tmp_path, "repo/.gitignore", text="b.py\n/src/e.py\n/e.py\n/src/in/f.py\n")
    write(tmp_path, "repo/src/.gitignore", text="c.py\n!b.py\n")
    write(tmp_path, *(f"repo/src/{name}.py" for name in "abcde"))
    write(tmp_path, "repo/src/in/f.py", "repo/src/in/g.py")
    src = tmp_path / "repo" / "src"
    assert names(src) == ["a.py", "b.py", "d.py", "e.py", "in/f.py", "in/g.py"], "without a checkout, nothing above counts"
    (tmp_path / "repo" / ".git").mkdir()
    assert names(src) == ["a.py", "b.py", "d.py", "in/g.py"]


def test_of_two_ignore_files_above_the_folder_the_nearer_one_wins(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="a.py\nb.py\n")
    write(tmp_path, "mid/.gitignore", text="!b.py\n")
    write(tmp_path, ".git/config", "mid/src/a.py", "mid/src/b.py")
    assert names(tmp_path / "mid" / "src") == ["b.py"]


def test_patterns_of_the_settings_leave_out_and_take_back(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", text="made.py\n")
    write(tmp_path, "made.py", "a.py", "tests/b.py", "node_modules/x.js", ".github/ci.yml", ".env", "own.min.js")
    assert names(tmp_path) == ["a.py", "tests/b.py"]
    exclude = ("tests/", "!made.py", "!node_modules/", "!.github/", "!own.min.js")
    assert names(tmp_path, exclude=exclude) == [".github/ci.yml", "a.py", "made.py", "node_modules/x.js", "own.min.js"]
    with pytest.raises(SettingsError, match="more than three stars"):
        names(tmp_path, exclude=("a*b*c*d*e",))


def test_what_others_wrote_and_what_was_built_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "package.json", "src/a.js", "node_modules/x/index.js", "dist/a.js", "vendor/y.js", "a.egg-info/b.txt")
    write(tmp_path, "env/pyvenv.cfg", "env/lib/c.py", "src/__pycache__/a.txt")
    result = found(tmp_path)
    assert [source.name for source in result.sources] == ["package.json", "src/a.js"]
    assert result.passed_over == {"vendored": 4, "build output": 2}


def test_folders_that_only_sound_like_that_are_read(tmp_path: Path) -> None:
    write(tmp_path, "setup.py", "build/__init__.py", "build/a.py", "shop/vendor/models.py", "shop/target/b.py", "bin/run.sh")
    assert len(names(tmp_path)) == 6
    (tmp_path / "build" / "__init__.py").unlink()
    assert "build/a.py" not in names(tmp_path)


def test_files_that_are_not_written_by_hand_or_not_text_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "a.min.js", "package-lock.json", "uv.lock", "logo.png", "app.js.map")
    write(tmp_path, "made.py", text="#!/usr/bin/env python\n# Generated by a tool, do not change.\nx = 1\n")
    write(tmp_path, "made.go", text="// Code generated by x. DO NOT EDIT.\n")
    write(tmp_path, "long.js", text="a();" * 700)
    write(tmp_path, "empty.py", text="")
    write(tmp_path, "large.py", text="x = 1\n" * 600)
    write(tmp_path, "data.csv", text="a,b\n" * 30_000)
    write(tmp_path, "small.csv", "real.py")
    (tmp_path / "blob").write_bytes(b"abc\0def")
    (tmp_path / "wide.cs").write_bytes("class A {}".encode("utf-16"))
    result = found(tmp_path, max_file_kb=3)
    assert [source.name for source in result.sources] == ["real.py", "small.csv", "wide.cs"]
    assert result.passed_over == {
        "minified": 3, "lock file": 2, "binary": 2, "generated": 2, "empty": 1, "too large": 1, "data": 1,
    }  # fmt: skip


def test_a_file_that_was_read_before_is_not_opened_again(tmp_path: Path) -> None:
    write(tmp_path, "a.py", text="# @generated\n")
    status = (tmp_path / "a.py").stat()
    settings = Settings(tmp_path)
    assert find_code(settings).sources == ()
    assert len(find_code(settings, {"a.py": (status.st_size, status.st_mtime_ns)}).sources) == 1
    assert find_code(settings, {"a.py": (status.st_size, status.st_mtime_ns - 1)}).sources == ()


def test_our_own_files_and_documents_are_no_code(tmp_path: Path) -> None:
    write(
        tmp_path, "policy-assistant.toml", "index.sqlite", "state.sqlite-wal", "cache/x.json", "questions/questions.jsonl", "glossary.txt"
    )
    write(tmp_path, "docs/a.md", "docs/conf.py", "readme.md")
    settings = Settings(tmp_path, corpus=CorpusSettings(folders=("docs",)), code=CodeSettings(folders=(".",)))
    result = find_code(settings)
    assert [source.name for source in result.sources] == ["docs/conf.py", "readme.md"]
    assert result.passed_over == {"our own file": 6, "document": 1}


def test_links_are_not_followed(tmp_path: Path) -> None:
    project = tmp_path / "project"
    write(project, "a.py", "in/b.py")
    write(tmp_path, "secret/key.py")
    write(tmp_path, "secret/ignore", text="a.py\n")
    (project / "out.py").symlink_to(tmp_path / "secret" / "key.py")
    (project / "outside").symlink_to(tmp_path / "secret")
    (project / "same.py").symlink_to(project / "a.py")
    (project / "in" / "loop").symlink_to(project)
    (project / "broken").symlink_to(tmp_path / "absent")
    (project / ".gitignore").symlink_to(tmp_path / "secret" / "ignore")
    result = found(project)
    assert [source.name for source in result.sources] == ["a.py", "in/b.py"]
    assert result.refused_links == (".gitignore", "out.py", "outside")
    assert result.passed_over == {"link": 3}


def test_a_folder_that_is_a_link_itself_is_read(tmp_path: Path) -> None:
    write(tmp_path, "real/a.py", "project/x.txt")
    (tmp_path / "project" / "src").symlink_to(tmp_path / "real")
    assert names(tmp_path / "project", folders=("src",)) == ["src/a.py"]


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_odd_names_and_things_that_are_no_files_are_counted(tmp_path: Path) -> None:
    write(tmp_path, "été.py")
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.py"))).write_text("x = 1\n")
    os.mkfifo(tmp_path / "pipe")
    result = found(tmp_path)
    assert [source.name for source in result.sources] == ["été.py"]
    assert result.passed_over == {"name that cannot be shown": 1, "not a file": 1}


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_file_that_cannot_be_read_is_passed_over_and_a_folder_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py", "c/d.py")
    (tmp_path / "a.py").chmod(0)
    result = found(tmp_path)
    assert [source.name for source in result.sources] == ["b.py", "c/d.py"]
    assert result.passed_over == {"unreadable": 1}
    (tmp_path / "c").chmod(0)
    try:
        with pytest.raises(PermissionError):
            found(tmp_path)
    finally:
        (tmp_path / "c").chmod(0o755)


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py", "c.py")
    assert len(names(tmp_path, max_files=3)) == 3
    with pytest.raises(InputRefusedError, match="more than 2 files of code") as refused:
        names(tmp_path, max_files=2)
    assert "[code] max_files" in refused.value.hint


def test_a_folder_that_is_named_is_read_although_git_ignores_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("/demo/\n*.log\n", encoding="utf-8")
    write(tmp_path / "demo" / "code", "a.py", "deep/b.py", "c.log")
    result = find_code(Settings(tmp_path / "demo", code=CodeSettings(folders=("code",))))
    assert [source.name for source in result.sources] == ["code/a.py", "code/deep/b.py"]
    assert result.passed_over == {"ignored by git": 1}
