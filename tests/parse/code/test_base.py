"""A file of code to its pieces, whatever the file holds."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policy_assistant.parse.code import base, code_parser_version, parse_code, syntax, syntax_available
from policy_assistant.parse.code.grammars import grammar_version, recent_enough
from tests.parse.code.code_samples import check_pieces, places

ENDINGS = ("sh", "c", "cpp", "cs", "go", "java", "js", "kt", "php", "py", "rb", "rs", "sql", "ts", "tsx", "toml", "")
WORDS = (
    "class A", "def f():", "function g() {", "fn h() {", "func k() {", "struct S {", "impl S {", "CREATE TABLE t (", "namespace n {",
    "{", "}", "(", ")", "end", "=", "x", "MAX = 3", "const B = 1;", "#define C 1", "// note", "# note", "/*", "*/", '"', "'''", "é",
    ";", ",", "\n", "\n", "\n    ", "\n\n", "\r\n", "\r", "\t", "\x0c", "\x85", "\u2028", "<?php", "#!/bin/sh",
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=60), st.sampled_from(ENDINGS))
def test_no_line_is_lost_whatever_the_text(words: list[str], ending: str) -> None:
    check_pieces(parse_code(" ".join(words).encode(), f"a/b.{ending}"))


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(ENDINGS))
def test_no_bytes_fail(data: bytes, ending: str) -> None:
    check_pieces(parse_code(data, f"a/b.{ending}"))


@pytest.mark.parametrize("data", [b"", b"\n \n\t\n", b"\xef\xbb\xbf"])
def test_a_file_without_text_has_no_pieces(data: bytes) -> None:
    assert parse_code(data, "a.py").blocks == ()


def test_line_ends_and_marks_do_not_move_lines() -> None:
    text = "import os\n\n\ndef été():\n    return 1\n"
    expected = places(text, "a.py")
    assert expected == ["1-1 module a", "4-5 function été"]
    for data in (text.replace("\n", "\r\n").encode(), text.replace("\n", "\r").encode(), b"\xef\xbb\xbf" + text.encode()):
        assert [block.text for block in parse_code(data, "a.py").blocks] == ["import os", "def été():\n    return 1"]


def test_a_file_that_is_not_utf8_is_read_as_windows_1252() -> None:
    parsed = parse_code("# durée\nDURÉE = 3  # 5 €\n".encode("cp1252"), "a.py")
    assert [(block.text, block.section) for block in parsed.blocks] == [("# durée\nDURÉE = 3  # 5 €", "DURÉE")]


def test_characters_that_no_text_holds_are_left_out() -> None:
    assert parse_code(b"a\0b = 1\n", "a.py").text == "ab = 1\n"


def test_a_module_is_called_like_its_file_or_what_the_file_stands_for() -> None:
    names = ("tva.py", "shop/__init__.py", "shop/cart/index.js", "src/rules/mod.rs", "index.js", "a.b/c.d.ts")
    assert [parse_code(b"x;", name).blocks[0].section for name in names] == ["tva", "shop", "cart", "rules", "index", "c.d"]


def test_broken_syntax_still_gives_pieces() -> None:
    text = "def good():\n    return 1\n\n\ndef bad(:\n    return ][\n\n\nclass After:\n    def method(self):\n        return 2\n"
    found = places(text, "a.py")
    assert "1-2 function good" in found
    assert "10-11 method After.method" in found
    check_pieces(parse_code(text.encode(), "a.py"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "".join(f"{' ' * depth}class A:\n" for depth in range(600))),
        ("a.java", "class A {\n" * 3000 + "}\n" * 3000),
        ("a.js", "function a() {\n" * 3000 + "}\n" * 3000),
        ("a.json", "[\n" * 5000),
        ("a.ts", "x = " + "[" * 20_000 + "]" * 20_000),
        ("a.rs", "mod a {\n" * 2000),
        ("a.c", "(" * 30_000),
        ("a.c", "a" * 30_000),
        ("a.go", "\n" * 30_000 + "x"),
    ],
)
def test_deep_and_endless_files_are_read_all_the_same(name: str, text: str) -> None:
    check_pieces(parse_code(text.encode(), name))


def test_depth_is_named_up_to_a_limit() -> None:
    text = "".join(f"{' ' * depth}class A:\n" for depth in range(100))
    longest = max(len(block.section) for block in parse_code(text.encode(), "a.py").blocks)
    assert longest == len(".".join("A" * 30))


def test_files_that_are_too_large_or_too_slow_for_syntax_become_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def f():\n    return 1\n" * 50
    monkeypatch.setattr(base, "MAX_SYNTAX_BYTES", len(text) - 1)
    assert "lines" in places(text, "a.py")[0]
    monkeypatch.setattr(base, "MAX_SYNTAX_BYTES", len(text))
    assert places(text, "a.py")[0] == "1-2 function f"
    monkeypatch.setattr(syntax, "MAX_SECONDS", -1.0)
    assert "lines" in places(text, "a.py")[0]


def test_a_file_in_which_next_to_nothing_is_syntax_becomes_windows() -> None:
    assert places("(" * 1999, "a.c") == ["1-1 module a"]
    assert places("(" * 2500, "a.c") == ["1-1 lines a.c"]


def test_a_statement_that_a_parser_could_read_in_too_many_ways_makes_windows() -> None:
    assert places("x = " + "a <\n" * 900 + "b;", "a.cs")[0].endswith("module a")
    assert places("x = " + "a <\n" * 1001 + "b;", "a.cs")[0].endswith("lines a.cs")
    assert places("x = a < b;\n" * 1001, "a.cs")[0].endswith("module a")


def test_files_without_a_grammar_are_windows_and_say_what_they_are() -> None:
    parsed = parse_code(b"[tool]\nx = 1\n", "conf/pyproject.toml")
    assert parsed.metadata == {"language": "toml"}
    assert [block.place.name for block in parsed.blocks if block.place] == ["pyproject.toml"]
    assert parse_code(b"hello", "notes").metadata == {"language": "text"}


def test_a_grammar_that_is_not_installed_makes_windows_and_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "package a\n\nfunc f() {}\n"
    with_grammar = code_parser_version("a.go")
    assert places(text, "a.go") == ["1-1 module a", "3-3 function f"]
    for package in ("tree_sitter_go", "tree_sitter"):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, package, None)
            grammar_version.cache_clear()
            assert not syntax_available("go")
            assert places(text, "a.go") == ["1-3 lines a.go"]
            assert code_parser_version("a.go") == code_parser_version("a.txt") != with_grammar
        grammar_version.cache_clear()
    assert syntax_available("go")
    assert code_parser_version("a.go") == with_grammar


def test_versions_of_the_library_that_crash_are_not_used() -> None:
    versions = ("0.25.2", "0.26.0", "0.26.1", "0.26.10", "0.27.0rc1", "1.0")
    assert [recent_enough(version) for version in versions] == [False, False, True, True, True, True]


def test_the_version_names_the_grammar_that_a_files_beginning_asks_for() -> None:
    assert code_parser_version("a.h", b"int f(void);") != code_parser_version("a.h", b"namespace a {}")
    assert code_parser_version("run", b"#!/bin/sh\n") == code_parser_version("a.sh")
