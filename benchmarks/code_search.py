"""Search over code: `python -m benchmarks.code_search --set cosqa --write` puts the table into docs/concepts/code.md.

A set is a folder of source files, ingested as a project of its own, and questions with the places that answer them. Beside
the methods stands plain BM25 over windows of lines. With `--choices` every setting is measured with everything else as it
is. The even half of the questions chose the settings (`policy_assistant.evaluate.halves`; the ID is the question's text).

CoSQA (Huang et al. 2021) is read beside the project: 6,267 Python functions, 500 questions of its dev split. Each function
is a file of its own, whose name says nothing.
"""

import argparse
import hashlib
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, median
from typing import Any

from benchmarks.choices import REMEMBERED, Change, changed
from benchmarks.figures import made_by
from benchmarks.marked import Page
from benchmarks.projects import CACHE, PROJECT, SHARED
from policy_assistant.assistant import Assistant
from policy_assistant.code import ranking
from policy_assistant.evaluate.halves import HALVES, half_of
from policy_assistant.evaluate.intervals import bootstrap, wilson
from policy_assistant.filters import Filters
from policy_assistant.hybrid import rrf
from policy_assistant.lexical import KeywordIndex
from policy_assistant.metadata import Chunk
from policy_assistant.parse.code import parse_code
from policy_assistant.parts import Models
from policy_assistant.settings_file import load_settings

PAGE = Page(PROJECT / "docs" / "concepts" / "code.md")
COSQA = SHARED / "data" / "cosqa"
QUESTIONS = PROJECT / "benchmarks" / "code_questions"
PACKAGE, PACKAGE_VERSION = "scrapy", "2.19.0"
DEPTH = 10
WINDOW = 40
"""Lines of a window of the plain search."""

HEADER = (
    "set",
    "method",
    "hit@1",
    "hit@5",
    "MRR@10",
    "even half: hit@5, MRR@10 (n)",
    "odd half: hit@5, 95 % interval; MRR@10, 95 % interval (n)",
    "ms a question, median",
)
SHARES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)


@dataclass(frozen=True)
class Lines:
    """Lines of a file."""

    path: str
    first: int
    last: int

    def meets(self, other: "Lines") -> bool:
        """Whether they share a line."""
        return self.path == other.path and self.first <= other.last and other.first <= self.last


@dataclass(frozen=True)
class Asked:
    """A question with the places of which each answers it."""

    text: str
    relevant: tuple[Lines, ...]

    def rank(self, found: Sequence[Lines]) -> int | None:
        """The rank of the first place that answers, within `DEPTH`."""
        return next((n for n, lines in enumerate(found[:DEPTH], 1) if any(map(lines.meets, self.relevant))), None)


@dataclass(frozen=True)
class CodeSet:
    """Source files (path -> text) and questions about them."""

    name: str
    files: Mapping[str, str]
    asked: Sequence[Asked]


Search = Callable[[str], Sequence[Lines]]


def cosqa() -> CodeSet:
    """The functions of CoSQA, a file each."""
    codes = {row["id"]: row["code"] for row in _rows(COSQA / "functions.jsonl")}
    asked = [Asked(row["query"], (Lines(f"code/{_silent_name(row['id'])}", 1, 10_000),)) for row in _rows(COSQA / "queries.jsonl")]
    return CodeSet("cosqa", {_silent_name(number): code for number, code in codes.items()}, asked)


def own(questions: str) -> CodeSet:
    """Our own package as it is, with one file of questions (`benchmarks/code_questions`)."""
    return _of_folder(questions, PROJECT / "policy_assistant")


def package(questions: str) -> CodeSet:
    """An installed package, with one file of questions. Exits where it is not installed."""
    found = find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations or metadata.version(PACKAGE) != PACKAGE_VERSION:
        raise SystemExit(f"the questions are about {PACKAGE} {PACKAGE_VERSION}: pip install --no-deps {PACKAGE}=={PACKAGE_VERSION}")
    return _of_folder(questions, Path(found.submodule_search_locations[0]))


