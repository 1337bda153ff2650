"""Names become implementations only when asked for, and what is missing is said with its extra."""

import sys

import pytest

from policy_assistant.errors import MissingExtraError, UsageError
from policy_assistant.registry import Entry, Registry

SHAPES = Registry(
    "shape",
    {
        "fraction": Entry("fractions", "Fraction", "", "a number", ("fractions", "decimal")),
        "absent": Entry("no_such_module_of_ours", "Anything", "shapes", "not there", ("json", "no_such_package")),
        "lost": Entry("no_such_module_of_ours", "Anything", "shapes", "our own fault"),
    },
)


def test_a_name_gives_the_attribute_of_its_module() -> None:
    from fractions import Fraction

    assert SHAPES.load("fraction") is Fraction


def test_the_names_are_those_of_the_table() -> None:
    assert list(SHAPES) == ["fraction", "absent", "lost"]
    assert "fraction" in SHAPES
    assert "circle" not in SHAPES


@pytest.mark.parametrize("use", [SHAPES.load, SHAPES.is_installed, SHAPES.entry])
def test_an_unknown_name_is_told_the_nearest(use: object) -> None:
    with pytest.raises(UsageError, match="unknown shape 'fracton'") as caught:
        use("fracton")  # type: ignore[operator]
    assert caught.value.hint == "did you mean `fraction`?"


def test_a_missing_package_names_the_extra() -> None:
    with pytest.raises(MissingExtraError, match="the shape `absent` needs the extra `shapes`") as caught:
        SHAPES.load("absent")
    assert (caught.value.extra, caught.value.hint) == ("shapes", "pip install 'policy-assistant[shapes]'")


def test_an_import_that_fails_for_another_reason_is_not_hidden() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module_of_ours"):
        SHAPES.load("lost")


def test_packages_are_found_without_importing_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "this", raising=False)
    table = Registry("text", {"poem": Entry("this", "s", "", "", ("this",)), "none": Entry("x", "y", "", "", ("no_such_package",))})
    assert table.is_installed("poem")
    assert not table.is_installed("none")
    assert "this" not in sys.modules


def test_a_package_that_was_taken_away_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "decimal", None)
    assert not SHAPES.is_installed("fraction")
