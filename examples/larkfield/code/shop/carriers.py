"""Parcels that come late or not at all, and what we claim from the carrier for them."""

from datetime import date
from decimal import Decimal
from enum import StrEnum

from shop.business_days import add_business_days, business_days_between

MIN_PHOTOS = 3
FILE_WITHIN = 10  # business days after the customer's report
PORTAL_PAGE_SIZE = 50
PORTAL_RETRIES = 4


class Carrier(StrEnum):
    """Codes as the portals know them."""

    NORVELLE = "NVL"
    LAKESIDE = "LDX"
    BOXFREIGHT = "BXF"


def late_remedy(promised: date, today: date) -> str:
    """What the customer gets for a late parcel: `nothing`, `fee` or `lost`."""
    late = business_days_between(promised, today)
    if late > 10:
        return "lost"
    return "fee" if late > 4 else "nothing"


def trace_step(last_scan: date, today: date, trace_opened: date | None = None) -> str:
    """What the desk does with a silent parcel: `wait`, `open trace` or `book as lost`."""
    if trace_opened is not None:
        return "book as lost" if business_days_between(trace_opened, today) > 6 else "wait"
    return "open trace" if business_days_between(last_scan, today) >= 5 else "wait"


def claim_deadline(reported: date) -> date:
    """The last day on which the portal still takes the claim."""
    return add_business_days(reported, FILE_WITHIN)


def expected_payment(carrier: Carrier, price: Decimal, express_fee: Decimal = Decimal(0)) -> Decimal:
    """Dollars to book as a receivable while the claim is open."""
    match carrier:
        case Carrier.NORVELLE:
            return min(price, Decimal(100))
        case Carrier.LAKESIDE:
            return price + express_fee
        case Carrier.BOXFREIGHT:
            return max(price - Decimal("50.00"), Decimal(0))


def reference(carrier: Carrier, order: int) -> str:
    """The reference that goes on the form."""
    return f"CC-{carrier}-{order}"
