"""`where` and `ou`: places in code, and what becomes of them when files change."""

import json
import os
from pathlib import Path

import pytest

from tests.code.shop import code_project
from tests.git import commit_all
from tests.project import Project


def lines_of(out: str) -> list[str]:
    return out.splitlines()


def test_places_are_printed_one_a_line_best_first(desk: Project) -> None:
    done = desk.run("where", "when must a tool be back")
    assert done.code == 0
    assert lines_of(done.out)[0] == "desk/loans.py:6  function due_date"
    assert "keywords over" in done.err
    assert "index 0 seconds old" in done.err or "index 1 seconds old" in done.err


def test_the_french_command_finds_the_same_places_with_french_words(desk: Project) -> None:
    english = lines_of(desk.run("where", "niveau des rappels", "--k", "20").out)
    french = lines_of(desk.run("ou", "niveau des rappels", "--k", "20").out)
    assert [line.split()[0] for line in english] == [line.split()[0] for line in french]
    assert french[0] == "desk/rappels.py:6  fonction niveau_du_rappel"
    assert "desk/rappels.py:3  constante PALIERS" in french


def test_an_exact_name_comes_first(desk: Project) -> None:
    for name, line in (
        ("DAILY_FINE", "desk/fines.py:4  constant DAILY_FINE"),
        ("FineBook", "desk/fines.py:7  class FineBook"),
        ("FineBook.amount", "desk/fines.py:17  method FineBook.amount"),
        ("showDueDate", "web/desk.js:2  function showDueDate"),
    ):
        assert lines_of(desk.run("where", name).out)[0].startswith(line.rsplit(":", 1)[0]), name
        assert lines_of(desk.run("where", name).out)[0].split()[1:] == line.split()[1:], name


def test_json_has_the_published_keys(desk: Project) -> None:
    found = desk.run("where", "DAILY_FINE", "--json").json
    assert list(found)[:2] == ["query", "hits"]
    hit = found["hits"][0]
    assert list(hit)[:9] == ["path", "start_line", "end_line", "kind", "name", "score", "text", "stale", "link"]
    assert (hit["path"], hit["start_line"], hit["end_line"], hit["kind"]) == ("desk/fines.py", 4, 4, "constant")
    assert hit["text"] == 'DAILY_FINE = Decimal("0.40")'
    assert hit["stale"] is False
    assert hit["link"] == "desk/fines.py#L4"
    assert found["index"]["age_seconds"] >= 0


def test_the_text_of_a_place_is_shown_with_its_lines(desk: Project) -> None:
    out = desk.run("where", "DAILY_FINE", "--k", "1", "--text").out
    assert out == 'desk/fines.py:4  constant DAILY_FINE\n      4  DAILY_FINE = Decimal("0.40")\n'


def test_k_is_obeyed(desk: Project) -> None:
    assert len(lines_of(desk.run("where", "days", "--k", "2").out)) == 2


def test_an_audience_that_may_not_see_code_sees_none(desk: Project) -> None:
    done = desk.run("where", "DAILY_FINE", "--audience", "public")
    assert done.code == 0
    assert done.out == ""
    assert "no code that public may see" in done.err


def test_the_label_of_code_is_that_of_the_settings(desk: Project) -> None:
    desk.configure('[code]\naccess = "public"\n')
    assert len(desk.ingest().code.updated) == 6  # type: ignore[union-attr]
    assert "DAILY_FINE" in desk.run("where", "DAILY_FINE", "--audience", "public").out


@pytest.mark.parametrize("question", ["", "   ", "x" * 20_001])
def test_questions_that_nobody_can_ask(desk: Project, question: str) -> None:
    assert desk.run("where", question).code == 2


@pytest.mark.parametrize("question", ['"', "'; DROP TABLE chunks; --", "a AND OR NOT", "*", "(", "é\0", "日本語", "🙂"])
def test_hostile_questions_are_questions(desk: Project, question: str) -> None:
    assert desk.run("where", question).code == 0


def test_a_method_that_code_is_not_searched_by_is_refused(desk: Project) -> None:
    done = desk.run("where", "fine", "--method", "bm25")
    assert done.code == 2
    assert "code is not searched by 'bm25'" in done.err


def test_without_code_it_is_said_how_to_get_some(project: Project) -> None:
    project.add("shoes")
    project.ingest()
    done = project.run("where", "shoes")
    assert done.code == 4
    assert "[code] folders" in done.err


def test_without_an_index_it_is_said_how_to_get_one(project: Project) -> None:
    assert project.run("where", "shoes").code == 4


# --- Files that changed ------------------------------------------------------------------------------------------------


def change(desk: Project, name: str, before: str, after: str) -> None:
    path = desk.folder / name
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")


def hit(desk: Project, name: str) -> dict[str, object]:
    found = desk.run("where", name, "--json").json
    return next(one for one in found["hits"] if one["name"] == name)


def test_a_place_that_moved_is_shown_where_it_is_now(desk: Project) -> None:
    change(desk, "desk/fines.py", "from decimal", "import os\nfrom decimal")
    found = hit(desk, "FineBook.amount")
    assert (found["start_line"], found["end_line"]) == (19, 21)
    assert found["stale"] is False
    assert found["link"] == "desk/fines.py#L19-L21"


