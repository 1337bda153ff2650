"""Scores of a search on fixed questions."""

from policy_assistant.evaluate.measures import by_kind, covers, retrieval_scores, summarise
from policy_assistant.evaluate.questions import Question, load_questions

__all__ = ["Question", "by_kind", "covers", "load_questions", "retrieval_scores", "summarise"]
