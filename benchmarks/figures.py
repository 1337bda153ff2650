"""Scores on all collections: `python -m benchmarks.figures --write` puts them into docs/figures.md."""

import platform
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from benchmarks.marked import Page
from benchmarks.projects import PROJECT, present, project
from policy_assistant.assistant import Assistant
from policy_assistant.evaluate.comparison import Comparison, Row, compare
from policy_assistant.evaluate.variants import Variant, parse_variant

PAGE = Page(PROJECT / "docs" / "figures.md")
METHODS = ("baseline", "bm25", "keywords", "dense", "hybrid", "rerank")
CHUNKERS = ("structure", "fixed", "overlap")
SIGNALS = ("keywords", "meaning", "concepts", "document")
"""The signals that the weights of `e5` use."""

HEADER = (
    "found at 5",
    "hit@1",
    "hit@5",
    "recall@5",
    "MRR@10",
    "nDCG@10",
    "hit@5 even (n)",
    "hit@5 odd (n), 95 % interval",
    "leaks",
    "wrong",
)


@dataclass(frozen=True)
class Measured:
    """One collection under one setting: what was asked, as options of `eval`, and its figures."""

    collection: str
    options: str
    row: Row

    @property
    def cells(self) -> list[str]:
        """The cells of the table."""
        figures, summary = self.row.figures, self.row.evaluation.summary
        means = {name: value or 0.0 for name, value in figures.means.items()}
        even, odd = (self.row.halves[half] for half in ("even", "odd"))
        low, high = odd.interval or (0.0, 0.0)
        return [
            self.collection,
            f"`{self.options}`",
            f"{round(means['hit@5'] * figures.questions)} of {figures.questions}",
            *(f"{means[name]:.3f}" for name in ("hit@1", "hit@5", "recall@5", "MRR@10", "nDCG@10")),
            f"{even.means['hit@5'] or 0:.3f} ({even.questions})",
            f"{odd.means['hit@5'] or 0:.3f} ({odd.questions}), {low:.3f} to {high:.3f}",
            str(summary["leaks"]),
            str(summary["wrong_versions"]),
        ]


def compared(assistant: Assistant, variants: list[Variant], **asked: str) -> Comparison:
    """Variants over one collection."""
    return compare(assistant.compare(variants, **asked))  # type: ignore[arg-type]


def methods(collection: str) -> Iterator[Measured]:
    """Every method with each question's date, for the staff and for the public; the best without an embedder and with `use`."""
    with project(collection, "e5") as assistant:
        for row in compared(assistant, [Variant(method) for method in METHODS]).rows:
            yield Measured(collection, f"--method {row.name}", row)
        for row in compared(assistant, [Variant("rerank")], audience="public").rows:
            yield Measured(collection, "--method rerank --audience public", row)
    with project(collection, "use") as assistant:
        for row in compared(assistant, [Variant(method) for method in ("dense", "hybrid", "rerank")]).rows:
            yield Measured(collection, f"--method {row.name}, embedder use", row)


def chunkers(collection: str) -> Iterator[Measured]:
    """The chunkers, by keywords without dates as published, and by the best method with each question's date."""
    for chunker in CHUNKERS:
        with project(collection, "e5", chunker) as assistant:
            for method, options in (("bm25", {"as_of": "none"}), ("rerank", {})):
                row = compared(assistant, [Variant(method)], **options).rows[0]
                dates = " --as-of none" if options else ""
                yield Measured(collection, f"--method {method}{dates}, chunker {chunker}", row)


def ablation(collection: str) -> Iterator[list[str]]:
    """What the figures lose when a signal of the reranker, or the glossary, is left out."""
    names = ["rerank", *(f"rerank:without={name}" for name in SIGNALS), "rerank:glossary=off"]
    with project(collection, "e5") as assistant:
        rows = compared(assistant, [parse_variant(name) for name in names]).rows
    whole = rows[0].figures.means
    for row in rows[1:]:
        changes = [(row.figures.means[name] or 0) - (whole[name] or 0) for name in ("hit@5", "MRR@10")]
        yield [collection, f"`{row.name}`", *(f"{change:+.3f}" for change in changes)]


def significance(collection: str) -> Iterator[list[str]]:
    """Each method against the one before it."""
    with project(collection, "e5") as assistant:
        comparison = compared(assistant, [Variant(method) for method in METHODS])
    wanted = {(after, before) for before, after in pairwise(METHODS)} | {("rerank", "baseline")}
    for pair in comparison.pairs:
        if (pair.variant, pair.against) in wanted and pair.measure == "MRR@10":
            low, high = pair.interval
            outcome = f"{len(pair.won)} / {len(pair.lost)} / {pair.ties}"
            yield [
                collection,
                pair.variant,
                pair.against,
                f"{pair.difference:+.3f} ({low:+.3f} to {high:+.3f})",
                outcome,
                f"{pair.p:.4f}" if pair.p >= 0.0001 else "< 0.0001",
            ]


def made_by() -> str:
    """Where, when and how the tables were made."""
    return (
        f"Measured on {date.today().isoformat()} with Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}"
        " by `python -m benchmarks.figures --write`."
    )


def main() -> None:
    """Print the tables, and with `--write` put them into the page."""
    write = "--write" in sys.argv[1:]
    names = present()
    head = ("collection", "`policy-assistant eval ...`")
    scores = [measured.cells for name in names for measured in methods(name)]
    PAGE.put("figures", [made_by()], (*head, *HEADER), scores, write=write)
    cut = [measured.cells for name in names if name != "cnil" for measured in chunkers(name)]
    PAGE.put("chunkers", [made_by()], (*head, *HEADER), cut, write=write)
    lost = [row for name in names for row in ablation(name)]
    PAGE.put("ablation", [made_by()], ("collection", "variant", "hit@5", "MRR@10"), lost, write=write)
    pairs = [row for name in names for row in significance(name)]
    header = ("collection", "method", "against", "MRR@10, difference (95 % interval)", "won / lost / tied", "p")
    PAGE.put("significance", [made_by()], header, pairs, write=write)


if __name__ == "__main__":
    main()
