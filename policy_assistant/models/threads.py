"""How many threads the native libraries of local models start."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def native_threads(threads: int) -> Iterator[None]:
    """Have the libraries that are loaded inside use this many threads; the environment is as before afterwards.

    OpenMP and BLAS read these variables once, when they are loaded. A library that is loaded already keeps its number.
    """
    before = {name: os.environ.get(name) for name in VARIABLES}
    os.environ.update(dict.fromkeys(VARIABLES, str(threads)))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
