"""Follow-ups: the full question that a text asks after a previous one, for a person to see and change before it is answered."""

from dataclasses import dataclass
from typing import Literal

from policy_assistant.analysis import base_language, likely_languages
from policy_assistant.errors import ModelError
from policy_assistant.followup.lexicon import LEXICONS, Lexicon
from policy_assistant.followup.need import Need, is_code, need_of
from policy_assistant.followup.proposal import proposed
from policy_assistant.followup.rules import full_by_rules
from policy_assistant.models.base import ChatModel
from policy_assistant.quantities.numbers import find_codes

MAX_CHARACTERS = 1000
"""A longer text is a question of its own, and a longer previous question completes nothing."""

Reason = Literal["complete", "no_previous", "fragment", "condition", "asked_word", "pronoun"]
"""Why a text is a follow-up: a part of a sentence ("and for furniture?"), an "if", a question word alone ("Why?"), a pronoun
that stands for what the previous question is about. `complete` and `no_previous` say why it is none.
"""


@dataclass(frozen=True)
class FullQuestion:
    """`text` is what to ask: the text itself where it is no follow-up."""

    text: str
    is_follow_up: bool
    reason: Reason


def full_question(previous: str, text: str, language: str = "", model: ChatModel | None = None) -> FullQuestion:
    """The full question that `text` asks after `previous`. Its own result is never a follow-up.

    In doubt a text is a question of its own and comes back unchanged, as does every text in a language other than English
    and French. `language` is a tag (`fr-CA`); without it the words decide. A chat model words follow-ups only; where it
    fails, or its reply cannot be used, the rules' question is taken.
    """
    if not previous.strip() or not text.strip():
        return FullQuestion(text, False, "no_previous" if text.strip() else "complete")
    before, now = _lexicon(previous, language), _lexicon(text, language, previous)
    if before is None or now is None or max(len(previous), len(text)) > MAX_CHARACTERS:
        return FullQuestion(text, False, "complete")
    found = None if need_of(previous, before) else _need(previous, text, now)
    made = full_by_rules(previous, found, before, now) if found else ""
    if not found or not _is_full(made, text, previous, language):
        return FullQuestion(text, False, "complete")
    return FullQuestion(_worded(previous, text, made, language, model), True, found.lack)


def _lexicon(text: str, language: str, context: str = "") -> Lexicon | None:
    """That of the language, else of the text's words, else of those of its context."""
    if language.strip():
        return LEXICONS.get(base_language(language))
    likely = likely_languages(text, list(LEXICONS))
    return LEXICONS[likely[0]] if len(likely) == 1 or not context else _lexicon(context, language)


def _need(previous: str, text: str, lexicon: Lexicon) -> Need | None:
    """What the text lacks. A code alone follows up only on one of its own family; else it is searched for."""
    need = need_of(text, lexicon)
    if need and need.rest and is_code(text.strip(" ?!.\u00a0\u202f")):
        family = need.rest.rstrip("0123456789").split("-")[0].upper()
        known = (previous[code.start : code.end].rstrip("0123456789").split("-")[0].upper() for code in find_codes(previous))
        return need if family and family in known else None
    return need


def _is_full(made: str, text: str, previous: str, language: str) -> bool:
    """Whether a question made from two lacks nothing any more: the previous one may itself have been a fragment."""
    if not made.strip() or made.strip() in (text.strip(), previous.strip()) or len(made) > 2 * MAX_CHARACTERS:
        return False
    lexicons = [_lexicon(made, language, previous)] if language.strip() else list(LEXICONS.values())
    return all(lexicon is not None and need_of(made, lexicon) is None for lexicon in lexicons)


def _worded(previous: str, text: str, made: str, language: str, model: ChatModel | None) -> str:
    if model is None:
        return made
    try:
        line = proposed(previous, text, made, model)
    except ModelError:
        return made
    return line if _is_full(line, text, previous, language) else made
