"""One parser on damaged samples: `python -m benchmarks.fuzz.random_damage ENDING SECONDS CORPUS FOUND`."""

import faulthandler
import sys
import time
from pathlib import Path

from policy_assistant.testing.parser_contract import broken_by, damaged_copies

ONE_FILE_SECONDS = 25
BATCH = 20


def main() -> None:
    """Damage all samples in turn until the time is up or a promise is broken."""
    ending, seconds, corpus, found = sys.argv[1:5]
    samples = sorted(Path(corpus).iterdir())
    end, tried = time.monotonic() + float(seconds), 0
    last = Path(f"{found}last{ending}")
    while time.monotonic() < end:
        for sample in samples:
            for copy in damaged_copies(sample.read_bytes(), BATCH, f"{sample.name} {tried}"):
                last.write_bytes(copy)  # it stays where the process does not live to tell
                faulthandler.dump_traceback_later(ONE_FILE_SECONDS, exit=True)
                broken = broken_by(ending, copy)
                faulthandler.cancel_dump_traceback_later()
                if broken:
                    sys.exit(f"{broken}: {last}")
                tried += 1
    last.unlink(missing_ok=True)
    print(f"{tried:,} files tried")


if __name__ == "__main__":
    main()
