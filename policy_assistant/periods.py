"""The end of a version's period where nobody states it: the day before the next version begins."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import PurePosixPath

from policy_assistant.file_names import named_version
from policy_assistant.metadata import Metadata


def close_periods(found: Iterable[Metadata]) -> list[Metadata]:
    """The same versions in the same order; one whose name tells that it is a version ends before the next one begins.

    Only names that tell a version are treated so: elsewhere an open end may be meant, and `doctor` names what overlaps.
    """
    versions = list(found)
    starts: dict[str, set[str]] = defaultdict(set)
    for metadata in versions:
        starts[metadata.doc_id].add(metadata.effective_from)
    return [_closed(metadata, starts[metadata.doc_id]) for metadata in versions]


def _closed(metadata: Metadata, starts: Iterable[str]) -> Metadata:
    later = [start for start in starts if start > metadata.effective_from]
    if metadata.effective_to or not later or named_version(PurePosixPath(metadata.source).stem) is None:
        return metadata
    return replace(metadata, effective_to=(date.fromisoformat(min(later)) - timedelta(days=1)).isoformat())
