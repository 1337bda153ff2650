"""The environment that the other tools run in, made in the scratch folder."""

import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.scale.tools import KEYWORD_TOOLS, VECTOR_TOOLS, Tool

ROOT = Path(__file__).resolve().parent.parent.parent


def command(tool: Tool, scratch: Path) -> tuple[str, Mapping[str, str]]:
    """The interpreter for a tool, and what its environment needs to find the tool.

    Raises:
        LookupError: none on this machine can run the tool.
    """
    if not tool.packages:
        return sys.executable, {"PYTHONPATH": str(ROOT)}
    python = _environment(scratch / "peers")
    packages = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], check=True, capture_output=True, text=True
    )
    found = str(python) if not tool.extension else next(_that_extend(python), None)
    if found is None:
        raise LookupError("no Python here lets SQLite load extensions")
    separator = ";" if sys.platform == "win32" else ":"
    return found, {"PYTHONPATH": separator.join((str(ROOT), packages.stdout.strip()))}


def _environment(home: Path) -> Path:
    """The interpreter of the environment with all packages, made when they are others than before."""
    packages = sorted({package for tool in (*KEYWORD_TOOLS.values(), *VECTOR_TOOLS.values()) for package in tool.packages})
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    ready = home / "ready"
    if not ready.is_file() or ready.read_text(encoding="utf-8").split() != packages:
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--only-binary", ":all:", *packages], check=True)
        ready.write_text("\n".join(packages), encoding="utf-8")
    return python


def _that_extend(python: Path) -> Iterator[str]:
    """Interpreters of the same version whose SQLite loads extensions, which some builds of Python leave out."""
    probe = "import sqlite3, sys; print(hasattr(sqlite3.Connection, 'enable_load_extension'), *sys.version_info[:2])"
    wanted = f"True {sys.version_info[0]} {sys.version_info[1]}"
    for candidate in (str(python), "/usr/bin/python3", "/usr/local/bin/python3"):
        try:
            said = subprocess.run([candidate, "-c", probe], check=True, capture_output=True, text=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            continue
        if said == wanted:
            yield candidate
