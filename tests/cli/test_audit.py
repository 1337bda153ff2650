"""The command `audit`: findings, what turns, asking again, and the kept answers themselves."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from policy_assistant.ledger.store import Ledger
from tests.ledger.samples import DAY, NOON, PUBLIC, STAFF, answer, claim
from tests.project import Project, page

QUOTE = "Goods go back within 30 days."
OLD = "## Window\n\nGoods go back within 30 days.\n"
SETTINGS = f'[project]\ntoday = "{DAY}"\n[models]\nembedder = "none"\n'
NOTHING = "0 citations to passages that are removed, changed, not in force or not allowed | 0 with a newer version | 0 ended"


@pytest.fixture
def made(project: Project) -> Project:
    project.configure(SETTINGS)
    project.write("a3.md", page("returns", OLD, version="3", effective_to="2026-10-31", owner="Desk"))
    project.write("a4.md", page("returns", OLD.replace("30", "45"), version="4", effective_from="2026-11-01", owner="Desk"))
    project.ingest()
    return project


def ledger(project: Project) -> Ledger:
    return Ledger.of(project.settings)


def keep(project: Project, question: str = "How many days until goods go back?", **fields: object) -> str:
    """Keep an answer that cites version 3; its ID."""
    chunk = next(c for c in project.chunks() if c.version == "3")
    return ledger(project).keep(answer(question, claim(chunk, QUOTE), **fields), NOON, today=DAY).id  # type: ignore[arg-type]


def test_an_audit_that_finds_nothing_is_exit_code_0(made: Project) -> None:
    keep(made)
    done = made.run("audit")
    assert (done.code, done.out, done.err) == (0, f"1 kept answer | {NOTHING}\n", "")


def test_without_kept_answers_it_says_why(made: Project) -> None:
    done = made.run("audit")
    assert (done.code, done.out) == (0, f"0 kept answers | {NOTHING}\n")
    assert done.err.startswith("hint: nothing was kept; `policy-assistant ask` keeps its answers")


def test_what_is_found_is_a_line_with_question_answer_and_owner_and_exit_code_1(made: Project) -> None:
    name = keep(made, question_id="Q7")
    made.write("a3.md", page("returns", OLD, version="3", effective_to="2026-10-08", owner="Desk"))
    made.ingest()
    done = made.run("audit")
    assert done.code == 1
    assert done.out.splitlines() == [
        f"not in force: {name} Q7 “How many days until goods go back?”: returns v3 is not in force on {DAY} | owner: Desk",
        "1 kept answer | 1 citation to passages that are removed, changed, not in force or not allowed | 0 with a newer version | 0 ended",
    ]
    assert made.run("audit", "--json").code == 1
    found = made.run("audit", "--json").json
    assert list(found) == ["today", "answers", "findings", "ledger"]
    assert (found["today"], found["answers"], found["ledger"]) == (DAY, 1, [])
    assert (found["findings"][0]["kind"], found["findings"][0]["answer_id"], found["findings"][0]["owner"]) == (
        "not in force",
        name,
        "Desk",
    )


def test_a_version_is_one_line_however_many_of_its_passages_are_cited(made: Project) -> None:
    body = OLD + "\n## Refund\n\nMoney comes within 14 days.\n\n## Place\n\nAt the desk.\n"
    made.write("a3.md", page("returns", body, version="3", effective_to="2026-10-31", owner="Desk"))
    made.ingest()
    cited = {c.section: c for c in made.chunks() if c.version == "3"}
    quotes = {"Window": QUOTE, "Refund": "Money comes within 14 days.", "Place": "At the desk."}
    names = [
        ledger(made).keep(answer(question, *(claim(cited[name], quote) for name, quote in quotes.items())), NOON).id
        for question in ("How?", "When?")
    ]
    body = body.replace("At the desk", "At the gate").replace("14 days.", "14 days. Ask for it.")
    made.write("a3.md", page("returns", body, version="3", effective_to="2026-10-08", owner="Desk"))
    made.ingest()
    lines = made.run("audit").out.splitlines()
    changed = "the passage returns v3 | Place is no longer cut like this; the cited words do not stand in returns v3"
    assert lines[:-1] == [
        line
        for name, question in zip(names, ("How?", "When?"), strict=True)
        for line in (
            f"not in force: {name} “{question}”: returns v3 is not in force on {DAY} (and 2 more passages) | owner: Desk",
            f"changed: {name} “{question}”: {changed} (and 1 more passage) | owner: Desk",
        )
    ]
    assert lines[-1].startswith("2 kept answers | 6 citations to passages that are removed, changed, ")
    assert len(made.run("audit", "--json").json["findings"]) == 10


def test_an_answer_kept_outside_the_period_is_left_out(made: Project) -> None:
    keep(made)
    (made.documents / "a3.md").unlink()
    made.ingest()
    assert made.run("audit", "--since", DAY, "--until", DAY).code == 1
    assert made.run("audit", "--since", "2026-10-10").code == made.run("audit", "--until", "2026-10-08").code == 0


def test_a_broken_chain_is_found_by_every_audit(made: Project) -> None:
    keep(made)
    with closing(sqlite3.connect(made.settings.state_path, isolation_level=None)) as conn:
        conn.execute("UPDATE ledger SET kept_at = '2026-10-08T12:00:00Z'")
    done = made.run("audit")
    assert done.code == 1
    assert done.out.startswith("ledger: entry 1 does not follow the one before it")
    assert len(made.run("audit", "--json").json["ledger"]) == 1


def test_an_audience_sees_only_answers_for_it(made: Project) -> None:
    staff, public = keep(made, "Staff?", labels=STAFF), keep(made, "Public?", labels=PUBLIC)
    assert made.run("audit", "--audience", "public").out.startswith("1 kept answer |")
    listed = made.run("audit", "--list", "--audience", "public").out
    assert public in listed
    assert staff not in listed
    denied = made.run("audit", "--show", staff, "--audience", "public")
    missing = made.run("audit", "--show", "f" * 12, "--audience", "public")
    assert (denied.code, denied.out) == (missing.code, missing.out) == (1, "")
    assert denied.err.replace(staff, "ID") == missing.err.replace("f" * 12, "ID")


def test_ahead_names_what_turns_by_owner_and_is_exit_code_0(made: Project) -> None:
    name = keep(made)
    done = made.run("audit", "--ahead", "2026-12-31")
    assert (done.code, done.out.splitlines()) == (
        0,
        [
            "Desk",
            "  2026-10-31  returns v3 ends, v4 follows | Returns",
            f"    kept answer: {name} “How many days until goods go back?”",
            "  2026-11-01  returns v4 starts after v3 | Returns",
            f"    kept answer: {name} “How many days until goods go back?”",
            "until 2026-12-31: 1 version starts, 1 end",
        ],
    )
    turns = made.run("audit", "--ahead", "2026-12-31", "--json").json["turns"]
    assert [(turn["what"], turn["other"], [kept["id"] for kept in turn["answers"]]) for turn in turns] == [
        ("ends", "4", [name]),
        ("starts", "3", [name]),
    ]


def test_ahead_names_fixed_questions_and_not_too_many_answers(made: Project) -> None:
    made.settings.questions_path.parent.mkdir()
    key = '{"doc_id": "returns", "version": "3", "section": "Window"}'
    made.settings.questions_path.write_text(f'{{"id": "Q1", "question": "x", "relevant": [{key}]}}\n')
    for number in range(7):
        keep(made, f"How long, {number}?")
    lines = made.run("audit", "--ahead", "2026-10-31").out.splitlines()
    assert lines[2] == "    questions: Q1"
    assert [line.split("“")[1][:-1] for line in lines if "kept answer:" in line] == [f"How long, {n}?" for n in range(2, 7)]
    assert "    and 2 earlier kept answers" in lines


def test_reask_shows_old_and_new_side_by_side(made: Project) -> None:
    keep(made)
    assert made.run("audit", "--reask").code == 0
    made.configure(SETTINGS.replace(DAY, "2026-11-05"))
    done = made.run("audit", "--reask")
    assert done.code == 1
    assert done.out.splitlines()[1:] == [
        f"  then ({DAY}): Goods go back within 30 days. [returns v3]",
        "  now  (2026-11-05): Goods go back within 45 days. [returns v4]",
        "1 question asked again: 1 changed",
    ]
    (pair,) = made.run("audit", "--reask", "--json").json["questions"]
    assert (pair["outcome"], pair["then"]["text"], pair["now"]["cites"]) == ("changed", QUOTE, ["returns v4"])
    assert len(ledger(made).answers(labels=STAFF)) == 1


def test_reask_asks_only_what_the_audience_may_ask(made: Project) -> None:
    made.configure(f'{SETTINGS}[access.audiences]\npublic = ["public"]\nstaff = ["public", "staff"]\nguests = ["public"]\n')
    keep(made, labels=PUBLIC)
    made.configure(f'{SETTINGS}[access.audiences]\npublic = ["public", "staff"]\nstaff = ["public", "staff"]\nguests = ["public"]\n')
    done = made.run("audit", "--reask", "--audience", "guests")
    assert done.code == 1
    assert done.out.splitlines()[1:] == [
        "  there is no audience 'public' any more, or it sees more than the reader",
        "1 question asked again: 1 not asked",
    ]


def test_list_and_show_need_no_index(made: Project) -> None:
    name = keep(made, question_id="Q7")
    ledger(made).keep(answer("Nothing?"), NOON)
    made.settings.index_path.unlink()
    assert made.run("audit").code == 4
    assert made.run("audit", "--list").out.splitlines() == [
        f"{name} 2026-10-09T12:00:00Z staff answered  as of {DAY}  How many days until goods go back?",
        f"{ledger(made).answers(labels=STAFF)[1].id} 2026-10-09T12:00:00Z staff abstained as of {DAY}  Nothing?",
        "2 kept answers",
    ]
    shown = made.run("audit", "--show", name[:8]).out.splitlines()
    assert shown[1:4] == ["Q7: How many days until goods go back?", QUOTE, f"1. ok: {QUOTE}"]
    assert shown[-1] == f"   “{QUOTE}”"
    record = made.run("audit", "--show", name, "--json").json
    assert (record["id"], record["claims"][0]["citations"][0]["quote"]) == (name, QUOTE)
    assert made.run("audit", "--list", "--json").json["answers"][0]["id"] == name


def test_erased_answers_are_gone_and_the_chain_is_whole(made: Project) -> None:
    name = keep(made)
    assert made.run("audit", "--erase", name).out.startswith(f"erased what the answer {name} said")
    assert made.run("audit", "--list").out == "0 kept answers\n"
    assert made.run("audit", "--erase", name, "--json").code == 1
    assert made.run("audit", "--verify").code == 0
    keep(made)
    assert made.run("audit", "--erase-before", DAY).out == f"erased what 0 answers from before {DAY} said\n"
    assert made.run("audit", "--erase-before", "2026-10-10", "--json").json == {"erased": 1, "before": "2026-10-10"}


def test_verify_prints_the_head_and_finds_a_ledger_made_anew(made: Project) -> None:
    keep(made)
    head = ledger(made).head().hash
    done = made.run("audit", "--verify")
    assert (done.code, done.out) == (0, f"1 entries | no problems | head {head}\n")
    assert done.err.startswith("hint: write the head down elsewhere")
    assert made.run("audit", "--verify", "--anchor", head).code == 0
    made.settings.state_path.unlink()
    keep(made, "Another?")
    done = made.run("audit", "--verify", "--anchor", head, "--json")
    assert (done.code, len(done.json["problems"]), done.json["entries"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--list", "--verify"], "--list and --verify cannot be used together"),
        (["--erase", "ab", "--erase-before", DAY], "--erase and --erase-before cannot be used together"),
        (["--anchor", "0" * 12], "--anchor is used with --verify only"),
        (["--verify", "--anchor", "abc"], "--anchor 'abc' is too short"),
        (["--show", ""], "--show is given without a value"),
        (["--erase", " "], "--erase is given without a value"),
        (["--erase-before", ""], "--erase-before is given without a value"),
        (["--ahead", ""], "--ahead is given without a value"),
        (["--since", ""], "--since is given without a value"),
        (["--until", ""], "--until is given without a value"),
        (["--verify", "--anchor", ""], "--anchor is given without a value"),
        (["--since", "yesterday"], "--since 'yesterday' is not a day written as YYYY-MM-DD"),
        (["--ahead", "2026-13-01"], "--ahead '2026-13-01' is not a day"),
        (["--ahead", "2026-10-08"], f"2026-10-08 is before today, {DAY}"),
        (["--erase-before", "all"], "--erase-before 'all' is not a day"),
        (["--audience", "boss"], "unknown audience 'boss'"),
    ],
)
def test_wrong_usage_is_exit_code_2(made: Project, args: list[str], message: str) -> None:
    done = made.run("audit", *args)
    assert (done.code, done.out) == (2, "")
    assert message in done.err


def test_a_question_from_elsewhere_cannot_steer_the_terminal(made: Project) -> None:
    keep(made, "Goods?\x1b[31m\u202e")
    for view in ([], ["--list"], ["--ahead", "2026-12-31"], ["--json"]):
        assert not {"\x1b", "\u202e"} & set(made.run("audit", *view).out)


def test_what_was_kept_long_ago_is_erased_by_the_settings(made: Project) -> None:
    made.configure(f"{SETTINGS}[answers]\nkeep_days = 10\n")
    kept = Ledger.of(made.assistant.settings)
    kept.keep(answer("Old?"), datetime(2026, 9, 1, tzinfo=UTC))
    kept.keep(answer("New?"), NOON)
    assert [one.question for one in kept.answers(labels=STAFF)] == ["New?"]
