"""Gift cards. The range of amounts and the shape of the code are held by the database (db/schema.sql)."""

from datetime import date, timedelta
from decimal import Decimal

from shop.business_days import add_business_days

MAX_SCHEDULE_AHEAD = timedelta(days=90)
PRINTED_SURCHARGE = Decimal("3.00")
CASH_OUT_LIMIT = Decimal("5.00")
DIGITAL_MAIL_DEADLINE_MINUTES = 60
BULK_ORDER_ABOVE = 1_500
BULK_REPLY_BUSINESS_DAYS = 2


def total(amount: Decimal, *, printed: bool) -> Decimal:
    """What the buyer pays for one card."""
    return amount + (PRINTED_SURCHARGE if printed else 0)


def may_schedule(today: date, send_on: date) -> bool:
    """Whether the card can wait until that day before it is mailed."""
    return today <= send_on <= today + MAX_SCHEDULE_AHEAD


def may_cash_out(balance: Decimal) -> bool:
    """Whether the rest is small enough to be paid in money."""
    return Decimal(0) < balance <= CASH_OUT_LIMIT


def bulk_reply_due(order_total: Decimal, received: date) -> date | None:
    """When the gift desk has to answer, or None for an order that needs no desk."""
    return add_business_days(received, BULK_REPLY_BUSINESS_DAYS) if order_total > BULK_ORDER_ABOVE else None
