"""Moving an index to another engine: copied as it is, checked record by record and by searches, then used by a change of the settings.

Nothing is parsed or embedded again, and the index that is copied stays as it is. A move that is interrupted goes on where it
was when it is run again.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from policy_assistant.errors import UsageError
from policy_assistant.migrate.checking import Sample, check_made, check_records, compared
from policy_assistant.migrate.copying import Progress, copy_to_engine, copy_to_file, use_file
from policy_assistant.migrate.target import name_of, settings_text, target_settings
from policy_assistant.settings import SQLITE
from policy_assistant.store.engine import has_index, open_engine

if TYPE_CHECKING:
    from policy_assistant.settings import Settings

__all__ = ["Migrated", "Progress", "Sample", "migrate"]


@dataclass(frozen=True)
class Migrated:
    """A finished move: where from and where to, what is there now, how many documents an earlier run had copied already, how
    the same searches compare, and the settings that use it.
    """

    origin: str
    target: str
    documents: int
    chunks: int
    code_files: int
    code_chunks: int
    vectors: int
    copied_before: int
    samples: tuple[Sample, ...]
    settings: str


def migrate(settings: "Settings", to: str, *, force: bool = False, progress: Progress | None = None) -> Migrated:
    """Copy a project's index to another engine: the address of a Qdrant server, a folder with a slash in its name, `sqlite` or a
    file `*.sqlite`. `force` replaces an index that is there.

    Raises:
        UsageError: `to` names no other place, or an index is there.
        IndexMismatchError: the index was made by another version of ours, or the copy is not what was copied.
        NoIndexError, EngineError, StoreBusyError: as `open_engine` and `writing`.
    """
    wanted = target_settings(settings, to)
    with open_engine(settings) as origin:
        check_made(origin)
        if not force and has_index(wanted):
            raise UsageError(f"an index of this project is at {name_of(wanted)}", hint="--force replaces it")
        if wanted.store.engine == SQLITE:
            with origin.snapshot(), copy_to_file(origin, wanted.index_path, progress) as (copy, before):
                check_records(origin, copy)
            use_file(wanted.index_path)
        else:
            with origin.snapshot():
                before = copy_to_engine(origin, wanted, progress)
        with open_engine(wanted) as target, origin.snapshot(), target.snapshot():
            if wanted.store.engine != SQLITE:
                check_records(origin, target)
            info, samples = target.info(), compared(origin, target)
    return Migrated(
        origin=name_of(settings),
        target=name_of(wanted),
        documents=info.documents,
        chunks=info.chunks,
        code_files=info.code_files,
        code_chunks=info.code_chunks,
        vectors=info.vectors,
        copied_before=before,
        samples=tuple(samples),
        settings=settings_text(wanted),
    )
