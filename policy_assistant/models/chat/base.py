"""The table of chat models and the ways into it: check a spec, open one."""

from policy_assistant.errors import UsageError
from policy_assistant.models.base import ChatModel, ModelOptions
from policy_assistant.models.loading import load_model
from policy_assistant.models.spec import split_spec
from policy_assistant.registry import Entry, Registry

CHAT_MODELS = Registry(
    "chat model",
    {
        "openai": Entry(
            "policy_assistant.models.chat.openai",
            "OpenAiChatModel",
            "chat",
            "a server that speaks OpenAI's chat completions API",
            ("openai",),
        )
    },
)
"""Name -> adapter: a class of `(model, options)` that is a `ChatModel`."""

NONE = "none"
"""The spec that says: no chat model."""


def check_chat_model(spec: str) -> str:
    """The spec, if it is `none` or names a chat model, found out without importing anything.

    Raises:
        UsageError: it does not.
    """
    if spec != NONE:
        split_spec(spec, CHAT_MODELS)
    return spec


def open_chat_model(spec: str, options: ModelOptions | None = None) -> ChatModel:
    """Make ready the chat model that a spec names; its server is not called yet.

    Raises:
        UsageError: no such chat model, or its server's address is missing or wrong.
    """
    if spec == NONE:
        raise UsageError("the chat model is `none`", hint="set [models] chat_model")
    name, model = split_spec(spec, CHAT_MODELS)
    chat_model: ChatModel = load_model(CHAT_MODELS, name, model, options)
    return chat_model
