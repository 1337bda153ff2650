"""Pages as pictures: drawn from proved bytes, within limits, by a process of its own."""

import io
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from policy_assistant.errors import NotFoundError, OverloadedError, UnreadableFileError, UsageError
from policy_assistant.store import Store
from policy_assistant.view import child, images
from policy_assistant.view.child import draw_page, look_at_pages
from policy_assistant.view.images import _Pictures, page_image
from policy_assistant.view.render import MAX_WIDTH
from tests.parse.pdf_samples import Print
from tests.project import Project
from tests.view.pdfs import heavy

CARE = "documents/care-pw2200.pdf"


def drawn(project: Project, source: str = CARE, page: int = 1, width: int = 1000) -> bytes:
    with Store(project.folder / "index.sqlite") as store:
        return page_image(project.settings, store, source, page, width)


def sized(width: float, height: float) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(width, height))
    canvas.drawString(10, 10, "Shoes stay outside.")
    canvas.save()
    return out.getvalue()


def test_a_page_is_drawn_as_wide_as_asked(larkfield: Project) -> None:
    picture = Image.open(io.BytesIO(drawn(larkfield, width=600)))
    assert (picture.format, picture.width) == ("PNG", 600)
    assert picture.height == pytest.approx(600 * 792 / 612, abs=2)
    assert len(picture.convert("L").getcolors() or []) > 10  # something is printed on it


def test_pages_differ(larkfield: Project) -> None:
    assert drawn(larkfield, page=1) != drawn(larkfield, page=2)


@pytest.mark.parametrize(("width", "height"), [(100, 5000), (14_000, 14_000), (3, 3)])
def test_no_picture_is_larger_than_the_limit(width: float, height: float) -> None:
    picture = Image.open(io.BytesIO(draw_page(sized(width, height), "sample.pdf", 1, 2000)))
    assert picture.width <= 2001
    assert picture.height <= 3001


@pytest.mark.parametrize(("asked", "width"), [(100, 600), (601, 1000), (1000, 1000), (1200, 1600)])
def test_a_page_is_drawn_in_a_few_widths_only(larkfield: Project, asked: int, width: int) -> None:
    assert Image.open(io.BytesIO(drawn(larkfield, width=asked))).width == width


@pytest.mark.parametrize("width", [0, 99, 1601, 10**9])
def test_other_widths_are_refused(larkfield: Project, width: int) -> None:
    with pytest.raises(UsageError, match=str(width)):
        drawn(larkfield, width=width)


@pytest.mark.parametrize("page", [0, -1])
def test_pages_count_from_one(larkfield: Project, page: int) -> None:
    with pytest.raises(UsageError, match=str(page)):
        drawn(larkfield, page=page)


def test_a_page_that_is_not_there_is_told(larkfield: Project) -> None:
    with pytest.raises(UnreadableFileError, match="page 3"):
        drawn(larkfield, page=3)


def test_what_has_no_pages_has_no_pictures(larkfield: Project) -> None:
    with pytest.raises(NotFoundError):
        drawn(larkfield, "documents/gift-cards.md")
    with pytest.raises(NotFoundError):
        drawn(larkfield, "documents/no-such.pdf")
    with pytest.raises(NotFoundError):
        drawn(larkfield, "documents/../../secret.pdf")


@pytest.fixture
def paper(project: Project) -> Project:
    page = Print()
    project.write("paper.pdf", page.build([page.text("Shoes stay outside.")]))
    project.inventory({"file": "documents/paper.pdf", "doc_id": "paper", "version": "1", "access": "public", "language": "en"})
    project.ingest()
    return project


def test_only_the_bytes_that_were_indexed_are_drawn(paper: Project) -> None:
    drawn(paper, "documents/paper.pdf")
    page = Print()
    paper.write("paper.pdf", page.build([page.text("SECRET")]))
    with pytest.raises(UnreadableFileError, match="changed"):
        drawn(paper, "documents/paper.pdf")


def test_a_file_that_is_gone_is_not_drawn(paper: Project) -> None:
    drawn(paper, "documents/paper.pdf")
    (paper.documents / "paper.pdf").unlink()
    with pytest.raises(UnreadableFileError, match="no longer there"):
        drawn(paper, "documents/paper.pdf")


