"""The real files and what a person read on their pages: `facts/*.toml`, in the form that README.md tells."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

FACTS = Path(__file__).parent / "facts"

KINDS: Mapping[str, frozenset[str]] = {
    "title": frozenset({"text"}),
    "heading": frozenset({"text"}),
    "row": frozenset({"cells"}),
    "sentence": frozenset({"text"}),
    "over_page": frozenset({"text", "pages"}),
    "page": frozenset({"text", "page"}),
    "order": frozenset({"texts"}),
    "apart": frozenset({"texts"}),
    "item": frozenset({"text"}),
    "absent": frozenset({"text"}),
    "spot": frozenset({"text", "name"}),
    "flag": frozenset({"text", "flag"}),
    "metadata": frozenset({"key", "text"}),
    "refused": frozenset({"reason"}),
}
"""Every kind of fact with the fields that it must have."""

OPTIONAL = frozenset({"kind", "under", "or", "kin", "label", "why"})
"""Fields that a fact may have beside. `or` are texts that are as right; `why` is the known reason for which it is lost."""


@dataclass(frozen=True)
class Fact:
    """What a page says: its kind, its fields as written, and the known reason for which it is lost, or empty."""

    kind: str
    fields: Mapping[str, Any]
    why: str = ""

    @property
    def text(self) -> str:
        """The one text that it is about, or empty."""
        return str(self.fields.get("text", ""))

    @property
    def texts(self) -> Sequence[str]:
        """All texts that it is about, in order."""
        return list(self.fields.get("texts") or self.fields.get("cells") or [self.text or str(self.fields.get("reason", ""))])

    def __str__(self) -> str:
        shown = " | ".join(self.texts)
        return f"{self.kind}: {shown if len(shown) <= 90 else shown[:87] + '...'}"


@dataclass(frozen=True)
class RealFile:
    """One file in a package, with its facts. `group` is the facts file it stands in; `package` as `deb:NAME=VERSION`."""

    id: str
    package: str
    member: str
    about: str
    group: str
    facts: tuple[Fact, ...]

    @property
    def ending(self) -> str:
        """The file's ending as it is parsed: that of its name, without a `.gz` around it."""
        name = PurePosixPath(self.member.rpartition("!")[2])
        return (PurePosixPath(name.stem) if name.suffix == ".gz" else name).suffix


class FactsError(ValueError):
    """A facts file is not in the form that README.md tells."""


def groups() -> list[str]:
    """The names of all facts files."""
    return sorted(path.stem for path in FACTS.glob("*.toml"))


def load(names: Iterable[str] = ()) -> list[RealFile]:
    """All real files, or those of the facts files with these names.

    Raises:
        FactsError: an unknown kind of fact, a field too many or too few, or an ID twice.
    """
    files: list[RealFile] = []
    for group in names or groups():
        with (FACTS / f"{group}.toml").open("rb") as stream:
            files += [_file(group, item) for item in tomllib.load(stream)["file"]]
    seen: set[str] = set()
    for file in files:
        if file.id in seen:
            raise FactsError(f"{file.group}: `{file.id}` stands there twice")
        seen.add(file.id)
    return files


def _file(group: str, item: Mapping[str, Any]) -> RealFile:
    missing = {"id", "package", "member", "about", "facts"} - set(item)
    if missing:
        raise FactsError(f"{group}: {item.get('id', 'a file')} lacks {', '.join(sorted(missing))}")
    facts = tuple(_fact(f"{group}: {item['id']}", fact) for fact in item["facts"])
    return RealFile(item["id"], item["package"], item["member"], item["about"], group, facts)


def _fact(where: str, item: Mapping[str, Any]) -> Fact:
    kind = item.get("kind", "")
    if kind not in KINDS:
        raise FactsError(f"{where}: unknown kind `{kind}`; kinds: {', '.join(KINDS)}")
    wrong = (KINDS[kind] - set(item)) | (set(item) - KINDS[kind] - OPTIONAL)
    if wrong:
        raise FactsError(f"{where}: `{kind}` lacks or has too much: {', '.join(sorted(wrong))}")
    return Fact(kind, {key: value for key, value in item.items() if key not in {"kind", "why"}}, item.get("why", ""))
