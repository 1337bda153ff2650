"""A project in which everything that is hidden has been asked about, judged, and changed since."""

import json
from pathlib import Path

import httpx2 as httpx
from starlette.testclient import TestClient

from policy_assistant.keys import KeyRing
from policy_assistant.settings_file import load_settings
from tests.project import Project
from tests.server.samples import HIDDEN, LABELS, QUESTION, Hidden, Keys, client_of
from tests.server.ways import Named, Route, Way


class House:
    """A project with answers, feedback and findings about everything that is hidden."""

    def __init__(self, project: Project) -> None:
        self.project, self.keys = project, Keys.make(project.folder)
        with client_of(project.folder) as client:
            self._answers = {label: self._ask(client, label) for label in LABELS}
            for hidden in HIDDEN:
                said = {"answer": self._answers[hidden.label], "verdict": "wrong", "comment": f"It was {hidden.word}"}
                assert client.post("/v1/feedback", json=said, headers=self.keys.headers(hidden.label)).status_code == 201
        for hidden in HIDDEN:
            path = project.documents / f"{hidden.word}-file.md"
            path.write_text(path.read_text().replace("99", "98"))
        project.ingest()
        ring = KeyRing.of(load_settings(project.folder))
        self.keys.texts["expired"] = ring.create("expired desk", ["board"], "2020-01-01")[1]
        self.keys.texts["nonsense"] = f"pa_00000000_{'A' * 43}"
        self.keys.texts["stranger"] = _stranger(project.folder)
        with client_of(project.folder) as client:
            self.findings = client.get("/v1/audit", headers=self.keys.headers("board")).json()["findings"]

    def named(self, hidden: Hidden) -> Named:
        """All that can be named of a hidden document."""
        chunk = next(c.chunk_id for c in self.project.chunks() if c.doc_id == hidden.doc_id and c.version == hidden.version)
        mark = next(f["mark"] for f in self.findings if f["doc_id"] == hidden.doc_id)
        source = f"documents/{hidden.word}-file.md"
        return Named(hidden.doc_id, hidden.version, hidden.earlier, chunk, self._answers[hidden.label], mark, source)

    def _ask(self, client: TestClient, label: str) -> str:
        answer = client.post("/v1/ask", json={"question": QUESTION, "k": 20}, headers=self.keys.headers(label)).json()
        assert all(hidden.word in json.dumps(answer["claims"]) for hidden in HIDDEN if hidden.label == label), answer["answer"]
        return str(answer["kept"])


def _stranger(folder: Path) -> str:
    """A key for an audience that the settings do not have any more."""
    ring = KeyRing(load_settings(folder).state_path, ["lawyers"])
    return ring.create("stranger", ["lawyers"])[1]


def send(client: TestClient, house: House, route: Route, way: Way, caller: str) -> httpx.Response:
    """Make a request; once with the key in the header."""
    headers = house.keys.headers(caller) | dict(way.headers)
    return (
        client.request(route[0], way.url, json=way.body, headers=headers)
        if way.body
        else client.request(route[0], way.url, headers=headers)
    )
