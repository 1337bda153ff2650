"""The subject of a question that is answered by yes or no: what "and for furniture?" most likely stands for."""

import re
from collections.abc import Sequence

from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.phrases import INVERTED, SUPPORT, Phrase, words_of

_COPULAS = frozenset({"is", "are", "was", "were", "isn't", "aren't"})
_OPENS = _COPULAS | SUPPORT | {"has", "have"}
_FRENCH_COPULA = re.compile(r"(?:est|sont|était|étaient|sera|seront)-", re.I)
_TO_DO = re.compile(r"\bto\s|\b[dà]['’]?\s*e?\s*\w+(?:er|ir|re)\s", re.I)
"""Behind it stands what is done: "allowed to return sale items"."""

_ITS_VERB = re.compile(r"\s+(?:n['’])?([\w-]+)")


def subject_of(question: str, phrases: Sequence[Phrase], lexicon: Lexicon) -> Phrase | None:
    """The subject, where it is named: "a spade" of "Is a spade still covered"."""
    first = phrases[0] if phrases else None
    if first is None or first.preposition or first.kind in ("asked", "date", "amount"):
        return None
    before = words_of(question[: first.start])
    if lexicon.language == "en":
        return first if len(before) == 1 and before[0].low in _OPENS else None
    return first if not before and _inverted(question, phrases) else None


def without_predicates(question: str, phrases: Sequence[Phrase], lexicon: Lexicon) -> list[Phrase]:
    """The phrases without those that a form of "to be" says of the subject ("busy" of "Is the desk busy"): nothing replaces them."""
    subject = subject_of(question, phrases, lexicon)
    if subject is None or not is_said_to_be(question, phrases, lexicon):
        return list(phrases)
    return [
        p
        for p in phrases
        if p is subject or p.preposition or p.kind in ("date", "amount") or _TO_DO.search(question[subject.end : p.start])
    ]


def is_said_to_be(question: str, phrases: Sequence[Phrase], lexicon: Lexicon) -> bool:
    """Whether the verb behind or before the subject is a form of "to be"."""
    if lexicon.language == "en":
        return words_of(question)[0].low in _COPULAS
    return _FRENCH_COPULA.match(_inverted(question, phrases)) is not None


def _inverted(question: str, phrases: Sequence[Phrase]) -> str:
    """The French verb with its pronoun that stands behind the subject and what belongs to it, or nothing."""
    for phrase in phrases:
        verb = _ITS_VERB.match(question, phrase.end)
        if verb and INVERTED.fullmatch(verb[1]):
            return verb[1]
        if phrase is not phrases[0] and not phrase.preposition:
            return ""
    return ""


_FRENCH_VERBS = (("est", "sont"), ("a-t", "ont"), ("peut", "peuvent"), ("doit", "doivent"))
_SAID = re.compile(
    r"(\s+(?:(?:encore|toujours|aussi|déjà|bien)\s+)?)(?!permis|compris|pris|mis|remis)([^\W\d_]+?(?:é|u|i|it|ert))(?P<feminine>e?)s?(?=[\s,]|$)",
    re.I,
)


_ITS_VERB_HERE = re.compile(r"(\s+)(est|sont|a-t|ont|peut|peuvent|doit|doivent)(?:(-)(ils?|elles?))?(?![\w-])", re.I)


def with_its_verb(after: str, *, is_many: bool, determiner: str) -> str:
    """What follows a French subject: its verb and what this says, in its number and, where the article shows it, its gender."""
    verb = _ITS_VERB_HERE.match(after)
    if verb is None:
        return after
    one, many = next(pair for pair in _FRENCH_VERBS if verb[2].lower() in pair)
    rest, said = after[verb.end() :], _SAID.match(after, verb.end())
    was_feminine = verb[4].lower().startswith("elle") if verb[4] else bool(said and said["feminine"])
    is_feminine = {"un": False, "le": False, "une": True, "la": True}.get(determiner, was_feminine)
    plural = "s" if is_many else ""
    if said and one == "est":
        rest = f"{said[1]}{said[2]}{'e' if is_feminine else ''}{plural}{after[said.end() :]}"
    inverted = f"-{'elle' if is_feminine else 'il'}{plural}" if verb[3] else ""
    return f"{verb[1]}{many if is_many else one}{inverted}{rest}"
