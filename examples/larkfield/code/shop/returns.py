"""Returns: which terms a parcel falls under, how long the customer has, and what is taken off the refund."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from shop.business_days import add_business_days

HEAVY_KG = 30
NOTHING = Decimal(0)


@dataclass(frozen=True)
class Terms:
    """One edition of the terms. The day of delivery decides, so the old edition stays here until its last claims are gone."""

    first_day: date
    last_day: date | None
    window: timedelta
    parcel_fee: Decimal
    truck_fee: Decimal
    members_send_free: bool
    inspection_days: int  # business days on the bench


SPRING_2025 = Terms(
    first_day=date(2025, 3, 1),
    last_day=date(2026, 10, 31),
    window=timedelta(days=30),
    parcel_fee=Decimal("11.50"),
    truck_fee=Decimal("45.00"),
    members_send_free=False,
    inspection_days=4,
)
AUTUMN_2026 = Terms(
    first_day=date(2026, 11, 1),
    last_day=None,
    window=timedelta(days=45),
    parcel_fee=Decimal("9.50"),
    truck_fee=Decimal("45.00"),
    members_send_free=True,
    inspection_days=3,
)


def terms_for(delivered: date) -> Terms:
    """The edition that covers a parcel delivered on that day."""
    return AUTUMN_2026 if delivered >= AUTUMN_2026.first_day else SPRING_2025


def may_return(delivered: date, asked: date) -> bool:
    """Whether a label can still be asked for. The day after delivery is day one."""
    return asked <= delivered + terms_for(delivered).window


def deduction(delivered: date, weight_kg: float, *, member: bool = False, our_fault: bool = False) -> Decimal:
    """Dollars taken off the refund for the way back."""
    terms = terms_for(delivered)
    if our_fault:
        return NOTHING
    if weight_kg > HEAVY_KG:
        return terms.truck_fee
    return NOTHING if member and terms.members_send_free else terms.parcel_fee


def inspected_by(delivered: date, arrived: date) -> date:
    """The last day on which the bench in Guelph may finish its check."""
    return add_business_days(arrived, terms_for(delivered).inspection_days)
