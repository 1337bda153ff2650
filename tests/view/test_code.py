"""Lines of code: those of now, marked where the piece is still there, unmarked where it is not."""

import os
from pathlib import Path

import pytest

from policy_assistant.code.fresh import Freshness
from policy_assistant.code_places import characters_of
from policy_assistant.metadata import Chunk
from policy_assistant.reading import digest_of
from policy_assistant.store import Store
from policy_assistant.view.code import MAX_LINE, MAX_LINES, open_code
from policy_assistant.view.problems import GONE, STALE
from policy_assistant.view.shapes import SourceView
from policy_assistant.view.source import open_source
from tests.code.shop import code_project
from tests.project import Project

LOANS = "desk/loans.py"
WORDS = "return renewals < 2 and not reserved"


@pytest.fixture
def desk(tmp_path: Path) -> Project:
    project = code_project(tmp_path)
    project.ingest()
    return project


def holder(store: Store, words: str = WORDS) -> Chunk:
    return next(chunk for chunk in store.chunks(part="code") if words in chunk.text)


def opened(project: Project, words: str = WORDS) -> SourceView:
    with Store(project.folder / "index.sqlite") as store:
        chunk = holder(store, words)
        start = chunk.start + chunk.quote.index(words)
        return open_source(project.settings, store, chunk, start, start + len(words))


def path_of(project: Project) -> Path:
    return next(project.folder.rglob("loans.py"))


def numbers(view: SourceView) -> dict[int, str]:
    return {line.number: line.text for line in view.lines if line.marked}


def test_the_cited_lines_are_marked_among_their_neighbours(desk: Project) -> None:
    view = opened(desk)
    lines = path_of(desk).read_text(encoding="utf-8").split("\n")
    number = next(n for n, line in enumerate(lines, 1) if WORDS in line)
    assert (view.kind, view.proved, numbers(view)) == ("code", True, {number: lines[number - 1]})
    assert [line.text for line in view.lines] == lines[view.lines[0].number - 1 : view.lines[-1].number]
    assert view.lines[0].number < number


def test_several_lines_are_marked(desk: Project) -> None:
    with Store(desk.folder / "index.sqlite") as store:
        chunk = holder(store)
        assert chunk.place
        start, end = characters_of(chunk, chunk.place.first_line, chunk.place.first_line + 1)
        view = open_source(desk.settings, store, chunk, start, end)
    assert list(numbers(view)) == [chunk.place.first_line, chunk.place.first_line + 1]


def test_a_piece_that_moved_is_marked_where_it_is_now(desk: Project) -> None:
    before = next(iter(numbers(opened(desk))))
    path = path_of(desk)
    path.write_text(f"# new\n# lines\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    view = opened(desk)
    assert (view.proved, list(numbers(view))) == (True, [before + 2])


def test_of_a_file_that_changed_no_line_is_shown_that_was_not_ingested(desk: Project) -> None:
    """Nobody said who may see the lines that came since, also where the piece between them is still the same."""
    with Store(desk.folder / "index.sqlite") as store:
        piece = holder(store).text.split("\n")
    path = path_of(desk)
    lines = path.read_text(encoding="utf-8").split("\n")
    first = next(n for n in range(len(lines)) if lines[n : n + len(piece)] == piece)
    path.write_text("\n".join([*lines[:first], "SECRET = 1", *piece, "SECRET = 2", *lines[first + len(piece) :]]), encoding="utf-8")
    view = opened(desk)
    assert (view.proved, [line.text for line in view.lines]) == (True, piece)
    assert [line.number for line in view.lines] == [*range(first + 2, first + 2 + len(piece))]
    assert list(numbers(view).values()) == [next(line for line in piece if WORDS in line)]


def test_a_file_that_changed_behind_its_size_and_time_is_no_better(desk: Project) -> None:
    path = path_of(desk)
    status, text = path.stat(), path.read_text(encoding="utf-8")
    start = text.index('"""')
    path.write_text(f'{text[:start]}"""SECRET{text[start + 9 :]}', encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size
    view = opened(desk)
    assert view.proved
    assert not any("SECRET" in line.text for line in view.lines)


def test_a_piece_that_changed_is_shown_unmarked(desk: Project) -> None:
    path = path_of(desk)
    path.write_text(path.read_text(encoding="utf-8").replace("renewals < 2", "renewals < 3 # SECRET"), encoding="utf-8")
    view = opened(desk)
    assert (view.kind, view.problem, numbers(view)) == ("passage", STALE, {})
    assert any(WORDS in line.text for line in view.lines)
    assert not any("SECRET" in line.text for line in view.lines)


def test_a_file_that_is_gone_is_told(desk: Project) -> None:
    path_of(desk).unlink()
    view = opened(desk)
    assert (view.kind, view.problem, numbers(view)) == ("passage", GONE, {})


def test_long_files_and_lines_are_bounded(desk: Project) -> None:
    path = path_of(desk)
    path.write_text(f"{path.read_text(encoding='utf-8')}\n# {'x' * 9000}\n" + "# more\n" * 2000, encoding="utf-8")
    with Store(desk.folder / "index.sqlite") as store:
        chunk = holder(store)
        view = open_code(Freshness(desk.settings, store), chunk, chunk.start, chunk.end, digest_of(path.read_bytes()))
    assert view.proved
    assert len(view.lines) <= MAX_LINES
    assert max(len(line.text) for line in view.lines) == MAX_LINE


def test_a_file_that_changes_while_it_is_looked_at_is_not_marked(desk: Project) -> None:
    with Store(desk.folder / "index.sqlite") as store:
        chunk, freshness = holder(store), Freshness(desk.settings, store)
        located = freshness.locate(chunk)
        assert located is not None
        assert not located.is_stale
        path_of(desk).write_text("SECRET = 1\n", encoding="utf-8")
        view = open_code(freshness, chunk, chunk.start, chunk.end, "")
    assert (view.problem, numbers(view)) == (STALE, {})
