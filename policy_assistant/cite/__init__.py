"""The checks of claims, in code: what a claim cites exists, was given, may be seen, holds, and says what the claim says.

What they cannot see:

- A claim can take the right number for the wrong thing when both stand in one cited passage.
- "At least" and "at most" are not compared, nor "only", "or" and "and"; who must do what for whom is not read.
- Amounts in dollars are one unit, whatever the country.
- Words and negation are compared within one language only; with another one a note says so.
- A paraphrase in other words can look unsupported, and opposites without a negator ("opened", "sealed") look alike:
  therefore these two problems are soft.
- Whether a verdict ("yes", "no") follows from what is quoted after it.
- Whether the cited passage is the one that applies among several in force.
"""

from policy_assistant.cite.check import MAX_CITATIONS, MAX_CLAIM, MAX_QUOTE, check, check_all
from policy_assistant.cite.sources import parse_id

__all__ = ["MAX_CITATIONS", "MAX_CLAIM", "MAX_QUOTE", "check", "check_all", "parse_id"]
