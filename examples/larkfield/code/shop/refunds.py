"""Refunds: when the money leaves, when the customer sees it, and the credits that the desk gives by hand."""

from datetime import date, timedelta
from decimal import Decimal
from enum import Enum

from shop.business_days import add_business_days, add_months
from shop.config import settings


class Method(Enum):
    """How the order was paid; the refund goes the same way."""

    CREDIT_CARD = "card"
    INTERAC_DEBIT = "interac"
    PAYPAL = "paypal"
    GIFT_CARD = "gift"


# Business days from our approval to the transfer.
SEND_WITHIN = {
    Method.CREDIT_CARD: 2,
    Method.INTERAC_DEBIT: 2,
    Method.PAYPAL: 1,
    Method.GIFT_CARD: 0,
}

# Business days from the transfer to the customer's statement: earliest, latest.
VISIBLE_AFTER = {
    Method.CREDIT_CARD: (3, 7),
    Method.INTERAC_DEBIT: (5, 10),
    Method.PAYPAL: (1, 2),
    Method.GIFT_CARD: (0, 0),
}

DOUBLE_CHARGE_WAIT = timedelta(days=7)
REVERSAL_BUSINESS_DAYS = 4


def visible_by(method: Method, approved: date) -> date:
    """The latest day on which the money should be on the statement."""
    sent = add_business_days(approved, SEND_WITHIN[method])
    return add_business_days(sent, VISIBLE_AFTER[method][1])


def is_double_charge(first_seen: date, today: date) -> bool:
    """Whether two equal lines have stood side by side for too long to be a reservation and its charge."""
    return today - first_seen > DOUBLE_CHARGE_WAIT


def reversal_due(confirmed: date) -> date:
    """When Finance must have turned back the second charge."""
    return add_business_days(confirmed, REVERSAL_BUSINESS_DAYS)


def price_drop_credit(paid: Decimal, price_now: Decimal, delivered: date, today: date, window_days: int = 14) -> Decimal:
    """Store credit for a product that became cheaper soon after it was delivered; zero when it is too late."""
    if today > delivered + timedelta(days=window_days):
        return Decimal(0)
    return max(paid - price_now, Decimal(0))


def approver(amount: Decimal, kind: str = "refund") -> str:
    """Who has to agree: `agent`, `team_lead` or `head`. `kind` is a table under [approvals]."""
    limits = settings()["approvals"][kind]
    if amount <= limits["agent_up_to"]:
        return "agent"
    return "team_lead" if amount <= limits["team_lead_up_to"] else "head"


def may_give_goodwill(amount: Decimal, last_given: date | None, today: date) -> bool:
    """Whether the agent may add this much credit for a disappointed customer."""
    rule = settings()["goodwill"]
    rested = last_given is None or today >= add_months(last_given, rule["months_between"])
    return rested and amount <= Decimal(str(rule["max_credit"]))
