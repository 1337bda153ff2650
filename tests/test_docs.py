"""The pages of `docs/` lead where they say."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_links_lead_to_pages_and_headings_that_exist(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    wrong = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith("http") and not leads_somewhere(path, link)]

    assert wrong == []


def leads_somewhere(path: Path, link: str) -> bool:
    """Whether there is such a file, and such a heading in it."""
    name, _, heading = link.partition("#")
    target = (path.parent / name).resolve() if name else path
    return target.exists() and (not heading or heading in headings_of(target))


def headings_of(path: Path) -> set[str]:
    """The names by which the headings of a page are linked to."""
    titles = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
