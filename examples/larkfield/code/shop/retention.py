"""How long records stay. Recorded calls are files, not rows; jobs/purge_recordings.sh takes care of them."""

from datetime import date, timedelta

from shop.business_days import add_months

DAY = 60 * 60 * 24
CART_SECONDS = DAY * 30
INVOICE_YEARS = 7
CONVERSATION_MONTHS = 18
CLAIM_PHOTO_MONTHS = 6
PRIVACY_REPLY = timedelta(days=30)
PURGE_BATCH = 500


def purge_on(kind: str, closed: date) -> date:
    """The day on which a record may go: an `invoice`, a `conversation` or a claim's `photo`."""
    months = {"invoice": INVOICE_YEARS * 12, "conversation": CONVERSATION_MONTHS, "photo": CLAIM_PHOTO_MONTHS}
    return add_months(closed, months[kind])


def cart_is_stale(idle_seconds: int) -> bool:
    """Whether an unfinished cart is emptied."""
    return idle_seconds > CART_SECONDS


def privacy_reply_due(received: date) -> date:
    """When someone who asks for their data must have an answer."""
    return received + PRIVACY_REPLY
