"""Asking for code where there is none is answered like asking for code that the caller may not see."""

from starlette.testclient import TestClient

from policy_assistant.server.app import create_app
from tests.project import Project


def test_no_code_and_hidden_code_are_told_alike(project: Project) -> None:
    project.configure('[code]\nfolders = ["code"]\n')
    project.add("hats", "## Hats\n\nHats are free on Mondays.\n")
    (project.folder / "code").mkdir()
    told = []
    for text in ("", "def hats():\n    return 'free'\n"):
        (project.folder / "code" / "shop.py").write_text(text, encoding="utf-8")
        project.ingest()
        with TestClient(create_app(project.settings), "http://127.0.0.1") as client:
            answers = [
                client.post("/v1/where", json={"query": "hats"}),
                client.post("/v1/search", json={"query": "hats", "in": "code"}),
                client.post("/v1/search", json={"query": "hats", "in": "all"}),
                client.post("/v1/ask", json={"question": "hats", "in": "code"}),
            ]
        assert [answer.status_code for answer in answers] == [200] * 4
        told.append([{**answer.json(), "kept": ""} for answer in answers])
    assert told[0] == told[1]
    assert project.assistant.store.info().code_files == 1
