"""The desk's rules at their edges."""

from datetime import date, datetime
from decimal import Decimal

from lending.charges import is_lost, late_fee, may_borrow, print_total
from lending.loans import Kind, Loan, leaves_shelf_on, lend, may_reserve, renew
from lending.rooms import LECTURE_HALL, can_book, due_when_cancelled, price

MONDAY = date(2026, 9, 7)


def test_a_book_is_due_after_21_days() -> None:
    """Three weeks."""
    assert lend("9783161484100", Kind.BOOK, MONDAY, 0).due == date(2026, 9, 28)


def test_a_second_renewal_is_the_last() -> None:
    """It adds two weeks."""
    twice = renew(renew(Loan("9783161484100", Kind.BOOK, MONDAY), awaited=False), awaited=False)
    assert (twice.due, twice.renewals) == (date(2026, 10, 5), 2)


def test_shelf_and_queue() -> None:
    """The ninth reservation has to wait."""
    assert leaves_shelf_on(MONDAY) == date(2026, 9, 17)
    assert may_reserve(7)
    assert not may_reserve(8)


def test_late_fees_stop_growing() -> None:
    """Children pay none."""
    assert late_fee(3, 30) == Decimal("0.60")
    assert late_fee(365, 30) == 8
    assert late_fee(365, 13) == 0
    assert is_lost(46)
    assert not is_lost(45)


def test_debt_and_prints() -> None:
    """Ten euros are still fine."""
    assert may_borrow(Decimal(10))
    assert not may_borrow(Decimal("10.01"))
    assert print_total(1, 1) == Decimal("0.50")


def test_a_hall_for_an_evening() -> None:
    """Three hours, cancelled the day before."""
    start = datetime(2026, 9, 7, 18)
    assert can_book(start, datetime(2026, 9, 1))
    assert price(LECTURE_HALL, 3, association=True) == 90
    assert due_when_cancelled(Decimal(120), start, datetime(2026, 9, 6, 17)) == 0
    assert due_when_cancelled(Decimal(120), start, datetime(2026, 9, 6, 19)) == 60
