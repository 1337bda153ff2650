"""Refunds, credits, gift cards and points."""

from datetime import date
from decimal import Decimal

from shop.gift_cards import may_cash_out, may_schedule, total
from shop.refunds import Method, approver, may_give_goodwill, price_drop_credit, visible_by
from shop.rewards import lapse_on, referral_points, usable_dollars

TODAY = date(2026, 10, 9)


def test_price_drop_until_day_14() -> None:
    """The day after pays nothing."""
    assert price_drop_credit(Decimal(50), Decimal(40), date(2026, 9, 25), TODAY) == 10
    assert price_drop_credit(Decimal(50), Decimal(40), date(2026, 9, 24), TODAY) == 0


def test_paypal_is_the_quickest() -> None:
    """Thanksgiving does not count."""
    assert visible_by(Method.PAYPAL, TODAY) == date(2026, 10, 15)


def test_who_signs_a_manual_refund() -> None:
    """Limits belong to the lower level."""
    assert [approver(Decimal(n)) for n in (80, 81, 400, 401)] == ["agent", "team_lead", "team_lead", "head"]
    assert approver(Decimal(900), "warranty_claim") == "team_lead"


def test_goodwill_rests_for_a_year() -> None:
    """Twenty dollars at most."""
    assert may_give_goodwill(Decimal(20), date(2025, 10, 9), TODAY)
    assert not may_give_goodwill(Decimal(20), date(2025, 10, 10), TODAY)
    assert not may_give_goodwill(Decimal("20.01"), None, TODAY)


def test_gift_cards() -> None:
    """Paper costs more; a card may wait for ninety days; small rests are paid out."""
    assert total(Decimal(50), printed=True) == 53
    assert may_schedule(TODAY, date(2027, 1, 7))
    assert not may_schedule(TODAY, date(2027, 1, 8))
    assert may_cash_out(Decimal("5.00"))
    assert not may_cash_out(Decimal("5.01"))


def test_points() -> None:
    """The sixth friend brings nothing; one order takes forty dollars at most."""
    assert referral_points(4) == 100
    assert referral_points(5) == 0
    assert usable_dollars(1_400) == 40
    assert lapse_on(date(2026, 1, 31)) == date(2027, 7, 31)
