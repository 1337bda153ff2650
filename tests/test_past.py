"""Documents with their history in git: each state a version, in force from its commit until the next."""

import os
from pathlib import Path

import pytest

from policy_assistant.errors import InputRefusedError
from policy_assistant.metadata import Metadata
from tests.git import commit_all, git
from tests.project import Project, page


@pytest.fixture
def house(project: Project) -> Project:
    project.configure("[corpus]\nhistory = true\n")
    project.write("a.md", "# A\n")
    (project.documents / "a.md").unlink()
    git(project.folder, "init", "--quiet")
    (project.folder / ".gitignore").write_text("index.sqlite*\ncache\nstate.sqlite*\n", encoding="utf-8")
    return project


def save(house: Project, name: str, text: str, day: str) -> str:
    house.write(name, text)
    return commit_all(house.folder, day)[:12]


def versions(house: Project) -> list[tuple[str, str, str, str]]:
    with house.assistant.store as store:
        found = [document.metadata for document in store.documents()]
    return sorted((m.effective_from, m.effective_to, m.version, m.source) for m in found)


def metadata(house: Project) -> list[Metadata]:
    with house.assistant.store as store:
        return sorted((document.metadata for document in store.documents()), key=lambda m: m.effective_from)


def rule(days: int) -> str:
    return f"# Returns\n\nGoods may be returned within {days} days.\n"


def test_each_state_is_a_version_in_force_from_its_commit_until_the_next(house: Project) -> None:
    first = save(house, "returns.md", rule(7), "2024-01-01")
    second = save(house, "returns.md", rule(14), "2024-06-01")
    house.ingest()
    assert versions(house) == [
        ("2024-01-01", "2024-05-31", first, f"documents/returns.md@{first}"),
        ("2024-06-01", "", second, "documents/returns.md"),
    ]
    assert {m.doc_id for m in metadata(house)} == {"documents/returns.md"}


@pytest.mark.parametrize(("day", "days"), [("2024-01-01", 7), ("2024-05-31", 7), ("2024-06-01", 14), ("2026-01-01", 14)])
def test_a_question_finds_what_was_in_force_on_its_day(house: Project, day: str, days: int) -> None:
    save(house, "returns.md", rule(7), "2024-01-01")
    save(house, "returns.md", rule(14), "2024-06-01")
    house.ingest()
    found = house.run("search", "goods returned within days", "--as-of", day, "--method", "keywords", "--json").json["hits"]
    assert [hit["text"].split()[-2] for hit in found] == [str(days)]
    assert house.run("search", "goods", "--as-of", "2023-12-31", "--method", "keywords", "--json").json["hits"] == []


def test_another_commit_adds_a_version_and_leaves_the_passages_of_the_others(house: Project) -> None:
    save(house, "returns.md", rule(7), "2024-01-01")
    house.ingest()
    before = {chunk.chunk_id for chunk in house.chunks()}
    save(house, "returns.md", rule(14), "2024-06-01")
    report = house.ingest()
    assert len(report.added) == 1
    assert before < {chunk.chunk_id for chunk in house.chunks()}
    again = house.ingest()
    assert (again.added, again.updated, again.removed, len(again.unchanged)) == ([], [], [], 2)


def test_a_deleted_file_stays_as_a_version_that_ended(house: Project) -> None:
    gone = save(house, "gifts.md", "# Gifts\n\nCards are valid for two years.\n", "2024-01-01")
    save(house, "returns.md", rule(7), "2024-02-01")
    house.ingest()
    (house.documents / "gifts.md").unlink()
    commit_all(house.folder, "2025-01-01")
    house.ingest()
    assert ("2024-01-01", "2024-12-31", gone, f"documents/gifts.md@{gone}") in versions(house)


def test_a_file_that_is_not_committed_as_it_is_is_the_working_version(house: Project) -> None:
    first = save(house, "returns.md", rule(7), "2024-01-01")
    house.write("returns.md", rule(14))
    house.write("new.md", "# New\n\nNobody committed this.\n")
    house.ingest()
    by_source = {m.source: m for m in metadata(house)}
    assert by_source["documents/returns.md"].version == by_source["documents/new.md"].version == "working"
    assert by_source[f"documents/returns.md@{first}"].effective_to < by_source["documents/returns.md"].effective_from


def test_dates_and_versions_that_a_text_states_win(house: Project) -> None:
    front = {"version": "3", "effective_from": "2025-01-01"}
    save(house, "returns.md", rule(7), "2024-06-01")
    first = save(house, "returns.md", page("returns", "Within 30 days.\n", **front), "2024-12-01")
    save(house, "returns.md", page("returns", "In 30 days.\n", **front), "2025-03-01")
    house.ingest()
    found = metadata(house)
    assert [(m.version, m.effective_from, m.effective_to) for m in found[1:]] == [
        (f"3@{first[:7]}", "2025-01-01", "2025-02-28"),
        ("3", "2025-03-01", ""),
    ]
    assert (found[0].effective_from, found[0].effective_to) == ("2024-06-01", "2024-12-31")


