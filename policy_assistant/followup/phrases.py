"""A question, cut into words and phrases: enough to see which of them a follow-up replaces, far less than a grammar."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from policy_assistant.followup.lexicon import Lexicon
from policy_assistant.quantities.days import day_spans
from policy_assistant.quantities.numbers import find_codes
from policy_assistant.quantities.quantity import quantities

Kind = Literal["asked", "code", "date", "amount", "place", "person", "rule", "measure", "thing"]

_WORD = re.compile(r"\bs['’]ils?\b|(?:\b(?:[ldjmtsnc]|qu|jusqu|lorsqu)['’])(?=\w)|[$€£]?\w+(?:[-'’.,/]\w+)*[%$€£]?|[^\w\s]", re.IGNORECASE)
SUPPORT = frozenset(
    {"do", "does", "did", "don't", "doesn't", "can", "could", "may", "might", "must", "shall", "should", "will", "would", "can't"}
)
"""Behind these and a subject stands a verb without an ending: "does delivery take"."""

_NOUNS_IN_ABLE = frozenset({"table", "cable", "vegetable", "stable", "bible", "consumable", "variable", "deliverable"})

INVERTED = re.compile(r".+-(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)", re.IGNORECASE)


@dataclass(frozen=True)
class Word:
    """A word or a mark at `text[start:end]`; `low` is as the lexicon writes it."""

    start: int
    end: int
    low: str
    written: str

    @property
    def is_mark(self) -> bool:
        """Whether it is punctuation."""
        return not any(char.isalnum() for char in self.written)


@dataclass(frozen=True)
class Phrase:
    """Words that name one thing: `text[start:end]`, of which `text[core:end]` follows the preposition and `text[bare:end]` the article.

    `head` is its main word. A phrase of the kind `asked` belongs to the interrogative ("how many days"). `in_condition`
    says that it stands behind "if".
    """

    start: int
    core: int
    bare: int
    end: int
    kind: Kind
    preposition: str = ""
    determiner: str = ""
    head: str = ""
    in_condition: bool = False


def words_of(text: str) -> list[Word]:
    """The words and marks, in order."""
    return [Word(m.start(), m.end(), m[0].lower().replace("’", "'"), m[0]) for m in _WORD.finditer(text)]


def is_verb(word: Word, lexicon: Lexicon) -> bool:
    """Whether it is a verb wherever it stands."""
    return word.low in lexicon.auxiliaries or (lexicon.language == "fr" and INVERTED.fullmatch(word.low) is not None)


def phrases_of(text: str, lexicon: Lexicon, *, begins: bool = True) -> list[Phrase]:
    """The phrases of one sentence, in order, none overlapping another. Unless it `begins` there, a first capital marks a name."""
    return _Cutter(text, lexicon, begins).cut()


class _Cutter:
    """Reads the words of a sentence once, from left to right; `open_` are the words of the phrase being read."""

    def __init__(self, text: str, lexicon: Lexicon, begins: bool) -> None:
        self.text, self.lexicon, self.begins = text, lexicon, begins
        self.words = words_of(text)
        self.fixed = _fixed_spans(text, lexicon)
        self.codes = [(code.start, code.end) for code in find_codes(text)]
        self.found: list[Phrase] = []
        self.open_: list[Word] = []
        self.preposition: Word | None = None
        self.determiner: Word | None = None
        self.is_asked = self.has_support = self.has_verb = self.in_condition = self.is_infinitive = False
        self.before: Word | None = None

    def cut(self) -> list[Phrase]:
        position = 0
        while position < len(self.words):
            word = self.words[position]
            fixed = next((span for span in self.fixed if span[0] <= word.start < span[1]), None)
            if fixed:
                position = self._take_fixed(fixed, position)
            else:
                self._take(word, self.words[position + 1] if position + 1 < len(self.words) else None)
                position += 1
            self.before = word
        self._close()
        return self.found

    def _take_fixed(self, span: tuple[int, int, Kind], position: int) -> int:
        determiner = None if self.open_ else self.determiner
        self._close(keep_preposition=not self.open_)
        start, end, kind = span
        led = self.preposition
        core = determiner.start if determiner else start
        self.found.append(
            Phrase(led.start if led else core, core, start, end, kind, led.low if led else "", in_condition=self.in_condition)
        )
        self.preposition = self.determiner = None
        while position < len(self.words) and self.words[position].start < end:
            position += 1
        return position

    def _take(self, word: Word, following: Word | None) -> None:
        lexicon = self.lexicon
        if self._continues(word, following):
            self.open_.append(word)
        elif word.low in lexicon.asking and not (self.open_ and word.low in lexicon.breaks):
            self._close()
            self.is_asked = True
        elif word.is_mark or word.low in lexicon.breaks:
            self._close()
            self.is_asked = False
            self.in_condition = self.in_condition or word.low in lexicon.conditions_when_opened
        elif self._is_verb_here(word, following):
            self._close()
            self.is_asked, self.has_support = False, self.has_support or word.low in SUPPORT
            self.has_verb = self.has_verb or word.low not in lexicon.auxiliaries
            self.is_infinitive = word.low == "to"
        else:
            self._take_name(word)

    def _take_name(self, word: Word) -> None:
        lexicon = self.lexicon
        if word.low in lexicon.prepositions:
            self._close()
            self.preposition = word
        elif word.low in lexicon.determiners:
            self._close(keep_preposition=not self.open_)
            self.determiner = word
            self.is_asked = False
        elif word.low in lexicon.subjects or word.low in lexicon.pronouns or (word.low in lexicon.adverbs and not self.open_):
            self._close()
            self.is_asked = self.is_asked and word.low in lexicon.adverbs
        elif word.low in lexicon.adverbs:
            self._close()
        else:
            self.open_.append(word)

    def _continues(self, word: Word, following: Word | None) -> bool:
        """Whether a joining word stays in the phrase: "pumps and hoses", "note de frais"."""
        if not self.open_ or following is None or following.is_mark:
            return False
        plain = not self._is_function(following)
        if word.low in ("and", "or", "et", "ou"):
            return plain and following.low not in self.lexicon.verbs
        return self.lexicon.language == "fr" and word.low in ("de", "d'") and plain

    def _is_function(self, word: Word) -> bool:
        known = self.lexicon
        sets = (known.determiners, known.prepositions, known.subjects, known.asking, known.breaks, known.adverbs)
        return is_verb(word, known) or any(word.low in one for one in sets) or any(a <= word.start < b for a, b, _ in self.fixed)

    def _is_verb_here(self, word: Word, following: Word | None) -> bool:
        if is_verb(word, self.lexicon):
            return True
        if self.lexicon.language == "fr":
            return word.low in self.lexicon.verbs or (bool(self.open_) and word.low in self.lexicon.predicates)
        return self._is_english_verb(word, following)

    def _is_english_verb(self, word: Word, following: Word | None) -> bool:
        known, before = self.lexicon, self.before.low if self.before else ""
        if word.low == "to":
            return following is not None and (following.low in known.verbs or before in ("have", "has", "need", "want", "able"))
        if self._is_function(word):
            return False
        if not self.open_:
            return before == "who" or self.is_infinitive or (before in known.subjects and not self.has_verb) or self._is_said(word)
        stem = re.sub(r"(?:es|s)$", "", word.low)
        is_finite = word.low in known.verbs and self.has_support and not self.has_verb and not self.is_asked
        is_third = self.is_asked and word.low.endswith("s") and (stem in known.verbs or stem + "e" in known.verbs)
        return is_finite or is_third or word.low.endswith("ed") or word.low in known.predicates or self._is_able(word, following)

    def _is_said(self, word: Word) -> bool:
        """Whether it is said of what was named, behind a small word: "a spade still covered"."""
        known, before = self.lexicon, self.before.low if self.before else ""
        if not self.found or self.determiner or self.preposition or before not in known.adverbs | known.auxiliaries:
            return False
        return (
            word.low.endswith("ed") or word.low in known.predicates or (self.has_support and not self.has_verb and word.low in known.verbs)
        )

    def _is_able(self, word: Word, following: Word | None) -> bool:
        """Whether it says of the name before it what can be done: "pumps transferable"."""
        is_last = following is None or following.is_mark or following.low in self.lexicon.prepositions
        return is_last and word.low.endswith(("able", "ible")) and word.low not in _NOUNS_IN_ABLE

    def _close(self, *, keep_preposition: bool = False) -> None:
        if self.open_:
            first, last = self.open_[0], self.open_[-1]
            core = self.determiner or first
            start = self.preposition or core
            kind, head = self._kind(first.start, last.end)
            self.found.append(
                Phrase(
                    start.start,
                    core.start,
                    first.start,
                    last.end,
                    kind,
                    self.preposition.low if self.preposition else "",
                    self.determiner.low if self.determiner else "",
                    head,
                    self.in_condition,
                )
            )
            self.is_asked = False
        self.open_, self.determiner = [], None
        if not keep_preposition or (self.found and self.preposition and self.found[-1].start == self.preposition.start):
            self.preposition = None

    def _kind(self, start: int, end: int) -> tuple[Kind, str]:
        known = self.lexicon
        head = self.open_[0 if known.language == "fr" else -1]
        if self.is_asked and head.low not in known.persons:
            return "asked", head.low
        if any(start <= a < end for a, _ in self.codes):
            return "code", head.low
        named: tuple[tuple[Kind, frozenset[str]], ...] = (("person", known.persons), ("measure", known.measures), ("rule", known.rules))
        for kind, names in named:
            if head.low in names:
                return kind, head.low
        if any(word.written[:1].isupper() and (word.start or not self.begins) for word in self.open_):
            return "place", head.low
        return "thing", head.low


def _fixed_spans(text: str, lexicon: Lexicon) -> Sequence[tuple[int, int, Kind]]:
    """Days, months, periods and amounts: they are one thing however many words they have."""
    found: list[tuple[int, int, Kind]] = [(*span, "date") for span in day_spans(text, lexicon.language)]
    found += [(match.start(), match.end(), "date") for match in lexicon.period.finditer(text)]
    found += [(one.start, one.end, "amount") for one in quantities(text, lexicon.language) if not one.is_article]
    kept: list[tuple[int, int, Kind]] = []
    for span in sorted(found, key=lambda one: (one[0], -one[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept
