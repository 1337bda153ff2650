"""policy-assistant: answers from your own versioned, access-labelled documents, with proof."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from policy_assistant.assistant import Assistant
    from policy_assistant.errors import PolicyAssistantError
    from policy_assistant.filters import Filters
    from policy_assistant.lexical import Hit
    from policy_assistant.metadata import Chunk
    from policy_assistant.search import SearchResult
    from policy_assistant.settings import Settings
    from policy_assistant.settings_file import load_settings

__version__ = "0.1.0"

__all__ = ["Assistant", "Chunk", "Filters", "Hit", "PolicyAssistantError", "SearchResult", "Settings", "__version__", "load_settings"]

_HOMES = {
    "Assistant": "assistant",
    "Chunk": "metadata",
    "Filters": "filters",
    "Hit": "lexical",
    "PolicyAssistantError": "errors",
    "SearchResult": "search",
    "Settings": "settings",
    "load_settings": "settings_file",
}


def __getattr__(name: str) -> Any:
    """Public names are loaded when they are first used, so that `import policy_assistant` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
