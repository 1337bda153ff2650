"""The front door: exactly these names, and nothing heavy is loaded before it is needed."""

import importlib
import subprocess
import sys

import pytest

import policy_assistant

NAMES = ["Assistant", "Chunk", "Filters", "Hit", "PolicyAssistantError", "SearchResult", "Settings", "__version__", "load_settings"]
HEAVY = {"sqlite3", "lxml", "markdown_it", "pypdfium2", "readability", "jinja2", "matplotlib", "numpy"}
LESSONS = {
    "documents": ("CORPUS", "load_inventory", "sections"),
    "lexical": ("Hit", "KeywordIndex", "fts_query", "words"),
    "metadata": ("Chunk", "chunk_id"),
    "parse": ("parse",),
    "store": ("Store",),
    "evaluate": ("by_kind", "covers", "load_questions", "retrieval_scores", "summarise"),
}


def loaded_by(code: str) -> set[str]:
    """The heavy modules that a piece of code loads in a Python of its own."""
    show = f"import sys\n{code}\nprint('\\n' + ' '.join({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", show], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_public_names_are_exactly_these() -> None:
    assert sorted(policy_assistant.__all__) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(policy_assistant, name) is not None


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Assistent'"):
        policy_assistant.Assistent  # noqa: B018


@pytest.mark.parametrize(("module", "name"), [(module, name) for module, names in LESSONS.items() for name in names])
def test_the_lessons_names_are_where_they_were(module: str, name: str) -> None:
    assert hasattr(importlib.import_module(f"policy_assistant.{module}"), name)


def test_importing_the_package_loads_nothing_heavy() -> None:
    assert loaded_by("import policy_assistant") == set()


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["ingest", "--help"], ["eval", "--help"], ["parse", "--help"]])
def test_help_loads_nothing_heavy(args: list[str]) -> None:
    code = f"from policy_assistant.cli.main import _run\nassert _run({args!r}) == 0"
    assert loaded_by(code) == set()
