"""The command `ask` with the extractor: words, JSON, exit codes, fixed questions, audiences and days."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.settings import Settings
from tests.project import Project

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "larkfield"
RECORD = ["question", "as_of", "audience", "model", "answerable", "answer", "claims", "problems", "passages"]
MORE = ["id", "language", "method", "prompt", "notes", "decision", "generation", "kept"]
CITATION = ["id", "doc_id", "version", "source", "sections", "pages", "start", "end", "quote", "link", "spots"]
HIT = ["rank", "score", "id", "doc_id", "version", "title", "sections", "access", "source", "start", "end", "pages", "text"]
QUESTION = "Where do wet shoes stay?"
SECRET = "zebra750"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Two versions of a rule, a French one and one for staff only, with two fixed questions; read only."""
    project = Project(tmp_path_factory.mktemp("house"))
    project.documents.mkdir(parents=True)
    project.configure('[project]\ntoday = 2026-10-09\n[models]\nembedder = "none"\n[answers]\nledger = false\n')
    old, new = "## In the hall\n\nWet shoes stay in the hall.\n", "## In the hall\n\nWet shoes stay outside the door.\n"
    project.add("shoes", old, version="1", effective_from="2025-01-01", effective_to="2025-12-31", owner="Ada")
    project.write("shoes-2.md", (project.documents / "shoes.md").read_text().replace(old, new).replace("version: 1", "version: 2"))
    text = (project.documents / "shoes-2.md").read_text()
    project.write("shoes-2.md", text.replace("effective_from: 2025-01-01\neffective_to: 2025-12-31", "effective_from: 2026-01-01"))
    project.add("gate", f"## Gate code\n\nThe code of the garden gate is {SECRET}.\n", access="staff", owner="Bob")
    project.add("regles", "## Chaussures\n\nLes chaussures mouillées restent dehors.\n", language="fr", owner="Ada")
    (project.folder / "questions").mkdir()
    (project.folder / "questions" / "questions.jsonl").write_text(
        f'{{"id": "Q1", "question": "{QUESTION}", "language": "en", "as_of": "2025-06-30"}}\n'
        '{"id": "Q2", "question": "Who feeds the neighbour\'s parrot?", "language": "en"}\n'
    )
    project.ingest()
    return project


def answered(project: Project, *args: str, code: int = 0) -> Any:
    done = project.run("ask", *args, "--json")
    assert done.code == code, done.err
    return done.json


def test_json_has_the_published_keys_in_their_order(house: Project) -> None:
    found = answered(house, QUESTION)
    assert list(found) == [*RECORD, *MORE]
    assert [found[name] for name in RECORD[:5]] == [QUESTION, "2026-10-09", "staff", "extractor", True]
    (claim, *_) = found["claims"]
    assert list(claim)[:4] == ["text", "ok", "problems", "citations"]
    assert list(claim["citations"][0]) == CITATION
    assert list(found["passages"][0])[: len(HIT)] == HIT
    assert (found["id"], found["language"], found["method"], found["kept"]) == ("", "en", "keywords", "")


def test_a_quote_stands_word_for_word_at_its_place(house: Project) -> None:
    citation = answered(house, QUESTION)["claims"][0]["citations"][0]
    chunk = next(chunk for chunk in house.chunks() if chunk.chunk_id == citation["id"])
    assert citation["quote"] == "Wet shoes stay outside the door."
    assert chunk.quote[citation["start"] - chunk.start : citation["end"] - chunk.start] == citation["quote"]
    assert (citation["doc_id"], citation["version"], citation["link"]) == ("shoes", "2", None)
    assert (citation["source"], citation["sections"]) == ("documents/shoes-2.md", ["In the hall"])


