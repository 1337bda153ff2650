"""Rules of `.gitignore` files."""

from pathlib import Path

import pytest

from policy_assistant.code_ignore import MAX_BYTES, IgnoreRules, ignored, usable


def test_rules_speak_of_paths_below_their_folder_only() -> None:
    rules = IgnoreRules.of("src/", ["/a.py", "!b.py", "out/"])
    said = {path: rules.says(path) for path in ("src/a.py", "a.py", "src/x/a.py", "src/b.py", "src/out/", "src/out")}
    assert said == {"src/a.py": True, "a.py": None, "src/x/a.py": None, "src/b.py": False, "src/out/": True, "src/out": None}


def test_the_last_rules_that_speak_decide() -> None:
    outer, inner = IgnoreRules.of("", ["*.py"]), IgnoreRules.of("a/", ["!b.py"])
    assert [ignored((outer, inner), path) for path in ("b.py", "a/b.py", "a/c.py", "a/c.js")] == [True, False, True, False]


@pytest.mark.parametrize("line", ["*.py[cod]", "**/a/**", "a/**/b/*.c", "[._]*.s[a-v][a-z]", "", "# a * b * c * d *"])
def test_usual_patterns_are_usable(line: str) -> None:
    assert usable(line) == (line[:1] != "#")


def test_patterns_that_could_take_minutes_are_left_out() -> None:
    slow = "*a" * 12 + "b"
    assert not usable(slow)
    assert not usable("**/" * 6 + "x")
    assert IgnoreRules.of("", [slow, "c"]).says("a" * 250) is None
    assert IgnoreRules.of("", [slow, "c"]).says("c") is True


def test_a_file_of_rules_that_is_huge_or_missing_is_not_read(tmp_path: Path) -> None:
    assert IgnoreRules.read("", tmp_path) is None
    path = tmp_path / ".gitignore"
    path.write_bytes(b"\xef\xbb\xbfa.py\nb\xff\n")
    rules = IgnoreRules.read("", tmp_path)
    assert rules is not None
    assert rules.says("a.py") is True
    path.write_bytes(b"a.py\n" + b"#" * MAX_BYTES)
    assert IgnoreRules.read("", tmp_path) is None
