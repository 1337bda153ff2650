"""How long a command takes from start to end on the example collection, against a Python that does nothing."""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.page import report
from benchmarks.process import run

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "larkfield"
ROUNDS = 10
HEADER = ("command", "minimum", "median", "over `python -c pass` (median)")
QUESTION = "How many days does a customer have to send an unused product back?"


def commands(project: str) -> dict[str, tuple[str, ...]]:
    """What is run, by the name that the table shows."""
    ours = ("-m", "policy_assistant")
    return {
        "python -c pass": ("-c", "pass"),
        "policy-assistant --help": (*ours, "--help"),
        "policy-assistant --version": (*ours, "--version"),
        "policy-assistant search --method bm25 QUESTION": (*ours, "search", "--method", "bm25", "--project", project, QUESTION),
        "policy-assistant ingest (nothing changed)": (*ours, "ingest", "--project", project),
    }


def rows(rounds: int) -> Iterator[list[str]]:
    """The table's rows; in every round each command runs once."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(shutil.copytree(EXAMPLE, Path(folder) / "example"))
        asked = commands(str(project))
        run(asked["policy-assistant ingest (nothing changed)"])
        rounds_of = [{name: run(args).elapsed * 1_000 for name, args in asked.items()} for _ in range(rounds)]
    nothing = median(times["python -c pass"] for times in rounds_of)
    for name in asked:
        times = [one[name] for one in rounds_of]
        yield [f"`{name}`", f"{min(times):.0f} ms", f"{median(times):.0f} ms", f"{median(times) - nothing:+.0f} ms"]


def main() -> None:
    """Measure, print, and with `--write` put the table on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each command runs (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    report("startup", HEADER, rows(options.rounds), write=options.write)


if __name__ == "__main__":
    main()
