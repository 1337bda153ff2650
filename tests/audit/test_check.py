"""Kept answers against today's index: every finding, with an answer that has it and one that has not."""

from collections.abc import Mapping

import pytest

from policy_assistant.audit.check import audit
from policy_assistant.audit.findings import CHANGED, ENDED, KINDS, NEWER, NOT_ALLOWED, NOT_IN_FORCE, REMOVED, Finding, summary
from policy_assistant.claims import Problem
from policy_assistant.ledger.store import Ledger
from policy_assistant.metadata import Chunk
from policy_assistant.versions import Versions
from tests.ledger.samples import DAY, NOON, PUBLIC, STAFF, answer, claim
from tests.project import Project, page

BODY = "## Window\n\nGoods go back within 30 days. Call us first.\n\n## Refund\n\nMoney comes within 14 days.\n"
QUOTE = "Goods go back within 30 days."


@pytest.fixture
def made(project: Project) -> Project:
    put(project)
    put(project, "4", effective_from="2026-11-01", body=BODY.replace("30", "45"))
    project.ingest()
    return project


def put(project: Project, version: str = "3", *, body: str = BODY, **fields: str) -> None:
    """A version of the returns policy; the third ends in October."""
    values = {"version": version, "owner": "Desk", "effective_to": "2026-10-31" if version == "3" else ""}
    project.write(f"returns-{version}.md", page("returns", body, **(values | fields)))


def chunk(project: Project, section: str = "Window", version: str = "3") -> Chunk:
    return next(c for c in project.assistant.store.chunks("returns") if (c.section, c.version) == (section, version))


def keep(project: Project, *quotes: str, section: str = "Window", version: str = "3", today: str = "", **fields: object) -> None:
    """Keep an answer that quotes; without a quote it cites the whole chunk. It was asked about another day unless `today` says so."""
    cited = chunk(project, section, version)
    claims = [claim(cited, quote) for quote in quotes] or [claim(cited)]
    Ledger.of(project.settings).keep(answer("How long?", *claims, question_id="Q7", **fields), NOON, today=today or "2026-01-01")  # type: ignore[arg-type]


def found(project: Project, today: str = DAY, labels: frozenset[str] = STAFF) -> list[Finding]:
    assistant = project.assistant
    return audit(Ledger.of(assistant.settings).answers(labels=labels), Versions(assistant.store, labels), today)


def kinds(findings: list[Finding]) -> list[str]:
    return [finding.kind for finding in findings]


def test_on_the_same_index_nothing_is_found(made: Project) -> None:
    keep(made, QUOTE)
    keep(made, section="Refund")
    keep(made, "Goods go back within 45 days.", version="4", as_of="2026-11-02")
    assert found(made) == []


def test_a_version_that_left_is_removed_and_the_finding_names_all_that_it_concerns(made: Project) -> None:
    keep(made, QUOTE)
    (made.documents / "returns-3.md").unlink()
    made.ingest()
    (finding,) = found(made)
    assert (finding.kind, finding.detail) == (REMOVED, "returns v3 is no longer in the index")
    assert (finding.question, finding.question_id, finding.as_of, finding.audience) == ("How long?", "Q7", DAY, "staff")
    assert (finding.doc_id, finding.version, finding.section, finding.owner) == ("returns", "3", "Window", "Desk")
    assert finding.answer_id == Ledger.of(made.settings).answers(labels=STAFF)[0].id


@pytest.mark.parametrize(
    ("body", "stands", "detail"),
    [
        (BODY.replace("Call us first", "Call us later"), True, "reads otherwise now; the cited words still stand in returns v3"),
        (BODY.replace("30 days", "31 days"), False, "reads otherwise now; the cited words do not stand in returns v3"),
        ("## New\n\nRead this.\n\n" + BODY, True, "is no longer cut like this; the cited words still stand in returns v3"),
        ("## New\n\nRead this first.\n", False, "is no longer cut like this; the cited words do not stand in returns v3"),
    ],
)
def test_a_passage_that_changed_says_whether_the_words_still_stand(made: Project, body: str, stands: bool, detail: str) -> None:
    keep(made, QUOTE)
    put(made, body=body)
    made.ingest()
    (finding,) = found(made)
    assert (finding.kind, finding.stands) == (CHANGED, stands)
    assert finding.detail == f"the passage returns v3 | Window {detail}"


def test_a_change_elsewhere_in_the_document_is_none_of_the_passage(made: Project) -> None:
    keep(made, QUOTE)
    put(made, body=BODY.replace("14 days", "10 days"))
    made.ingest()
    assert found(made) == []


def test_all_quotes_of_a_passage_must_still_stand(made: Project) -> None:
    keep(made, QUOTE, "Call us first.")
    put(made, body=BODY.replace("Call us first", "Call us later"))
    made.ingest()
    (finding,) = found(made)
    assert (finding.kind, finding.stands) == (CHANGED, False)


def test_a_version_that_ends_before_the_questions_date_is_not_in_force_on_it(made: Project) -> None:
    keep(made, QUOTE)
    put(made, effective_to="2026-10-08")
    made.ingest()
    (finding,) = found(made)
    assert (finding.kind, finding.detail) == (NOT_IN_FORCE, f"returns v3 is not in force on {DAY}")


@pytest.mark.parametrize("last_day", ["2026-10-09", "2026-10-10"])
def test_the_last_day_still_counts(made: Project, last_day: str) -> None:
    keep(made, QUOTE)
    put(made, effective_to=last_day)
    made.ingest()
    assert found(made) == []


