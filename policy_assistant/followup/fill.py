"""A fragment takes the place of the phrase of its kind in the previous question, or is added to its end."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.phrases import Phrase, phrases_of
from policy_assistant.followup.topic import runs_of
from policy_assistant.quantities.numbers import find_codes
from policy_assistant.quantities.quantity import comparable, quantities

_LETTERS = re.compile(r"[A-Za-z]*")
_LIKE_THINGS = ("thing", "person", "place")
_ADDED = {
    "en": {"date": "in", "place": "in", "thing": "for", "person": "for", "code": "for", "rule": "for", "measure": "for", "amount": "for"},
    "fr": {
        "date": "en",
        "place": "à",
        "thing": "pour",
        "person": "pour",
        "code": "pour",
        "rule": "pour",
        "measure": "pour",
        "amount": "pour",
    },
}
_MONTH_ALONE = re.compile(r"[^\W\d_]+(?:\s+\d{4})?|\d{4}")
_RELATIVE = re.compile(
    r"(?:this|next|last|each|every|today|tomorrow|yesterday|tonight|now|the|le|la|l['’]|cette|cet|ce|chaque|aujourd|demain|hier|maintenant)\b",
    re.I,
)


@dataclass(frozen=True)
class Fragment:
    """The text of a fragment and its first phrase, as `phrases_of` reads it."""

    text: str
    phrase: Phrase

    @property
    def core(self) -> str:
        """All of it behind the preposition."""
        return self.text[self.phrase.core :]

    @property
    def bare(self) -> str:
        """All of it behind preposition and article."""
        return self.text[self.phrase.bare :]


def filled(question: str, text: str, lexicon: Lexicon) -> str:
    """One sentence without its mark, with the fragment in it."""
    found = phrases_of(text, lexicon, begins=False)
    if not found or found[0].start > 0:
        return f"{question} {text}"
    fragment = Fragment(text, found[0])
    phrases = [p for p in phrases_of(question, lexicon) if not p.in_condition]
    for rule in _RULES:
        made = rule(question, phrases, fragment, lexicon)
        if made:
            return made
    return f"{question} {_with_preposition(fragment, lexicon)}"


Rule = Callable[[str, Sequence[Phrase], Fragment, Lexicon], str]


def _same_head(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """A name with the same main word: "standard delivery" for "express delivery"."""
    own = fragment.phrase
    if own.kind in ("code", "date", "amount") or not own.head:
        return ""
    same = [p for p in phrases if p.head == own.head and p.kind != "asked"]
    return _replaced(question, same[-1], fragment, lexicon) if same else ""


def _code(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """The code with the same first letters, or else the last phrase with a code."""
    new, old = find_codes(fragment.text), find_codes(question)
    if fragment.phrase.kind != "code" or not new or not old:
        return ""
    family = _family(fragment.text[new[0].start : new[0].end])
    alike = [code for code in old if _family(question[code.start : code.end]) == family]
    is_only_code = fragment.bare == fragment.text[new[0].start : new[0].end]
    code = (alike or old)[-1]
    phrase = next((p for p in phrases if p.bare <= code.start < p.end and p.kind == "code"), None)
    if phrase is None or (alike and is_only_code):
        return question[: code.start] + fragment.text[new[0].start :] + question[code.end :]
    return _replaced(question, phrase, fragment, lexicon)


def _family(code: str) -> str:
    match = _LETTERS.match(code)
    return match[0].upper() if match else ""


def _date(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    dates = [p for p in phrases if p.kind == "date"]
    if fragment.phrase.kind != "date" or not dates:
        return ""
    return _put(question, dates[-1], _day(fragment, lexicon, dates[-1].preposition))


def _day(fragment: Fragment, lexicon: Lexicon, preposition: str = "") -> str:
    """The day with a preposition where its language asks for one: "in December", but "next month"."""
    if fragment.phrase.preposition or _RELATIVE.match(fragment.core):
        return fragment.text
    usual = _ADDED[lexicon.language]["date"] if _MONTH_ALONE.fullmatch(fragment.core) else "on" if lexicon.language == "en" else ""
    if lexicon.language == "fr" and not _MONTH_ALONE.fullmatch(fragment.core) and not fragment.phrase.determiner:
        usual = ""
    return " ".join(filter(None, [preposition or usual, fragment.core]))


def _amount(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """The amount in a unit of the same dimension; "under $100" for "over $500"."""
    new = quantities(fragment.text, lexicon.language)
    if fragment.phrase.kind != "amount" or not new:
        return ""
    same = [q for q in quantities(question, lexicon.language) if comparable(q, new[0]) and not q.is_article]
    phrase = next((p for p in phrases if same and p.kind == "amount" and p.bare <= same[-1].start < p.end), None)
    if phrase is None:
        return ""
    return _put(
        question,
        phrase,
        fragment.text if fragment.phrase.preposition or not phrase.preposition else f"{phrase.preposition} {fragment.text}",
    )


def _same_preposition(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """What the same preposition leads, or one of its class: "to Yukon" for "in Ontario"."""
    own = fragment.phrase
    if not own.preposition or own.kind not in _LIKE_THINGS:
        return ""
    alike = [p for p in phrases if p.preposition and p.kind in _LIKE_THINGS]
    same = [p for p in alike if _family_of(p.preposition, lexicon) == _family_of(own.preposition, lexicon)]
    exact = [p for p in same if p.preposition == own.preposition and p.kind == own.kind] or [p for p in same if p.kind == own.kind]
    chosen = (exact or same)[-1:]
    return _replaced(question, chosen[0], fragment, lexicon) if chosen else ""


def _family_of(preposition: str, lexicon: Lexicon) -> frozenset[str]:
    return next((one for one in (lexicon.topical, *lexicon.classes) if preposition in one), frozenset({preposition}))


def _is_about(phrase: Phrase, lexicon: Lexicon) -> bool:
    """Whether its preposition, if it has one, says no more than that the question is about it."""
    return not phrase.preposition or phrase.preposition in lexicon.topical


def _same_kind(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    own = fragment.phrase
    if own.kind in ("code", "date", "amount", "asked") or not _is_about(own, lexicon):
        return ""
    is_named = own.kind == "thing" and own.determiner
    same = [p for p in phrases if p.kind == own.kind or (is_named and p.kind == "code" and p.determiner == own.determiner)]
    if own.kind == "rule":
        same = [p for p in phrases if p.kind == "rule"] or [p for p in phrases if p.kind == "measure"]
        return _replaced(question, same[0], fragment, lexicon) if same else ""
    return _likeliest(question, same, fragment, lexicon)


def _likeliest(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """One of several that the fragment may stand for: the last with its article, else what the question is about, else the last."""
    own = fragment.phrase
    alike = [p for p in phrases if own.determiner and p.determiner == own.determiner]
    led = [p for p in phrases if p.preposition in lexicon.topical]
    chosen = (alike or led or phrases)[-1:]
    return _replaced(question, chosen[0], fragment, lexicon) if chosen else ""


def _attribute(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """Another property of the same topic: "and the weight?"."""
    runs = [run for run in runs_of(question, phrases) if any(p.kind != "person" for p in run)]
    if fragment.phrase.kind not in ("measure", "rule") or fragment.phrase.preposition or not runs:
        return ""
    topic = question[runs[-1][0].core : runs[-1][-1].end]
    if lexicon.language == "en":
        return f"What is the {fragment.bare} {'of' if fragment.phrase.kind == 'measure' else 'for'} {topic}"
    return _french_attribute(fragment, topic)


_ARTICLES = {"sa": "la", "ma": "la", "la": "la", "cette": "la", "ses": "les", "leurs": "les", "les": "les", "l'": "l'"}
_WHICH = {"la": "Quelle est la ", "les": "Quels sont les ", "l'": "Quel est l'", "le": "Quel est le "}


def _french_attribute(fragment: Fragment, topic: str) -> str:
    article = _ARTICLES.get(fragment.phrase.determiner, "le")
    if article != "les" and fragment.bare[:1].lower() in "aeiouéèêh":
        article = "l'"
    return f"{_WHICH[article]}{fragment.bare} {joined('de', topic)}"


def _quality(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """A quality for another: "standard" for "express" in "express delivery"."""
    return _modifier(question, phrases, fragment, lexicon) if fragment.phrase.head in lexicon.qualifiers else ""


def _modifier(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """One word before the main word: "the furniture warranty" for "the pump warranty"."""
    own = fragment.phrase
    if lexicon.language != "en" or own.kind != "thing" or len(fragment.bare.split()) > 1 or not _is_about(own, lexicon):
        return ""
    is_quality = own.head in lexicon.qualifiers
    for phrase in reversed(phrases):
        first, _, head = question[phrase.bare : phrase.end].partition(" ")
        if phrase.kind == "rule" and head and is_quality == (first.lower() in lexicon.qualifiers):
            return question[: phrase.bare] + fragment.bare + question[phrase.bare + len(first) :]
    return ""


def _place_of_thing(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """A name with a capital that is no place, or a person where none was named: the last thing."""
    if fragment.phrase.kind != "place" or fragment.phrase.preposition:
        return ""
    things = [p for p in phrases if p.kind in ("thing", "person") and p.preposition]
    return _replaced(question, things[-1], fragment, lexicon) if things else ""


def _code_of_thing(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """A code where a thing was named by its name, or a thing where it was named by its code."""
    wanted = {"code": "thing", "thing": "code"}.get(fragment.phrase.kind)
    if wanted is None or not _is_about(fragment.phrase, lexicon):
        return ""
    return _likeliest(question, [p for p in phrases if p.kind == wanted], fragment, lexicon)


_RULES: tuple[Rule, ...] = (
    _date,
    _amount,
    _code,
    _quality,
    _same_head,
    _same_preposition,
    _same_kind,
    _attribute,
    _modifier,
    _place_of_thing,
    _code_of_thing,
)


def _replaced(question: str, phrase: Phrase, fragment: Fragment, lexicon: Lexicon) -> str:
    """The question with the fragment for the phrase. A preposition that only says "about" stays the question's own."""
    own = fragment.phrase.preposition
    if not phrase.preposition:
        new = fragment.core
        if phrase.determiner in ("the", "my", "your", "our") and not fragment.phrase.determiner and fragment.phrase.kind == "rule":
            new = f"{phrase.determiner} {fragment.core}"
        return _agreeing(question[: phrase.start], new, question[phrase.end :], phrase, fragment, lexicon)
    if own and own not in lexicon.topical:
        return _put(question, phrase, fragment.text)
    kept = {"du": "de", "des": "de", "au": "à", "aux": "à", "d'": "de"}.get(phrase.preposition, phrase.preposition)
    core = fragment.core if own not in ("du", "des") else f"{'le' if own == 'du' else 'les'} {fragment.core}"
    return _put(question, phrase, joined(kept, core) if lexicon.language == "fr" else f"{kept} {core}")


