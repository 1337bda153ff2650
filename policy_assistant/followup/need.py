"""What a text lacks to be a question of its own, seen from the text alone. In doubt it lacks nothing."""

import re
from dataclasses import dataclass
from typing import Literal

from policy_assistant.followup.day import is_day
from policy_assistant.followup.lexicon import LEXICONS, Lexicon
from policy_assistant.followup.phrases import INVERTED, Phrase, Word, is_verb, phrases_of, words_of
from policy_assistant.quantities.numbers import find_codes

Lack = Literal["fragment", "condition", "asked_word", "pronoun"]

MAX_FRAGMENT_WORDS = 10
MAX_ALONE_WORDS = 5
"""A fragment without "and" or "what about" is taken for one up to so many words."""

MAX_OPENINGS = 4
_END = " \t\n\r\u00a0\u202f?!.…;:,"
_THOSE = re.compile(
    r"(?:those|the ones?|that|ceux|celles?|celui)\s+(?=(?:of|for|on|from|in|with|de|du|des|d['’]|pour|sur|en|au|aux|à)\b)", re.I
)
_SAME = re.compile(r",\s*(?:is it the same|same thing|est-ce (?:pareil|la même chose)|c['’]est pareil)$", re.I)
_CASE = re.compile(r"en cas d(?:e\s|['’])", re.I)
_SPEAKERS = {"en": frozenset({"i", "you", "we", "he", "she"}), "fr": frozenset({"je", "j'", "nous", "vous", "on", "tu"})}


