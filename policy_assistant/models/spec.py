"""The text that names a model in the settings: `NAME` or `NAME:MODEL`."""

import re

from policy_assistant.errors import UsageError
from policy_assistant.registry import Registry

MAX_MODEL_CHARACTERS = 200
_MODEL = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\ud800-\udfff]+")


def split_spec(spec: str, table: Registry, alone: tuple[str, ...] = ()) -> tuple[str, str]:
    """The name and the model of a spec; the model is empty for the names in `alone`, which have only one.

    Raises:
        UsageError: no such name, a model where none is allowed or none where one is needed, or one that cannot be a name.
    """
    name, colon, model = spec.partition(":")
    table.entry(name)
    if name in alone:
        if colon:
            raise UsageError(f"the {table.kind} {spec!r} names a model, but `{name}` has only one", hint=f"write `{name}`")
        return name, ""
    if not model:
        raise UsageError(f"the {table.kind} {spec!r} names no model", hint=f"write `{name}:MODEL`")
    if len(model) > MAX_MODEL_CHARACTERS or not _MODEL.fullmatch(model):
        raise UsageError(
            f"the {table.kind} {spec[:60]!r} names no possible model",
            hint=f"a name without blanks, at most {MAX_MODEL_CHARACTERS} characters",
        )
    return name, model
