"""From a file to its parsed text: one module a format, all giving the same blocks."""

from policy_assistant.parse.base import ParseOptions, parse

__all__ = ["ParseOptions", "parse"]
