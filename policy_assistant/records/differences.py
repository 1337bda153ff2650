"""Differences between versions as the JSON object that every surface gives."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from policy_assistant.changes import Difference


def difference_record(found: "Difference", *, has_answers: bool = True) -> dict[str, Any]:
    """What changed; `answers` is None where kept answers could not be read."""
    return {
        "doc_id": found.before.doc_id,
        "before": found.before.version,
        "after": found.after.version,
        "fields": [asdict(field) for field in found.fields],
        "sections": [asdict(section) for section in found.sections],
        "unchanged": found.unchanged,
        "answers": [
            {"id": t.answer.id, "question": t.answer.question, "as_of": t.answer.as_of, "version": t.version, "stands": t.stands}
            for t in found.answers
        ]
        if has_answers
        else None,
        "questions": [asdict(question) for question in found.questions],
    }