def test_plain_output_shows_the_answer_the_place_the_quote_and_the_checks(house: Project) -> None:
    done = house.run("ask", QUESTION)
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[0] == "Wet shoes stay outside the door."
    assert lines[2].startswith("1. Shoes (shoes), version 2 | In the hall | in force from 2026-01-01 | [")
    assert lines[3] == "   \u201cWet shoes stay outside the door.\u201d"
    assert lines[4].startswith("   \u2713 exists  \u2713 given  \u2713 allowed  \u2713 in force")
    assert done.err.splitlines()[-1] == "extractor | keywords | as of 2026-10-09 | audience staff | not kept"


def test_a_french_question_is_answered_around_in_french(house: Project) -> None:
    done = house.run("ask", "Où restent les chaussures mouillées ?")
    assert "en vigueur" in done.out
    assert "\u00ab\u00a0Les chaussures mouillées restent dehors.\u00a0\u00bb" in done.out


def test_the_day_decides_which_version_answers(house: Project) -> None:
    found = answered(house, QUESTION, "--as-of", "2025-06-30")
    assert (found["as_of"], found["claims"][0]["citations"][0]["version"]) == ("2025-06-30", "1")
    assert "hall" in found["answer"]


def test_a_fixed_question_has_a_day_of_its_own_unless_one_is_given(house: Project) -> None:
    found = answered(house, "Q1")
    assert (found["id"], found["question"], found["as_of"]) == ("Q1", QUESTION, "2025-06-30")
    assert answered(house, "Q1", "--as-of", "today")["as_of"] == "2026-10-09"
    assert f"Q1: {QUESTION}" in house.run("ask", "Q1").err


def test_an_id_that_no_question_has_is_an_error_with_the_nearest(house: Project) -> None:
    done = house.run("ask", "Q11")
    assert (done.code, done.out) == (1, "")
    assert "error: no question has the ID 'Q11'" in done.err
    assert "`Q1`" in done.err


def test_when_the_documents_do_not_say_the_code_is_3(house: Project) -> None:
    done = house.run("ask", "Q2")
    assert done.code == 3
    assert done.out.startswith("The documents do not say.\n")
    assert "What to do:" in done.out
    found = answered(house, "Q2", code=3)
    assert (found["answerable"], found["answer"], found["claims"]) == (False, "The documents do not say.", [])


def test_the_public_gets_nothing_of_what_staff_may_see(house: Project) -> None:
    question = "What is the code of the garden gate?"
    assert SECRET in answered(house, question)["answer"]
    for more in ((), ("--json",), ("--explain",), ("--explain", "--json")):
        done = house.run("ask", question, "--audience", "public", *more)
        assert done.code in (0, 3)
        assert SECRET not in done.out + done.err
        assert "Gate code" not in done.out + done.err
        assert "Bob" not in done.out + done.err


def test_explain_shows_every_step(house: Project) -> None:
    done = house.run("ask", QUESTION, "--explain")
    plain = house.run("ask", QUESTION)
    assert done.out.startswith(plain.out)
    titles = [line for line in done.out.splitlines() if line.startswith("--- ")]
    assert titles == ["--- PASSAGES AND SCORES", "--- CONTEXT", "--- DECISION", "--- TIME"]
    assert "   term " in done.out
    assert "search " in done.out.splitlines()[-1]


def test_explain_as_json_adds_to_the_record(house: Project) -> None:
    found = answered(house, QUESTION, "--explain")
    more = ["searched_for", "context", "messages", "completion", "milliseconds"]
    assert list(found) == [*RECORD, *MORE, *more]
    assert found["passages"][0]["explanation"]
    assert found["searched_for"] == QUESTION
    assert found["context"]["kept"][0] == found["passages"][0]["id"]
    assert found["completion"] is None
    assert set(found["milliseconds"]) >= {"search", "context", "reply", "checks"}


