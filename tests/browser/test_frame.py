"""The frame around every page."""

from tests.browser.watched import Opener


def test_the_page_to_sign_in_opens(opened: Opener) -> None:
    shown = opened("/sign-in")
    assert shown.locator("h1").inner_text() == "Sign in"
