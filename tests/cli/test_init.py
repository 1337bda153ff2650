"""The command `init`: an empty project, a drafted one, the example."""

import shutil
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

import policy_assistant
from policy_assistant.documents import COLUMNS, load_inventory
from policy_assistant.draft import start
from policy_assistant.draft.start import settings_text
from policy_assistant.ingest import ingest
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, TABLES, load_settings
from tests.project import Done, Project, run

ENGLISH = "The label is for you and not for the shop.\n"
FRENCH = "Les frais sont pour vous et votre équipe.\n"
FILES: dict[str, str | bytes] = {
    "Returns Policy v3 (final) copy.md": f"# Returns policy\n\nEffective from 1 March 2025 to 31 October 2026.\n\n{ENGLISH}",
    "returns-policy.v4.html": f"<h1>Returns policy</h1><p class='doc-meta'>Version 4 · Effective 1 November 2026</p><p>{ENGLISH}</p>",
    "politique_retours_FR_2026-01.html": f"<h1>Politique de retour</h1><p>En vigueur depuis le 1er février 2026.</p><p>{FRENCH}</p>",
    'hr/été/Congés d\'été, "2026".md': f"# Congés d’été\n\nEn vigueur le 03/04/2026.\n\n{FRENCH}",
    "hr/leave.md": f"# Leave\n\n{ENGLISH}",
    "leave.md": f"# Leave\n\n{ENGLISH}",
    "gift cards.md": f"---\ndoc_id: gift-cards\nversion: 1.10\naccess: public\n---\n# Gift cards\n\n{ENGLISH}",
    "hr/broken.pdf": b"%PDF-1.4 broken",
    "hr/empty.md": "",
    "notes.png": b"x",
}
UNREADABLE = ["Our files/hr/broken.pdf", "Our files/hr/empty.md"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "Our files"
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "handbook"


def from_source(source: Path, home: Path, *options: str) -> Done:
    return run("init", "--from", str(source), str(home), *options)


def test_an_empty_project_has_settings_folders_and_an_inventory_without_rows(home: Path) -> None:
    done = run("init", str(home))
    assert (done.code, done.out) == (0, f"2 files written to {home}\n")
    assert sorted(path.relative_to(home).as_posix() for path in home.rglob("*")) == [
        "corpus",
        "corpus/documents",
        "corpus/inventory.csv",
        FILE_NAME,
        "questions",
    ]
    assert (home / "corpus" / "inventory.csv").read_text() == ",".join(COLUMNS) + "\n"
    assert load_settings(home, {}) == Settings(folder=home.resolve())


def test_init_without_a_folder_starts_a_project_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("init").code == 0
    assert (tmp_path / FILE_NAME).is_file()


def test_the_settings_file_explains_every_key_and_its_comments_are_the_defaults() -> None:
    text = settings_text()
    for table in TABLES.values():
        assert all(f"# {key.metadata['help']}\n# {key.name} = " in text for key in fields(table))
    lines = [line.removeprefix("# ") if " = " in line else line for line in text.splitlines()]
    written = tomllib.loads("\n".join(lines))
    for name, table in TABLES.items():
        defaults = {key.name: getattr(table(), key.name) for key in fields(table)}
        assert {key: tuple(v) if isinstance(v, list) else v for key, v in written[name].items() if key != "audiences"} == {
            key: value for key, value in defaults.items() if key != "audiences"
        }


def test_a_file_that_exists_is_never_overwritten_but_named(home: Path) -> None:
    home.mkdir()
    (home / FILE_NAME).write_text("[search]\nk = 3\n")
    done = run("init", str(home))
    assert (done.code, done.out) == (2, "")
    assert f"error: {(home / FILE_NAME).resolve()} exists already; nothing was changed" in done.err
    assert not (home / "corpus").exists()
    assert (home / FILE_NAME).read_text() == "[search]\nk = 3\n"


def test_a_draft_is_ingested_without_an_edit(source: Path, home: Path) -> None:
    done = from_source(source, home)
    assert done.code == 6
    report = ingest(load_settings(home))
    assert sorted(report.added) == sorted(
        f"Our files/{name}" for name in FILES if f"Our files/{name}" not in [*UNREADABLE, "Our files/notes.png"]
    )
    assert [name for name, _ in report.skipped] == UNREADABLE
    assert not [warning for warning in report.warnings if "broken" not in warning and "empty" not in warning]


def test_what_was_drafted_is_what_search_sees(source: Path, home: Path) -> None:
    from_source(source, home)
    project = Project(home)
    project.ingest()
    assert {(c.doc_id, c.version, c.effective_from, c.effective_to, c.access, c.language) for c in project.chunks()} == {
        ("returns-policy", "3", "2025-03-01", "2026-10-31", "staff", "en"),
        ("returns-policy", "4", "2026-11-01", "", "staff", "en"),
        ("politique-retours", "2026-01", "2026-02-01", "", "staff", "fr"),
        ("conges-d-ete", "2026", "", "", "staff", "fr"),
        ("leave", "1", "", "", "staff", "en"),
        ("leave-2", "1", "", "", "staff", "en"),
        ("gift-cards", "1.10", "", "", "public", "en"),
    }


def test_files_stay_where_they_are_and_the_settings_name_their_folder(source: Path, home: Path) -> None:
    from_source(source, home)
    assert load_settings(home, {}).corpus.folders == (str(source.resolve()),)
    assert list((home / "corpus" / "documents").iterdir()) == []


def test_the_table_is_data_and_the_notes_are_not(source: Path, home: Path) -> None:
    done = from_source(source, home)
    header, *lines = done.out.splitlines()
    assert header.split() == ["file", "doc_id", "version", "from", "to", "language", "type", "access", "title"]
    assert len(lines) == 7
    assert "note: Our files/hr/été/Congés d'été, \"2026\".md: '03/04/2026' is not clearly one day" in done.err
    assert "skipped: Our files/hr/empty.md: the file is empty\n" in done.err
    assert done.err.splitlines()[-1].startswith(f"next: review {home.resolve() / 'corpus' / 'inventory.csv'}")


def test_json_is_the_draft_as_one_object(source: Path, home: Path) -> None:
    done = from_source(source, home, "--json")
    assert list(done.json) == ["project", "written", "documents", "notes", "skipped"]
    rows = [{name: getattr(row, name) for name in COLUMNS} for row in load_inventory(home / "corpus" / "inventory.csv")]
    assert done.json["documents"] == rows
    assert [item["file"] for item in done.json["skipped"]] == UNREADABLE
    assert [item["note"][:32] for item in done.json["notes"] if item["file"] == ".png"] == ["1 not read; documents are *.md, "]


def test_copy_brings_the_readable_files_with_their_sub_folders(source: Path, home: Path) -> None:
    done = from_source(source, home, "--copy")
    assert (home / "corpus" / "documents" / "hr" / "leave.md").read_bytes() == (source / "hr" / "leave.md").read_bytes()
    assert not (home / "corpus" / "documents" / "hr" / "empty.md").exists()
    assert "note: documents/leave.md: same ID and version as" in done.err
    assert "skipped: Our files/hr/empty.md" in done.err
    shutil.rmtree(source)
    report = ingest(load_settings(home))
    assert (len(report.added), report.skipped, report.warnings) == (7, [], [])


@pytest.mark.parametrize("options", [[], ["--copy"]])
def test_documents_that_lie_in_the_project_need_no_setting(home: Path, source: Path, options: list[str]) -> None:
    (home / "corpus").mkdir(parents=True)
    source.rename(home / "corpus" / "documents")
    from_source(home / "corpus" / "documents", home, *options)
    assert load_settings(home, {}) == Settings(folder=home.resolve())
    assert len(ingest(load_settings(home)).added) == 7


def test_a_folder_can_become_a_project_itself(source: Path) -> None:
    from_source(source, source)
    assert load_settings(source, {}).corpus.folders == (".",)
    assert len(ingest(load_settings(source, {})).added) == 7


def test_an_inventory_is_overwritten_only_by_force_and_the_settings_never(source: Path, home: Path) -> None:
    from_source(source, home)
    inventory = home / "corpus" / "inventory.csv"
    inventory.write_text("mine")
    with (home / FILE_NAME).open("a") as file:
        file.write("max_k = 40\n")
    refused = from_source(source, home)
    assert (refused.code, inventory.read_text()) == (2, "mine")
    assert "inventory.csv exists already; nothing was changed\nhint: --force overwrites the inventory with a new draft" in refused.err
    assert from_source(source, home, "--force").code == 6
    assert len(load_inventory(inventory)) == 7
    assert load_settings(home, {}).server.max_k == 40


def test_settings_that_are_kept_decide_how_the_draft_is_made(source: Path, home: Path) -> None:
    home.mkdir()
    (home / FILE_NAME).write_text(
        f'[corpus]\nfolders = ["{source}"]\npatterns = ["*.html"]\n[access]\nlabels = ["staff", "board"]\naudiences = {{ staff = ["staff"] }}\n'
    )
    assert from_source(source, home).code == 0
    assert {row.access for row in load_inventory(home / "corpus" / "inventory.csv")} == {"board"}


def test_settings_that_are_kept_must_name_the_source(source: Path, home: Path) -> None:
    run("init", str(home))
    done = from_source(source, home, "--force")
    assert done.code == 2
    assert "is kept, and its [corpus] folders are ['corpus/documents']" in done.err
    assert f'hint: set folders = ["{source}"]' in done.err


def test_copies_never_overwrite_a_document(source: Path, home: Path) -> None:
    kept = home / "corpus" / "documents" / "leave.md"
    kept.parent.mkdir(parents=True)
    kept.write_text("mine")
    done = from_source(source, home, "--copy")
    assert (done.code, kept.read_text()) == (2, "mine")
    assert f"{kept.resolve()} exists already" in done.err


def test_the_environment_counts_before_the_project_exists(source: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_CORPUS_PATTERNS", "*.html")
    assert len(from_source(source, home, "--json").json["documents"]) == 2


@pytest.mark.parametrize("content", [None, {}, {"empty.md": ""}])
def test_nothing_to_draft_makes_no_project(tmp_path: Path, home: Path, content: dict[str, str] | None) -> None:
    source = tmp_path / "source"
    if content is not None:
        source.mkdir()
        for name, text in content.items():
            (source / name).write_text(text)
    done = from_source(source, home)
    assert done.code == (2 if content is None else 6)
    assert done.err.startswith("error: no ")
    assert not home.exists()


def test_a_file_is_no_project_folder(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for done in (
        run("init", str(tmp_path / "file")),
        from_source(source, tmp_path / "file"),
        run("init", "--example", str(tmp_path / "file")),
    ):
        assert done.code == 2
        assert f"error: {tmp_path / 'file'} is a file, not a folder\n" in done.err


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run("init", str(tmp_path / "file" / "below"))
    assert done.code == 2
    assert done.err.startswith("error: cannot write ")
    assert "not a directory" in done.err


def test_the_example_is_copied_without_how_it_was_made_and_works(home: Path) -> None:
    done = run("init", "--example", str(home))
    assert done.code == 0
    assert sorted(path.name for path in home.iterdir()) == ["README.md", "code", "corpus", "glossary.txt", FILE_NAME, "questions"]
    assert f"next: cd {home} && policy-assistant ingest" in done.err
    report = ingest(load_settings(home))
    assert len(report.added) == len(load_inventory(home / "corpus" / "inventory.csv"))
    assert run("questions", "--project", str(home)).code == 0


def test_the_example_has_a_folder_of_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("init", "--example")
    assert (tmp_path / "larkfield-example" / FILE_NAME).is_file()


def test_the_example_never_overwrites(home: Path) -> None:
    run("init", "--example", str(home))
    done = run("init", "--example", str(home))
    assert done.code == 2
    assert f"{home.resolve() / 'README.md'} exists already (and " in done.err


def test_an_installed_package_brings_the_example_inside(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "policy_assistant"
    shutil.copytree(Path(policy_assistant.__file__).parent.parent / "examples" / "larkfield", package / "examples" / "larkfield")
    monkeypatch.setattr(policy_assistant, "__file__", str(package / "__init__.py"))
    (package / "examples" / "larkfield" / "README.md").write_text("installed")
    assert run("init", "--example", str(home)).code == 0
    assert (home / "README.md").read_text() == "installed"


def test_an_installation_without_the_example_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "EXAMPLE", "examples/nowhere")
    done = run("init", "--example", str(home))
    assert (done.code, home.exists()) == (1, False)
    assert "error: this installation holds no example collection" in done.err


@pytest.mark.parametrize("options", [["--copy"], ["--force"], ["--example", "--from", "x"]])
def test_options_that_do_not_go_together_are_wrong_usage(home: Path, options: list[str]) -> None:
    done = run("init", str(home), *options)
    assert (done.code, home.exists()) == (2, False)
