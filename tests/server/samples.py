"""A small project with four labels, keys for all of them, and the real service over it: in this process or as one of its own."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from starlette.testclient import TestClient

from policy_assistant.keys import KeyRing
from policy_assistant.server.app import create_app
from policy_assistant.settings_file import load_settings
from tests.project import Project

TODAY = "2026-10-09"
LABELS = ("public", "staff", "hr", "board")
ACCESS = """[access]
labels = ["public", "staff", "hr", "board"]
default = "board"
anonymous = "public"
[access.audiences]
public = ["public"]
staff = ["staff"]
hr = ["hr"]
board = ["board"]
[access.includes]
staff = ["public"]
hr = ["staff"]
board = ["hr"]
"""
SETTINGS = f"""[project]
name = "Larch"
today = "{TODAY}"
[models]
embedder = "none"
[code]
folders = ["shop"]
access = "staff"
"""

RETURNS_1 = "## Return window\n\nUnused goods may be sent back within 30 days.\n\n## Refund\n\nThe money is paid back within 14 days.\n"
RETURNS_2 = "## Return window\n\nUnused goods may be sent back within 45 days.\n\n## Refund\n\nThe money is paid back within 14 days.\n"
DELIVERY = "## Délai\n\nLes commandes sont livrées en 3 jours ouvrés à Besançon.\n"
QUESTION = "Within how many days may unused goods be sent back?"
FRENCH = "En combien de jours les commandes sont-elles livrées ?"


@dataclass(frozen=True)
class Hidden:
    """A document that some do not see; all that it says of itself is found nowhere else."""

    label: str
    word: str

    @property
    def doc_id(self) -> str:
        """Its ID; as long as `missing`."""
        return f"{self.word}-goodwill"

    @property
    def version(self) -> str:
        """Its version in force."""
        return f"{self.word}-7"

    @property
    def earlier(self) -> str:
        """Its version before."""
        return f"{self.word}-6"

    @property
    def version_of_returns(self) -> str:
        """A version of a document that all see, which not all see."""
        return f"{self.word}-0"

    @property
    def fields(self) -> dict[str, str]:
        """What the document says of itself."""
        return {
            "version": self.version,
            "title": f"{self.word.capitalize()} unused goods",
            "owner": f"{self.word} office",
            "access": self.label,
            "effective_from": "2026-01-01",
        }

    @property
    def body(self) -> str:
        """Its text; it answers the question of all tests, so that it is found wherever it may be."""
        return f"## Return window {self.word}\n\nUnused goods may be sent back within 99 {self.word} days.\n"


HIDDEN = (Hidden("staff", "quokka"), Hidden("hr", "wombat"), Hidden("board", "numbat"))
CODE = (
    '"""Fees."""\n\n\ndef bilby_fee(total: int) -> int:\n    """The bilby delivery fee of an order."""\n    return 0 if total > 50 else 5\n'
)
CODE_WORD = "bilby"


def seen_by(label: str) -> tuple[str, ...]:
    """The labels that the audience of the same name sees."""
    return LABELS[: LABELS.index(label) + 1]


def make_project(folder: Path, *, hidden: tuple[Hidden, ...] = HIDDEN, embedder: str = "none") -> Project:
    """The project, ingested."""
    (folder / "corpus" / "documents").mkdir(parents=True)
    project = Project(folder)
    project.configure(f"{SETTINGS.replace('none', embedder)}{ACCESS}")
    project.write("returns-1.md", _page("returns", RETURNS_1, version="1", effective_to="2026-06-30"))
    project.write("returns-2.md", _page("returns", RETURNS_2, version="2", effective_from="2026-07-01", owner="Service desk"))
    project.write("livraison.md", _page("livraison", DELIVERY, language="fr", title="Délais de livraison"))
    for document in hidden:
        project.write(f"{document.word}-file.md", _page(document.doc_id, document.body, **document.fields))
        earlier = document.fields | {"version": document.earlier, "effective_from": "2025-01-01", "effective_to": "2025-12-31"}
        project.write(f"{document.word}-earlier.md", _page(document.doc_id, document.body.replace("99", "88"), **earlier))
        part = {"version": document.version_of_returns, "access": document.label, "effective_to": "2024-12-31"}
        project.write(f"{document.word}-returns.md", _page("returns", document.body, **part))
    (folder / "shop").mkdir()
    (folder / "shop" / f"{CODE_WORD}.py").write_text(CODE)
    (folder / "questions").mkdir()
    line = f'{{"id": "Q1", "question": "{QUESTION}", "relevant": [{{"doc_id": "returns", "version": "2", "section": "Return window"}}]}}'
    (folder / "questions" / "questions.jsonl").write_text(line + "\n")
    project.ingest()
    return project


def _page(doc_id: str, body: str, **fields: str) -> str:
    values = {"doc_id": doc_id, "title": "Returns", "version": "1", "access": "public", "language": "en"} | fields
    front = "".join(f"{name}: {value}\n" for name, value in values.items())
    return f"---\n{front}---\n\n# {values['title']}\n\n{body}"


@dataclass(frozen=True)
class Keys:
    """A key for every audience, made in the project's own file."""

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)

    @classmethod
    def make(cls, folder: Path) -> "Keys":
        """Make them."""
        ring = KeyRing.of(load_settings(folder))
        return cls(folder, {label: ring.create(f"{label} desk", [label])[1] for label in LABELS})

    def headers(self, label: str) -> dict[str, str]:
        """What a caller of an audience sends; nothing for `anonymous`."""
        return {"Authorization": f"Bearer {self.texts[label]}"} if label in self.texts else {}


@contextmanager
def client_of(folder: Path, **changes: Any) -> "Iterator[TestClient]":
    """The service over a project in this process; `changes` are values of `[server]`."""
    with TestClient(app_of(folder, **changes), "http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


def app_of(folder: Path, **changes: Any) -> FastAPI:
    """The application over a project; `changes` are values of `[server]`."""
    settings = load_settings(folder)
    return create_app(replace(settings, server=replace(settings.server, **changes)))


class Running:
    """The service as a process of its own. What it writes on standard error is in `log`."""

    def __init__(self, folder: Path, *args: str, **variables: str) -> None:
        command = [sys.executable, "-m", "policy_assistant", "serve", "--port", "0", "--project", str(folder), *args]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("POLICY_ASSISTANT_")} | variables
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        self._lines: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.log
        self._wait()

    @property
    def log(self) -> str:
        """What it has logged so far."""
        return "".join(self._lines)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rpartition(":")[2])

    def client(self, **options: Any) -> httpx.Client:
        """A client of it."""
        return httpx.Client(base_url=self.address, timeout=30, **options)

    def stop(self) -> int:
        """End it as a service manager does; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(20)
        self._reader.join(5)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe:
                pipe.close()
        return code

    def _wait(self) -> None:
        """Until it listens: the address is printed a moment before."""
        with httpx.Client(base_url=self.address, timeout=30, transport=httpx.HTTPTransport(retries=10)) as client:
            assert client.get("/healthz").status_code == 200

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self._lines.append(line)
