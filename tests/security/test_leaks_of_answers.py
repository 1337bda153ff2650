"""What only staff may see comes to the public by no way of asking: not in answers, prompts, errors, the ledger or its views."""

import csv
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from policy_assistant.ledger.record import answer_record
from policy_assistant.ledger.store import Ledger
from policy_assistant.testing.model_server import ModelServer, cited
from tests.project import Done, Project
from tests.security.confidential import ENGLISH, FRENCH, QUESTIONS, TOKENS, made, tokens_in

PUBLIC = frozenset({"public"})
MADE_UP = "0123456789ab"
SURFACES = ((), ("--json",), ("--explain",), ("--explain", "--json"))
MODEL = ("--model", "openai:tiny")

COUNTED_OVER_ALL = "how rare a word is, and keyword scores, are counted over all passages: a hint at how many there are for staff"


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def _made(folder: Path, server: ModelServer, *, with_staff: bool) -> Project:
    return made(folder, with_staff=with_staff, settings=f'chat_base_url = "{server.base_url}"\n')


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory, server: ModelServer) -> Project:
    """With documents for staff. Its ledger is not to be written by tests that read it."""
    return _made(tmp_path_factory.mktemp("harbour"), server, with_staff=True)


@pytest.fixture(scope="module")
def without_staff(tmp_path_factory: pytest.TempPathFactory, server: ModelServer) -> Project:
    """The same without them."""
    return _made(tmp_path_factory.mktemp("without"), server, with_staff=False)


