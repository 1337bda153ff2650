"""Cutting: parsed documents become chunks with their terms, in several processes where that pays."""

from policy_assistant.cutting.cut import Cut, Task, cut, cut_kept

__all__ = ["Cut", "Task", "cut", "cut_kept"]
