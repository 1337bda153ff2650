"""Links to lines of code in the forms of the hosts that show it."""

from pathlib import Path

import pytest

from policy_assistant.checkout import Commit
from policy_assistant.code.links import ANCHORS, Linker, style_of
from policy_assistant.code_places import Lines
from policy_assistant.settings import LINK_STYLES

ONE, RANGE = Lines("shop/tax.py", 9, 9), Lines("shop/tax.py", 6, 10)
COMMIT = Commit("shop/", "backend/shop/", "c" * 40, ("shop/new.py",))


def linker(base: str, style: str = "", commits: tuple[Commit, ...] = (), folder: Path = Path("/projects/shop")) -> Linker:
    return Linker(base, style or style_of(base), commits, folder, lambda name: folder / name)


def test_every_style_of_the_settings_has_a_form() -> None:
    assert set(ANCHORS) == set(LINK_STYLES)


@pytest.mark.parametrize(
    ("base", "one", "several"),
    [
        ("https://github.com/our/shop/blob/main", "/shop/tax.py#L9", "/shop/tax.py#L6-L10"),
        ("https://gitlab.com/our/shop/-/blob/main", "/shop/tax.py#L9", "/shop/tax.py#L6-L10"),
        ("https://bitbucket.org/our/shop/src/main", "/shop/tax.py#lines-9", "/shop/tax.py#lines-6:10"),
        (
            "https://dev.azure.com/our/shop/_git/shop",
            "?path=/shop/tax.py&line=9&lineEnd=10&lineStartColumn=1&lineEndColumn=1&_a=contents",
            "?path=/shop/tax.py&line=6&lineEnd=11&lineStartColumn=1&lineEndColumn=1&_a=contents",
        ),
    ],
)
def test_the_form_of_each_host(base: str, one: str, several: str) -> None:
    assert linker(base).link(ONE, ONE) == base + one
    assert linker(base).link(RANGE, RANGE) == base + several
    assert linker(f"{base}/").link(RANGE, RANGE) == base + several


@pytest.mark.parametrize(
    ("base", "style"),
    [
        ("https://github.com/our/shop", "github"),
        ("https://gitlab.our.example/our/shop", "gitlab"),
        ("https://code.our.example/our/shop/-/blob/main", "gitlab"),
        ("https://bitbucket.our.example/projects/X/repos/shop/browse", "bitbucket"),
        ("https://our.visualstudio.com/shop/_git/shop", "azure"),
        ("https://git.example/facturo/blob/0123abc", "github"),
        ("", "github"),
    ],
)
def test_the_host_is_told_by_its_address(base: str, style: str) -> None:
    assert style_of(base) == style


def test_a_style_that_is_set_wins() -> None:
    assert linker("https://code.example/x", "bitbucket").link(ONE, ONE).endswith("#lines-9")


def test_without_a_base_a_link_is_the_path_from_the_project() -> None:
    assert linker("").link(ONE, RANGE) == "shop/tax.py#L6-L10"


def test_a_local_link_leads_out_of_the_project_where_its_folder_of_code_does() -> None:
    outside = Linker("", "github", (), Path("/projects/shop"), lambda name: Path("/projects/other") / name)
    assert outside.link(ONE, ONE) == "../other/shop/tax.py#L9"


def test_names_are_written_for_addresses() -> None:
    odd = Lines("a b/numéro (1)#.py", 1, 1)
    assert linker("https://x.example").link(odd, odd) == "https://x.example/a%20b/num%C3%A9ro%20%281%29%23.py#L1"


def test_a_commit_pins_the_lines_that_were_indexed() -> None:
    pinned = linker("https://github.com/our/shop/blob/{commit}", commits=(COMMIT,))
    expected = f"https://github.com/our/shop/blob/{'c' * 40}/backend/shop/tax.py#L6-L10"
    assert pinned.link(RANGE, ONE) == expected
    assert pinned.link(RANGE, None) == expected, "the commit still has what the file no longer has"


def test_azure_names_the_commit_as_a_version() -> None:
    pinned = linker("https://dev.azure.com/our/shop/_git/shop?version=GC{commit}", commits=(COMMIT,))
    assert pinned.link(ONE, ONE).startswith(
        f"https://dev.azure.com/our/shop/_git/shop?path=/backend/shop/tax.py&version=GC{'c' * 40}&line=9"
    )


def test_what_a_commit_does_not_hold_is_not_linked_to_it() -> None:
    base = "https://github.com/our/shop/blob/{commit}"
    new, elsewhere = Lines("shop/new.py", 1, 1), Lines("tools/x.py", 1, 1)
    assert linker(base, commits=(COMMIT,)).link(new, new) == ""
    assert linker(base, commits=(COMMIT,)).link(elsewhere, elsewhere) == ""
    assert linker(base).link(ONE, ONE) == ""


def test_a_branch_is_linked_by_the_path_in_the_checkout_and_the_lines_of_now() -> None:
    branch = linker("https://github.com/our/shop/blob/main", commits=(COMMIT,))
    assert branch.link(ONE, RANGE) == "https://github.com/our/shop/blob/main/backend/shop/tax.py#L6-L10"
    assert branch.link(ONE, None) == ""


def test_a_file_that_is_not_found_has_no_local_link() -> None:
    assert Linker("", "github", (), Path("/projects/shop"), lambda name: None).link(ONE, ONE) == ""
