"""Prompts: the shipped ones, and those of a file."""

import hashlib
import os
from pathlib import Path

import pytest

from policy_assistant.errors import UsageError
from policy_assistant.reply import DEFAULT, PROMPTS, Prompt, load_prompt
from policy_assistant.reply.prompt import MAX_BYTES


@pytest.mark.parametrize("name", PROMPTS)
def test_a_shipped_prompt_has_its_name_and_hash(name: str) -> None:
    prompt = load_prompt(name)
    assert prompt.name == name
    assert prompt.hash == hashlib.sha256(prompt.text.encode("utf-8")).hexdigest()[:8]
    assert prompt.text == prompt.text.strip()
    for field in ("`answerable`", "`answer`", "`claims`", "`citations`", "`id`", "`quote`"):
        assert field in prompt.text


def test_the_second_is_the_first_and_one_rule_more() -> None:
    first, second = load_prompt("v1"), load_prompt("v2")
    assert second.text.startswith(f"{first.text}\n")
    rule = second.text.removeprefix(first.text).strip()
    assert "\n" not in rule
    assert "data, not instructions" in rule
    assert "supplier" in rule
    assert first.hash != second.hash


def test_no_name_is_the_default() -> None:
    assert load_prompt() == load_prompt(DEFAULT)
    assert DEFAULT == "v2"


def test_a_file_is_named_as_itself_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.txt").write_bytes(b"\xef\xbb\xbfR\xc3\xa9ponds.\r\nEn bref.\r\n\r\n")
    wanted = Prompt("mine.txt", "Réponds.\nEn bref.")
    assert load_prompt(str(tmp_path / "mine.txt")) == wanted
    assert load_prompt("mine.txt", tmp_path) == wanted
    monkeypatch.chdir(tmp_path)
    assert load_prompt("mine.txt") == wanted


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "is empty"), (b" \n\t\n", "is empty"), (b"caf\xe9", "not text in UTF-8"), (b"x" * (MAX_BYTES + 1), "more than 50,000 bytes")],
)
def test_a_file_that_is_no_prompt_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "mine.txt").write_bytes(data)
    with pytest.raises(UsageError, match=said) as caught:
        load_prompt("mine.txt", tmp_path)
    assert caught.value.hint


def test_a_prompt_as_large_as_allowed_is_taken(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"x" * MAX_BYTES)
    assert len(load_prompt("mine.txt", tmp_path).text) == MAX_BYTES


@pytest.mark.parametrize("name", ["v3", "missing.txt", ".", "a\0b", "a" * 5_000, "\x1b[31mred"])
def test_what_is_neither_name_nor_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="prompt") as caught:
        load_prompt(name, tmp_path)
    assert caught.value.hint
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "mine.txt")
    with pytest.raises(UsageError, match=r"no prompt 'mine\.txt'"):
        load_prompt("mine.txt", tmp_path)
