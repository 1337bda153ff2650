"""The command `eval`, on the example collection and on a small one of its own."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.cli.evaluate import command
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
    report = project.ingest(embedder="none")
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
    found = asked.run("eval", "--method", "bm25", "--json").json
    assert list(found)[: len(KEYS) + 2] == [*KEYS, "by_kind", "missed"]
    assert [found[name] for name in KEYS[:8]] == ["bm25", 5, "question", "staff", "structure", None, 2, 0.5]
    assert (found["missed"], list(found["by_kind"])) == (["Q1"], ["code", "none", "rule"])


def test_the_date_of_every_question_counts_unless_another_is_given(asked: Project) -> None:
    assert asked.run("eval", "--method", "bm25", "--json", "--as-of", "2026-07-01").json["missed"] == ["Q2", "Q1"]
    assert asked.run("eval", "--json", "--as-of", "none").json["as_of"] is None


def test_a_public_audience_scores_only_what_it_may_see_and_nothing_leaks(asked: Project) -> None:
    found = asked.run("eval", "--method", "bm25", "--json", "--audience", "public").json
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
        (["--method", "magic"], "unknown method 'magic'"),
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


def compared(project: Project, *args: str) -> Any:
    """What a comparison prints as JSON."""
    return project.run("eval", *args, "--json").json


def names_of(record: Any) -> list[str]:
    return [variant["variant"] for variant in record["variants"]]


@pytest.mark.parametrize(
    "args",
    [
        ["--compare", "bm25", "baseline"],
        ["--compare", "bm25", "baseline", "--k", "5"],
        ["--k", "5", "--compare", "bm25", "baseline", "--audience", "staff"],
        ["--compare", "bm25", "--k", "5", "--compare", "baseline"],
        ["--compare=bm25", "baseline"],
        ["--compare", "bm25,baseline"],
        ["--compare=bm25,baseline"],
    ],
)
def test_variants_can_be_written_one_after_another_again_and_with_commas(asked: Project, args: list[str]) -> None:
    assert names_of(compared(asked, *args)) == ["bm25", "baseline"]


@pytest.mark.parametrize("before", [[], ["--k", "10", "--json"]])
@pytest.mark.parametrize("after", [[], ["--audience", "public"], ["--report", "page.html", "--seed", "7"], ["--"]])
def test_all_methods_can_be_named_with_other_options_before_and_after(before: list[str], after: list[str]) -> None:
    names = ["bm25", "keywords", "dense", "hybrid", "rerank"]
    params = command.make_context("eval", [*before, "--compare", *names, *after]).params
    assert params["variants"] == tuple(names)
    assert (params["k"], params["seed"]) == (10 if before else None, 7 if "--seed" in after else 0)


def test_a_comparison_prints_one_object_with_variants_halves_and_pairs(asked: Project) -> None:
    record = compared(asked, "--compare", "baseline", "bm25", "--seed", "3")
    assert [record[name] for name in ("k", "as_of", "audience", "seed")] == [5, "question", "staff", 3]
    one, two = record["variants"]
    assert (one["chunker"], one["as_of"], two["chunker"], two["as_of"]) == (None, None, "structure", "question")
    assert (two["questions"], two["hit@5"], two["missed"], two["leaks"]) == (2, 0.5, ["Q1"], 0)
    assert two["halves"]["even"]["questions"] + two["halves"]["odd"]["questions"] == 2
    assert [(p["variant"], p["against"], p["measure"], p["ties"], p["p"]) for p in record["pairs"]] == [
        ("bm25", "baseline", "MRR@10", 2, 1.0),
        ("bm25", "baseline", "hit@5", 2, 1.0),
    ]


def test_figures_have_fixed_depths_and_offences_those_of_k(asked: Project) -> None:
    one, ten = (compared(asked, "--compare", "bm25", "--k", k)["variants"][0] for k in ("1", "10"))
    assert all(one[name] == ten[name] for name in ("hit@1", "hit@5", "recall@5", "MRR@10", "nDCG@10"))


def test_a_comparison_prints_figures_then_halves_then_pairs(asked: Project) -> None:
    lines = asked.run("eval", "--compare", "bm25", "baseline").out.splitlines()
    assert lines[0].startswith("2 questions with relevant passages; leaks and wrong versions among the first 5")
    assert lines[1].split() == ["variant", "hit@1", "hit@5", "recall@5", "MRR@10", "nDCG@10", "ms", "leaks", "wrong", "versions"]
    assert lines[2].split()[:6] == ["bm25", "0.500", "0.500", "0.500", "0.500", "0.500"]
    assert lines[5].startswith("hit@5 [95 % interval]")
    assert lines[6].split()[:4] == ["bm25", "0.500", "[0.095,", "0.905]"]
    assert lines[10].split()[:7] == ["baseline", "bm25", "MRR@10", "+0.000", "[+0.000,", "+0.000]", "0"]
    assert lines[-1].startswith("p: two-sided paired randomisation test, seed 0")


@pytest.mark.parametrize("half", ["even", "odd"])
def test_one_half_of_the_questions_can_be_scored(example: Project, half: str) -> None:
    record = compared(example, "--compare", "bm25", "--questions", half)["variants"][0]
    whole = compared(example, "--compare", "bm25")["variants"][0]
    assert record["halves"][half] == whole["halves"][half]
    assert record["questions"] == whole["halves"][half]["questions"] < whole["questions"]
    assert example.run("eval", "--method", "bm25", "--json", "--questions", half).json["questions"] == record["questions"]


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--compare"], "Option '--compare' requires an argument."),
        (["--compare", "--k", "5"], "Option '--compare' requires an argument."),
        (["--compare", ","], "no variant to compare"),
        (["--compare", "bm25", "magic"], "unknown method 'magic'"),
        (["--compare", "bm25:chunkr=fixed"], "variant 'bm25:chunkr=fixed': unknown key 'chunkr'"),
        (["--compare", "bm25", "bm25"], "the variant 'bm25' is named twice"),
        (["--compare", "bm25", "--method", "baseline"], "--method and --compare are both given"),
        (["--compare", "bm25", "--questions", "third"], "Invalid value for '--questions'"),
        (["--compare", "bm25", "--report", "/nowhere/report.html"], "/nowhere/report.html cannot be written"),
        (["--gate", "a.json", "--write-gate", "b.json"], "--gate and --write-gate are both given"),
        (["--gate", "/nowhere/gate.json"], "no gate /nowhere/gate.json"),
        (["--write-gate", "/nowhere/gate.json"], "/nowhere/gate.json cannot be written"),
        (["bm25"], "Got unexpected extra argument (bm25)"),
    ],
)
def test_a_wrong_comparison_or_gate_is_exit_code_2(asked: Project, args: list[str], error: str) -> None:
    done = asked.run("eval", *args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {error}")
    assert "\nhint: " in done.err


def test_the_page_of_a_comparison_is_written(asked: Project, tmp_path: Path) -> None:
    done = asked.run("eval", "--compare", "bm25", "baseline", "--report", str(tmp_path / "page.html"))
    assert (done.code, done.err) == (0, f"report written to {tmp_path / 'page.html'}\n")
    assert "2 variants compared" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_folder_of_reports_is_made_and_no_other(asked: Project) -> None:
    folder = asked.settings.reports_path
    assert not folder.exists()
    elsewhere = asked.run("eval", "--method", "bm25", "--report", str(asked.folder / "elsewhere" / "page.html"))
    assert elsewhere.code == 2
    done = asked.run("eval", "--method", "bm25", "--report", str(folder / "page.html"))
    assert done.code == 0, done.err
    assert (folder / "page.html").is_file()


def test_a_comparison_without_questions_prints_dashes(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    (project.folder / "questions").mkdir()
    (project.folder / "questions" / "questions.jsonl").write_text("", encoding="utf-8")
    done = project.run("eval", "--compare", "bm25", "baseline")
    assert done.code == 0
    assert done.out.splitlines()[2].split() == ["bm25", "-", "-", "-", "-", "-", "-", "0", "0"]
    assert compared(project, "--compare", "bm25")["variants"][0]["hit@5_interval"] is None


def test_a_gate_passes_until_a_figure_falls(asked: Project, tmp_path: Path) -> None:
    gate = str(tmp_path / "gate.json")
    written = asked.run("eval", "--method", "bm25", "--write-gate", gate)
    assert (written.code, written.err) == (0, f"figures of bm25 kept in {gate}\n")
    assert asked.run("eval", "--method", "bm25", "--gate", gate).err == "gate: passed\n"
    asked.add("boots", "## Rule\n\nShoes outside, shoes outside.\n")
    asked.ingest()
    failed = asked.run("eval", "--method", "bm25", "--gate", gate, "--json")
    assert failed.code == 1
    assert "error: hit@1 of bm25 fell from 0.500 to 0.000; lost: Q2 (rank 1, now 2)\n" in failed.err
    assert failed.err.endswith("gate: failed\n")
    assert failed.json["gate"]["failures"][0] == {
        "variant": "bm25",
        "figure": "hit@1",
        "kept": 0.5,
        "now": 0.0,
        "lost": ["Q2 (rank 1, now 2)"],
    }


def test_a_gate_of_a_comparison_checks_each_variant_and_names_those_not_kept(asked: Project, tmp_path: Path) -> None:
    gate = str(tmp_path / "gate.json")
    assert asked.run("eval", "--compare", "bm25", "--write-gate", gate).code == 0
    done = asked.run("eval", "--compare", "bm25", "baseline", "--gate", gate)
    assert (done.code, done.err) == (0, "gate: no figure of baseline is kept\ngate: passed\n")


def test_a_gate_made_with_another_k_is_refused(asked: Project, tmp_path: Path) -> None:
    gate = str(tmp_path / "gate.json")
    asked.run("eval", "--method", "bm25", "--write-gate", gate)
    done = asked.run("eval", "--method", "bm25", "--gate", gate, "--k", "3")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: the gate for 'bm25' was made with k 5, not 3\n")
