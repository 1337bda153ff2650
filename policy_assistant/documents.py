"""Documents as they are written down: the inventory, front matter, and the sections that the baseline searches."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from policy_assistant.errors import InputRefusedError
from policy_assistant.front_matter import read_front_matter as read_front_matter  # its name here is older than its module

CORPUS = Path("corpus")
"""The corpus of the project in the current folder: relative, so that it is resolved when it is used."""

MAX_INVENTORY_BYTES = 50_000_000


@dataclass(frozen=True)
class DocInfo:
    """A row of the inventory: one version of one document. `root` is the folder that `file` is relative to."""

    file: str
    doc_id: str
    title: str
    version: str
    effective_from: str = ""
    effective_to: str = ""
    owner: str = ""
    access: str = ""
    language: str = ""
    doc_type: str = ""
    format: str = ""
    root: Path = CORPUS

    @property
    def path(self) -> Path:
        """The file itself."""
        return self.root / self.file

    @property
    def stated(self) -> dict[str, str]:
        """The row as field -> text."""
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS = tuple(f.name for f in fields(DocInfo) if f.name != "root")
_NEEDED = ("file", "doc_id", "version")


def load_inventory(path: Path | None = None) -> list[DocInfo]:
    """The rows of an inventory (a CSV file in UTF-8; commas, semicolons or tabs), in file order.

    Raises:
        InputRefusedError: no such file, not UTF-8, a needed column or value is missing, a file is listed twice, or a
            path leaves the corpus; the message names file and line.
    """
    path = path or CORPUS / "inventory.csv"
    try:
        if path.stat().st_size > MAX_INVENTORY_BYTES:
            raise InputRefusedError(f"{path.name} is larger than {MAX_INVENTORY_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputRefusedError(f"{path.name} is not UTF-8 (byte {error.start})", hint='save it as "CSV UTF-8"') from None
    except OSError as error:
        raise InputRefusedError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    rows = list(_rows(path, text))
    seen: dict[str, int] = {}
    for line, row in rows:
        if row.file in seen:
            raise InputRefusedError(f"{path.name} line {line}: {row.file} is also on line {seen[row.file]}")
        seen[row.file] = line
    return [row for _, row in rows]


def write_inventory(path: Path, rows: Iterable[DocInfo]) -> None:
    """Write rows in the form that `load_inventory` reads."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows([getattr(row, name) for name in COLUMNS] for row in rows)


def _rows(path: Path, text: str) -> Iterator[tuple[int, DocInfo]]:
    header = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=header.count))
    names: list[str] = []
    try:
        for values in reader:
            if not names:
                names = [name.strip().lower() for name in values]
                if missing := [name for name in _NEEDED if name not in names]:
                    raise InputRefusedError(f"{path.name} has no column {missing[0]!r}", hint=f"its first line is {','.join(COLUMNS)}")
            elif any(value.strip() for value in values[len(names) :]):
                raise InputRefusedError(
                    f"{path.name} line {reader.line_num}: {len(values)} values for {len(names)} columns",
                    hint="write a value that holds the separator in quotes",
                )
            elif any(value.strip() for value in values):
                yield reader.line_num, _row(path, reader.line_num, dict(zip(names, values, strict=False)))
    except csv.Error as error:
        raise InputRefusedError(f"{path.name} line {reader.line_num}: {error}") from None


def _row(path: Path, line: int, values: Mapping[str, str]) -> DocInfo:
    known = {name: values.get(name, "").replace("\n", " ").strip() for name in COLUMNS}
    known["file"] = known["file"].replace("\\", "/").removeprefix("./")
    if not known["file"]:
        raise InputRefusedError(f"{path.name} line {line}: no file")
    if known["file"].startswith("/") or known["file"][1:2] == ":" or ".." in known["file"].split("/"):
        raise InputRefusedError(
            f"{path.name} line {line}: {known['file']!r} leaves the corpus", hint="write it relative to the inventory's folder"
        )
    return DocInfo(**known, root=path.parent)


@dataclass(frozen=True)
class Section:
    """What the baseline searches: one `## ` section of a Markdown document, with the title before it.

    `passage_id` is `doc_id@vVERSION#heading-in-lower-case`; a heading that comes again gets `-2`, `-3`.
    """

    passage_id: str
    doc_id: str
    version: str
    section: str
    text: str
    title: str = ""
    access: str = ""
    language: str = ""
    source: str = ""

    @property
    def sections(self) -> tuple[str, ...]:
        """As a chunk's, so that both are scored alike."""
        return (self.section,)


def slug(text: str) -> str:
    """Lower-case words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def sections(info: DocInfo) -> list[Section]:
    """The sections of a Markdown document, in reading order. Text before the first `## ` heading is in none."""
    _, body, _ = read_front_matter(info.path.read_text(encoding="utf-8-sig", errors="replace"))
    found: list[tuple[str, list[str]]] = []
    for line in body.splitlines():
        if line.startswith("## "):
            found.append((line[3:].strip(), []))
        elif found:
            found[-1][1].append(line)
    result: list[Section] = []
    seen: Counter[str] = Counter()
    for heading, lines in found:
        name = slug(heading)
        seen[name] += 1
        name = name if seen[name] == 1 else f"{name}-{seen[name]}"
        result.append(_section(info, name, heading, "\n".join(lines).strip()))
    return result


def _section(info: DocInfo, name: str, heading: str, body: str) -> Section:
    return Section(
        passage_id=f"{info.doc_id}@v{info.version}#{name}",
        doc_id=info.doc_id,
        version=info.version,
        section=heading,
        text=f"{info.title}\n## {heading}\n{body}",
        title=info.title,
        access=info.access,
        language=info.language,
        source=info.file,
    )
