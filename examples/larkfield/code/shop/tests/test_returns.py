"""Edges of the return window and of the report of damage."""

from datetime import date
from decimal import Decimal

from shop.damage import reported_in_time, way_back
from shop.returns import deduction, may_return

DELIVERED = date(2026, 9, 1)
AFTER_THE_CHANGE = date(2026, 11, 3)


def test_day_30_is_the_last_one() -> None:
    """The window closes at the end of day thirty."""
    assert may_return(DELIVERED, date(2026, 10, 1))
    assert not may_return(DELIVERED, date(2026, 10, 2))


def test_parcels_of_november_have_45_days() -> None:
    """The autumn edition is longer."""
    assert may_return(AFTER_THE_CHANGE, date(2026, 12, 18))
    assert not may_return(AFTER_THE_CHANGE, date(2026, 12, 19))


def test_what_is_taken_off() -> None:
    """A box, a pallet, and our own mistakes."""
    assert deduction(DELIVERED, 4.0) == Decimal("11.50")
    assert deduction(DELIVERED, 31.0) == 45
    assert deduction(DELIVERED, 4.0, our_fault=True) == 0
    assert deduction(AFTER_THE_CHANGE, 4.0, member=True) == 0


def test_damage_is_reported_within_14_days() -> None:
    """Fourteen days, and not one more."""
    assert reported_in_time(DELIVERED, date(2026, 9, 15))
    assert not reported_in_time(DELIVERED, date(2026, 9, 16))


def test_cheap_things_stay_with_the_customer() -> None:
    """Postage would cost more than the product."""
    assert way_back(39_99, 2.0) == "keep"
    assert way_back(40_00, 2.0) == "prepaid label"