_UNITS = {
    "en": frozenset({"day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "time", "times", "money"}),
    "fr": frozenset(
        {"temps", "jour", "jours", "semaine", "semaines", "mois", "an", "ans", "année", "années", "heure", "heures", "fois", "argent"}
    ),
}
_AMOUNT_ASKED = re.compile(r"how\s+(?:long|much|many|often|soon)|combien|quand", re.I)
_OPEN_VERBS = frozenset({"get", "pay", "have", "long", "much", "many", "often", "soon", "de"})
_HOW = re.compile(r"how\s+[a-z]+\s+(?=is\b|are\b|was\b|were\b)", re.I)
_MAX_OPEN_WORDS = 6


@dataclass(frozen=True)
class Need:
    """What is lacking, and the text without the words that open and close a follow-up.

    For a pronoun, `pronoun` is its place in `rest`; without one the whole question is told after the previous one.
    """

    lack: Lack
    rest: str
    pronoun: Word | None = None


def need_of(text: str, lexicon: Lexicon) -> Need | None:
    """What the text lacks, or None when it is a question of its own (or something else, such as words to search for)."""
    rest, is_opened, is_strong = _opened(text, lexicon)
    words = [word for word in words_of(rest) if not word.is_mark]
    if not words:
        return None
    if lexicon.bare_asking.fullmatch(rest) or _is_short_question(rest, words, lexicon) or _is_open_question(rest, words, lexicon):
        return Need("asked_word", rest)
    if is_day(rest) and _names_day(text, words, lexicon, is_opened=is_opened):
        return Need("fragment", rest)
    if _is_condition(rest, words, lexicon, is_opened=is_opened):
        return Need("condition", rest)
    if _is_fragment(text, rest, words, lexicon, is_opened=is_opened, is_strong=is_strong):
        return Need("fragment", _THOSE.sub("", rest, count=1) if _THOSE.match(rest) else rest)
    return _pronoun_need(rest, words, lexicon) if _is_question(text, words, lexicon) else None


def _opened(text: str, lexicon: Lexicon) -> tuple[str, bool, bool]:
    """The text without its opening and closing words; whether there were any, and whether they open nothing but a follow-up."""
    rest, is_opened, is_strong = text.strip(_END), False, False
    for _ in range(MAX_OPENINGS):
        strong = lexicon.strong.match(rest)
        match = strong or lexicon.weak.match(rest)
        if not match or match.end() == len(rest):
            break
        rest, is_opened, is_strong = rest[match.end() :], True, is_strong or strong is not None
    if lexicon.weak.fullmatch(rest):
        return "", True, is_strong
    shorter = _SAME.sub("", rest) if is_opened else rest
    closed = lexicon.trailing.sub("", shorter.rstrip(_END))
    return closed.strip(_END), is_opened or closed != shorter.rstrip(_END), is_strong


def _is_short_question(rest: str, words: list[Word], lexicon: Lexicon) -> bool:
    """A question word with a verb and nothing that the question could be about: "who pays", "qui paie"."""
    if len(words) != 2 or words[0].low not in lexicon.asking or any(_stands_for(word, [], rest, lexicon) for word in words):
        return False
    return not any(phrase.kind != "asked" for phrase in phrases_of(rest, lexicon)) and not find_codes(rest)


def _is_open_question(rest: str, words: list[Word], lexicon: Lexicon) -> bool:
    """A question for an amount that does not say of what: "how long do I have", "combien de temps ai-je"."""
    if len(words) > _MAX_OPEN_WORDS or not _AMOUNT_ASKED.match(rest):
        return False
    small = lexicon.asking | _UNITS[lexicon.language] | _OPEN_VERBS | _SPEAKERS[lexicon.language]
    return all(word.low in small or is_verb(word, lexicon) for word in words) and not any(
        _stands_for(word, words[number + 1 :], rest, lexicon) for number, word in enumerate(words)
    )


def _is_condition(rest: str, words: list[Word], lexicon: Lexicon, *, is_opened: bool) -> bool:
    first, others = words[0], words[1:]
    if _CASE.match(rest):
        return "," not in rest and not any(_asks(word, lexicon) for word in others)
    if first.low not in (lexicon.conditions_when_opened if is_opened else lexicon.conditions) or len(others) < 2:
        return False
    if first.low in lexicon.asking and (is_verb(others[0], lexicon) or others[0].low in lexicon.verbs):
        return False
    return "," not in rest and not any(_asks(word, lexicon) for word in others)


def _asks(word: Word, lexicon: Lexicon) -> bool:
    is_inverted = lexicon.language == "fr" and INVERTED.fullmatch(word.low) is not None
    return is_inverted or (word.low in lexicon.asking and word.low not in ("que", "qu'", "qui", "who", "which", "when"))


def _is_fragment(text: str, rest: str, words: list[Word], lexicon: Lexicon, *, is_opened: bool, is_strong: bool) -> bool:
    if len(words) > MAX_FRAGMENT_WORDS or "\n" in rest or _has_sentence(words, lexicon, rest):
        return False
    if is_opened:
        return is_strong or not _is_command(words, lexicon)
    asks = text.rstrip().endswith("?") and len(words) <= MAX_ALONE_WORDS
    return asks and (words[0].low in lexicon.prepositions or _is_one(rest, lexicon, "date") or is_code(rest))


def _names_day(text: str, words: list[Word], lexicon: Lexicon, *, is_opened: bool) -> bool:
    """Whether what may be a day is one: "and may" is none."""
    is_verb_alone = len(words) == 1 and is_verb(words[0], lexicon) and words[0].low == words[0].written
    return not is_verb_alone and (is_opened or text.rstrip().endswith("?"))


def _is_command(words: list[Word], lexicon: Lexicon) -> bool:
    """Whether it tells to do something: "return it", not "travel time"."""
    led = lexicon.determiners | lexicon.subjects | lexicon.pronouns | lexicon.prepositions
    return len(words) > 1 and words[0].low in lexicon.verbs and words[1].low in led


def _has_sentence(words: list[Word], lexicon: Lexicon, rest: str) -> bool:
    """Whether a verb or a question word stands before any "that" or "qui": then it is no fragment."""
    for word in words:
        if word.low in ("that", "which", "who", "qui", "que", "dont") and word is not words[0]:
            return False
        if word.written == "May" and word is not words[0]:
            continue
        if is_verb(word, lexicon) or word.low in lexicon.asking or word.low in lexicon.breaks or word.low in _SPEAKERS[lexicon.language]:
            return True
        if word.low in lexicon.pronouns and not _leads(word, rest):
            return True
    return False


def _leads(word: Word, rest: str) -> bool:
    """Whether "its", "this", "those" lead a name or a phrase, instead of standing for one."""
    return word.low in ("its", "their", "this", "that", "these", "those") and word.end < len(rest)


def _is_one(rest: str, lexicon: Lexicon, kind: str) -> bool:
    found = phrases_of(rest, lexicon)
    return len(found) == 1 and found[0].kind == kind and (found[0].start, found[0].end) == (0, len(rest))


def is_code(text: str) -> bool:
    """Whether the text is one code and nothing else."""
    found = find_codes(text)
    return len(found) == 1 and (found[0].start, found[0].end) == (0, len(text))


# --- Pronouns ----------------------------------------------------------------------------------------------------------


def _pronoun_need(rest: str, words: list[Word], lexicon: Lexicon) -> Need | None:
    if re.search(r"[.?!]\s", rest):
        return None
    pronoun = next((word for number, word in enumerate(words) if _stands_for(word, words[number + 1 :], rest, lexicon)), None)
    if pronoun is None or lexicon.dummy.search(rest):
        return None
    quality = _HOW.match(rest)
    begins = quality.end() if quality else 0
    named = [phrase for phrase in phrases_of(rest, lexicon) if begins <= phrase.start and phrase.end <= pronoun.start]
    return None if any(_may_be_meant(phrase, pronoun, lexicon) for phrase in named) else Need("pronoun", rest, pronoun)


def _is_question(text: str, words: list[Word], lexicon: Lexicon) -> bool:
    """Whether it asks: a statement ("This is wrong.") is left alone."""
    return text.rstrip().endswith("?") or is_verb(words[0], lexicon) or words[0].low in lexicon.asking


def _stands_for(word: Word, following: list[Word], rest: str, lexicon: Lexicon) -> bool:
    """Whether this word stands for something that was named before."""
    if lexicon.language == "fr":
        return _french_pronoun(word, following, rest)
    if word.low in ("this", "that", "these", "those"):
        return not following or is_verb(following[0], lexicon) or following[0].low in lexicon.prepositions | lexicon.verbs
    return word.low in lexicon.pronouns


def _french_pronoun(word: Word, following: list[Word], rest: str) -> bool:
    if re.fullmatch(r".+-(?:il|elle|ils|elles)", word.low):
        return True
    if word.low in ("il", "elle", "ils", "elles", "ça", "cela", "ceci"):
        return True
    if word.low == "c'":
        return not re.search(r"est-ce qu.?$|qu['’]est-$", rest[: word.start])
    if word.low in ("le", "la", "les", "l'", "en", "y"):
        before = rest[: word.start].rstrip().lower()
        is_led = re.search(r"(?:-je|-on|-nous|-vous|\b(?:peux|peut|dois|doit|faut|faut-il|veux|pour))$", before)
        return bool(is_led and following and _is_infinitive(following[0].low))
    return False


def _is_infinitive(word: str) -> bool:
    return word in LEXICONS["fr"].verbs or (word.endswith(("er", "ir")) and not word.endswith("ier"))


def _may_be_meant(phrase: Phrase, pronoun: Word, lexicon: Lexicon) -> bool:
    """Whether a pronoun behind the phrase may stand for it."""
    if phrase.kind in ("date", "amount"):
        return False
    if phrase.kind == "asked":
        return phrase.head not in _UNITS[lexicon.language]
    is_thing = pronoun.low in ("it", "its", "this", "that", "ça", "cela", "ceci", "c'", "le", "la", "les", "l'", "en", "y")
    return not (is_thing and phrase.kind == "person")
