"""HTML pages that load nothing and run nothing. All text of documents and questions is escaped by the template engine."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from policy_assistant.errors import MissingExtraError
from policy_assistant.evaluate.significance import chance

EXAMPLE = "--report report.html"

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Characters that have no place in a page, turn a line's direction, or cannot be written; line feeds and tabs stay."""


@dataclass(frozen=True)
class Plot:
    """A drawing, and the same in words."""

    title: str
    words: str
    svg: str


def check_extra() -> None:
    """Refuse what needs the extra `report` where it is missing. Raises `MissingExtraError`."""
    try:
        import jinja2
        import matplotlib as mpl
    except ImportError as error:
        raise MissingExtraError("the report", "report") from error
    del jinja2, mpl


def fill(template: str, content: Mapping[str, Any]) -> str:
    """The page as text. Raises `MissingExtraError` when the packages of the extra `report` are not installed."""
    check_extra()
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_template)
    )
    environment.filters |= {"number": shown, "chance": chance}
    return _CONTROLS.sub("", environment.get_template(template).render(content))


def shown(value: float | None, digits: int = 3) -> str:
    """A score, or a dash where there is none."""
    return "–" if value is None else f"{value:.{digits}f}"


def in_words(values: Mapping[str, float | None]) -> str:
    """Names with their scores, for those who hear a plot."""
    return ", ".join(f"{name} {shown(value)}" for name, value in values.items())


def _template(name: str) -> str:
    return files("policy_assistant.evaluate").joinpath(name).read_text(encoding="utf-8")
