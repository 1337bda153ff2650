"""What a question is about: the words that a pronoun of the next question stands for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.phrases import Phrase, phrases_of

_DOING = re.compile(r"(?:can|could|may|do|should|must|shall|will|would)\s+(?:i|you|we|one|they|customers|employees|members|staff)\s+", re.I)
_BREAK = re.compile(r"[,;]")
_NOT_MEANT = ("asked", "date", "amount")


@dataclass(frozen=True)
class Topic:
    """`text` names a thing; `doing` is what is done, without "to", where the question asks whether one may or does."""

    text: str = ""
    doing: str = ""
    is_one_phrase: bool = True


def topic_of(question: str, lexicon: Lexicon, *, plural: bool = False, with_attribute: bool = False) -> Topic:
    """The topic of one sentence without its question mark; for `they` the last name in the plural, where there is one.

    It is the thing and not its attribute ("the price of the pump"), unless it is to be `with_attribute`.
    """
    match = _DOING.match(question) if lexicon.language == "en" else None
    doing = _BREAK.split(question[match.end() :])[0].strip() if match else ""
    runs = runs_of(question, phrases_of(question, lexicon))
    if plural:
        many = [phrase for run in runs for phrase in run if _is_plural(phrase, lexicon)]
        if many:
            return Topic(question[many[-1].core : many[-1].end], doing)
    wanted = [run for run in runs if any(p.kind != "person" for p in run)] or runs
    wanted = [run for run in wanted if not (run[0].kind == "place" and run[0].preposition)]
    if not wanted:
        return Topic("", doing)
    run = wanted[0][1:] if not with_attribute and _is_attribute(wanted[0], lexicon) else wanted[0]
    return Topic(_article(run[0]) + question[run[0].core : run[-1].end], doing, len(run) == 1)


def _is_attribute(run: Sequence[Phrase], lexicon: Lexicon) -> bool:
    """Whether it is a property of what follows: "the order code of the pump kit" is about the kit."""
    return (
        len(run) > 1
        and run[0].head in lexicon.attributes
        and not run[0].preposition
        and run[1].preposition in ("of", "de", "d'", "du", "des")
    )


def _article(phrase: Phrase) -> str:
    """The French article that stands in its preposition."""
    return {"du": "le ", "au": "le ", "des": "les ", "aux": "les "}.get(phrase.preposition, "")


def runs_of(text: str, phrases: Sequence[Phrase]) -> list[list[Phrase]]:
    """The phrases that say what a question is about, those together that stand side by side: "the warranty on pumps"."""
    runs: list[list[Phrase]] = []
    for phrase in phrases:
        if phrase.kind in _NOT_MEANT or phrase.in_condition:
            continue
        if runs and phrase.preposition and not text[runs[-1][-1].end : phrase.start].strip():
            runs[-1].append(phrase)
        else:
            runs.append([phrase])
    return runs


def _is_plural(phrase: Phrase, lexicon: Lexicon) -> bool:
    return phrase.kind in ("thing", "person", "rule") and phrase.head.endswith(("s", "x")) and not phrase.head.endswith("ss")
