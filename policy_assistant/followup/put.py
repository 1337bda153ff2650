"""A phrase of a question is replaced, with the small words and the verb that agree with it."""

import re

from policy_assistant.followup.fragment import Fragment
from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.phrases import Phrase
from policy_assistant.followup.subject import with_its_verb


def replaced(question: str, phrase: Phrase, fragment: Fragment, lexicon: Lexicon) -> str:
    """The question with the fragment for the phrase. A preposition that only says "about" stays the question's own."""
    own = fragment.phrase.preposition
    core = {"du": "le ", "des": "les "}.get(own, "") + fragment.core
    if not phrase.preposition:
        if phrase.determiner in ("the", "my", "your", "our") and not fragment.phrase.determiner and fragment.phrase.kind == "rule":
            core = f"{phrase.determiner} {core}"
        return _agreeing(question, core, phrase, fragment, lexicon)
    if own and own not in lexicon.topical:
        return put(question, phrase, fragment.text)
    if phrase.preposition in _PARTS and _ASKS_TO_DO.search(question[: phrase.start]):
        return put(question, phrase, fragment.text if own in _PARTS else fragment.core)
    kept = {"du": "de", "des": "de", "au": "à", "aux": "à", "d'": "de"}.get(phrase.preposition, phrase.preposition)
    return put(question, phrase, joined(kept, core) if lexicon.language == "fr" else f"{kept} {core}")


_PARTS = frozenset({"du", "des", "d'"})
_ASKS_TO_DO = re.compile(r"-(?:je|tu|il|elle|on|nous|vous|ils|elles)\s+$", re.I)
"""Behind it "des" is an article: "avez-vous des serres"."""


def put(question: str, phrase: Phrase, new: str) -> str:
    """The question with other words for the phrase and its preposition."""
    return question[: phrase.start] + new + question[phrase.end :]


_VOWELS = frozenset("aeiouéèêâîôû")
_NUMBERS = {"is": "are", "does": "do", "was": "were", "has": "have"}
_SINGULAR = {many: one for one, many in _NUMBERS.items()}
_LAST_WORD = re.compile(r"([A-Za-z]+)(\s+)$")


def _agreeing(question: str, new: str, phrase: Phrase, fragment: Fragment, lexicon: Lexicon) -> str:
    """The question with a new subject or object; the verb of a subject takes its number."""
    before, after = question[: phrase.start], question[phrase.end :]
    if lexicon.language == "fr":
        return _in_french(before, new, after, fragment)
    return _in_number(before, phrase, fragment) + new + after


_QUE = re.compile(r"qu(?:e\s|['’])$", re.I)


def _in_french(before: str, new: str, after: str, fragment: Fragment) -> str:
    before = _QUE.sub("qu’" if new[:1].lower() in _VOWELS else "que ", before)
    return before + new + with_its_verb(after, is_many=_is_french_plural(fragment.phrase), determiner=fragment.phrase.determiner)


def _in_number(before: str, phrase: Phrase, fragment: Fragment) -> str:
    """What stands before an English subject, with the verb in the number of the new one."""
    verb = _LAST_WORD.search(before)
    was_many, now_many = is_many(phrase.head), is_many(fragment.phrase.head)
    changes = _NUMBERS if now_many else _SINGULAR
    if verb is None or was_many == now_many or verb[1].lower() not in changes:
        return before
    other = changes[verb[1].lower()]
    return before[: verb.start()] + (other.capitalize() if verb[1][0].isupper() else other) + verb[2]


def is_many(head: str) -> bool:
    """Whether an English noun is in the plural."""
    return (head.endswith("s") and not head.endswith(("ss", "us"))) or head in ("staff", "people")


def _is_french_plural(phrase: Phrase) -> bool:
    article = phrase.determiner or phrase.preposition
    return article in ("les", "des", "aux", "ces", "mes", "nos", "vos", "ses", "leurs")


def joined(preposition: str, name: str) -> str:
    """A French preposition with what follows it: "de" and "les pompes" are "des pompes"."""
    first, _, others = name.partition(" ")
    together = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}.get((preposition, first.lower()))
    if together:
        return f"{together} {others}"
    if preposition == "de" and name[:1].lower() in _VOWELS:
        return f"d'{name}"
    return f"{preposition} {name}"
