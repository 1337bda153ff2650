"""What an ingest tells of what it did."""

from dataclasses import dataclass, field


@dataclass
class CodeReport:
    """What an ingest did with code: names of files, the files passed over by reason, and the numbers of pieces."""

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    passed_over: dict[str, int] = field(default_factory=dict)
    chunks_added: int = 0
    chunks_removed: int = 0
    without_syntax: int = 0


@dataclass
class IngestReport:
    """What an ingest did, or would do when `dry_run`. Names are sources; `skipped` and `kept` pair a name with a reason.

    `restated` are those of `updated` of which only the metadata changed. `skipped` files are not in the index; `kept` ones
    could not be read now and keep their last good version. `unreachable` pairs a folder that could not be listed with the
    reason; its documents stay as they were. `passed_over` is ending -> number of files that are no documents, `ignored` the
    number that patterns leave out, `replaced` the number of states in git that were in force on no day. `embedded` counts the texts that a model had to embed. `code` is None in a project
    without code.
    """

    added: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    restated: list[str] = field(default_factory=list)
    skipped: list[tuple[str, str]] = field(default_factory=list)
    kept: list[tuple[str, str]] = field(default_factory=list)
    unreachable: list[tuple[str, str]] = field(default_factory=list)
    passed_over: dict[str, int] = field(default_factory=dict)
    ignored: int = 0
    replaced: int = 0
    warnings: list[str] = field(default_factory=list)
    chunks_added: int = 0
    chunks_removed: int = 0
    embedded: int = 0
    dry_run: bool = False
    code: CodeReport | None = None