def test_a_correction_before_the_first_day_takes_the_place_of_what_it_corrects(house: Project) -> None:
    front = {"version": "3", "effective_from": "2025-01-01"}
    save(house, "returns.md", page("returns", "Within 30 days.\n", **front), "2024-11-01")
    save(house, "returns.md", page("returns", "In 30 days.\n", **front), "2024-12-01")
    report = house.ingest()
    assert [(m.version, m.effective_from) for m in metadata(house)] == [("3", "2025-01-01")]
    assert report.replaced == 1


def test_no_state_is_less_restricted_than_the_newest(house: Project) -> None:
    save(house, "returns.md", page("returns", "Within 7 days.\n", access="public", version=""), "2024-01-01")
    save(house, "returns.md", page("returns", "Within 14 days.\n", access="staff", version=""), "2024-06-01")
    house.ingest()
    assert {m.access for m in metadata(house)} == {"staff"}


def test_a_renamed_file_goes_on_as_the_same_document(house: Project) -> None:
    body = "".join(f"Rule {number} holds.\n\n" for number in range(20))
    save(house, "a.md", f"# Rules\n\n{body}", "2024-01-01")
    git(house.folder, "mv", "corpus/documents/a.md", "corpus/documents/b.md")
    save(house, "b.md", f"# Rules\n\n{body}One more.\n", "2024-06-01")
    house.ingest()
    assert [(m.doc_id, m.effective_from, m.effective_to) for m in metadata(house)] == [
        ("documents/b.md", "2024-01-01", "2024-05-31"),
        ("documents/b.md", "2024-06-01", ""),
    ]


def test_an_earlier_state_is_shown_from_git_and_proved(house: Project) -> None:
    first = save(house, "returns.md", rule(7), "2024-01-01")
    save(house, "returns.md", rule(14), "2024-06-01")
    house.ingest()
    catalogue = house.assistant.catalogue(frozenset({"public", "staff"}))
    found = catalogue.source("documents/returns.md", first)
    assert found.data.decode() == rule(7)


def test_identical_states_share_what_was_parsed(house: Project) -> None:
    for number, days in enumerate((7, 14, 7, 14), 1):
        save(house, "returns.md", rule(days), f"2024-0{number}-01")
    house.ingest()
    assert len(versions(house)) == 4
    assert len(list((house.settings.cache_path / "parsed").glob("*/*"))) == 2


def test_the_index_is_not_older_than_states_that_are_no_files(house: Project) -> None:
    save(house, "returns.md", rule(7), "2024-01-01")
    save(house, "returns.md", rule(14), "2024-06-01")
    house.ingest()
    assert "newer than the index" not in house.run("search", "goods", "--method", "keywords").err


def test_a_folder_outside_git_is_refused_with_what_to_do(project: Project) -> None:
    project.configure("[corpus]\nhistory = true\n")
    project.add("shoes")
    with pytest.raises(InputRefusedError, match="in no git checkout"):
        project.ingest()


def test_patterns_hold_for_the_past_too(house: Project, tmp_path: Path) -> None:
    house.configure('[corpus]\nhistory = true\nexclude = ["documents/old/"]\n')
    save(house, "old/a.md", rule(7), "2024-01-01")
    save(house, "b.png", "no document", "2024-01-02")
    save(house, "returns.md", rule(7), "2024-02-01")
    (house.documents / "old" / "a.md").unlink()
    (house.documents / "b.png").unlink()
    commit_all(house.folder, "2024-03-01")
    house.ingest()
    assert [source for _, _, _, source in versions(house)] == ["documents/returns.md"]


def test_a_rule_with_an_ending_holds_for_earlier_states_and_deleted_files(house: Project) -> None:
    house.configure('[corpus]\nhistory = true\n[[corpus.rules]]\npath = "documents/hr/*.md"\naccess = "staff"\ndoc_type = "policy"\n')
    save(house, "hr/leave.md", page("leave", "Ten days.\n", access="public", version=""), "2024-01-01")
    save(house, "hr/leave.md", page("leave", "Twenty days.\n", access="public", version=""), "2024-02-01")
    save(house, "hr/gone.md", page("gone", "Old.\n", access="public", version=""), "2024-02-02")
    (house.documents / "hr" / "gone.md").unlink()
    commit_all(house.folder, "2024-03-01")
    house.ingest()
    assert [(m.access, m.doc_type) for m in metadata(house)] == [("staff", "policy")] * 3


