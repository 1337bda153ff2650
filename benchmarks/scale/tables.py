"""The tables of a run: times beside ours, what an index costs, and the slopes that let one reckon further."""

from collections.abc import Iterator, Mapping, Sequence

from benchmarks.scale.data import FIVE, SEVEN
from benchmarks.scale.given import SELECTIONS
from benchmarks.scale.run import Measured

Results = Sequence[Measured]
"""Of one kind of search, all tools and sizes."""

COST_HEADER = (
    "passages",
    "tool",
    "build: passages a CPU second",
    "build: peak MB",
    "first answer after s",
    "asking: peak MB",
    "disk MB",
)
SLOPE_HEADER = (
    "tool",
    "from, to passages",
    "build: CPU ms",
    "build: peak bytes",
    "asking: peak bytes",
    "disk bytes",
    "question without a filter: ns",
)


def time_header(kinds: Sequence[str]) -> list[str]:
    """The header of `times`."""
    columns = [f"{selection}{_kind_in_words(kind)}" for kind in kinds for selection in SELECTIONS]
    return ["passages", "tool", *(f"{column}: p50 / p95 ms (p50 beside ours)" for column in columns), _agreement_header(kinds)]


def times(results: Results, kinds: Sequence[str], ours: str, measure: str, unlike: Sequence[str] = ()) -> Iterator[list[str]]:
    """A row for each tool and size; `unlike` rank by something else than the exact method on purpose."""
    by_name = {(result.tool, result.size): result for result in results}
    for result in results:
        first, exact = by_name.get((ours, result.size)), by_name.get((measure, result.size))
        if result.error:
            yield [f"{result.size:,}", result.tool, result.error, *[""] * (len(kinds) * len(SELECTIONS))]
            continue
        cells = [_time(result, first, kind, selection) for kind in kinds for selection in SELECTIONS]
        yield [f"{result.size:,}", result.tool, *cells, "other ranking" if result.tool in unlike else _agreement(result, exact, kinds)]


def costs(results: Results) -> Iterator[list[str]]:
    """A row for each tool and size that could be measured."""
    for result in results:
        if not result.error:
            speed = result.size / result.built if result.built else 0.0
            cells = [
                f"{speed:,.0f}",
                f"{result.built_mb:,.0f}",
                f"{result.loaded:.2f}",
                f"{result.asked_mb:,.0f}",
                f"{result.disk_mb:,.1f}",
            ]
            yield [f"{result.size:,}", result.tool, *cells]


def slopes(results: Results, kind: str) -> Iterator[list[str]]:
    """For each tool, what one more passage costs between its two largest sizes."""
    of_tool: dict[str, list[Measured]] = {}
    for result in results:
        if not result.error:
            of_tool.setdefault(result.tool, []).append(result)
    for tool, some in of_tool.items():
        if len(some) > 1:
            small, large = sorted(some, key=lambda result: result.size)[-2:]
            yield [tool, f"{small.size:,}, {large.size:,}", *_slope_cells(slope_of(small, large, kind))]


def slope_of(small: Measured, large: Measured, kind: str) -> Mapping[str, float]:
    """What one passage more costs: seconds to build, bytes of memory and disk, ms of a question without a filter."""
    more = large.size - small.size
    selection = next(iter(SELECTIONS))
    return {
        "build_seconds": (large.built - small.built) / more,
        "build_bytes": (large.built_mb - small.built_mb) * 1e6 / more,
        "asking_bytes": (large.asked_mb - small.asked_mb) * 1e6 / more,
        "disk_bytes": (large.disk_mb - small.disk_mb) * 1e6 / more,
        "question_ms": (large.middle(kind, selection) - small.middle(kind, selection)) / more,
    }


def _slope_cells(slope: Mapping[str, float]) -> list[str]:
    sizes = [f"{slope[name]:,.0f}" for name in ("build_bytes", "asking_bytes", "disk_bytes")]
    return [f"{slope['build_seconds'] * 1e3:.3f}", *sizes, f"{slope['question_ms'] * 1e6:,.1f}"]


def _time(result: Measured, ours: Measured | None, kind: str, selection: str) -> str:
    text = f"{result.middle(kind, selection):.2f} / {result.high(kind, selection):.2f}"
    if ours is None or ours.error or ours is result:
        return text
    return f"{text} ({result.middle(kind, selection) / ours.middle(kind, selection):.1f})"


def _agreement_header(kinds: Sequence[str]) -> str:
    if len(kinds) == 1:
        return f"exact ten best found: {' / '.join(SELECTIONS)}"
    return "exact ten best found, under the worst filter: five words / seven"


def _agreement(result: Measured, exact: Measured | None, kinds: Sequence[str]) -> str:
    if exact is None or exact.error:
        return "not measured"
    parts = [[result.agreement(exact, kind, selection) for selection in SELECTIONS] for kind in kinds]
    return " / ".join(f"{part:.3f}" for part in (parts[0] if len(kinds) == 1 else map(min, parts)))


def _kind_in_words(kind: str) -> str:
    return {FIVE: "", SEVEN: ", two frequent words more"}.get(kind, "")
