"""Everything that can be wrong with a project, and what mends it."""

from policy_assistant.doctor.examine import CHECKS, Check, Diagnosis, Outcome, examine, run

__all__ = ["CHECKS", "Check", "Diagnosis", "Outcome", "examine", "run"]
