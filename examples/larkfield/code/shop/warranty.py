"""Warranty: how long a product is covered, and how the desk handles a claim."""

from datetime import date
from decimal import Decimal

from shop.business_days import add_business_days, add_months

YEAR = 12

# Months from the day of delivery, by product group.
GROUP_MONTHS = {
    "hand tools": 5 * YEAR,
    "garden furniture": 24,
    "corded power tools": 36,
    "battery power tools": 36,
    "pressure washers": 24,
    "gas barbecues": 24,
    "greenhouses and sheds": 72,
    "watering": 12,
    "composters and rain barrels": 48,
    "small kitchen appliances": 12,
    "outdoor lighting": 12,
    "textiles and shade": 12,
    "pro line": 3 * YEAR,
}

# Parts that do not follow their group.
PART_MONTHS = {
    ("hand tools", "wooden handle"): 24,
    ("garden furniture", "cushion"): 12,
    ("battery power tools", "charger"): 12,
    ("battery power tools", "battery"): 12,
    ("pressure washers", "hose"): 12,
    ("pressure washers", "pump"): 36,
    ("gas barbecues", "igniter"): 12,
    ("gas barbecues", "burner"): 60,
    ("greenhouses and sheds", "polycarbonate panel"): 4 * YEAR,
    ("outdoor lighting", "rechargeable cell"): 6,
    ("textiles and shade", "parasol frame"): 24,
}

NO_PROOF_EXTRA_MONTHS = 3
SERIAL_LENGTH = 10
REPLY_BUSINESS_DAYS = 3
BENCH_REPAIR_BUSINESS_DAYS = 12
FOLLOW_UP_DAYS = 21


def covered_until(group: str, start: date, part: str = "") -> date:
    """The last day of cover of a product, or of one of its parts. `start` is the day of delivery."""
    return add_months(start, PART_MONTHS.get((group, part), GROUP_MONTHS[group]))


def start_without_proof(stamped: date) -> date:
    """Where the cover starts when only the plate tells the age."""
    return add_months(stamped, NO_PROOF_EXTRA_MONTHS)


def wants_product_back(shop_price: Decimal, weight_kg: float) -> bool:
    """Whether the faulty product travels to us; very heavy ones are judged by photo."""
    return shop_price >= 60 and weight_kg <= 30


def valid_serial(text: str) -> bool:
    """Whether it looks like the plate of a machine with a motor."""
    return len(text) == SERIAL_LENGTH and text.isalnum()


def reply_due(received: date) -> date:
    """When the customer must have heard from the team."""
    return add_business_days(received, REPLY_BUSINESS_DAYS)
