"""A real browser that looks at a real service over the example collection.

Every page is watched: an error on its console, a breach of its policy, a request to another host or an uncaught error fails
the test.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from policy_assistant.server.service import COOKIE
from tests.browser.served import SECONDS, Served, example, make_keys, serve
from tests.browser.watched import Opener, Watch
from tests.project import Project

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def example_project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The ingested example; tests that change files or the index copy its folder first."""
    return example(tmp_path_factory.mktemp("browser") / "larkfield")


@pytest.fixture(scope="session")
def served(example_project: Project) -> Iterator[Served]:
    """The service over the example, for all tests that change nothing but the ledger."""
    service = serve(example_project, make_keys(example_project))
    yield service
    service.stop()


@pytest.fixture
def own_served(example_project: Project, tmp_path: Path) -> Iterator[Served]:
    """A service over a copy of the example, for a test that changes or stops it."""
    folder = tmp_path / "larkfield"
    shutil.copytree(example_project.folder, folder)
    for name in ("state.sqlite", "state.sqlite-wal", "state.sqlite-shm"):
        (folder / name).unlink(missing_ok=True)
    project = Project(folder)
    service = serve(project, make_keys(project))
    yield service
    service.stop()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of the system; nothing is downloaded.

    It ends with the tests of this folder: while it runs this thread has a running event loop, which other tests start anew.
    """
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser, served: Served) -> Iterator[Opener]:
    """Opens watched pages: `opened("/", key="staff", at=other_service, allowed=("status of 404",), **options of a context)`."""
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def open_page(path: str = "/", *, key: str = "", at: Served = served, allowed: tuple[str, ...] = (), **options: Any) -> Page:
        options.setdefault("locale", "en-GB")
        context = browser.new_context(base_url=at.address, **options)
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        watches.append(Watch(context, at.address, allowed))
        if key:
            context.add_cookies([{"name": COOKIE, "value": at.keys[key], "url": at.address, "httpOnly": True, "sameSite": "Strict"}])
        shown = context.new_page()
        shown.goto(path)
        return shown

    yield open_page
    for context in contexts:
        context.close()
    assert [fault for watch in watches for fault in watch.faults] == []
