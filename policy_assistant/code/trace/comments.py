"""What comments and docstrings say of the values of code."""

from collections.abc import Sequence

from policy_assistant.code.trace.amounts import Amount
from policy_assistant.code.trace.lex import Token
from policy_assistant.code.trace.literals import in_unit
from policy_assistant.quantities import UNITS, mentioned, quantities
from policy_assistant.quantities.units import COUNTS

MAX_CHARACTERS = 200
"""Of a longer comment only the beginning is read for a unit."""


def told_by_comment(amount: Amount, comment: str) -> Amount | None:
    """The amount with the unit that its comment states, beside the same number or alone; None where it states none."""
    comment = comment[:MAX_CHARACTERS]
    if not comment:
        return None
    told = [quantity for quantity in quantities(comment) if quantity.unit and not quantity.is_article]
    for quantity in told:
        if amount.value in quantity.values:
            return Amount(amount.value, quantity.unit)
    units = {unit for unit in mentioned(comment.partition("\n")[0]) if UNITS[unit].dimension not in COUNTS}
    units -= {"day"} if "business day" in units else {"hour"} if "business hour" in units else set()
    return in_unit(amount.value, next(iter(units))) if len(units) == 1 and not told else None


def docstrings(found: Sequence[Token], text: str) -> list[Token]:
    """The docstrings: strings of several lines, and those in three quotes that are statements of their own."""
    docs: list[Token] = []
    is_beginning = True
    for token in found:
        is_tripled = text.startswith(('"""', "'''"), token.start)
        if token.kind == "string" and ("\n" in token.text or (is_beginning and is_tripled)):
            docs.append(token)
        is_beginning = token.kind == "line" or (is_beginning and token.kind == "comment")
    return docs
