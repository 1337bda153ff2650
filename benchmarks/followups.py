"""How many follow-ups become the right question, and how many full questions stay as they are: `python -m benchmarks.followups`.

Three sets: one that the rules were made with, one that was written before any rule was run and never looked at while they were
changed, and every question of the collections' own sets, asked after the one before it, none of which is a follow-up. A
follow-up is right when it is seen and its question holds all words that it must and none that it must not. `--verbose` names
those that are wrong.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from benchmarks.projects import PROJECT
from policy_assistant.followup import FullQuestion, full_question

FOLDER = PROJECT / "benchmarks" / "followups"
SETS = ("development", "heldout")
QUESTION_FILES = (
    PROJECT / "examples" / "larkfield" / "questions" / "questions.jsonl",
    *sorted((PROJECT / "benchmarks" / "questions").glob("*.jsonl")),
)


@dataclass(frozen=True)
class Pair:
    """A text after a previous question. `must` and `must_not` are patterns of what the full question holds.

    With a `today`, the day that it is asked as of has to be `as_of` as well.
    """

    id: str
    language: str
    previous: str
    text: str
    is_follow_up: bool
    must: Sequence[str] = ()
    must_not: Sequence[str] = ()
    today: str = ""
    as_of: str = ""

    def is_right(self, full: FullQuestion) -> bool:
        """Whether this is the question that was meant."""
        if not self.is_follow_up:
            return not full.is_follow_up and full.text == self.text
        holds = [re.search(pattern, full.text, re.IGNORECASE) for pattern in (*self.must, *self.must_not)]
        if self.today and full.as_of != self.as_of:
            return False
        return full.is_follow_up and all(holds[: len(self.must)]) and not any(holds[len(self.must) :])


def pairs(name: str) -> list[Pair]:
    """One of our own sets."""
    return [Pair(**row) for row in _rows(FOLDER / f"{name}.jsonl")]


def own_questions() -> Iterator[Pair]:
    """Every question of the collections' sets after the one before it."""
    for path in QUESTION_FILES:
        rows = [row for row in _rows(path) if "question" in row]
        for before, row in pairwise(rows):
            yield Pair(f"{path.stem} {row['id']}", row.get("language", ""), before["question"], row["question"], False)


def _rows(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def wrong(found: Sequence[Pair], *, with_language: bool = False) -> list[tuple[Pair, FullQuestion]]:
    """The pairs that are not right, with what came out. The language is told or, by default, to be seen from the words."""
    made = [(pair, full_question(pair.previous, pair.text, pair.language if with_language else "", today=pair.today)) for pair in found]
    return [(pair, full) for pair, full in made if not pair.is_right(full)]


def main() -> None:
    """Print the table."""
    sets = {name: pairs(name) for name in SETS} | {"questions of the collections": list(own_questions())}
    print("| set | follow-ups right | full questions unchanged |\n| --- | --- | --- |")
    for name, found in sets.items():
        failed = wrong(found)
        cells = [
            _cell([p for p in found if p.is_follow_up is kind], [p for p, _ in failed if p.is_follow_up is kind]) for kind in (True, False)
        ]
        print(f"| {name} | {' | '.join(cells)} |")
        for pair, full in failed if "--verbose" in sys.argv[1:] and name != "heldout" else ():
            print(f"  {pair.id}: {pair.previous} + {pair.text}\n      -> {full.text} ({full.reason})")


def _cell(found: Sequence[Pair], failed: Sequence[Pair]) -> str:
    return f"{len(found) - len(failed)} of {len(found)} ({1 - len(failed) / len(found):.0%})" if found else ""


if __name__ == "__main__":
    main()
