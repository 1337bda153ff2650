"""Payments that fail or are disputed."""

from datetime import date, datetime, timedelta

from shop.config import settings

# Goods stay on the shelf for the customer while the card is sorted out: three days.
UNPAID_HOLD_SECONDS = 72 * 60 * 60
WEBHOOK_TOLERANCE_SECONDS = 300
MAX_WEBHOOK_BYTES = 64 * 1024


def close_unpaid_at(failed: datetime) -> datetime:
    """When an order without a working payment closes by itself."""
    return failed + timedelta(seconds=UNPAID_HOLD_SECONDS)


def dispute_answer_due(opened: date) -> date:
    """The last day on which the bank takes our side of a chargeback."""
    return opened + timedelta(days=settings()["chargebacks"]["answer_within_days"])
