"""What another process does to the index while the service runs is seen at the next request."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.project import Project
from tests.server.samples import QUESTION, SETTINGS, Keys, client_of, make_project

ASK = {"question": QUESTION, "k": 20}
SEARCH = {"query": QUESTION, "k": 20}


class Live:
    """A project that is served, and changed by commands in other processes."""

    def __init__(self, project: Project, client: TestClient) -> None:
        self.project, self.client = project, client

    def ingest(self) -> None:
        """Ingest in another process."""
        command = [sys.executable, "-m", "policy_assistant", "ingest", "--project", str(self.project.folder)]
        done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"POLICY_ASSISTANT_MODELS_EMBEDDER": "none"})
        assert done.returncode == 0, done.stderr

    def rewrite(self, name: str, old: str, new: str) -> None:
        """Change a document, and ingest."""
        path = self.project.documents / name
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
        self.ingest()

    def texts(self) -> list[str]:
        """What anonymous callers are told on several routes, twice each, so that what is remembered is seen, too."""
        requests = [
            ("POST", "/v1/search", SEARCH),
            ("POST", "/v1/ask", ASK),
            ("GET", "/v1/documents", None),
            ("GET", "/v1/sources/returns", None),
        ]
        return [self.client.request(method, url, json=body).text for method, url, body in requests for _ in range(2)]


@pytest.fixture
def live(folder: Path) -> Iterator[Live]:
    project = make_project(folder, hidden=())
    with client_of(folder) as client:
        yield Live(project, client)


def test_changes_are_seen_at_the_next_request(live: Live) -> None:
    assert all("45" in text for text in live.texts()[:4])
    live.rewrite("returns-2.md", "45 days", "61 days")
    texts = live.texts()
    assert not any("45 days" in text for text in texts)
    assert all("61 days" in text for text in texts[:4])


def test_a_deleted_document_is_gone(live: Live) -> None:
    chunk = next(chunk.chunk_id for chunk in live.project.chunks() if "45 days" in chunk.text)
    live.texts()
    assert live.client.get(f"/v1/chunks/{chunk}").status_code == 200
    (live.project.documents / "returns-2.md").unlink()
    assert live.client.get("/v1/sources/returns").status_code == 404, "its file is not given after it has gone"
    live.ingest()
    assert not any("45 days" in text for text in live.texts())
    assert live.client.get(f"/v1/chunks/{chunk}").status_code == 404


def test_a_document_with_another_label_is_gone_for_those_who_do_not_see_that(live: Live) -> None:
    keys = Keys.make(live.project.folder)
    kept = live.client.post("/v1/ask", json=ASK).json()["kept"]
    live.rewrite("returns-2.md", "access: public", "access: hr")
    assert not any("45 days" in text for text in live.texts())
    assert "45 days" in live.client.post("/v1/search", json=SEARCH, headers=keys.headers("hr")).text
    assert live.client.get(f"/v1/answers/{kept}").status_code == 200, "what was public when it was said was said"
    live.rewrite("returns-2.md", "access: hr", "access: public")
    assert all("45 days" in text for text in live.texts()[:4])


def test_a_file_that_changed_is_not_given_before_it_is_ingested(live: Live) -> None:
    """Who may see its new text is not known yet."""
    path = live.project.documents / "returns-2.md"
    path.write_text(path.read_text().replace("access: public", "access: board").replace("45", "99"))
    answer = live.client.get("/v1/sources/returns")
    assert answer.status_code == 404
    assert "99 days" not in answer.text


def test_an_index_that_is_made_anew(live: Live) -> None:
    """It counts its generations anew, too, and remembered answers must not come back."""
    live.texts()
    for path in live.project.folder.glob("index.sqlite*"):
        path.unlink()
    document = live.project.documents / "returns-2.md"
    document.write_text(document.read_text().replace("45 days", "62 days"))
    live.ingest()
    texts = live.texts()
    assert not any("45 days" in text for text in texts)
    assert all("62 days" in text for text in texts[:4])


def asked_for(client: TestClient, folder: Path) -> set[str]:
    """The types of the errors of all routes that need an index, each with what goes with it."""
    kinds = set()
    for method, url, body in (
        ("POST", "/v1/search", SEARCH),
        ("POST", "/v1/ask", ASK),
        ("POST", "/v1/ask", ASK | {"stream": True}),
        ("POST", "/v1/where", {"query": "fee"}),
        ("GET", "/v1/documents", None),
        ("GET", "/v1/documents/returns/versions", None),
        ("GET", "/v1/sources/returns", None),
        ("GET", "/v1/chunks/0123456789ab", None),
        ("GET", "/v1/diff?doc_id=returns&before=1&after=2", None),
        ("GET", "/readyz", None),
    ):
        answer = client.request(method, url, json=body)
        assert (answer.status_code, answer.headers.get("retry-after")) == (503, "5"), (url, answer.text)
        assert str(folder) not in answer.text
        assert "sqlite" not in answer.text
        assert answer.headers["content-type"] == "application/json"
        kinds.add(answer.json()["error"]["type"])
    assert client.get("/healthz").status_code == 200
    return kinds


def test_without_an_index(live: Live) -> None:
    live.texts()
    for path in live.project.folder.glob("index.sqlite*"):
        path.unlink()
    assert asked_for(live.client, live.project.folder) == {"no_index"}
    live.ingest()
    assert live.client.get("/readyz").status_code == 200
    assert all("45 days" in text for text in live.texts()[:4])


def test_an_index_of_another_schema(live: Live) -> None:
    with sqlite3.connect(live.project.folder / "index.sqlite") as conn:
        conn.execute("PRAGMA user_version = 1")
    conn.close()
    assert asked_for(live.client, live.project.folder) == {"index_mismatch"}


def test_a_file_that_is_no_index(live: Live) -> None:
    for path in live.project.folder.glob("index.sqlite*"):
        path.unlink()
    (live.project.folder / "index.sqlite").write_bytes(b"no database at all" * 1000)
    assert len(asked_for(live.client, live.project.folder)) == 1


def test_metrics_work_without_an_index(live: Live) -> None:
    keys = Keys.make(live.project.folder)
    for path in live.project.folder.glob("index.sqlite*"):
        path.unlink()
    assert live.client.get("/metrics", headers=keys.headers("board")).status_code == 200


def test_keys_work_as_the_settings_were_when_the_service_began(live: Live) -> None:
    """Settings are read once: a broken file does not stop the service."""
    live.project.configure(SETTINGS + "nonsense")
    assert live.client.post("/v1/search", json=SEARCH).status_code == 200


def test_a_ledger_that_is_being_written(live: Live) -> None:
    """Searches go on; a question whose answer cannot be kept is a clear error or is answered, never a hang."""
    with sqlite3.connect(live.project.folder / "state.sqlite", isolation_level=None) as conn:
        conn.execute("BEGIN IMMEDIATE")
        assert live.client.post("/v1/search", json=SEARCH).status_code == 200
        assert live.client.get("/v1/documents").status_code == 200
        conn.execute("ROLLBACK")
    conn.close()
    assert live.client.post("/v1/ask", json=ASK).status_code == 200


def test_what_is_remembered_is_told_to_whom_it_was_made_for(folder: Path) -> None:
    """The same question of different audiences, over and over."""
    make_project(folder)
    keys = Keys.make(folder)
    with client_of(folder) as client:
        for _ in range(3):
            for label, words in (("public", 0), ("staff", 1), ("hr", 2), ("board", 3)):
                for url, body in (("/v1/search", SEARCH), ("/v1/ask", ASK)):
                    text = json.dumps(client.post(url, json=body, headers=keys.headers(label)).json())
                    assert sum(word in text for word in ("quokka", "wombat", "numbat")) == words
