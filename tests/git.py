"""Real git checkouts for tests."""

import os
import subprocess
from pathlib import Path

_NAMED = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "core.autocrlf=false", "-c", "commit.gpgsign=false")


def git(folder: Path, *args: str, day: str = "") -> str:
    """Run git in a folder, on a day (now, where empty); what it prints, without the last line's end."""
    dates = {"GIT_AUTHOR_DATE": f"{day}T12:00:00+00:00", "GIT_COMMITTER_DATE": f"{day}T12:00:00+00:00"} if day else {}
    done = subprocess.run(
        ["git", *_NAMED, "-C", str(folder), *args], capture_output=True, check=True, text=True, env={**os.environ, **dates}
    )
    return done.stdout.strip()


def commit_all(folder: Path, day: str = "") -> str:
    """Make a folder a checkout, if it is none, and commit all that it holds; the commit."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "A state", day=day)
    return git(folder, "rev-parse", "HEAD")
