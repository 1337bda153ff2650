"""Deadlines: the days and periods of a question against the limit of a quote.

Yes and no are said only where the question asks whether something may be done, and the quote allows it for a time; never
where the quote denies something or says what ends.
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from policy_assistant.answer import Asked
from policy_assistant.extract.candidates import terms_in
from policy_assistant.extract.disagreement import rank_of
from policy_assistant.extract.evidence import DIMENSIONS, quantities_in, quantities_of
from policy_assistant.extract.focus import Focus
from policy_assistant.extract.phrases import amount_in_words, day_in_words, say
from policy_assistant.extract.scoring import Scored
from policy_assistant.extract.verdict.base import Verdict, asks
from policy_assistant.extract.wanted import asking_sentences
from policy_assistant.extract.wording import cells
from policy_assistant.filters import in_force
from policy_assistant.quantities import UNITS, Day, Quantity, add, comparable, days, days_between

_DAYS_OF = {"day": 1, "week": 7, "fortnight": 14}
_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}
MAX_DAYS = 3
LEAST_SHARE = 0.2
"""What of the focus a quote must hold."""

_PERMISSION = {
    "en": re.compile(
        r"\b(?:can|may|could|allowed|covered|eligible|possible|entitled|accept|help|replace|refund|still|protected|valid|in time)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:peut|puis|peuvent|pouvons|permis|possible|couverte?|garantie?|valable|accept\w+|encore|droit|rembours\w+|à temps)\b",
        re.IGNORECASE,
    ),
}
_TOO_LATE = {"en": re.compile(r"\btoo late\b", re.IGNORECASE), "fr": re.compile(r"\btrop tard\b", re.IGNORECASE)}
_LAST_DAY = {
    "en": re.compile(r"\b(?:last (?:day|date)|deadline|until when|by when|by what (?:day|date)|latest)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:dernier jour|date limite|jusqu['’]à quand|au plus tard|quelle date)\b", re.IGNORECASE),
}
_ENDS = re.compile(
    r"\b(?:expir\w+|laps\w+|delet\w+|eras\w+|cancel\w+|los[es]\w*|forfeit\w*|p[ée]rim\w+|effac\w+|supprim\w+|annul\w+|perd\w*)\b",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(
    r"\b(?:cannot|can ?not|no longer|turn down|refuse\w*|may not|must not|never)\b|\b(?:ca|must|should)n?['’]t\b|\bne (?:peut|peuvent|pouvons|pouvez|sont|sera|seront)\b",
    re.IGNORECASE,
)
"""What denies a permission wherever it stands,"""
_NEGATED = re.compile(r"\b(?:not|no)\b|n['’]t\b|\bne\b|\bn['’]", re.IGNORECASE)
"""and what denies what follows it. "You have 30 days to send back what you have not used" allows."""

_ALLOWS = re.compile(
    r"\b(?:can|may|have|has|get|allowed|accept\w*|entitled|valid|covered|guaranteed|peut|peuvent|pouvez|avez|ont|valable\w*|garantie?s?|couvert\w*)\b",
    re.IGNORECASE,
)
"""What a sentence says that allows something for a time: "Refunds reach your card within 3 days" does not."""

_FIRST_WORD = re.compile(r"[^\W\d_]+")
_DOES = {
    "en": r"\b(?:i|we|you|they|he|she|one|customers?|still|to)\s+{}\b",
    "fr": r"\b{}(?:er|ir|re)\b",
}
"""A question about doing something, by the word, or in French by what stands before `-ez` of it, that tells to do it."""

_PERIODS = re.compile(
    r"\b(?:periods?|warrant(?:y|ies)|guarantees?|limits?|deadlines?|valid\w*|p[ée]riodes?|garanties?|limites?|validit[ée]|dur[ée]es? de)\b",
    re.IGNORECASE,
)
"""What the header of a table of periods says; one of delivery times does not."""

_HAVE = re.compile(
    r"\b(?:you|they|we|customers|vous|ils|elles|nous)\s+(?:have|get|avez|ont|avons|disposez|disposent)(?: de)?\s*$", re.IGNORECASE
)
"""What stands before a period that everybody has for something; "Interns have 15 days" is not about everybody."""
_RATE = re.compile(
    r"\b(?:per|each|every|a|an|par|chaque)\s+(?:calendar |civile? )?(?:day|week|month|quarter|year|jour|semaine|mois|trimestre|an|année)\b|"
    r"\b(?:daily|weekly|monthly|yearly|over (?:two|three|\d+) years)\b",
    re.IGNORECASE,
)
_RATE_REACH = 60
_AHEAD = re.compile(r"\s*(?:before|prior to|in advance|ahead|earlier|avant|à l['’]avance|d['’]avance)\b", re.IGNORECASE)
"""What follows a period that is kept ahead of an event: more of it is in time, not less."""
_KINDS_OF_WORK = re.compile(r"\b(full|part)[- ]time\b|\btemps (plein|partiel)\b|\b(permanent|temporary|temporaire|fixed-term)\b")
_UNTIL = re.compile(r"\b(?:until|by|no later than|up to|before|jusqu['’]au|au plus tard le|avant le)\s*$", re.IGNORECASE)
_LOOK_BACK = 24


def deadline(asked: Asked, focus: Focus, chosen: Sequence[Scored], precedence: Sequence[str] = ()) -> Verdict | None:
    """What the limit of a quote makes of the days and periods of the question: of the first that tells to do what is asked,
    else of the first that has one.

    None where another quote, of a type of document that does not give way, says "within" another period: who reads "within 14
    days" beside a warranty of a year must not be told "Yes" by the year.
    """
    for one in sorted(chosen, key=lambda one: not _tells(asked, one)):
        if found := _by_one(asked, focus, one):
            rank = rank_of(one.candidate, precedence)
            rivals = [other for other in chosen if other is not one and rank_of(other.candidate, precedence) <= rank]
            return None if _has_other_limit(asked, one, rivals) else found
    return None


def _has_other_limit(asked: Asked, one: Scored, rivals: Sequence[Scored]) -> bool:
    """Whether another quote has a limit in time that is not in this one. Beside a quote that tells to do what the question is
    about ("Report it within 14 days"), only others that tell it too are looked at.
    """
    if _tells(asked, one):
        rivals = [other for other in rivals if _tells(asked, other)]
    mine = {(q.high, q.unit) for q in _durations(one)}
    return any((q.high, q.unit) not in mine for other in rivals for q in _durations(other) if q.bound == "at most")


def _tells(asked: Asked, one: Scored) -> bool:
    """Whether a quote begins by telling to do what the question is about: `Report ...` of `can I still report ...`."""
    first = _FIRST_WORD.search(one.candidate.text)
    if one.candidate.header is not None or first is None or asked.language != one.candidate.chunk.language:
        return False
    word = first[0].lower()
    if asked.language == "fr":
        if not word.endswith("ez"):
            return False
        word = word.removesuffix("ez")
    form = _DOES.get(asked.language, "")
    return bool(form) and any(re.search(form.format(word), part, re.IGNORECASE) for part in asking_sentences(asked.text))


def _durations(one: Scored) -> list[Quantity]:
    candidate = one.candidate
    found = quantities_in(candidate.text, candidate.chunk.language)
    return [q for q in found if q.unit and UNITS[q.unit].dimension in DIMENSIONS["duration"]]


def _by_one(asked: Asked, focus: Focus, one: Scored) -> Verdict | None:
    chunk = one.candidate.chunk
    if not _may_limit(asked, one) or one.share < LEAST_SHARE:
        return None
    if _are_contrary(asked.text, one.candidate.text):
        return None
    named = [day for day in days(asked.text, asked.language, asked.as_of) if day.precision == "day"][:MAX_DAYS]
    if named and not in_force(chunk.effective_from, chunk.effective_to, min(day.iso for day in named)):
        return None
    text = _limit_text(one, focus)
    if "yes or no" in focus.wanted and (ending := _named_end(text, chunk.language, asked.as_of)) and len(named) >= 2:
        return _against_day(asked, named, ending, one)
    limits = [q for q in quantities_in(text, chunk.language) if _is_limit(q, one)]
    if len({(q.high, q.unit) for q in limits}) != 1 or _is_rate(text, limits[0].end) or _AHEAD.match(text, limits[0].end):
        return None
    limit = limits[0]
    if len(named) == 1 and limit.unit in (*_DAYS_OF, *_MONTHS_OF) and asks(_LAST_DAY, asked):
        return _last_day(asked, named[0], limit, one)
    if "yes or no" not in focus.wanted:
        return None
    return _against_limit(asked, named, limit, one)


def _is_rate(text: str, end: int) -> bool:
    """Whether an amount that ends there is one for each day, week, month or year: no such amounts are compared."""
    return bool(_RATE.search(text, end, end + _RATE_REACH))


def _are_contrary(asked: str, said: str) -> bool:
    """Whether the quote speaks of another kind of work than the question: of `full-time` what is asked of `part-time`."""
    mine, theirs = (set(_KINDS_OF_WORK.findall(text.lower())) for text in (asked, said))
    return bool(mine and theirs) and mine.isdisjoint(theirs)


def _may_limit(asked: Asked, one: Scored) -> bool:
    """Whether a quote allows something for a time: it denies nothing, says nothing that ends, and allows, or tells to do it."""
    candidate = one.candidate
    if _FORBIDDEN.search(candidate.text) or _ENDS.search(candidate.text):
        return False
    if candidate.header:
        return bool(_PERIODS.search(candidate.header_text))
    return bool(_ALLOWS.search(candidate.text)) or _tells(asked, one)


def _limit_text(one: Scored, focus: Focus) -> str:
    """The words of a quote that hold its limit: of a row, the part of a cell about what the question asks."""
    candidate = one.candidate
    if candidate.header is None:
        return candidate.text
    parts = [part for cell in cells(candidate) for part in cell.split("; ")]
    timed = [part for part in parts if quantities_of(["duration"], part, candidate.chunk.language)]
    return max(timed, key=lambda part: focus.share(terms_in(part, candidate.chunk.language)), default="")


def _is_limit(quantity: Quantity, one: Scored) -> bool:
    """Whether a period limits what may be done: `within 30 days`, `you have 30 days`, or a cell of a table of periods."""
    if not quantity.unit or UNITS[quantity.unit].dimension not in DIMENSIONS["duration"] or quantity.low != quantity.high:
        return False
    text = one.candidate.text
    if one.candidate.header is None and _NEGATED.search(text, 0, quantity.start):
        return False
    if quantity.bound == "at most" or (quantity.bound == "" and one.candidate.header is not None):
        return True
    return quantity.bound == "" and bool(_HAVE.search(text, max(0, quantity.start - _LOOK_BACK), quantity.start))


def _named_end(text: str, language: str, as_of: str) -> Day | None:
    """The one day up to which something may be done."""
    ends = [
        day
        for day in days(text, language, as_of)
        if day.precision == "day" and _UNTIL.search(text, max(0, day.start - _LOOK_BACK), day.start)
    ]
    return ends[0] if len(ends) == 1 else None


def _against_day(asked: Asked, named: Sequence[Day], ending: Day, one: Scored) -> Verdict | None:
    action = max(day.iso for day in named)
    in_time = action <= ending.iso
    answer = _yes_or_no(asked, in_time)
    order = "not after" if in_time else "after"
    said = say(order, asked.language, day=day_in_words(action, asked.language), limit=day_in_words(ending.iso, asked.language))
    return Verdict(f"{answer}{said}", one) if answer else None


def _last_day(asked: Asked, start: Day, limit: Quantity, one: Scored) -> Verdict | None:
    if limit.high != limit.high.to_integral_value():
        return None
    reached = add(start.iso, int(limit.high), limit.unit)  # type: ignore[arg-type]
    text = say(
        "last day",
        asked.language,
        day=day_in_words(reached, asked.language),
        amount=amount_in_words(limit, asked.language),
        start=day_in_words(start.iso, asked.language),
    )
    return Verdict(text, one)


def _against_limit(asked: Asked, named: Sequence[Day], limit: Quantity, one: Scored) -> Verdict | None:
    if len(named) == 2:
        start, end = sorted(day.iso for day in named)
        in_time = _is_within(start, end, limit)
        if in_time is None or not (answer := _yes_or_no(asked, in_time)):
            return None
        apart = say(
            "days between",
            asked.language,
            days=str(days_between(start, end)),
            start=day_in_words(start, asked.language),
            end=day_in_words(end, asked.language),
            limit=amount_in_words(limit, asked.language),
        )
        return Verdict(f"{answer}{apart}", one)
    passed = [
        q
        for q in quantities_in(asked.text, asked.language)
        if q.unit and comparable(q, limit) and q.low == q.high and not q.is_article and not _is_rate(asked.text, q.end)
    ]
    if named or len(passed) != 1:
        return None
    in_time = _size(passed[0]) <= _size(limit)
    answer = _yes_or_no(asked, in_time)
    words = {"amount": amount_in_words(passed[0], asked.language), "limit": amount_in_words(limit, asked.language)}
    return Verdict(f"{answer}{say('not more than' if in_time else 'more than', asked.language, **words)}", one) if answer else None


def _is_within(start: str, end: str, limit: Quantity) -> bool | None:
    """Whether a day is within a limit counted from another; None for units that no calendar tells exactly."""
    if (limit.unit not in _DAYS_OF and limit.unit not in _MONTHS_OF) or limit.high != limit.high.to_integral_value():
        return None
    unit = "day" if limit.unit in _DAYS_OF else "month"
    amount = int(limit.high) * (_DAYS_OF | _MONTHS_OF)[limit.unit]
    return end <= add(start, amount, unit)  # type: ignore[arg-type]


def _size(quantity: Quantity) -> Decimal:
    return quantity.high * UNITS[quantity.unit].factor


def _yes_or_no(asked: Asked, in_time: bool) -> str:
    """The word that answers, or empty where the question does not ask whether something may be done."""
    if asks(_TOO_LATE, asked):
        return say("not too late" if in_time else "too late", asked.language)
    if asks(_PERMISSION, asked):
        return say("yes" if in_time else "no", asked.language)
    return ""
