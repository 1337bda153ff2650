"""One tool's process: it builds an index or asks one, and prints what that took as JSON.

`python -m benchmarks.scale.worker build|ask MODULE FUNCTION INDEX DATA SIZE KIND QUESTIONS`
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.scale.given import SELECTIONS, Given, Selection

WARM = 3
"""Questions that are asked beforehand under each selection, and not timed."""


def build(make: Callable[[Path, Given], None], index: Path, given: Given) -> dict[str, float]:
    """CPU seconds without the reading of the data, and the peak of memory in MB."""
    began = time.process_time()
    make(index, given)
    return {"seconds": time.process_time() - began - given.reading, "megabytes": peak()}


def ask(
    open_index: Callable[[Path], Callable[[Any, Selection], list[int]]], index: Path, kinds: dict[str, Sequence[Any]]
) -> dict[str, Any]:
    """Seconds of the clock until the first answer, ms of CPU and the answers by kind of question and selection, and memory."""
    began = time.perf_counter()
    search = open_index(index)
    search(next(iter(kinds.values()))[0], Selection())
    loaded = time.perf_counter() - began
    answers = {kind: {name: _asked(search, questions, SELECTIONS[name]) for name in SELECTIONS} for kind, questions in kinds.items()}
    return {"loaded": loaded, "megabytes": peak(), "answers": answers}


def peak() -> float:
    """The most memory that this process has held, in MB; 0 where the system does not tell.

    What `resource` tells is never less than what the process that started this one held.
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) * 1_024 / 1e6 for line in lines if line.startswith("VmHWM:")), 0.0)


def _asked(search: Callable[[Any, Selection], list[int]], questions: Sequence[Any], selection: Selection) -> dict[str, Any]:
    for question in questions[:WARM]:
        search(question, selection)
    times, found = [], []
    for question in questions:
        began = time.process_time()
        found.append(search(question, selection))
        times.append((time.process_time() - began) * 1_000)
    return {"times": times, "found": found}


def main(arguments: Sequence[str]) -> None:
    """What the caller asked for."""
    what, module, function, index, data, size, kind, questions = arguments
    given = Given(Path(data), int(size))
    run = getattr(import_module(f"benchmarks.scale.{module}"), function)
    if what == "build":
        result = build(run, Path(index), given)
    else:
        asked = given.keyword_questions() if kind == "keywords" else given.vector_questions()
        result = ask(run, Path(index), {name: some[: int(questions)] for name, some in asked.items()})
    print(json.dumps(result))


if __name__ == "__main__":
    os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")  # read when numpy is loaded
    main(sys.argv[1:])
