"""Periods of cover, the calendar of the staff, and the demands from Quebec."""

from datetime import date
from decimal import Decimal

from shop.peak_season import in_season, may_take_off, staff_price
from shop.quebec.garantie_legale import Demande
from shop.retention import cart_is_stale, purge_on
from shop.warranty import covered_until, wants_product_back

START = date(2026, 2, 10)


def test_groups_and_parts() -> None:
    """A part may live longer or shorter than its machine."""
    assert covered_until("hand tools", START) == date(2031, 2, 10)
    assert covered_until("pressure washers", START, "pump") == date(2029, 2, 10)
    assert covered_until("battery power tools", START, "battery") == date(2027, 2, 10)


def test_sixty_dollars_travel() -> None:
    """Cheaper ones are recycled."""
    assert not wants_product_back(Decimal("59.99"), 2)
    assert wants_product_back(Decimal(60), 2)


def test_season_ends_with_the_first_week() -> None:
    """The roster goes back to normal on the Sunday."""
    assert in_season(date(2027, 1, 2))
    assert not in_season(date(2027, 1, 3))


def test_time_off() -> None:
    """Two days at most, asked for early enough."""
    assert may_take_off(date(2026, 12, 1), 2, date(2026, 10, 23))
    assert not may_take_off(date(2026, 12, 1), 3, date(2026, 10, 23))
    assert not may_take_off(date(2026, 12, 1), 1, date(2026, 10, 24))


def test_staff_pay_three_quarters() -> None:
    """Not while the shelves are kept for customers."""
    assert staff_price(Decimal(100), Decimal(0), date(2026, 11, 22)) == 75
    assert staff_price(Decimal(100), Decimal(0), date(2026, 11, 23)) == 100


def test_une_demande_attend_quinze_jours() -> None:
    """Le quinzième jour est encore bon."""
    demande = Demande(830417, date(2026, 9, 1))
    assert not demande.en_retard(date(2026, 9, 16))
    assert demande.en_retard(date(2026, 9, 17))


def test_records_go() -> None:
    """Invoices stay for the tax office; carts do not."""
    assert purge_on("invoice", START) == date(2033, 2, 10)
    assert purge_on("conversation", START) == date(2027, 8, 10)
    assert cart_is_stale(31 * 24 * 3600)
