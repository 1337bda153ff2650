"""The phrases of a question that a fragment may replace."""

import re

from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.phrases import Phrase, phrases_of
from policy_assistant.followup.subject import without_predicates

_FOR = frozenset({"for", "pour"})
_WANTS = re.compile(r"(?:\b(?:need|require|want|show|bring|provide)s?|\bfaut-il|\bfaut|\bfaudra-t-il)\s+$", re.I)


def candidates(question: str, own: Phrase, lexicon: Lexicon, *, is_told: bool) -> list[Phrase]:
    """Those of one sentence that `own`, the phrase of the fragment, may replace; `is_told` says that other sentences stand before it."""
    phrases = [p for p in phrases_of(question, lexicon) if not p.in_condition]
    phrases = without_predicates(question, phrases, lexicon)
    return [p for p in phrases if not _is_narrowed(question, p, own, lexicon, is_told=is_told)]


def _is_narrowed(question: str, phrase: Phrase, own: Phrase, lexicon: Lexicon, *, is_told: bool) -> bool:
    """Whether "for a gate" narrows what is asked about the phrase and does not replace it.

    So with what is needed ("do I need a receipt"), and with a thing of the story before the question ("the parcel").
    """
    if own.preposition not in _FOR or phrase.preposition or phrase.head == own.head:
        return False
    is_of_story = is_told and phrase.determiner in lexicon.definite and own.determiner not in lexicon.definite
    return is_of_story or _WANTS.search(question[: phrase.start]) is not None
