"""Check that the keys of the trace sets still fit their documents and their code.

A quote must stand in a passage of its document, version and section, and hold its value; a line of code must hold the value
that the key reads there, and only `not found` names no line. Run it after any change to the sets:
`python -m benchmarks.trace_sets.check_keys`.
"""

import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from policy_assistant.assistant import Assistant
from policy_assistant.settings_file import load_settings

HERE = Path(__file__).resolve().parent
SETS = {
    HERE / "example.jsonl": HERE.parent.parent / "examples" / "larkfield",
    HERE / "heldout" / "heldout.jsonl": HERE / "heldout",
}
PLANTED = 10

NUMBER_WORDS = {
    "1.5": ("one and a half",),
    "2": ("deux",),
    "3": ("three", "trois"),
    "5": ("five",),
    "10": ("ten",),
    "12": ("twelve",),
}
"""How the documents write numbers that the keys write in digits."""

Passages = dict[tuple[str, str, str], str]
"""(doc_id, version, section) -> all its text."""


def passages(project: Path) -> Passages:
    """What the documents of a project say, by section, in every version."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(project / "corpus", Path(folder) / "corpus")
        assistant = Assistant(load_settings(folder, {"POLICY_ASSISTANT_MODELS_EMBEDDER": "none"}))
        assistant.ingest()
        found: Passages = {}
        for chunk in assistant.store.chunks():
            key = (chunk.doc_id, chunk.version, " / ".join(chunk.sections) or "-")
            found[key] = f"{found.get(key, '')}\n{chunk.text}"
        assistant.store.close()
        return found


def problems(entry: dict[str, Any], documents: Passages, project: Path) -> Iterator[str]:
    """What is wrong with one line of a key."""
    rule = entry["rule"]
    text = documents.get((rule["doc_id"], rule["version"], rule["section"]))
    if text is None:
        yield f"no section {rule['section']!r} in {rule['doc_id']} {rule['version']}"
    elif rule["quote"] not in text:
        yield f"not in the passage: {rule['quote']!r}"
    elif not _holds(rule["quote"], rule["value"]):
        yield f"the quote does not hold {rule['value']!r}"
    if (entry["verdict"] == "not found") != (not entry["code"]):
        yield "a verdict and its places do not fit each other"
    for place in entry["code"]:
        lines = (project / place["path"]).read_text(encoding="utf-8").splitlines()
        if not re.search(rf"(?<![\d.]){re.escape(place['value'])}(?!\d)", lines[place["line"] - 1]):
            yield f"{place['path']}:{place['line']} does not hold {place['value']!r}"


def _holds(quote: str, value: str) -> bool:
    number = value.split()[0]
    return bool(re.search(rf"(?<![\w.,]){re.escape(number)}(?![\d])", quote)) or any(
        word in quote.casefold() for word in NUMBER_WORDS.get(number, ())
    )


def main() -> int:
    """Print the counts of each key and what is wrong with it; 1 when anything is."""
    wrong = 0
    for key, project in SETS.items():
        entries = [json.loads(line) for line in key.read_text(encoding="utf-8").splitlines()]
        documents = passages(project)
        found = [f"{entry['id']}: {problem}" for entry in entries for problem in problems(entry, documents, project)]
        if len({entry["id"] for entry in entries}) != len(entries):
            found.append("an id stands twice")
        planted = sum(entry["verdict"] == "differs" and "overruled_by" not in entry for entry in entries)
        if planted != PLANTED:
            found.append(f"{planted} planted differences instead of {PLANTED}")
        counts = Counter(entry["verdict"] for entry in entries)
        print(f"{key.name}: {', '.join(f'{number} {verdict}' for verdict, number in counts.items())}; {len(found)} problems")
        print("".join(f"  {problem}\n" for problem in found), end="")
        wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
