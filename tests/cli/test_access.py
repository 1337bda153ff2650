"""The command `access`."""

import pytest

from tests.project import Project, page


@pytest.fixture
def made(project: Project) -> Project:
    project.configure(
        '[project]\ntoday = "2026-10-09"\n[access.audiences]\npublic = ["public"]\nstaff = ["staff"]\n[access.includes]\nstaff = ["public"]\n'
    )
    project.write("a1.md", page("shoes", access="public", version="1", effective_to="2026-10-31"))
    project.write("a2.md", page("shoes", access="staff", version="2", effective_from="2026-11-01"))
    project.ingest()
    return project


def test_each_version_is_told_with_label_and_day(made: Project) -> None:
    done = made.run("access", "shoes", "--audience", "public")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "public sees the labels: public",
        "seen: shoes v1 | Shoes | documents/a1.md",
        "  label: public sees the label public (stated by the file)",
        "  day: in force on 2026-10-09 (until 2026-10-31)",
        "not seen: shoes v2 | Shoes | documents/a2.md",
        "  label: its label staff is not among those of public: public (stated by the file)",
        "  day: not in force on 2026-10-09, but from 2026-11-01",
        "public sees 1 of 2 versions as of 2026-10-09",
    ]


def test_what_nobody_sees_is_exit_code_0_too(made: Project) -> None:
    done = made.run("access", "shoes", "--audience", "public", "--as-of", "2026-12-01")
    assert (done.code, done.out.splitlines()[-1]) == (0, "public sees 0 of 2 versions as of 2026-12-01")


def test_without_a_day_only_labels_count(made: Project) -> None:
    lines = made.run("access", "shoes", "--as-of", "none").out.splitlines()
    assert (lines[0], lines[-1]) == ("staff sees the labels: staff, public (through public)", "staff sees 2 of 2 versions")


def test_json_is_the_report(made: Project) -> None:
    found = made.run("access", "shoes", "--audience", "staff", "--json").json
    assert (found["doc_id"], found["audience"], found["as_of"]) == ("shoes", "staff", "2026-10-09")
    assert found["labels"] == {"staff": ["staff"], "public": ["staff", "public"]}
    assert [(v["version"], v["is_visible"], v["is_in_force"]) for v in found["versions"]] == [("1", True, True), ("2", True, False)]


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["shoe"], 1, "no document 'shoe' in the index\nhint: did you mean `shoes`?"),
        (["shoes", "--audience", "stuff"], 2, "unknown audience 'stuff'\nhint: did you mean `staff`?"),
        (["shoes", "--as-of", "soon"], 2, "date 'soon' is not YYYY-MM-DD"),
        ([], 2, "Missing argument 'DOC'"),
    ],
)
def test_wrong_usage_is_told(made: Project, args: list[str], code: int, message: str) -> None:
    done = made.run("access", *args)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_without_an_index_it_is_exit_code_4(project: Project) -> None:
    assert project.run("access", "shoes").code == 4
