"""A fragment takes the place of the phrase of its kind in the previous question, or is added to its end."""

import re
from collections.abc import Callable, Sequence

from policy_assistant.followup.candidates import candidates
from policy_assistant.followup.fragment import Fragment
from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.followup.phrases import Phrase, phrases_of
from policy_assistant.followup.put import is_many, joined, put, replaced
from policy_assistant.followup.subject import is_said_to_be, subject_of
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


def filled(question: str, text: str, lexicon: Lexicon, *, is_told: bool = False) -> str:
    """One sentence without its mark, with the fragment in it. `is_told` says that others stand before it."""
    found = phrases_of(text, lexicon, begins=False)
    if not found or found[0].start > 0:
        return f"{question} {text}"
    if len(found) == 2 and _is_day_behind(found[1], text, lexicon):
        made = filled(question, text[: found[1].start].rstrip(), lexicon, is_told=is_told)
        return filled(made, text[found[1].start :], lexicon)
    fragment = Fragment(text, found[0])
    phrases = candidates(question, fragment.phrase, lexicon, is_told=is_told)
    for rule in _RULES:
        made = rule(question, phrases, fragment, lexicon)
        if made:
            return made
    return f"{question} {_with_preposition(fragment, lexicon)}"


def _is_day_behind(phrase: Phrase, text: str, lexicon: Lexicon) -> bool:
    """Whether a fragment ends with a day that has a place of its own: "for furniture after 1 November"."""
    is_led = bool(phrase.preposition) and phrase.preposition not in lexicon.topical
    return phrase.kind == "date" and is_led and phrase.end == len(text)


Rule = Callable[[str, Sequence[Phrase], Fragment, Lexicon], str]


def _same_head(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """A name with the same main word: "standard delivery" for "express delivery"."""
    own = fragment.phrase
    if own.kind in ("code", "date", "amount") or not own.head:
        return ""
    same = [p for p in phrases if p.head == own.head and p.kind != "asked"]
    return replaced(question, same[-1], fragment, lexicon) if same else ""


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
    return replaced(question, phrase, fragment, lexicon)


def _family(code: str) -> str:
    match = _LETTERS.match(code)
    return match[0].upper() if match else ""


def _date(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    dates = [p for p in phrases if p.kind == "date"]
    if fragment.phrase.kind != "date" or not dates:
        return ""
    return put(question, dates[-1], _day(fragment, lexicon, dates[-1].preposition))


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
    return put(
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
    return replaced(question, chosen[0], fragment, lexicon) if chosen else ""


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
        return replaced(question, same[0], fragment, lexicon) if same else ""
    return _likeliest(question, same, fragment, lexicon)


def _likeliest(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """One of several that the fragment may stand for: the last with its article, else the subject of a question for yes or no,
    else what the question is about, else the last that is in its number.
    """
    own = fragment.phrase
    choices = (
        [p for p in phrases if own.determiner and p.determiner == own.determiner],
        [p for p in phrases if _is_open_subject(p, question, phrases, own, lexicon)],
        [p for p in phrases if p.preposition in lexicon.topical],
        [p for p in phrases if not p.preposition and _is_alike(p, own, lexicon)],
        [p for p in phrases if not p.preposition],
        [] if own.preposition else phrases,
    )
    chosen = next(filter(None, choices), [])
    return replaced(question, chosen[-1], fragment, lexicon) if chosen else ""


def _is_open_subject(phrase: Phrase, question: str, phrases: Sequence[Phrase], own: Phrase, lexicon: Lexicon) -> bool:
    """Whether it is a subject that "and for furniture" may stand for: what something is said of, or any such thing, but not who does it."""
    if phrase is not subject_of(question, phrases, lexicon):
        return False
    return is_said_to_be(question, phrases, lexicon) or (bool(own.preposition) and phrase.determiner in ("a", "an", "un", "une"))


def _is_alike(phrase: Phrase, own: Phrase, lexicon: Lexicon) -> bool:
    """Whether both are English names of things that are counted, or of what is not."""
    if lexicon.language != "en" or own.determiner or phrase.determiner not in ("", "a", "an"):
        return False
    return (bool(phrase.determiner) or is_many(phrase.head)) == is_many(own.head)


def _subject(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """Another thing for the subject of a question for yes or no, whatever its kind."""
    subject = subject_of(question, phrases, lexicon)
    if fragment.phrase.kind not in ("thing", "place", "code") or subject is None or not _is_about(fragment.phrase, lexicon):
        return ""
    is_other = subject.kind in ("rule", "measure", "person") or not is_said_to_be(question, phrases, lexicon)
    return "" if is_other else replaced(question, subject, fragment, lexicon)


def _attribute(question: str, phrases: Sequence[Phrase], fragment: Fragment, lexicon: Lexicon) -> str:
    """Another property of the same topic: "and the weight?"."""
    runs = [run for run in runs_of(question, phrases) if any(p.kind != "person" for p in run)]
    is_any = fragment.phrase.determiner in ("a", "an", "un", "une")
    if fragment.phrase.kind not in ("measure", "rule") or fragment.phrase.preposition or is_any or not runs:
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
    return replaced(question, things[-1], fragment, lexicon) if things else ""


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
    _subject,
    _modifier,
    _place_of_thing,
    _code_of_thing,
)


def _with_preposition(fragment: Fragment, lexicon: Lexicon) -> str:
    phrase = fragment.phrase
    if phrase.preposition or phrase.kind == "asked":
        return fragment.text
    if phrase.kind == "date":
        return _day(fragment, lexicon)
    return f"{_ADDED[lexicon.language][phrase.kind]} {fragment.text}"
