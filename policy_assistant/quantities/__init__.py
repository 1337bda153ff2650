"""Numbers, codes, days and amounts with their units in English and French text, and the arithmetic between them."""

from policy_assistant.quantities.days import Day, add, days, days_between
from policy_assistant.quantities.derived import Derived, arithmetic, derived
from policy_assistant.quantities.numbers import codes, numbers
from policy_assistant.quantities.quantity import Quantity, comparable, quantities, same, same_values
from policy_assistant.quantities.units import UNITS, Unit, mentioned

__all__ = [
    "UNITS",
    "Day",
    "Derived",
    "Quantity",
    "Unit",
    "add",
    "arithmetic",
    "codes",
    "comparable",
    "days",
    "days_between",
    "derived",
    "mentioned",
    "numbers",
    "quantities",
    "same",
    "same_values",
]
