"""The view of evaluation reports."""

import base64
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from policy_assistant.server.page.reports import policy_of
from tests.project import Project
from tests.server.page.pages import look
from tests.server.samples import Keys, client_of, make_project


class House:
    """A project with a report, a comparison, a page that is neither, and files beside the folder."""

    def __init__(self, folder: Path) -> None:
        self.project: Project = make_project(folder)
        self.keys = Keys.make(folder)
        self.reports = folder / "reports"
        for name, options in (("scores.html", ["--method", "bm25"]), ("compared.html", ["--compare", "bm25", "keywords"])):
            done = self.project.run("eval", *options, "--report", str(self.reports / name))
            assert done.code == 0, done.err
        os.utime(self.reports / "scores.html", (1_700_000_000, 1_700_000_000))
        (self.reports / "notes.html").write_text("<p>Nothing")
        os.utime(self.reports / "notes.html", (1_600_000_000, 1_600_000_000))
        (self.reports / "log.txt").write_text("secret")
        (folder / "outside.html").write_text("secret")
        (self.reports / "link.html").symlink_to(folder / "outside.html")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("reports") / "project")


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[TestClient]:
    with client_of(house.project.folder) as client:
        yield client


@pytest.mark.parametrize("path", ["/evaluation", "/evaluation/scores.html", "/evaluation/missing.html"])
def test_it_is_only_for_those_who_see_everything(client: TestClient, house: House, path: str) -> None:
    assert [look(client, path, house.keys, label).status for label in ("", "public", "hr")] == [401, 403, 403]


def test_reports_are_listed_with_their_figures_the_newest_first(client: TestClient, house: House) -> None:
    shown = look(client, "/evaluation", house.keys, "board")
    assert shown.texts("//ol[@class='hits']/li/h2") == ["compared.html", "scores.html", "notes.html"]
    figures = dict(zip(shown.texts("//li[2]//thead//th"), shown.texts("//li[2]//tbody//td"), strict=True))
    assert figures["hit@5"] == "1.000"
    assert figures["leaks"] == "0"
    assert shown.texts("//li[1]//tbody//th") == ["bm25", "keywords"]
    assert "not a report" in shown.texts("//ol[@class='hits']/li[3]")[0]


def test_a_report_is_shown_as_it_was_written_and_only_its_own_styles_count(client: TestClient, house: House) -> None:
    shown = look(client, "/evaluation/scores.html", house.keys, "board")
    assert shown.raw == (house.reports / "scores.html").read_text(encoding="utf-8")
    policy = shown.headers["content-security-policy"]
    assert "unsafe" not in policy
    [style] = shown.all("//style/text()")
    assert f"style-src 'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}';" in policy
    assert "script-src" not in policy
    assert policy.startswith("default-src 'none';")
    assert not shown.all("//*[@style]")


@pytest.mark.parametrize(
    "name",
    [
        "missing.html",
        "link.html",
        "log.txt",
        "../outside.html",
        "..%2Foutside.html",
        "%2Fetc%2Fpasswd",
        "%2E",
        "scores.html%00",
        "%2E%2Fscores.html",
        "x%2F..%2Fscores.html",
    ],
)
def test_nothing_else_is_given(client: TestClient, house: House, name: str) -> None:
    response = client.get(f"/evaluation/{name}", headers=house.keys.headers("board"))
    assert response.status_code == 404
    assert "secret" not in response.text


def test_a_project_without_reports_says_how_to_make_one(folder: Path) -> None:
    make_project(folder)
    keys = Keys.make(folder)
    with client_of(folder) as client:
        shown = look(client, "/evaluation", keys, "board")
    assert "policy-assistant eval --report reports/NAME.html" in shown.main


def test_a_page_without_styles_has_none() -> None:
    assert "style-src 'none'" in policy_of(b"<p>x")


def test_each_block_of_styles_counts_as_a_browser_reads_it() -> None:
    policy = policy_of(b"<style>a{}\r\n</style><STYLE media='print'>b{}</STYLE>")
    for text in (b"a{}\n", b"b{}"):
        assert base64.b64encode(hashlib.sha256(text).digest()).decode() in policy
