"""The full question by rules alone: what the text lacks is taken from the previous question."""

import re
from dataclasses import replace

from policy_assistant.followup.day import is_view
from policy_assistant.followup.fill import filled
from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.need import Need, need_of
from policy_assistant.followup.phrases import Word, phrases_of, words_of
from policy_assistant.followup.topic import Topic, topic_of
from policy_assistant.quantities.numbers import find_codes

_SENTENCES = re.compile(r"(?<=[.?!…])\s+")
_MARK = re.compile(r"[\s\u00a0\u202f]*[?!.…]+[\s\u00a0\u202f]*$")
_MARKS = {"en": "?", "fr": " ?"}
_AND = {"en": "and", "fr": "et"}
_CONDITION = {
    "en": re.compile(r",?\s+(?:if|unless)\s[^,]*$", re.I),
    "fr": re.compile(r",?\s+(?:si\s|s['’]il|en cas de\s|en cas d['’])[^,]*$", re.I),
}
_DUMMY = re.compile(
    r"\b(?:does|will|would|did)\s+(it|that|this)\s+(?:take|cost)$|^is\s+(it|that|this)\s+(?:free|possible|allowed|legal|okay|ok)$", re.I
)
_OF_ATTRIBUTE = re.compile(
    r"^(?:how long|when|quand) (?:is|est)\b|\b(?:extend|postpon|shorten|chang|reduc|find|found|prolong|report|modifi|trouv)", re.I
)
"""What is asked of a deadline or a code rather than of the thing that has it."""

_VERBS = re.compile(r"\b(?:take|cost|free|possible|allowed|legal|okay|ok)$", re.I)


def full_by_rules(previous: str, need: Need, lexicon: Lexicon) -> str:
    """The full question, empty where there is none. It may still lack something where the previous one does; the caller looks.

    Both are read in one language.
    """
    *told, last = _SENTENCES.split(previous.strip())
    question = _MARK.sub("", last)
    made = _made(question, need, lexicon, is_told=bool(told)) if question else ""
    return " ".join([*told, f"{made[:1].upper()}{made[1:]}{_MARKS[lexicon.language]}"]) if made else ""


def full_in_two_languages(previous: str, need: Need, lexicon: Lexicon, own: Lexicon, as_of: str) -> str:
    """The same where the text is in another language than the previous question, which `lexicon` reads; `own` reads the text.

    Only what is written alike in both takes its place in the previous question: a code, and a day as an ISO date. A question
    is told after it, a fragment not at all: what it names would have to be translated.
    """
    codes = find_codes(need.rest)
    if need.lack == "fragment" and (as_of or codes):
        alike = as_of or need.rest[codes[0].start : codes[0].end]
        return full_by_rules(previous, replace(need, rest=alike), lexicon)
    if need.lack in ("fragment", "condition"):
        return previous.strip()
    return f"{previous.strip()} {need.rest[:1].upper()}{need.rest[1:]}{_MARKS[own.language]}"


def is_asked_of_day(previous: str, need: Need, lexicon: Lexicon) -> bool:
    """Whether a fragment that names a day leaves the words of the previous question alone: they name none, or it says "as of"."""
    last = _SENTENCES.split(previous.strip())[-1]
    return is_view(need.rest) or not any(phrase.kind == "date" for phrase in phrases_of(last, lexicon))


def _made(question: str, need: Need, lexicon: Lexicon, *, is_told: bool) -> str:
    if need.lack == "fragment":
        return filled(question, _inside(need.rest, lexicon), lexicon, is_told=is_told)
    if need.lack == "condition":
        made = f"{_CONDITION[lexicon.language].sub('', question)} {_inside(need.rest, lexicon)}"
        return made if need_of(made, lexicon) is None else _told_after(question, need.rest, lexicon)
    if need.pronoun:
        return _resolved(question, need.rest, need.pronoun, lexicon) or _told_after(question, need.rest, lexicon)
    return _told_after(question, need.rest, lexicon)


def _inside(rest: str, lexicon: Lexicon) -> str:
    """The text as it stands inside a sentence: a small word loses its capital, a name keeps it."""
    words = words_of(rest)
    small = lexicon.prepositions | lexicon.determiners | lexicon.conditions_when_opened
    return rest[:1].lower() + rest[1:] if words and words[0].low in small else rest


def _told_after(question: str, rest: str, lexicon: Lexicon) -> str:
    """Both questions as one: "Do you deliver to Yukon, and how long does it take"."""
    return f"{question}, {_AND[lexicon.language]} {rest[:1].lower()}{rest[1:]}"


def _resolved(question: str, rest: str, pronoun: Word, lexicon: Lexicon) -> str:
    """The question `rest` with the topic for its pronoun, or empty where the topic cannot be named."""
    plural = pronoun.low in ("they", "them", "their", "these", "those", "ils", "elles", "les")
    topic = topic_of(question, lexicon, plural=plural, with_attribute=_OF_ATTRIBUTE.search(rest) is not None)
    if lexicon.language == "fr":
        return f"{topic.text}, {rest[:1].lower()}{rest[1:]}" if topic.text and not _asks_to_do(question) else ""
    if topic.doing and _DUMMY.search(rest):
        return f"{rest} to {topic.doing}"
    return _in_place(rest, pronoun, topic)


def _in_place(rest: str, pronoun: Word, topic: Topic) -> str:
    if not topic.text or (topic.doing and _VERBS.search(rest)):
        return ""
    name = topic.text
    if pronoun.low in ("its", "their"):
        if not topic.is_one_phrase:
            return ""
        name += "'" if name.endswith("s") else "'s"
    return rest[: pronoun.start] + name + rest[pronoun.end :]


_DOES = re.compile(r"\w+-(?:vous|nous|je|on|tu)\b", re.I)


def _asks_to_do(question: str) -> bool:
    """Whether a French question asks if somebody does something: what comes next is about the doing, not about a thing."""
    match = _DOES.match(question)
    return match is not None and match[0].lower().split("-")[0] not in ("avez", "peut")
