"""What a question may see: the date that decides and the labels of its audience.

Engines apply a `Filters` inside their search, before any top k; nothing filters afterwards.
"""

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from policy_assistant.errors import UsageError

Part = Literal["docs", "code"]
"""The two halves of an index: documents, and code."""

PARTS: tuple[Part, ...] = ("docs", "code")


@dataclass(frozen=True)
class Filters:
    """Keep what is in force on `as_of` (ISO date; None = every version), carries one of `labels` (None = all), is written
    in `language` (None = any), is of type `doc_type` (None = any) and belongs to `part`.
    """

    as_of: str | None = None
    labels: frozenset[str] | None = None
    language: str | None = None
    part: Part = "docs"
    doc_type: str | None = None

    def allow(
        self, access: str, effective_from: str, effective_to: str, language: str = "", part: str = "docs", doc_type: str = ""
    ) -> bool:
        """Whether a passage with these fields may be seen; the same rule that engines apply in their query."""
        return (
            (self.labels is None or access in self.labels)
            and (self.as_of is None or in_force(effective_from, effective_to, self.as_of))
            and (self.language is None or language == self.language)
            and part == self.part
            and (self.doc_type is None or doc_type == self.doc_type)
        )


def narrowed(filters: Filters, language: str = "", doc_type: str = "", label: str = "") -> Filters:
    """Filters that also ask for a language, a type or one label; empty values ask for nothing.

    A label that the filters do not allow leaves nothing to be found.
    """
    labels = filters.labels
    if label:
        labels = frozenset([label]) if labels is None else labels & {label}
    return replace(filters, language=language or filters.language, doc_type=doc_type or filters.doc_type, labels=labels)


def in_force(effective_from: str, effective_to: str, as_of: str) -> bool:
    """Whether a period holds the day `as_of`. Both ends count; an empty end is open. All are ISO dates."""
    return (not effective_from or effective_from <= as_of) and (not effective_to or as_of <= effective_to)


def iso_date(text: str, what: str = "date") -> str:
    """`text` checked to be a real day written as YYYY-MM-DD.

    Raises:
        UsageError: anything else.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise UsageError(f"{what} {text!r} is not a day written as YYYY-MM-DD", hint="for example 2026-10-09")
    return text


def parse_as_of(text: str, today: str) -> str | None:
    """`--as-of`: an ISO date, `today`, or `none` for every version.

    Raises:
        UsageError: anything else.
    """
    if text == "none":
        return None
    if text == "today":
        return today
    try:
        return iso_date(text)
    except UsageError:
        raise UsageError(f"date {text!r} is not YYYY-MM-DD, `today` or `none`", hint="for example 2026-10-09") from None
