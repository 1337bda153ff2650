"""What all processes share that look at files of others: how they are started, and the limits that they set themselves.

A process gets no keys from the environment. The limits are kept by the system; Windows has none that a process can set
for itself, so that there only the parent's limit of time holds.
"""

import contextlib
import os
import re
import sys
from pathlib import Path
from typing import Any, BinaryIO

_INHERITED = (
    *("PATH", "SYSTEMROOT", "WINDIR", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    "TESSDATA_PREFIX",
)
"""What a process needs to start, and a program that it starts to find its data; secrets are in other variables."""

_MAXRSS_BYTES = 1 if sys.platform == "darwin" else 1_024
"""The unit in which systems count the memory of a process."""

_PEAK = re.compile(rb"^VmHWM:\s+(\d+) kB", re.MULTILINE)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def command(module: str) -> list[str]:
    """How a module of ours is run. `-P`: a file in the current folder that is called like a package of ours must not be run."""
    return [sys.executable, "-P", "-m", module]


def environment() -> dict[str, str]:
    """As little as possible, with the folder of this package on the path of modules: it need not be installed."""
    folder = str(Path(__file__).resolve().parents[1])
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1", "OMP_THREAD_LIMIT": "1"}


def own_output() -> BinaryIO:
    """A way to standard output that nothing else can write to: a library may print."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def limit(*, memory: int, seconds: int) -> None:
    """Limit this process, where the system can: memory in bytes, and seconds of work on top of those it has worked.

    The limit of time is for a process whose parent was killed and can end it no more.
    """
    try:
        import resource
    except ImportError:  # Windows
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource, resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + seconds + 1)
    # Linux counts towards RLIMIT_DATA what was asked for; towards RLIMIT_AS also addresses that are only set aside, tens of MB a thread.
    _lower(resource, resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS, memory)
    _lower(resource, resource.RLIMIT_CORE, 0)


def peak_memory() -> int:
    """The most bytes that this process held at one time; 0 where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    with contextlib.suppress(OSError):
        if found := _PEAK.search(Path("/proc/self/status").read_bytes()):
            return int(found[1]) * 1_024
    return peak_of(resource.getrusage(resource.RUSAGE_SELF))


def peak_of(usage: Any) -> int:
    """The most bytes that a process held, of what the system says about it.

    Linux counts the memory of the process that started it as well: what is less than that says nothing.
    """
    return int(usage.ru_maxrss) * _MAXRSS_BYTES


def _lower(resource: Any, kind: int, most: int) -> None:
    """Set a limit that may be raised again, within what this process was given."""
    _, hard = resource.getrlimit(kind)
    with contextlib.suppress(ValueError, OSError):  # more than was given, or unknown to the system
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
