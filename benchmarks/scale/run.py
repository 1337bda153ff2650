"""A run: every tool builds its index of every size, answers the questions, and is measured in processes of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

from benchmarks.scale.given import K
from benchmarks.scale.peers import ROOT, command
from benchmarks.scale.tools import Tool

QUESTIONS = ((10_000, 100), (100_000, 40), (1_000_000, 20))
"""Up to so many passages so many questions are asked of each kind under each selection."""
PATIENCE = 3_600
"""Seconds of the clock for one process."""

Answers = Mapping[str, Mapping[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Measured:
    """What a tool took at one size: CPU seconds to build, MB at the peak of building and of asking, MB on disk, seconds until the first
    answer, and by kind of question and selection the CPU ms and the passages found. `error` says why there is nothing else.
    """

    tool: str
    size: int
    error: str = ""
    built: float = 0.0
    built_mb: float = 0.0
    loaded: float = 0.0
    asked_mb: float = 0.0
    disk_mb: float = 0.0
    answers: Answers = field(default_factory=dict)

    def middle(self, kind: str, selection: str) -> float:
        """The median CPU time of a question, ms."""
        return float(median(self.answers[kind][selection]["times"]))

    def high(self, kind: str, selection: str) -> float:
        """The time that one question in twenty takes longer than, ms."""
        times = self.answers[kind][selection]["times"]
        return quantiles(times, n=20)[-1] if len(times) > 1 else float(times[0])

    def agreement(self, exact: "Measured", kind: str, selection: str) -> float:
        """The part of the exact ten best that it finds; where the tenth is tied, any of the tied count."""
        pairs = zip(self.answers[kind][selection]["found"], exact.answers[kind][selection]["found"], strict=True)
        return mean(len(set(found[:K]) & set(best)) / min(K, len(best)) if best else 1.0 for found, best in pairs)


def measured(tools: Mapping[str, Tool], kind: str, size: int, data: Path, scratch: Path) -> Iterator[Measured]:
    """Every tool at one size; indexes are deleted as soon as no tool needs them."""
    work = scratch / f"indexes-{os.getpid()}"
    made: dict[tuple[str, str], dict[str, float]] = {}
    for name, tool in tools.items():
        index = work / f"{kind}-{tool.build}-{size}"
        try:
            if (tool.module, tool.build) not in made:
                shutil.rmtree(work, ignore_errors=True)
                index.mkdir(parents=True)
                made[tool.module, tool.build] = _child(tool, scratch, "build", tool.build, index, data, size, kind)
            built = made[tool.module, tool.build]
            asked = _child(tool, scratch, "ask", tool.ask, index, data, size, kind)
        except (LookupError, RuntimeError) as error:
            yield Measured(name, size, str(error))
            continue
        disk = sum(path.stat().st_size for path in index.rglob("*") if path.is_file()) / 1e6
        yield Measured(name, size, "", built["seconds"], built["megabytes"], asked["loaded"], asked["megabytes"], disk, asked["answers"])
    shutil.rmtree(work, ignore_errors=True)


class Kept:
    """The results of earlier runs over the same data, a file for each tool and size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, kind: str, tool: str, size: int) -> Measured | None:
        """A result, None when there is none."""
        path = self._path(kind, tool, size)
        return Measured(**json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None

    def save(self, kind: str, result: Measured) -> None:
        """Keep a result in the place of an older one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._path(kind, result.tool, result.size).write_text(json.dumps(asdict(result)), encoding="utf-8")

    def _path(self, kind: str, tool: str, size: int) -> Path:
        return self.folder / f"{kind}-{tool.replace(', ', '-').replace(' ', '-')}-{size}.json"


def questions_of(size: int) -> int:
    """How many questions are asked at a size."""
    return next((number for upto, number in QUESTIONS if size <= upto), QUESTIONS[-1][1])


def _child(tool: Tool, scratch: Path, what: str, function: str, index: Path, data: Path, size: int, kind: str) -> Any:
    python, extra = command(tool, scratch)
    arguments: Sequence[object] = (what, tool.module, function, index, data, size, kind, questions_of(size))
    run = [python, "-m", "benchmarks.scale.worker", *map(str, arguments)]
    try:
        done = subprocess.run(run, cwd=ROOT, env=os.environ | extra, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"took more than {PATIENCE} s") from None
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        raise RuntimeError((done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1][:200])
    return json.loads(done.stdout.strip().splitlines()[-1])
