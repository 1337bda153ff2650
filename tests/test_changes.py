"""What changed between two versions, and what rests on them."""

import pytest

from policy_assistant.changes import Difference, compare_versions
from policy_assistant.claims import CheckedClaim
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.ledger.store import Ledger
from policy_assistant.versions import Versions
from tests.evaluate.samples import key, question
from tests.ledger.samples import PUBLIC, STAFF, answer, claim
from tests.project import Project, page

OLD = """Applies to all.

## Window

Goods go back within 30 days. Call us first.

## Fees

| Item | Fee |
| --- | --- |
| Box | 5 dollars |
| Bag | 2 dollars |

## Places

Bring it to the desk on the ground floor, next to the lift.

## Gone

Nobody needs this.
"""
NEW = """Applies to all.

## Window

You may be asked why. Goods go back within 45 days. Call us first.

## Fees

| Item | Fee |
| --- | --- |
| Box | 6 dollars |
| Bag | 2 dollars |

## Where to bring it

Bring it to the desk on the first floor, next to the lift.

## Thanks

We thank you.
"""


@pytest.fixture
def made(project: Project) -> Project:
    project.write("a3.md", page("returns", OLD, version="3", effective_to="2026-10-31", owner="Desk"))
    project.write("a4.md", page("returns", NEW, version="4", effective_from="2026-11-01", owner="Desk", access="staff"))
    project.add("hats")
    project.ingest()
    return project


def compared(project: Project, one: str = "3", two: str = "4", labels: frozenset[str] = STAFF) -> Difference:
    assistant = project.assistant
    answers = Ledger.of(assistant.settings).answers(labels=labels)
    questions = [
        question("Q1", [key("returns", "Window", "3")]),
        question("Q2", [key("hats")]),
        question("Q3", [key("returns", "Thanks", "4")]),
    ]
    return compare_versions(Versions(assistant.store, labels), "returns", one, two, answers, questions)


def test_sections_are_changed_added_removed_or_renamed(made: Project) -> None:
    found = compared(made)
    assert [(s.kind, s.earlier, s.section) for s in found.sections] == [
        ("changed", "", "Window"),
        ("changed", "", "Fees"),
        ("renamed", "Places", "Where to bring it"),
        ("added", "", "Thanks"),
        ("removed", "", "Gone"),
    ]
    assert found.unchanged == 1


def test_inside_a_section_sentences_and_words_are_compared(made: Project) -> None:
    window, fees, places, thanks, gone = compared(made).sections
    assert [(c.before, c.after) for c in window.changes] == [
        ("", "You may be asked why."),
        ("Goods go back within 30 days.", "Goods go back within 45 days."),
    ]
    assert [(w.before, w.after, w.is_number) for c in window.changes for w in c.words] == [("30", "45", True)]
    assert [(c.before, c.after) for c in fees.changes] == [("Box | 5 dollars", "Box | 6 dollars")]
    assert [(w.before, w.after, w.is_number) for c in places.changes for w in c.words] == [("ground", "first", False)]
    assert [(c.before, c.after) for c in (*thanks.changes, *gone.changes)] == [("", "We thank you."), ("Nobody needs this.", "")]


def test_metadata_that_changed_is_named(made: Project) -> None:
    assert [(f.field, f.before, f.after) for f in compared(made).fields] == [
        ("effective_from", "", "2026-11-01"),
        ("effective_to", "2026-10-31", ""),
        ("access", "public", "staff"),
        ("source", "documents/a3.md", "documents/a4.md"),
    ]


def test_backwards_is_the_same_the_other_way(made: Project) -> None:
    found = compared(made, "4", "3")
    assert {(s.kind, s.section) for s in found.sections} >= {("added", "Gone"), ("removed", "Thanks")}
    assert found.unchanged == 1


def test_other_line_ends_are_no_change(project: Project) -> None:
    project.write("a1.md", page("returns", "## A\n\nOne.\n\n```\nmove all\n```\n", version="1"))
    project.write("a2.md", page("returns", "## A\n\nOne.\n\n```\nmove\nall\n```\n", version="2"))
    project.ingest()
    found = compared(project, "1", "2")
    assert (found.sections, found.unchanged) == ((), 1)


def test_a_section_is_the_new_name_of_one_other_section_only(project: Project) -> None:
    text = "Bring it to the desk on the ground floor.\n"
    project.write("a1.md", page("returns", f"## A\n\n{text}", version="1"))
    project.write("a2.md", page("returns", f"## B\n\n{text}\n## C\n\n{text}", version="2"))
    project.ingest()
    assert [(s.kind, s.earlier, s.section) for s in compared(project, "1", "2").sections] == [("renamed", "A", "B"), ("added", "", "C")]


def claims_of(project: Project, *quotes: str) -> list[CheckedClaim]:
    chunks = project.assistant.store.chunks("returns")
    return [claim(next(c for c in chunks if quote in c.quote and c.version == "3"), quote) for quote in quotes]


def test_kept_answers_that_cite_a_version_say_whether_their_words_stand_in_the_other(made: Project) -> None:
    ledger = Ledger.of(made.settings)
    ledger.keep(answer("Still?", *claims_of(made, "Call us first.")))
    ledger.keep(answer("No more?", *claims_of(made, "Call us first.", "Goods go back within 30 days.")))
    ledger.keep(answer("About hats?", claim(made.assistant.store.chunks("hats")[0], "Shoes stay outside.")))
    found = compared(made)
    assert [(t.answer.question, t.version, t.stands) for t in found.answers] == [("Still?", "3", True), ("No more?", "3", False)]


def test_a_citation_without_a_quote_stands_where_its_chunk_is_the_same(made: Project) -> None:
    chunks = {c.section: c for c in made.assistant.store.chunks("returns") if c.version == "3"}
    ledger = Ledger.of(made.settings)
    ledger.keep(answer("Same?", claim(chunks[""])))
    ledger.keep(answer("Other?", claim(chunks["Window"])))
    assert [t.stands for t in compared(made).answers] == [True, False]


def test_fixed_questions_of_either_version_are_named_with_the_sections_change(made: Project) -> None:
    assert [(q.question, q.version, q.section, q.change) for q in compared(made).questions] == [
        ("Q1", "3", "Window", "changed"),
        ("Q3", "4", "Thanks", "added"),
    ]


def test_unknown_or_hidden_documents_and_versions_are_not_found(made: Project) -> None:
    with pytest.raises(NotFoundError, match="no version '9' of returns") as caught:
        compared(made, "3", "9")
    assert caught.value.hint == "there is `3`, `4`"
    with pytest.raises(NotFoundError, match="no version '4' of returns") as caught:
        compared(made, "3", "4", PUBLIC)
    assert caught.value.hint == "there is `3`"


def test_a_version_is_not_compared_with_itself(made: Project) -> None:
    with pytest.raises(UsageError, match="both are version '3' of returns") as caught:
        compared(made, "3", "3")
    assert caught.value.hint == "compare it with `4`"
    with pytest.raises(UsageError) as caught:
        compared(made, "3", "3", PUBLIC)
    assert caught.value.hint == "returns has no other version"


def test_long_sections_are_compared_without_pairing_words(project: Project) -> None:
    for version, start in (("1", 0), ("2", 1000)):
        body = "## All\n\n" + "\n\n".join(f"Rule {start + number} holds for shelf {number}." for number in range(100))
        project.write(f"a{version}.md", page("returns", body, version=version))
    project.ingest()
    changes = compared(project, "1", "2").sections[0].changes
    assert len(changes) == 200
    assert not any(change.words for change in changes)
