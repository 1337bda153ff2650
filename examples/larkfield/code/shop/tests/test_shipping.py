"""Fees at their edges, and parcels that do not come."""

from datetime import date
from decimal import Decimal

from shop.carriers import Carrier, claim_deadline, expected_payment, late_remedy
from shop.shipping import Province, is_large, needs_signature, standard_fee, truck_fee


def test_free_from_one_hundred_dollars() -> None:
    """Never up north."""
    assert standard_fee(Province.QUEBEC, Decimal("99.99")) == Decimal("8.95")
    assert standard_fee(Province.QUEBEC, Decimal("100.00")) == 0
    assert standard_fee(Province.YUKON, Decimal("100.00")) == Decimal("24.95")


def test_every_province_has_a_fee() -> None:
    """No customer may meet a KeyError."""
    assert all(standard_fee(province, Decimal(1)) > 0 for province in Province)


def test_large_is_over_30_kg_or_two_metres() -> None:
    """Both limits are still a parcel."""
    assert not is_large(30, 200)
    assert is_large(30.5, 20)
    assert is_large(3, 201)


def test_old_barbecue_taken_along_on_the_third_visit() -> None:
    """Everything at once."""
    assert truck_fee("inside", haul_away=True, visits=3) == 150


def test_signature_above_400_dollars() -> None:
    """The limit itself needs none."""
    assert not needs_signature(400_00)
    assert needs_signature(400_01)


def test_late_parcels() -> None:
    """Monday 14 September was promised."""
    assert late_remedy(date(2026, 9, 14), date(2026, 9, 18)) == "nothing"
    assert late_remedy(date(2026, 9, 14), date(2026, 9, 21)) == "fee"
    assert late_remedy(date(2026, 9, 14), date(2026, 9, 29)) == "lost"


def test_carriers_pay_in_part() -> None:
    """Norvelle has a ceiling, Boxfreight keeps some."""
    assert expected_payment(Carrier.NORVELLE, Decimal(180)) == 100
    assert expected_payment(Carrier.BOXFREIGHT, Decimal(180)) == 130
    assert claim_deadline(date(2026, 9, 14)) == date(2026, 9, 28)
