"""The command line in a process of its own, with what it used.

Linux counts the memory of the process that starts another towards the peak of the other; so a small process stands
between: this file, run as a script.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import NamedTuple

_MAXRSS_BYTES = 1 if sys.platform == "darwin" else 1_024


class Used(NamedTuple):
    """What a process used: seconds from start to end, seconds of CPU, and memory at its peak in MB."""

    elapsed: float
    cpu: float
    peak_mb: float


def run(args: Sequence[str]) -> Used:
    """Run Python with these arguments to its end. A run that fails stops the benchmark."""
    done = subprocess.run([sys.executable, __file__, *args], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(args)}: exit code {done.returncode}\n{done.stderr}")
    return Used(*json.loads(done.stdout))


def main() -> None:
    """Run Python with the arguments of this process and print what it used, as a JSON list."""
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *sys.argv[1:]], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    used = Used(time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * _MAXRSS_BYTES / 1_000_000)
    process.returncode = os.waitstatus_to_exitcode(status)
    print(json.dumps(used))
    sys.exit(process.returncode)


if __name__ == "__main__":
    main()
