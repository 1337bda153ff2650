"""Another value for the same thing: the claim says 45 days where the passage says 30."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from policy_assistant.cite.clauses import content, denies
from policy_assistant.cite.evidence import Text
from policy_assistant.cite.figures import Figure
from policy_assistant.quantities.quantity import Quantity, comparable, same
from policy_assistant.quantities.units import UNITS

_SHARE = 0.5
"""Share of the claim's content terms in a sentence of the passage from which both speak of the same thing."""

_MIN_SHARED = 2
_NEAR = Decimal("0.2")
"""How far a value may be from one that is only "about" so much, as a share of it."""


def other_values(figure: Figure, claim: Text, passages: Sequence[Text]) -> list[str]:
    """What the passages say, as written, of the thing for which a claim has an unproved amount."""
    quantity = figure.quantity
    if quantity is None or not quantity.unit:
        return []
    return [written for written, other in _of_the_same_thing(quantity, claim, passages) if not same(quantity, other)]


def only_asked(figure: Figure, all_figures: Sequence[Figure], claim: Text, passages: Sequence[Text]) -> list[str]:
    """What the passages say where a claim affirms an amount that stands in the question alone; empty where nothing speaks against it.

    A claim that denies, or that tells an amount of the passages beside it, only repeats the case asked about. So does one whose
    value a range or bound of the passages admits ("from 300 up to 1,000").
    """
    quantity = figure.quantity
    if quantity is None or not quantity.unit or figure.proof != "question" or _denies(claim):
        return []
    dimension = UNITS[quantity.unit].dimension
    proved = (other.quantity for other in all_figures if other.proof == "passage" and other.quantity)
    if any(other.unit and UNITS[other.unit].dimension == dimension for other in proved):
        return []
    found = [(written, other) for written, other in _of_the_same_thing(quantity, claim, passages) if other.unit == quantity.unit]
    return [] if any(_admits(other, quantity) for _, other in found) else [written for written, _ in found]


def _denies(claim: Text) -> bool:
    return claim.text.lstrip().lower().startswith(("no,", "no.", "no ", "non,", "non.", "non ", "no:", "non:", "no;")) or denies(claim.text)


def _of_the_same_thing(quantity: Quantity, claim: Text, passages: Sequence[Text]) -> Iterator[tuple[str, Quantity]]:
    """The comparable amounts in sentences of the passages that share the words of the claim's sentence."""
    wanted = _context(claim, quantity)
    for passage in passages:
        others = [other for other in passage.quantities if other.unit and not other.is_article and comparable(quantity, other)]
        for sentence in passage.sentences if others else ():
            if _is_about(wanted, sentence.terms):
                inside = (other for other in others if sentence.start <= other.start < sentence.end)
                yield from ((passage.text[other.start : other.end], other) for other in inside)


def _context(claim: Text, quantity: Quantity) -> frozenset[str]:
    """The content terms of the sentence that an amount stands in, without its own."""
    own = content(claim.text[quantity.start : quantity.end], claim.language)
    return next((s.terms for s in claim.sentences if s.start <= quantity.start < s.end), frozenset()) - own


def _is_about(wanted: frozenset[str], found: frozenset[str]) -> bool:
    shared = len(wanted & found)
    return shared >= max(1, min(_MIN_SHARED, len(wanted))) and shared >= _SHARE * len(wanted)


def _admits(bound: Quantity, quantity: Quantity) -> bool:
    """Whether a value lies where a bound or a range of the same unit lets it."""
    value = quantity.low
    match bound.bound:
        case "at most":
            return value <= bound.high
        case "less than":
            return value < bound.high
        case "at least":
            return value >= bound.low
        case "more than":
            return value > bound.low
        case "about":
            return abs(value - bound.low) <= _NEAR * bound.low
    return bound.low <= value <= bound.high
