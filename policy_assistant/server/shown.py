"""What a caller is shown of a record. Figures that are counted over the whole index tell of passages that are hidden.

Scores of words depend on how many passages hold them, confidence on scores, and the number of the index's generation grows
when anything is ingested. Only callers who see every label get them.
"""

from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from policy_assistant.server.callers import Caller

FIGURES = frozenset({"score", "decision", "confidence", "generation", "index"})
"""The keys whose values are null for callers who do not see every label."""

Record = TypeVar("Record")


def shown_to(caller: "Caller", record: Record) -> Record:
    """The record without the figures that the caller may not have."""
    return record if caller.sees_all else _without(record)


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: None if key in FIGURES else _without(item) for key, item in value.items()}
    return [_without(item) for item in value] if isinstance(value, list | tuple) else value
