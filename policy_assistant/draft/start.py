"""A project's folder and its first files. Nothing that exists is overwritten, but a drafted inventory on demand."""

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import policy_assistant
from policy_assistant.documents import write_inventory
from policy_assistant.draft.folder import Draft, draft_rows
from policy_assistant.errors import NotFoundError, UsageError
from policy_assistant.ingest import Progress
from policy_assistant.settings import Settings
from policy_assistant.settings_file import FILE_NAME, TABLES, load_settings

DOCUMENTS = "corpus/documents"
QUESTIONS = "questions"
EXAMPLE = "examples/larkfield"
EXAMPLE_PARTS = ("README.md", FILE_NAME, "glossary.txt", "corpus", "questions", "code")
"""What a copy of the example needs; how its PDF files were made stays behind."""

_ABOUT = """# The settings of a policy-assistant project. Every key stands here as a comment with its default:
# take the `#` before a key away to change it. An environment variable POLICY_ASSISTANT_<TABLE>_<KEY> goes before the file.
"""


@dataclass(frozen=True)
class Started:
    """A project that was started: its folder as it was named, its inventory, all files written, and what was drafted."""

    folder: Path
    inventory: Path
    written: tuple[Path, ...]
    draft: Draft = field(default_factory=Draft)


def start_empty(folder: Path) -> Started:
    """A project without documents.

    Raises:
        UsageError: a file of it exists already, or the folder cannot be written.
    """
    settings = _settings(folder)
    toml, inventory = settings.folder / FILE_NAME, settings.inventory_path
    _must_be_new([toml, inventory])
    with _writing(folder):
        _make_folders(settings)
        _write_new(toml, settings_text())
        write_inventory(inventory, [])
    return Started(folder, inventory, (toml, inventory))


def start_from(source: Path, folder: Path, *, copy: bool = False, force: bool = False, progress: Progress | None = None) -> Started:
    """A project over the files in `source`, which stay there unless `copy` brings them into the project.

    A settings file that is there already is kept and obeyed; `force` overwrites the inventory, nothing else.

    Raises:
        UsageError: no such source, an inventory or a file to copy exists already, the settings that are kept name other
            folders, or the folder cannot be written.
        InputRefusedError: no file in the source can be read.
    """
    source, settings = source.resolve(), _settings(folder)
    toml, inventory, target = settings.folder / FILE_NAME, settings.inventory_path, settings.folder / DOCUMENTS
    if not force:
        _must_be_new([inventory], hint="--force overwrites the inventory with a new draft")
    named = DOCUMENTS if copy else _relative(source, settings.folder)
    is_new = not toml.exists()
    if not is_new:
        _must_be_named(named, settings)
    draft = draft_rows(source, settings, progress=progress)
    copies = _copies(draft, source, target) if copy else {}
    _must_be_new(copies.values())
    if copy:
        draft = _moved(draft, source.name, target.name)
    with _writing(folder):
        _make_folders(settings)
        _copy(copies)
        if is_new:
            _write_new(toml, settings_text({} if named == DOCUMENTS else {"corpus": {"folders": (named,)}}))
        write_inventory(inventory, draft.rows)
    return Started(folder, inventory, (*([toml] if is_new else []), inventory, *copies.values()), draft)


def start_example(folder: Path) -> Started:
    """A copy of the example collection, with its questions and settings.

    Raises:
        UsageError: a file of it exists already, or the folder cannot be written.
        NotFoundError: this installation holds no example.
    """
    example = _example()
    _must_be_folder(folder)
    files = [path for part in EXAMPLE_PARTS for path in _files(example / part)]
    copies = {path: folder.resolve() / path.relative_to(example) for path in files}
    _must_be_new(copies.values())
    with _writing(folder):
        _copy(copies)
    return Started(folder, folder.resolve() / "corpus" / "inventory.csv", tuple(copies.values()))


def settings_text(values: Mapping[str, Mapping[str, Any]] | None = None) -> str:
    """A settings file with every table and key: those in `values` set, all others as comments with their defaults."""
    parts = [_ABOUT]
    for table, kind in TABLES.items():
        lines = [f"[{table}]"]
        defaults, given = kind(), (values or {}).get(table, {})
        for key in fields(defaults):
            value = given.get(key.name, getattr(defaults, key.name))
            lines += [f"# {key.metadata['help']}", f"{'' if key.name in given else '# '}{key.name} = {_toml(value)}"]
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{name} = {_toml(item)}' for name, item in value.items())} }}"
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)  # texts and whole numbers are written alike in JSON and TOML


def _settings(folder: Path) -> Settings:
    """The settings of the folder; one that is not there yet has those of an empty one."""
    _must_be_folder(folder)
    if folder.is_dir():
        return load_settings(folder)
    with TemporaryDirectory() as nothing:
        return replace(load_settings(nothing), folder=folder.resolve())


def _must_be_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file, not a folder", hint="name a new folder, or one that exists")


def _must_be_new(paths: Iterable[Path], hint: str = "") -> None:
    if existing := [path for path in paths if path.exists()]:
        more = f" (and {len(existing) - 1} more)" if len(existing) > 1 else ""
        raise UsageError(f"{existing[0]} exists already{more}; nothing was changed", hint=hint or "name another folder")


def _must_be_named(named: str, settings: Settings) -> None:
    folders = [(settings.folder / name).resolve() for name in settings.corpus.folders]
    if folders != [(settings.folder / named).resolve()]:
        raise UsageError(
            f"{FILE_NAME} is kept, and its [corpus] folders are {list(settings.corpus.folders)}, not {named!r}",
            hint=f"set folders = {_toml((named,))} there, or name another project folder",
        )


def _relative(source: Path, folder: Path) -> str:
    """The source as the settings name it: relative inside the project, which may then be moved, else absolute."""
    return source.relative_to(folder).as_posix() if source.is_relative_to(folder) else str(source)


def _copies(draft: Draft, source: Path, target: Path) -> dict[Path, Path]:
    """File -> its place in the project; a file that is in its place already is not copied."""
    places = {source.parent / row.file: target / row.file.partition("/")[2] for row in draft.rows}
    return {file: place for file, place in places.items() if file != place}


def _copy(copies: Mapping[Path, Path]) -> None:
    for file, place in copies.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)


def _moved(draft: Draft, old: str, new: str) -> Draft:
    """The draft for files that lie in another folder."""

    def place(file: str) -> str:
        return f"{new}/{file.removeprefix(f'{old}/')}" if file.startswith(f"{old}/") else file

    rows = tuple(replace(row, file=place(row.file)) for row in draft.rows)
    return replace(draft, rows=rows, notes=tuple((place(file), note) for file, note in draft.notes))


def _make_folders(settings: Settings) -> None:
    for path in (settings.folder / DOCUMENTS, settings.folder / QUESTIONS, settings.inventory_path.parent):
        path.mkdir(parents=True, exist_ok=True)


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"cannot write {error.filename or folder}: {reason}", hint="name a folder that you may write") from error


def _example() -> Path:
    """The example: inside an installed package, or beside the package in the repository."""
    package = Path(policy_assistant.__file__).parent
    for root in (package, package.parent):
        if (root / EXAMPLE / FILE_NAME).is_file():
            return root / EXAMPLE
    raise NotFoundError("this installation holds no example collection", hint="install policy-assistant again, or clone its repository")


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file() and p.parent.name != "__pycache__")
