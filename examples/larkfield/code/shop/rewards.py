"""Rewards: points earned, points spent, points lost, and the Evergreen level."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum

from shop.business_days import add_months
from shop.config import settings


class Points(IntEnum):
    """Points for a single event."""

    REVIEW = 15
    REFERRAL = 100
    BIRTHDAY = 50


MAX_REFERRALS_A_YEAR = 5
POINTS_PER_VOUCHER = 250
VOUCHER_DOLLARS = 10
MAX_DOLLARS_PER_ORDER = 40
EARLY_SALE = timedelta(hours=48)


def earned(products_before_tax: Decimal) -> int:
    """Points for a purchase; cents do not count."""
    return int(products_before_tax) * int(settings()["rewards"]["points_per_dollar"])


def referral_points(friends_so_far: int) -> int:
    """Points for one more friend in the same calendar year."""
    return Points.REFERRAL if friends_so_far < MAX_REFERRALS_A_YEAR else 0


def usable_dollars(balance: int) -> int:
    """What a balance is worth on one order."""
    return min(balance // POINTS_PER_VOUCHER * VOUCHER_DOLLARS, MAX_DOLLARS_PER_ORDER)


def lapse_on(last_purchase: date) -> date:
    """The day on which the points of a silent member go."""
    return add_months(last_purchase, int(settings()["rewards"]["points_lapse_months"]))


def is_evergreen(spent_this_year: Decimal, spent_last_year: Decimal) -> bool:
    """Whether either calendar year was good enough."""
    return bool(max(spent_this_year, spent_last_year) >= settings()["rewards"]["evergreen_yearly_spend"])


def sale_opens(public_opening: datetime, *, evergreen: bool) -> datetime:
    """When a member may start to buy."""
    return public_opening - EARLY_SALE if evergreen else public_opening
