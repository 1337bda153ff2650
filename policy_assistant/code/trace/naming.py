"""What names say of a value: its unit (`grace_days`, `FEE_CENTS`), or at least its kind (`restocking_fee`, `tauxRemise`)."""

from collections.abc import Mapping, Sequence

from policy_assistant.code.trace.amounts import Hint
from policy_assistant.code.trace.words import is_generic, split_name
from policy_assistant.quantities.units import COUNTS, UNITS, unit_at

_UNIT_OF: Mapping[str, str] = {
    "pct": "percent",
    "percentage": "percent",
    "percents": "percent",
    "pourcentage": "percent",
    "centimes": "centime",
    "mins": "minute",
    "hrs": "hour",
    "daily": "",
    "ouvres": "business day",
    "ouvrables": "business day",
    "bizdays": "business day",
    "weekdays": "business day",
    "workdays": "business day",
    "grammes": "gram",
    "mtime": "day",
    "mmin": "minute",
    "ttl": "second",
}
"""Words that are units only in names. An empty one is none, whatever the table of units says."""

_HINTS: Mapping[Hint, str] = {
    "money": "fee fees price prices cost costs charge charges amount amounts deposit deposits refund budget salary wage wages bonus allowance "
    "credit spend spending money cash fine fines frais prix cout couts montant montants tarif tarifs acompte caution amende prime indemnite "
    "solde remboursement forfait dollars subtotal payout",
    "percent": "rate rates ratio share reduction rebate discount discounts commission markup margin vat tax taux remise remises rabais escompte part taxe tva tps tvq majoration "
    "gst hst pst qst levy fraction interest interet",
    "time": "window period duration delay deadline timeout retention expiry expires lifetime notice grace warranty delai delais duree retard age "
    "preavis garantie conservation validity lead trial",
    "mass": "weight weights poids mass masse",
    "length": "width height distance hauteur largeur",
    "count": "count counts number quantity qty nombre attempts",
}
_HINT_OF: dict[str, Hint] = {word: hint for hint, words in _HINTS.items() for word in words.split()}

_TOPIC_WORDS = """
    credit charge charges refund remboursement notice grace warranty garantie trial lead interest interet part tax taxe age bonus prime
"""
_ONLY_LAST = frozenset(_TOPIC_WORDS.split())
"""Words that tell the kind only where nothing but such words as `limit` follows: a warranty claim is no length of time."""

_FACTOR_UNITS = {"ms": "millisecond", "millis": "millisecond", "milliseconds": "millisecond", "bps": "basis point", "cents": "cent"}
_SHORT_AT_END = frozenset({"kg", "g", "mg", "cm", "mm", "km", "m", "s", "h", "d", "gb", "mb", "kb", "hr", "lb", "oz", "ml"})
_SHORT_UNITS = {"d": "day", "s": "second", "h": "hour", "m": "metre", "gb": "gigabyte", "mb": "megabyte", "kb": "kilobyte"}
_NO_UNITS = frozenset(
    {"second", "seconde", "min", "point", "points", "an", "mo", "pt", "in", "time", "fois", "article", "bar", "foot", "degree", "pound"}
)
_PREFIXES = frozenset({"per", "par", "a", "an"})
"""What follows is no unit of the value: it is so many in a year, `MAX_CLAIMS_A_YEAR`."""


def unit_of_name(name: str) -> str:
    """The unit that a name states, or empty. What follows `per` is none: `FEE_PER_DAY` is money. `CUTOFF_HOUR` is a
    time of day, `CUTOFF_HOURS` a length of time.

    Beside the units of texts there are `millisecond` and `basis point`.
    """
    words = split_name(name)
    words = words[: next((n for n, word in enumerate(words) if word in _PREFIXES and n), len(words))]
    for length in (2, 1):
        for start in range(len(words) - length, -1, -1):
            if found := _unit(words[start : start + length], is_last=start + length == len(words) and len(words) > 1):
                return found
    return ""


def hint_of_names(names: Sequence[str]) -> Hint:
    """The kind of value that the nearest of these names tells, or empty; of one name its last word that tells any."""
    for name in names:
        words = split_name(name)
        words = words[: next((n for n, word in enumerate(words) if word in _PREFIXES and n), len(words))]
        is_last = True
        for word in reversed(words):
            if word in _HINT_OF and (is_last or word not in _ONLY_LAST):
                return _HINT_OF[word]
            is_last = is_last and is_generic(word)
    return "count" if names and _names_things(names[0]) else ""


def _names_things(name: str) -> bool:
    """Whether a name ends in a word in the plural: `MIN_PHOTOS`."""
    words = split_name(name)
    return bool(words) and len(words[-1]) > 3 and words[-1][-1] in "sx" and not words[-1].endswith("ss")


def _unit(words: Sequence[str], *, is_last: bool) -> str:
    if len(words) == 1:
        word = words[0]
        if word in ("hour", "heure"):
            return "o'clock" if is_last else "hour"
        if word in _FACTOR_UNITS:
            return _FACTOR_UNITS[word]
        if word in _UNIT_OF:
            return _UNIT_OF[word]
        if word in _SHORT_AT_END:
            found = _SHORT_UNITS.get(word) or _known(word)
            return found if is_last or len(word) > 1 else ""
        if word in _NO_UNITS or len(word) < 3:
            return ""
    return _known(" ".join(words))


def _known(text: str) -> str:
    """The unit with this name; what is counted in things (a parcel, a copy) has none: there a name names the thing."""
    found = unit_at(text, 0)
    return found[0] if found and found[1] == len(text) and UNITS[found[0]].dimension not in COUNTS else ""
