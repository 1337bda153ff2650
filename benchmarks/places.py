"""Citations opened in their sources: how many places are proved, and what it takes.

Every passage of the collections is opened as a whole, and every sentence, list item and table row of it for itself, as a click
on the page would. A place is proved when its file has the hash that was indexed, the characters are the quote and, in a PDF,
the text under the boxes is the quote.
"""

import argparse
import itertools
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator

from benchmarks.page import report
from benchmarks.projects import present, project
from policy_assistant.metadata import Chunk
from policy_assistant.units import units
from policy_assistant.view.images import page_image
from policy_assistant.view.source import open_source

FORMATS = {".pdf": "PDF", ".html": "HTML", ".htm": "HTML", ".md": "Markdown"}


def places(chunk: Chunk) -> Iterator[tuple[int, int]]:
    """A passage as a whole, and its units."""
    yield chunk.start, chunk.end
    yield from ((chunk.start + unit.start, chunk.start + unit.end) for unit in units(chunk.quote))


def measure(collection: str, most: int) -> list[list[str]]:
    """A row a format."""
    opened: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    drawn: list[float] = []
    with project(collection) as assistant:
        settings, store = assistant.settings, assistant.store
        chunks = [*store.chunks(), *store.chunks(part="code")]
        for chunk in chunks:
            kind = "code" if chunk.place else FORMATS.get(chunk.source[chunk.source.rfind(".") :], "other")
            for start, end in itertools.islice(places(chunk), None if kind != "PDF" else most):
                began = time.perf_counter()
                view = open_source(settings, store, chunk, start, end)
                opened[kind].append((view.proved, 1000 * (time.perf_counter() - began)))
            if kind == "PDF" and len(drawn) < most:
                began = time.perf_counter()
                page_image(settings, store, chunk.source, chunk.pages[0], width=1000 + len(drawn))
                drawn.append(1000 * (time.perf_counter() - began))
    rows = []
    for kind, results in sorted(opened.items()):
        times = [milliseconds for _, milliseconds in results]
        proved = sum(is_proved for is_proved, _ in results)
        picture = f"{statistics.median(drawn):.0f}" if kind == "PDF" and drawn else "–"
        rows.append([collection, kind, f"{proved} of {len(results)}", f"{statistics.median(times):.1f}", picture])
    return rows


def main() -> None:
    """Print the table, and with `--write` put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=4, help="places a passage in PDF files, each of which starts a process")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = [row for collection in present() for row in measure(collection, options.most)]
    header = ("collection", "format", "places proved", "opened in: median ms", "page drawn in: median ms")
    report(
        "places", header, rows, "Whole passages and single sentences, items and rows; a page is drawn anew each time.", write=options.write
    )


if __name__ == "__main__":
    main()
