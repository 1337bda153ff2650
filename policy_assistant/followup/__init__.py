"""Follow-ups ("and for furniture?"), made into full questions that are shown before they are answered."""

from policy_assistant.followup.full import FullQuestion, Reason, full_question

__all__ = ["FullQuestion", "Reason", "full_question"]
