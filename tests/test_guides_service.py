"""The guides about the service say what really happens: their commands are run, against a real service, and what they show comes out."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from policy_assistant.ingest import ingest
from policy_assistant.keys import KeyRing
from policy_assistant.settings_file import load_settings
from tests.browser.served import EXAMPLE, serve
from tests.project import EMBEDDER_VARIABLE, Project, page

DOCS = Path(__file__).parents[1] / "docs"
ADDRESS = "http://127.0.0.1:8470"
MARK = "=== example"
SECONDS = 60

VOLATILE = (
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "STAMP"),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{8}(?![0-9a-f])(?=.*(may ask|is revoked))"), "KEY-ID"),
    (re.compile(r"until \d{4}-\d\d-\d\d; it is not shown"), "until DAY; it is not shown"),
    (re.compile(r"^[0-9a-f]{8}(  .*?)\d{4}-\d\d-\d\d(  +)\S+(  +)\S+$", re.MULTILINE), r"KEY-ID\1CREATED EXPIRES LAST-USED"),
)
"""What differs from run to run: moments, the IDs of keys, their days."""

pytestmark = pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="the examples are run by bash and curl")


@dataclass(frozen=True)
class Example:
    """A command of a guide, and the lines that it shows; `...` stands for any lines, or for the rest of one."""

    command: str
    shown: list[str]


def examples_of(name: str) -> list[Example]:
    """The commands of a page: lines in `text` blocks that begin with `$`, and Python programs that are followed by what they print."""
    text = (DOCS / name).read_text(encoding="utf-8")
    found: list[Example] = []
    program = ""
    for language, block in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        if language == "text" and program:
            found.append(Example(f"python - <<'PROGRAM'\n{program}PROGRAM", block.splitlines()))
        elif language == "text" and block.startswith("$ "):
            found += [Example(part.split("\n")[0], part.split("\n")[1:-1]) for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
        program = block if language == "python" else ""
    return found


def outputs_of(examples: list[Example], folder: Path, address: str, key: str) -> list[list[str]]:
    """What the commands print, run one after the other in one shell, as if the service had its usual address."""
    script = "".join(f"{{ {example.command}\n}} {_errors(example.command)}; printf '\\n{MARK}\\n'\n" for example in examples).replace(
        ADDRESS, address
    )
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    environment = {**os.environ, "PATH": path, "KEY": key, EMBEDDER_VARIABLE: "none", "NO_COLOR": "1"}
    done = subprocess.run(["bash"], input=script, text=True, capture_output=True, cwd=folder, env=environment, timeout=SECONDS)
    return [part.strip("\n").split("\n") for part in done.stdout.replace(address, ADDRESS).split(f"\n{MARK}\n")[:-1]]


def _errors(command: str) -> str:
    """What is told besides comes after the output; of a pipe nobody knows which of its programs is first to speak."""
    return "2>/dev/null" if " | " in command else "2>&1"


def is_as_shown(shown: list[str], printed: list[str]) -> bool:
    """Whether lines are as a guide shows them."""
    pattern = "".join(_pattern(line) for line in _steady("\n".join(shown)).strip("\n").split("\n"))
    return re.fullmatch(pattern, "\n".join(["", _steady("\n".join(printed)).strip("\n")])) is not None


def _pattern(line: str) -> str:
    return r"(?:\n[^\n]*)*" if line == "..." else r"\n" + r"[^\n]*".join(map(re.escape, line.split("...")))


def _steady(text: str) -> str:
    for pattern, name in VOLATILE:
        text = pattern.sub(name, text)
    return text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, str]]:
    """The example collection, ingested without an embedder and served: its folder, the address and a key of staff."""
    folder = tmp_path_factory.mktemp("guides") / "larkfield-example"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("*.sqlite*", "cache", "__pycache__"))
    ingest(load_settings(folder, {EMBEDDER_VARIABLE: "none"}))
    project = Project(folder)
    _, key = KeyRing.of(project.settings).create("support-desk", ["staff"], when=datetime(2026, 10, 9, tzinfo=UTC))
    running = serve(project)
    yield folder, running.address, key
    running.stop()


@pytest.mark.parametrize("name", ["guides/service.md", "guides/api.md", "guides/deploy.md"])
def test_the_guides_show_what_happens(name: str, served: tuple[Path, str, str]) -> None:
    check(name, *served)


def test_the_page_about_access_shows_what_happens(served: tuple[Path, str, str]) -> None:
    folder = served[0]
    settings = re.search(r"```toml\n(.*?)```", (DOCS / "concepts/access.md").read_text(encoding="utf-8"), re.DOTALL)
    assert settings
    labels = Project(folder / "labels")
    labels.documents.mkdir(parents=True)
    (labels.folder / "policy-assistant.toml").write_text(settings[1], encoding="utf-8")
    labels.write(
        "pay-bands.md",
        page("pay-bands", "## Support\n\nA support agent is paid 24 dollars.\n", version="2026", title="Pay bands", access="hr"),
    )
    labels.write("leave.md", page("leave", "## Parental leave\n\nParental leave is 40 weeks.\n", access="staff"))

    check("concepts/access.md", *served)


def check(name: str, folder: Path, address: str, key: str) -> None:
    """Run the commands of a page and compare."""
    examples = examples_of(name)
    printed = outputs_of(examples, folder, address, key)
    assert len(examples) == len(printed) > 5
    for example, lines in zip(examples, printed, strict=True):
        assert is_as_shown(example.shown, lines), f"{example.command}\nprints:\n" + "\n".join(lines)
