"""Real git checkouts for tests."""

import subprocess
from pathlib import Path

_NAMED = ("-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "core.autocrlf=false", "-c", "commit.gpgsign=false")


def git(folder: Path, *args: str) -> str:
    """Run git in a folder; what it prints, without the last line's end."""
    done = subprocess.run(["git", *_NAMED, "-C", str(folder), *args], capture_output=True, check=True, text=True)
    return done.stdout.strip()


def commit_all(folder: Path) -> str:
    """Make a folder a checkout, if it is none, and commit all that it holds; the commit."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "A state")
    return git(folder, "rev-parse", "HEAD")
