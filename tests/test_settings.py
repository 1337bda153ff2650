"""Who sees which labels: audiences, and the audiences that they include."""

from pathlib import Path

import pytest

from policy_assistant.errors import SettingsError, UsageError
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, load_settings
from tests.project import Project

LEVELS = """
[access]
labels = ["public", "staff", "hr", "legal", "board"]
[access.audiences]
public = ["public"]
staff = ["staff"]
hr = ["hr"]
legal = ["legal"]
board = ["board"]
guests = []
[access.includes]
staff = ["public"]
hr = ["staff"]
legal = ["public"]
board = ["hr", "legal"]
"""
SEES = {
    "public": {"public"},
    "staff": {"public", "staff"},
    "hr": {"public", "staff", "hr"},
    "legal": {"public", "legal"},
    "board": {"public", "staff", "hr", "legal", "board"},
    "guests": set(),
}


def settings(folder: Path, text: str) -> Settings:
    (folder / FILE_NAME).write_text(text, encoding="utf-8")
    return load_settings(folder, {})


@pytest.mark.parametrize("audience", SEES)
def test_an_audience_sees_what_those_see_that_it_includes_at_any_depth(tmp_path: Path, audience: str) -> None:
    assert settings(tmp_path, LEVELS).labels_of(audience) == SEES[audience]


def test_without_includes_an_audience_sees_its_own_labels_only(tmp_path: Path) -> None:
    found = load_settings(tmp_path, {})
    assert [set(found.labels_of(name)) for name in ("public", "staff")] == [{"public"}, {"public", "staff"}]


def test_audiences_that_include_each_other_see_the_same(tmp_path: Path) -> None:
    circle = '[access.includes]\npublic = ["staff"]\nstaff = ["public", "staff"]\n'
    found = settings(tmp_path, circle)
    assert found.labels_of("public") == found.labels_of("staff") == {"public", "staff"}


def test_only_who_sees_every_label_sees_all(tmp_path: Path) -> None:
    found = settings(tmp_path, LEVELS)
    assert [name for name in SEES if found.sees_all(found.labels_of(name))] == ["board"]


def test_an_unknown_audience_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown audience 'stuff'") as refused:
        settings(tmp_path, LEVELS).labels_of("stuff")
    assert refused.value.hint == "did you mean `staff`?"


@pytest.mark.parametrize("line", ['stuff = ["public"]', 'staff = ["public", "stuff"]'])
def test_includes_name_audiences_that_there_are(tmp_path: Path, line: str) -> None:
    with pytest.raises(SettingsError, match="includes: unknown audience 'stuff'") as refused:
        settings(tmp_path, f"[access.includes]\n{line}\n")
    assert refused.value.hint == "did you mean `staff`?"


@pytest.mark.parametrize("method", ["baseline", "bm25", "keywords"])
def test_search_shows_what_the_hierarchy_shows(project: Project, method: str) -> None:
    project.configure(LEVELS)
    for label in SEES["board"]:
        project.add(f"about-{label}", f"## Rule\n\nShoes of {label} stay outside.\n", access=label)
    project.add("about-nothing", "## Rule\n\nShoes without a label stay outside.\n", access="")
    project.ingest()
    everything = {f"about-{label}" for label in SEES["board"]} | {"about-nothing"}
    for audience, labels in SEES.items():
        found = set(project.found("shoes outside", audience=audience, method=method, k=10))
        assert found == (everything if audience == "board" else {f"about-{label}" for label in labels})


def test_an_answer_quotes_what_the_hierarchy_shows(project: Project) -> None:
    project.configure(LEVELS)
    project.add("lockers", "## Rule\n\nLockers are emptied every 14 days.\n", access="hr")
    project.ingest()
    assistant = project.assistant
    for audience, labels in SEES.items():
        answer = assistant.ask("How often are lockers emptied?", audience=audience, keep=False)
        assert answer.answerable == ("hr" in labels)
        assert ("14" in answer.text) == ("hr" in labels)
    assistant.store.close()