def _of_folder(questions: str, folder: Path) -> CodeSet:
    """All Python files below a folder; a place is found by its name, so that questions last when lines move."""
    paths = [path for path in sorted(folder.rglob("*.py")) if "__pycache__" not in path.parts]
    files = {path.relative_to(folder.parent).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    rows = [row for row in _rows(QUESTIONS / f"{questions}.jsonl") if row["relevant"]]
    asked = [Asked(row["question"], tuple(_found_again(key, files) for key in row["relevant"])) for row in rows]
    return CodeSet(questions.replace("_", ", ") if "_" in questions else f"{questions}, hard", files, asked)


def _found_again(key: Mapping[str, Any], files: Mapping[str, str]) -> Lines:
    """The lines that a named place has now; those of the key where no piece has its name (a line of a class)."""
    blocks = parse_code(files[key["path"]].encode(), key["path"]).blocks
    places = [block.place for block in blocks if block.place and block.place.name == key["name"]]
    first = min((place.first_line for place in places), default=key["start_line"])
    last = max((place.last_line for place in places), default=key["end_line"])
    return Lines(f"code/{key['path']}", first, last)


SETS: Mapping[str, Callable[[], CodeSet]] = {
    "cosqa": cosqa,
    "own": partial(own, "own_ordinary"),
    "own-hard": partial(own, "own"),
    "package": partial(package, "package_ordinary"),
    "package-hard": partial(package, "package"),
}


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _silent_name(number: int) -> str:
    """A file's name that no question holds a part of."""
    digest = hashlib.sha256(str(number).encode()).hexdigest()[:16]
    return f"{digest.translate(str.maketrans('0123456789', 'qrstuvwxyz'))}.py"


@contextmanager
def code_project(code: CodeSet, embedder: str) -> Iterator[Assistant]:
    """A set, ingested."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in code.files.items():
            path = root / "code" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (root / "policy-assistant.toml").write_text('[code]\nfolders = ["code"]\n', encoding="utf-8")
        environment = {"POLICY_ASSISTANT_STORE_CACHE": str(CACHE), "POLICY_ASSISTANT_MODELS_EMBEDDER": embedder}
        settings = load_settings(root, environment)
        assistant = Assistant(settings, Models(settings, remembered=REMEMBERED))
        assistant.ingest()
        yield assistant
        assistant.store.close()


def by_method(assistant: Assistant, method: str, question: str) -> Sequence[Lines]:
    """The places that the product finds."""
    searcher = assistant.code_searcher(method)
    return [_lines(chunk) for _, chunk in searcher.find_question(searcher.question(question), DEPTH, Filters())]


def by_ranks(assistant: Assistant, question: str) -> Sequence[Lines]:
    """The places by reciprocal rank fusion of the two lists, without anything else."""
    searcher = assistant.code_searcher("hybrid")
    asked, filters = searcher.question(question), Filters(part="code")
    lists = [
        assistant.store.search_code(asked.weighted_code_terms, ranking.POOL, filters),
        assistant.store.search_vectors(asked.vector, ranking.POOL, filters),
    ]
    chunks = {chunk.chunk_id: chunk for found in lists for chunk, _ in found}
    return [_lines(chunks[item]) for item, _ in rrf([[chunk.chunk_id for chunk, _ in found] for found in lists])]


def _lines(chunk: Chunk) -> Lines:
    if chunk.place is None:
        raise AssertionError("a piece of code has a place")
    return Lines(chunk.source, chunk.place.first_line, chunk.place.last_line)


@contextmanager
def plain_search(code: CodeSet) -> Iterator[Search]:
    """BM25 over windows of lines by plain words."""
    windows = {}
    for name, text in code.files.items():
        lines = text.split("\n")
        for start in range(0, len(lines), WINDOW):
            part = lines[start : start + WINDOW]
            windows[f"{name}:{start}"] = (Lines(f"code/{name}", start + 1, start + len(part)), "\n".join(part))
    with closing(sqlite3.connect(":memory:")) as conn:
        index = KeywordIndex(conn)
        index.add((item, text) for item, (_, text) in windows.items())
        yield lambda question: [windows[hit.id][0] for hit in index.search(question, DEPTH)]


@dataclass(frozen=True)
class Measured:
    """The ranks that the questions of a set got by one search, and its times in ms."""

    asked: Sequence[Asked]
    ranks: Sequence[int | None]
    times: Sequence[float]

    @property
    def cells(self) -> list[str]:
        """The row's numbers."""
        return [f"{self._hit(self.ranks, 1):.3f}", f"{self._hit(self.ranks, 5):.3f}", f"{fmean(_reciprocal(self.ranks)):.3f}", *self.halves]

    @property
    def halves(self) -> list[str]:
        """The cells of the halves, with intervals for the odd one, and the median time."""
        even, odd = ([rank for asked, rank in zip(self.asked, self.ranks, strict=True) if half_of(asked.text) == half] for half in HALVES)
        of_hit = wilson(sum(rank is not None and rank <= 5 for rank in odd), len(odd))
        hit = f"{self._hit(odd, 5):.3f}, {_interval(of_hit)}"
        mrr = f"{fmean(_reciprocal(odd)):.3f}, {_interval(bootstrap(_reciprocal(odd)))}"
        return [f"{short(even)} ({len(even)})", f"{hit}; {mrr} ({len(odd)})", f"{median(self.times):.1f}"]

    @staticmethod
    def _hit(ranks: Sequence[int | None], k: int) -> float:
        return fmean(rank is not None and rank <= k for rank in ranks)


def short(ranks: Sequence[int | None]) -> str:
    """hit@5 and MRR@10."""
    return f"{fmean(rank is not None and rank <= 5 for rank in ranks):.3f}, {fmean(_reciprocal(ranks)):.3f}"


def _reciprocal(ranks: Sequence[int | None]) -> list[float]:
    return [1 / rank if rank else 0.0 for rank in ranks]


def _interval(bounds: tuple[float, float] | None) -> str:
    return f"{bounds[0]:.3f} to {bounds[1]:.3f}" if bounds else "-"


def measure(search: Search, asked: Sequence[Asked]) -> Measured:
    """All questions of a set by one search."""
    ranks, times = [], []
    for question in asked:
        began = time.perf_counter()
        found = search(question.text)
        times.append(1_000 * (time.perf_counter() - began))
        ranks.append(question.rank(found))
    return Measured(asked, ranks, times)


def methods(code: CodeSet) -> Iterator[list[str]]:
    """The rows of a set."""
    with plain_search(code) as search:
        yield [code.name, f"plain BM25 over windows of {WINDOW} lines", *measure(search, code.asked).cells]
    for embedder, names in (("none", ("keywords",)), ("use", ("dense", "hybrid")), ("e5", ("dense", "hybrid"))):
        with code_project(code, embedder) as assistant:
            for name in names:
                label = name if embedder == "none" else f"{name}, embedder {embedder}"
                yield [code.name, label, *measure(partial(by_method, assistant, name), code.asked).cells]


def choices_of(embedder: str) -> list[tuple[str, str, Sequence[Change]]]:
    """Settings with their alternatives: what is set, to what, and the changes."""
    share = ranking.KEYWORD_SHARE[embedder]
    shares = [("share of the words", f"{s:g}", [] if s == share else [(ranking, "KEYWORD_SHARE", {embedder: s})]) for s in SHARES]
    numbers = [
        ("weight of the concepts at the beginning", "BEGINNING_WEIGHT", (0, 0.25, 0.5, 1)),
        ("terms of a beginning", "BEGINNING_TERMS", (10, 20, 40)),
        ("weight of the file", "FILE_WEIGHT", (0, 0.5, 1)),
    ]
    rest = [
        (label, f"{value:g}", [] if value == getattr(ranking, name) else [(ranking, name, value)])
        for label, name, values in numbers
        for value in values
    ]
    return [*shares, *rest]


def choices(code: CodeSet) -> Iterator[list[str]]:
    """hit@5 and MRR@10 of the two halves under every alternative."""
    for embedder in ("use", "e5"):
        with code_project(code, embedder) as assistant:
            yield [code.name, embedder, "fusion", "RRF, constant 60, nothing else", *_halves(partial(by_ranks, assistant), code)]
            for setting, value, changes in choices_of(embedder):
                with changed(changes):
                    cells = _halves(partial(by_method, assistant, "hybrid"), code)
                yield [code.name, embedder, setting, value if changes else f"{value} (chosen)", *cells]


def _halves(search: Search, code: CodeSet) -> list[str]:
    measured = measure(search, code.asked)
    pairs = list(zip(code.asked, measured.ranks, strict=True))
    return [short([rank for asked, rank in pairs if half_of(asked.text) == half]) for half in HALVES]


def main() -> None:
    """Print the tables, and with `--write` put them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--set", choices=SETS, nargs="+", default=list(SETS), dest="sets")
    parser.add_argument("--choices", action="store_true", help="measure the settings, not the methods")
    parser.add_argument("--write", action="store_true", help="put the table into docs/concepts/code.md")
    options = parser.parse_args()
    made = [made_by().replace("benchmarks.figures", "benchmarks.code_search")]
    if options.choices:
        rows = [row for name in options.sets for row in choices(SETS[name]())]
        header = ("set", "embedder", "setting", "value", *(f"{half} half: hit@5, MRR@10" for half in HALVES))
        made = [made[0].replace("code_search --write", f"code_search --choices --set {' '.join(options.sets)} --write")]
        PAGE.put("code_choices", made, header, rows, write=options.write)
    else:
        rows = [row for name in options.sets for row in methods(SETS[name]())]
        PAGE.put("code_search", made, HEADER, rows, write=options.write)


if __name__ == "__main__":
    main()
