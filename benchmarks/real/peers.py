"""The facts of real PDF files side by side: ours and what else people take, with speed and memory, in one run.

`python -m benchmarks.real.peers`; `--tools pypdf markitdown` for some of them, `--write` puts the table into
docs/concepts/parsing.md. Makes an environment for the others in the cache folder. Their answers are kept there for each
version; ours are made anew.
"""

import argparse
import json
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.real.check import PAGE, Outcome, outcomes
from benchmarks.real.fetch import cache, fetch, path_of
from benchmarks.real.files import Fact, RealFile, load
from benchmarks.real.theirs import Given, with_cells

OURS = "policy-assistant"

PEERS: Mapping[str, tuple[str, ...]] = {
    "pypdf": ("pypdf==7.1.0",),
    "pdfplumber": ("pdfplumber==0.11.10",),
    "pdfminer.six": ("pdfminer.six==20260107",),
    "pypdfium2": ("pypdfium2==5.15.2",),
    "markitdown": ("markitdown[pdf]==0.1.9",),
    "kreuzberg": ("kreuzberg==4.10.4",),
    "pymupdf4llm": ("pymupdf4llm==0.3.4", "pymupdf==1.28.2"),
    "pymupdf4llm-layout": ("pymupdf4llm==1.28.2", "pymupdf==1.28.2"),
}
"""Tool -> what pip installs. The last two are under the AGPL: compared, never used by the product."""

PATIENCE = 3_600
"""Seconds of the clock that a tool may take for one file, on a busy machine."""

_WORKER = Path(__file__).with_name("worker.py")


@dataclass(frozen=True)
class Row:
    """A tool's results: facts that hold of all, rows of tables with their cells of all, pages a second, MB at the peak."""

    tool: str
    facts: tuple[int, int]
    rows: tuple[int, int]
    by_kind: Mapping[str, tuple[int, int]]
    pages_a_second: float
    peak_mb: float


def python_of(tool: str) -> Path:
    """The interpreter that has the tool; its environment is made at the first call."""
    if tool == OURS:
        return Path(sys.executable)
    home = cache() / "tools" / "-".join(PEERS[tool]).replace("[", "_").replace("]", "_")
    python = home / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not (home / "ready").is_file():
        venv.create(home, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "--only-binary", ":all:", *PEERS[tool]], check=True)
        (home / "ready").touch()
    return python


def answer(tool: str, file: RealFile) -> Given:
    """What the tool gives for a file; a crash or a file that takes too long is an error among others."""
    kept = cache() / "answers" / "-".join(PEERS.get(tool, ("ours",))).replace("[", "_").replace("]", "_") / f"{path_of(file).name}.json"
    if tool == OURS or not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(_run(tool, file)), encoding="utf-8")
    return Given(json.loads(kept.read_text(encoding="utf-8")))


def _run(tool: str, file: RealFile) -> object:
    command = [str(python_of(tool)), str(_WORKER), tool, str(path_of(file))]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return {"error": f"took more than {PATIENCE} s", "seconds": float(PATIENCE), "megabytes": 0.0}
    if done.returncode:
        return {"error": f"exit code {done.returncode}", "seconds": 0.0, "megabytes": 0.0}
    return json.loads(done.stdout)


def results(tool: str, files: Sequence[RealFile], answers: Mapping[str, Given], pages: Mapping[str, int]) -> Row:
    """A tool's row. Ours is judged by the strict rules of `check`, others by the lenient ones of `theirs`."""
    if tool == OURS:
        judged = outcomes(files)
        cells = [item.holds for item in judged if item.fact.kind == "row"]
    else:
        judged = [Outcome(file, fact, answers[file.id].holds(fact)) for file in files for fact in file.facts]
        cells = [with_cells(answers[file.id], fact) for file in files for fact in file.facts if fact.kind == "row"]
    kinds = sorted({item.fact.kind for item in judged})
    read = [file.id for file in files if "error" not in answers[file.id].answer]
    seconds = sum(answers[file].answer["seconds"] for file in read)
    return Row(
        tool,
        _share([item.holds for item in judged]),
        _share(cells),
        {kind: _share([item.holds for item in judged if item.fact.kind == kind]) for kind in kinds},
        sum(pages[file] for file in read) / seconds if seconds else 0.0,
        max((answers[file].answer["megabytes"] for file in read), default=0.0),
    )


def _share(holds: Sequence[bool]) -> tuple[int, int]:
    return sum(holds), len(holds)


def page_counts(files: Sequence[RealFile]) -> dict[str, int]:
    """Pages a file; 0 for one that cannot be opened."""
    import pypdfium2

    counts: dict[str, int] = {}
    for file in files:
        try:
            document = pypdfium2.PdfDocument(path_of(file))
        except pypdfium2.PdfiumError:
            counts[file.id] = 0
        else:
            counts[file.id] = len(document)
            document.close()
    return counts


def table(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """The header and the lines of the table, best first."""
    kinds = list(rows[0].by_kind)
    header = ["tool", "facts", "table rows with cells", *(kind.replace("_", " ") for kind in kinds), "pages a second", "peak MB"]
    lines = [
        [
            row.tool,
            f"{row.facts[0] / row.facts[1]:.1%}",
            f"{row.rows[0]} of {row.rows[1]}",
            *(f"{row.by_kind[kind][0]} of {row.by_kind[kind][1]}" for kind in kinds),
            f"{row.pages_a_second:.1f}",
            f"{row.peak_mb:.0f}",
        ]
        for row in sorted(rows, key=lambda row: row.facts, reverse=True)
    ]
    return header, lines


def main() -> None:
    """Run the tools over the files, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", nargs="*", choices=list(PEERS), default=list(PEERS))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    files = load(["pdf"])
    failed = fetch(files)
    if failed:
        sys.exit("\n".join(f"{file}: {reason}" for file, reason in failed.items()))
    pages, rows = page_counts(files), []
    for tool in (OURS, *options.tools):
        answers = {file.id: answer(tool, file) for file in files}
        rows.append(results(tool, files, answers, pages))
        print(f"{tool}: {rows[-1].facts}", file=sys.stderr, flush=True)
    before = f"{len(files)} files with {sum(pages.values()):,} pages, `python -m benchmarks.real.peers`:"
    PAGE.put("real-peers", [before], *table(rows), write=options.write)


def lost(tool: str, files: Sequence[RealFile]) -> list[tuple[str, Fact]]:
    """The facts that do not survive in a tool's answers."""
    return [(file.id, fact) for file in files for fact in file.facts if not answer(tool, file).holds(fact)]


if __name__ == "__main__":
    main()