def test_the_row_of_a_renamed_file_names_the_document_of_all_its_states_but_not_their_versions(house: Project) -> None:
    body = "".join(f"Rule {number} holds.\n\n" for number in range(20))
    save(house, "a.md", f"# Rules\n\n{body}", "2024-01-01")
    git(house.folder, "mv", "corpus/documents/a.md", "corpus/documents/b.md")
    save(house, "b.md", f"# Rules\n\n{body}One more.\n", "2024-06-01")
    house.inventory({"file": "documents/b.md", "doc_id": "rules", "version": "9", "access": "public"})
    commit_all(house.folder, "2024-06-02")
    house.ingest()
    found = metadata(house)
    assert [(m.doc_id, m.access) for m in found] == [("rules", "public")] * 2
    assert found[1].version == "9"
    assert found[0].version != "9"


def test_a_shallow_clone_is_refused_for_its_first_days_would_be_wrong(house: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    save(house, "returns.md", rule(7), "2024-01-01")
    save(house, "returns.md", rule(14), "2024-06-01")
    clone = tmp_path_factory.mktemp("clone") / "shallow"
    git(house.folder, "clone", "--quiet", "--depth", "1", f"file://{house.folder}", str(clone))
    shallow = Project(clone)
    shallow.configure("[corpus]\nhistory = true\n")
    with pytest.raises(InputRefusedError, match="shallow") as refused:
        shallow.ingest()
    assert "--unshallow" in refused.value.hint


def test_files_that_are_not_read_today_have_no_past(house: Project) -> None:
    for name in ("kept.md", "ignored.md", ".hidden.md", ".folder/a.md", "sub/also.md"):
        save(house, name, page(Path(name).stem.strip("."), "Old.\n", version=""), "2024-01-01")
    house.write(".policyignore", "ignored.md\n")
    house.write("sub/.policyignore", "also.md\n")
    house.ingest()
    assert [source for _, _, _, source in versions(house)] == ["documents/kept.md"]
    for name in ("ignored.md", ".hidden.md", ".folder/a.md", "sub/also.md"):
        (house.documents / name).unlink()
    commit_all(house.folder, "2024-02-01")
    house.ingest()
    assert [source for _, _, _, source in versions(house)] == ["documents/kept.md"]


def test_earlier_states_are_most_restricted_where_the_newest_cannot_be_read(house: Project) -> None:
    save(house, "pay.md", page("pay", "Ten.\n", access="public", version=""), "2024-01-01")
    (house.documents / "pay.md").write_bytes(b"---\naccess: staff\n---\n\n# Pay\n\n\xff\xfe\n")
    commit_all(house.folder, "2024-06-01")
    report = house.ingest()
    assert [name for name, _ in report.skipped] == ["documents/pay.md"]
    assert [(m.access, m.effective_to) for m in metadata(house)] == [("staff", "2024-05-31")]


def test_a_copy_with_an_old_date_is_still_the_newest_state(house: Project) -> None:
    save(house, "pay.md", page("pay", "Ten.\n", access="public", version=""), "2024-06-01")
    path = house.write("pay.md", page("pay", "Twenty.\n", access="staff", version=""))
    os.utime(path, (1_700_000_000, 1_700_000_000))
    house.ingest()
    assert [(m.version, m.access, m.effective_from, m.effective_to) for m in metadata(house)] == [("working", "staff", "2024-06-01", "")]


def test_a_deleted_document_keeps_the_label_that_its_sidecar_gave(house: Project) -> None:
    house.configure('[corpus]\nhistory = true\n[[corpus.rules]]\npath = "documents/*"\naccess = "public"\n')
    house.write("pay.txt.toml", 'access = "staff"\n')
    house.write("other.txt", "Hello.\n")
    save(house, "pay.txt", "Ten euros an hour.\n", "2024-01-01")

    def labels() -> dict[str, str]:
        return {m.source.split("@")[0].removeprefix("documents/"): m.access for m in metadata(house)}

    house.ingest()
    assert labels() == {"pay.txt": "staff", "other.txt": "public"}
    (house.documents / "pay.txt").unlink()
    (house.documents / "pay.txt.toml").unlink()
    commit_all(house.folder, "2024-06-01")
    house.ingest()
    assert labels() == {"pay.txt": "staff", "other.txt": "public"}
    house.settings.index_path.unlink()
    house.ingest()
    assert labels() == {"pay.txt": "staff", "other.txt": "public"}


def test_a_deleted_document_keeps_the_label_that_its_row_gave(house: Project) -> None:
    house.configure('[corpus]\nhistory = true\n[[corpus.rules]]\npath = "documents/*"\naccess = "public"\n')
    house.write("pay.txt", "Ten euros an hour.\n")
    house.write("other.txt", "Hello.\n")
    house.inventory({"file": "documents/pay.txt", "doc_id": "pay", "version": "1", "access": "staff"})
    commit_all(house.folder, "2024-01-01")
    house.ingest()
    (house.documents / "pay.txt").unlink()
    house.inventory({"file": "documents/other.txt", "doc_id": "other", "version": "1"})
    commit_all(house.folder, "2024-06-01")
    house.ingest()
    assert {m.source.split("@")[0]: m.access for m in metadata(house)} == {"documents/pay.txt": "staff", "documents/other.txt": "public"}
