"""Follow-ups: the full question that a text asks after a previous one, for a person to see and change before it is answered."""

from dataclasses import dataclass
from typing import Literal

from policy_assistant.analysis import base_language, likely_languages
from policy_assistant.errors import ModelError
from policy_assistant.followup.day import day_asked, day_near
from policy_assistant.followup.lexicon import LEXICONS, Lexicon
from policy_assistant.followup.need import Need, is_code, need_of
from policy_assistant.followup.proposal import proposed
from policy_assistant.followup.rules import full_by_rules, full_in_two_languages, is_asked_of_day
from policy_assistant.models.base import ChatModel
from policy_assistant.quantities.numbers import find_codes

MAX_CHARACTERS = 1000
"""A longer text is a question of its own, and a longer previous question completes nothing."""

Reason = Literal["complete", "no_previous", "fragment", "condition", "asked_word", "pronoun", "other_language"]
"""Why a text is a follow-up: a part of a sentence ("and for furniture?"), an "if", a question word alone ("Why?"), a pronoun
that stands for what the previous question is about. `other_language`: what it names is in another language than the previous
question and is not in the full question; a person has to put it there. `complete` and `no_previous` say why it is none.
"""


@dataclass(frozen=True)
class FullQuestion:
    """`text` is what to ask: the text itself where it is no follow-up. `as_of` is the day (YYYY-MM-DD) to ask it as of, or empty."""

    text: str
    is_follow_up: bool
    reason: Reason
    as_of: str = ""


def full_question(previous: str, text: str, language: str = "", model: ChatModel | None = None, *, today: str = "") -> FullQuestion:
    """The full question that `text` asks after `previous`. Its own result is never a follow-up.

    In doubt a text is a question of its own and comes back unchanged, as does every text in a language other than English
    and French. `language` is the tag of the text (`fr-CA`); without it the words decide. A chat model words follow-ups only; where it
    fails, or its reply cannot be used, the rules' question is taken.

    A text that names only a day ("and as of 9 October?") asks the previous question as of that day, the next of its kind
    from `today` on (YYYY-MM-DD). A day that cannot be worked out stays in the question's words.

    Raises:
        UsageError: `today` is neither empty nor a day written as YYYY-MM-DD.
    """
    if not previous.strip() or not text.strip():
        return FullQuestion(text, False, "no_previous" if text.strip() else "complete")
    before, now = _lexicon_before(previous, language), _lexicon(text, language, previous)
    if before is None or now is None or max(len(previous), len(text)) > MAX_CHARACTERS:
        return FullQuestion(text, False, "complete")
    need = None if need_of(previous, before) else _need(previous, text, now)
    if need is None:
        return FullQuestion(text, False, "complete")
    made = _by_rules(previous, need, before, now, day_asked(need.rest, now.language, today) if need.lack == "fragment" else "")
    if not _is_full(made.text, text, previous, language):
        return FullQuestion(text, False, "complete")
    return made if made.as_of else _worded(previous, text, made, need, language, model)


def _by_rules(previous: str, need: Need, before: Lexicon, now: Lexicon, as_of: str) -> FullQuestion:
    if as_of and is_asked_of_day(previous, need, before):
        return FullQuestion(previous.strip(), True, need.lack, as_of)
    as_of = (day_near(need.rest, now.language, previous) or as_of) if as_of else ""
    if now is before:
        return FullQuestion(full_by_rules(previous, need, before), True, need.lack, as_of)
    made = full_in_two_languages(previous, need, before, now, as_of)
    return FullQuestion(made, True, "other_language" if made == previous.strip() else need.lack, as_of)


def _lexicon_before(previous: str, language: str) -> Lexicon | None:
    """That of the previous question's own words, else of the language."""
    likely = likely_languages(previous, list(LEXICONS))
    return _lexicon(previous, language) if len(likely) > 1 else LEXICONS[likely[0]]


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
    if not made.strip() or made.strip() == text.strip() or len(made) > 2 * MAX_CHARACTERS:
        return False
    lexicons = [_lexicon(made, language, previous)] if language.strip() else list(LEXICONS.values())
    return all(lexicon is not None and need_of(made, lexicon) is None for lexicon in lexicons)


def _worded(previous: str, text: str, made: FullQuestion, need: Need, language: str, model: ChatModel | None) -> FullQuestion:
    """The same in a model's words, where they can be used."""
    if model is None:
        return made
    try:
        line = proposed(previous, text, made.text, model)
    except ModelError:
        return made
    is_new = line.strip() != previous.strip() and _is_full(line, text, previous, language)
    return FullQuestion(line, True, need.lack, made.as_of) if is_new else made
