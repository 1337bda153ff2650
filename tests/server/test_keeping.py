"""What is kept of answers over HTTP: each once an hour, those of callers without a key within a limit, and given on as far as
they may still be seen."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from policy_assistant.ledger.store import Ledger
from policy_assistant.server.desk import NOT_KEPT
from tests.project import Project
from tests.server.samples import QUESTION, Keys, client_of, make_project

ALL = frozenset({"public", "staff", "hr", "board"})


@pytest.fixture
def own(tmp_path: Path) -> Project:
    return make_project(tmp_path / "project")


def ask(client: TestClient, question: str = QUESTION, key: str = "") -> Any:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return client.post("/v1/ask", json={"question": question}, headers=headers).json()


def test_the_same_answer_is_kept_once(own: Project) -> None:
    key = Keys.make(own.folder).texts["staff"]
    with client_of(own.folder) as client:
        names = [ask(client)["kept"], ask(client)["kept"], ask(client, key=key)["kept"], ask(client, f"{QUESTION} Please.")["kept"]]
        assert names[0] == names[1]
        assert len(set(names)) == 3, "another audience and another question are others"
        ledger = Ledger.of(own.settings)
        assert len(ledger.answers(labels=ALL)) == 3
        ledger.erase(names[0], labels=ALL, by="test")
        assert ask(client)["kept"] not in names, "what was erased is kept anew"


def test_an_answer_of_another_state_of_the_index_is_kept_anew(own: Project) -> None:
    with client_of(own.folder) as client:
        first = ask(client)["kept"]
        own.add("new", "## New\n\nThis is new.\n")
        own.ingest()
        assert ask(client)["kept"] != first


def test_callers_without_a_key_cannot_fill_the_ledger(own: Project) -> None:
    key = Keys.make(own.folder).texts["staff"]
    with client_of(own.folder, anonymous_answers=2) as client:
        answers = [ask(client, f"{QUESTION} {number}") for number in range(4)]
        assert [bool(answer["kept"]) for answer in answers] == [True, True, False, False]
        assert [NOT_KEPT in answer["notes"] for answer in answers] == [False, False, True, True]
        assert all(answer["answer"] == answers[0]["answer"] for answer in answers)
        assert ask(client, f"{QUESTION} 9", key)["kept"]


def test_what_was_hidden_since_is_hidden_in_kept_answers_too(own: Project) -> None:
    keys = Keys.make(own.folder).texts
    with client_of(own.folder) as client:
        name = ask(client)["kept"]
        before = client.get(f"/v1/answers/{name}").json()
        assert "45 days" in before["text"]
        for path in own.documents.glob("*.md"):
            path.write_text(path.read_text(encoding="utf-8").replace("access: public", "access: hr"), encoding="utf-8")
        own.ingest()
        after = client.get(f"/v1/answers/{name}")
        assert after.status_code == 200
        assert "45 days" not in after.text
        assert "45 days" in client.get(f"/v1/answers/{name}", headers={"Authorization": f"Bearer {keys['board']}"}).text
        public = {"Authorization": f"Bearer {keys['public']}"}
        for address in ("/answers", "/answers?q=45+days", "/audit", "/v1/audit"):
            assert "45 days to" not in client.get(address, headers=public).text.replace("45+days", "")
            assert "sent back within 45 days" not in client.get(address, headers=public).text
