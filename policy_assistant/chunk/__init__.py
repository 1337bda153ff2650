"""From a parsed document to chunks: one module a way of cutting."""

from policy_assistant.chunk.base import CHUNKERS, DEFAULT_CHUNKER, chunk

__all__ = ["CHUNKERS", "DEFAULT_CHUNKER", "chunk"]
