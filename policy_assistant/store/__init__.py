"""Where documents and chunks are kept and searched: the protocol of an engine, and SQLite as one."""

from policy_assistant.store.base import Engine
from policy_assistant.store.sqlite import Store

__all__ = ["Engine", "Store"]
