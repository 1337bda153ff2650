"""Why somebody sees a document or does not."""

import pytest

from policy_assistant.access import AccessReport, explain_access, ways
from policy_assistant.errors import NotFoundError, UsageError
from tests.project import Project, page
from tests.test_settings import LEVELS, SEES


def explained(
    project: Project, doc_id: str = "shoes", audience: str = "staff", version: str = "", as_of: str | None = None
) -> AccessReport:
    assistant = project.assistant
    try:
        return explain_access(assistant.settings, assistant.store, doc_id, audience, version, as_of=as_of)
    finally:
        assistant.store.close()


@pytest.fixture
def made(project: Project) -> Project:
    project.configure(LEVELS)
    project.write("a1.md", page("shoes", access="public", version="1", effective_to="2026-10-31"))
    project.write("a2.md", page("shoes", access="hr", version="2", effective_from="2026-11-01"))
    project.ingest()
    return project


@pytest.mark.parametrize("audience", SEES)
def test_the_ways_lead_to_the_labels_that_settings_give(made: Project, audience: str) -> None:
    assert set(ways(made.settings, audience)) == made.settings.labels_of(audience)


def test_the_shortest_way_to_a_label_is_told(made: Project) -> None:
    assert ways(made.settings, "board") == {
        "board": ("board",),
        "hr": ("board", "hr"),
        "legal": ("board", "legal"),
        "staff": ("board", "hr", "staff"),
        "public": ("board", "legal", "public"),
    }


def test_of_two_ways_the_shorter_one_is_told_and_circles_end(project: Project) -> None:
    project.configure(
        '[access.audiences]\npublic = ["public"]\nstaff = ["staff", "public"]\n[access.includes]\nstaff = ["public"]\npublic = ["staff"]\n'
    )
    assert ways(project.settings, "staff") == {"staff": ("staff",), "public": ("staff",)}
    assert ways(project.settings, "public") == {"public": ("public",), "staff": ("public", "staff")}


def test_each_version_says_by_which_label_it_is_seen_or_not(made: Project) -> None:
    first, second = explained(made).versions
    assert (first.version, first.label, first.is_visible, first.because) == (
        "1",
        "public",
        True,
        "staff sees the label public through public",
    )
    assert (second.version, second.is_visible, second.because) == ("2", False, "its label hr is not among those of staff: staff, public")
    assert explained(made, audience="hr").versions[1].because == "hr sees the label hr"
    assert explained(made, audience="guests").versions[0].because == "its label public is not among those of guests: none"


def test_the_day_is_told_apart_from_the_label(made: Project) -> None:
    first, second = explained(made, audience="hr", as_of="2026-11-01").versions
    assert (first.is_visible, first.is_in_force, first.period) == (True, False, "not in force on 2026-11-01, but until 2026-10-31")
    assert (second.is_visible, second.is_in_force, second.period) == (True, True, "in force on 2026-11-01 (from 2026-11-01)")
    assert [(v.is_in_force, v.period) for v in explained(made).versions] == [
        (None, "in force until 2026-10-31"),
        (None, "in force from 2026-11-01"),
    ]


def test_what_it_says_is_what_search_does(made: Project) -> None:
    for audience in SEES:
        for day in ("2026-10-31", "2026-11-01"):
            report = explained(made, audience=audience, as_of=day)
            told = {version.version for version in report.versions if version.is_visible and version.is_in_force}
            found = made.assistant.search("shoes outside", audience=audience, as_of=day, method="bm25", k=10)
            assert {passage.version for passage in found.passages} == told


def test_one_version_can_be_asked_for(made: Project) -> None:
    assert [version.version for version in explained(made, version="2").versions] == ["2"]
    with pytest.raises(NotFoundError, match="no version '3' of shoes") as caught:
        explained(made, version="3")
    assert caught.value.hint == "there is `1`, `2`"


def test_what_is_not_there_is_told_with_the_nearest(made: Project) -> None:
    with pytest.raises(NotFoundError, match="no document 'shoe'") as caught:
        explained(made, "shoe")
    assert caught.value.hint == "did you mean `shoes`?"
    with pytest.raises(UsageError, match="unknown audience 'stuff'"):
        explained(made, audience="stuff")


def test_who_states_the_label_is_told(project: Project) -> None:
    project.configure(
        '[[corpus.rules]]\npath = "documents/hr/*"\naccess = "staff"\n[[corpus.rules]]\npath = "documents/open*"\naccess = "public"\n'
    )
    project.add("own", access="public")
    project.add("listed", access="")
    project.add("stricter", access="public")
    project.write("hr/ruled.md", page("ruled", access=""))
    project.write("open.md", page("open", access="unknown"))
    project.add("unsaid", access="")
    project.add("vague", access="Unknown")
    rows = [
        {"file": f"documents/{name}.md", "doc_id": name, "version": "1", "access": access}
        for name, access in (("listed", "public"), ("stricter", "staff"))
    ]
    project.inventory(*rows)
    project.ingest()
    assert {
        name: explained(project, name).versions[0].stated_by for name in ("own", "listed", "stricter", "ruled", "open", "unsaid", "vague")
    } == {
        "own": "the file",
        "listed": "the inventory",
        "stricter": "the inventory",
        "ruled": "the rule for documents/hr/*",
        "open": "the rule for documents/open*",
        "unsaid": "nobody, so it is the most restricted one",
        "vague": "nobody, so it is the most restricted one",
    }


def test_who_states_the_label_is_left_out_where_it_is_not_known_any_more(project: Project) -> None:
    project.add("listed", access="")
    project.inventory({"file": "documents/listed.md", "doc_id": "listed", "version": "1", "access": "public"})
    project.ingest()
    (project.folder / "corpus" / "inventory.csv").write_text("nonsense", encoding="utf-8")
    version = explained(project, "listed").versions[0]
    assert (version.label, version.stated_by) == ("public", "")


def test_a_label_that_left_the_settings_shows_nobody_anything(project: Project) -> None:
    project.configure(LEVELS)
    project.add("shoes", access="hr")
    project.ingest()
    project.configure("")
    version = explained(project).versions[0]
    assert (version.is_visible, version.because) == (False, "its label hr is not among [access] labels any more, so nobody sees it")


def test_code_is_explained_too(project: Project) -> None:
    project.configure('[code]\nfolders = ["src"]\naccess = "public"\n')
    (project.folder / "src").mkdir()
    (project.folder / "src" / "shop.py").write_text("def price():\n    return 3\n")
    project.add("shoes")
    project.ingest()
    version = explained(project, "src/shop.py", "public").versions[0]
    assert (version.is_visible, version.stated_by, version.period) == (True, "[code] access", "in force always")