@pytest.fixture(scope="module")
def kept(harbour: Project, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy whose ledger holds every question as the public asked it and as staff did."""
    folder = tmp_path_factory.mktemp("kept") / "harbour"
    shutil.copytree(harbour.folder, folder)
    project = Project(folder)
    assistant = project.assistant
    for question in QUESTIONS:
        for audience in ("public", "staff"):
            assistant.ask(question, audience=audience)
    assistant.store.close()
    return project


@pytest.fixture(scope="module")
def withdrawn(kept: Project, tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Project]:
    """Two copies in which a public document is for staff now, with a new owner and a new sentence, or is gone."""
    copies = []
    for name in ("relabelled", "removed"):
        folder = tmp_path_factory.mktemp(name) / "harbour"
        shutil.copytree(kept.folder, folder)
        project = Project(folder)
        path = project.documents / "warranty.md"
        text = path.read_text(encoding="utf-8").replace("access: public", "access: staff").replace("owner: Ada", "owner: Fenugreek")
        path.unlink()
        if name == "relabelled":
            project.write("warranty.md", text.replace("is 2 years", "is 7014 years"))
        project.ingest()
        copies.append(project)
    return copies[0], copies[1]


def public(project: Project, question: str, *more: str) -> Done:
    return project.run("ask", question, "--audience", "public", "--no-ledger", *more)


def tokens_shown(done: Done) -> set[str]:
    return tokens_in(done.out + done.err)


def for_staff(project: Project) -> list[str]:
    """The IDs of the passages that only staff may see."""
    return [chunk.chunk_id for chunk in project.chunks() if chunk.access == "staff"]


def told(record: dict[str, Any]) -> dict[str, Any]:
    """A record without what differs from index to index: the generation, scores, and what hangs on the order of equals (ranks
    of passages, which further quotes stand beside the first).
    """
    passages = [{name: value for name, value in hit.items() if name not in ("score", "rank")} for hit in record["passages"]]
    decision = record["decision"] and {name: record["decision"][name] for name in ("missing", "reason", "threshold")}
    rest = {name: value for name, value in record.items() if name not in ("passages", "decision", "generation", "answer", "claims")}
    return {**rest, "claims": record["claims"][:1], "decision": decision, "passages": sorted(passages, key=lambda hit: str(hit["id"]))}


def test_there_are_enough_questions_of_both_languages_and_staff_are_told_what_is_asked(harbour: Project) -> None:
    """Otherwise what comes below would prove nothing."""
    assert len(QUESTIONS) >= 25
    assert len(FRENCH) >= 10
    assert not tokens_in(" ".join(QUESTIONS))
    shown: set[str] = set()
    for question in QUESTIONS:
        shown |= tokens_shown(harbour.run("ask", question, "--no-ledger", "--json", "--as-of", "2026-11-05"))
        shown |= tokens_shown(harbour.run("ask", question, "--no-ledger"))
    assert shown == set(TOKENS)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_surface_shows_a_word_for_staff_to_the_public(harbour: Project, question: str) -> None:
    for more in SURFACES[2:]:  # each shows all that the surface without `--explain` shows
        done = public(harbour, question, *more, "--k", "20")
        assert done.code in (0, 3)
        assert tokens_shown(done) == set()
    assert tokens_shown(public(harbour, question, "--as-of", "2026-11-05")) == set()


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_public_gets_the_answer_of_a_project_without_documents_for_staff(
    harbour: Project, without_staff: Project, question: str
) -> None:
    for day in ("2026-10-09", "2026-11-05") if question in ENGLISH[:4] else ("2026-10-09",):
        one, other = (public(project, question, "--json", "--k", "20", "--as-of", day).json for project in (harbour, without_staff))
        assert told(one) == told(other)


@pytest.mark.xfail(strict=True, reason=COUNTED_OVER_ALL)
def test_neither_confidence_nor_further_quotes_depend_on_documents_for_staff(harbour: Project, without_staff: Project) -> None:
    for question in QUESTIONS:
        one, other = (public(project, question, "--json", "--k", "20").json for project in (harbour, without_staff))
        assert (one["decision"], one["claims"]) == (other["decision"], other["claims"])


def test_a_questionnaire_of_the_public_shows_nothing(harbour: Project, without_staff: Project, tmp_path: Path) -> None:
    asked = tmp_path / "asked.csv"
    with asked.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["question", "audience"], *([question, ""] for question in QUESTIONS), [QUESTIONS[0], "staff"]])
    rows = []
    for project in (harbour, without_staff):
        done = project.run("ask", "--batch", str(asked), "--audience", "public", "--no-ledger", "--k", "20")
        assert done.code == 6
        assert tokens_shown(done) == set()
        rows.append(list(csv.DictReader(done.out.splitlines(keepends=True))))
    for one, other in zip(*rows, strict=True):
        assert [one[name] for name in ("answerable", "problems", "notes")] == [other[name] for name in ("answerable", "problems", "notes")]
        assert one["answer"].splitlines()[:1] == other["answer"].splitlines()[:1]
    assert "audience 'staff' sees more than 'public'" in rows[0][-1]["problems"]


def test_the_prompt_of_a_public_question_holds_nothing_for_staff(harbour: Project, server: ModelServer) -> None:
    before = len(server.requests)
    for question in QUESTIONS:
        assert tokens_shown(public(harbour, question, *MODEL, "--k", "20", "--explain", "--json")) == set()
    sent = [json.dumps(request.body, ensure_ascii=False) for request in server.requests[before:]]
    assert len(sent) >= 20
    assert tokens_in("\n".join(sent)) == set()
    assert not [name for name in for_staff(harbour) if name in "\n".join(sent)]


@pytest.mark.parametrize("more", SURFACES, ids=lambda more: " ".join(more) or "plain")
def test_a_model_that_guesses_an_id_learns_nothing(harbour: Project, server: ModelServer, more: tuple[str, ...]) -> None:
    """Neither does whoever reads its answer: the real ID of a passage for staff and a made-up one give the same."""
    for name in for_staff(harbour)[:4]:
        seen = []
        for guess in (name, MADE_UP):
            server.script(
                cited(("The code is known.", guess, ""), ("The code is known.", guess, "The code of the till"), ("Yes.", guess[:8], ""))
            )
            done = public(harbour, "What is the code of the till?", *MODEL, *more)
            assert tokens_shown(done) == set()
            seen.append((done.code, _timeless(done.out.replace(guess, "GUESS").replace(guess[:8], "GUESS")), done.err))
        assert seen[0] == seen[1]


def _timeless(out: str) -> str:
    """An output without its times."""
    if out.startswith("{"):
        record = json.loads(out)
        record.pop("milliseconds", None)
        (record.get("completion") or {}).pop("milliseconds", None)
        return json.dumps(record)
    return "\n".join(line for line in out.splitlines() if not line.endswith(" ms"))


@pytest.mark.parametrize(
    ("denied", "missing"),
    [
        (("diff", "returns", "1", "2"), ("diff", "returns", "1", "9")),
        (("diff", "discount", "1", "2"), ("diff", "discoant", "1", "2")),
        (("diff", "zq7015", "1", "1"), ("diff", "qqqqqq", "1", "1")),
    ],
)
def test_a_denied_document_or_version_is_told_like_one_that_is_not_there(
    harbour: Project, denied: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    one, other = (harbour.run(*args, "--audience", "public") for args in (denied, missing))
    assert (one.code, one.out) == (other.code, other.out) == (1, "")
    plain = [done.err.replace(args[1], "DOC").replace(f"'{args[3]}'", "VERSION") for done, args in ((one, denied), (other, missing))]
    assert plain[0] == plain[1]
    assert tokens_in(one.err.replace(denied[1], "")) == set()


@pytest.mark.parametrize(
    "args",
    [
        ("x", *MODEL, "--prompt", "zq.txt"),
        ("x", "--as-of", "soon"),
        ("x", "--audience", "nobody"),
        ("x", "--k", "0"),
        ("x", "--method", "no"),
    ],
)
def test_errors_show_nothing(harbour: Project, args: tuple[str, ...]) -> None:
    done = harbour.run("ask", *args) if "--audience" in args else public(harbour, *args)
    assert done.code in (1, 2, 6)
    assert tokens_shown(done) == set()


@pytest.mark.parametrize(
    "args",
    [
        ("audit",),
        ("audit", "--json"),
        ("audit", "--list"),
        ("audit", "--list", "--json"),
        ("audit", "--ahead", "2026-12-31"),
        ("audit", "--ahead", "2026-12-31", "--json"),
        ("audit", "--reask"),
        ("audit", "--reask", "--json"),
        ("questions", "--gaps"),
        ("questions", "--gaps", "--json"),
    ],
    ids=" ".join,
)
def test_views_of_the_ledger_show_the_public_its_own_answers_only(kept: Project, args: tuple[str, ...]) -> None:
    mine, all_of_it = (kept.run(*args, "--audience", audience) for audience in ("public", "staff"))
    assert tokens_shown(mine) == set()
    staffs = {answer.id for answer in Ledger.of(kept.settings).answers(labels=PUBLIC | {"staff"}) if answer.audience == "staff"}
    assert len(staffs) == len(QUESTIONS)
    assert not [name for name in staffs if name in mine.out + mine.err]
    assert all_of_it.out != mine.out


def test_a_kept_answer_for_staff_is_told_the_public_like_one_that_is_not_there(kept: Project) -> None:
    answers = Ledger.of(kept.settings).answers(labels=PUBLIC | {"staff"})
    name = next(answer.id for answer in answers if answer.audience == "staff" and tokens_in(answer.text))
    for args in (("audit", "--show"), ("audit", "--erase"), ("questions", "add")):
        one, other = (kept.run(*args, answer, "--audience", "public") for answer in (name, MADE_UP))
        assert (one.code, one.out) == (other.code, other.out) == (1, "")
        assert one.err.replace(name, "ID") == other.err.replace(MADE_UP, "ID")


def test_the_public_reads_its_kept_answers_without_a_word_for_staff(kept: Project) -> None:
    answers = Ledger.of(kept.settings).answers(labels=PUBLIC)
    assert [answer.question for answer in answers] == list(QUESTIONS)
    for answer in answers:
        assert tokens_in(json.dumps(answer_record(answer), ensure_ascii=False)) == set()
        for more in ((), ("--json",)):
            assert tokens_shown(kept.run("audit", "--show", answer.id, "--audience", "public", *more)) == set()


def test_what_the_public_asked_leaves_nothing_for_staff_in_the_file(harbour: Project, server: ModelServer, tmp_path: Path) -> None:
    """Also where a model cites passages for staff and the answer is kept with its withheld claims."""
    shutil.copytree(harbour.folder, tmp_path / "copy")
    project = Project(tmp_path / "copy")
    for question in (ENGLISH[6], FRENCH[1]):
        assert project.run("ask", question, "--audience", "public").code in (0, 3)
        server.script(cited(*(("It is known.", name, "The code of the till is") for name in for_staff(project))))
        assert project.run("ask", question, "--audience", "public", *MODEL).code == 3
    assert len(Ledger.of(project.settings).answers(labels=PUBLIC)) == 4
    held = b"".join(path.read_bytes() for path in project.folder.glob("state.sqlite*")).decode("utf-8", errors="replace")
    assert tokens_in(held) == set()


@pytest.mark.parametrize("view", [(), ("--json",), ("--reask",), ("--reask", "--json"), ("--ahead", "2026-12-31")], ids=" ".join)
def test_a_document_that_became_one_for_staff_is_told_like_one_that_was_removed(
    withdrawn: tuple[Project, Project], view: tuple[str, ...]
) -> None:
    relabelled, removed = (project.run("audit", *view, "--audience", "public") for project in withdrawn)
    assert relabelled.code == removed.code == (0 if "--ahead" in view else 1)
    assert tokens_shown(relabelled) == set()
    assert "Fenugreek" not in relabelled.out + relabelled.err
    assert relabelled.out == removed.out
