"""Scores on all collections: `python -m benchmarks.figures --write` puts them into docs/figures.md.

The collections beside the project (`../shared`) are read there and copied to a temporary folder; where they are absent,
only the example is scored.
"""

import hashlib
import platform
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from policy_assistant.assistant import Assistant
from policy_assistant.evaluate.measures import summarise
from policy_assistant.evaluate.run import Evaluation
from policy_assistant.settings_file import load_settings

PROJECT = Path(__file__).resolve().parent.parent
SHARED = PROJECT.parent / "shared"
PAGE = PROJECT / "docs" / "figures.md"
BEGIN, END = "<!-- figures:begin -->", "<!-- figures:end -->"
COLLECTIONS = {"example": PROJECT / "examples" / "larkfield", "larkfield": SHARED / "larkfield", "cnil": SHARED / "data" / "cnil"}


@dataclass(frozen=True)
class Run:
    """One line of the table: the options that were used, and what came out."""

    collection: str
    options: str
    evaluation: Evaluation

    @property
    def row(self) -> str:
        """The line in Markdown; the halves are those of the questions' hashed IDs."""
        summary = self.evaluation.summary
        halves = [summarise([a.scores for a in self.evaluation.asked if _is_even(a.question.id) == even]) for even in (True, False)]
        half = " / ".join(f"{h['hit']:.3f} ({h['questions']})" for h in halves if h["hit"] is not None)
        numbers = " | ".join(f"{summary[name]:.3f}" for name in ("hit", "recall", "mrr", "ndcg"))
        found = f"{round(summary['hit'] * summary['questions'])} of {summary['questions']}"
        counts = f"{summary['leaks']} | {summary['wrong_versions']}"
        return f"| {self.collection} | `{self.options}` | {self.evaluation.k} | {found} | {numbers} | {half} | {counts} |"


def runs(folder: Path, collection: str) -> Iterator[Run]:
    """All evaluations of one collection."""
    for chunker in ("structure", "fixed", "overlap") if collection != "cnil" else ("structure",):
        Assistant(load_settings(folder, {})).ingest(rebuild=True, chunker=chunker)
        assistant = Assistant(load_settings(folder, {}))
        if chunker == "structure":
            yield Run(collection, "--method baseline", assistant.evaluate(method="baseline"))
            yield Run(collection, "--method baseline --k 10", assistant.evaluate(method="baseline", k=10))
            yield Run(collection, "--method bm25", assistant.evaluate(method="bm25"))
            yield Run(collection, "--method bm25 --audience public", assistant.evaluate(method="bm25", audience="public"))
        yield Run(collection, f"--method bm25 --as-of none ({chunker})", assistant.evaluate(method="bm25", as_of="none"))
        assistant.store.close()


def _is_even(question_id: str) -> bool:
    return int(hashlib.sha256(question_id.encode()).hexdigest(), 16) % 2 == 0


def _copy(source: Path, target: Path) -> Path:
    for name in ("corpus", "questions"):
        shutil.copytree(source / name, target / name)
    settings = source / "policy-assistant.toml"
    if settings.exists():
        shutil.copy(settings, target)
    return target


def table() -> str:
    """The whole table with the machine and the day."""
    lines = [
        f"Measured on {date.today().isoformat()} with Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}"
        " by `python -m benchmarks.figures --write`.",
        "",
        "| collection | `policy-assistant eval ...` | k | found | hit@k | recall@k | MRR@k | nDCG@k | hit@k even / odd half (n) | leaks | wrong versions |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for collection, source in COLLECTIONS.items():
        if source.exists():
            with tempfile.TemporaryDirectory() as folder:
                lines += [run.row for run in runs(_copy(source, Path(folder) / "project"), collection)]
    return "\n".join(lines)


def main() -> None:
    """Print the table, and with `--write` put it into the page."""
    text = table()
    print(text)
    if "--write" in sys.argv[1:]:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