def _put(question: str, phrase: Phrase, new: str) -> str:
    return question[: phrase.start] + new + question[phrase.end :]


_NUMBERS = {"is": "are", "does": "do", "was": "were", "has": "have"}
_SINGULAR = {many: one for one, many in _NUMBERS.items()}
_LAST_WORD = re.compile(r"([A-Za-z]+)(\s+)$")


def _agreeing(before: str, new: str, after: str, phrase: Phrase, fragment: Fragment, lexicon: Lexicon) -> str:
    """The verb before an English subject in the number of the new one."""
    verb = _LAST_WORD.search(before) if lexicon.language == "en" else None
    was_many, is_many = _is_many(phrase.head), _is_many(fragment.phrase.head)
    changes = _NUMBERS if is_many else _SINGULAR
    if verb and was_many != is_many and verb[1].lower() in changes:
        other = changes[verb[1].lower()]
        before = before[: verb.start()] + (other.capitalize() if verb[1][0].isupper() else other) + verb[2]
    return before + new + after


def _is_many(head: str) -> bool:
    return (head.endswith("s") and not head.endswith(("ss", "us"))) or head in ("staff", "people")


def _with_preposition(fragment: Fragment, lexicon: Lexicon) -> str:
    phrase = fragment.phrase
    if phrase.preposition or phrase.kind == "asked":
        return fragment.text
    if phrase.kind == "date":
        return _day(fragment, lexicon)
    return f"{_ADDED[lexicon.language][phrase.kind]} {fragment.text}"


def joined(preposition: str, name: str) -> str:
    """A French preposition with what follows it: "de" and "les pompes" are "des pompes"."""
    first, _, others = name.partition(" ")
    together = {("de", "le"): "du", ("de", "les"): "des", ("à", "le"): "au", ("à", "les"): "aux"}.get((preposition, first.lower()))
    if together:
        return f"{together} {others}"
    if preposition == "de" and name[:1].lower() in "aeiouéèêâîôû":
        return f"d'{name}"
    return f"{preposition} {name}"
