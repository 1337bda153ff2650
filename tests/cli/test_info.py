"""The command `info`."""

import re

from policy_assistant.blocks import PARSER_VERSION
from policy_assistant.testing.model_server import ModelServer
from tests.project import Project


def test_it_begins_with_the_line_that_ingest_ends_with(project: Project) -> None:
    project.add("shoes")
    last = project.run("ingest").out.splitlines()[-1]
    lines = project.run("info").out.splitlines()
    assert lines[0] == last == "index index.sqlite: 1 documents, 1 chunks | chunker structure"
    assert re.fullmatch(r"last sync    \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", lines[2])
    assert lines[-1] == "rebuild      policy-assistant ingest --rebuild --chunker structure --embedder none"


def test_the_fingerprint_changes_with_names_and_contents_and_comes_back(project: Project) -> None:
    def fingerprint() -> str:
        project.run("ingest")
        return str(project.run("info", "--json").json["fingerprint"])

    path = project.add("shoes")
    content, first = path.read_bytes(), fingerprint()
    path.write_bytes(content + b"\nMore.\n")
    second = fingerprint()
    path.write_bytes(content)
    third = fingerprint()
    path.rename(project.documents / "other.md")
    assert (first == third, len({first, second, fingerprint()}), len(first)) == (True, 3, 12)


def test_json_names_how_the_index_was_made(project: Project) -> None:
    project.add("shoes")
    project.run("ingest")
    found = project.run("info", "--json").json
    assert {"documents", "chunks", "chunker", "parser", "schema", "generation", "last_sync", "fingerprint", "bytes", "versions"} <= set(
        found
    )
    assert (found["documents"], found["chunks"], found["generation"], found["parser"]) == (1, 1, 1, PARSER_VERSION)


def test_an_index_without_vectors_says_so(project: Project) -> None:
    project.add("shoes")
    project.run("ingest")
    assert "meaning      none (searched by keywords only)" in project.run("info").out.splitlines()
    found = project.run("info", "--json").json
    assert (found["embedding"], found["vectors"], found["without_vectors"]) == (None, 0, 0)


def test_the_embedder_its_revision_and_what_lacks_vectors_are_named(project: Project) -> None:
    with ModelServer() as server:
        project.embed_with(server)
        project.add("shoes")
        project.run("ingest")
        project.add("hats")
        project.run("ingest", "--without-vectors")
    done = project.run("info")
    lines = done.out.splitlines()
    assert "meaning      vectors 1 x 16 | embedder openai:tiny | 1 passages without one: run `policy-assistant ingest`" in lines
    assert any(re.fullmatch(r"revision     tiny, text \d+, \d+; chunk vectors \d+", line) for line in lines)
    found = project.run("info", "--json").json
    assert (found["embedding"]["name"], found["embedding"]["dimension"]) == ("openai:tiny", 16)
    assert (found["vectors"], found["without_vectors"]) == (1, 1)
