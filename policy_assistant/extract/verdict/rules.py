"""The verdict of a question: the surest rule that gives one.

- Another value: what the question was told is not what the winning passage says.
- A deadline: days or periods of the question against the limit of a quote, or the day that a limit leads to.
- No: the quote denies, in so many words, what the question asks.
- A translation: the quote's amounts in the question's language.

A verdict is a claim like any other: its numbers are in the question or the quote, or follow from both by arithmetic, and it
is checked. Where no rule is sure there is none: the quote answers alone.
"""

from collections.abc import Sequence

from policy_assistant.answer import Asked
from policy_assistant.extract.disagreement import Disagreement
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.verdict.base import Verdict
from policy_assistant.extract.verdict.deadline import deadline
from policy_assistant.extract.verdict.denial import denial
from policy_assistant.extract.verdict.other_value import other_value
from policy_assistant.extract.verdict.translation import translation


def verdict(
    asked: Asked, focus: Focus, chosen: Sequence[Scored], disagreement: Disagreement | None, precedence: Sequence[str] = ()
) -> Verdict | None:
    """The verdict that can be proved from the chosen candidates, or None."""
    if not chosen:
        return None
    if disagreement and disagreement.by_rank and (denied := other_value(asked, disagreement)):
        return denied
    if found := deadline(asked, focus, chosen, precedence):
        return found
    return denial(asked, focus, chosen[0]) or translation(asked, focus, chosen[0])
