"""Products that come broken, do not start, or are not what was ordered."""

from datetime import date, timedelta

from shop.business_days import add_business_days
from shop.returns import HEAVY_KG

REPORT_WINDOW = timedelta(days=14)
KEEP_BELOW_CENTS = 40_00
REPLACEMENT_LEAVES_WITHIN = 2  # business days
MISSING_PART_LEAVES_WITHIN = 6  # business days
PHOTOS = ("whole product", "damage", "shipping label")


def reported_in_time(delivered: date, reported: date) -> bool:
    """Whether this is still damage in transit; later on the warranty team decides."""
    return reported - delivered <= REPORT_WINDOW


def way_back(price_cents: int, weight_kg: float) -> str:
    """What happens to the broken one: `pickup`, `keep` or `prepaid label`."""
    if weight_kg > HEAVY_KG:
        return "pickup"
    return "keep" if price_cents < KEEP_BELOW_CENTS else "prepaid label"


def promise(decided: date, *, part_only: bool) -> date:
    """The day by which the new product, or the missing part, is on its way."""
    return add_business_days(decided, MISSING_PART_LEAVES_WITHIN if part_only else REPLACEMENT_LEAVES_WITHIN)