def test_a_place_that_changed_is_stale_and_not_linked(desk: Project) -> None:
    change(desk, "desk/fines.py", "sum(self.days)", "len(self.days)")
    found = hit(desk, "FineBook.amount")
    assert found["stale"] is True
    assert found["link"] is None
    done = desk.run("where", "FineBook.amount")
    assert "(stale: changed since it was indexed)" in lines_of(done.out)[0]
    assert "run `policy-assistant ingest`" in done.err
    assert "périmé" in desk.run("ou", "FineBook.amount").out
    assert hit(desk, "DAILY_FINE")["stale"] is False, "what did not change of the same file still holds"


def test_a_place_that_stands_twice_now_is_stale(desk: Project) -> None:
    text = (desk.folder / "desk/fines.py").read_text(encoding="utf-8")
    (desk.folder / "desk/fines.py").write_text(text + text, encoding="utf-8")
    assert hit(desk, "DAILY_FINE")["stale"] is True


def test_a_file_that_was_only_touched_holds(desk: Project) -> None:
    os.utime(desk.folder / "desk/fines.py", (1, 1))
    assert hit(desk, "DAILY_FINE")["stale"] is False


def test_a_file_that_is_gone_is_never_shown(desk: Project) -> None:
    (desk.folder / "desk/fines.py").unlink()
    done = desk.run("where", "DAILY_FINE", "--k", "20")
    assert "desk/fines.py" not in done.out
    assert "in files that are gone" in done.err
    assert "desk/fines.py" not in json.dumps(desk.run("where", "DAILY_FINE", "--json").json)
    assert "fines.py" not in desk.run("search", "DAILY_FINE", "--json").out


def test_a_file_that_became_a_link_out_of_the_folder_is_gone(desk: Project, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "fines.py"
    outside.write_text((desk.folder / "desk/fines.py").read_text(encoding="utf-8"), encoding="utf-8")
    (desk.folder / "desk/fines.py").unlink()
    (desk.folder / "desk/fines.py").symlink_to(outside)
    assert "desk/fines.py" not in desk.run("where", "DAILY_FINE").out


def test_the_next_ingest_brings_the_index_up_to_date(desk: Project) -> None:
    change(desk, "desk/fines.py", "DAILY_FINE", "FINE_PER_DAY")
    (desk.folder / "desk/rappels.py").unlink()
    report = desk.ingest().code
    assert report
    assert (report.added, report.updated, report.removed) == ([], ["desk/fines.py"], ["desk/rappels.py"])
    assert len(report.unchanged) == 4
    assert lines_of(desk.run("where", "FINE_PER_DAY").out)[0] == "desk/fines.py:4  constant FINE_PER_DAY"
    assert "PALIERS" not in desk.run("where", "PALIERS", "--k", "20").out


# --- Links -------------------------------------------------------------------------------------------------------------


def test_links_are_pinned_to_the_commit_that_was_indexed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = code_project(tmp_path)
    commit = commit_all(tmp_path)
    (tmp_path / "desk/new.py").write_text("NEVER_COMMITTED = 1\n", encoding="utf-8")
    desk.ingest()
    monkeypatch.setenv("POLICY_ASSISTANT_LINK_BASE", "https://github.com/our/desk/blob/{commit}")
    pinned = f"https://github.com/our/desk/blob/{commit}/desk/fines.py#L4"
    assert hit(desk, "DAILY_FINE")["link"] == pinned
    assert hit(desk, "NEVER_COMMITTED")["link"] is None
    change(desk, "desk/fines.py", "from decimal", "import os\nfrom decimal")
    assert hit(desk, "DAILY_FINE")["start_line"] == 5
    assert hit(desk, "DAILY_FINE")["link"] == pinned, "the commit still has it where it was"
    assert desk.run("where", "DAILY_FINE", "--json").json["index"]["commits"] == [commit]


def test_a_base_that_is_no_address_is_refused(desk: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_LINK_BASE", "javascript:alert(1)//")
    done = desk.run("where", "DAILY_FINE")
    assert done.code == 2
    assert "link_base" in done.err


@pytest.mark.parametrize(
    "base", ["https://x.y/a) [z](javascript:alert(1)", "//evil.example/x", "not a url", "https://x.y/{comit}", "https://x.y/a#b"]
)
def test_a_base_that_a_link_could_break_out_of_is_refused(desk: Project, base: str) -> None:
    desk.configure(f"[code]\nlink_base = '{base}'\n")
    assert desk.run("where", "DAILY_FINE").code == 2


def test_the_parts_of_a_long_piece_stand_for_one_place(tmp_path: Path) -> None:
    body = "\n".join(f"    refrigeration = refrigerate({n})" for n in range(200))
    (tmp_path / "long.py").write_text(f"def settle():\n{body}\n\n\ndef refrigerate(n):\n    return n\n", encoding="utf-8")
    project = Project(tmp_path)
    project.ingest()
    names = [line.split()[-1] for line in lines_of(project.run("where", "refrigeration of settle", "--k", "9").out)]
    assert names.index("refrigerate") < len(names) - 1
    assert names.count("settle") > 1
    assert "settle" not in names[2 : names.index("refrigerate")]


def test_a_name_that_could_pass_for_another_line_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "new\nline.py").write_text("FORGED = 1\n", encoding="utf-8")
    (tmp_path / "plain.py").write_text("PLAIN = 1\n", encoding="utf-8")
    project = Project(tmp_path)
    assert "name that cannot be shown" in project.run("ingest").err
    assert "FORGED" not in project.run("where", "FORGED").out
