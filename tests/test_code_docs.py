"""What code says of itself in plain words."""

import pytest

from policy_assistant.code_docs import block_docs, description, line_comments, without_first_block


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"""Returns of products. More."""\nimport os', "Returns of products."),
        ("'''Rappels.'''", "Rappels."),
        ("#!/bin/sh\n# Purges recordings. Every night.\nset -e", "Purges recordings."),
        ("<?php\n/**\n * Loans of books.\n */\n", "Loans of books."),
        ("// The page\n// of the desk.\nexport", "The page of the desk."),
        ("-- Tables\nCREATE TABLE x", "Tables"),
        ("'use strict';\n/* Checkout */", "Checkout"),
        ("\ufeff# Réglages de la boutique\nx = 1", "Réglages de la boutique"),
        ("import os\n# later", ""),
        ("", ""),
    ],
)
def test_what_a_file_says_of_itself(text: str, said: str) -> None:
    assert description(text) == said


def test_docstrings_and_comments_are_told_apart() -> None:
    text = 'def f():\n    """Does it\n    well."""\n    x = 1  # one\n    // two\n    -- three\n/* four\n * five */\n#include <x>\n'
    assert block_docs(text) == ["Does it well.", "four five"]
    assert line_comments(text) == ["one", "two", "three"]
    assert "Does it" not in without_first_block(text)
    assert "four" in without_first_block(text)


def test_a_comment_inside_a_docstring_is_none() -> None:
    assert line_comments('"""a\n# b\n"""') == []


@pytest.mark.parametrize("text", ["/*" * 50_000, "# " * 50_000, "*/" * 50_000, '"""' * 50_000])
def test_endless_marks_end_and_say_little(text: str) -> None:
    assert sum(map(len, block_docs(text))) <= len(text)
    assert len(line_comments(text)) <= 1
    assert len(description(text)) <= len(text)
