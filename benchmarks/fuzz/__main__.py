"""Try each parser on files made to break it, for a limited time: whatever the bytes, the contract of parsers must hold.

Where atheris is installed (`pip install atheris`; Linux and macOS), it steers the changes by what they reach in the code;
elsewhere, samples are damaged at random. What breaks a promise, crashes, hangs or eats memory is written to `--found`; give it
to `tests/parse/fuzz_finds/` in its smallest form, where the tests try it for ever.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from policy_assistant.parse.base import FORMATS
from tests.parse.contract_samples import samples_of

SECONDS = 60
ENDINGS = list({name: ending for ending, (name, _) in reversed(FORMATS.items())}.values())[::-1]
"""One ending of each format."""

FINDS = Path(__file__).resolve().parents[2] / "tests" / "parse" / "fuzz_finds"
FOUND = Path("build") / "fuzz"
GRACE_SECONDS = 60
ENDINGS = list({name: ending for ending, (name, _) in reversed(FORMATS.items())}.values())[::-1]
"""One ending of each format."""

"""A process that does not end by itself so long after its time is up hangs."""


def seeds(ending: str, folder: Path) -> None:
    """What the search begins with: the samples of the contract, and all that was ever found."""
    for number, data in enumerate(samples_of(ending).values()):
        (folder / f"sample-{number}").write_bytes(data)
    for path in FINDS.glob(f"*{ending}"):
        (folder / path.name).write_bytes(path.read_bytes())


def fuzz(ending: str, seconds: int, found: Path) -> tuple[bool, str]:
    """Whether one parser held, and what was said last."""
    found.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder)
        seeds(ending, corpus)
        module = "benchmarks.fuzz.steered" if importlib.util.find_spec("atheris") else "benchmarks.fuzz.random_damage"
        command = [sys.executable, "-m", module, ending, str(seconds), str(corpus), f"{found}{os.sep}"]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds + GRACE_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return False, "hangs"
    lines = done.stdout.decode(errors="replace").strip().splitlines()
    return done.returncode == 0, "\n".join(lines[-1 if done.returncode == 0 else -30 :])


def main() -> None:
    """Try all formats in turn; exit code 1 when one did not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="time for each format (default: %(default)s)")
    parser.add_argument(
        "--format", nargs="+", default=ENDINGS, metavar="ENDING", help="endings of the formats to try (default: %(default)s)"
    )
    parser.add_argument("--found", type=Path, default=FOUND, help="folder for what breaks a parser (default: %(default)s)")
    options = parser.parse_args()
    held = True
    for ending in options.format:
        began = time.monotonic()
        holds, said = fuzz(ending, options.seconds, options.found)
        held = held and holds
        print(f"{ending:6} {'held' if holds else 'BROKE'} in {time.monotonic() - began:.0f} s: {said}", flush=True)
    sys.exit(not held)


if __name__ == "__main__":
    main()