def test_k_limits_the_passages(house: Project) -> None:
    assert len(answered(house, "Où restent les chaussures mouillées ?", "--k", "1")["passages"]) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "no question is given"),
        (("  ",), "no question is given"),
        (("x" * 20_001,), "20,001 characters"),
        ((QUESTION, "--as-of", "none"), "an answer needs a day"),
        ((QUESTION, "--as-of", "soon"), "'soon' is not"),
        ((QUESTION, "--audience", "everyone"), "everyone"),
        ((QUESTION, "--k", "0"), "k is 0"),
        ((QUESTION, "--method", "baseline"), "the baseline has no dates"),
        ((QUESTION, "--method", "fast"), "unknown method 'fast'"),
        ((QUESTION, "--model", "mind"), "mind"),
        ((QUESTION, "--prompt", "v1"), "--prompt is for a chat model"),
        ((QUESTION, "--model", "extractor", "--prompt", "v1"), "--prompt is for a chat model"),
        ((QUESTION, "--out", "a.csv"), "--out does not go with a single question"),
        ((QUESTION, "--force"), "--force does not go with a single question"),
        ((QUESTION, "--closed-book"), "no chat model is set"),
        ((QUESTION, "--closed-book", "--model", "extractor"), "the extractor has no memory"),
        ((QUESTION, "--closed-book", "--explain"), "--explain does not go with --closed-book"),
        ((QUESTION, "--closed-book", "--rewrite"), "--rewrite does not go with --closed-book"),
        ((QUESTION, "--batch", "a.csv"), "a question and --batch are both given"),
        (("--batch", "a.csv", "--json"), "--json does not go with --batch"),
        (("--batch", "a.csv", "--explain"), "--explain does not go with --batch"),
        (("--batch", "a.csv", "--closed-book"), "--closed-book does not go with --batch"),
        (("--batch", "a.csv", "--force"), "--force replaces the file of --out"),
    ],
)
def test_wrong_usage_is_told_and_nothing_is_printed(house: Project, args: tuple[str, ...], message: str) -> None:
    done = house.run("ask", *args)
    assert (done.code, done.out) == (2, ""), done.err
    assert message in done.err


def test_without_an_index_the_code_is_4(project: Project) -> None:
    done = project.run("ask", QUESTION)
    assert (done.code, done.out) == (4, "")


def test_newer_files_are_a_hint(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    project.add("socks")
    assert "hint: 1 file changed since the last ingest (documents/socks.md)" in project.run("ask", "Where do shoes stay?").err


def test_the_ledger_keeps_an_answer_unless_told_otherwise(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    state = Settings(project.folder).state_path
    assert project.run("ask", "Where do shoes stay?", "--no-ledger").err.splitlines()[-1].endswith("not kept")
    assert not state.exists()
    done = project.run("ask", "Where do shoes stay?")
    assert "kept as " in done.err.splitlines()[-1]
    assert state.exists()


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The example collection, ingested without vectors; read only."""
    folder = tmp_path_factory.mktemp("example") / "larkfield"
    shutil.copytree(EXAMPLE, folder)
    project = Project(folder)
    project.ingest(embedder="none")
    return project


def test_every_quote_of_the_example_stands_at_its_place(example: Project) -> None:
    texts = {chunk.chunk_id: chunk for chunk in example.chunks()}
    seen = 0
    for name in ("E02", "E04", "E05", "E10", "E15"):
        found = example.run("ask", name, "--json", "--no-ledger").json
        for citation in (citation for claim in found["claims"] for citation in claim["citations"]):
            chunk = texts[citation["id"]]
            assert chunk.quote[citation["start"] - chunk.start : citation["end"] - chunk.start] == citation["quote"]
            seen += 1
    assert seen, "nothing was cited at all"


def test_pages_of_a_pdf_are_shown(example: Project) -> None:
    paged = next(chunk for chunk in example.chunks() if chunk.pages and chunk.access == "public" and not chunk.effective_to)
    words = " ".join(paged.quote.split()[:12])
    found = example.run("ask", words, "--json", "--no-ledger").json
    plain = example.run("ask", words, "--no-ledger")
    with_pages = next(hit for hit in found["passages"] if hit["id"] == paged.chunk_id)
    assert with_pages["pages"] == list(paged.pages)
    assert " | page" in plain.out
