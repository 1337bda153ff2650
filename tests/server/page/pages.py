"""Pages as a reader takes them apart."""

import re
from typing import Any

from lxml import html
from starlette.testclient import TestClient

from tests.server.samples import Keys


class Shown:
    """A page: its status, its text as a reader sees it, and its elements."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.raw: str = response.text
        self.headers = response.headers
        self.page = html.document_fromstring(response.content)

    def all(self, path: str) -> list[Any]:
        """The elements of an XPath."""
        return list(self.page.xpath(path))

    def texts(self, path: str) -> list[str]:
        """Their texts, blanks squashed."""
        return [squashed(element) for element in self.all(path)]

    @property
    def main(self) -> str:
        """The text of the main part."""
        return squashed(self.all("//main")[0])


def squashed(element: Any) -> str:
    """The text of an element, blanks squashed."""
    return re.sub(r"\s+", " ", element.text_content()).strip()


def look(client: TestClient, path: str, keys: Keys | None = None, label: str = "", *, language: str = "") -> Shown:
    """A page as a caller with a key, or anonymous, sees it."""
    own = keys.headers(label) if keys else {}
    return Shown(client.get(path, headers=own | ({"Accept-Language": language} if language else {})))
