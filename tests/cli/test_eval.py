"""The command `eval`, on the example collection and on a small one of its own."""

import json
import shutil
from pathlib import Path

import pytest

from tests.project import Project

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "larkfield"
KEYS = [
    "method",
    "k",
    "as_of",
    "audience",
    "chunker",
    "model",
    "questions",
    "hit",
    "recall",
    "precision",
    "mrr",
    "ndcg",
    "leaks",
    "wrong_versions",
]


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The example collection, ingested; read only."""
    folder = tmp_path_factory.mktemp("example") / "larkfield"
    shutil.copytree(EXAMPLE, folder)
    project = Project(folder)
    report = project.ingest()
    assert (report.skipped, report.kept) == ([], [])
    return project


@pytest.fixture
def asked(project: Project) -> Project:
    project.add("shoes", effective_to="2026-06-30")
    project.add("gate", "## Code\n\nThe gate code is zebra.\n", access="staff")
    project.ingest()
    (project.folder / "questions").mkdir()
    shoes = {"doc_id": "shoes", "version": "1", "section": "Rule", "access": "public"}
    gate = {"doc_id": "gate", "version": "1", "section": "Code", "access": "staff"}
    questions: list[dict[str, object]] = [
        {"id": "Q2", "question": "shoes outside", "kind": "rule", "as_of": "2026-01-01", "relevant": [shoes]},
        {"id": "Q1", "question": "quetzal", "kind": "code", "as_of": "2026-01-01", "relevant": [gate]},
        {"id": "Q3", "question": "zebra shoes", "kind": "none", "as_of": "2026-01-01", "abstain": True},
    ]
    (project.folder / "questions" / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    return project


def test_json_has_the_published_keys_in_their_order(asked: Project) -> None:
    found = asked.run("eval", "--json").json
    assert list(found)[: len(KEYS) + 2] == [*KEYS, "by_kind", "missed"]
    assert [found[name] for name in KEYS[:8]] == ["bm25", 5, "question", "staff", "structure", None, 2, 0.5]
    assert (found["missed"], list(found["by_kind"])) == (["Q1"], ["code", "none", "rule"])


def test_the_date_of_every_question_counts_unless_another_is_given(asked: Project) -> None:
    assert asked.run("eval", "--json", "--as-of", "2026-07-01").json["missed"] == ["Q2", "Q1"]
    assert asked.run("eval", "--json", "--as-of", "none").json["as_of"] is None


def test_a_public_audience_scores_only_what_it_may_see_and_nothing_leaks(asked: Project) -> None:
    found = asked.run("eval", "--json", "--audience", "public").json
    assert (found["questions"], found["hit"], found["leaks"]) == (1, 1.0, 0)


def test_plain_output_has_the_lessons_lines_first(asked: Project) -> None:
    lines = asked.run("eval", "--method", "bm25", "--as-of", "none").out.splitlines()
    assert lines[:4] == [
        "BM25 over structure chunks, top 5: hit@5 0.500 (2 questions with relevant passages)",
        "  code              1 questions, hit@5 0.000",
        "  rule              1 questions, hit@5 1.000",
        "missed: Q1",
    ]
    assert asked.run("eval", "--method", "baseline").out.startswith("BM25 over sections, top 5: hit@5 0.500 (2 questions")


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--k", "0"], "k is 0; allowed: 1 to 1000"),
        (["--as-of", "soon"], "date 'soon' is not YYYY-MM-DD, `today` or `none`"),
        (["--audience", "all"], "unknown audience 'all'"),
        (["--method", "dense"], "unknown method 'dense'"),
    ],
)
def test_a_wrong_option_is_exit_code_2(asked: Project, args: list[str], error: str) -> None:
    done = asked.run("eval", *args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}\n")


@pytest.mark.parametrize("method", ["baseline", "bm25"])
def test_nothing_of_the_example_leaks_to_the_public(example: Project, method: str) -> None:
    found = example.run("eval", "--json", "--method", method, "--audience", "public").json
    assert found["leaks"] == 0
    assert found["questions"] > 20


def test_the_examples_questions_with_their_dates_find_no_wrong_version(example: Project) -> None:
    found = example.run("eval", "--json").json
    assert found["wrong_versions"] == 0
    assert found["hit"] > 0.5
    assert example.run("questions", "--check").code == 0
