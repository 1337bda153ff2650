"""Measures of a ranking, each at k, by the passages that a question names.

A result is relevant when it has a relevant passage's document and version and covers its section, or shares a line with a
relevant place in code. With R relevant passages that the audience may see:

- hit: 1 when one of the first k results is relevant, else 0
- recall: the share of the R passages that the first k results cover
- precision: relevant results among the first k, divided by k
- mrr: 1 / rank of the first relevant result when that is within k, else 0; its mean over questions
- ndcg: gain 1 for a result that covers a passage not covered before it, discount 1 / log2(rank + 1), divided by the best
  possible, min(k, R) gains in a row (Järvelin and Kekäläinen 2002)
- leaks: results among the first k that the audience may not see; wrong_versions: those that cover a passage of another
  version that the question names as wrong

A question without relevant passages is not scored, but its leaks and wrong versions count.
"""

import math
import statistics
from collections.abc import Sequence
from typing import Any

from policy_assistant.evaluate.questions import PassageKey, Question

MEASURES = {"hit": "hit", "recall": "recall", "precision": "precision", "mrr": "MRR", "ndcg": "nDCG"}
"""Field of the scores -> name as people write it."""

COUNTS = ("leaks", "wrong_versions")
DIGITS = 3

Scores = dict[str, Any]
"""The scores of one question: id, kind, scored, leaks, wrong_versions, and when scored the measures and first_rank."""


def covers(result: Any, passage: PassageKey) -> bool:
    """Whether a result (anything with doc_id, version and sections) comes from a passage; of code, whether it shares a line."""
    if "path" in passage:
        place = getattr(result, "place", None)
        return bool(
            place
            and result.doc_id == passage["path"]
            and place.first_line <= passage["end_line"]
            and passage["start_line"] <= place.last_line
        )
    return bool(
        result.doc_id == passage["doc_id"] and result.version == passage["version"] and passage["section"] in (result.sections or ("",))
    )


def visible(question: Question, labels: frozenset[str] | None) -> list[dict[str, Any]]:
    """The relevant passages that an audience with these labels may see; all for None. One named without a label counts for all."""
    return [p for p in question.relevant if labels is None or not p.get("access") or p["access"] in labels]


def retrieval_scores(question: Question, ranked: Sequence[Any], k: int, labels: frozenset[str] | None = None) -> Scores:
    """The scores of one ranking, best first. `first_rank` looks at the whole ranking, everything else at its first k.

    `labels` are those that the audience sees (None = all).
    """
    top = ranked[:k]
    row: Scores = {"id": question.id, "kind": question.kind, "scored": False}
    row["leaks"] = 0 if labels is None else sum(result.access not in labels for result in top)
    row["wrong_versions"] = sum(any(covers(result, p) for p in question.wrong_version) for result in top)
    relevant = visible(question, labels)
    if not relevant:
        return row
    covered = [[n for n, passage in enumerate(relevant) if covers(result, passage)] for result in ranked]
    first = next((rank for rank, passages in enumerate(covered, 1) if passages), None)
    found = {n for passages in covered[:k] for n in passages}
    return row | {
        "scored": True,
        "hit": 1.0 if found else 0.0,
        "recall": len(found) / len(relevant),
        "precision": sum(bool(passages) for passages in covered[:k]) / k,
        "mrr": 1 / first if first and first <= k else 0.0,
        "ndcg": _ndcg(covered[:k], min(k, len(relevant))),
        "first_rank": first,
    }


def summarise(rows: Sequence[Scores]) -> Scores:
    """Means over the scored questions, rounded to 3 decimals (None when there are none), and sums of the counts."""
    scored = [row for row in rows if row["scored"]]
    summary: Scores = {"questions": len(scored)}
    for name in MEASURES:
        values = [row[name] for row in scored if name in row]
        summary[name] = round(statistics.fmean(values), DIGITS) if values else None
    for name in COUNTS:
        summary[name] = sum(row.get(name, 0) for row in rows)
    return summary


def by_kind(rows: Sequence[Scores]) -> dict[str, Scores]:
    """`summarise` for each kind of question, in alphabetical order."""
    return {kind: summarise([row for row in rows if row["kind"] == kind]) for kind in sorted({row["kind"] for row in rows})}


def _ndcg(covered: Sequence[Sequence[int]], best: int) -> float:
    seen: set[int] = set()
    gain = 0.0
    for rank, passages in enumerate(covered, 1):
        if set(passages) - seen:
            gain += 1 / math.log2(rank + 1)
        seen.update(passages)
    return gain / sum(1 / math.log2(rank + 1) for rank in range(1, best + 1))
