"""The facade: search, and that nothing is shown which the date or the audience forbids."""

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from policy_assistant import Assistant
from policy_assistant.errors import IndexMismatchError, NoIndexError, UsageError
from policy_assistant.evaluate.variants import Variant
from policy_assistant.filters import Filters
from policy_assistant.metadata import Chunk
from policy_assistant.search import METHODS
from policy_assistant.store import Store
from policy_assistant.testing.model_server import ModelServer
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
    assert (result.as_of, result.audience, result.method, len(result.hits)) == ("2026-10-09", "staff", "keywords", 1)
    assert isinstance(result.passages[0], Chunk)


@pytest.mark.parametrize("method", METHODS)
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


@pytest.fixture
def server(project: Project) -> Iterator[ModelServer]:
    """The embedder of the project."""
    with ModelServer() as running:
        project.embed_with(running)
        yield running


@pytest.fixture
def embedded(project: Project, server: ModelServer) -> Iterator[Assistant]:
    """An open project whose index has vectors."""
    project.add("shoes")
    project.add("hats", "## Rule\n\nHats off in the hall.\n")
    project.ingest()
    assistant = project.assistant
    yield assistant
    if "store" in assistant.__dict__:
        assistant.store.close()


def test_the_best_method_follows_from_the_index_and_the_settings(project: Project, embedded: Assistant) -> None:
    assert embedded.search("hats").method == "rerank"
    project.configure('[models]\nembedder = "none"\n')
    with_none = project.assistant
    assert with_none.search("hats").method == "keywords"
    with_none.store.close()


def test_without_a_reranker_the_best_method_is_the_fused_ranking(embedded: Assistant) -> None:
    models = replace(embedded.settings.models, reranker="none")
    other = Assistant(replace(embedded.settings, models=models))
    assert other.best_method() == "hybrid"
    other.store.close()


def test_a_signal_is_left_out_of_rerank_only(embedded: Assistant) -> None:
    with pytest.raises(UsageError, match="has no signals"):
        embedded.searcher_of("hybrid", {"without": "keywords"})


def test_a_search_by_keywords_opens_no_embedder(embedded: Assistant, server: ModelServer) -> None:
    server.requests.clear()
    for method in ("bm25", "keywords"):
        assert [passage.doc_id for passage in embedded.search("hats", method=method).passages] == ["hats"]
    assert server.requests == []


def test_the_embedder_is_opened_once(embedded: Assistant) -> None:
    first = embedded.searcher("dense").embedder
    assert first is not None
    assert embedded.searcher("rerank").embedder is first


def test_an_open_project_takes_the_embedder_of_an_index_that_was_made_anew(
    project: Project, embedded: Assistant, server: ModelServer
) -> None:
    """Vectors of two models may have as many numbers, so that nothing else would tell."""
    assert embedded.search("hats", method="dense").asked.model == "openai:tiny"
    project.ingest(embedder="openai:other", rebuild=True)
    with pytest.raises(IndexMismatchError, match="made with the embedder 'openai:other', not with 'openai:tiny'"):
        embedded.search("hats", method="dense")
    project.configure(f'[models]\nembedding_base_url = "{server.base_url}"\n')
    project.ingest(embedder="openai:tiny", rebuild=True)
    assert embedded.search("hats", method="dense").asked.model == "openai:tiny"


def test_an_open_project_without_settings_of_its_own_changes_the_model(project: Project, server: ModelServer, with_models: None) -> None:
    project.configure(f'[models]\nembedding_base_url = "{server.base_url}"\n')
    project.add("shoes")
    project.ingest(embedder="openai:tiny")
    assistant = project.assistant
    assert assistant.search("shoes", method="dense").asked.model == "openai:tiny"
    project.ingest(embedder="openai:other", rebuild=True)
    assert assistant.search("shoes", method="dense").asked.model == "openai:other"
    assert {request.body["model"] for request in server.requests[-1:]} == {"other"}
    assistant.store.close()


def test_the_facade_ingests_with_every_option(project: Project, server: ModelServer) -> None:
    project.add("shoes")
    seen: list[tuple[int, int, str]] = []
    assistant = project.assistant
    report = assistant.ingest(chunker="fixed", embed_progress=lambda *step: seen.append(step))
    assert (report.embedded, seen) == (2, [(0, 2, ""), (2, 2, "")])
    assert assistant.ingest(chunker="structure", embedder="none", rebuild=True, strict=True).embedded == 0
    with Store(project.folder / "index.sqlite") as store:
        assert (store.info().chunker, store.embedding()) == ("structure", None)


def test_a_comparison_makes_the_index_of_a_variant_and_says_how_far_it_is(
    project: Project, embedded: Assistant, server: ModelServer
) -> None:
    (project.folder / "questions").mkdir()
    line = '{"id": "Q1", "question": "Where do hats come off?", "as_of": "2026-01-01", "relevant": [{"doc_id": "hats", "version": "1", "section": "Rule"}]}'
    (project.folder / "questions" / "questions.jsonl").write_text(line + "\n", encoding="utf-8")
    seen: list[tuple[int, int, str]] = []
    variants = [Variant("dense"), Variant("dense", {"embedder": "openai:other"})]
    finished = embedded.compare(variants, embed_progress=lambda *step: seen.append(step))
    assert [str(variant) for variant, _ in finished] == ["dense", "dense:embedder=openai:other"]
    assert seen == [(0, 4, ""), (4, 4, "")]
