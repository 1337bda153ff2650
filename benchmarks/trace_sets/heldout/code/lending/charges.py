"""What readers owe. Amounts are euros."""

from decimal import Decimal

LATE_FEE_PER_DAY = Decimal("0.20")
LATE_FEE_CAP = Decimal("8.00")
ADULT_FEES_FROM_AGE = 14
BLOCK_ABOVE = 10
LOST_AFTER_DAYS = 45
REPLACEMENT_FEE = Decimal("4.50")
NON_RESIDENT_CARD = 18

PRINT_CENTS = {"mono": 10, "colour": 40}
PRINT_QUEUE_SIZE = 25


def late_fee(days_late: int, age: int) -> Decimal:
    """What one late item costs."""
    if age < ADULT_FEES_FROM_AGE or days_late <= 0:
        return Decimal(0)
    return min(days_late * LATE_FEE_PER_DAY, LATE_FEE_CAP)


def is_lost(days_late: int) -> bool:
    """Whether we stop waiting for it."""
    return days_late > LOST_AFTER_DAYS


def bill_for_lost(price: Decimal) -> Decimal:
    """The item and the work of putting a new one on the shelf."""
    return price + REPLACEMENT_FEE


def may_borrow(debt: Decimal) -> bool:
    """Whether the reader's account is open."""
    return debt <= BLOCK_ABOVE


def print_total(mono_pages: int, colour_pages: int) -> Decimal:
    """Euros for a print job."""
    return Decimal(mono_pages * PRINT_CENTS["mono"] + colour_pages * PRINT_CENTS["colour"]) / 100
