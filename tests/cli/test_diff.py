"""The command `diff`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from policy_assistant.ledger.store import Ledger
from tests.ledger.samples import NOON, answer, claim
from tests.project import Project, page

OLD = "Applies to all.\n\n## Window\n\nGoods go back within 30 days.\n\n## Place\n\nAt the old desk.\n"
NEW = "Applies to most.\n\n## Window\n\nGoods go back within 45 days.\n\n## Counter\n\nAt the new desk.\n\n## Thanks\n\nWe thank you.\n"


@pytest.fixture
def made(project: Project) -> Project:
    project.write("a3.md", page("returns", OLD, version="3", effective_to="2026-10-31"))
    project.write("a4.md", page("returns", NEW, version="4", effective_from="2026-11-01", access="staff"))
    project.ingest()
    return project


def test_metadata_sections_sentences_and_numbers_are_shown(made: Project) -> None:
    chunk = next(c for c in made.chunks() if c.section == "Window" and c.version == "3")
    kept = Ledger.of(made.settings).keep(answer("How long?", claim(chunk, "Goods go back within 30 days.")), NOON)
    made.settings.questions_path.parent.mkdir()
    key = '{"doc_id": "returns", "version": "3", "section": "Window"}'
    made.settings.questions_path.write_text(f'{{"id": "Q1", "question": "x", "relevant": [{key}]}}\n')
    done = made.run("diff", "returns", "3", "4")
    assert (done.code, done.out.splitlines()) == (
        0,
        [
            "returns v3 -> v4",
            "effective_from: - -> 2026-11-01",
            "effective_to: 2026-10-31 -> -",
            "access: public -> staff",
            "source: documents/a3.md -> documents/a4.md",
            "changed: (beginning)",
            "  - Applies to all.",
            "  + Applies to most.",
            "    words: all -> most",
            "changed: Window",
            "  - Goods go back within 30 days.",
            "  + Goods go back within 45 days.",
            "    number: 30 -> 45",
            "renamed: Place -> Counter",
            "  - At the old desk.",
            "  + At the new desk.",
            "    words: old -> new",
            "added: Thanks",
            "  + We thank you.",
            f"kept answer: {kept.id} “How long?” cites v3: its words do not stand in v4",
            "question: Q1 v3 | Window (changed)",
            "sections: 2 changed, 1 added, 1 renamed, 0 unchanged | rest on them: 1 kept answer, 1 question",
        ],
    )


def test_json_holds_the_same(made: Project) -> None:
    found = made.run("diff", "returns", "4", "3", "--json").json
    assert list(found) == ["doc_id", "before", "after", "fields", "sections", "unchanged", "answers", "questions"]
    assert (found["before"], found["after"]) == ("4", "3")
    window = next(section for section in found["sections"] if section["section"] == "Window")
    assert window["changes"][0]["words"] == [{"before": "45", "after": "30"}]


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(b"\xa5" * 9000), Path.mkdir])
def test_kept_answers_that_cannot_be_read_are_left_out(made: Project, damage: Callable[[Path], object]) -> None:
    damage(made.settings.state_path)
    done = made.run("diff", "returns", "3", "4")
    assert (done.code, done.out.splitlines()[-1]) == (0, "sections: 2 changed, 1 added, 1 renamed, 0 unchanged | rest on them: 0 questions")
    assert done.err.startswith(f"kept answers are left out: {made.settings.state_path} ")
    assert "\nhint: " in done.err
    found = made.run("diff", "returns", "3", "4", "--json").json
    assert (found["answers"], found["questions"], found["before"]) == (None, [], "3")


@pytest.mark.parametrize(
    ("args", "code", "error", "hint"),
    [
        (["return", "3", "4"], 1, "no document 'return' in the index", "did you mean `returns`?"),
        (["returns", "3", "5"], 1, "no version '5' of returns in the index", "there is `3`, `4`"),
        (["returns", "3", "4", "--audience", "public"], 1, "no version '4' of returns in the index", "there is `3`"),
        (["returns", "3", "3"], 2, "both are version '3' of returns", "compare it with `4`"),
        (["returns", "3"], 2, "Missing argument 'V2'", "`policy-assistant diff --help`"),
    ],
)
def test_what_cannot_be_compared_is_named(made: Project, args: list[str], code: int, error: str, hint: str) -> None:
    done = made.run("diff", *args)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(f"error: {error}")
    assert f"hint: {hint}" in done.err
