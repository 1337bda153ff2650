"""The facade: search, and that nothing is shown which the date or the audience forbids."""

import contextlib
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policy_assistant import Assistant
from policy_assistant.errors import IndexMismatchError, NoIndexError, UsageError
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from tests.project import Project, page

WORDS = ("zebra", "shoe", "hall", "rain")
LABELS = ("public", "staff", "board")
ACCESS = """
[access]
labels = ["public", "staff", "board"]
[access.audiences]
public = ["public"]
staff = ["public", "staff"]
board = ["public", "staff", "board"]
nobody = []
"""
days = st.dates(date(2026, 1, 1), date(2026, 3, 1)).map(date.isoformat)
ends = st.just("") | days


@st.composite
def documents(draw: st.DrawFn) -> list[dict[str, str]]:
    found = []
    for number in range(draw(st.integers(1, 8))):
        begin, end = draw(ends), draw(ends)
        if begin and end and end < begin:
            begin, end = end, begin
        fields = {
            "version": str(number),
            "effective_from": begin,
            "effective_to": end,
            "access": draw(st.sampled_from(["", "unknown", *LABELS])),
        }
        found.append(fields | {"body": " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6)))})
    return found


@contextlib.contextmanager
def ingested(made: list[dict[str, str]]) -> Iterator[Project]:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        project.configure(ACCESS)
        for fields in made:
            text = page(f"d{fields['version']}", f"## Rule\n\n{fields['body']}\n", **{k: v for k, v in fields.items() if k != "body"})
            project.write(f"{fields['version']}.md", text)
        project.ingest()
        yield project


def allowed(fields: dict[str, str], filters: Filters) -> bool:
    access = fields["access"] if fields["access"] in LABELS else "board"
    return filters.allow(access, fields["effective_from"], fields["effective_to"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    documents(),
    st.sampled_from([*LABELS, "nobody"]),
    st.just("none") | days,
    st.sampled_from([*WORDS, " ".join(WORDS), "d1 zebra?"]),
    st.integers(1, 12),
)
def test_no_passage_is_shown_that_the_filters_forbid_and_none_is_missing(
    made: list[dict[str, str]], audience: str, as_of: str, question: str, k: int
) -> None:
    with ingested(made) as project:
        assistant = project.assistant
        filters = Filters(None if as_of == "none" else as_of, assistant.settings.labels_of(audience))
        result = assistant.search(question, method="bm25", k=k, as_of=as_of, audience=audience)
        assistant.store.close()
        by_version = {fields["version"]: fields for fields in made}
        asked = set(question.rstrip("?").split())
        matching = [f for f in made if allowed(f, filters) and asked & {*f["body"].split(), f"d{f['version']}"}]
        assert all(allowed(by_version[passage.version], filters) for passage in result.passages)
        assert len(result.passages) == min(k, len(matching))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.sampled_from([*LABELS, "nobody"]), st.integers(1, 12))
def test_the_baseline_and_json_show_no_passage_that_the_audience_may_not_see(made: list[dict[str, str]], audience: str, k: int) -> None:
    with ingested(made) as project:
        seen = project.settings.labels_of(audience)
        by_version = {fields["version"]: fields for fields in made}
        for method in ("baseline", "bm25"):
            asked = ("search", " ".join(WORDS), "--method", method, "--k", str(k), "--as-of", "none", "--audience", audience, "--json")
            hits = project.run(*asked).json["hits"]
            assert {hit["access"] for hit in hits} <= seen
            assert all(allowed(by_version[hit["version"]], Filters(labels=seen)) for hit in hits)
            assert len(hits) == min(k, sum(allowed(fields, Filters(labels=seen)) for fields in made))


def test_the_period_decides_on_both_its_days(project: Project) -> None:
    project.write("v1.md", page("shoes", version="1", effective_from="2026-01-01", effective_to="2026-10-31"))
    project.write("v2.md", page("shoes", version="2", effective_from="2026-11-01"))
    project.ingest()
    versions = {
        day: sorted(p.version for p in project.assistant.search("shoes", as_of=day).passages)
        for day in ("2025-12-31", "2026-01-01", "2026-10-31", "2026-11-01", "none")
    }
    assert versions == {"2025-12-31": [], "2026-01-01": ["1"], "2026-10-31": ["1"], "2026-11-01": ["2"], "none": ["1", "2"]}


def test_today_is_the_projects_day(project: Project) -> None:
    project.configure("[project]\ntoday = 2026-10-09\n")
    project.add("shoes", effective_from="2026-10-09", effective_to="2026-10-09")
    project.ingest()
    result = project.assistant.search("shoes")
    assert (result.as_of, result.audience, result.method, len(result.hits)) == ("2026-10-09", "staff", "bm25", 1)
    assert isinstance(result.passages[0], Chunk)


@pytest.mark.parametrize("method", ["baseline", "bm25"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"query": " "}, "the question is empty"),
        ({"query": "x" * 20_001}, "the question has 20,001 characters; allowed: 20,000"),
        ({"k": 0}, "k is 0; allowed: 1 to 1000"),
        ({"k": 1001}, "k is 1001; allowed: 1 to 1000"),
        ({"audience": "publik"}, "unknown audience 'publik'"),
        ({"as_of": "soon"}, "date 'soon' is not YYYY-MM-DD, `today` or `none`"),
    ],
)
def test_a_wrong_question_is_refused_by_every_method(project: Project, method: str, options: dict[str, object], message: str) -> None:
    project.add("shoes")
    project.ingest()
    asked: dict[str, object] = {"query": "shoes"} | options
    with pytest.raises(UsageError) as refused:
        project.assistant.search(method=method, **asked)  # type: ignore[arg-type]
    assert str(refused.value) == message


def test_an_unknown_method_is_refused_with_the_nearest(project: Project) -> None:
    with pytest.raises(UsageError, match="unknown method 'bm52'") as refused:
        project.assistant.search("x", method="bm52")
    assert refused.value.hint == "did you mean `bm25`?"


def test_the_settings_choose_method_number_and_audience(project: Project) -> None:
    project.configure('[search]\nmethod = "baseline"\nk = 1\n[access]\ndefault = "public"\n')
    project.add("shoes")
    project.add("boots", access="staff")
    result = project.assistant.search("shoes")
    assert (result.method, result.audience, len(result.hits), result.as_of) == ("baseline", "public", 1, None)


def test_without_an_index_only_the_baseline_answers(project: Project) -> None:
    project.add("shoes")
    with pytest.raises(NoIndexError, match="No index at"):
        project.assistant.search("shoes", method="bm25")
    assert project.found("shoes", method="baseline") == ["shoes"]


def test_a_damaged_index_is_named_with_the_command_that_mends_it(project: Project) -> None:
    (project.folder / "index.sqlite").write_bytes(b"x" * 5000)
    with pytest.raises(IndexMismatchError, match="is not an index or is damaged") as refused:
        project.assistant.search("shoes")
    assert refused.value.hint == "run `policy-assistant ingest --rebuild`"


def test_an_open_assistant_sees_what_is_ingested_later(project: Project) -> None:
    project.add("shoes")
    assistant = Assistant.open(project.folder)
    assistant.ingest()
    assert len(assistant.search("zebra").hits) == 0
    project.add("zebra")
    assistant.ingest()
    assert len(assistant.search("zebra").hits) == 1
    assistant.store.close()
