"""What axe-core finds wrong with a page for people who cannot see it, or see it badly."""

from functools import cache
from importlib.resources import files

from playwright.sync_api import Page


def violations(shown: Page) -> list[str]:
    """Each fault with its rule, the element and what would mend it."""
    shown.evaluate(_script())
    response = shown.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [f"{one['id']}: {node['html'][:150]} {node['failureSummary']}" for one in response["violations"] for node in one["nodes"]]


@cache
def _script() -> str:
    """Axe itself, which the package `axe-playwright-python` ships."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
