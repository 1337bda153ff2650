"""What no reader sees is taken away: what an unfinished change left, and what was removed a step before."""

from collections.abc import Iterable

from policy_assistant.store.qdrant.door import Between, Condition, Door, Where, equals
from policy_assistant.store.qdrant.layout import ALIVE, RECORDS, passages
from policy_assistant.store.qdrant.meta import Meta, dimensions_of


def collections_of(meta: Meta, *more: int) -> list[str]:
    """The collections in which a project has points; `more` are other dimensions."""
    return [RECORDS.name, *dict.fromkeys(passages(numbers).name for numbers in (meta.numbers, meta.former, *more))]


def take_back(door: Door, project: str, meta: Meta, collections: Iterable[str]) -> None:
    """Undo what a change wrote that never became visible, and delete what was removed before the visible step.

    What is staged for the next generation stays.
    """
    for name in collections:
        if door.exists(name):
            _delete(door, name, project, Between("born", meta.step + 1, None), equals("shard", 0))
            again = (equals("project", project), Between("born", None, meta.step), Between("died", meta.step + 1, ALIVE - 1))
            door.set_payload(name, {"died": ALIVE}, Where(again))
            _delete(door, name, project, Between("died", None, meta.step))


def sweep(door: Door, project: str, step: int, collections: Iterable[str]) -> None:
    """After a change to `step`: delete what was removed before it, and what was staged for the state before. Readers keep one step."""
    for name in collections:
        if door.exists(name):
            _delete(door, name, project, Between("died", None, step - 1))
            _delete(door, name, project, Between("born", step + 1, None))


def forget(door: Door, project: str) -> None:
    """Delete all points of a project; the marker last, so that it can be done again."""
    for numbers in dimensions_of(door, project):
        if door.exists(passages(numbers).name):
            _delete(door, passages(numbers).name, project)
    _delete(door, RECORDS.name, project)


def _delete(door: Door, name: str, project: str, *conditions: Condition) -> None:
    door.delete(name, Where((equals("project", project), *conditions)))
