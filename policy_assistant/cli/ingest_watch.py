"""`policy-assistant ingest --watch`: rounds of ingesting until Ctrl-C, a line for every change."""

import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from policy_assistant.cli import options
from policy_assistant.cli.ingest_report import changes, trouble
from policy_assistant.cli.output import note, reading_progress, say
from policy_assistant.errors import PolicyAssistantError

if TYPE_CHECKING:
    from policy_assistant.ingest_report import IngestReport


def watch(folder: str, every: float, ingest_options: dict[str, object], pause: Callable[[float], None] = time.sleep) -> int:
    """Ingest whatever changes in a project, until Ctrl-C. An error is told, and the next round begins all the same."""
    from policy_assistant.watch import Watch, look

    def ingest(unfinished: Collection[str]) -> "IngestReport":
        with reading_progress() as progress:
            return options.open_project(folder).ingest(unfinished=unfinished, progress=progress, **ingest_options)  # type: ignore[arg-type]

    options.open_project(folder)  # what is wrong now is wrong usage, not trouble on the way
    rounds = Watch(lambda last: look(options.open_project(folder).settings, last), ingest, every)
    told = _Told()
    note(f"watching {folder}: a look every {every:g} s; Ctrl-C ends it")
    try:
        while True:
            try:
                report = rounds.step()
                if report is not None:
                    _say_changes(report)
                    told.tell(trouble(report))
            except (PolicyAssistantError, OSError) as error:
                hint = getattr(error, "hint", "")
                told.tell([f"error: {error}", *([f"hint: {hint}"] if hint else [])])
            pause(every)
    except KeyboardInterrupt:
        return 0


class _Told:
    """What was told of the last round's trouble, so that what goes on is told once."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def tell(self, lines: list[str]) -> None:
        for line in lines:
            if line not in self._lines:
                note(f"{_now()} {line}")
        self._lines = lines


def _say_changes(report: "IngestReport") -> None:
    for line in changes(report):
        say(f"{_now()} {line}")


def _now() -> str:
    return time.strftime("%H:%M:%S")
