"""Search in a thousand to a million passages: ours and what else people take, on the same data in one run.

Every tool builds its index and answers in processes of its own, one thread where it can be told; times are CPU times. With `--again` only the named tools
are measured, and the others' results are those of an earlier run over the same data.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.page import PAGE, made_by
from benchmarks.scale import tables
from benchmarks.scale.chart import draw
from benchmarks.scale.data import FIVE, SEVEN, make
from benchmarks.scale.run import Kept, Measured, measured
from benchmarks.scale.tools import KEYWORD_MEASURE, KEYWORD_TOOLS, VECTOR_MEASURE, VECTOR_TOOLS, Tool
from benchmarks.vectors import DATA

SIZES = (1_000, 10_000, 100_000, 1_000_000)
IMAGE = PAGE.path.parent / "images" / "scale.svg"
KINDS: Mapping[str, Mapping[str, Tool]] = {"keywords": KEYWORD_TOOLS, "vectors": VECTOR_TOOLS}


def results(kind: str, sizes: Sequence[int], data: Path, scratch: Path, again: Sequence[str] | None) -> list[Measured]:
    """All tools of a kind at all sizes."""
    kept = Kept(scratch / "results")
    found: list[Measured] = []
    for size in sizes:
        wanted = {name: tool for name, tool in KINDS[kind].items() if again is None or f"{kind}: {name}" in again}
        for result in measured(wanted, kind, size, data, scratch):
            kept.save(kind, result)
            print(f"{kind}, {size:,}, {result.tool}: {result.error or 'measured'}", file=sys.stderr, flush=True)
        found += filter(None, (kept.load(kind, name, size) for name in KINDS[kind]))
    return found


def write(of_kind: Mapping[str, Sequence[Measured]], *, write: bool) -> None:
    """The tables and the drawing."""
    words, vectors = of_kind["keywords"], of_kind["vectors"]
    before, kinds = [made_by("scale")], (FIVE, SEVEN)
    rows = tables.times(words, kinds, "ours, bm25", KEYWORD_MEASURE, unlike=("ours, keywords",))
    PAGE.put("scale_keywords", before, tables.time_header(kinds), rows, write=write)
    PAGE.put("scale_keywords_cost", before, tables.COST_HEADER, tables.costs(words), write=write)
    rows = tables.times(vectors, ("vectors",), "ours", VECTOR_MEASURE)
    PAGE.put("scale_vectors", before, tables.time_header(("vectors",)), rows, write=write)
    PAGE.put("scale_vectors_cost", before, tables.COST_HEADER, tables.costs(vectors), write=write)
    slopes = [["words: " + row[0], *row[1:]] for row in tables.slopes(words, FIVE)]
    slopes += [["vectors: " + row[0], *row[1:]] for row in tables.slopes(vectors, "vectors")]
    PAGE.put("scale_slopes", before, tables.SLOPE_HEADER, slopes, write=write)
    if write:
        draw(IMAGE, {"Words, five a question": (FIVE, words), "Vectors of 384 numbers": ("vectors", vectors)})


def main() -> None:
    """Measure, print, and with `--write` put tables and drawing into the docs."""
    every = [f"{kind}: {name}" for kind, tools in KINDS.items() for name in tools]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of passages (default: %(default)s)")
    parser.add_argument("--again", nargs="*", choices=every, metavar="TOOL", help=f"measure these alone: {'; '.join(every)}")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the question sets (default: %(default)s)")
    parser.add_argument(
        "--scratch", type=Path, default=Path(tempfile.gettempdir()) / "policy-assistant-benchmarks", help="keeps data, tools and results"
    )
    parser.add_argument("--write", action="store_true", help="put tables and drawing into docs")
    options = parser.parse_args()
    scratch = options.scratch / "scale"
    make(scratch / "data", max(*SIZES, *options.sizes), options.data, options.scratch)
    write({kind: results(kind, options.sizes, scratch / "data", scratch, options.again) for kind in KINDS}, write=options.write)


if __name__ == "__main__":
    main()
