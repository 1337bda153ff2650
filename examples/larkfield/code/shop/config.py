"""Settings that the desk may change without a release: config/shop.toml."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

SETTINGS_FILE = Path(__file__).resolve().parents[1] / "config" / "shop.toml"


@cache
def settings() -> dict[str, Any]:
    """The whole file, read once a process."""
    return tomllib.loads(SETTINGS_FILE.read_text(encoding="utf-8"))
