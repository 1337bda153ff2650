"""The report in a real browser."""

import shutil
import subprocess
from pathlib import Path

import pytest

from policy_assistant.cli.main import _run

pytestmark = pytest.mark.slow

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-logging=stderr")


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed (Debian: apt-get install chromium)")
def test_the_report_opens_and_loads_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project, report = tmp_path / "shop", tmp_path / "report.html"
    assert _run(["init", "--example", str(project)]) == 0
    assert _run(["ingest", "--project", str(project)]) == 0
    assert _run(["eval", "--project", str(project), "--report", str(report)]) == 0
    capsys.readouterr()
    command = (str(CHROMIUM), *FLAGS, f"--user-data-dir={tmp_path}/profile", "--dump-dom", report.as_uri())
    page = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "Missed questions" in page.stdout
    assert page.stdout.count("<svg") >= 3
    assert "CONSOLE" not in page.stderr, "a script error or a refused request"
