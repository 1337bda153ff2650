"""Which language a file is in."""

import pytest

from policy_assistant.parse.code import language_of
from policy_assistant.parse.code.grammars import GRAMMARS
from policy_assistant.parse.code.languages import grammar_key


@pytest.mark.parametrize(
    ("name", "data", "language"),
    [
        ("a/b.PY", b"", "python"),
        ("a.tsx", b"", "typescript"),
        ("a.jsx", b"", "javascript"),
        ("a.hpp", b"", "cpp"),
        ("a.h", b"int f(void);", "c"),
        ("a.h", b"#pragma once\nclass A;\n", "cpp"),
        ("a.h", b"std::string f();", "cpp"),
        ("Gemfile", b"", "ruby"),
        ("docker/Dockerfile", b"", "docker"),
        ("run", b"#!/usr/bin/env python3\n", "python"),
        ("run", b"#!/usr/bin/python3.11 -u\r\n", "python"),
        ("run", b"#!/bin/bash -eu\n", "bash"),
        ("run", b"#!/usr/bin/env node", "javascript"),
        ("run", b"#!/usr/bin/perl\n", "text"),
        ("run", b"python\n", "text"),
        ("run.xyz", b"#!/bin/sh\n", "text"),
        (".bashrc", b"", "text"),
        ("", b"", "text"),
    ],
)
def test_the_language_of_a_file(name: str, data: bytes, language: str) -> None:
    assert language_of(name, data) == language


def test_every_grammar_is_reached_by_an_ending() -> None:
    names = ("a.sh", "a.c", "a.cpp", "a.cs", "a.go", "a.java", "a.js", "a.kt", "a.php", "a.py", "a.rb", "a.rs", "a.sql", "a.ts", "a.tsx")
    assert {grammar_key(name) for name in names} == set(GRAMMARS)


def test_a_long_first_line_takes_no_time() -> None:
    assert language_of("run", b"#!" + b"a" * 1_000_000) == "text"