def test_a_label_that_the_answers_audience_does_not_see_is_not_allowed(made: Project) -> None:
    keep(made, QUOTE, labels=PUBLIC)
    keep(made, QUOTE, labels=STAFF)
    put(made, access="staff")
    made.ingest()
    (finding,) = found(made)
    assert (finding.kind, finding.detail) == (NOT_ALLOWED, "returns v3 is labelled staff; the answer was for public")
    assert finding.audience == "public"


def test_who_may_not_see_a_version_is_told_as_if_it_were_gone(made: Project) -> None:
    keep(made, QUOTE, labels=PUBLIC)
    put(made, access="staff", owner="Secret desk")
    made.ingest()
    (denied,) = found(made, labels=PUBLIC)
    (made.documents / "returns-3.md").unlink()
    made.ingest()
    (gone,) = found(made, labels=PUBLIC)
    assert denied == gone
    assert "Secret" not in denied.owner


def test_answers_for_others_are_not_audited(made: Project) -> None:
    keep(made, QUOTE, labels=STAFF)
    (made.documents / "returns-3.md").unlink()
    made.ingest()
    assert found(made, labels=PUBLIC) == []


@pytest.mark.parametrize(("quote", "section", "stands"), [(QUOTE, "Window", False), ("Money comes within 14 days.", "Refund", True)])
def test_a_version_that_started_since_is_newer_for_a_question_about_its_own_day(
    made: Project, quote: str, section: str, stands: bool
) -> None:
    keep(made, quote, section=section, today=DAY)
    assert found(made, "2026-10-31") == []
    (finding,) = found(made, "2026-11-01")
    assert (finding.kind, finding.other_version, finding.stands) == (NEWER, "4", stands)
    assert finding.detail.startswith("returns v4 is in force on 2026-11-01 since 2026-11-01; the cited words ")


def test_a_question_about_another_day_keeps_its_version(made: Project) -> None:
    keep(made, QUOTE)
    assert found(made, "2026-11-01") == []


def test_a_version_that_was_added_later_for_the_questions_date_is_newer(made: Project) -> None:
    keep(made, QUOTE)
    put(made, "3.1", effective_from="2026-10-01", effective_to="2026-10-31")
    made.ingest()
    (finding,) = found(made)
    assert (finding.kind, finding.other_version, finding.stands) == (NEWER, "3.1", True)


def test_an_earlier_version_in_force_beside_the_cited_one_is_not_newer(made: Project) -> None:
    put(made, "2")
    put(made, "3", effective_from="2026-01-01")
    made.ingest()
    keep(made, QUOTE)
    assert found(made) == []


def test_a_version_that_the_answer_cites_too_is_not_news(made: Project) -> None:
    put(made, "3.1", effective_from="2026-10-01", effective_to="2026-10-31")
    made.ingest()
    claims = [claim(chunk(made, version=version), QUOTE) for version in ("3", "3.1")]
    Ledger.of(made.settings).keep(answer("How long?", *claims), NOON)
    assert found(made) == []


def test_a_newer_version_that_the_answers_audience_may_not_see_is_none(made: Project) -> None:
    keep(made, QUOTE, labels=PUBLIC, today=DAY)
    put(made, "4", effective_from="2026-11-01", access="staff")
    made.ingest()
    assert kinds(found(made, "2026-11-01")) == [ENDED]


def test_a_version_that_nothing_follows_has_ended(made: Project) -> None:
    keep(made, QUOTE, today=DAY)
    keep(made, QUOTE)
    (made.documents / "returns-4.md").unlink()
    made.ingest()
    assert found(made, "2026-10-31") == []
    (finding,) = found(made, "2026-11-01")
    assert (finding.kind, finding.detail) == (ENDED, "returns v3 ended on 2026-10-31, and no other version is in force on 2026-11-01")


def test_abstentions_and_withheld_claims_are_not_audited(made: Project) -> None:
    withheld = claim(chunk(made), QUOTE, Problem("number_not_found", "30"))
    Ledger.of(made.settings).keep(answer("How long?", withheld), NOON)
    Ledger.of(made.settings).keep(answer("How long?", withheld, claim(chunk(made, "Refund"), "Money comes within 14 days.")), NOON)
    keep(made, QUOTE, answerable=False)
    put(made, body=BODY.replace("30 days", "31 days"))
    made.ingest()
    assert found(made) == []


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ({}, "0 citations to passages that are removed, changed, not in force or not allowed | 0 with a newer version | 0 ended"),
        (
            {REMOVED: 1, NEWER: 1},
            "1 citation to passages that are removed, changed, not in force or not allowed | 1 with a newer version | 0 ended",
        ),
        (
            {CHANGED: 1, NOT_IN_FORCE: 2, ENDED: 1},
            "2 citations to passages that are removed, changed, not in force or not allowed | 0 with a newer version | 1 ended",
        ),
    ],
)
def test_the_last_line_counts_each_cited_passage_once(counts: Mapping[str, int], line: str) -> None:
    findings = [
        Finding(kind, "", "a", "", "", DAY, "staff", "returns", "3", f"c{number}", "", "")
        for kind, count in counts.items()
        for number in range(count)
    ]
    assert summary(3, findings) == f"3 kept answers | {line}"
    assert set(counts) <= set(KINDS)
