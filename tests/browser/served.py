"""The example collection, ingested in a folder of its own, and the real service over a project as a process."""

import html
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from policy_assistant.ingest import ingest
from policy_assistant.keys import KeyRing
from policy_assistant.settings_file import load_settings
from tests.project import EMBEDDER_VARIABLE, Project, page

EXAMPLE = Path(__file__).parents[2] / "examples" / "larkfield"
SECONDS = 20

NASTY = "<script>alert(1)</script><img src=x onerror=alert(2)>"
"""What would run if it ever got out of its text."""


@dataclass
class Served:
    """A running service: its address, its project and keys by audience."""

    address: str
    project: Project
    keys: dict[str, str]
    process: "subprocess.Popen[str]" = field(repr=False)

    def stop(self) -> None:
        """End it, as a service manager would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(SECONDS)
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()


def serve(project: Project, keys: dict[str, str] | None = None) -> Served:
    """Start the service of a project on a free port."""
    command = [sys.executable, "-m", "policy_assistant", "serve", "--port", "0", "--project", str(project.folder)]
    environment = {**os.environ, EMBEDDER_VARIABLE: "none"}
    with (project.folder / "log.txt").open("a") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
    assert process.stdout
    address = process.stdout.readline().strip()
    assert address.startswith("http://127.0.0.1:"), (project.folder / "log.txt").read_text()
    return Served(address, project, keys or {}, process)


def make_keys(project: Project) -> dict[str, str]:
    """A key for each audience."""
    settings = load_settings(project.folder, {})
    return {audience: KeyRing.of(settings).create(f"the {audience} desk", [audience])[1] for audience in settings.access.audiences}


def example(folder: Path) -> Project:
    """The example collection in a folder of its own, ingested without an embedder, with a document that means harm."""
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("*.sqlite*", "cache"))
    project = Project(folder)
    text = html.escape(f"{NASTY} </mark></svg>")
    body = (
        f"## Zorbing {text}\n\n"
        f"Zorbing is allowed on 3 days a week {text} and \"quoted\" 'too'.\n\n"
        "## Zumba\n\nZumba is a dance.\n\n| Zumba | Hours |\n| --- | --- |\n| <b>bold</b> | 17 |\n"
    )
    title = f"Zorbing rules {NASTY}"
    project.write("zorbing.md", page("zorbing", body, title=title, owner=f"Owner {NASTY}", access="public", effective_from="2026-01-01"))
    project.write("hidden-bonus.md", page("hidden-bonus", "## Bonus\n\nThe quarterly quokka bonus is 777 dollars.\n", access="staff"))
    ingest(load_settings(folder, {EMBEDDER_VARIABLE: "none"}))
    return project
