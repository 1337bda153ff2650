"""Makes the object behind a name, and turns what a library raises on the way into an error of ours."""

from typing import Any

from policy_assistant.errors import ModelError, PolicyAssistantError
from policy_assistant.models.base import ModelOptions
from policy_assistant.models.text import one_line
from policy_assistant.registry import Registry

_REASON_CHARACTERS = 200


def load_model(table: Registry, name: str, model: str, options: ModelOptions | None) -> Any:
    """The adapter called `name`, opened with `model` and `options`.

    Raises:
        UsageError: no such name, or the options lack what it needs.
        MissingExtraError: its packages are not installed.
        ModelError: its library failed; the message holds the beginning of what the library said.
    """
    try:
        return table.load(name)(model, options or ModelOptions())
    except (PolicyAssistantError, MemoryError):
        raise
    except Exception as error:
        raise failure(f"the {table.kind} `{name}:{model}`" if model else f"the {table.kind} `{name}`", "cannot be loaded", error) from error


def failure(what: str, happened: str, error: Exception) -> ModelError:
    """An error of ours for one of a library."""
    reason = one_line(str(error), _REASON_CHARACTERS)
    return ModelError(
        f"{what} {happened} ({type(error).__name__}{f': {reason}' if reason else ''})",
        hint="check the model's name; a model that is not on this machine yet has to be downloaded by its library",
    )
