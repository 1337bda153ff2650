"""`trace`: rules of documents against the code that keeps them."""

from pathlib import Path

import pytest

from tests.project import Done, Project

RETURNS = """## Return window

Products can be returned within 30 days of delivery.

## Fees

The restocking fee is 12.95 dollars.

## Opening hours

The desk answers within 4 business days.
"""
CODE = {
    "shop/returns.py": '''"""Returns of products."""
from decimal import Decimal

RETURN_WINDOW_DAYS = {days}  # days after delivery

RESTOCKING_FEE = Decimal("12.95")


def may_return(days_since_delivery: int) -> bool:
    """Whether a product may still be returned."""
    return days_since_delivery <= RETURN_WINDOW_DAYS
''',
}


def shop(folder: Path, days: int = 45) -> Project:
    project = Project(folder)
    project.configure('[project]\ntoday = 2026-10-09\n[code]\nfolders = ["shop"]\n')
    project.add("returns-policy", RETURNS, access="public")
    for name, text in CODE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(days=days), encoding="utf-8")
    project.ingest()
    return project


@pytest.fixture
def differing(tmp_path: Path) -> Project:
    return shop(tmp_path)


def verdicts(done: Done) -> dict[str, str]:
    return {finding["value"]: finding["verdict"] for finding in done.json["findings"]}


def test_what_differs_agrees_or_is_kept_nowhere_is_told_with_both_places(differing: Project) -> None:
    done = differing.run("trace", "returns-policy", "--json")
    assert done.code == 1
    found = {finding["verdict"]: finding for finding in done.json["findings"]}
    differs, agrees, absent = found["differs"], found["agrees"], found["not found"]
    assert "30 days" in differs["value"]
    assert differs["rule"]["text"] == "Products can be returned within 30 days of delivery."
    assert differs["rule"]["sections"] == ["Return window"]
    assert (differs["code"][0]["path"], differs["code"][0]["line"], differs["code"][0]["value"]) == ("shop/returns.py", 4, "45")
    assert differs["code"][0]["link"] == "shop/returns.py#L4"
    assert "12.95 dollars" in agrees["value"]
    assert (agrees["code"][0]["path"], agrees["code"][0]["line"]) == ("shop/returns.py", 6)
    assert "4 business days" in absent["value"]
    assert absent["code"] == []
    assert done.json["counts"] == {"differs": 1, "agrees": 1, "not found": 1}


def test_a_topic_finds_its_rule(differing: Project) -> None:
    done = differing.run("trace", "return window")
    assert done.code == 1
    assert done.out.splitlines()[0].startswith("differs: ")
    assert "30 days" in done.out
    assert "shop/returns.py:4  RETURN_WINDOW_DAYS 45" in done.out
    assert "12.95" not in done.out, "another rule"
    assert done.out.splitlines()[-1] == "1 value of 1 rule: 1 differ, 0 agree, 0 not found"


def test_a_section_is_named_by_its_heading(differing: Project) -> None:
    done = differing.run("trace", "returns-policy", "fees", "--json")
    assert done.code == 0
    assert list(verdicts(done).values()) == ["agrees"]


def test_when_both_say_the_same_the_exit_code_is_0(tmp_path: Path) -> None:
    done = shop(tmp_path, 30).run("trace", "--all", "--json")
    assert done.code == 0
    assert sorted(verdicts(done).values()) == ["agrees", "agrees", "not found"]


def test_a_report_is_written_once(differing: Project, tmp_path: Path) -> None:
    target = tmp_path / "trace.md"
    done = differing.run("trace", "--all", "--report", str(target))
    assert done.code == 1
    text = target.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "shop/returns.py:4" in text
    assert "returns-policy" in text
    assert "3 values of 3 rules" in done.out
    again = differing.run("trace", "--all", "--report", str(target))
    assert again.code == 2
    assert "--force" in again.err
    assert differing.run("trace", "--all", "--report", str(target), "--force").code == 1


def test_code_that_changed_since_it_was_indexed_is_left_out(differing: Project) -> None:
    path = differing.folder / "shop/returns.py"
    path.write_text(path.read_text(encoding="utf-8").replace("45", "60"), encoding="utf-8")
    done = differing.run("trace", "return window")
    assert "45" not in done.out
    assert "changed since they were indexed" in done.err


def test_rules_that_an_audience_may_not_see_are_not_traced(differing: Project) -> None:
    differing.add("secret", "## Limit\n\nAgents may give up to 99 dollars of credit.\n", access="staff")
    differing.configure('[project]\ntoday = 2026-10-09\n[code]\nfolders = ["shop"]\naccess = "public"\n')
    differing.ingest()
    assert "99 dollars" in differing.run("trace", "--all").out
    public = differing.run("trace", "--all", "--audience", "public")
    assert "99 dollars" not in public.out
    assert "30 days" in public.out


def test_a_public_reader_sees_no_code_of_staff(differing: Project) -> None:
    done = differing.run("trace", "--all", "--audience", "public", "--json")
    assert set(verdicts(done).values()) == {"not found"}
    assert "shop/returns.py" not in done.out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "nothing is named to trace"),
        (("return window", "--all"), "both given"),
        (("--all", "--as-of", "none"), "none"),
        (("--all", "--as-of", "soon"), "soon"),
        (("--all", "--force"), "--force"),
        (("--all", "--report", "/nowhere/at/all.md"), "no folder"),
    ],
)
def test_wrong_usage(differing: Project, args: tuple[str, ...], message: str) -> None:
    done = differing.run("trace", *args)
    assert done.code == 2
    assert message in done.err


def test_a_section_that_is_not_there_is_named_with_the_nearest(differing: Project) -> None:
    done = differing.run("trace", "returns-policy", "fee")
    assert done.code == 1
    assert "no section 'fee'" in done.err
    assert "Fees" in done.err


def test_without_code_it_is_said_how_to_get_some(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    assert project.run("trace", "shoes").code == 4


def test_code_that_is_gone_is_told_and_the_trace_is_not_whole(differing: Project) -> None:
    (differing.folder / "shop/returns.py").unlink()
    done = differing.run("trace", "return window")
    assert done.code == 1
    assert "in files that are gone" in done.err
    record = differing.run("trace", "return window", "--json").json
    assert record["counts"] == {"differs": 0, "agrees": 0, "not found": 1}
    assert record["gone"] > 0


def test_a_topic_without_a_rule_is_told(differing: Project) -> None:
    done = differing.run("trace", "zzz nonsense")
    assert done.code == 0
    assert "no rule with a value was found for 'zzz nonsense'" in done.err


def test_a_report_is_a_markdown_file_with_links_from_its_folder(differing: Project) -> None:
    assert differing.run("trace", "--all", "--report", str(differing.folder / "index.sqlite"), "--force").code == 2
    (differing.folder / "out").mkdir()
    target = differing.folder / "out" / "trace.md"
    differing.run("trace", "--all", "--report", str(target))
    assert "../shop/returns.py#L4" in target.read_text(encoding="utf-8")


def test_a_topic_of_endless_length_is_refused(differing: Project) -> None:
    assert differing.run("trace", "x" * 20_001).code == 2


def test_a_mistyped_document_is_taken_for_a_topic_and_told(differing: Project) -> None:
    assert "did you mean `returns-policy`?" in differing.run("trace", "returns-polcy").err
    assert "did you mean" not in differing.run("trace", "returns-policy").err
    assert "did you mean" not in differing.run("trace", "return window").err
