"""What a page must not do, collected while a test looks at it."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

Opener = Callable[..., Page]
"""Opens a watched page, see the fixture `opened`."""


class Watch:
    """Collects what a page must not do. `allowed` are patterns of console errors that a test expects."""

    def __init__(self, context: BrowserContext, address: str, allowed: tuple[str, ...]) -> None:
        self._address, self._allowed = address, allowed
        self.faults: list[str] = []
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))
        context.on("dialog", self._dialog)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(re.search(pattern, message.text) for pattern in self._allowed):
            self.faults.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._address}/", "data:", "blob:")):
            self.faults.append(f"request to {request.url}")

    def _dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()
