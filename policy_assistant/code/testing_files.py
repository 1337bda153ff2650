"""Which files hold tests, and which questions ask for them."""

import re

from policy_assistant.analysis import folded

_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs"})
_FILE = re.compile(r"(?:test_.*|.*[_.-](?:test|tests|spec|specs)|.*[a-z0-9](?:Test|Tests|Spec|Specs)|conftest|tests?)\.[^.]+")
_ASKING = frozenset(["test", "tests", "tested", "testing", "tester", "testee", "teste", "testes", "spec", "specs", "fixture", "fixtures"])
_WORD = re.compile(r"[^\W_]+")


def is_test(path: str) -> bool:
    """Whether a path is that of a test: by a folder of its own or by the file's name, as languages have it."""
    *folders, name = path.split("/")
    return not _FOLDERS.isdisjoint(map(str.lower, folders)) or _FILE.fullmatch(name) is not None


def asks_for_tests(question: str) -> bool:
    """Whether a question is about tests, in English or French."""
    return any(folded(word) in _ASKING for word in _WORD.findall(question))
