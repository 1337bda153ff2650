"""Quotes against the files that they come from."""

import shutil
from collections.abc import Callable
from dataclasses import replace

import pytest

from policy_assistant.claims import Citation
from policy_assistant.evaluate.exactness import Sources
from tests.project import Project

BODY = "## Rule\n\nShoes stay  outside.\n\n| Size | Fee |\n|---|---|\n| Small | 9,95 $ |\n"
HTML = "<html><head><title>Coats</title></head><body><h1>Coats</h1><h2>Rule</h2><p>Coats <b>hang</b> inside.</p></body></html>"


@pytest.fixture
def cited(project: Project) -> Project:
    project.add("shoes", BODY)
    project.write("coats.html", HTML)
    project.inventory(
        {"doc_id": "coats", "file": "documents/coats.html", "title": "Coats", "version": "1", "access": "public"},
    )
    assert not project.ingest().skipped
    return project


def citation(project: Project, quote: str, doc_id: str = "shoes") -> Citation:
    """A quote at its place in a document, as the index has it."""
    chunk = next(chunk for chunk in project.chunks() if chunk.doc_id == doc_id and quote in chunk.quote)
    start = chunk.start + chunk.quote.index(quote)
    return Citation(chunk, start, start + len(quote), quote)


def sources(project: Project) -> Sources:
    assistant = project.assistant
    documents = assistant.store.documents()
    assistant.store.close()
    return Sources(project.settings, documents)


@pytest.mark.parametrize(("doc_id", "quote"), [("shoes", "Shoes stay outside."), ("shoes", "9,95 $"), ("coats", "Coats hang inside.")])
def test_a_quote_that_stands_in_its_file_is_exact(cited: Project, doc_id: str, quote: str) -> None:
    assert sources(cited).problem_of(citation(cited, quote, doc_id)) == ""


def test_a_quote_one_character_beside_its_place_is_not(cited: Project) -> None:
    right = citation(cited, "outside")
    beside = replace(right, start=right.start + 1, end=right.end + 1)
    problem = sources(cited).problem_of(beside)
    assert problem == f"documents/shoes.md: another text stands at {beside.start}-{beside.end}"


def test_a_quote_in_other_words_is_not(cited: Project) -> None:
    assert "another text" in sources(cited).problem_of(replace(citation(cited, "outside"), quote="Outside"))


def remove(project: Project) -> None:
    (project.documents / "shoes.md").unlink()


def change(project: Project) -> None:
    path = project.documents / "shoes.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nNew line.\n", encoding="utf-8")


def remove_all(project: Project) -> None:
    shutil.rmtree(project.folder / "corpus")


@pytest.mark.parametrize(
    ("happens", "problem"),
    [(remove, "the file is gone"), (change, "the file changed since the ingest"), (remove_all, "the file is gone")],
)
def test_a_file_that_is_not_the_one_ingested_proves_nothing(cited: Project, happens: Callable[[Project], None], problem: str) -> None:
    quote, files = citation(cited, "outside"), sources(cited)
    happens(cited)
    assert files.problem_of(quote) == f"documents/shoes.md: {problem}"


def test_the_index_alone_proves_nothing(cited: Project) -> None:
    """A chunk that says what its file does not say is found out."""
    right = citation(cited, "outside")
    forged = replace(right.chunk, text=right.chunk.text.replace("outside", "inside!"))
    assert "another text" in sources(cited).problem_of(Citation(forged, right.start, right.end, "inside!"))