def test_a_picture_is_drawn_once(paper: Project, processes: list[tuple[int, dict[str, str]]]) -> None:
    assert len({drawn(paper, "documents/paper.pdf", width=width) for width in (601, 650, 999, 1000)}) == 1
    assert len(processes) == 1
    assert drawn(paper, "documents/paper.pdf", width=1001)
    assert len(processes) == 2


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have passed for what is remembered, to be changed; nothing that failed is remembered yet."""
    passed = [0.0]
    monkeypatch.setattr(images, "time", SimpleNamespace(monotonic=lambda: passed[0]))
    monkeypatch.setattr(images, "_FAILURES", images._Failures(2))
    return passed


def test_a_page_that_takes_too_long_is_not_tried_again_for_a_while(
    paper: Project, processes: list[tuple[int, dict[str, str]]], clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(child, "SECONDS", 0.0)
        for width in (600, 1000, 1600):
            with pytest.raises(UnreadableFileError, match=r"paper\.pdf, page 1: was given up after 0 seconds") as caught:
                drawn(paper, "documents/paper.pdf", width=width)
            assert caught.value.hint
        assert len(processes) == 1
    clock[0] += images.FAILURE_SECONDS - 1
    with pytest.raises(UnreadableFileError, match="given up"):
        drawn(paper, "documents/paper.pdf")
    clock[0] += 1
    assert drawn(paper, "documents/paper.pdf")


def test_a_page_that_failed_does_not_stand_for_others(
    paper: Project, processes: list[tuple[int, dict[str, str]]], clock: list[float]
) -> None:
    for page in (2, 2, 3, 4, 2):  # the fourth makes the second forgotten
        with pytest.raises(UnreadableFileError, match=f"page {page}"):
            drawn(paper, "documents/paper.pdf", page=page)
    assert drawn(paper, "documents/paper.pdf", width=600)
    assert len(processes) == 5


def test_too_much_to_do_is_not_taken_for_a_bad_page(paper: Project, clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, all_places_taken(patch), pytest.raises(OverloadedError):
        drawn(paper, "documents/paper.pdf", width=600)
    assert drawn(paper, "documents/paper.pdf", width=600)


def test_pictures_not_asked_for_longest_are_forgotten_first() -> None:
    pictures = _Pictures(30)
    keys = [("a", 1, 100), ("b", 1, 100), ("c", 1, 100), ("d", 1, 100)]
    for key in keys[:3]:
        pictures.put(key, bytes(10))
    pictures.get(keys[0])
    pictures.put(keys[3], bytes(10))
    assert [pictures.get(key) is not None for key in keys] == [True, False, True, True]
    pictures.put(keys[0], bytes(31))
    assert [pictures.get(key) for key in keys] == [None] * 4


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, dict[str, str]]]:
    """The processes that are started: their numbers and what they get of the environment."""
    started: list[tuple[int, dict[str, str]]] = []
    real = subprocess.Popen

    class Noted(real):  # type: ignore[valid-type, misc]
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            started.append((self.pid, kwargs.get("env") or {**os.environ}))

    monkeypatch.setattr(subprocess, "Popen", Noted)
    return started


def test_a_page_that_never_ends_is_given_up(processes: list[tuple[int, dict[str, str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "SECONDS", 1.0)
    with pytest.raises(UnreadableFileError, match="given up after 1 second"):
        draw_page(heavy(7), "heavy.pdf", 1, 2000)
    ((pid, _),) = processes
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_process_gets_no_secrets(processes: list[tuple[int, dict[str, str]]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLICY_ASSISTANT_CHAT_API_KEY", "secret")
    draw_page(sized(100, 100), "sample.pdf", 1, 500)
    ((_, environment),) = processes
    assert "PYTHONPATH" in environment
    assert "secret" not in environment.values()


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"\x00" * 1000, b"%PDF-1.4\n" + b"9" * 10_000])
def test_damaged_bytes_are_told(data: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="damaged"):
        draw_page(data, "damaged.pdf", 1, 500)
    with pytest.raises(UnreadableFileError, match="damaged"):
        look_at_pages(data, "damaged.pdf", {1: []})


@contextmanager
def all_places_taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As many pages are being drawn as may be, and nobody waits for long."""
    monkeypatch.setattr(child, "PLACE_SECONDS", 0.01)
    taken = [child._PLACES.acquire(blocking=False) for _ in range(child.AT_ONCE)]
    assert all(taken)
    try:
        yield
    finally:
        for _ in taken:
            child._PLACES.release()


def test_more_pages_than_may_be_drawn_at_once_are_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    assert child.PLACE_SECONDS <= 1, "longer than this nobody is kept waiting"
    monkeypatch.setattr(child, "SECONDS", "how long a page may take does not matter here")
    with all_places_taken(monkeypatch), pytest.raises(OverloadedError):
        draw_page(sized(100, 100), "sample.pdf", 1, 500)


def test_a_place_is_free_again_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(child.AT_ONCE + 1):
        with pytest.raises(UnreadableFileError):
            draw_page(b"", "damaged.pdf", 1, 500)
    assert draw_page(sized(100, 100), "sample.pdf", 1, 500)


def test_the_widths_are_in_order() -> None:
    assert [*images.WIDTHS] == sorted({*images.WIDTHS, images.WIDTH})
    assert images.WIDTHS[-1] <= MAX_WIDTH
