"""One parser under atheris: `python -m benchmarks.fuzz.steered ENDING SECONDS CORPUS FOUND`."""

import importlib
import io
import sys
import warnings
import zipfile
from pathlib import Path

atheris = importlib.import_module("atheris")  # it says nothing of its types

with atheris.instrument_imports(include=["policy_assistant.parse"]):
    from policy_assistant.parse.base import FORMATS, parse_bytes  # noqa: F401 - imported first, so that all of it is watched
    from policy_assistant.testing.parser_contract import broken_by, with_part

ONE_FILE_SECONDS = 25
MEMORY_MB = 1_500
MOST_BYTES = 200_000


class Packed:
    """A zip file, one part of which is tried: what is made up is the part's number, one byte, and its content."""

    def __init__(self, sample: bytes) -> None:
        self.sample = sample
        with zipfile.ZipFile(io.BytesIO(sample)) as archive:
            self.parts = {name: archive.read(name) for name in archive.namelist()[:256]}

    def seeds(self) -> list[bytes]:
        """The parts as they are."""
        return [bytes([number]) + content for number, content in enumerate(self.parts.values())]

    def whole(self, made: bytes) -> bytes:
        """The file with the part that was made up."""
        return with_part(self.sample, [*self.parts][made[0] % len(self.parts)], made[1:]) if made else b""


def main() -> None:
    """Search until the time is up or a promise is broken."""
    ending, seconds, corpus, found = sys.argv[1:5]
    sample = min(Path(corpus).glob("sample-*")).read_bytes()
    packed = Packed(sample) if zipfile.is_zipfile(io.BytesIO(sample)) else None
    if packed:
        for path in Path(corpus).iterdir():
            path.unlink()
        for number, seed in enumerate(packed.seeds()):
            (Path(corpus) / f"part-{number}").write_bytes(seed)
    warnings.simplefilter("ignore")
    with atheris.instrument_imports(include=["policy_assistant.parse"]):
        broken_by(ending, b"so that its modules are loaded, and watched")

    def try_one(data: bytes) -> None:
        whole = packed.whole(data) if packed else data
        if broken := broken_by(ending, whole):
            (Path(found) / f"broken{ending}").write_bytes(whole)
            raise AssertionError(broken)

    limits = [f"-max_total_time={seconds}", f"-timeout={ONE_FILE_SECONDS}", f"-rss_limit_mb={MEMORY_MB}", f"-max_len={MOST_BYTES}"]
    atheris.Setup([sys.argv[0], *limits, f"-artifact_prefix={found}", "-verbosity=1", "-print_final_stats=0", corpus], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
