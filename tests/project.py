"""A project folder to work in, and the command line run inside this process."""

import contextlib
import io
import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from unittest import mock

from policy_assistant.assistant import Assistant
from policy_assistant.cli.main import _run
from policy_assistant.documents import COLUMNS
from policy_assistant.ingest import IngestReport, ingest
from policy_assistant.metadata import Chunk
from policy_assistant.settings import Settings
from policy_assistant.settings_file import load_settings
from policy_assistant.store import Store
from policy_assistant.testing.model_server import ModelServer

EMBEDDER_VARIABLE = "POLICY_ASSISTANT_MODELS_EMBEDDER"


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read as JSON."""
        return json.loads(self.out)


def run(*args: str) -> Done:
    """Run a command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = _run(list(args))
    return Done(code, out.getvalue(), err.getvalue())


def page(doc_id: str, body: str = "## Rule\n\nShoes stay outside.\n", /, **fields: str) -> str:
    """A Markdown document that describes itself; an empty field is left out."""
    values = {"doc_id": doc_id, "title": doc_id.replace("-", " ").capitalize(), "version": "1", "access": "public"} | fields
    front = "".join(f"{name}: {value}\n" for name, value in values.items() if value)
    return f"---\n{front}---\n\n# {values['title']}\n\n{body}"


@dataclass(frozen=True)
class Project:
    """A project folder; documents are named below `corpus/documents`."""

    folder: Path

    @property
    def documents(self) -> Path:
        """The folder of documents."""
        return self.folder / "corpus" / "documents"

    @cached_property
    def settings(self) -> Settings:
        """The settings, read when first needed."""
        return load_settings(self.folder, self.environment)

    @property
    def assistant(self) -> Assistant:
        """The project, opened anew."""
        return Assistant(load_settings(self.folder, self.environment))

    @property
    def environment(self) -> dict[str, str]:
        """The environment; without the variable of `conftest` that takes embedders away where the settings file names one."""
        path = self.folder / "policy-assistant.toml"
        names_one = path.exists() and "\nembedder = " in path.read_text(encoding="utf-8")
        return {name: value for name, value in os.environ.items() if not (names_one and name == EMBEDDER_VARIABLE)}

    def write(self, name: str, content: str | bytes) -> Path:
        """Write a document."""
        path = self.documents / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def add(self, doc_id: str, body: str = "## Rule\n\nShoes stay outside.\n", **fields: str) -> Path:
        """Write a Markdown document that describes itself, as `DOC_ID.md`."""
        return self.write(f"{doc_id}.md", page(doc_id, body, **fields))

    def inventory(self, *rows: dict[str, str]) -> None:
        """Write the inventory."""
        lines = [",".join(COLUMNS), *(",".join(row.get(name, "") for name in COLUMNS) for row in rows)]
        (self.folder / "corpus" / "inventory.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def configure(self, text: str) -> None:
        """Write the settings file."""
        (self.folder / "policy-assistant.toml").write_text(text, encoding="utf-8")

    def ingest(self, **options: Any) -> IngestReport:
        """Ingest in this process."""
        return ingest(load_settings(self.folder, self.environment), **options)

    def run(self, *args: str) -> Done:
        """Run a command in the project."""
        with mock.patch.dict(os.environ, self.environment, clear=True):
            return run(*args, "--project", str(self.folder))

    def chunks(self) -> list[Chunk]:
        """All chunks of the index."""
        with Store(self.folder / "index.sqlite") as store:
            return store.chunks()

    def found(self, question: str, **options: Any) -> list[str]:
        """The doc_ids that a search finds, best first; by plain words unless the options say otherwise."""
        options.setdefault("method", "bm25")
        assistant = self.assistant
        try:
            return [passage.doc_id for passage in assistant.search(question, as_of=options.pop("as_of", "none"), **options).passages]
        finally:
            if "store" in assistant.__dict__:
                assistant.store.close()

    def embed_with(self, server: ModelServer) -> None:
        """Write settings by which a server of ours embeds, as `openai:tiny`."""
        self.configure(f'[models]\nembedder = "openai:tiny"\nembedding_base_url = "{server.base_url}"\n')


def texts_sent(server: ModelServer) -> list[str]:
    """The texts that a server embedded, without the one that asks for its dimension."""
    return [text for request in server.requests for text in request.body["input"] if text != "dimension"]
