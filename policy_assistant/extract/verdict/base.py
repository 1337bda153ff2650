"""What a verdict is, and how the rules look at a question."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from policy_assistant.answer import Asked
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.wanted import asking_sentences


@dataclass(frozen=True)
class Verdict:
    """A short answer and the candidate that it rests on."""

    text: str
    rests_on: Scored


def asks(forms: Mapping[str, re.Pattern[str]], asked: Asked) -> bool:
    """Whether a sentence that asks has the form of its language."""
    form = forms.get(asked.language)
    return form is not None and any(form.search(sentence) for sentence in asking_sentences(asked.text))
