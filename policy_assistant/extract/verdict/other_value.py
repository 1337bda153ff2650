"""No, because the passage that wins says another value than the question was told."""

import re

from policy_assistant.answer import Asked
from policy_assistant.extract.disagreement import Disagreement
from policy_assistant.extract.evidence import quantities_in
from policy_assistant.extract.phrases import say
from policy_assistant.extract.verdict.base import Verdict, asks
from policy_assistant.quantities import same

_IS_RIGHT = {
    "en": re.compile(r"\b(?:right|correct|true|still valid|accurate)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:vrai|exact|correct|juste|bien ça|toujours valable)\b", re.IGNORECASE),
}


def other_value(asked: Asked, disagreement: Disagreement) -> Verdict | None:
    """No, where the question asks whether a value is right that only the overruled passage says."""
    if not asks(_IS_RIGHT, asked):
        return None
    told = quantities_in(asked.text, asked.language)
    overruled, held = (
        quantities_in(one.candidate.text, one.candidate.chunk.language) for one in (disagreement.overruled, disagreement.held)
    )
    repeated = any(same(value, other) for value in told for other in overruled)
    if not repeated or any(same(value, other) for value in told for other in held):
        return None
    return Verdict(say("no", asked.language), disagreement.held)
