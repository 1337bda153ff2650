"""What `trace` finds of differences planted on purpose: `python -m benchmarks.trace --write` puts the table into docs/concepts/code.md.

Two collections with a key each (`benchmarks/trace_sets`): the example, with which rules may be chosen, and one held out.
"""

import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.marked import Page
from benchmarks.page import made_by
from benchmarks.projects import CACHE, PROJECT
from policy_assistant.assistant import Assistant
from policy_assistant.code.trace import Finding
from policy_assistant.code.trace.run import Traced
from policy_assistant.settings_file import load_settings

PAGE = Page(PROJECT / "docs" / "concepts" / "code.md")
SETS = {
    "example": (PROJECT / "examples" / "larkfield", PROJECT / "benchmarks" / "trace_sets" / "example.jsonl"),
    "held out": (PROJECT / "benchmarks" / "trace_sets" / "heldout", PROJECT / "benchmarks" / "trace_sets" / "heldout" / "heldout.jsonl"),
}
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "index.sqlite*", "state.sqlite*", "cache", "pdf_sources", "heldout.jsonl")
EMBEDDERS = ("none", "e5")
HEADER = ("set", "search", "planted found", "false alarms", "agreements found", "values", "ms of CPU a value")


@dataclass(frozen=True)
class Score:
    """How a trace did against a key: planted differences found, other differences, agreements found, values by verdict."""

    found: Sequence[str]
    planted: int
    false_alarms: Sequence[Finding]
    agreed: int
    agreeing: int
    wrongly_agreed: Sequence[str]
    counts: Mapping[str, int]


@contextmanager
def traced_project(folder: Path, embedder: str) -> Iterator[Assistant]:
    """A copy of a collection with its code, ingested."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "project"
        shutil.copytree(folder, copy, ignore=LEFT_BEHIND)
        environment = {"POLICY_ASSISTANT_STORE_CACHE": str(CACHE), "POLICY_ASSISTANT_MODELS_EMBEDDER": embedder}
        assistant = Assistant(load_settings(copy, environment))
        assistant.ingest()
        yield assistant
        assistant.store.close()


def read_key(path: Path, as_of: str = "") -> list[dict[str, Any]]:
    """The entries of a key for a day; those without a day of their own hold on the project's today."""
    entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [entry for entry in entries if entry.get("as_of", "") == as_of]


def score(traced: Traced, key: Sequence[Mapping[str, Any]]) -> Score:
    """How a trace of all rules did."""
    planted = [entry for entry in key if entry["verdict"] == "differs" and not entry.get("overruled_by")]
    overruled = [entry for entry in key if entry.get("overruled_by")]
    differing = [finding for finding in traced.findings if finding.verdict == "differs"]
    found = [entry["id"] for entry in planted if any(_is_at(finding, entry) for finding in differing)]
    expected = [*planted, *overruled]
    alarms = [finding for finding in differing if not any(_is_at(finding, entry) for entry in expected)]
    agreeing = [entry for entry in key if entry["verdict"] == "agrees"]
    agreed = [finding for finding in traced.findings if finding.verdict == "agrees"]
    absent = [entry for entry in key if entry["verdict"] == "not found"]
    return Score(
        found,
        len(planted),
        alarms,
        sum(any(_is_at(finding, entry) for finding in agreed) for entry in agreeing),
        len(agreeing),
        [entry["id"] for entry in absent if any(_is_rule(finding, entry) and _is_value(finding, entry) for finding in agreed)],
        Counter(finding.verdict for finding in traced.findings),
    )


def _is_at(finding: Finding, entry: Mapping[str, Any]) -> bool:
    """Whether a finding is about the rule of an entry, at one of its places."""
    places = {(place["path"], place["line"]) for place in entry["code"]}
    return _is_rule(finding, entry) and any((value.path, value.line) in places for value in finding.code)


def _is_rule(finding: Finding, entry: Mapping[str, Any]) -> bool:
    chunk, rule = finding.rule.chunk, entry["rule"]
    return (chunk.doc_id, chunk.version) == (rule["doc_id"], rule["version"]) and rule["section"] in chunk.sections


def _is_value(finding: Finding, entry: Mapping[str, Any]) -> bool:
    return finding.value.text in entry["rule"]["quote"] and entry["rule"]["value"].split()[0] in finding.value.text


def measure(name: str, embedder: str) -> tuple[Score, float, int]:
    """A set's score, the milliseconds a value, and the number of pieces of code."""
    folder, key = SETS[name]
    with traced_project(folder, embedder) as assistant:
        begin = time.process_time()
        traced = assistant.trace()
        spent = time.process_time() - begin
    return score(traced, read_key(key)), 1000 * spent / max(1, len(traced.findings)), traced.pieces


def main() -> None:
    """Measure and print; with `--write` put the table into the docs."""
    rows = []
    for name in SETS:
        for embedder in EMBEDDERS:
            done, milliseconds, pieces = measure(name, embedder)
            search = "keywords" if embedder == "none" else f"keywords + {embedder}"
            rows.append(_row(f"{name}, {pieces} pieces", search, done, milliseconds))
            if "--verbose" in sys.argv:
                _explain(name, search, done)
    PAGE.put("trace", [made_by("trace")], HEADER, rows, write="--write" in sys.argv)


def _row(name: str, search: str, done: Score, milliseconds: float) -> list[str]:
    counts = done.counts
    values = f"{sum(counts.values())}: {counts['differs']} differ, {counts['agrees']} agree, {counts['not found']} not found"
    alarms = str(len(done.false_alarms))
    return [
        name,
        search,
        f"{len(done.found)} of {done.planted}",
        alarms,
        f"{done.agreed} of {done.agreeing}",
        values,
        f"{milliseconds:.0f}",
    ]


def _explain(name: str, search: str, done: Score) -> None:
    print(f"{name}, {search}: found {', '.join(done.found)}", file=sys.stderr)
    for finding in done.false_alarms:
        places = [(value.path, value.line, value.text) for value in finding.code]
        print(f"  alarm: {finding.value.text} | {finding.rule.text[:80]!r} | {places}", file=sys.stderr)
    for wrong in done.wrongly_agreed:
        print(f"  agrees wrongly: {wrong}", file=sys.stderr)


if __name__ == "__main__":
    main()
