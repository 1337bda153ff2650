"""Whether a text holds the kind of answer that is wanted: a duration, a price, a code."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from policy_assistant.analysis import base_language
from policy_assistant.extract.wanted import Kind
from policy_assistant.quantities.days import day_spans
from policy_assistant.quantities.numbers import codes
from policy_assistant.quantities.quantity import Quantity, quantities
from policy_assistant.quantities.units import UNITS

DIMENSIONS: Mapping[Kind, frozenset[str]] = {
    "duration": frozenset({"time", "months", "business day", "business hour"}),
    "money": frozenset({"dollar", "euro", "sterling"}),
    "share": frozenset({"percent"}),
    "weight": frozenset({"mass", "pound"}),
    "size": frozenset({"length"}),
    "warmth": frozenset({"celsius", "fahrenheit", "degree"}),
    "pressure": frozenset({"pressure"}),
    "loudness": frozenset({"loudness"}),
    "day": frozenset({"time", "months", "business day"}),
    "time": frozenset({"clock"}),
}
"""The dimensions of the quantities that answer a kind."""

_FREE = re.compile(r"\bfree\b|\bno (?:charge|fee|cost)\b|\bgratuit|\bsans frais\b|\boffert", re.IGNORECASE)
_WEEKDAY = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?)\b", re.IGNORECASE
)
_CLOCK = re.compile(r"\b\d{1,2}(?::\d\d| ?[h][ \u00a0]?\d{0,2}\b| ?[ap]\.?m\b)|\b(?:noon|midnight|midi|minuit)\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice|half|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|moitié)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"\b(?:team|lead|manager|agent|officer|director|head|desk|specialist|supervisor|support|finance|department|committee|clerk|assistant"
    r"|équipe|gestionnaire|responsable|service|direction|bureau|comité|spécialiste|conseiller|délégué|préposé)s?\b|@|\b[A-ZÉ][a-zé]+ [A-ZÉ][a-zé]+\b"
)
_ADDRESS = re.compile(r"@|\b(?:at|to|in|from|à|au|aux|chez|dans|en)\b", re.IGNORECASE)


def holds(kind: Kind, text: str, language: str) -> bool:
    """Whether a text holds what answers a question of this kind; kinds that no text shows are held by every text."""
    return kind not in _EVIDENCE or _EVIDENCE[kind](text, language)


def is_visible(kind: Kind) -> bool:
    """Whether a text can show that it answers this kind."""
    return kind in _EVIDENCE


@lru_cache(maxsize=8192)
def quantities_in(text: str, language: str) -> tuple[Quantity, ...]:
    """The quantities of a text, kept for the next question."""
    return tuple(quantities(text, language))


def quantities_of(kinds: Iterable[Kind], text: str, language: str) -> list[Quantity]:
    """The quantities of a text that answer any of the kinds."""
    wanted = frozenset[str]().union(*(DIMENSIONS.get(kind, frozenset()) for kind in kinds))
    return [quantity for quantity in quantities_in(text, language) if quantity.unit and UNITS[quantity.unit].dimension in wanted]


def _measured(kind: Kind) -> Callable[[str, str], bool]:
    return lambda text, language: bool(quantities_of([kind], text, language))


def _has_day(text: str, language: str) -> bool:
    return bool(
        _WEEKDAY.search(text) or any(True for _ in day_spans(text, base_language(language))) or quantities_of(["day"], text, language)
    )


_EVIDENCE: Mapping[Kind, Callable[[str, str], bool]] = {
    "duration": _measured("duration"),
    "money": lambda text, language: bool(_FREE.search(text) or quantities_of(["money"], text, language)),
    "share": _measured("share"),
    "weight": _measured("weight"),
    "size": _measured("size"),
    "warmth": _measured("warmth"),
    "pressure": _measured("pressure"),
    "loudness": _measured("loudness"),
    "count": lambda text, _: bool(_NUMBER.search(text)),
    "day": _has_day,
    "time": lambda text, _: bool(_CLOCK.search(text)),
    "code": lambda text, _: bool(codes(text)),
    "person": lambda text, _: bool(_PERSON.search(text)),
    "place": lambda text, _: bool(_ADDRESS.search(text)),
}
