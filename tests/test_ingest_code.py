"""Ingesting code beside documents: what comes in, what changes, what stays out."""

from pathlib import Path

import pytest

from policy_assistant.store import Store
from tests.code.shop import code_project
from tests.project import Project


def test_a_project_of_code_alone_is_its_own_folder(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    done = project.run("ingest")
    assert done.code == 0, done.err
    assert "code: 6 added, 0 updated, 0 unchanged, 0 removed | chunks: +" in done.out
    assert done.out.splitlines()[-1].startswith("index index.sqlite: 6 files of code, ")
    again = project.run("ingest")
    assert "code: 0 added, 0 updated, 6 unchanged, 0 removed | chunks: +0 -0" in again.out
    assert project.run("info").out.startswith("index index.sqlite: 6 files of code, ")


def test_code_is_no_document(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["desk", "web"]\n')
    done = project.run("ingest")
    assert "1 added, 0 updated, 0 unchanged, 0 removed | chunks: +1 -0" in done.out
    assert done.out.splitlines()[-1].startswith("index index.sqlite: 1 documents, 1 chunks | chunker structure | 5 files of code, ")
    assert "desk" not in project.run("chunks").out
    assert "desk/loans.py" not in project.run("search", "LOAN_DAYS days tool").out
    with Store(project.folder / "index.sqlite") as store:
        assert [d.metadata.source for d in store.documents()] == ["documents/loans.md"]
        assert len(store.documents("code")) == 5
        assert store.problems() == []


def test_a_files_version_is_the_hash_of_its_content_and_its_label_is_the_strictest(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.ingest()
    with Store(tmp_path / "index.sqlite") as store:
        document = next(d for d in store.documents("code") if d.metadata.doc_id == "desk/loans.py")
        assert document.metadata.version == document.file.sha256[:12]
        assert document.metadata.access == "staff"
        assert document.metadata.language == "python"
        chunks = store.chunks("desk/loans.py")
    text = (tmp_path / "desk/loans.py").read_text(encoding="utf-8")
    for chunk in chunks:
        assert chunk.text == text[chunk.start : chunk.end]
        assert chunk.place
        assert chunk.text == "\n".join(text.split("\n")[chunk.place.first_line - 1 : chunk.place.last_line])


def test_the_chunks_of_a_file_are_listed(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.ingest()
    out = project.run("chunks", "desk/loans.py").out
    assert "due_date" in out
    assert "chunks (code) from desk/loans.py" in out


def test_documents_inside_a_folder_of_code_are_documents_only(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["."]\n')
    project.ingest()
    with Store(tmp_path / "index.sqlite") as store:
        names = {d.metadata.source for d in store.documents("code")}
    assert "desk/loans.py" in names
    assert not any("corpus/documents" in name for name in names)
    assert not any(name.startswith(("index.sqlite", "policy-assistant.toml", "cache/")) for name in names)


def test_code_leaves_with_its_folder_and_documents_stay(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["desk"]\n')
    project.ingest()
    project.configure("")
    assert project.run("ingest").code == 0
    with Store(tmp_path / "index.sqlite") as store:
        assert store.documents("code") == []
        assert len(store.documents()) == 1
        assert store.problems() == []


def test_a_folder_of_code_that_is_gone_is_an_error_and_nothing_is_deleted(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["desk"]\n')
    project.ingest()
    (tmp_path / "desk").rename(tmp_path / "elsewhere")
    done = project.run("ingest")
    assert done.code == 2
    assert "desk" in done.err
    with Store(tmp_path / "index.sqlite") as store:
        assert len(store.documents("code")) == 4


def test_documents_that_are_gone_are_not_forgotten_because_there_is_code(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["desk"]\n')
    project.ingest()
    (tmp_path / "corpus").rename(tmp_path / "elsewhere")
    done = project.run("ingest")
    assert done.code == 2
    with Store(tmp_path / "index.sqlite") as store:
        assert len(store.documents()) == 1


def test_an_empty_project_says_what_to_do(tmp_path: Path) -> None:
    done = Project(tmp_path).run("ingest")
    assert done.code == 2
    assert "[code] folders" in done.err


def test_a_rebuild_gives_the_same_pieces(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.ingest()
    with Store(tmp_path / "index.sqlite") as store:
        before = [(c.chunk_id, c.text, c.place) for c in store.chunks(part="code")]
    project.ingest(rebuild=True)
    with Store(tmp_path / "index.sqlite") as store:
        assert [(c.chunk_id, c.text, c.place) for c in store.chunks(part="code")] == before
        assert store.problems() == []


def test_a_dry_run_changes_nothing(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    done = project.run("ingest", "--dry-run")
    assert "code: 6 added" in done.out
    assert not (tmp_path / "index.sqlite").exists()


def test_what_is_passed_over_is_counted(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    (tmp_path / "logo.bin").write_bytes(b"\0\1\2")
    done = project.run("ingest")
    assert "code passed over: 1 " in done.err


def test_a_document_and_a_file_of_code_have_different_names(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "loans.md").write_text("# Another\n", encoding="utf-8")
    project.configure('[code]\nfolders = ["documents"]\n')
    done = project.run("ingest")
    assert done.code == 2
    assert "documents/loans.md" in done.err
    assert "exclude" in done.err


def test_terms_of_another_version_ask_for_a_rebuild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = code_project(tmp_path)
    project.ingest()
    monkeypatch.setattr("policy_assistant.store.make.CODE_ANALYSER_VERSION", "next")
    for args in (("where", "LOAN_DAYS"), ("ingest",)):
        done = project.run(*args)
        assert done.code == 4
        assert "--rebuild" in done.err
    monkeypatch.setattr("policy_assistant.store.writing.CODE_ANALYSER_VERSION", "next")
    assert project.run("ingest", "--rebuild").code == 0
    assert "desk/loans.py:4" in project.run("where", "LOAN_DAYS").out


def test_a_folder_without_any_code_is_told(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    (tmp_path / "empty").mkdir()
    project.configure('[code]\nfolders = ["empty"]\n')
    assert "warning: no code in empty" in project.run("ingest").err


def test_documents_or_code_that_all_seem_gone_are_kept(tmp_path: Path) -> None:
    project = code_project(tmp_path)
    loans = project.add("loans", "## How long\n\nA tool may stay out for 21 days.\n")
    project.configure('[code]\nfolders = ["desk"]\n')
    project.ingest()
    text = loans.read_text(encoding="utf-8")
    loans.unlink()
    assert project.run("ingest").code == 6
    loans.write_text(text, encoding="utf-8")
    for path in (tmp_path / "desk").iterdir():
        path.unlink()
    done = project.run("ingest")
    assert done.code == 6
    assert "the index has 4 files of it" in done.err
    with Store(tmp_path / "index.sqlite") as store:
        assert (len(store.documents()), len(store.documents("code"))) == (1, 4)
