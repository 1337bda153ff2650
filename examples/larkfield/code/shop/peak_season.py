"""Peak season 2026: the calendar and the limits that the roster tool and the staff shop enforce."""

from datetime import date
from decimal import Decimal

SEASON = (date(2026, 11, 16), date(2027, 1, 2))
ASK_FOR_TIME_OFF_BY = date(2026, 10, 23)
STRICT_UNTIL = date(2026, 12, 24)
MAX_DAYS_OFF_IN_A_ROW = 2
NO_HOLIDAY = {date(2026, 11, 27), date(2026, 11, 30)}
WEEKLY_HOURS_BEFORE_SUPERVISOR = 44
HOLIDAY_RATE = 1.5
BREAK_MINUTES = {"early": 30, "day": 45, "late": 45, "weekend": 60}

STAFF_DISCOUNT = Decimal("0.25")
STAFF_YEARLY_CAP = 1500
DISCOUNT_PAUSE = (date(2026, 11, 23), date(2026, 11, 30))

ROSTER_CACHE_SECONDS = 120


def in_season(day: date) -> bool:
    """Whether the special roster applies."""
    first, last = SEASON
    return first <= day <= last


def may_take_off(first: date, days: int, asked: date) -> bool:
    """Whether a request can go into the draw."""
    if asked > ASK_FOR_TIME_OFF_BY or first in NO_HOLIDAY:
        return False
    return not (SEASON[0] <= first <= STRICT_UNTIL) or days <= MAX_DAYS_OFF_IN_A_ROW


def staff_price(price: Decimal, bought_this_year: Decimal, day: date) -> Decimal:
    """What a colleague pays for it."""
    paused = DISCOUNT_PAUSE[0] <= day <= DISCOUNT_PAUSE[1]
    if paused or bought_this_year + price > STAFF_YEARLY_CAP:
        return price
    return price * (1 - STAFF_DISCOUNT)
